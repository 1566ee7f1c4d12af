"""The logs that levels 1 and 2 accept while a player is in doubt (section 10), by both verifiers.

An opening that could not have been sealed legally puts its author out, and only the rules show it.
Each log here is taken by who has the rules, in one case or the other.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from second.both import by_program, by_second
from second.new_keys import NEW_KEYS
from second.writer import Writer

pytestmark = pytest.mark.few(4)

SEATS = {"us": "ann", "jp": "bob", "uk": "cal"}
TIE = {"result": {"winner": None, "why": "tie"}}
Reported = Callable[[Writer], tuple[str, int | None] | None]


@pytest.fixture
def game() -> Writer:
    return Writer(["ann", "bob", "cal"], SEATS, "umpire")


@pytest.fixture(params=[1, 2])
def reported(request: pytest.FixtureRequest, tmp_path: Path) -> Reported:
    """Judge a log by both verifiers: they agree, and this is what they say."""

    def judge(writer: Writer) -> tuple[str, int | None] | None:
        data = b"".join(writer.lines)
        (tmp_path / "log.pbem").write_bytes(data)
        second = by_second(data, request.param)
        assert by_program(tmp_path / "log.pbem", request.param) == second
        return None if second.code is None else (second.code, second.seq)

    return judge


def reported_of_last(writer: Writer, reported: Reported) -> str | None:
    """Return the code that the last event is refused with; all others are good."""
    found = reported(writer)
    assert found is None or found[1] == len(writer.ids) - 1
    return found and found[0]


def forked(writer: Writer, by: str) -> Any:
    """Write orders, and return others on the same predecessor."""
    writer.write(by, "orders", side="jp", orders=[{"do": "other"}], state="0" * 64)
    other = writer.cut()
    writer.orders(by, "jp")
    return other


@pytest.mark.parametrize(
    ("by", "kind", "data", "code"),
    [
        ("ann", "answer", {"yes": True}, None),
        ("ann", "answer", {"yes": False}, None),
        ("ann", "orders", {"side": "us", "orders": [{}], "state": "0" * 64}, "kind.wrong"),
        ("cal", "orders", {"side": "uk", "orders": [{}], "state": "0" * 64}, "pen.wrong"),
        ("uma", "ruling", TIE, None),
    ],
)
def test_an_offer_is_open_where_a_ruling_on_a_fork_puts_out_who_may_be_out(  # noqa: PLR0917
    game: Writer, reported: Reported, by: str, kind: str, data: dict[str, Any], code: str | None
) -> None:
    """If bob's opening was illegal the ruling changes nothing; if not, ann answers alone."""
    other = forked(game, "bob")
    game.secret_choice("bob", "plan")
    game.write("cal", "offer", what="tie")
    game.write("uma", "ruling", fork=[other], then="forfeit")
    game.write(by, kind, **data)
    assert reported_of_last(game, reported) == code


def test_an_offer_is_open_again_for_who_gives_dice_beside_it(
    game: Writer, reported: Reported
) -> None:
    """Dice do not say that an offer is none (D2), and ann's say that ann is in the game."""
    game.secret_choice("ann", "one")
    game.secret_choice("bob", "two")
    game.write("cal", "offer", what="tie")
    game.owe_dice()
    game.dice("uma")
    game.dice("ann")
    game.write("cal", "answer", yes=False)
    assert reported_of_last(game, reported) == "pen.wrong"


@pytest.mark.parametrize("first", ["ann", "bob"])
def test_who_may_be_out_opens_after_the_others_or_before(
    game: Writer, reported: Reported, first: str
) -> None:
    sealed = {"ann": game.seal("ann", "one"), "bob": game.seal("bob", "two")}
    game.secret_choice("ann", "three")
    game.write("cal", "offer", what="tie")
    game.write("bob", "answer", yes=True)  # with ann's answer, were ann in the game
    game.reveal(first, sealed[first])
    game.reveal("bob" if first == "ann" else "ann", sealed["bob" if first == "ann" else "ann"])
    assert reported(game) is None
    game.reveal("ann", sealed["ann"])
    assert reported_of_last(game, reported) == "commit.open"


