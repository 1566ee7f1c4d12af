"""Cheats at a table with keys, on the table file of our own module: every reader refuses each.

The cheat holds their own keys, and signs what their own program would not.
"""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pbem.games.table.rules import pieces
from pbem.games.table.words import picture as drawn_from
from pbem.log.finding import BadLog
from pbem.selfplay.unsigned import begin, random_order
from toy.tables import TableGroup, fords_table, game, started

Order = dict[str, Any]


@pytest.fixture(scope="module")
def war(tmp_path_factory: pytest.TempPathFactory) -> TableGroup:
    """A war that no test goes on with."""
    return begun(tmp_path_factory.mktemp("war"))


def begun(folder: Path) -> TableGroup:
    """Let Ann, who plays blue, draw three units, lay one of them face down, and draw a card."""
    group = started(folder, fords_table())
    group.says("ann", "draw 3 from blue-units")
    group.says("ann", "draw 1 from news")
    group.says("ann", "lay Guards at North Ford; over to red")
    group.says("bob", "draw 2 from red-units")
    group.says("bob", "lay place 0 of red-units 1 at South Ford; over to blue")
    return group


def refused(group: TableGroup, *orders: Order, proofs: Any = None, by: str = "ann") -> str:
    """Return the code of the finding on a list that somebody signs all the same."""
    data = group.orders_data(group.side(by), *orders)
    data |= {"proofs": proofs} if proofs else {}
    with pytest.raises(BadLog) as caught:
        group.branch().take(group.forge(by, "orders", data))
    return caught.value.finding.code


def proven(group: TableGroup, *orders: Order) -> Any:
    """Return honest proofs by Ann for orders that show cards."""
    return msgspec.to_builtins(group.dealer("ann").proofs(list(orders)))


def place_of(group: TableGroup, title: str) -> Order:
    held = zip(group.hand("ann"), group.titles("ann"), strict=True)
    [card] = [one for one, called in held if called == title]
    return {"deck": card.deck, "place": card.place, "card": card.card}


@pytest.mark.parametrize(
    "order",
    [
        {"do": "move", "what": ["p99"], "to": "field/0101"},
        {"do": "move", "what": ["p1", "p99"], "to": "field/0101"},
        {"do": "move", "what": ["p1"], "to": "field/Nowhere"},
        {"do": "move", "what": ["p1"], "to": "elsewhere@1,1"},
        {"do": "set", "piece": "p1", "layer": 1, "level": 3},
        {"do": "turn", "piece": "p1", "facing": 1},
        {"do": "new", "type": "99", "to": "field/0101"},
    ],
)
def test_what_is_not_there_is_not_moved(war: TableGroup, order: Order) -> None:
    assert refused(war, order) == "orders.illegal"


def test_a_piece_is_not_named_twice(war: TableGroup) -> None:
    twice = {"do": "move", "what": ["p1", "p1"], "to": "field/0101"}
    assert refused(war, twice) == "orders.form"


def test_a_card_is_not_shown_twice(tmp_path: Path) -> None:
    group = begun(tmp_path)
    once = {"do": "play", **place_of(group, "1st Foot")}
    proofs = proven(group, once)
    assert refused(group, once, once, proofs=proofs * 2) in ("orders.illegal", "deck.show")
    again = once | {"do": "discard"}
    group.orders("ann", once)
    assert refused(group, again, proofs=proven(group, again)) == "orders.illegal"


def test_what_lies_face_down_is_not_played_from_the_hand_too(war: TableGroup) -> None:
    down = {"do": "play", **place_of(war, "Guards")}
    assert refused(war, down, proofs=proven(war, down)) == "orders.illegal"


@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_card_of_somebody_else_or_of_the_deck_is_not_shown(war: TableGroup, place: int) -> None:
    """Bob holds places 0 and 1; nobody has drawn place 2. No card of Ann proves what lies there."""
    honest = {"do": "play", **place_of(war, "1st Foot")}
    proofs = proven(war, honest)
    for card in range(3):
        for form in ({"do": "play"}, {"do": "reveal", "piece": "n2"}):
            stolen = {**form, "deck": "red-units#1", "place": place, "card": card}
            assert refused(war, stolen, proofs=proofs) == "deck.show"


def test_a_deck_of_another_side_is_not_drawn_from(war: TableGroup) -> None:
    for deck in ("red-units", "red-events"):
        assert refused(war, {"do": "draw", "deck": deck, "many": 1}) == "orders.illegal"


def test_more_than_the_deck_has_is_not_drawn(war: TableGroup) -> None:
    assert refused(war, {"do": "draw", "deck": "news", "many": 3}) == "orders.illegal"


@pytest.mark.parametrize("places", [[0], [2], [1, 2], [1, 1]])
def test_nobody_takes_a_layer_off_a_card_that_was_not_drawn(
    tmp_path: Path, places: list[int]
) -> None:
    """Ann draws place 1. Bob's layer off another place would show what comes next."""
    group = begun(tmp_path)
    group.play("ann", "orders", group.read("ann", "draw 1 from news"))
    event = group.writer("bob").unmask()
    [[wanted, *layer]] = event.data["draws"]
    assert wanted == 1
    changed = event.data | {"draws": [[place, *layer] for place in places]}
    with pytest.raises(BadLog) as caught:
        group.branch().take(group.forge("bob", "unmask", changed))
    assert caught.value.finding.code == "deck.turn"


def test_who_is_not_asked_orders_nothing(war: TableGroup) -> None:
    order = {"do": "move", "what": ["p1"], "to": "field/0101"}
    assert refused(war, order, by="bob") == "pen.wrong"


# --- a stack that hides a piece ------------------------------------------------------------------


def pieces_told(play: Any, view: Any) -> tuple[Counter[str], Counter[str]]:
    """Return the pieces that words name, and those that a picture draws or counts."""
    named = Counter[str]()
    for line in play.game.describe(view):
        named.update(name for name in play.position.pieces if f"({name})" in line)
    picture = play.game.picture(view)
    drawn = Counter(one.label for one in picture.counters)
    return named, drawn


def test_no_stack_hides_a_piece_from_anybody() -> None:
    """In random games each piece is in words and on the picture once, whatever lies on it."""
    for seed in range(3):
        rng = random.Random(seed)  # noqa: S311 - no secret
        play = begin(game(fords_table()), seed)
        for name in ("p1", "p2", "p3"):
            play.order("blue", [{"do": "move", "what": [name], "to": "field/0101", "under": True}])
        for _ in range(25):
            if play.asked is None or play.asked.secret is not None:
                break
            for view in (play.position, play.seen_by("blue"), play.seen_by("red")):
                named, drawn = pieces_told(play, view)
                there = {n for n, one in play.position.pieces.items() if one.at != pieces.BOX}
                assert set(named) == set(play.position.pieces)
                assert drawn == Counter(there)
            order = random_order(play, rng)
            play.order(play.seats[play.asked.side], [play.game.write_order(order)])


def test_a_stack_that_hides_a_piece_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawn_from, "STACK_MOST", 1)
    with pytest.raises(AssertionError):
        test_no_stack_hides_a_piece_from_anybody()
