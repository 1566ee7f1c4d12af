"""If the protocol's page once left two ways open, all three verifiers go the one it names.

They are the program at level 2, the one in Python that was written from the page (`tests/second`),
and the checker in a browser. Section 10 of the protocol names it (docs/checker.md).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from hostile.base import fixed_chance, to_bytes
from replays.conftest import Checker
from second.both import Reported, by_program, by_second
from second.writer import Writer
from toy.depot_group import DepotGroup, ended_while_boxed
from toy.depot_group import started as started_with_stocks
from toy.fates import AGAIN, KEEP, TAKE, TURN_UP, FateGroup, play, started
from toy.group import signer

pytestmark = pytest.mark.few(2)

SEATS = {"us": "ann", "jp": "bob", "uk": "cal"}
NOTHING = "0" * 64
TIE = {"result": {"winner": None, "why": "tie"}}
FORFEIT = {"as": "forfeit", "late": None}
SMALL_ORDER = "01" + "00" * 31
SCALAR = "02" + "00" * 31

Judged = Callable[[bytes], str | None]


@pytest.fixture
def code(in_browser: Checker, tmp_path: Path) -> Judged:
    """The code that a log's last event is refused with, None where it holds: all three agree."""

    def judged(log: bytes) -> str | None:
        path = tmp_path / "log.pbem"
        path.write_bytes(log)
        [report] = in_browser.reports([log])
        found = report["finding"]
        checker = Reported(found and found["code"], found and found["event"], report["good"])
        program = by_program(path, 2)
        assert program == by_second(log, 2) == checker
        count = log.count(b"\n")
        assert program.good == (count if program.code is None else count - 1)
        return program.code

    return judged


def log_of(writer: Writer) -> bytes:
    return b"".join(writer.lines)


@pytest.fixture
def game() -> Writer:
    """A game of three, all joined, whose umpire keeps dice too."""
    return Writer(["ann", "bob", "cal"], SEATS, "umpire")


def tied(game: Writer) -> None:
    """Have cal offer a tie, and the others agree."""
    game.write("cal", "offer", what="tie")
    for handle in ("ann", "bob"):
        game.write(handle, "answer", yes=True)


def test_an_opening_without_a_seat(code: Judged) -> None:
    game = Writer(["ann", "bob"], {}, "opponents")
    assert code(game.lines[0]) == "open.bad"


@pytest.mark.parametrize(("owed", "wanted"), [(False, "end.over"), (True, "join.order")])
def test_a_join_when_the_game_is_over(owed: bool, wanted: str, game: Writer, code: Judged) -> None:
    if owed:
        game.seal("bob", "plan")
    tied(game)
    game.join("ann")
    assert code(log_of(game)) == wanted


@pytest.mark.parametrize(
    ("kind", "wanted"),
    [
        ("Orders", "event.fields"),
        ("", "event.fields"),
        ("x" * 33, "event.fields"),
        ("x" * 32, "event.kind"),
    ],
)
def test_a_kind_that_is_no_name(kind: str, wanted: str, game: Writer, code: Judged) -> None:
    game.write("ann", kind)
    assert code(log_of(game)) == wanted


@pytest.mark.parametrize("ruling", [TIE, {"back": NOTHING}, {"out": "bob", **FORFEIT}])
def test_a_ruling_after_the_closing_one(ruling: dict[str, Any], game: Writer, code: Judged) -> None:
    game.seal("bob", "plan")
    tied(game)
    game.write("uma", "ruling", **TIE)
    assert code(log_of(game)) is None
    game.write("uma", "ruling", **ruling)
    assert code(log_of(game)) == "ruling.wrong"


@pytest.mark.parametrize(
    ("by", "whose", "wanted"),
    [
        ("cal", "cal", None),  # though bob is certainly the next to answer
        ("bob", "bob", None),
        ("cal", "bob", "commit.open"),
        ("uma", "bob", "pen.wrong"),
    ],
)
def test_an_opening_while_somebody_is_in_doubt(
    by: str, whose: str, wanted: str | None, game: Writer, code: Judged
) -> None:
    sealed = {handle: game.seal(handle, handle) for handle in ("bob", "cal")}
    game.secret_choice("cal", "another")
    game.write("ann", "offer", what="tie")
    game.reveal(by, sealed[whose])
    assert code(log_of(game)) == wanted


@pytest.mark.parametrize(
    ("out", "given", "consent", "wanted"),
    [
        ("bob", 0, True, None),
        ("cal", 0, True, None),
        ("cal", 0, False, None),
        ("bob", 1, True, None),
        ("bob", 1, False, "ruling.wrong"),
        ("cal", 1, True, "ruling.wrong"),  # the dice are bob's to give
    ],
)
def test_consent_where_dice_may_be_owed(  # noqa: PLR0917
    out: str, given: int, consent: bool, wanted: str | None, game: Writer, code: Judged
) -> None:
    """The umpire keeps first, then bob, then cal."""
    game.orders("ann", "us")
    for keeper in ["uma", "bob"][:given]:
        game.dice(keeper)
    others = [handle for handle in ("ann", "bob", "cal") if handle != out]
    game.replace(out, "dan", *(others if consent else ()))
    assert code(log_of(game)) == wanted


