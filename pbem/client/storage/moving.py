"""A home moves to another computer: it becomes one file, and is no home any more here.

A copy of a home would sign a second history. So the home says first that it is away, and only then
is the file made. No step is lost if the program is killed between them: the next file is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import date

from pbem.client import people
from pbem.client.client import Client, Moves
from pbem.client.lock import locked_game
from pbem.client.storage.backup import Backup, backup
from pbem.errors import FormError
from pbem.log.disk import locked

AGENT_SECONDS = 60.0
"""How long a host takes, at most, to end the agent of a home that is away."""


@contextmanager
def moving(client: Client, today: date, unsent: Callable[[str], int]) -> Iterator[Backup]:
    """Give the home as a file. From then on nothing is signed here, unless writing the file fails.

    Args:
        client: The client.
        today: The day that the file names.
        unsent: Says how many messages the agent of a handle has not sent.

    Raises:
        FormError: There is no identity here, or something has to be sent first.
        LogFileError: An agent does not end, or the disk refuses.
    """
    before, handles = client.moves, people.handles(client)
    if not handles:
        raise FormError("There is no identity here, so there is nothing to move")
    count = before.count if before.away else before.count + 1
    client.moved(Moves(count, before.away or str(today)))
    try:
        with ExitStack() as held:
            for handle in handles:
                folder = client.agent(handle)
                if folder.exists():
                    held.enter_context(locked(folder / "running", AGENT_SECONDS))
                if number := unsent(handle):
                    raise FormError(
                        f"The agent of {handle} has not sent all its mail (number of messages: "
                        f"{number}). Run 'pbem agent run --once' first, and look at 'pbem agent "
                        "status'"
                    )
            for path in client.logs():  # anyone who signs there now comes to an end
                held.enter_context(locked_game(path))
            yield backup(client, today, count)
    except BaseException:
        client.moved(before)
        raise
