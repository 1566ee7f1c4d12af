"""Logs at each limit of section 2 and one above: both verifiers take and refuse them alike.

Shares are as large as on the page. A log of them all would be 64 MiB: `file.limit` is made small.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from pbem.log import chain
from second import reader
from second.both import by_program, by_second
from second.writer import Writer

pytestmark = pytest.mark.few(4)

MIB = 2**20
PART = 16_000
SEATS = {"us": "ann", "jp": "bob"}
WIDE = {"side": "us", "state": "0" * 64}


@pytest.fixture
def game() -> Writer:
    """Ann is active, for all that can be known without the rules."""
    return Writer(["ann", "bob"], SEATS, "umpire")


@pytest.fixture
def reported(tmp_path: Path):
    """Judge a log by both verifiers: they agree, and this is what they say."""

    def judge(writer: Writer, level: int = 1) -> tuple[str, int | None] | None:
        data = b"".join(writer.lines)
        path = tmp_path / "log.pbem"
        path.write_bytes(data)
        program, second = by_program(path, level), by_second(data, level)
        assert program == second
        return None if second.code is None else (second.code, second.seq)

    return judge


def last_size(writer: Writer) -> int:
    return len(writer.lines[-1])


def wide(writer: Writer, size: int, by: str = "ann", side: str = "us") -> None:
    """Write orders that take just so many bytes with the newline, which are no orders of a game."""
    orders: list[dict[str, str]] = [{"do": ""}]
    more = {"side": side, "state": "0" * 64}
    writer.write(by, "orders", orders=orders, **more)
    short = size - last_size(writer)
    writer.cut()
    while short > PART:
        orders.append({"do": "x" * (PART - len(',{"do":""}'))})
        short -= PART
    orders[0]["do"] = "x" * short
    writer.write(by, "orders", orders=orders, **more)
    assert last_size(writer) == size


def deep(depth: int) -> dict[str, Any]:
    value: dict[str, Any] = {"a": 1}
    for _ in range(depth - 1):
        value = {"a": value}
    return value


# --- bytes -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "code"), [(120_000, None), (120_001, "json.size")])
def test_a_line(game: Writer, reported, size: int, code: str | None) -> None:
    wide(game, size + 1)
    assert reported(game) == (code and (code, None))


@pytest.mark.parametrize(("most", "code"), [(120_000, None), (120_001, "ruling.wrong")])
def test_the_largest_ruling_holds_two_of_the_largest_lines(
    game: Writer, reported, most: int, code: str | None
) -> None:
    shown = []
    for size, side in ((120_001, "us"), (most + 1, "jp")):
        wide(game, size, side=side)
        shown.append(game.cut())
    game.write("uma", "ruling", fork=sorted(shown, key=game.name), then="branch")
    assert reported(game) == (code and (code, 4))


@pytest.mark.parametrize(
    ("size", "found"), [(262_144, ("ruling.wrong", 4)), (262_145, ("json.size", None))]
)
def test_a_ruling(game: Writer, reported, size: int, found: tuple[str, int | None]) -> None:
    shown = {"body": {"x" + str(n): "x" * PART for n in range(16)}, "y": ""}
    game.write("uma", "ruling", fork=[shown], then="branch")
    shown["y"] = "y" * (size + 1 - last_size(game))
    game.cut()
    game.write("uma", "ruling", fork=[shown], then="branch")
    assert last_size(game) == size + 1
    assert reported(game) == found


@pytest.mark.parametrize(("depth", "code"), [(32, None), (33, "json.form")])
def test_nesting(game: Writer, reported, depth: int, code: str | None) -> None:
    game.write("ann", "orders", orders=[deep(depth - 4)], **WIDE)
    assert reported(game) == (code and (code, None))


@pytest.mark.parametrize(("depth", "found"), [(32, None), (33, ("json.form", None))])
def test_nesting_of_a_ruling(
    game: Writer, reported, depth: int, found: tuple[str, None] | None
) -> None:
    """A ruling holds a line of 32 levels, and is 36 deep."""
    shown = []
    for side in ("us", "jp"):
        orders = [deep(depth - 4)]
        game.write("ann", "orders", side=side, orders=orders, state="0" * 64)
        shown.append(game.cut())
    game.write("uma", "ruling", fork=sorted(shown, key=game.name), then="branch")
    assert reported(game) == found


# --- numbers, texts and lists ----------------------------------------------------------------

OUT = {"out": "ann", "as": "forfeit"}
DAYS = dict.fromkeys(("allowed", "used", "granted", "absent", "bank", "grace"), 0)
LATE = {
    **DAYS, "owed": "orders", "event": "ab" * 32, "day": "2026-03-12", "on": "2026-03-21",
    "turn": None,
}  # fmt: skip
MOST = 9_999_999
TURN = dict.fromkeys(("allowed", "used", "granted", "absent"), MOST)


def late(**changes: Any) -> dict[str, Any]:
    return {**OUT, "late": {**LATE, **changes}}


@pytest.mark.few(7)
@pytest.mark.parametrize(
    "case",
    [
        ("ann", "orders", {"orders": [{}] * 1000}, {"orders": [{}] * 1001}, "event.kind"),
        ("ann", "orders", {"orders": [{}]}, {"orders": []}, "event.kind"),
        (
            "ann",
            "orders",
            {"orders": [{"do": "x" * 16_384}]},
            {"orders": [{"do": "x" * 16_385}]},
            "json.form",
        ),
        (
            "ann",
            "orders",
            {"orders": [{"do": "é" * 8192}]},
            {"orders": [{"do": "é" * 8192 + "x"}]},
            "json.form",
        ),
        (
            "ann",
            "orders",
            {"orders": [{"do": [1] * 4096}]},
            {"orders": [{"do": [1] * 4097}]},
            "json.form",
        ),
        ("ann", "orders", {"orders": [{"k" * 64: 1}]}, {"orders": [{"k" * 65: 1}]}, "json.form"),
        (
            "ann",
            "orders",
            {"orders": [{}], "note": "é" * 1000},
            {"orders": [{}], "note": "é" * 1000 + "x"},
            "event.fields",
        ),
        ("ann", "seal", {"label": "l" * 32}, {"label": "l" * 33}, "event.kind"),
        (
            "uma",
            "ruling",
            {**OUT, "late": None, "note": "n" * 2000},
            {**OUT, "late": None, "note": "n" * 2001},
            "event.fields",
        ),
        *(
            ("uma", "ruling", late(**{name: MOST}), late(**{name: MOST + 1}), "event.kind")
            for name in DAYS
        ),
        ("uma", "ruling", late(bank=0), late(bank=-1), "event.kind"),
        ("uma", "ruling", late(turn=TURN), late(turn={**TURN, "used": MOST + 1}), "event.kind"),
        ("uma", "ruling", late(day="0000-12-31"), late(day="2026-12-32"), "event.kind"),
        ("uma", "ruling", late(on="9999-02-31"), late(on="10000-01-01"), "event.kind"),
        ("uma", "ruling", late(owed="join"), late(owed="resign"), "event.kind"),
        ("uma", "ruling", late(event="0" * 64), late(event="0" * 63), "event.kind"),
    ],
)
def test_a_field(game: Writer, reported, case: tuple[str, str, Any, Any, str]) -> None:
    by, kind, good, bad, code = case
    more = {"orders": WIDE, "seal": {"commit": "0" * 64}}.get(kind, {})
    game.write(by, kind, **{**good, **more})
    assert reported(game) is None
    game.cut()
    game.write(by, kind, **{**bad, **more})
    assert reported(game) == (code, None if code == "json.form" else 4)


@pytest.mark.parametrize(("players", "code"), [(8, None), (9, "event.kind")])
def test_players(reported, players: int, code: str | None) -> None:
    handles = [f"p{number}" for number in range(players)]
    writer = Writer(["ann", *handles[1:]], {"us": "ann"}, "umpire")
    assert reported(writer) == (code and (code, 0))


# --- shares ----------------------------------------------------------------------------------


def written(writer: Writer, by: str) -> int:
    return sum(len(line) for line in writer.lines if f'"by":"{by}"'.encode() in line)


def fill(writer: Writer, by: str, share: int) -> None:
    """Let somebody write until their share has so many bytes; it takes a second for 4 MiB."""
    while (left := share - written(writer, by)) > 0:
        wide(writer, left if left <= 120_000 else min(120_000, left - 10_000), by)
    assert written(writer, by) == share


@pytest.mark.long
def test_the_share_of_a_player_to_the_byte_and_one_more(game: Writer, reported) -> None:
    fill(game, "ann", 4 * MIB)
    assert reported(game) is None
    size = last_size(game)
    game.cut()
    wide(game, size + 1)
    assert reported(game) == ("size.share", len(game.ids) - 1)


@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("kind", "data", "code"),
    [
        ("orders", {"orders": [{}], **WIDE}, "size.share"),
        ("offer", {"what": "tie"}, "size.share"),
        ("seal", {"label": "plan", "commit": "0" * 64}, "size.share"),
        ("reveal", {"of": "0" * 64, "salt": "0" * 64, "value": {}}, "commit.open"),
        ("answer", {"yes": True}, "answer.wrong"),
        ("dice", {"proof": "0" * 160}, "dice.keeper"),
        ("resign", {}, None),
    ],
)
def test_beyond_his_share_a_player_writes_what_he_owes(
    reported, monkeypatch: pytest.MonkeyPatch, kind: str, data: dict[str, Any], code: str | None
) -> None:
    narrow(monkeypatch)
    game = Writer(["ann", "bob"], SEATS, "umpire")
    fill(game, "ann", 40_000)
    game.write("ann", kind, **data)
    assert reported(game) == (code and (code, len(game.ids) - 1))


def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make shares small for both."""
    from pbem.table.handlers import shares

    for module, replacement, owed in ((shares, "REPLACEMENT", "OWED"), (reader, "HEIR", "MORE")):
        monkeypatch.setattr(module, "PLAYER", 40_000)
        monkeypatch.setattr(module, replacement, 10_000)
        monkeypatch.setattr(module, owed, 10_000)
        monkeypatch.setattr(module, "RULINGS", 20_000)