@pytest.mark.parametrize("first", ["ann", "bob"])
def test_an_opening_after_the_end_puts_its_author_last_or_not(
    game: Writer, reported: Reported, first: str
) -> None:
    sealed = {"ann": game.seal("ann", "one"), "bob": game.seal("bob", "two")}
    again = game.seal("ann", "three")
    game.write("cal", "offer", what="tie")
    for handle in ("ann", "bob"):
        game.write(handle, "answer", yes=True)
    game.reveal("ann", again)
    game.reveal(first, sealed[first])
    assert reported(game) is None


def test_the_first_opening_after_the_end_is_due_in_order(game: Writer, reported: Reported) -> None:
    game.seal("ann", "one")
    second = game.seal("bob", "two")
    game.write("cal", "offer", what="tie")
    for handle in ("ann", "bob"):
        game.write(handle, "answer", yes=True)
    game.reveal("bob", second)
    assert reported_of_last(game, reported) == "pen.wrong"


def test_a_game_is_closed_if_who_has_to_join_may_have_won(game: Writer, reported: Reported) -> None:
    """Bob may be out, and cal is: then dan, who follows ann, wins without having joined."""
    other = forked(game, "cal")
    game.secret_choice("bob", "plan")
    game.replace("ann", "dan")
    game.write("uma", "ruling", fork=[other], then="forfeit")
    game.write("uma", "ruling", result={"winner": "us", "why": "forfeit"})
    assert reported(game) is None


def test_a_game_that_waits_for_a_join_is_not_closed_where_nobody_is_in_doubt(
    game: Writer, reported: Reported
) -> None:
    game.replace("ann", "dan")
    game.write("uma", "ruling", result={"winner": "us", "why": "forfeit"})
    assert reported_of_last(game, reported) == "ruling.wrong"


def replaced_before_the_dice(game: Writer) -> str:
    """Ann, who owes dice, is replaced by dan, who has to join; return what cal has sealed."""
    sealed = game.seal("cal", "plan")
    game.orders("bob", "jp")
    game.dice("uma")
    game.replace("ann", "dan", "bob", "cal")
    game.dice("uma", instead="ann")
    return sealed


def test_a_game_is_over_perhaps_where_dice_came_before_a_join(
    game: Writer, reported: Reported
) -> None:
    sealed = replaced_before_the_dice(game)
    game.dice("cal", last=True)
    game.reveal("cal", sealed)
    game.write("uma", "ruling", result={"winner": "jp", "why": "victory"})
    assert reported(game) is None


@pytest.mark.few(2)
@pytest.mark.parametrize("last", [False, True])
def test_who_owes_an_opening_is_put_out_where_dice_came_before_a_join(
    last: bool, game: Writer, reported: Reported
) -> None:
    replaced_before_the_dice(game)
    if last:
        game.dice("cal", last=True)
    game.write("uma", "ruling", **{"as": "forfeit", "late": None, "out": "bob"})
    assert reported_of_last(game, reported) == (None if last else "ruling.wrong")


@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("orders", {"side": "jp", "orders": [{}], "state": "0" * 64}),
        ("resign", {}),
        ("offer", {"what": "tie"}),
    ],
)
def test_nobody_plays_on_where_dice_came_before_a_join(
    kind: str, data: dict[str, Any], game: Writer, reported: Reported
) -> None:
    replaced_before_the_dice(game)
    game.dice("cal", last=True)
    game.write("bob", kind, **data)
    assert reported_of_last(game, reported) == "join.order"


def test_a_game_is_not_over_where_dice_are_owed_before_a_join(
    game: Writer, reported: Reported
) -> None:
    replaced_before_the_dice(game)
    game.write("uma", "ruling", result={"winner": "jp", "why": "victory"})
    assert reported_of_last(game, reported) == "ruling.wrong"


