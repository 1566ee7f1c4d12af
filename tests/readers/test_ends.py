"""The end of a game that readers without rules do not see: what is opened then, and what is ruled.

Each reader says the same of each log (docs/protocol.md, section 10): either all hold it, or all
refuse its last event by the same code.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pbem.log.event import compose, read_event
from pbem.table.handlers import stocks
from pbem.table.library import Library
from pbem.table.table import Table
from readers.javascript import Node
from readers.judging import judge_file
from readers.test_alike import needs_node
from second.crypt import jcs, tagged
from toy.depot_group import END, OUT, DepotGroup, started
from toy.group import TIME, identity
from toy.hider import Hider

TRIO = {"us": "ann", "jp": "bob", "uk": "cal"}
FOUR = {**TRIO, "au": "dan"}
CLOSED = {"result": {"winner": "us", "why": "victory"}}


def out(game: Hider, handle: str) -> None:
    game.write("uma", "ruling", out=handle, **OUT)


def fork(game: Hider, by: str, kind: str) -> None:
    """Rule that somebody forked with the last event of a kind that they wrote."""
    bodies = [game.event(at)["body"] for at in range(len(game.ids))]
    at = max(at for at, body in enumerate(bodies) if (body["by"], body["kind"]) == (by, kind))
    other = game.event(at)
    other["body"]["salt"] = "1" * 32
    other["sig"] = game.key(by).sign(tagged("event", jcs(other["body"]))).signature.hex()
    game.write("uma", "ruling", fork=[other], then="forfeit")


def masked(groups: list[list[str]], split: str = "bob") -> Hider:
    """A game of three in which both groups have a mask, and the allies one pair."""
    game = Hider(["ann", "bob", "cal"], TRIO, "opponents", groups)
    for group in groups:
        game.shuffle(*group)
    [allies] = [group for group in groups if len(group) > 1]
    game.split(split, "s", *(one for one in allies if one != split))
    return game


def diced(game: Hider, by: str, *keepers: str) -> Hider:
    """Let dice be given that end the game, by rules that nobody has here."""
    game.orders(by, "us")
    for handle in keepers:
        game.dice(handle, last=handle == keepers[-1])
    return game


# --- the rules may have ended the game before a ruling put an ally out --------------------------


def _first_opener_put_out() -> Hider:
    """Ann, whom bob is allied with, owed the first opening after the end."""
    game = diced(masked([["ann", "bob"], ["cal"]], "ann"), "bob", "ann", "cal")
    out(game, "ann")
    return game


def _ally_opens_mask_and_pair() -> Hider:
    game = _first_opener_put_out()
    game.lay_open("bob", "s", mask="ann")
    game.lay_open("cal", mask="cal")
    return game


def _umpire_closes_instead() -> Hider:
    game = _first_opener_put_out()
    game.write("uma", "ruling", **CLOSED)
    game.lay_open("bob", "s", mask="ann")
    return game


def _another_opens_first() -> Hider:
    """A ruling on bob's fork comes while ann has to open: that cal is to open changes nothing."""
    game = diced(masked([["ann"], ["bob", "cal"]]), "ann", "bob", "cal")
    fork(game, "bob", "dice")
    game.lay_open("ann", mask="ann")
    game.lay_open("cal", "s", mask="bob")
    return game


def _another_is_put_out() -> Hider:
    game = diced(masked([["ann"], ["bob", "cal"]]), "ann", "bob", "cal")
    fork(game, "bob", "dice")
    out(game, "ann")
    return game


def _a_seal_is_opened_first() -> Hider:
    """Ann opens ann's seal: so the game is over, and cal opens the mask with the pair."""
    game = masked([["ann"], ["bob", "cal"]])
    sealed = game.seal("ann", "plan")
    diced(game, "ann", "bob", "cal")
    fork(game, "bob", "dice")
    game.reveal("ann", sealed)
    game.lay_open("cal", "s", mask="bob")
    return game


def _pair_alone_after_a_seal() -> Hider:
    game = _a_seal_is_opened_first()
    game.cut()
    game.lay_open("cal", "s")
    return game


def _pair_alone(*, then: str) -> Hider:
    """Cal opens the pair alone, as an ally has left: the game goes on, perhaps, with dice."""
    game = masked([["ann"], ["bob", "cal"]])
    game.orders("ann", "us")
    fork(game, "bob", "orders")
    game.lay_open("cal", "s")
    if then == "orders":
        game.orders("ann", "us")
    elif then == "answer":
        game.write("cal", "answer", yes=True)
    else:
        game.lay_open("ann", mask="ann")
    return game


