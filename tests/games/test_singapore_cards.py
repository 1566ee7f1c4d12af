"""Singapore's situation cards: the deck, what a hand shows to others, whole games, card by card."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import msgspec
import pytest

from long import sample
from pbem.errors import FormError, IllegalOrder
from pbem.games.singapore.rules.position import open_cards, open_war
from pbem.kit.cups import Cups
from pbem.kit.dice import SeededDice
from pbem.kit.hidden import Show
from pbem.play.dealer import Dealer
from pbem.play.play import Play
from pbem.selfplay.unsigned import begin, bind, known, random_order, rules_of

RULES = rules_of("singapore")
GAME: Any = bind(RULES, "corps", {})
CARDS = RULES.data().situation.cards  # type: ignore[attr-defined]


def play_of(given: dict[str, Any]) -> Play:
    """A game at a given position, as a numbered case has it."""
    play = Play(GAME, {side: side for side in GAME.sides})
    play.position = GAME.arrange({"scenario": "corps", **given}, Cups())
    play.dealer = Dealer()
    play.dealer.lay(GAME.laid(given))
    play.start()
    return play


def seen(play: Play) -> tuple[Any, ...]:
    """Everything that anyone without a hand can see of a game."""
    asked = play.asked
    legal = list(GAME.legal(play.position)) if asked is not None else []
    return (
        msgspec.to_builtins(play.position),
        asked,
        play.due,
        [GAME.text(order) for order in legal],
        GAME.describe(play.position),
        GAME.picture(play.position),
        GAME.facts_of(play.position),
        [GAME.report(reported) for reported in play.reported if type(reported) in GAME.outcomes],
    )


# --- the deck ---------------------------------------------------------------------------------


def test_the_deck_has_forty_cards() -> None:
    """[6.1] Twelve Events, eleven Deployment and eleven Combat cards, six Supply cards."""
    count = Counter[str]()
    for card in CARDS.values():
        count[card.kind] += card.copies
    assert count == {"event": 12, "deployment": 11, "combat": 11, "supply": 6}
    assert GAME.decks == {"situation": 40}
    labels = GAME.setting.tables.labels
    assert len(set(labels)) == 40
    assert all(GAME.card("situation", at) for at in range(40))


def test_every_card_is_what_its_letter_says() -> None:
    letters = {"E": "event", "D": "deployment", "C": "combat", "S": "supply"}
    assert all(card.kind == letters[name[0]] for name, card in CARDS.items())


def test_cards_are_for_the_corps_alone() -> None:
    one = bind(RULES, "division", {})
    assert not getattr(one, "decks", None)
    with pytest.raises(FormError, match="cards"):
        one.arrange({"cards": {"hands": {"jp": ["C1"]}}}, Cups())


# --- a player who is out -----------------------------------------------------------------------


def played_without(army: str, keeps: str, turns: int) -> tuple[Play, list[Any]]:
    """A game of three in which ``army``'s player leaves at its first question on the map.

    The player who is asked keeps what the Commonwealth draws for ``keeps``. Ends after ``turns`` of
    an army.
    """
    rng = random.Random(1)  # noqa: S311 - no secret
    play, reported, before = begin(GAME, 3), list[Any](), False
    while play.result is None and GAME.fact(play.position, "turn", ()) <= turns:
        reported += play.forget()
        if play.asked is None:
            play.roll(SeededDice(rng))
            continue
        side, name = play.asked.side, play.asked.name
        if name not in {"drawn", "deployment"} and not before:
            before = True
            play.leave(army)
            play.go_on()
            continue
        legal = list(GAME.legal(known(play)))
        kept = [one for one in legal if set(getattr(one, "armies", ())) == {keeps}]
        order = kept[0] if kept else next(iter(GAME.sensible(known(play), 1)))
        play.order(side, [GAME.write_order(order)])
    return play, reported


def test_anyone_is_out_discards_nothing_and_the_game_goes_on() -> None:
    """[6.10] Nobody could show a card: what an ally keeps stays, above the limit too."""
    play, reported = played_without("au", "au", 15)
    assert GAME.fact(play.position, "turn", ()) == 16
    hands = open_cards(play.position).hands
    assert len(hands["au"]) > RULES.data().situation.limit["au"]  # type: ignore[attr-defined]
    discarded = [one.army for one in reported if type(one).__name__ == "CardDiscarded"]
    assert "au" not in discarded


def test_without_the_british_what_is_drawn_lies_with_them_and_the_game_goes_on() -> None:
    """[R55] They say who keeps a card: for who is out the first answer that shows none counts."""
    play, _ = played_without("br", "au", 15)
    assert GAME.fact(play.position, "turn", ()) == 16
    assert len(open_cards(play.position).hands["br"]) > 2


# --- what others see --------------------------------------------------------------------------

PLACES = {"ji1": "Axis-A", "jv1": "Axis-B", "jg1": "Axis-A", "ai1": "Sarimbun", "ag1": "Tengah",
          "ai2": "Tengah", "bi1": "Changi"}  # fmt: skip
HANDS = (
    {"jp": ["C3", "C2"], "au": ["C4"], "br": ["S1"]},
    {"jp": ["D1", "S2"], "au": ["D8"], "br": ["C8"]},
    {"jp": ["C8", "D4"], "au": ["D2"], "br": ["D5"]},
)


def test_a_hand_changes_nothing_that_others_see() -> None:
    """[R117] Three worlds that differ in hands alone, played alike: all that is public is alike."""
    worlds = [
        play_of(
            {"clear": True, "phase": "before-refuel", "units": PLACES, "cards": {"hands": hand}}
        )
        for hand in HANDS
    ]
    asked = Counter[str]()
    for _ in range(14):
        first = seen(worlds[0])
        for world in worlds:
            assert seen(world) == first
        if worlds[0].asked is None:
            break
        asked[worlds[0].asked.name] += 1
        order = _passing(worlds[0])
        for world in worlds:
            assert world.asked is not None
            world.order(world.seats[world.asked.side], [order])
    assert {"deployment", "movement", "cards"} <= set(asked), asked


def _passing(play: Play) -> dict[str, Any]:
    """An answer that shows nothing."""
    assert play.asked is not None
    if play.asked.name == "movement" and "ji1" not in open_war(play.position).moved:
        return GAME.write_order(GAME.parse(play.position, "jp", "move ji1 Sarimbun"))
    quiet = [o for o in GAME.legal(play.position) if GAME.write_order(o)["do"] in ("pass", "end")]
    some = quiet or [next(o for o in GAME.legal(play.position) if GAME.shows(o) is None)]
    return GAME.write_order(some[0])


def test_own_hands_are_known_to_the_side_alone() -> None:
    play = play_of({"clear": True, "units": PLACES, "cards": {"hands": HANDS[0]}})
    own = open_cards(play.seen_by("jp")).known
    assert [label[:-1] for _, _, label in own] == ["C3", "C2"]
    assert not open_cards(play.position).known
    allies = {label[:-1] for _, _, label in open_cards(play.seen_by("au")).known}
    assert allies == {"C4", "S1"}, "the Commonwealth draws together"


def test_what_is_not_held_is_not_shown() -> None:
    play = play_of({"clear": True, "units": PLACES, "cards": {"hands": {"jp": ["D2"]}}})
    order = GAME.parse(play.seen_by("jp"), "jp", "play D2 ji1")
    assert GAME.shows(order) == Show("situation#1", 0, GAME.setting.tables.card_number["D2a"])
    for line in ("play D1 jv1", "play D2b ji1", "play D9", "play D2"):
        with pytest.raises((FormError, IllegalOrder), match=r"hold|no card|name"):
            GAME.check(play.position, GAME.parse(play.seen_by("jp"), "jp", line))


# --- duties -----------------------------------------------------------------------------------


@pytest.mark.parametrize("keeper", ["au", "br"])
def test_who_keeps_an_event_has_broken_a_duty(keeper: str) -> None:
    """[6.8, R110] Nobody sees it before all cards are opened; who said who keeps it loses."""
    given = {"clear": True, "turn": "br", "units": PLACES, "cards": {"next": ["E2", "D1"]}}
    play = play_of(given)
    play.order("br", [{"do": "end", "phase": "movement"}])
    assert play.asked is not None
    assert play.asked.name == "drawn"
    play.order("br", [{"do": "keep", "armies": [keeper]}])
    assert play.broken_duties() == ["br"]


def test_who_keeps_what_is_no_event_has_not() -> None:
    given = {"clear": True, "turn": "br", "units": PLACES, "cards": {"next": ["D1", "D2"]}}
    play = play_of(given)
    play.order("br", [{"do": "end", "phase": "movement"}])
    play.order("br", [{"do": "keep", "armies": ["br"]}])
    assert play.broken_duties() == []


# --- whole games ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seed", "at_random"), sample([(1, False), (2, True), (3, False), (4, True)], 1)
)
def test_no_card_is_lost_or_found_in_a_whole_game(seed: int, *, at_random: bool) -> None:
    """[6.1 to 6.10] Every card lies in one place, hands keep the limit, and Events are in none."""
    play, rng = begin(GAME, seed), random.Random(seed)  # noqa: S311 - no secret
    dice = SeededDice(random.Random(seed))  # noqa: S311 - no secret
    limit = GAME.setting.tables.data.situation.limit
    turn = ""
    while play.asked is not None or play.due is not None:
        if play.asked is None:
            play.roll(dice)
        else:
            at = known(play)
            order = random_order(play, rng) if at_random else GAME.sensible(at, seed)[0]
            play.order(play.seats[play.asked.side], [GAME.write_order(order)])
        for reported in play.forget():
            if type(reported).__name__ == "TurnBegun" and turn:
                assert len(open_cards(play.position).hands[turn]) <= limit[turn] + 1
        turn = open_war(play.position).army
        _all_there(play)
    assert play.broken_duties() == []


def _all_there(play: Play) -> None:
    cards = open_cards(play.position)
    if not cards.deck:
        return
    assert play.dealer is not None
    every, labels = play.dealer.everything(), GAME.setting.tables.labels
    held = [h for hand in cards.hands.values() for h in hand]
    names = [labels[every[h.deck][h.place]] for h in held]
    assert not [name for name in names if name.startswith("E")]
    whole = every[f"situation#{cards.deck}"]
    rest = [labels[card] for card in whole[len(whole) - cards.left :]]
    drawn = [labels[every[h.deck][h.place]] for h in cards.drawn]
    force = [one.card for one in cards.force]
    everywhere = [*names, *rest, *drawn, *force, *cards.up, *cards.cup]
    assert Counter(everywhere) == Counter(labels)


# --- what everybody knows ---------------------------------------------------------------------


def test_what_lies_open_is_in_nobodys_hand() -> None:
    """[R117] Face up, among the undrawn after an opening hand, or in force."""
    given = {
        "clear": True,
        "units": PLACES,
        "cards": {"up": ["S1"], "urn": ["E7"], "force": {"E4": "br"}},
    }
    play = play_of(given)
    labels = GAME.setting.tables.labels
    names = sorted(labels[card] for card in GAME.lying_open(play.position, "situation"))
    assert names == ["E4a", "E7a", "S1a"]


@pytest.mark.parametrize("drawer", ["jp", "br"])
def test_what_was_drawn_is_in_the_drawers_hand_alone(drawer: str) -> None:
    """[6.9] Before it is kept, too."""
    given = {"clear": True, "turn": drawer, "units": PLACES, "cards": {"next": ["D1", "D2"]}}
    play = play_of(given)
    play.order(drawer, [{"do": "end", "phase": "movement"}])
    assert play.asked is not None
    assert play.asked.name == "drawn"
    held = {side: len(GAME.held(play.position, side)) for side in GAME.sides}
    assert held == {"jp": 0, "au": 0, "br": 0} | {drawer: 1}


def test_who_has_bicycles_is_listed_beside_who_has_none() -> None:
    """[6.D2] Of one kind in one sector a list names the first; these two move differently."""
    units = {"ji1": "Sarimbun", "ji2": "Sarimbun", "ai1": "Tanglin", "bi1": "Changi"}
    given = {
        "clear": True,
        "units": units,
        "control": {"Sarimbun": "jp"},
        "cards": {"hands": {"jp": ["D2"]}},
    }
    play = play_of(given)
    order = GAME.parse(play.seen_by("jp"), "jp", "play D2 ji2")
    play.order("jp", [GAME.write_order(order)])
    moves = [GAME.write_order(order) for order in GAME.legal(play.position)]
    ways = [(one["units"], len(one["path"])) for one in moves if one["do"] == "move"]
    assert (["ji1"], 3) in ways
    assert (["ji2"], 5) in ways
