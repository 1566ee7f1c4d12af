"""Attacks on cards at an open table: what a player says of a card that nobody else has seen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from pbem.crypto import canonical
from pbem.errors import PackError
from pbem.kit.cups import Cups
from pbem.log.finding import BadLog
from pbem.table.events import kinds
from pbem.table.library import data_digest
from toy.cheat import attack
from toy.tables import RULES, WAR, TableGroup, started

END = {"do": "end", "phase": "turn"}


def refused(party: TableGroup, by: str, kind: str, data: Any) -> str:
    """Return the code with which an event that somebody signs is refused."""
    with pytest.raises(BadLog) as caught:
        party.branch().take(party.forge(by, kind, data))
    return caught.value.finding.code


def grown(folder: Path, *, double: bool) -> TableGroup:
    """A game in which ann holds three cards as ann's deck grows, and has drawn one more."""
    for count in range(40):
        party = started(folder / f"{double}{count}", umpire="uma")
        party.says("ann", "draw 3")
        held = set(party.titles("ann"))
        party.says("ann", "add limited to cp")
        party.says("ann", "draw 1")
        if (party.titles("ann")[-1] in held) == double:
            return party
    raise AssertionError("none of forty decks has such a card there")


def dead(*places: int) -> dict[str, Any]:
    return {"do": "dead", "deck": "cp#2", "places": list(places)}


@attack("P8", "call a card dead that is no double, to draw again", "you lose when cards are opened")
def test_a_false_dead_loses(tmp_path):
    party = grown(tmp_path, double=False)
    party.orders("ann", dead(0))
    party.deal()
    party.finish()
    assert party.table.result == kinds.GameResult("ap", "forfeit")


@attack("P8", "keep a double without a word, and play the card twice", "the same")
def test_a_double_that_is_kept_loses(tmp_path):
    fair = grown(tmp_path / "fair", double=True)
    while len(set(fair.titles("ann"))) < 4:  # the next card can be a double, too
        fair.says("ann", "dead cp")
    fair.finish()
    assert fair.table.result == kinds.GameResult(None, "victory")

    party = grown(tmp_path, double=True)
    party.orders("ann", END)
    party.says("bob", "end")
    party.finish()
    assert party.table.result == kinds.GameResult("ap", "forfeit")


@attack("P8", "call dead what was drawn long ago, or more than was held", "`orders.illegal`")
def test_a_late_dead(tmp_path):
    party = grown(tmp_path, double=False)
    party.orders("ann", END)
    party.says("bob", "end")
    data = party.orders_data("cp", dead(0))
    assert refused(party, "ann", "orders", data) == "orders.illegal"


@attack("P8", "draw twice for one order, or before the draw", "`kind.wrong`, `pen.wrong`")
def test_drawing_twice(tmp_path):
    party = started(tmp_path)
    early = party.branch()
    early.play("ann", "orders", early.read("ann", "draw 1"))
    data = early.dealer("bob").unmask()
    assert refused(party, "bob", "unmask", data) == "pen.wrong"
    party.says("ann", "draw 1")
    assert refused(party, "bob", "unmask", data) == "pen.wrong"
    assert len(party.hand("ann")) == 1


@attack("P8", "play a card that you do not hold, or hold at another place", "`deck.show`")
def test_playing_what_is_not_held(tmp_path):
    party = started(tmp_path)
    party.says("ann", "draw 2")
    first, second = party.hand("ann")
    order = {"do": "play", "deck": "cp#1", "place": first.place, "card": second.card}
    data = party.orders_data("cp", order)
    assert refused(party, "ann", "orders", data) == "deck.show"
    honest = {**order, "card": first.card}
    proofs = party.dealer("ann").proofs([honest])
    data = {**data, "proofs": msgspec.to_builtins(proofs)}
    assert refused(party, "ann", "orders", data) in ("deck.show", "orders.illegal")


@attack("P8", "learn a hand from the places that its owner calls dead", "the same for every card")
def test_a_dead_place_does_not_say_which_card(tmp_path):
    """Two games that differ in which card was the double have the same position."""
    seen: dict[str, set[str]] = {}
    for count in range(8):
        party = grown(tmp_path / str(count), double=True)
        double = party.titles("ann")[-1]
        party.says("ann", "dead cp")
        assert party.table.play is not None
        seen.setdefault(repr(party.table.play.position), set()).add(double)
        assert len(seen) == 1
        if len(next(iter(seen.values()))) > 1:
            return
    raise AssertionError("eight decks had the same double")


