"""Cards that wait until another side is asked, and decks that are shuffled late (3.2, 3.1)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from pbem.errors import IllegalOrder
from pbem.games.table import data
from pbem.games.table.rules.questions import to_find
from pbem.log.finding import BadLog
from pbem.play.lists import read_text, write_text
from pbem.selfplay.unsigned import begin
from toy.tables import SHARED, WAR, TableGroup, game, started

OWN = Path(data.__file__).with_name("table.yaml").read_bytes()
"""The table file that comes with pbem."""

LATE = WAR.replace(b"title: A war of cards\n", b"title: A war of cards\nshuffle: late\n")
"""Decks that are shuffled when somebody first draws."""


def reads(text: str, pack: bytes = WAR) -> list[str]:
    play = begin(game(pack))
    return write_text(play, read_text(play, play.position.turn, text).orders)


def kinds(group: TableGroup, since: int) -> list[tuple[str, str]]:
    return [(event.by, event.kind) for event in group.events[since:]]


def test_a_list_that_gives_the_turn_away_does_not_end_at_a_draw() -> None:
    assert reads("draw 2; over to ap") == ["draw 2 from cp later", "over to ap"]
    assert reads("add limited to cp; draw 3; value vp 9; end turn") == [
        "add limited to cp later", "draw 3 from cp later", "value vp 9", "end turn"
    ]  # fmt: skip
    guarded = "if value vp > 3: draw 1 from cp"
    assert reads("if value vp > 3: draw 1\npause for ap") == [f"{guarded} later", "pause for ap"]
    assert reads("if value vp > 3: draw 1; over to ap")[0] == guarded
    assert reads("draw 2; value vp 9") == ["draw 2 from cp", "value vp 9"]
    assert reads("over to ap; draw 2") == ["over to ap", "draw 2 from cp"]
    assert reads("draw 2 later") == ["draw 2 from cp later"]


def test_a_deck_may_be_called_later() -> None:
    pack = SHARED.replace(b"seen:", b"later:")
    assert reads("draw 1 from later", pack) == ["draw 1 from later"]
    assert reads("draw 1 from later later", pack)[0].endswith("from later later")


def test_cards_come_with_the_mail_that_the_opponent_sends_anyway(tmp_path: Path) -> None:
    """One list draws and gives the turn away; the opponent's program answers, and they play on."""
    group = started(tmp_path)
    since = len(group.events)
    group.play("ann", "orders", group.read("ann", "draw 2; value vp 9; over to ap"))
    assert group.table.active().handle == "bob"
    assert group.table.active().kinds == ("unmask",)
    group.deal()
    group.play("bob", "orders", group.read("bob", "draw 3; over to cp"))
    group.deal()
    assert kinds(group, since) == [
        ("ann", "orders"), ("bob", "unmask"), ("bob", "orders"), ("ann", "unmask")
    ]  # fmt: skip
    assert len(group.titles("ann")) == 2
    assert len(group.titles("bob")) == 3
    assert group.table.active().handle == "ann"
    group.finish()


def test_dice_come_before_the_cards_that_wait(tmp_path: Path) -> None:
    group = started(tmp_path)
    since = len(group.events)
    group.says("ann", "draw 2; roll fire for siege; over to ap")
    assert kinds(group, since) == [("ann", "orders"), ("bob", "dice"), ("bob", "unmask")]


def test_dice_for_the_parts_of_a_pile_come_before_decks_that_wait(tmp_path: Path) -> None:
    """Ann's cards wait for a deck that nobody has shuffled, when both draw from a pile of two."""
    one = b"  own: {for: us, cards: [O1, O2, O3]}\n"
    late = SHARED.replace(b"decks:\n", b"shuffle: late\ndecks:\n" + one)
    group = started(tmp_path, late)
    first = group.table.active().handle
    group.says(first, "draw 1 from events")
    group.says(first, "add second to events")
    since = len(group.events)
    group.says(first, "draw 1 from own later")
    group.says(first, "draw 1 from events")
    assert [kind for _, kind in kinds(group, since)][:4] == ["orders", "orders", "dice", "shuffle"]
    assert len(group.titles(first)) == 3
    group.finish()


