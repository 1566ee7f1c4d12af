"""A home moves to another computer: it becomes one file, and is no home any more here.

A copy of a home would sign a second history. So the home says first that it is away, and only then
is the file made. Once the file is whole, the home stays away, whatever happens then. No step is
lost if the program is ended between them: the next file is the same.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from datetime import date
from pathlib import Path

from pbem.client import people
from pbem.client.client import MOVES, Client, Moves
from pbem.client.lock import locked_game, new_games
from pbem.client.storage import tournaments
from pbem.client.storage.backup import ALL_MOST, Backup, backup
from pbem.errors import FormError
from pbem.files import read_plain
from pbem.log.disk import locked, write_over

AGENT_SECONDS = 60.0
"""How long a host takes, at most, to end the agent of a home that is away."""


def move(
    client: Client, today: date, unsent: Callable[[str], int], place: Callable[[str], Path]
) -> Path:
    """Write the home to a file. From then on nothing is signed here, unless there is no file.

    Args:
        client: The client.
        today: The day that the file names.
        unsent: Says how many messages the agent of a handle has not sent.
        place: Says where a file of this name lies.

    Returns:
        The file.

    Raises:
        FormError: There is no identity here, or something has to be sent first.
        LogFileError: An agent does not end, or the disk refuses.
    """
    if not people.handles(client):
        raise FormError("There is no identity here, so there is nothing to move")
    with locked(client.folder / MOVES):
        before = client.moves
        count = before.count if before.away else before.count + 1
        client.moved(Moves(count, before.away or str(today)))
        written: tuple[Path, bytes] | None = None
        try:
            name, data, _ = _made(client, today, count, unsent)
            written = path, _ = place(name), data
            write_over(path, data)
        except BaseException:
            if written is None or not _is_whole(*written):
                client.moved(before)
            raise
    return path


def _made(client: Client, today: date, count: int, unsent: Callable[[str], int]) -> Backup:
    """Return the file, once everybody who signs here has come to an end."""
    with ExitStack() as held:
        for handle in people.handles(client):
            folder = client.agent(handle)
            if folder.exists():
                held.enter_context(locked(folder / "running", AGENT_SECONDS))
            if number := unsent(handle):
                raise FormError(
                    f"The agent of {handle} has not sent all its mail (number of messages: "
                    f"{number}). Run 'pbem agent run --once' first, and look at 'pbem agent "
                    "status'"
                )
        # Anyone who opens a game or signs in one now comes to an end.
        for path in (new_games(client.games), *client.logs(), *tournaments.logs(client)):
            held.enter_context(locked_game(path))
        return backup(client, today, count)


def _is_whole(path: Path, data: bytes) -> bool:
    """Say whether the file is there with all its bytes, or may be: nobody can look."""
    try:
        return read_plain(path, ALL_MOST) == data
    except FileNotFoundError:
        return False
    except OSError:
        return True
