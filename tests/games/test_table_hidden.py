"""Pieces that their side alone knows, and placements that are sealed (paragraphs 6.5 and 6.6)."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from long import times
from pbem.client.play import acting
from pbem.client.session import drafts
from pbem.client.session.mistakes import OrderMistake
from pbem.client.views.hand import InHand, hand
from pbem.errors import FormError, IllegalOrder
from pbem.kit.contract import Question
from pbem.log.finding import BadLog
from pbem.play.lists import read_text, write_text
from pbem.play.play import Play
from pbem.selfplay.unsigned import begin
from toy.homes import Home, passes
from toy.tables import TableGroup, game, started

BLOCKS = b"""\
table: open
title: Blocks at a ford
sides: {red: Red, blue: Blue}
decks:
  red-units: {for: red, cards: [Guard, Lancers, Dummy, Guns]}
  blue-units: {for: blue, cards: [Foot, Horse, Scouts]}
maps:
  field: {name: Field, places: [[Ford, 10, 10], [Hill, 40, 10], [Wood, 70, 10]]}
types:
  guard: {name: Guard, layers: [{images: [a.png, b.png], level: 1, always: 1}]}
  camp: {name: Camp}
setup:
  c1: {type: camp, map: field, place: Ford}
  c2: {type: camp, map: field, place: Wood}