@pytest.mark.parametrize(
    ("by", "kind", "data"),
    [
        ("ann", "answer", {"yes": True}),
        ("bob", "answer", {"yes": False}),
        ("cal", "orders", {"side": "uk", "orders": [{}], "state": "0" * 64}),
        ("uma", "ruling", TIE),
        ("uma", "ruling", {"out": "ann", "as": "forfeit", "late": None}),
        ("uma", "ruling", {"out": "bob", "as": "forfeit", "late": None}),
    ],
)
def test_a_tie_may_have_been_agreed_to_where_all_who_answer_may_be_out(
    game: Writer, reported: Reported, by: str, kind: str, data: dict[str, Any]
) -> None:
    game.secret_choice("ann", "one")
    game.secret_choice("bob", "two")
    game.write("cal", "offer", what="tie")
    game.write(by, kind, **data)
    assert reported(game) is None


@pytest.mark.parametrize("by", ["ann", "bob"])
def test_a_ruling_leaves_an_offer_open_that_who_may_be_out_has_to_answer(
    game: Writer, reported: Reported, by: str
) -> None:
    """It answers nothing: any of them who is in the game still can."""
    game.secret_choice("ann", "one")
    game.secret_choice("bob", "two")
    game.write("cal", "offer", what="tie")
    game.write("uma", "ruling", back="0" * 64)
    game.write(by, "answer", yes=False)
    assert reported(game) is None
    game.write(by, "answer", yes=False)
    assert reported_of_last(game, reported) is not None


def dice(game: Writer) -> None:
    """Let ann keep for bob, between the umpire and cal."""
    game.orders("bob", "jp")
    game.dice("uma")
    game.dice("ann")
    game.dice("cal", last=True)


def refused(game: Writer, by: str, who: str) -> None:
    """Let somebody offer a tie, and another say no; then the game has to go on first."""
    game.write(by, "offer", what="tie")
    game.write(who, "answer", yes=False)
    game.orders("cal", "uk")


@pytest.mark.parametrize(
    "writes",
    [
        lambda game: game.orders("ann", "us"),
        dice,
        lambda game: game.seal("ann", "two"),
        lambda game: refused(game, "ann", "bob"),
        lambda game: refused(game, "bob", "ann"),
    ],
    ids=["orders", "dice", "seal", "offer", "answer"],
)
def test_who_writes_what_only_players_write_is_in_doubt_no_more(
    game: Writer, reported: Reported, writes: Callable[[Writer], None]
) -> None:
    game.secret_choice("ann", "one")
    writes(game)
    game.write("cal", "offer", what="tie")
    game.write("bob", "answer", yes=True)
    assert reported_of_last(game, reported) == "pen.wrong"


def test_who_resigns_is_out_and_in_doubt_no_more(game: Writer, reported: Reported) -> None:
    game.secret_choice("ann", "one")
    game.write("ann", "resign")
    game.write("cal", "offer", what="tie")
    game.write("uma", "ruling", **{"out": "cal", "as": "forfeit", "late": None})
    assert reported_of_last(game, reported) == "ruling.wrong"


@pytest.mark.parametrize("signer", ["ann", "new"])
def test_a_key_that_may_have_been_agreed_to_is_good_and_so_is_the_old_one(
    game: Writer, reported: Reported, signer: str
) -> None:
    old, new = game.key("ann"), game.key("new")
    game.secret_choice("bob", "one")
    game.secret_choice("cal", "two")
    game.keys("ann", "new", "new")
    key = game.key
    game.key = lambda handle: {"ann": new if signer == "new" else old}.get(handle) or key(handle)  # type: ignore[method-assign]
    game.orders("ann", "us")
    assert reported(game) is None
    game.key = lambda handle: {"ann": old}.get(handle) or key(handle)  # type: ignore[method-assign]
    game.orders("ann", "us")
    assert reported_of_last(game, reported) == ("sig.bad" if signer == "new" else None)