@pytest.mark.parametrize(("consent", "wanted"), [(False, "ruling.wrong"), (True, "key.bad")])
def test_a_replacement_with_neither_consent_nor_a_good_key(
    consent: bool, wanted: str, game: Writer, code: Judged
) -> None:
    game.orders("ann", "us")
    game.dice("uma")
    signer = game.signer
    game.signer = lambda handle: {**signer(handle), "sign": SMALL_ORDER}  # type: ignore[method-assign]
    game.replace("bob", "dan", *(("ann", "cal") if consent else ()))
    assert code(log_of(game)) == wanted


# --- decks -----------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    with fixed_chance("one way"):
        yield tmp_path


def tried(party: FateGroup | DepotGroup, by: str, kind: str, data: dict[str, Any]) -> bytes:
    """The log of a party, and after it what somebody tries."""
    return to_bytes([*party.events, party.forge(by, kind, data)])


ORDERS = {"side": "red", "orders": [{"do": "pass"}], "state": NOTHING}


@pytest.mark.parametrize(
    ("by", "kind", "data", "wanted"),
    [
        ("ann", "orders", ORDERS, None),
        ("bob", "orders", ORDERS, None),
        ("ann", "offer", {"what": "tie"}, None),
        ("ann", "resign", {}, None),
        ("uma", "resign", {}, "pen.wrong"),  # who never has it
        ("ann", "answer", {"yes": True}, "answer.wrong"),
        ("bob", "unmask", {"deck": "fate#1", "draws": []}, "event.kind"),
    ],
)
def test_another_event_while_a_deck_has_one_of_its_masks(  # noqa: PLR0917
    by: str, kind: str, data: dict[str, Any], wanted: str | None, folder: Path, code: Judged
) -> None:
    party = FateGroup(folder, umpire="uma")
    party.join_all()
    party.play("ann", "shuffle")
    assert party.table.active().handle == "bob"
    assert code(tried(party, by, kind, data)) == wanted


def masks(party: FateGroup, by: str, count: int) -> dict[str, Any]:
    """The first so many scalars of somebody, as they open them."""
    held = party.dealer(by).masks_owed()
    return {"masks": [{"deck": one.deck, "scalar": one.scalar} for one in held[:count]]}


@pytest.mark.parametrize(
    ("by", "count", "wanted"),
    [
        ("ann", 2, None),
        ("bob", 2, None),
        ("ann", 1, "deck.open"),
        ("uma", 2, "pen.wrong"),
    ],
)
def test_an_opening_of_masks_where_the_active_is_not_known(
    by: str, count: int, wanted: str | None, folder: Path, code: Judged
) -> None:
    party = started(folder, umpire="uma")
    party.orders("ann", play(party.hand("ann")[0]))
    party.deal()
    for order in (TAKE, KEEP, TURN_UP, AGAIN):  # which is a second deck
        party.orders("ann", order)
        party.deal()
    assert len(party.table.decks) == 2
    data = masks(party, by if by != "uma" else "ann", count)
    assert code(tried(party, by, "lay-open", data)) == wanted


def test_an_opening_of_masks_by_who_has_put_on_none(folder: Path, code: Judged) -> None:
    party = FateGroup(folder, umpire="uma")
    party.join_all()
    party.play("ann", "shuffle")
    one = {"masks": [{"deck": "fate#1", "scalar": SCALAR}]}
    assert code(tried(party, "bob", "lay-open", one)) == "pen.wrong"


@pytest.mark.parametrize("out", ["ann", "bob"])
@pytest.mark.parametrize("begun", [started, started_with_stocks])
def test_a_ruling_that_puts_out_when_all_is_opened(
    begun: Callable[..., FateGroup | DepotGroup], out: str, folder: Path, code: Judged
) -> None:
    """After the last opening of masks somebody is in doubt, after one of stocks nobody is."""
    party = begun(folder, umpire="uma")
    party.finish()
    assert party.table.active().handle is None
    assert code(tried(party, "uma", "ruling", {"out": out, **FORFEIT})) is None
    heir = {"out": out, "as": "replace", "late": None, "handle": "eve", "sign": signer("eve").sign}
    assert code(tried(party, "uma", "ruling", heir)) == "ruling.wrong"


@pytest.mark.parametrize("giving", [True, False], ids=["hand-over", "split"])
def test_an_opening_without_a_move_that_nobody_answered(
    giving: bool, folder: Path, code: Judged
) -> None:
    """The game ended before the ally said whether their box opens: so nothing was moved."""
    party = ended_while_boxed(folder, giving=giving)
    while (handle := party.table.active().handle) is not None:
        party.play(handle, "lay_open")
        assert code(to_bytes(party.events)) is None