def _orders_before_the_opening() -> Hider:
    """Whether the game goes on or is over, nobody orders now."""
    game = _first_opener_put_out()
    game.orders("cal", "uk")
    return game


def _dice_before_the_opening() -> Hider:
    game = masked([["ann"], ["bob", "cal"]])
    game.orders("ann", "us")
    fork(game, "bob", "orders")
    game.dice("uma", instead="bob")
    return game


def _while_dice_are_owed(kind: str) -> Hider:
    """Bob has given dice, and cal owes more, so the game was not over when bob was put out."""
    game = masked([["ann"], ["bob", "cal"]])
    game.orders("ann", "us")
    game.dice("bob")
    fork(game, "bob", "dice")
    if kind == "lay-open":
        game.lay_open("ann", mask="ann")
    elif kind == "close":
        game.write("uma", "ruling", **CLOSED)
    else:
        game.lay_open("cal", "s", mask="bob")
    return game


def _after_a_resignation() -> Hider:
    """Bob could not have resigned if the game had been over."""
    game = masked([["ann"], ["bob", "cal"]])
    game.write("bob", "resign")
    game.lay_open("cal", "s", mask="bob")
    return game


# --- an opened mask, or stocks, have said that it is over ---------------------------------------


def _opened(*, mask: str = "bob") -> Hider:
    """Ann opens; bob is put out, who owed the next opening; cal opens what bob would have."""
    game = diced(masked([["ann"], ["bob", "cal"]]), "ann", "bob", "cal")
    game.lay_open("ann", mask="ann")
    out(game, "bob")
    game.lay_open("cal", "s", mask=mask)
    return game


def _stocks_are_opened() -> Hider:
    """Bob has opened a pair; cal forked; bob, who has nothing to open, is put out."""
    game = Hider(["ann", "bob", "cal"], TRIO, "opponents", [["ann"], ["bob", "cal"]])
    game.split("bob", "s", "cal")
    game.split("cal", "t", "bob")
    game.split("ann", "u")
    game.lay_open("bob", "s")
    fork(game, "cal", "orders")
    return game


def _who_has_not_the_active_is_put_out() -> Hider:
    game = _stocks_are_opened()
    out(game, "bob")
    return game


def _out_of_turn_after_the_end() -> Hider:
    game = _stocks_are_opened()
    game.lay_open("bob", "t")
    return game


def _reveal_after_the_end() -> Hider:
    """Cal, whose ally was put out after the end, opens a seal before all stocks."""
    game = Hider(["ann", "bob", "cal", "dan"], FOUR, "opponents", [["ann", "cal", "dan"], ["bob"]])
    sealed = game.seal("cal", "plan")
    game.split("ann", "s", "cal", "dan")
    game.split("bob", "t")
    game.lay_open("bob", "t")
    fork(game, "ann", "orders")
    game.reveal("cal", sealed)
    return game


def _second_putting_out() -> Hider:
    """That ann is put out shows who has won: then nobody is put out any more."""
    game = Hider(["ann", "bob"], {"us": "ann", "jp": "bob"}, "umpire")
    game.split("bob", "s")
    game.lay_open("bob", "s")
    out(game, "ann")
    out(game, "bob")
    return game


# --- who owes which pair is said before masks are judged ----------------------------------------


def _tied(game: Hider) -> Hider:
    game.write("ann", "offer", what="tie")
    for handle in ("bob", "cal"):
        game.write(handle, "answer", yes=True)
    game.lay_open("ann", mask="ann")
    return game


def _last_mask_without_the_pair() -> Hider:
    game = _tied(masked([["ann"], ["bob", "cal"]]))
    game.lay_open("bob", mask="bob")
    return game


def _last_mask_with_the_pair() -> Hider:
    game = _tied(masked([["ann"], ["bob", "cal"]]))
    game.lay_open("bob", "s", mask="bob")
    return game


def _mask_alone_in_doubt() -> Hider:
    """Cal, who is to open the pair first, is in doubt: bob opens the mask, and not the pair."""
    game = masked([["ann"], ["bob", "cal"]], "cal")
    game.secret_choice("cal", "plan")
    game.write("ann", "resign")
    game.lay_open("bob", mask="bob")
    game.lay_open("cal", "s")
    game.lay_open("ann", mask="ann")
    return game