def test_a_deck_that_grows_is_shuffled_and_drawn_from_in_one_list(tmp_path: Path) -> None:
    group = started(tmp_path)
    group.says("ann", "draw 4; over to ap")
    group.says("bob", "over to cp")
    since = len(group.events)
    group.says("ann", "add limited to cp; draw 3; over to ap")
    assert kinds(group, since) == [
        ("ann", "orders"), ("ann", "shuffle"), ("bob", "shuffle"), ("bob", "unmask")
    ]  # fmt: skip
    group.says("bob", "over to cp")
    play = group.table.play
    assert play is not None
    # Ann may have drawn doubles. They are called dead, and others come when the turn ends.
    while any(play.game.setting.doubles(seen(group, "ann"), "cp")):
        since = len(group.events)
        group.says("ann", "dead cp; value vp 9; over to ap")
        assert kinds(group, since) == [("ann", "orders"), ("bob", "unmask")]
        group.says("bob", "value vp 10; over to cp")
        play = group.table.play
        assert play is not None
    assert len(set(group.titles("ann"))) == 7
    group.finish()
    assert play.broken_duties() == []


def seen(group: TableGroup, handle: str) -> Any:
    play = group.table.play
    assert play is not None
    twin = play.copy()
    side = group.side(handle)
    twin.hands = {side: {(one.deck, one.place): one.card for one in group.hand(handle)}}
    return twin.seen_by(side)


def test_a_draw_at_once_makes_all_due_that_waits(tmp_path: Path) -> None:
    group = started(tmp_path)
    group.says("ann", "draw 1 later")
    assert group.titles("ann") == []
    group.says("ann", "draw 1")
    assert len(group.titles("ann")) == 2


def test_doubles_that_come_before_a_placement_are_called_dead_after_it(tmp_path: Path) -> None:
    """Found in random games: the placement was refused, and so was `dead`."""
    group = started(tmp_path, OWN)
    group.says("ann", "draw 6 from crown; over to league")
    group.says("bob", "over to crown")
    group.says("ann", "add spring to crown; draw 6 from crown; seal for landing")
    assert group.table.active().kinds[:1] == ("seal",)
    play = group.table.play
    assert play is not None
    position = seen(group, "ann")
    found = list(play.game.setting.doubles(position, "crown"))
    play.game.parse(position, "crown", "place nothing")
    assert to_find(play.game.setting, position) == []
    assert to_find(play.game.setting, replace(position, plan=None)) == found != []


# --- late shuffles --------------------------------------------------------------------------------


def test_decks_that_are_shuffled_late_cost_no_mail_at_the_beginning(tmp_path: Path) -> None:
    group = TableGroup(tmp_path, LATE)
    group.join_all()
    assert group.table.active().kinds[:1] == ("orders",)
    since = len(group.events)
    group.says("ann", "draw 2; over to ap")
    assert kinds(group, since) == [
        ("ann", "orders"), ("ann", "shuffle"), ("bob", "shuffle"), ("bob", "unmask")
    ]  # fmt: skip
    since = len(group.events)
    group.says("bob", "draw 2; over to cp")
    assert kinds(group, since) == [
        ("bob", "orders"), ("ann", "shuffle"), ("bob", "shuffle"), ("ann", "unmask")
    ]  # fmt: skip
    assert [len(group.titles(who)) for who in ("ann", "bob")] == [2, 2]
    group.finish()


def test_a_late_deck_that_grows_before_its_first_draw_is_shuffled_once(tmp_path: Path) -> None:
    group = TableGroup(tmp_path, LATE)
    group.join_all()
    since = len(group.events)
    group.says("ann", "add limited to cp; draw 7; over to ap")
    assert [kind for _, kind in kinds(group, since)] == ["orders", "shuffle", "shuffle", "unmask"]
    assert len(set(group.titles("ann"))) == 7
    group.finish()


