"""No door lets out another error than its page names, whatever comes in (decision 48)."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from contextlib import chdir
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZIP_LZMA, ZipFile

import pytest

from doors import post, requests
from doors.all_doors import NAMES, doors
from doors.door import Door, corpus
from doors.growing import SMALL, TIMES, grown, repeated
from doors.kept import Night, Tried, add, table
from doors.run import Watch, inputs
from long import times
from pbem import confined
from pbem.court.exhibits import gather
from toy import growth

COUNT = {
    "log": 20,
    "signed-log": 20,
    "signed-cup": 20,
    "request": 6,
    "pack-singapore": 20,
    "pack-tokyo": 30,
    "mail": 60,
    "cases": 40,
    "copies": 40,
    "received": 60,
}
"""The inputs a day for each door that has not `USUAL`: slow doors are tried less."""
USUAL = 100


@pytest.fixture(scope="module")
def every() -> Iterator[dict[str, Door]]:
    yield doors()
    requests.end()


@pytest.mark.parametrize("name", NAMES)
def test_nothing_but_errors_of_the_house_comes_out(name: str, every: dict[str, Door]) -> None:
    watch = Watch(every[name])
    now = COUNT.get(name, USUAL)
    for data in inputs(name, every[name], times(now, of=5 * now), seed=1):
        watch.enter(data)
    assert watch.tried > now
    assert watch.finds == {}


def test_every_door_is_named(every: dict[str, Door]) -> None:
    assert tuple(every) == NAMES
    assert all(corpus(name, door) for name, door in every.items())


def test_a_fault_after_a_door_is_found() -> None:
    """A door that falls over whatever holds a byte that is no ASCII."""

    def falls(data: bytes) -> None:
        data.decode("ascii")

    door = Door(falls, lambda: [b"a line", b"and another"])
    watch = Watch(door)
    for data in inputs("made", door, 200, seed=1):
        watch.enter(data)
    assert any(where.startswith("UnicodeDecodeError") for where in watch.finds)
    assert all(not data.isascii() for data in watch.finds.values())


def test_runs_of_many_nights_add_up(tmp_path):
    add(tmp_path, Night("card", "chance", 1000, 1000, 2.0, 0, 1))
    add(tmp_path, Night("log", "fuzzer", 40, 50, 10.0, 1, 0))
    with (tmp_path / "figures").open("a") as file:
        file.write('{"door": "lo')
    add(tmp_path, Night("card", "fuzzer", 2900, 3000, 2.0, 0, 0))
    assert list(table(tmp_path))[2:] == [
        "| log | 40 | 0 | 5 | 1 | 0 |",
        "| card | 2,900 | 1,000 | 1,000 | 0 | 1 |",
        "| all | 2,940 | 1,000 | 289 | 1 | 1 |",
    ]


def test_no_input_counts_twice_in_whatever_run_it_comes(tmp_path):
    """Each second one of 400 inputs comes again, half of them in another run."""
    door = Door(lambda data: None, lambda: [b"a line"])
    counted = []
    for first in (0, 100):
        with Tried.kept(tmp_path / "tried") as tried:
            watch = Watch(door, tried)
            for number in range(first, first + 100):
                watch.enter(b"%d" % number)
                watch.enter(b"%d" % (number - 50))
            counted.append((watch.tried, watch.inputs))
    assert counted == [(200, 150), (200, 100)]


def test_a_practice_whose_file_has_gone_is_reported_and_the_board_goes_on(every):
    """docs/board.md: what cannot be read is reported, and is no fault of the program."""
    page = requests.a_page()
    headers = {"host": requests.HOST, "sec-fetch-site": "same-origin",
               "cookie": page.known["@cookie"], "x-board-key": page.known["@key"]}  # fmt: skip
    with chdir(page.folder):
        assert page.ask("POST", "/1/sensible", headers, b'{"head": ""}')[0] == 200
        page.practice[0].unlink()
        for where in ("/1/sensible", "/1/back"):
            status, _, reported = page.ask("POST", where, headers, b'{"head": "", "to": 1}')
            assert (status, b"No such file" in reported) == (400, True)
        assert page.ask("GET", "/state", headers, b"")[0] == 200
    page.begin_again()


@pytest.mark.parametrize("packing", [ZIP_DEFLATED, ZIP_LZMA])
def test_a_zip_file_with_mangled_contents_is_reported_and_keeps_nothing_else_out(tmp_path, packing):
    """docs/court.md: what cannot be unpacked is reported by name; all else is imported."""
    made = BytesIO()
    with ZipFile(made, "w", packing) as packed:
        packed.writestr("bad.txt", b"some text, and more of it " * 20)
    data = bytearray(made.getvalue())
    name, extra = struct.unpack("<HH", data[26:30])
    begins = 30 + name + extra + (9 if packing == ZIP_LZMA else 0)
    data[begins : begins + 20] = b"\xff" * 20
    (tmp_path / "in").mkdir()
    (tmp_path / "within").mkdir()
    (tmp_path / "in" / "a.zip").write_bytes(data)
    (tmp_path / "in" / "b.txt").write_bytes(b"beside it")
    taken = gather([tmp_path / "in"], tmp_path / "within")
    assert [one.names for one in taken.exhibits] == [("a.zip",), ("b.txt",)]
    assert len(taken.unread) == 1
    assert taken.unread[0].startswith("a.zip/bad.txt: cannot be unpacked: ")


def test_a_piece_of_mail_is_repeated_as_its_seed_says() -> None:
    """Seed 19 finds a search for the end of each tag that is open."""
    piece, made = repeated(19)
    assert piece == b"<head>"
    little, much = made(SMALL), made(TIMES * SMALL)
    assert much.count(b"<head>") > TIMES * little.count(b"<head>") - TIMES
    assert [found for _, found in grown(range(1))] == []


@pytest.mark.parametrize("seed", range(60, 64))
def test_work_grows_as_the_pieces_do(seed: int) -> None:
    _, made = repeated(seed)
    with confined.by(confined.here):
        growth.is_linear(
            lambda: post.mail(made(SMALL)), lambda: post.mail(made(growth.TIMES * SMALL))
        )
