"""A process that starts agents as children of its own, quickly: they are made to be killed.

It reads ``start HANDLE [MOMENT]`` lines and answers each with the child's process id; one with a
moment of `MOMENTS` kills itself then. Loading Python and all
that an agent needs takes a second, so children are forked from a process that has it already.
"""

from __future__ import annotations

import itertools
import json
import os
import signal
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from pbem.agent.servers.mailbox import InboxError
from pbem.agent.servers.smtp import Heard, Refused, Smtp
from pbem.client.exchange.taking import TakeOptions
from pbem.client.messages.reading import take_mail
from pbem.games import registry
from servers.mailhost import Account
from servers.players import Ports, agent_for, decides
from toy.people import Person

MOMENTS = ("noted", "taken")
"""The moments of a message: the database says that it leaves now; or the server has it, and the
database does not know."""

ROUNDS = 3
"""So often an agent looks that is to be killed while it sends, whether there is anything or not."""


def dies() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def dies_sending(moment: str) -> None:
    """Let this process end at a moment of the first message that it sends."""
    sound = Smtp.send

    def send(self: Smtp, message: bytes, sender: str, to: Sequence[str], heard: Heard) -> Refused:
        def noted(refused: Refused) -> bytes:
            made = heard(refused)
            if moment == "noted":
                dies()
            return made

        refused = sound(self, message, sender, to, noted)
        dies()
        return refused

    Smtp.send = send  # type: ignore[method-assign]


def looks_at_kept(person: Person, known: set[Path]) -> None:
    """Do what a notice asks of the owner: look at each message that was put aside unread.

    An agent that is killed while it reads one message, and killed again, has put it aside.
    """
    kept = set((person.client.agent(person.handle) / "quarantine").glob("*.eml")) - known
    if kept:
        take_mail(person.client, sorted(kept), TakeOptions(person.handle))
    known |= kept


def live(
    folder: Path,
    handle: str,
    ports: Ports,
    account: Account,
    *,
    doubt: float,
    moment: str | None,
) -> None:
    """Be an agent and its owner, until killed."""
    if moment is not None:
        dies_sending(moment)
    person = Person(handle, folder)
    agent = agent_for(person, ports, account, lambda _: None, doubt_minutes=doubt)
    known: set[Path] = set()
    for number in itertools.count():
        if moment is not None and number == ROUNDS:
            dies()
        agent.round()
        looks_at_kept(person, known)
        if not decides(person):
            try:
                agent._inbox.wait(0.2)
            except InboxError:
                time.sleep(0.1)


def main() -> None:
    given = json.loads(sys.argv[1])
    for name in registry.names():
        registry.find(name, registry.newest(name) or 1)  # children have it then
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for line in sys.stdin:
        _, handle, *moment = line.split()
        child = os.fork()
        if child == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)  # as `pbem` has it
            live(
                Path(given["folder"]),
                handle,
                Ports(*given["ports"]),
                Account(*given["accounts"][handle]),
                doubt=given["doubt"],
                moment=moment[0] if moment else None,
            )
        sys.stdout.write(f"{child}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
