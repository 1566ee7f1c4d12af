"""Deployment cards and the windows of a turn: which card is refused where, and what it would do.

A window is closed to a card only if the card does nothing there in any position (6.7, R125).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from long import times
from pbem.games.singapore.rules.cards import ch6_deployment as deployment
from pbem.games.singapore.rules.cards.ch6_play import AMONG, EFFECTS, OTHERS, OWN
from pbem.games.singapore.rules.position import Cards, Position, Sneak, open_war
from pbem.kit.cups import Cups
from pbem.kit.dice import SeededDice
from pbem.play.dealer import Dealer
from pbem.play.play import Play
from pbem.selfplay.unsigned import begin, bind, known, random_order, rules_of

RULES = rules_of("singapore")
HOLDER = {"D8": "br", "D4": "br", "D6": "br"}
"""Card -> who plays it in the turn of the Japanese, where that are not they themselves."""
THEIRS = [phase for phase, kind in OTHERS.items() if kind == "deployment"]
MINE = [*AMONG, *(phase for phase, kind in OWN.items() if kind == "deployment")]
CLOSED = {("D2", "barrage"), ("D2", "before-combat"), ("D7", "barrage"), ("D7", "before-combat")}
"""Card and window in which it does nothing: infantry moves no more, nor goes on after a capture."""
WINDOWS = [
    (card, phase) for card in deployment.EFFECTS for phase in (THEIRS if card in HOLDER else MINE)
]


def arranged(card: str, phase: str) -> tuple[Any, Play]:
    """Tanks that have moved stand in a battle; everybody else can still move."""
    game = bind(RULES, "corps", {"card_points": "every_step", "penetration": True})
    late = phase in {"before-barrage", "barrage", "before-defence", "before-combat"}
    given = {
        "scenario": "corps",
        "options": {"card_points": "every_step", "penetration": True},
        "clear": True,
        "phase": phase,
        "units": {"jv1": "Pandan", "jv2": "Pandan", "jv3": "Pandan", "bi1": "Pandan",
                  "bi2": "Jurong", "ji1": "Bukit-Timah", "ji2": "Axis-B", "jg1": "Bukit-Timah",
                  "jf1": "Off-Map"},
        "control": {"Bukit-Timah": "jp", "Bukit-Batok": "jp"},
        "moved": ["jv1", "jv2", "jv3"],
        "steps": {"jv1": 1, "jv2": 1, "jv3": 1},
        "on_road": ["jv1", "jv2", "jv3"],
        "entered": dict.fromkeys(("jv1", "jv2", "jv3"), "Bukit-Timah"),
        "launches": {"Pandan": ["Bukit-Timah"]},
        "stock": {"jp": 20},
        "cards": {"hands": {HOLDER.get(card, "jp"): [card]}},
    }  # fmt: skip
    if not late:
        for word in ("moved", "steps", "on_road", "entered", "launches"):
            del given[word]
    play = Play(game, {side: side for side in game.sides})
    play.position = game.arrange(given, Cups())
    play.dealer = Dealer()
    play.dealer.lay(game.laid(given))
    play.start()
    return game, play


@pytest.mark.parametrize(("card", "phase"), WINDOWS)
def test_a_card_is_played_in_each_window_in_which_it_can_do_something(
    card: str, phase: str
) -> None:
    """[6.7, R125] In each window but the closed ones there is a position where it is legal."""
    game, play = arranged(card, phase)
    army = HOLDER.get(card, "jp")
    targets = list(EFFECTS[card].legal(game.setting, play.position, army))
    assert bool(targets) == ((card, phase) not in CLOSED)
    if targets:
        assert play.asked is not None
        assert (play.asked.side, play.position.phase) == (army, phase)
        legal = [order for order in game.legal(known(play)) if getattr(order, "card", "")]
        played = next(one for one in legal if one.card[:-1] == card)
        play.order(army, [game.write_order(played)])
        assert [
            reported.card for reported in play.reported if type(reported).__name__ == "CardPlayed"
        ]


# --- what is refused does nothing ----------------------------------------------------------------


def _bikes(position: Position, cards: Cards) -> None:
    cards.bikes = [unit for unit in open_war(position).at if unit.startswith("ji")]


def _sneaks(position: Position, cards: Cards) -> None:
    war = open_war(position)
    infantry = tuple(unit for unit in war.at if unit.startswith("ji"))
    cards.sneaks = [Sneak(infantry, place) for place in war.control]


FORCED: dict[str, Callable[[Position, Cards], None]] = {"D2": _bikes, "D7": _sneaks}


def at_windows(phase: str, seed: int, many: int) -> Iterator[Play]:
    """Yield random games where such a window of a Japanese turn begins."""
    game = bind(RULES, "corps", {"penetration": True})
    play, rng = begin(game, seed), random.Random(seed)  # noqa: S311 - no secret
    dice, was = SeededDice(rng), ""
    while many and play.result is None:
        war = open_war(play.position)
        if play.position.phase == phase != was and war.army == "jp" and play.asked is not None:
            many -= 1
            yield play
        was = play.position.phase
        step(play, rng, dice)


def step(play: Play, rng: random.Random, dice: SeededDice) -> None:
    """Answer at random, or roll."""
    if play.asked is None:
        play.roll(dice)
    else:
        play.order(play.seats[play.asked.side], [play.game.write_order(random_order(play, rng))])


def future(play: Play, seed: int) -> list[tuple[Any, ...]]:
    """Play a turn to its end at random; return what was asked, and how many orders were legal."""
    rng = random.Random(seed)  # noqa: S311 - no secret
    dice, seen, period = SeededDice(rng), [], open_war(play.position).period
    while play.result is None and open_war(play.position).army == "jp":
        if open_war(play.position).period != period:
            break
        legal = 0 if play.asked is None else sum(map(len, play.game.bunches(known(play))))
        seen.append((play.position.phase, play.asked, play.due, legal))
        step(play, rng, dice)
    return seen


def forced(play: Play, does: Callable[[Position, Cards], None], seed: int) -> bool:
    """Whether a turn goes otherwise where a card has done its work than where it has not."""
    one, other = play.copy(), play.copy()
    cards = open_war(other.position).cards
    assert cards is not None
    does(other.position, cards)
    return future(one, seed) != future(other, seed)


@pytest.mark.parametrize(("card", "phase"), sorted(CLOSED))
def test_where_a_card_is_refused_it_would_do_nothing(card: str, phase: str) -> None:
    """[6.7, R125] The rest of the turn is the same, whether the card has done its work or not."""
    looked = 0
    for seed in range(times(1, 10)):
        for play in at_windows(phase, seed, 3):
            looked += 1
            assert not forced(play, FORCED[card], seed)
    assert looked


def test_the_comparison_finds_what_a_card_does() -> None:
    """Before the moves the same marks change what is legal: else the test above says nothing."""
    assert any(forced(play, _bikes, 1) for play in at_windows("movement", 1, 6))
