"""Whole games of Meiktila, recomputed by a reader who has the rulebook and not the module.

Sensible players play some, and others are played at random by somebody who likes to attack: games
between random players without that seldom come to a combat.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec
import pytest

from games.meiktila_reader.checker import Checker
from games.meiktila_reader.ground import apart, side_of
from long import sample
from pbem.games.meiktila.rules import ch04_turn as turn
from pbem.games.meiktila.rules import ch06_combat as combat
from pbem.games.meiktila.rules import ch06_reach as reach
from pbem.games.meiktila.rules import ch06_results as results
from pbem.games.meiktila.rules import ch06_stacking as stacking
from pbem.games.meiktila.rules import ch06_zones as zones
from pbem.games.meiktila.rules import ch07_supply as supply
from pbem.games.meiktila.rules import ch08_reinforcements as entries
from pbem.games.meiktila.rules import ch09_victory as victory
from pbem.games.meiktila.rules.setting import halved
from pbem.kit.contract import Order, Outcome
from pbem.kit.dice import SeededDice
from pbem.play.play import Play
from pbem.selfplay.simulate import Setup, bind
from pbem.selfplay.unsigned import any_of, begin

OPTIONS: dict[str, tuple[Any, ...]] = {
    "banzai": (True, False),
    "kimura": (False, True),
    "retreat_rolls": (False, True),
    "attacker_mode": ("units", "all"),
    "opener": ("subset", "any"),
    "stacking": ("turn_end", "move_end"),
    "forced_march": ("turn", "activation"),
    "zoc_step": ("max", "add"),
    "border_full": (True, False),
    "points_al": (0, 3),
    "points_jp": (0, 9),
}
LISTED = 0.15
"""The share of decisions at which the lists of legal orders are looked at."""
KEEN = {"attack", "advance", "activate", "open", "plan", "land", "enter"}
"""The orders that are drawn more often than others."""


class Heard:
    """A game that gives a checker every order and every outcome, before it is applied."""

    def __init__(self, game: Any, checker: Checker) -> None:
        self._game, self._checker = game, checker

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def adjudicate(self, position: Any, order: Order, cups: Any) -> Iterator[Outcome]:
        self._checker.order(self._game.write_order(order))
        yield from self._game.adjudicate(position, order, cups)

    def apply(self, position: Any, outcome: Outcome) -> None:
        self._checker.outcome(type(outcome).__name__, msgspec.structs.asdict(outcome))
        self._game.apply(position, outcome)


def options_of(seed: int) -> dict[str, Any]:
    """Options of a game: the first has the defaults, the second everything else."""
    rng = random.Random(seed)  # noqa: S311 - no secret
    if seed < 2:
        return {name: values[seed] for name, values in OPTIONS.items()}
    return {name: rng.choice(values) for name, values in OPTIONS.items()}


def keen(play: Play, rng: random.Random) -> Order:
    """Draw an order, rather one that brings a fight; a move rather towards the enemy."""
    legal = list(play.game.legal(play.position))
    fighting = [order for order in legal if order.__struct_config__.tag in KEEN]
    if fighting and rng.random() < 0.8:
        return any_of(fighting, rng)
    moves = [order for order in legal if order.__struct_config__.tag == "move"]
    if moves and rng.random() < 0.9:
        return min(rng.sample(moves, min(len(moves), 12)), key=lambda one: nearest(play, one))
    return any_of(legal, rng)


def nearest(play: Play, order: Any) -> int:
    """How many hexes the end of a move is from an enemy."""
    enemies = [
        here for unit, here in play.position.at.items() if side_of(unit) != side_of(order.unit)
    ]
    return min((apart(order.path[-1], here) for here in enemies), default=0)


def played(options: dict[str, Any], seed: int, *, sensible: bool) -> Checker:
    """Play a game to its end; return the checker that has heard it."""
    rng = random.Random(seed)  # noqa: S311 - no secret
    checker = Checker(options)
    game = Heard(bind(Setup("meiktila", "meiktila", options)), checker)
    play = begin(game)  # type: ignore[arg-type]
    for side in game.sides if sensible else ():
        play.standing[side] = {side: dict(game.sensible_standing(side))}
    while play.result is None and not checker.found:
        if play.due is not None:
            play.roll(SeededDice(rng))
            continue
        assert play.asked is not None
        checker.compare(play.position)
        if rng.random() < LISTED:
            legal: Sequence[Order] = list(game.legal(play.position))
            checker.lists([game.write_order(order) for order in legal])
        if sensible:
            orders = game.sensible(play.position, rng.randrange(1 << 32))
        else:
            orders = [keen(play, rng)]
        play.order(play.seats[play.asked.side], [game.write_order(one) for one in orders])
    return checker


@pytest.mark.parametrize("seed", sample(range(300), 1, of=5))
def test_a_reader_agrees_with_games_of_who_likes_to_attack(seed: int) -> None:
    checker = played(options_of(seed), seed, sensible=False)
    assert checker.found == []
    assert checker.ended


@pytest.mark.parametrize("seed", sample(range(60), 1, of=2))
def test_a_reader_agrees_with_games_of_sensible_players(seed: int) -> None:
    checker = played(options_of(seed), seed, sensible=True)
    assert checker.found == []
    assert checker.ended


# --- that the reader would see a mistake -------------------------------------------------------


def _more(original: Callable[..., Any], by: int) -> Callable[..., Any]:
    return lambda *at, **named: original(*at, **named) + by


def _dear(original: Callable[..., Any]) -> Callable[..., Any]:
    def stepped(*at: Any) -> Any:
        found = original(*at)
        return found._replace(cost=found.cost + 1)

    return stepped


def _no_zones(original: Callable[..., Any]) -> Callable[..., Any]:
    def made(zones: Any, setting: Any, position: Any, side: str) -> None:
        original(zones, setting, position, side)
        zones.zone = zones.strong = frozenset()
        zones.front = zones.front._replace(zone=frozenset(), strong=frozenset())

    return made


WRONG: dict[str, tuple[Any, Callable[[Any], Any]]] = {
    "supply lines as long as one likes": (
        supply.distances,
        lambda _: lambda *_, **__: Everywhere(),
    ),
    "the Supply Table with 1 more": (supply.supply_modifier, lambda f: _more(f, 1)),
    "a marker more": (turn.count, lambda f: _more(f, 1)),
    "every hex has room": (stacking.fits, lambda _: lambda *_: True),
    "ground that costs half a point more": (reach.step, _dear),
    "halves rounded down": (halved, lambda _: lambda number: number // 2),
    "no shifts": (combat.shift_items, lambda _: lambda *_: []),
    "no bonus of jungle, town or position": (combat.bonus, lambda _: lambda *_: 0),
    "retreats with a factor too many": (results.factor, lambda f: _more(f, 1)),
    "control never changes": (victory.visited, lambda _: lambda *_: iter(())),
    "a step from zone to zone is like another": (zones.Zones.__init__, _no_zones),
    "reinforcements that enter in the corner": (entries.entry_hexes, lambda _: lambda *_: ("A1",)),
}
"""Name -> a function of the rules, and how it is made wrong."""


class Everywhere(dict[str, int]):
    """Distances to a goal: nothing is far from it."""

    def get(self, *_: Any) -> int:  # type: ignore[override]
        return 0


@pytest.mark.few(2)
@pytest.mark.parametrize("what", WRONG)
def test_the_reader_sees_a_rule_that_is_wrong(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    original, change = WRONG[what]
    changed = change(original)
    if original is zones.Zones.__init__:
        monkeypatch.setattr(zones.Zones, "__init__", changed)
    for name, module in list(sys.modules.items()):
        if name.startswith("pbem.games.meiktila.rules"):
            for key, value in list(vars(module).items()):
                if value is original:
                    monkeypatch.setattr(module, key, changed)
    supply._hexes_off_road.cache_clear()
    try:
        games = (played(options_of(seed), seed, sensible=seed % 2 == 1) for seed in range(8))
        assert any(checker.found for checker in games)
    finally:
        supply._hexes_off_road.cache_clear()
