"""Agents that are killed again and again, at any moment, lose nothing and send nothing twice."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from contextlib import suppress
from email import message_from_bytes
from pathlib import Path
from typing import Any

import pytest

from long import sample
from pbem.agent.agent import database_of
from pbem.agent.memory.database import AgentDatabase
from pbem.audit.verify import verify
from pbem.client.client import Client
from pbem.client.session.session import sit
from pbem.client.storage.database import check_store
from servers.mailhost import MailHost, until
from servers.nursery import MOMENTS
from servers.players import opens, players, ports_of

GAMES: dict[str, dict[str, Any]] = {
    "saipan": {"rules": "saipan", "seats": {"us": "ann", "jp": "bob"}},
    "manila": {"rules": "manila", "seats": {"us": "ann"}, "witnesses": ("bob",)},
}
DOUBT_SECONDS = 8.0
"""Long for a copy that comes from the same machine, and short for somebody who waits for it."""

NAMES = ["saipan-1", "saipan-2", "manila"]
MOST = 300
"""Kills, until somebody was killed while they sent."""

TESTS = Path(__file__).parents[1]


class Nursery:
    """Starts agents, and kills them."""

    def __init__(self, given: dict[str, object]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "servers.nursery", json.dumps(given)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=TESTS,
            # The files that somebody was reading when they were killed are left there.
            env={**os.environ, "PYTHONPATH": str(TESTS), "TMPDIR": str(given["folder"])},
            text=True,
        )
        self.living: dict[str, int] = {}

    def start(self, handle: str, moment: str = "") -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"start {handle} {moment}\n")
        self._process.stdin.flush()
        self.living[handle] = int(self._process.stdout.readline())

    def kill(self, handle: str) -> None:
        os.kill(self.living[handle], signal.SIGKILL)
        self.is_gone(handle)

    def is_gone(self, handle: str) -> None:
        """Wait until an agent has been killed, no matter by whom."""
        pid = self.living.pop(handle)
        assert until(lambda: not Path(f"/proc/{pid}").exists())

    def end(self) -> None:
        for pid in self.living.values():
            with suppress(ProcessLookupError):  # it ended by itself: some assertion has failed
                os.kill(pid, signal.SIGKILL)
        self._process.communicate()


def logs_of(client: Client) -> list[bytes]:
    return [path.read_bytes() for path in client.logs()]


def is_over(client: Client, handle: str, games: int) -> bool:
    logs = client.logs()
    tables = [sit(client, path, handle, light=True).table for path in logs]
    return len(logs) == games and all(one.result and one.active().handle is None for one in tables)


def in_doubt(client: Client, handle: str) -> int:
    """How many messages were on their way when the agent was killed."""
    if not database_of(client, handle).exists():
        return 0
    database = AgentDatabase(database_of(client, handle))
    count = sum(row.state == "sending" for row in database.outbox())
    database.close()
    return count


@pytest.mark.long(2)
@pytest.mark.parametrize(
    # In every run agents are killed at the moments that matter: tests/agent/test_agent.py.
    "kills",
    sample([20, 200], 0, of=1),
)
def test_two_agents_are_killed_again_and_again(
    mailhost: MailHost, tmp_path: Path, kills: int
) -> None:
    ann, bob = players(mailhost, tmp_path, ("ann", "bob"), f"killed-{kills}")
    for name in NAMES:
        opens(ann, name=name, **GAMES[name.partition("-")[0]])
    for one in (ann, bob):
        one.agent.close()
    nursery = Nursery(
        {
            "folder": str(tmp_path),
            "ports": ports_of(mailhost),
            "accounts": {one.handle: one.account for one in (ann, bob)},
            "doubt": DOUBT_SECONDS / 60,
        }
    )
    rng = random.Random(5)  # noqa: S311 - when to kill
    doubts = 0
    try:
        for one in (ann, bob):
            nursery.start(one.handle)
        for number in range(MOST):
            if number >= kills and doubts:
                break
            one = rng.choice((ann, bob))
            time.sleep(rng.uniform(0.02, 0.5))
            nursery.kill(one.handle)
            if number % 5 == 0:  # these are killed at what they do, however long they take to it
                nursery.start(one.handle, rng.choice(MOMENTS))
                nursery.is_gone(one.handle)
            doubts += in_doubt(one.client, one.handle)
            nursery.start(one.handle)
        both = (ann, bob)
        assert until(lambda: all(is_over(one.client, one.handle, len(NAMES)) for one in both))
        assert until(lambda: not any(in_doubt(one.client, one.handle) for one in both))
        time.sleep(DOUBT_SECONDS + 1)  # whatever would come twice has come twice
        mailhost.wait_until_idle()
    finally:
        nursery.end()
    assert doubts > 0, "nobody was ever killed while sending: this shows nothing"
    assert sorted(logs_of(ann.client)) == sorted(logs_of(bob.client))
    for one in (ann, bob):
        for log in one.client.logs():
            verdict = verify(log, one.client.library)
            assert verdict.ok, verdict
        assert check_store(one.client).wrong == {}
        name = one.account.address.partition("@")[0]
        found = Counter(
            str(message_from_bytes(data)["Message-ID"]) for data in mailhost.messages(name)
        )
        assert [key for key, count in found.items() if count > 1] == []
        one.client.close()