# --- pieces -------------------------------------------------------------------------------------


MAPS = b"""\
table: open
title: Cheats at a ford
sides: {cp: Central, ap: Allied}
decks:
  cp: {for: cp, cards: [Guard, Lancers, Dummy]}
  ap: {for: ap, cards: [Foot, Horse, Scouts]}
maps:
  field: {name: Field, places: [[Ford, 10, 10], [Hill, 40, 10]]}
types:
  camp: {name: Camp, layers: [{images: [a.png, b.png], level: 1, always: 1}]}
setup:
  c1: {type: camp, map: field, place: Ford}
  c2: {type: camp, map: field, place: Hill}
"""


def laid(folder: Path) -> TableGroup:
    """Ann has drawn three units, and laid one of them at the hill."""
    party = started(folder, MAPS)
    party.says("ann", "draw 3")
    party.says("ann", "lay Guard at Hill")
    return party


def lies(party: TableGroup, *orders: dict[str, Any], side: str = "cp", by: str = "ann") -> str:
    """Return the code with which orders that somebody signs are refused."""
    return refused(party, by, "orders", party.orders_data(side, *orders))


def move(what: str, to: str) -> dict[str, Any]:
    return {"do": "move", "what": [what], "to": to}


@attack("P8", "move a piece that is not there, or to a place that is not there", "`orders.illegal`")
def test_moving_what_is_not_there(tmp_path):
    party = laid(tmp_path)
    for order in (
        move("c9", "field/Ford"), move("n2", "field/Ford"), move("c1", "field/Moon"),
        move("c1", "moon/Ford"), {"do": "set", "piece": "c1", "layer": 1, "level": 3},
        {"do": "new", "type": "dragon", "to": "field/Ford"},
        {"do": "place", "moves": [["c1", "field/Hill"]]},
    ):  # fmt: skip
        assert lies(party, order) == "orders.illegal", order


@attack("P8", "name a piece twice in one move, or spell a pixel in two ways", "`orders.form`")
def test_a_piece_twice_in_one_move(tmp_path):
    party = laid(tmp_path)
    twice = {"do": "move", "what": ["c1", "c1"], "to": "field/Hill"}
    for order in (twice, move("c1", "field@01,2"), move("c1", "field@+1,2")):
        assert lies(party, order) == "orders.form", order


@attack("P8", "lay one card twice, play it while it lies face down, or lay another's", "the same")
def test_a_card_in_two_places(tmp_path):
    party = laid(tmp_path)
    guard = next(one for one in party.hand("ann") if party.titles("ann")[one.place] == "Guard")
    again = {"do": "lay", "deck": guard.deck, "place": guard.place, "to": "field/Ford"}
    assert lies(party, again) == "orders.illegal"
    play = {"do": "play", "deck": guard.deck, "place": guard.place, "card": guard.card}
    proofs = msgspec.to_builtins(party.dealer("ann").proofs([play]))
    data = {**party.orders_data("cp", play), "proofs": proofs}
    assert refused(party, "ann", "orders", data) == "orders.illegal"
    party.says("ann", "end")
    mine = {"do": "lay", "deck": "cp#1", "place": guard.place, "to": "field/Ford"}
    assert lies(party, mine, side="ap", by="bob") == "orders.illegal"
    none = {"do": "lay", "deck": "ap#1", "place": 0, "to": "field/Ford"}
    assert lies(party, none, side="ap", by="bob") == "orders.illegal"


@attack("P8", "turn up a unit as another, or the unit of somebody else", "`deck.show`")
def test_a_unit_that_changes_as_it_is_turned_up(tmp_path):
    party = laid(tmp_path)
    guard = next(one for one in party.hand("ann") if party.titles("ann")[one.place] == "Guard")
    honest = {"do": "reveal", "piece": "n1", "deck": guard.deck, "place": guard.place}
    proofs = msgspec.to_builtins(party.dealer("ann").proofs([{**honest, "card": guard.card}]))
    for card in range(3):
        data = {**party.orders_data("cp", {**honest, "card": card}), "proofs": proofs}
        if card != guard.card:
            assert refused(party, "ann", "orders", data) == "deck.show"
    party.says("ann", "end")
    stolen = {**honest, "card": guard.card}
    assert lies(party, stolen, side="ap", by="bob") in ("deck.show", "orders.illegal")