def test_a_deck_that_nobody_draws_from_is_never_shuffled(tmp_path: Path) -> None:
    group = TableGroup(tmp_path, LATE)
    group.join_all()
    group.finish()
    assert "shuffle" not in {event.kind for event in group.events}


# --- cheats ---------------------------------------------------------------------------------------


def refused(group: TableGroup, who: str, *orders: dict[str, Any]) -> str:
    written = group.orders_data(group.side(who), *orders)
    with pytest.raises(BadLog) as caught:
        group.branch().take(group.forge(who, "orders", written))
    return caught.value.finding.code


DRAW = {"do": "draw", "deck": "cp", "many": 3, "wait": True}
OVER = {"do": "over", "side": "ap"}


def test_draws_that_wait_do_not_get_more_than_the_deck_has(tmp_path: Path) -> None:
    """The deck has four cards: two draws of three are five too many for one of them."""
    group = started(tmp_path)
    assert refused(group, "ann", DRAW, DRAW, OVER) == "orders.illegal"


@pytest.mark.parametrize(
    "again",
    [
        {"do": "add", "deck": "cp", "later": "limited"},
        {"do": "add", "deck": "cp", "later": "limited", "wait": True},
        {"do": "take", "deck": "cp", "card": 0},
    ],
)
def test_a_deck_is_not_made_again_under_cards_that_are_due(
    tmp_path: Path, again: dict[str, Any]
) -> None:
    assert refused(started(tmp_path), "ann", DRAW, again, OVER) == "orders.illegal"


def test_a_deck_is_not_made_again_twice_before_it_is_shuffled(tmp_path: Path) -> None:
    more = [
        {"do": "add", "deck": "cp", "later": name, "wait": True} for name in ("limited", "total")
    ]
    assert refused(started(tmp_path), "ann", *more, OVER) == "orders.illegal"


def test_no_opponent_makes_a_deck_again_before_its_owner_can_find_doubles(tmp_path: Path) -> None:
    """Else the owner could say `dead` of places of a deck that is not drawn from any more."""
    group = started(tmp_path)
    group.says("ann", "draw 4; over to ap")
    group.says("bob", "over to cp")
    group.says("ann", "add limited to cp; draw 3; over to ap")
    remake = {"do": "add", "deck": "cp", "later": "total"}
    assert refused(group, "bob", remake) == "orders.illegal"


def test_who_draws_later_cannot_take_the_card_before_the_turn_is_given_away(tmp_path: Path) -> None:
    """Nobody owes a layer while cards wait, so nobody can be made to remove one."""
    group = started(tmp_path)
    group.play("ann", "orders", group.read("ann", "draw 2 later"))
    assert group.table.active().handle == "ann"
    card = {"do": "play", "deck": "cp#1", "place": 0, "card": 0}
    assert refused(group, "ann", card) in ("orders.illegal", "deck.show")
    with pytest.raises(IllegalOrder):
        group.table.play.copy().order("ann", [card])  # type: ignore[union-attr]


def test_a_double_drawn_at_the_end_of_a_turn_is_not_kept(tmp_path: Path) -> None:
    """Seven cards are held of a deck of seven with doubles: who never says `dead` has lost."""
    group = started(tmp_path)
    group.says("ann", "draw 4; over to ap")
    group.says("bob", "over to cp")
    group.says("ann", "add limited to cp; draw 3; over to ap")
    group.says("bob", "over to cp")
    play = group.table.play
    assert play is not None
    doubles = list(play.game.setting.doubles(seen(group, "ann"), "cp"))
    group.orders("ann", OVER)
    group.deal()
    group.finish()
    assert group.table.result is not None
    assert (group.table.result.why == "forfeit") == bool(doubles)