def test_a_key_that_was_refused_is_not_good(game: Writer, reported: Reported) -> None:
    new, key = game.key("new"), game.key
    game.secret_choice("bob", "one")
    game.secret_choice("cal", "two")
    game.keys("ann", "new", "new")
    game.write("cal", "answer", yes=False)
    game.key = lambda handle: new if handle == "ann" else key(handle)  # type: ignore[method-assign]
    game.orders("ann", "us")
    assert reported_of_last(game, reported) == "sig.bad"


@pytest.mark.parametrize(
    ("by", "kind", "data", "code"),
    [
        ("ann", "orders", {"side": "us", "orders": [{}], "state": "0" * 64}, "end.over"),
        ("bob", "reveal", None, "pen.wrong"),
        ("uma", "reveal", None, "pen.wrong"),
        ("ann", "reveal", None, None),
        ("uma", "ruling", {"back": "0" * 64}, "ruling.wrong"),
        ("uma", "dice", {"proof": "0" * 160}, "dice.keeper"),
    ],
)
def test_after_the_closing_come_owed_openings_in_order(  # noqa: PLR0917
    game: Writer,
    reported: Reported,
    by: str,
    kind: str,
    data: dict[str, Any] | None,
    code: str | None,
) -> None:
    """A closing ruling says at every level that the game is over."""
    sealed = {"ann": game.seal("ann", "one"), "bob": game.seal("bob", "two")}
    game.orders("cal", "uk")
    game.write("uma", "ruling", result={"winner": "us", "why": "victory"})
    of = sealed.get(by, sealed["ann"])
    game.write(by, kind, **(data or {"of": of, "salt": "0" * 64, "value": {"do": "plan"}}))
    assert reported_of_last(game, reported) == code


def test_where_nothing_is_owed_a_closed_game_takes_no_opening(
    game: Writer, reported: Reported
) -> None:
    game.orders("cal", "uk")
    game.write("uma", "ruling", result={"winner": "us", "why": "victory"})
    game.write("uma", "reveal", of="0" * 64, salt="0" * 64, value={})
    assert reported_of_last(game, reported) == "end.over"


# --- new keys, and the forks of the old ones ---------------------------------------------------


@pytest.mark.parametrize("name", NEW_KEYS)
def test_new_keys_settle_a_fork_of_the_old_key_if_somebody_else_agreed(
    reported: Reported, name: str
) -> None:
    write, settled = NEW_KEYS[name]
    game = write()
    assert reported_of_last(game, reported) == ("ruling.wrong" if settled else None)


REMOVED = {"as": "forfeit", "late": None, "out": "bob"}


@pytest.mark.parametrize(("way", "code"), [("over", "dice.keeper"), ("last", "dice.rolls")])
@pytest.mark.parametrize("how", ["forfeit", "replace", "fork"])
def test_a_keeper_whom_a_ruling_has_removed_was_in_the_game_at_the_trigger(
    game: Writer, reported: Reported, way: str, code: str, how: str
) -> None:
    """The umpire stands in (D1). A ruling on a fork shows nothing: then both may be."""
    other = forked(game, "bob")
    game.secret_choice("bob", "plan")
    by, side, next_ = ("ann", "us", "cal") if way == "over" else ("cal", "uk", "ann")
    game.orders(by, side)
    game.dice("uma")
    if how == "fork":
        game.write("uma", "ruling", fork=[other], then="forfeit")
    elif how == "replace":
        game.replace("bob", "eve", "ann", "cal")
    else:
        game.write("uma", "ruling", **REMOVED)
    before = game.lines.copy(), game.ids.copy(), game.betas.copy()
    game.dice(next_, last=True)
    assert reported_of_last(game, reported) == (None if how == "fork" else code)
    game.lines, game.ids, game.betas = before
    if way == "last":
        game.dice("ann")
    game.dice("uma", instead="bob", last=way == "last")
    assert reported_of_last(game, reported) is None