def _own_pair_in_doubt(*names: str) -> Hider:
    """Ann opens while cal is in doubt, who is the first to open another pair."""
    game = Hider(["ann", "bob", "cal"], TRIO, "opponents", [["ann", "cal"], ["bob"]])
    sealed = game.seal("cal", "plan")
    game.split("ann", "s", "cal")
    game.split("cal", "t", "ann")
    game.write("bob", "resign")
    game.reveal("cal", sealed)
    game.lay_open("ann", *names)
    if names == ("s",):
        game.lay_open("cal", "t")
    return game


def _early_in_doubt(*names: str) -> Hider:
    """Bob is in doubt, who has split one of three pairs; cal opens as if bob had left."""
    game = Hider(["ann", "bob", "cal"], TRIO, "opponents", [["ann"], ["bob", "cal"]])
    game.split("bob", "s", "cal")
    game.split("cal", "t", "bob")
    game.split("cal", "u", "bob")
    game.secret_choice("bob", "plan")
    game.lay_open("cal", *names)
    return game


# --- while a newcomer has to join ---------------------------------------------------------------


def _opened_before_a_join(*, dice: bool = False) -> tuple[Hider, str]:
    """Bob's newcomer has to join, and ann opens a pair as cal was put out; perhaps after dice."""
    game = Hider(["ann", "bob", "cal", "dan"], FOUR, "opponents", [["ann", "cal"], ["bob", "dan"]])
    game.split("ann", "s", "cal")
    sealed = game.seal("dan", "plan")
    if dice:
        game.orders("ann", "us")
        game.dice("bob")
        game.dice("cal")
        game.dice("dan", last=True)
    game.replace("bob", "heir")
    fork(game, "cal", "answer")
    game.lay_open("ann", "s")
    return game, sealed


def _reveal_before_a_join(*, dice: bool) -> Hider:
    game, sealed = _opened_before_a_join(dice=dice)
    game.reveal("dan", sealed)
    return game


def _ruling_before_a_join(**data: Any) -> Hider:
    game, _ = _opened_before_a_join()
    game.write("uma", "ruling", **data)
    return game


# --- what an early opening leaves as it was -----------------------------------------------------


def _offered_again() -> Hider:
    """An opening stands between two offers."""
    game = _early_in_doubt("s", "t", "u")
    game.cut()
    game.write("ann", "offer", what="tie")
    game.write("cal", "answer", yes=False)
    game.lay_open("cal", "s", "t", "u")
    game.write("ann", "offer", what="tie")
    return game


def _undone_over_an_opening() -> Hider:
    """No undo goes back over an opening: ann's seal stays, and ann opens it."""
    game = _early_in_doubt("s", "t", "u")
    game.cut()
    sealed = game.seal("ann", "plan-b")
    game.lay_open("cal", "s", "t", "u")
    game.write("ann", "offer", what="undo", to=sealed)
    game.write("cal", "answer", yes=True)
    game.reveal("ann", sealed)
    return game


# --- codes of what is out of turn ---------------------------------------------------------------


def _in_doubt_after_the_end(kind: str, **data: Any) -> Hider:
    """Cal, who is in doubt, writes where bob has to open first: bob is active."""
    game = masked([["ann"], ["bob", "cal"]])
    sealed = game.seal("cal", "plan")
    game.write("ann", "resign")
    game.reveal("cal", sealed)
    game.write("cal", kind, **data)
    return game


def _first_knower_in_doubt(by: str, kind: str, **data: Any) -> Hider:
    """Cal, who split the pair, is in doubt: if cal is in the game, cal opens it, and not bob."""
    game = Hider(["ann", "bob", "cal"], TRIO, "opponents", [["ann"], ["bob", "cal"]])
    sealed = game.seal("cal", "plan")
    game.split("cal", "s", "bob")
    game.write("ann", "resign")
    game.reveal("cal", sealed)
    game.write(by, kind, **data)
    return game


def _answered_before_ones_turn() -> Hider:
    """An offer is perhaps none, and cal has to answer it before dan."""
    game = Hider(["ann", "bob", "cal", "dan"], FOUR, "opponents")
    game.secret_choice("ann", "plan")
    game.write("bob", "offer", what="tie")
    fork(game, "ann", "seal")
    game.write("dan", "answer", yes=True)
    return game


