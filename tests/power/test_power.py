"""Nothing that was signed is lost or signed twice, wherever the power is cut."""

from __future__ import annotations

import random
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from commands.conftest import Home
from long import times
from pbem.log.event import Event, read_event
from pbem.log.file import read_events
from pbem.table.own.record import Record
from power.recording import STORY, Recording, Typed, compiled, record
from power.states import Call, States
from servers.conftest import need

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="calls are recorded there")

CUTS = times(0, of=25)
"""PBEM_LONG=40 cuts the power a thousand times."""
OPENED = next(number for number, (_, words) in enumerate(STORY) if words.startswith("new"))


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Recording:
    """The game, which is played once."""
    folder = tmp_path_factory.mktemp("played")
    return record(folder, compiled(folder, need("gcc", "gcc libc6-dev")))


def homes(states: States, recording: Recording, to: Path, who: str, rng: Any) -> None:
    """Write the homes of both, of which the power of one was cut if there is an ``rng``."""
    for one in ("ann", "bob"):
        states.write(to / one, recording.folder / "homes" / one, rng if one == who else None)


def tree(folder: Path) -> dict[str, bytes]:
    """Return all files but those of a database, which maps memory, and of locks."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and ".sqlite" not in path.name
    }


@pytest.mark.long
def test_what_was_recorded_is_all_that_was_done(played: Recording, tmp_path: Path) -> None:
    states = States()
    for call in played.calls:
        states.do(call)
    homes(states, played, tmp_path, "", None)
    assert tree(tmp_path) == tree(played.folder / "homes")
    assert sum(call.what == "sync" for call in played.calls) > 100
    signing = [one for one in played.typed if one.words.startswith(("new", "join", "order"))]
    assert all(one.ends - one.begins > 10 for one in signing)


@pytest.mark.long
def test_the_power_is_cut(played: Recording, tmp_path: Path) -> None:
    for number in range(CUTS):
        folder = tmp_path / str(number)
        looked_at(cut(number, played, folder), folder)
        shutil.rmtree(folder)


@pytest.mark.long
def test_a_disk_that_lies_is_found_out(played: Recording, tmp_path: Path) -> None:
    """If nothing is put there for good, what was mailed is lost: the checks would see it."""
    for number in range(40):
        folder = tmp_path / str(number)
        if lost(cut(number, played, folder, lies=True), folder):
            return
    pytest.fail("forty cuts of such a disk have lost nothing")


class Cut(NamedTuple):
    """A power cut: during which command, the ``which``-th of all; ``reported``: where, in words.

    ``events``: every event of the game as it was played, by its id.
    """

    which: int
    typed: Typed
    reported: str
    events: dict[str, Event]


def cut(number: int, played: Recording, folder: Path, *, lies: bool = False) -> Cut:
    """Write what is left after a cut, by its number, into ``folder``.

    ``lies``: the disk says that it has put there for good what it has not.
    """
    rng = random.Random(number)  # noqa: S311 - nobody has to trust it
    at = rng.randrange(1, len(played.calls))
    which, typed = next((n, one) for n, one in enumerate(played.typed) if one.ends > at)
    states = States()
    for call in played.calls[:at]:
        if not (lies and call.what == "sync"):
            states.do(call)
    homes(states, played, folder, typed.who, rng)
    post = folder / "post"
    post.mkdir()
    for name, data in played.mail[max(which - 1, 0)].items():
        (post / name).write_bytes(data)
    both = (played.folder / "homes" / one for one in ("ann", "bob"))
    events = {event.id: event for home in both for event in logs(home)}
    return Cut(which, typed, f"cut {number}, call {at}, {typed.who} at '{typed.words}'", events)


def lost(one: Cut, folder: Path) -> list[str]:
    """Return the events that the one who was cut off had mailed, and has no more."""
    who, other = one.typed.who, "bob" if one.typed.who == "ann" else "ann"
    mailed = {event.id for path in (folder / "post").glob("*.pbem") for event in read_events(path)}
    left = mailed | {event.id for event in logs(folder / other)}
    had = {event.id for event in all_of(folder / who, who)}
    return [event for event in left - had if one.events[event].by == who]


def looked_at(one: Cut, folder: Path) -> None:
    """See that nothing is lost, go on, and see that nothing was signed twice."""
    who, reported = one.typed.who, one.reported
    assert not lost(one, folder), f"{reported}: events that had left are lost"
    before = {event.id: event for event in all_of(folder / who, who)}
    goes_on(one, folder)
    after = {event.id: event for event in all_of(folder / who, who)}
    assert before.keys() <= after.keys(), f"{reported}: what was signed is gone"
    signed: dict[tuple[str, str], str] = {}
    for home in ("ann", "bob"):
        for event in (*all_of(folder / who, who), *logs(folder / home)):
            if event.by == who:
                first = signed.setdefault((event.game_id, event.prev), event.id)
                assert first == event.id, f"{reported}: two events {event.seq} on one predecessor"


def goes_on(cut: Cut, folder: Path) -> None:
    """Type what was cut off once more, mail it, and let the other read it.

    A player who was opening a game looks first whether it is there: another one would be opened
    beside it.
    """
    who, which, reported = cut.typed.who, cut.which, cut.reported
    one, post, said = Home(folder / who), folder / "post", ""
    if which != OPENED or not list(logs(one.folder)):
        ran = one.run(*cut.typed.words.replace("POST", str(post)).split())
        said = ran.out + ran.err
        assert ran.code in (0, 1), f"{reported}: {said}"
        assert "Traceback" not in said, reported
    if which < OPENED:
        return  # there is no game yet
    count, was = len(list(logs(one.folder))), reached(which)
    assert count >= was, f"{reported}: the game has {count} events and not {was}: {said}"
    assert one.run("verify", "saipan-ann-bob").code == 0, reported
    sent, other = one.sends(), Home(folder / ("bob" if who == "ann" else "ann"))
    took = other.run("take", sent)
    assert took.code == 0, f"{reported}: {took.out}{took.err}"
    assert [event.id for event in logs(one.folder)] == [event.id for event in logs(other.folder)]


def reached(which: int) -> int:
    """Return how many events the game has that the author of a command sees after it."""
    seen, sent = dict.fromkeys(("ann", "bob"), 0), 0
    for who, words in STORY[: which + 1]:
        name = words.split()[0]
        if name in ("new", "join", "order", "dice"):
            seen[who] += 1
        elif name == "send":
            sent = seen[who]
        elif name == "take":
            seen[who] = sent
    return seen[STORY[which][0]]


def logs(home: Path) -> Iterable[Event]:
    """Yield the events of all games of a home."""
    for path in sorted((home / "games").glob("*.pbem")):
        yield from read_events(path)


def all_of(home: Path, who: str) -> Iterable[Event]:
    """Yield the events of somebody's logs and of their record."""
    yield from logs(home)
    for path in (home / "record" / who).glob("*.jsonl"):
        for entry in Record(path).entries:
            if entry.line:
                yield read_event(entry.line.encode())


