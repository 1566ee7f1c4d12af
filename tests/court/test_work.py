"""The cost of a heap: work is counted, as bytes are, and grows no faster than the heap."""

from __future__ import annotations

import io
import sys
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from court import making
from court.conftest import LOG
from hostile.base import to_bytes, workshop
from pbem.court import exhibits, folder, shares
from pbem.court.document import markdown
from pbem.court.exhibits import gather
from pbem.court.hearing import hear
from pbem.errors import FormError
from pbem.identity.card import make_card
from pbem.log import head as heads
from pbem.log.days import Row, days_to_bytes, make_days
from pbem.log.event import Event, compose
from pbem.log.head import head_to_bytes, make_head
from pbem.table.table import Table
from toy.group import identity

LINES = LOG.read_bytes().splitlines(keepends=True)


def zipped(members: dict[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return packed.getvalue()


@pytest.fixture(scope="module")
def begun():
    with workshop("the work of a court") as place:
        yield making.begun(place)


def openings(first: Event, many: int) -> list[Event]:
    """The first events of so many games, alike but for their salts."""
    seed = identity(first.by).sign_seed
    return [
        compose(game="", seq=0, prev="0" * 64, by=first.by, at=first.at, kind="open",
                data=first.data, seed=seed)
        for _ in range(many)
    ]  # fmt: skip


def heap_of(first: Event, many: int) -> dict[str, bytes]:
    """So many games, each with a confirmation, days, a mail that carries it, a card and a claim."""
    seed, files = identity("ann").sign_seed, {}
    for number, event in enumerate(openings(first, many)):
        files[f"{number}.pbem"] = event.line + b"\n"
        files[f"{number}.head"] = head_to_bytes(make_head(event, by="ann", seed=seed))
        mail = making.mail("ann", 18, f"Game {number}.", event.line + b"\n")
        files[f"{number}.eml"] = bytes(mail)
        line = make_days(None, [Row(0, "2026-03-01", event.id, 0)], game=event.id, by="uma",
                         seed=identity("uma").sign_seed)  # fmt: skip
        files[f"{number}.days"] = days_to_bytes(line) + b"\n"
        files[f"{number}.card"] = make_card(replace(identity("eve"), handle=f"p{number}"))
        files[f"{number}.claim"] = making.claim("resigned", "bob", "ann", says=f"{number}")
    return files


def calls(heap: dict[str, bytes], place: Path) -> int:
    """Count the calls of functions by which a heap becomes a document."""
    place.mkdir()
    (place / "in.zip").write_bytes(zipped(heap))
    count = 0

    def counting(_frame: object, what: str, _arg: object) -> None:
        nonlocal count
        count += what in ("call", "c_call")

    within = place / "within"
    within.mkdir()
    before = sys.getprofile()
    sys.setprofile(counting)
    try:
        markdown(hear(gather([place / "in.zip"], within), within).case)
    finally:
        sys.setprofile(before)
    return count


def test_work_grows_no_faster_than_the_heap(begun, tmp_path):
    """Each game beside each confirmation, mail or sentence would take a small archive days."""
    first = begun.events[0]
    calls(heap_of(first, 1), tmp_path / "warm")
    few = calls(heap_of(first, 20), tmp_path / "few")
    many = calls(heap_of(first, 60), tmp_path / "many")
    more = calls(heap_of(first, 100), tmp_path / "more")
    assert more - many <= 1.15 * (many - few)


def test_a_confirmation_is_read_once_for_all_games(begun, heap, hearing, monkeypatch):
    read, does = [], heads.head_from_bytes
    monkeypatch.setattr(heads, "head_from_bytes", lambda data: read.append(data) or does(data))
    (heap / "in.zip").write_bytes(zipped(heap_of(begun.events[0], 12)))
    case = hearing(heap).case
    assert len(read) == 12
    assert sum(type(one.fact).__name__ == "Confirmed" for one in case.statements()) == 12


def test_names_in_archives_within_archives_stay_short(tmp_path):
    """Each name begins with that of its archive: ten thousand long ones would fill any memory."""
    claims = {
        f"{number}.claim": making.claim("dice", "bob", says=f"{number}") for number in range(9)
    }
    inside = zipped(claims)
    for _ in range(2):
        inside = zipped({f"{'a' * 60_000}.zip": inside})
    (tmp_path / "in.zip").write_bytes(inside)
    case = folder.write([tmp_path / "in.zip"], tmp_path / "case")
    names = [name for one in case.exhibits for name in one.names]
    assert len(names) == 12
    assert max(map(len, names)) == exhibits.NAME_MOST
    assert len({one.names for one in case.exhibits if one.kind == "claim"}) == 9
    assert len(case.claims) == 9 or len(case.unread) == 9  # by its end it is known as a claim
    assert folder.differences(tmp_path / "case") == []


def test_names_of_what_is_not_read_stay_short(tmp_path):
    inside = zipped({f"{'b' * 60_000}{number}.zip": b"PK\x03\x04" for number in range(3)})
    (tmp_path / "in.zip").write_bytes(inside)
    case = folder.write([tmp_path / "in.zip"], tmp_path / "case")
    assert case.unread
    assert max(map(len, case.unread)) < 2 * exhibits.NAME_MOST


def test_what_is_judged_again_and_again_has_a_limit(heap, tmp_path, monkeypatch):
    """A claim of one line has a whole log replayed: the limit counts the replay and not the line.

    The source that costs most is named first, and no case is written.
    """
    (heap / "a.pbem").write_bytes(b"".join(LINES))
    claims = {
        f"{number}.claim": making.claim("saw-dice", "alice", "bob", number, f"{number}")
        for number in range(4, len(LINES))
    }
    (heap / "heap.zip").write_bytes(zipped(claims))
    taken, does = list[int](), Table.take

    def counts(self: Table, event: Event) -> None:
        taken.append(len(event.line))
        does(self, event)

    monkeypatch.setattr(Table, "take", counts)
    folder.write([heap], tmp_path / "whole")
    size = sum(map(len, LINES))
    assert sum(taken) > 8 * size
    taken.clear()
    monkeypatch.setattr(shares, "ALL_WORK", 6 * size)
    with pytest.raises(FormError, match=r"nothing was judged: .*Most of it is for heap\.zip"):
        folder.write([heap], tmp_path / "case")
    assert 3 * size < sum(taken) <= 6 * size + max(map(len, LINES))
    assert not (tmp_path / "case").exists()


def test_a_game_that_is_judged_a_few_times_is_far_from_the_limit(heap, hearing, monkeypatch):
    (heap / "a.pbem").write_bytes(b"".join(LINES))
    monkeypatch.setattr(shares, "ALL_WORK", 8 * sum(map(len, LINES)))
    assert hearing(heap).case.unread == ()


def test_forks_that_are_ruled_on_count_each_time(heap, hearing, monkeypatch):
    """A ruling on a fork has the log before it read once more."""
    with workshop("ruled") as place:
        group = making.played(place)
        other = making.other_orders(group, note="a second thought")
        making.ruling_on_fork(group, other, "branch")
        data = to_bytes(group.events)
    (heap / "a.pbem").write_bytes(data)
    monkeypatch.setattr(shares, "ALL_WORK", len(data))
    with pytest.raises(FormError, match="nothing was judged"):
        hearing(heap)