def _shuffle_while_another_has_to_open() -> Hider:
    """Dan is out, so ann opens the pair, or cal if ann is out, who is in doubt."""
    groups = [["ann", "cal", "dan"], ["bob"]]
    game = Hider(["ann", "bob", "cal", "dan"], FOUR, "opponents", groups)
    sealed = game.seal("ann", "plan")
    game.split("dan", "s", "ann", "cal")
    game.reveal("ann", sealed)
    fork(game, "dan", "orders")
    game.shuffle("cal")
    return game


def _dice_by_who_has_to_open() -> Hider:
    game = masked([["ann"], ["bob", "cal"]])
    game.orders("ann", "us")
    fork(game, "bob", "orders")
    game.dice("cal")
    return game


# --- consent, boxes -----------------------------------------------------------------------------


def _nobody_agrees() -> Hider:
    """All others are in doubt; a consent has one signature at least."""
    game = Hider(["ann", "bob", "cal"], TRIO, "opponents")
    sealed = game.seal("ann", "one"), game.seal("cal", "two")
    game.reveal("cal", sealed[1])
    game.reveal("ann", sealed[0])
    said = {"handle": "heir", "sign": game.signer("heir")["sign"], "late": None}
    game.write("uma", "ruling", **{"out": "bob", "as": "replace", "consent": [], **said})
    return game


def _box_of_who_is_in_doubt() -> Hider:
    """If dan, who has not answered the box, is out, then ann has to open: nobody orders."""
    groups = [["ann", "cal", "dan"], ["bob"]]
    game = Hider(["ann", "bob", "cal", "dan"], FOUR, "opponents", groups)
    game.secret_choice("dan", "plan")
    game.write("cal", "resign")
    game.split("ann", "s", "dan", answered=False)
    game.orders("bob", "jp")
    return game


def _answer_after_the_end() -> Hider:
    """Ann's opening says that the game is over, and so no offer is open any more."""
    game = masked([["ann"], ["bob", "cal"]])
    game.secret_choice("cal", "plan")
    game.write("bob", "offer", what="tie")
    game.lay_open("ann", mask="ann")
    game.write("cal", "answer", yes=True)
    return game


def _dice_while_a_box_waits() -> Hider:
    """Bob has to say whether a box opens, so no dice come of what ann opens meanwhile."""
    game = Hider(["ann", "bob", "cal"], TRIO, "opponents", [["ann"], ["bob", "cal"]])
    sealed = game.seal("ann", "one"), game.seal("ann", "two")
    game.reveal("ann", sealed[0])
    game.split("cal", "s", "bob", answered=False)
    game.reveal("ann", sealed[1])
    game.trigger, game.betas = game.ids[-1], []
    game.dice("bob")
    return game


