"""Whole games of Singapore on the map, recomputed by a reader with the rulebook and no module.

Sensible players play some, and others are played at random by somebody who likes to attack: games
between random players without that seldom come to a battle.
"""

from __future__ import annotations

import importlib
import pkgutil
import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from games.singapore_reader.checker import Checker
from games.singapore_reader.ground import apart
from long import sample
from pbem.games import singapore
from pbem.games.singapore.rules import ch1_combat as combat
from pbem.games.singapore.rules import ch2_tactics as tactics
from pbem.games.singapore.rules import ch4_barrages as barrages
from pbem.games.singapore.rules import ch4_control as control
from pbem.games.singapore.rules import ch4_movement as movement
from pbem.games.singapore.rules import ch4_results as results
from pbem.games.singapore.rules import ch5_supply as supply
from pbem.games.singapore.rules import ch6_effects as effects
from pbem.games.singapore.rules import theatre
from pbem.kit.contract import Order, Outcome
from pbem.kit.dice import SeededDice
from pbem.play.play import Play
from pbem.selfplay.simulate import Setup, bind
from pbem.selfplay.unsigned import any_of, begin, rules_of

SCENARIOS = ("division", "brigade", "tiderace")
OPTIONS: dict[str, tuple[Any, ...]] = {
    "leave_contested": ("free", "friendly"),
    "axis_landing": ("all", "infantry"),
    "bridges_supply": ("no", "yes"),
    "defensive_fire": ("own", "side"),
    "flank_die": ("defender", "attacker"),
    "japan_start": (40, 30),
    "penetration": (False, True),
    "breakthrough": (False, True),
    "rout": (False, True),
    "defender_bonus": (0, -2),
}
OF = {"bridges_supply": {"division", "tiderace"}, "japan_start": {"division"}}
LISTED = 0.1
"""Of so many decisions the lists of legal orders are looked at."""
COMPARED = 0.2
"""After so many the reader's table is compared with the position."""
KEEN = {"battle", "attack", "fire", "support", "strike", "fly", "drive"}


class Heard:
    """A game that tells a checker every outcome before it is applied."""

    def __init__(self, game: Any) -> None:
        self._game = game
        self.checker: Checker | None = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def apply(self, position: Any, outcome: Outcome) -> None:
        if self.checker is not None:
            self.checker.outcome(type(outcome).__name__, msgspec.structs.asdict(outcome))
        self._game.apply(position, outcome)


def options_of(scenario: str, seed: int) -> dict[str, Any]:
    """Options of a game: the first has the defaults, the second everything else."""
    rng = random.Random(seed)  # noqa: S311 - no secret
    chosen = {
        name: values[seed] if seed < 2 else rng.choice(values) for name, values in OPTIONS.items()
    }
    return {name: value for name, value in chosen.items() if scenario in OF.get(name, SCENARIOS)}


def keen(play: Play, rng: random.Random) -> Order:
    """Draw an order, rather one that brings a fight; a move rather towards the enemy."""
    legal = list(play.game.legal(play.position))
    kinds = {order.__struct_config__.tag for order in legal}
    fighting = [order for order in legal if order.__struct_config__.tag in KEEN]
    if fighting and rng.random() < 0.8:
        return any_of(fighting, rng)
    moves = [order for order in legal if order.__struct_config__.tag == "move"]
    if moves and rng.random() < 0.9:
        return min(rng.sample(moves, min(len(moves), 12)), key=lambda one: nearest(play, one))
    if "end" in kinds and rng.random() < 0.3:
        return next(order for order in legal if order.__struct_config__.tag == "end")
    return any_of(legal, rng)


def nearest(play: Play, order: Any) -> int:
    """How many sectors the end of a move is from an enemy."""
    army = order.units[0][0]
    enemies = {
        place for unit, place in play.position.war.at.items()
        if (unit[0] == "j") != (army == "j") and unit[1] in "ivgh"
    }  # fmt: skip
    return min((apart(order.path[-1], here) for here in enemies if here), default=0)


