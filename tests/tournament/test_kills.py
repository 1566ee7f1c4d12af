"""The director's program is killed wherever it touches the disk: nothing is lost, nothing twice."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from long import ASKED, PATIENCE, times
from pbem.agent.reading.incoming import Incoming
from pbem.agent.reading.quarantine import Quarantine
from toy.directing import BY_MAIL, STEPS, Directed, check_end, story

LAST = STEPS[-1][0]
EVERY = (9, 4, 1)[min(ASKED, 2)]
"""At every how many of the places where a command can be killed it is."""


class Killed(BaseException):
    """The program is no more: nobody takes notice, and nothing is tidied up."""


class Killer:
    """Ends a command at the n-th thing that it does to the disk; 0 lets it live and counts."""

    NAMES = ("fsync", "replace", "rename", "link", "unlink", "mkdir")

    def __init__(self, at: int) -> None:
        self.at, self.count = at, 0

    def due(self) -> bool:
        """Count one thing more; once dead it does nothing any more."""
        self.count += 1
        return bool(self.at) and self.count >= self.at

    @contextmanager
    def at_work(self) -> Iterator[None]:
        true = {name: getattr(os, name) for name in (*self.NAMES, "fdopen")}
        try:
            for name in self.NAMES:
                setattr(os, name, self.guarded(true[name]))
            os.fdopen = self.torn
            yield
        finally:
            for name, one in true.items():
                setattr(os, name, one)

    def guarded(self, act: Any) -> Any:
        def wrapped(*args: Any, **more: Any) -> Any:
            if self.due():
                raise Killed
            return act(*args, **more)

        return wrapped

    def torn(self, descriptor: int, mode: str, *_: Any) -> Any:
        """Open a file of which only half is written when the end comes."""
        if mode == "rb":
            return open(descriptor, mode)
        killer = self

        class Torn(io.BufferedRandom if "+" in mode else io.BufferedWriter):  # type: ignore[misc]
            def write(self, data: Any) -> int:
                if killer.due():
                    if killer.count == killer.at:
                        super().write(data[: len(data) // 2])
                        super().flush()
                    raise Killed
                return int(super().write(data))

        return Torn(io.FileIO(descriptor, mode.replace("b", "")))


@pytest.fixture(scope="module")
def days(tmp_path_factory):
    """Return the folder before each command, its words, and how often it can be killed."""
    folder = tmp_path_factory.mktemp("days")
    dora = Directed(folder / "true")
    days = {}
    for name, others, act in STEPS:
        others(dora)
        before = copytree(dora.folder, folder / name)
        killer = Killer(0)
        with killer.at_work():
            act(dora)
        days[name] = before, story(dora.events()), killer.count
    check_end(dora)
    return days


# Folders that go away by themselves try to when their owner dies here, and find the disk dead too.
@pytest.mark.few(3, 16)
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("number", range(len(STEPS)), ids=[name for name, _, _ in STEPS])
def test_killed_anywhere_and_typed_again(days, number, tmp_path):
    name, _, act = STEPS[number]
    before, after, places = days[name]
    assert places >= 5
    had = Directed(before).events()
    for at in range(1 + number % EVERY, places + 1, EVERY):
        dora = Directed(copytree(before, tmp_path / str(at)))
        killer = Killer(at)
        with killer.at_work(), pytest.raises(Killed):
            act(dora)
        seen = dora.events()
        assert seen[: len(had)] == had, at
        assert story(seen) == after[: len(seen)], at
        if seen:
            dora.check_published()
        again = Directed(dora.folder)
        act(again)
        now = again.events()
        assert now[: len(seen)] == seen, at
        assert story(now) == after, at
        whole = b"".join(event.line + b"\n" for event in now)
        assert again.log.read_bytes() == whole, "he mails the file as it is"
        again.check_published()
        if name == LAST:
            check_end(again)


def test_a_message_at_which_the_agent_dies_three_times_is_collected_by_hand(tmp_path, monkeypatch):
    """It dies at both attempts, and once more while it puts the message aside."""
    dora = Directed(tmp_path)
    dora.founds()
    dora.entries_come_by_mail()

    def dies(*_: Any, **__: Any) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(Incoming, "take", dies)
        patch.setattr(Quarantine, "keep", dies)
        for _ in range(3):
            with pytest.raises(Killed):
                dora.collects_the_mailbox()
    dora.collects_the_mailbox()
    assert {one.handle for one in dora.fold().now.entrants} == set(BY_MAIL)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="kills forked children")
@pytest.mark.long
def test_killed_by_the_system(tmp_path):
    """Through whole tournaments, one after the other: a process of its own, which may fork."""
    count = times(10, of=20)
    root = Path(__file__).parents[2]
    ran = subprocess.run(
        [sys.executable, "-m", "toy.directing", str(tmp_path), str(count)],
        env={**os.environ, "PYTHONPATH": f"{root}:{root / 'tests'}"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    number, within, ended = map(int, ran.stdout.split())
    assert number >= count
    assert ended > 0
    assert within > number // 4