CASES: dict[str, tuple[Callable[[], Hider], str | None]] = {
    "first opener put out, ally opens": (_ally_opens_mask_and_pair, None),
    "first opener put out, closed": (_umpire_closes_instead, None),
    "fork of an ally, another opens": (_another_opens_first, None),
    "fork of an ally, another is put out": (_another_is_put_out, None),
    "fork of an ally, a seal is opened": (_a_seal_is_opened_first, None),
    "behind the seal, pair alone": (_pair_alone_after_a_seal, "deck.open"),
    "pair alone, orders": (lambda: _pair_alone(then="orders"), None),
    "pair alone, answer": (lambda: _pair_alone(then="answer"), None),
    "pair alone, another's mask": (lambda: _pair_alone(then="mask"), None),
    "orders before the opening": (_orders_before_the_opening, "pen.wrong"),
    "dice before the opening": (_dice_before_the_opening, "pen.wrong"),
    "dice owed, another opens": (lambda: _while_dice_are_owed("lay-open"), "pen.wrong"),
    "dice owed, closed": (lambda: _while_dice_are_owed("close"), "ruling.wrong"),
    "dice owed, mask": (lambda: _while_dice_are_owed("mask"), "deck.open"),
    "resigned, mask": (_after_a_resignation, "deck.open"),
    "opened, who comes next is put out": (_opened, None),
    "opened, mask left out": (lambda: _opened(mask=""), "deck.open"),
    "stocks opened, another is put out": (_who_has_not_the_active_is_put_out, "ruling.wrong"),
    "stocks opened, out of turn": (_out_of_turn_after_the_end, "pen.wrong"),
    "stocks opened, a seal comes first": (_reveal_after_the_end, None),
    "second putting out": (_second_putting_out, "ruling.wrong"),
    "last mask without the pair": (_last_mask_without_the_pair, "stock.open"),
    "last mask with the pair": (_last_mask_with_the_pair, None),
    "mask alone in doubt": (_mask_alone_in_doubt, None),
    "own pair in doubt": (lambda: _own_pair_in_doubt("s"), None),
    "own pair in doubt, and another": (lambda: _own_pair_in_doubt("s", "t"), None),
    "own pair in doubt, left out": (lambda: _own_pair_in_doubt("t"), "stock.open"),
    "early in doubt, all": (lambda: _early_in_doubt("s", "t", "u"), None),
    "early in doubt, one's own": (lambda: _early_in_doubt("t", "u"), None),
    "early in doubt, the other's alone": (lambda: _early_in_doubt("s"), "stock.open"),
    "join, opening, reveal": (lambda: _reveal_before_a_join(dice=False), "join.order"),
    "join, dice, opening, reveal": (lambda: _reveal_before_a_join(dice=True), None),
    "join, opening, put out": (lambda: _ruling_before_a_join(out="dan", **OUT), "ruling.wrong"),
    "join, opening, closed": (lambda: _ruling_before_a_join(**CLOSED), "ruling.wrong"),
    "offered again": (_offered_again, None),
    "undone over an opening": (_undone_over_an_opening, None),
    "in doubt behind the end, orders": (
        lambda: _in_doubt_after_the_end(
            "orders", side="uk", orders=[{"do": "pass"}], state="0" * 64
        ),
        "pen.wrong",
    ),
    "in doubt behind the end, offer": (
        lambda: _in_doubt_after_the_end("offer", what="tie"),
        "pen.wrong",
    ),
    "in doubt behind the end, resign": (lambda: _in_doubt_after_the_end("resign"), "pen.wrong"),
    "knower in doubt, resigns": (lambda: _first_knower_in_doubt("cal", "resign"), "resign.wrong"),
    "knower in doubt, ally resigns": (
        lambda: _first_knower_in_doubt("bob", "resign"),
        "pen.wrong",
    ),
    "answered before one's turn": (_answered_before_ones_turn, "pen.wrong"),
    "shuffle while another has to open": (_shuffle_while_another_has_to_open, "pen.wrong"),
    "dice by who has to open": (_dice_by_who_has_to_open, "pen.wrong"),
    "answer behind the end": (_answer_after_the_end, "answer.wrong"),
    "dice while a box waits": (_dice_while_a_box_waits, "dice.keeper"),
    "nobody agrees": (_nobody_agrees, "ruling.wrong"),
    "box of who is in doubt": (_box_of_who_is_in_doubt, "pen.wrong"),
}
"""Each with the code by which its last event is refused; none where all of it holds."""


@pytest.fixture(scope="module")
def node() -> Iterator[Node]:
    with Node() as made:
        yield made


@needs_node
@pytest.mark.parametrize("name", CASES)
def test_readers_without_rules_say_the_same(name: str, node: Node, tmp_path: Path) -> None:
    write, code = CASES[name]
    game = write()
    reported = judge_file(b"".join(game.lines), tmp_path, node)
    del reported["program 3"]  # there are no such rules
    last = len(game.ids) - 1
    wanted = dict.fromkeys(reported, (code, last if code else None, last + (code is None)))
    assert {reader: (one.code, one.seq, one.good) for reader, one in reported.items()} == wanted


@needs_node
@pytest.mark.parametrize("size", [160, 320])
def test_of_two_proofs_the_first_is_judged_whole_before_the_next(
    size: int, node: Node, tmp_path: Path
) -> None:
    """The first does not hold, or has another size; the second is of a deck that is not there."""
    game = Hider(["ann", "bob"], {"us": "ann", "jp": "bob"}, "opponents")
    game.split("ann", "s")
    spend = {"stock": "s-a", "changed": 0, "amount": 1, "proof": "11" * size}
    show = {"deck": "d#1", "place": 0, "card": 0, "proof": "11" * 64}
    orders, proofs = [{"do": "a"}, {"do": "b"}], [{"spend": spend}, {"show": show}]
    game.write("ann", "orders", side="us", orders=orders, state="0" * 64, proofs=proofs)
    reported = judge_file(b"".join(game.lines), tmp_path, node)
    del reported["program 3"]
    without = dict.fromkeys(
        ("program 1", "second 1"), "deck.show" if size == 160 else "stock.proof"
    )
    wanted = {**dict.fromkeys(reported, "stock.proof"), **without}
    assert {reader: one.code for reader, one in reported.items()} == wanted