# --- the disk -------------------------------------------------------------------------------------

DISK = Path("/disk")


def left(*calls: tuple[Any, ...], to: Path) -> set[bytes | None]:
    """Return what may be left of ``a`` when the power goes after these calls."""
    states, found = States(), set()
    for what, name, *more in calls:
        other = DISK / more[0] if what in ("rename", "link") else Path()
        data = more[0] if what == "write" else b""
        states.do(Call(what, DISK / name, other, 0, data))
    for number in range(60):
        folder = to / str(number)
        states.write(folder, DISK, random.Random(number))  # noqa: S311
        found.add((folder / "a").read_bytes() if (folder / "a").exists() else None)
    return found


def test_of_what_was_not_synced_anything_may_be_left(tmp_path: Path) -> None:
    written = (("create", "a"), ("sync", "."), ("write", "a", b"xyz"))
    assert {b"", b"xyz", b"x", bytes(3)} <= left(*written, to=tmp_path / "one")
    assert left(*written, ("sync", "a"), to=tmp_path / "other") == {b"xyz"}


def test_a_name_may_be_gone_until_its_folder_is_synced(tmp_path: Path) -> None:
    written = (("create", "a"), ("write", "a", b"xyz"), ("sync", "a"))
    assert left(*written, to=tmp_path / "one") == {None, b"xyz"}
    assert left(*written, ("sync", "."), to=tmp_path / "other") == {b"xyz"}


def test_a_file_put_in_place_of_another_is_the_one_or_the_other(tmp_path: Path) -> None:
    old = (("create", "a"), ("write", "a", b"old"), ("sync", "a"), ("sync", "."))
    new = (("create", "b"), ("write", "b", b"new"), ("sync", "b"), ("rename", "b", "a"))
    assert left(*old, *new, to=tmp_path) == {b"old", b"new"}