"""
UNITS = ("Guard", "Lancers", "Dummy", "Guns")


def does(play: Play, text: str) -> list[str]:
    """Carry out lines of the side that is asked, and return what is reported to everybody."""
    assert play.asked is not None
    play.forget()
    play.order(play.asked.side, read_text(play, play.asked.side, text).orders)
    return [play.game.report(one) for one in play.forget()]


def laid(seed: int = 1) -> Play:
    """Red has laid its four units: two at the hill, two in the wood."""
    play = begin(game(BLOCKS), seed)
    does(play, "draw 4")
    for unit, at in zip(UNITS, ("Hill", "Hill", "Wood", "Wood"), strict=True):
        does(play, f"lay {unit} at {at}")
    return play


def unit_at(play: Play, name: str) -> str:
    """Return what a piece that lies face down is, as red knows it."""
    known = {(deck, place): card for deck, place, card in play.seen_by("red").known}
    deck, place = play.position.pieces[name].card
    return str(play.game.card(deck, known[deck, place]))


# --- units that lie face down -------------------------------------------------------------------


def test_a_unit_lies_face_down_and_its_side_alone_reads_what_it_is() -> None:
    play = begin(game(BLOCKS), 1)
    does(play, "draw 4")
    assert does(play, "lay Guard at Hill") == ["Red lays n1 face down: Hill."]
    assert does(play, "move n1 to Wood; stack n1 on c1") == [
        "Red-units face down (n1): Hill to Wood.",
        "Red-units face down (n1): Wood to Ford.",
    ]
    [mine] = [one for one in play.game.describe(play.seen_by("red")) if one.startswith("Ford")]
    [theirs] = [one for one in play.game.describe(play.seen_by("blue")) if one.startswith("Ford")]
    assert mine == "Ford: Camp (c1), red-units face down: Guard (n1)."
    assert theirs == "Ford: Camp (c1), red-units face down (n1)."


def test_a_unit_that_is_turned_up_is_the_kind_of_piece_that_is_called_so() -> None:
    play = laid()
    assert does(play, "reveal n1; flip n1; reveal n2") == [
        "Red-units face down (n1) is Guard.",
        "Guard (n1) shows Guard now.",
        "Red-units face down (n2) is Lancers.",
    ]
    pieces = play.position.pieces
    assert (pieces["n1"].type, pieces["n1"].at, pieces["n1"].up) == ("guard", "field/Hill", (2,))
    assert (pieces["n2"].type, pieces["n2"].title, pieces["n2"].card) == ("", "Lancers", None)
    assert does(play, "move Lancers to Ford") == ["Lancers (n2): Hill to Ford."]
    assert len(play.position.held["red"]) == 2
    assert sorted(play.position.piles["red-units"].aside) == [0, 1]


def test_what_lies_on_the_map_is_not_counted_as_a_hand() -> None:
    play = laid()
    assert "Red holds 0 cards." in play.game.describe(play.position)
    assert play.game.fact(play.position, "hand", ["red"]) == 0


@pytest.mark.parametrize(
    ("text", "error", "said"),
    [
        ("lay Guard at Ford", IllegalOrder, "that lies face down already, as n1"),
        ("lay Foot at Ford", FormError, "you hold 4 cards, and none is 'Foot'"),
        ("lay Guard at Nowhere", FormError, "there is no place 'Nowhere'"),
        ("play Guard", IllegalOrder, "that card lies face down as n1"),
        ("discard Guns", IllegalOrder, "that card lies face down as n4"),
        ("reveal c1", FormError, "c1 does not lie face down"),
        ("reveal n9", FormError, "there is no piece 'n9'"),
        ("flip n1", FormError, "n1 has one face"),
        ("set n1 1 1", IllegalOrder, "n1 has 0 layers"),
        ("turn n1 1", IllegalOrder, "one facing"),
    ],
)
def test_what_makes_no_sense_is_refused(text: str, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=re.escape(said)):
        does(laid(), text)


def test_nothing_lies_face_down_in_the_box() -> None:
    play = begin(game(BLOCKS), 1)
    does(play, "draw 4")
    with pytest.raises(IllegalOrder, match="the box is no place of a map"):
        does(play, "lay Guard at box")


def test_nobody_else_can_turn_a_unit_up() -> None:
    play = laid()
    does(play, "over to blue")
    with pytest.raises(FormError, match="only the player who laid n1 can turn it up"):
        does(play, "reveal n1")
    stolen = {"do": "reveal", "piece": "n1", "deck": "red-units#1", "place": 0, "card": 0}
    with pytest.raises(IllegalOrder, match="blue does not hold card 0 at place 0"):
        play.order("blue", [stolen])


def test_lines_about_hidden_pieces_are_read_as_they_are_written() -> None:
    play = begin(game(BLOCKS), 1)
    does(play, "draw 4")
    does(play, "lay Guard at Hill")
    for text in ("lay Lancers at Ford", "reveal n1", "seal for the landing"):
        orders = read_text(play, "red", text).orders
        [line] = write_text(play, orders)
        assert read_text(play, "red", line).orders == orders
        assert "Lancers" not in line
    does(play, "seal for the landing")
    for text in ("place c1 at field/Hill + c2 at box", "place nothing"):
        orders = read_text(play, "red", text).orders
        assert write_text(play, orders) == [text]


@pytest.mark.parametrize("shown", [("n3",), ("n1", "n4"), ("n4", "n1")])
def test_worlds_that_differ_in_hidden_units_are_alike_for_others(shown: tuple[str, ...]) -> None:
    """The same orders in many shuffles: others see the same, whatever lies face down.

    So neither what lies there nor what was turned up reveals anything of the units that were not.
    """
    seen: dict[tuple[str, ...], set[str]] = {}
    for seed in range(times(16, 60)):
        play = begin(game(BLOCKS), seed)
        told = does(play, "draw 4")
        places = [f"lay place {number} of red-units 1 at Hill" for number in range(4)]
        told += does(play, "; ".join(places))
        told += does(play, "move n1 n2 to Wood; move n3 to Ford under; over to blue")
        told += does(play, "over to red")
        shows = tuple(unit_at(play, name) for name in shown)
        for name in shown:
            told += does(play, f"reveal {name}")
        does(play, "over to blue")
        view = play.seen_by("blue")
        told += [repr(view), *play.game.describe(view)]
        told += [repr(one) for one in play.game.legal(view)]
        seen.setdefault(shows, set()).add(repr(told))
    assert len(seen) > 2
    assert {len(told) for told in seen.values()} == {1}


# --- two homes with keys ------------------------------------------------------------------------


def homes(folder: Path) -> tuple[Home, Home]:
    """Ann plays red, bob blue; both have drawn nothing yet."""
    ann, bob = Home("ann", folder), Home("bob", folder)
    ann.meets(bob)
    bob.meets(ann)
    file = folder / "blocks.yaml"
    file.write_bytes(BLOCKS)
    ann.opens("table", seats={"red": "ann", "blue": "bob"}, pack=file)
    assert bob.reads(ann.mails()).good
    bob.does(acting.join)
    for _ in range(3):
        passes(bob, ann)
        passes(ann, bob)
    return ann, bob


@pytest.mark.long
def test_two_homes_fight_with_units_that_only_one_knows(tmp_path: Path) -> None:
    ann, bob = homes(tmp_path)
    ann.orders("draw 4")
    passes(ann, bob)
    passes(bob, ann)
    ann.orders("lay Guns at Hill; lay Dummy at Ford; move n1 to Wood; over to blue")
    passes(ann, bob)
    bob.orders("move c1 to Wood; over to red")
    passes(bob, ann)
    ann.orders("reveal n1; over to blue")
    passes(ann, bob)
    pieces: Any = bob.sits().table.play.position.pieces  # type: ignore[union-attr]
    assert (pieces["n1"].title, pieces["n2"].card) == (
        "Guns",
        ("red-units#1", pieces["n2"].card[1]),
    )
    known = {one.card for one in hand(ann.sits()) if isinstance(one, InHand)}
    assert known == {"Guard", "Lancers", "Dummy"}
    log = bob.log.read_bytes()
    written = b"".join(one.read_bytes() for one in bob.folder.rglob("private/*") if one.is_file())
    for number, unit in enumerate(UNITS):
        if unit != "Guns":
            assert b'"card":%d' % number not in log
            assert unit.encode() not in log + written


def test_a_unit_cannot_be_turned_up_as_another(tmp_path: Path) -> None:
    """Not by any place, nor by any card: the proof shows what lies there."""
    group = started(tmp_path, BLOCKS)
    group.says("ann", "draw 4")
    group.says("ann", "lay Guard at Hill; lay Guns at Ford")
    mine = next(one for one in group.hand("ann") if group.titles("ann")[one.place] == "Guard")
    other = next(card for card in range(4) if card != mine.card)
    honest = {"do": "reveal", "piece": "n1", "deck": mine.deck, "place": mine.place}
    proofs = msgspec.to_builtins(group.dealer("ann").proofs([honest | {"card": mine.card}]))
    for lie in (
        honest | {"card": other},
        honest | {"card": other, "place": (mine.place + 1) % 4},
        honest | {"card": mine.card, "piece": "n2"},
    ):
        for with_proofs in ({}, {"proofs": proofs}):
            data = group.orders_data("red", lie) | with_proofs
            with pytest.raises(BadLog) as caught:
                group.branch().take(group.forge("ann", "orders", data))
            assert caught.value.finding.code in ("deck.show", "orders.illegal")


# --- sealed placements --------------------------------------------------------------------------


def sealing(play: Play) -> list[tuple[str, bool]]:
    asked = play.asked
    assert isinstance(asked, Question)
    return [(asked.side, asked.opens)]


def test_all_seal_before_anybody_opens(tmp_path: Path) -> None:
    ann, bob = homes(tmp_path)
    ann.orders("seal for the night")
    passes(ann, bob)
    seals(ann, "place c1 at Hill + c2 at Hill")
    passes(ann, bob)
    assert b"field/Hill" not in bob.log.read_bytes()
    seals(bob, "place c2 at Ford")
    assert b"field/Ford" not in bob.log.read_bytes()
    passes(bob, ann)
    ann.does(acting.reveal)
    passes(ann, bob)
    bob.does(acting.reveal)
    passes(bob, ann)
    position: Any = ann.sits().table.play.position  # type: ignore[union-attr]
    assert {name: one.at for name, one in position.pieces.items()} == {
        "c1": "field/Hill", "c2": "field/Ford"
    }  # fmt: skip
    assert (position.plan, position.turn) == (None, "red"), "who asked for it goes on"


def seals(home: Home, line: str) -> None:
    home.does(acting.seal, drafts.draft_secret(home.sits(), line.encode()))


@pytest.mark.parametrize(
    "line", ["place c9 at Hill", "place c1 at Nowhere", "place c1 at Hill + c1 at Ford", "over"]
)
def test_what_cannot_be_placed_is_not_sealed(tmp_path: Path, line: str) -> None:
    ann, bob = homes(tmp_path)
    ann.orders("seal for the night")
    passes(ann, bob)
    before = ann.log.read_bytes()
    with pytest.raises((OrderMistake, FormError, IllegalOrder)):
        seals(ann, line)
    assert ann.log.read_bytes() == before


def test_a_table_of_three_seals_in_turn() -> None:
    three = BLOCKS.replace(b"blue: Blue}", b"blue: Blue, green: Green}")
    three = b"\n".join(
        line for line in three.split(b"\n") if b"units" not in line and b"decks" not in line
    )
    play = begin(game(three))
    does(play, "over to green")
    does(play, "seal for the landing")
    assert sealing(play) == [("green", False)]
    assert play.position.plan.seals == ("green", "red", "blue")


@pytest.mark.parametrize("long", [b"red", b"blue"])
def test_a_side_with_the_longest_code_can_seal_and_open(tmp_path: Path, long: bytes) -> None:
    """Else the other one asks for placements, and a judge removes who cannot answer."""
    code = b"n" * 32
    group = TableGroup(tmp_path, re.sub(rb"\b%s\b(?!-)" % long, code, BLOCKS))
    group.join_all()
    group.deal()
    for _ in range(2):
        group.orders("ann", {"do": "seal", "label": "the night"})
        for who in ("ann", "bob"):
            group.play(who, "seal", {"do": "place"})
        for who in ("ann", "bob"):
            group.take(group.writer(who).reveal())
    assert group.table.play is not None
    assert group.table.play.position.plan is None


def test_a_group_cannot_open_what_it_did_not_seal(tmp_path: Path) -> None:
    group = TableGroup(tmp_path, BLOCKS)
    group.join_all()
    group.deal()
    group.orders("ann", {"do": "seal", "label": "the night"})
    group.play("ann", "seal", {"do": "place", "moves": [["c1", "field/Hill"]]})
    group.play("bob", "seal", {"do": "place"})
    event = group.writer("ann").reveal()
    changed = event.data | {"value": {"do": "place", "moves": [["c1", "field/Wood"]]}}
    with pytest.raises(BadLog):
        group.take(group.forge("ann", "reveal", changed))
