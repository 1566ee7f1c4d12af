"""The checker of the replay page in one long-lived process of node."""

from __future__ import annotations

import json
import shutil
import subprocess
from base64 import b64encode
from pathlib import Path
from typing import Any, NamedTuple

from pbem.replays import checker

HERE = Path(__file__).parent
INSIDE = ("check", "Finding", "Table", "readLine", "remember")
"""The parts of the script that the process uses besides its face."""


class Reported(NamedTuple):
    """A verdict: code and number of the first finding, and how many events before it are good."""

    code: str | None
    seq: int | None
    good: int


class Node:
    """A process of node with the checker in it. Use it as a context manager."""

    def __init__(self) -> None:
        node = shutil.which("node")
        if node is None:
            message = "install node: the checker of the replay page runs in it"
            raise FileNotFoundError(message)
        self.process = subprocess.Popen(
            [node, "-e", script()], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def __enter__(self) -> Node:
        return self

    def __exit__(self, *_: object) -> None:
        for end in (self.process.stdin, self.process.stdout):
            assert end is not None
            end.close()
        self.process.wait()

    def take(self, on: str | None, line: bytes, name: str) -> Reported:
        """Return what the checker says of one line after the event ``on``."""
        return self._reported({"on": on, "line": b64encode(line).decode(), "as": name})

    def check(self, log: bytes, *, scratch: bool = False) -> Reported:
        """Return what the checker says of a whole file; from scratch it remembers nothing."""
        return self._reported({"file": b64encode(log).decode(), "scratch": scratch})

    def forget(self) -> None:
        """Forget all events."""
        self._ask({"forget": True})

    def _reported(self, asked: dict[str, Any]) -> Reported:
        said = self._ask(asked)
        if "crash" in said:
            return Reported("crash: " + said["crash"][:300], None, 0)
        return Reported(said["code"], said["event"], said["good"])

    def _ask(self, asked: dict[str, Any]) -> dict[str, Any]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(asked).encode() + b"\n")
        self.process.stdin.flush()
        said: dict[str, Any] = json.loads(self.process.stdout.readline())
        return said


def script() -> str:
    """Return what node runs: the checker, what it remembers, and the reading of requests."""
    before, face = checker.assembled(*INSIDE).rsplit("return {", 1)
    remember = (HERE / "remember.js").read_text("utf-8")
    reader = (HERE / "reader.js").read_text("utf-8")
    return f"{before}{remember}\nreturn {{{face}\n{reader}"
