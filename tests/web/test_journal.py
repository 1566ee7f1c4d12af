"""The journal of a browser: every kept state comes back whole, whenever the program is killed."""

from __future__ import annotations

import os
import random
from contextlib import suppress

import pytest

from long import times
from pbem.web import journal
from pbem.web.journal import Change, Journal, JournalError, KeptHome
from web.media import Cut, Disk, File, Full


def put(path: str, data: bytes) -> Change:
    return Change(path, 0, data)


def opened(*files: File) -> Journal:
    """Open what lies on the disk once more, as another program would."""
    return Journal([File(Disk(), bytes(file.data)) for file in files])


def pair(disk: Disk | None = None) -> list[File]:
    disk = disk or Disk()
    return [File(disk), File(disk)]


def test_what_was_added_is_there_again():
    files = pair()
    made = Journal(files)
    made.add([put("a/b.key", b"one"), put("c", b"")])
    made.add([Change("a/b.key", 2, b"two"), Change("c", 0, None), put("d", b"\0" * 9)])
    assert opened(*files).files == {"a/b.key": b"ontwo", "d": b"\0" * 9}


def test_each_record_is_flushed_before_it_counts():
    files = pair()
    made = Journal(files)
    before = sum(file.flushes for file in files)
    made.add([put("a", b"1")])
    assert sum(file.flushes for file in files) == before + 1


@pytest.mark.parametrize(
    "changes", [[[put("a.key", b"one")]], [[put("a", b"1")], [put("b", b"2")]]]
)
def test_a_flipped_byte_costs_the_last_record_at_most(changes):
    files = pair()
    made = Journal(files)
    for some in changes:
        made.add(some)
    whole = [bytes(file.data) for file in files]
    for number, data in enumerate(whole):
        for at in range(len(data)):
            bad = [File(Disk(), one) for one in whole]
            bad[number].data[at] ^= 0xFF
            with suppress(JournalError):  # it says so, and changes nothing
                assert Journal(bad).files in after(changes)[-2:], (number, at)


def states(rng: random.Random) -> list[list[Change]]:
    """Changes one after the other, as a home makes them."""
    made = list[list[Change]]()
    for _ in range(rng.randrange(2, 12)):
        paths = rng.sample(["log", "record", "key", "card"], rng.randrange(1, 4))
        made.append([_change(rng, path) for path in paths])
    return made


def _change(rng: random.Random, path: str) -> Change:
    tail = rng.randbytes(rng.randrange(300)) if rng.random() < 0.9 else None
    return Change(path, rng.randrange(200) if tail else 0, tail)


def after(changes: list[list[Change]]) -> list[dict[str, bytes]]:
    """Return what the home holds after each batch, first none."""
    held = [dict[str, bytes]()]
    for batch in changes:
        now = dict(held[-1])
        for one in batch:
            if one.tail is None:
                now.pop(one.path, None)
            else:
                now[one.path] = now.get(one.path, b"")[: one.keep] + one.tail
        held.append(now)
    return held


@pytest.mark.parametrize("seed", range(times(30, 300)))
def test_killed_at_any_byte_it_has_all_that_was_kept_and_no_part_of_more(monkeypatch, seed):
    rng = random.Random(seed)  # noqa: S311 - the same each time
    monkeypatch.setattr(journal, "LONG", rng.choice([200, 1 << 20]))
    changes = states(rng)
    held = after(changes)
    disk = Disk()
    made = Journal(pair(disk))
    for batch in changes:
        made.add(batch)
    disk = Disk(left=rng.randrange(disk.written + 1))
    files, kept = pair(disk), 0
    try:
        made = Journal(files)
        for batch in changes:
            made.add(batch)
            kept += 1
    except Cut:
        pass
    found = opened(*files)
    assert found.files in held[kept : kept + 2]
    found.add([put("more", b"x")])
    assert opened(*found._media).files == {**found.files, "more": b"x"}


def test_where_there_is_no_room_nothing_is_half_there_and_it_goes_on_when_there_is():
    disk = Disk()
    files = [Full(disk, 400), Full(disk, 400)]
    made = Journal(files)
    made.add([put("a", bytes(100))])
    with pytest.raises(OSError, match="full"):
        made.add([put("b", bytes(400)), put("a", b"")])
    assert made.files == opened(*files).files == {"a": bytes(100)}
    made.add([put("c", b"c")])
    assert opened(*files).files == {"a": bytes(100), "c": b"c"}


def test_a_long_journal_is_written_again_and_each_is_as_short_as_the_home(monkeypatch):
    monkeypatch.setattr(journal, "LONG", 2_000)
    files = pair()
    made = Journal(files)
    for number in range(200):
        made.add([put("a", bytes([number]) * 100)])
    assert sum(file.size() for file in files) < 4_000
    assert opened(*files).files == {"a": bytes([199]) * 100}


def test_a_damaged_middle_is_no_end_that_was_cut_off():
    files = pair()
    made = Journal(files)
    for number in range(3):
        made.add([put("a", bytes([number]) * 50)])
    files[0].data[made.size // 2] ^= 1
    before = bytes(files[0].data)
    with pytest.raises(JournalError, match="damaged"):
        Journal(files)
    assert files[0].data == before


def test_an_older_program_leaves_a_newer_journal_alone():
    files = pair()
    Journal(files).add([put("a", b"1")])
    files[0].data[:] = files[0].data.replace(b"pbem journal 1\n", b"pbem journal 2\n", 1)
    before = bytes(files[0].data)
    with pytest.raises(JournalError, match="newer version"):
        Journal(files)
    assert files[0].data == before


def test_a_home_keeps_what_changed_and_only_that(tmp_path):
    files = pair()
    home = KeptHome(tmp_path / "home", Journal(files))
    log = tmp_path / "home" / "games" / "g.pbem"
    log.parent.mkdir()
    log.write_bytes(b"one\n" * 1000)
    (tmp_path / "home" / "g.lock").touch()
    home.keep()
    size = sum(file.size() for file in files)
    with log.open("ab") as file:
        file.write(b"two\n")
    home.keep()
    assert sum(file.size() for file in files) - size < 100
    log.rename(log.with_name("h.pbem"))
    home.keep()
    assert opened(*files).files == {"games/h.pbem": b"one\n" * 1000 + b"two\n"}
    again = KeptHome(tmp_path / "again", opened(*files))
    assert (tmp_path / "again" / "games" / "h.pbem").read_bytes().endswith(b"two\n")
    again.keep()


def test_a_file_that_was_written_within_one_tick_of_the_clock_is_looked_at(tmp_path):
    files = pair()
    home = KeptHome(tmp_path / "home", Journal(files))
    path = tmp_path / "home" / "a"
    path.write_bytes(b"one")
    home.keep()
    mark = path.stat()
    with path.open("r+b") as file:
        file.write(b"two")
        file.flush()
        os.utime(path, ns=(mark.st_atime_ns, mark.st_mtime_ns))
        home.keep()
    assert opened(*files).files == {"a": b"two"}