# --- with rules ---------------------------------------------------------------------------------


def ended(folder: Path) -> DepotGroup:
    """A game of three that the rules have ended: everybody has to open, ann first."""
    party = started(folder, trio=True, umpire="uli")
    while party.table.result is None:
        handle = party.table.active().handle
        assert handle is not None
        party.orders(handle, END)
    return party


def put_out(party: DepotGroup, handle: str) -> None:
    party.take(party.forge("uli", "ruling", {"out": handle, **OUT}))


def forked(party: DepotGroup, handle: str) -> None:
    """Let the umpire rule on a fork of somebody, who is put out, active or not."""
    event = next(one for one in reversed(party.events) if one.by == handle)
    place = {"game": event.game, "seq": event.seq, "prev": event.prev, "by": handle, "at": TIME}
    what = {"kind": event.kind, "data": event.data, "salt": b"1" * 16}
    other = compose(**place, **what, seed=identity(handle).sign_seed)
    ruling = {"fork": [json.loads(other.line)], "then": "forfeit"}
    party.take(party.forge("uli", "ruling", ruling))


def close(party: DepotGroup) -> None:
    result = party.table.result
    assert result is not None
    said = {"winner": result.winner, "why": result.why}
    party.take(party.forge("uli", "ruling", {"result": said}))


ENDS: dict[str, Callable[[DepotGroup], object]] = {
    "ann, then cec": lambda party: (forked(party, "bob"), party.play("ann", "lay_open")),
    "closed": lambda party: (forked(party, "bob"), close(party)),
    "ann is put out": lambda party: (forked(party, "bob"), put_out(party, "ann")),
    "bob is put out": lambda party: (
        party.play("ann", "lay_open"), put_out(party, "bob"), party.play("cec", "lay_open"),
    ),
    "bob is put out, closed": lambda party: (
        party.play("ann", "lay_open"), put_out(party, "bob"), close(party),
    ),
}  # fmt: skip
"""The events after the end that the rules know, and what is owed then."""


@needs_node
@pytest.mark.parametrize("name", ENDS)
def test_no_reader_refuses_what_the_rules_hold_after_the_end(
    name: str, node: Node, tmp_path: Path
) -> None:
    party = ended(tmp_path)
    ENDS[name](party)
    while (handle := party.table.active().handle) is not None:
        party.play(handle, "lay_open")
    log = b"".join(event.line + b"\n" for event in party.events)
    reported = judge_file(log, tmp_path, node)
    assert {reader: one.code for reader, one in reported.items()} == dict.fromkeys(reported)


@pytest.mark.parametrize("pairs", [3, 12])
def test_to_open_a_pair_not_every_pair_is_looked_at(
    pairs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ann, who knows all of them first, is in doubt: cal opens one after the other."""
    game = Hider(["ann", "bob", "cal"], TRIO, "opponents", [["ann", "cal"], ["bob"]])
    sealed = game.seal("ann", "plan")
    for number in range(pairs):
        game.split("ann", f"s{number}", "cal")
    game.reveal("ann", sealed)
    for number in range(pairs):
        game.lay_open("cal", f"s{number}")
    table = Table(Library(lambda *_: None), 1)
    events = [read_event(line[:-1]) for line in game.lines]
    for event in events[:-pairs]:
        table.take(event)
    asked, openers = list[object](), stocks.openers
    monkeypatch.setattr(stocks, "openers", lambda *of: (asked.append(of), openers(*of))[1])
    table.take(events[-pairs])
    assert 0 < len(asked) < 10
    for event in events[1 - pairs :]:
        table.take(event)


@needs_node
def test_groups_are_looked_at_before_the_author_of_an_opening(node: Node, tmp_path: Path) -> None:
    """Dan, who is no player, opens a game with a group of somebody who has no seat."""
    seats = {"us": "ann", "jp": "bob"}
    game = Hider(["ann", "bob", "cal"], seats, "opponents", [["ann"], ["bob", "cal"]], opener="dan")
    reported = judge_file(game.lines[0], tmp_path, node)
    assert {reader: (one.code, one.seq) for reader, one in reported.items()} == dict.fromkeys(
        reported, ("open.bad", 0)
    )