@attack("P8", "peek: read in a log, or in one's own files, what another laid", "it is in neither")
def test_peeking_at_a_unit(tmp_path):
    party = laid(tmp_path)
    known = b"".join(one.read_bytes() for one in (tmp_path / "bob").rglob("*") if one.is_file())
    log = b"".join(msgspec.json.encode(event.data) for event in party.events)
    for title in (b"Guard", b"Lancers", b"Dummy"):
        assert title not in known
        assert title not in log
    play = party.table.play
    assert play is not None
    assert play.seen_by("ap").known == []
    assert not any("Guard" in line for line in play.game.describe(play.seen_by("ap")))


@attack("P8", "put a piece under others, so that nobody sees it", "each list of a place names it")
def test_a_stack_that_hides_a_piece(tmp_path):
    party = laid(tmp_path)
    party.says("ann", "move c1 to Hill under")
    play = party.table.play
    assert play is not None
    [there] = [line for line in play.game.describe(play.position) if line.startswith("Hill")]
    assert there == "Hill: Camp (c1), Camp (c2), cp face down (n1)."
    party.says("ann", "box c1")
    [away] = [line for line in play.game.describe(party.table.play.position) if "c1" in line]
    assert away == "The box: Camp (c1)."


@attack("P8", "open another placement than was sealed, or open before all have sealed", "refused")
def test_a_placement_that_changes_as_it_is_opened(tmp_path):
    party = started(tmp_path, MAPS)
    party.orders("ann", {"do": "seal", "label": "the night"})
    party.play("ann", "seal", {"do": "place", "moves": [["c1", "field/Hill"]]})
    early = party.branch()
    party.play("bob", "seal", {"do": "place"})
    honest = party.branch().play("ann", "reveal").data
    assert refused(early, "ann", "reveal", honest) in ("pen.wrong", "kind.wrong")
    other = {**honest, "value": {"do": "place", "moves": [["c1", "field/Ford"]]}}
    assert refused(party, "ann", "reveal", other) == "commit.open"


@attack("P8", "hide orders in a recipe with a harmless name", "the log has the orders themselves")
def test_a_recipe_hides_nothing(tmp_path):
    party = laid(tmp_path)
    party.says("ann", "recipe tidy-up: box PIECE")
    party.says("ann", "tidy-up c2")
    assert party.events[-1].data["orders"] == [move("c2", "box")]


def names_swapped() -> bytes:
    """The war with its two decks in the other order."""
    head, ap, cp = WAR.partition(b"  ap:\n")[0], b"  ap:\n", b"  cp:\n"
    one, _, rest = WAR.partition(ap)[2].partition(cp)
    other, cups, tail = rest.partition(b"cups:")
    return b"".join((head, cp, other, ap, one, cups, tail))


@attack(
    "P8",
    "write a table file in which the first new piece takes the place of an opponent's, or a name "
    "is of two pieces",
    "the file is refused",
)
def test_a_new_piece_that_takes_the_place_of_another(tmp_path):
    for name, said in ((b"n1", "come out of the box"), (b"C2", "cannot say whether")):
        with pytest.raises(PackError, match=said):
            started(tmp_path, MAPS.replace(b"  c1:", b"  %s:" % name))
    party = laid(tmp_path / "fair")
    before = {*party.table.play.position.pieces}
    party.says("ann", "new camp at Hill")
    assert {*party.table.play.position.pieces} > before


@pytest.mark.parametrize(
    "other",
    [
        WAR.replace(b"[cp, ap]", b"[ap, cp]"),
        WAR.replace(b"{limited: 3, total: 2}", b"{total: 2, limited: 3}"),
        names_swapped(),
    ],
    ids=["sides", "cards that wait", "decks"],
)
@attack(
    "P10",
    "send your opponent a table file with the same digest, in which the sides, decks or waiting "
    "cards have another order",
    "the digest covers each order that counts",
)
def test_a_table_file_in_another_order(other):
    """So that the opponent's moves are wrong in the log that you show, or your own in theirs."""
    assert other != WAR
    one, two = RULES.data(WAR), RULES.data(other)
    if data_digest(one) == data_digest(two):
        games = [RULES.of(data).game("table", {}, data) for data in (one, two)]
        begun = [game.set_up(Cups()) for game in games]
        assert canonical.encode_trusted(begun[0]) == canonical.encode_trusted(begun[1])
        names = [[*game.setting.later(deck, "total")] for game in games for deck in ("ap", "cp")]
        assert names[:2] == names[2:]
        assert games[0].sides == games[1].sides