def test_both_have_the_shares_of_the_page() -> None:
    from pbem.table.handlers import shares

    numbers = (shares.PLAYER, shares.REPLACEMENT, shares.OWED, shares.RULINGS)
    assert numbers == (reader.PLAYER, reader.HEIR, reader.MORE, reader.RULINGS)
    assert numbers == (4 * MIB, MIB, MIB, 4 * MIB)
    page = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text()
    assert re.search("share of a replacement +1 MiB, and 1 MiB more for OWED +size.share", page)


def test_what_he_owes_has_an_end_too(reported, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ann opens again and again: the last one is at ann's limit, one byte more past it."""
    narrow(monkeypatch)
    for more in (0, 1):
        game = Writer(["ann", "bob"], SEATS, "umpire")
        fill(game, "ann", 39_000)
        game.write("ann", "seal", label="plan", commit="0" * 64)
        seal = game.ids[-1]
        game.write("ann", "reveal", of=seal, salt="0" * 64, value={"do": ""})
        short = 50_000 + more - written(game, "ann")
        game.cut()
        game.write("ann", "reveal", of=seal, salt="0" * 64, value={"do": "x" * short})
        assert reported(game) == (("size.share", len(game.ids) - 1) if more else None)


def test_the_share_of_a_replacement(game: Writer, reported) -> None:
    game.replace("ann", "dan")
    game.join("dan")
    fill(game, "dan", MIB)
    assert reported(game) is None
    game.write("dan", "offer", what="tie")
    assert reported(game) == ("size.share", len(game.ids) - 1)
    game.cut()
    game.write("dan", "resign")
    assert reported(game) is None


def test_the_share_of_the_umpire_is_more_for_rulings(
    reported, monkeypatch: pytest.MonkeyPatch
) -> None:
    narrow(monkeypatch)
    for more in (0, 1):
        game = Writer(["ann", "bob"], SEATS, "umpire")
        while (left := 60_000 + more - written(game, "uma")) > 4_000:
            game.write("uma", "ruling", back="0" * 64, note="n" * 2_000)
        for part in (left // 2, left - left // 2):
            game.write("uma", "ruling", back="0" * 64, note="")
            short = part - last_size(game)
            game.cut()
            game.write("uma", "ruling", back="0" * 64, note="n" * short)
        assert written(game, "uma") == 60_000 + more
        assert reported(game) == (("size.share", len(game.ids) - 1) if more else None)


# --- a whole log -----------------------------------------------------------------------------


@pytest.mark.few(1)
@pytest.mark.parametrize("level", [1, 2])
def test_eight_are_replaced_and_not_nine(game: Writer, reported, level: int) -> None:
    who = "ann"
    for number in range(9):
        assert reported(game, level) is None
        game.replace(who, f"heir{number}")
        who = f"heir{number}"
        if number < 8:
            game.join(who)
    assert reported(game, level) == ("ruling.wrong", len(game.ids) - 1)


def test_both_have_the_limits_of_a_log_of_the_page() -> None:
    assert chain.EVENTS_MAX == reader.MOST_EVENTS == 160_000
    assert chain.LOG_BYTES_MAX == reader.MOST_BYTES == 64 * MIB


def test_so_many_events_and_one_more(
    game: Writer, reported, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chain, "EVENTS_MAX", 9)
    monkeypatch.setattr(reader, "MOST_EVENTS", 9)
    while len(game.ids) < 9:
        game.orders("ann", "us")
    assert reported(game) is None
    game.orders("ann", "us")
    assert reported(game) == ("file.limit", 9)


def test_so_many_bytes_and_one_more(
    game: Writer, reported, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chain, "LOG_BYTES_MAX", 100_000)
    monkeypatch.setattr(reader, "MOST_BYTES", 100_000)
    size = 100_000 - len(b"".join(game.lines))
    wide(game, size)
    assert reported(game) is None
    game.cut()
    wide(game, size + 1)
    assert reported(game) == ("file.limit", 4)


@pytest.mark.parametrize(
    ("number", "code"),
    [(2**53 - 1, None), (2**53, "json.form"), (1 - 2**53, None), (-(2**53), "json.form")],
)
def test_an_integer(game: Writer, reported, number: int, code: str | None) -> None:
    """The library spells none that is larger, so it is written into the line."""
    game.write("ann", "orders", orders=[{"n": 7_777_777}], **WIDE)
    if code is None:
        game.cut()
        game.write("ann", "orders", orders=[{"n": number}], **WIDE)
    else:
        game.lines[-1] = game.lines[-1].replace(b"7777777", str(number).encode())
    assert reported(game) == (code and (code, None))


@pytest.mark.parametrize("level", [1, 2])
def test_what_was_taken_back_is_none_of_the_64_without_rules(tmp_path: Path, level: int) -> None:
    """Eleven of seventy seals are taken back; then 57 lie after the third."""
    players = {"us": "ann", "jp": "bob", "uk": "cal"}
    game = Writer(["ann", "bob", "cal"], players, "umpire")
    seals = [game.seal("ann", f"plan{number}") for number in range(70)]

    def undo(to: str) -> None:
        game.write("cal", "offer", what="undo", to=to)
        game.write("ann", "answer", yes=True)
        game.write("bob", "answer", yes=True)

    undo(seals[59])
    game.orders("ann", "us")
    undo(seals[2])
    game.seal("ann", "plan3")
    path = tmp_path / "log.pbem"
    path.write_bytes(b"".join(game.lines))
    assert by_program(path, level) == by_second(b"".join(game.lines), level)
    assert by_program(path, level).code is None