def played(scenario: str, options: dict[str, Any], seed: int, *, sensible: bool) -> Checker:
    """Play a game to its end; return the checker that has heard it."""
    rng = random.Random(seed)  # noqa: S311 - no secret
    game = Heard(bind(Setup("singapore", scenario, options)))
    play = begin(game, seed)  # type: ignore[arg-type]
    every = {name: one.default for name, one in rules_of("singapore").options.items()} | options
    checker = game.checker = Checker(scenario, every, play.position)
    while play.result is None and not checker.found:
        if rng.random() < COMPARED:
            checker.compare(play.position)
        if play.due is not None:
            play.roll(SeededDice(rng))
            continue
        assert play.asked is not None
        if rng.random() < LISTED:
            legal = [game.write_order(order) for order in game.legal(play.position)]
            checker.lists(play.asked.name, legal)
        if sensible:
            orders = list(game.sensible(play.position, rng.randrange(1 << 32)))[:1]
        else:
            orders = [keen(play, rng)]
        play.order(play.seats[play.asked.side], [game.write_order(one) for one in orders])
    checker.compare(play.position)
    return checker


GAMES = [(scenario, seed) for seed in range(100) for scenario in SCENARIOS]


@pytest.mark.parametrize(("scenario", "seed"), sample(GAMES, 1, of=9))
def test_a_reader_agrees_with_games_of_who_likes_to_attack(scenario: str, seed: int) -> None:
    checker = played(scenario, options_of(scenario, seed), seed, sensible=False)
    assert checker.found == []
    assert checker.ended
    assert checker.heard["RoundFought"] > 5


@pytest.mark.parametrize(("scenario", "seed"), sample(GAMES[:60], 1, of=6))
def test_a_reader_agrees_with_games_of_sensible_players(scenario: str, seed: int) -> None:
    checker = played(scenario, options_of(scenario, seed), seed, sensible=True)
    assert checker.found == []
    assert checker.ended


# --- that the reader would see a mistake -------------------------------------------------------


def _more(original: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *at, **named: original(*at, **named) + 1


def _is(value: Any) -> Callable[[Any], Callable[..., Any]]:
    return lambda _: lambda *_, **__: value


def _everywhere(_: Any) -> Callable[..., Any]:
    return lambda setting, position, role: [
        place
        for place in setting.tables.beside[position.battle.sector]
        if theatre.safe(setting, position.war, place, "jp" if role == "attacker" else "br")
    ]


WRONG: dict[str, tuple[Any, Callable[[Any], Any]]] = {
    "supply comes over water": (supply._carries, _is(value=True)),
    "everybody is in supply": (supply.supplies, _is(value=True)),
    "a supply point costs nothing": (supply.most, _is(value=0)),
    "seven of a side": (theatre._room, _more),
    "half a point more for every edge": (tactics.bonus, _more),
    "a round won by a point more": (combat.margin_of, _more),
    "strikes that roll one more": (
        effects.result_of, lambda original: lambda row, die: original(row, die + 1),
    ),
    "a sector more by every move": (movement.allowance, _more),
    "guns fire where they moved": (barrages.why_not, _is(value="")),
    "guns of any range": (barrages._in_range, lambda _: lambda *at: list(at[3])),
    "nobody takes a sector": (control._taker, _is(value=None)),
    "the beaten withdraw over water": (results.havens, _everywhere),
}  # fmt: skip
"""Name -> a function of the rules, and how it is made wrong."""


def _modules() -> list[Any]:
    """All rooms of the game: one that is loaded later would keep a wrong rule for good."""
    found = pkgutil.walk_packages(singapore.__path__, f"{singapore.__name__}.")
    return [importlib.import_module(one.name) for one in found]


def _forget() -> None:
    """Rules and player remember what they have looked up: not what a wrong rule said."""
    for module in _modules():
        for value in list(vars(module).values()):
            if hasattr(value, "cache_clear"):
                value.cache_clear()


@pytest.mark.few(2)
@pytest.mark.parametrize("what", WRONG)
def test_the_reader_sees_a_rule_that_is_wrong(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    original, change = WRONG[what]
    changed = change(original)
    for module in _modules():
        for key, value in list(vars(module).items()):
            if value is original:
                monkeypatch.setattr(module, key, changed)
    _forget()
    try:
        games = (played("division", {}, seed, sensible=seed % 2 == 0) for seed in range(8))
        assert any(checker.found for checker in games)
    finally:
        _forget()
