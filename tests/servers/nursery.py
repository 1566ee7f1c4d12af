"""A process that starts agents as children of its own, quickly: they are made to be killed.

It reads ``start HANDLE`` lines and answers each with the child's process id. Loading Python and all
that an agent needs takes a second, so children are forked from a process that has it already.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from pathlib import Path

from pbem.agent.inbox import InboxError
from pbem.games import registry
from servers.mailhost import Account
from servers.players import Ports, agent_for, decides
from toy.people import Person


def live(folder: Path, handle: str, ports: Ports, account: Account, doubt: float) -> None:
    """Be an agent and its owner, until killed."""
    person = Person(handle, folder)
    agent = agent_for(person, ports, account, lambda _: None, doubt_minutes=doubt)
    while True:
        agent.round()
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
        handle = line.split()[1]
        child = os.fork()
        if child == 0:
            live(
                Path(given["folder"]),
                handle,
                Ports(*given["ports"]),
                Account(*given["accounts"][handle]),
                given["doubt"],
            )
        sys.stdout.write(f"{child}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
