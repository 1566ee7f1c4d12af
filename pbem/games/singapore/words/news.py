"""The short report of a turn of Singapore."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from string import ascii_lowercase
from typing import Any

from pbem.games.singapore.rules import outcomes as o
from pbem.games.singapore.rules.cards import outcomes_cards as c
from pbem.games.singapore.rules.position import ATTACKER, DEFENDER
from pbem.games.singapore.rules.setting import Setting
from pbem.games.singapore.words.report import report
from pbem.games.singapore.words.wording import ARMY, KIND, place_name, units_words
from pbem.kit import plain
from pbem.kit.contract import Called, Detail, Matter, News, Outcome
from pbem.kit.news import in_short, reported

MATTERS: Mapping[type[Outcome], Matter] = {
    o.BattleBegun: "attack",
    o.RetreatBegun: "after",
    o.BattleEnded: "result",
    o.UnitLost: "lost",
    o.ControlChanged: "taken",
    o.BatteryCaptured: "taken",
    o.UnitsMoved: "moved",
    o.PlaneMoved: "moved",
    o.UnitsArrived: "moved",
    o.UnitsDeployed: "moved",
    o.BarrageOrdered: "event",
    o.DepotLost: "event",
    o.SupplyLost: "event",
    o.LevelReached: "event",
    c.EventPlayed: "event",
    c.CardPlayed: "event",
    o.TurnBegun: "phase",
    o.PhaseBegun: "phase",
    o.GameEnded: "end",
}
ON_THE_BOARD: Mapping[type[Outcome], Matter] = {
    **MATTERS,
    o.GroupFormed: "attack",
    o.RoundFought: "result",
    o.AirRound: "result",
}
"""The same where one battle is the whole game."""
_ON_THE_GROUND = frozenset({"ready", "landed", "mended", "repair"})
"""The states of a plane on the ground: each turn brings them again, so they are left out."""
OUT_OF_THE_FIGHT: Mapping[type[Outcome], Matter] = {o.UnitLost: "after"}
"""The same of a unit that is suppressed, or has left: it may fight again, and is not lost."""


def _go(setting: Setting, units: Sequence[str], place: str) -> str:
    """Say who came where, in one phrase without a comma: ``5 infantry to Bukit Panjang``."""
    return f"{units_words(setting, units, named=1)} to {place_name(place)}"


def news(setting: Setting, outcome: Outcome) -> News | None:
    """Return what an outcome is in short; None for what is left out."""
    if isinstance(outcome, o.PlaneMoved) and outcome.state in _ON_THE_GROUND:
        return None
    matters = MATTERS if setting.board is None else ON_THE_BOARD
    if isinstance(outcome, o.UnitLost) and outcome.how != "eliminated":
        matters = OUT_OF_THE_FIGHT
    if isinstance(outcome, o.UnitsMoved) and outcome.attacks:
        who, many = units_words(setting, outcome.units), len(outcome.units) > 1
        attack = f"{who} attack{'' if many else 's'} {place_name(outcome.path[-1])}"
        return in_short("event", plain.capital(attack), _details(setting)[o.UnitsMoved](outcome))
    words: dict[type[Outcome], Callable[[Any], str]] = {
        o.UnitLost: lambda one: one.unit if one.how == "eliminated" else report(setting, one),
        o.UnitsMoved: lambda one: _go(setting, one.units, one.path[-1]),
        o.UnitsArrived: lambda one: _go(setting, one.units, one.place),
        o.UnitsDeployed: lambda one: _go(setting, one.units, one.place),
        o.PlaneMoved: lambda one: one.unit,
    }
    return reported(outcome, matters, words, lambda one: report(setting, one), _details(setting))


_STEP: Mapping[str, str] = {
    "movement": "moves", "barrage": "guns", "defence": "defensive guns", "combat": "battles",
    "reinforce": "reinforcements", "resupply": "supply", "transfer": "supply",
    "draw": "cards", "discard": "cards", "air": "aircraft", "refuel": "aircraft",
}  # fmt: skip


def _details(setting: Setting) -> Mapping[type[Outcome], Callable[[Any], Detail]]:
    """Return the parts that outcomes add to the lines of the log."""

    def goes(units: Sequence[str], does: str, place: str) -> Detail:
        side = setting.tables.units[units[0]].army
        return Detail(side=side, who=_named(setting, units), does=does, place=place_name(place))

    def fires(one: o.BarrageOrdered) -> Detail:
        return goes(one.units, "fire at", one.places[0]) if len(set(one.places)) == 1 else Detail()

    return {
        o.TurnBegun: lambda one: Detail(
            turn=_period(setting.tables.periods[one.period]), phase=f"{ARMY[one.army]} turn"
        ),
        o.PhaseBegun: lambda one: Detail(phase=plain.capital(_STEP.get(one.phase, ""))),
        o.BattleBegun: lambda one: Detail(
            side=one.seats[ATTACKER][0],
            who=_named(setting, one.lines[ATTACKER]),
            does="fight",
            whom=_named(setting, one.lines[DEFENDER]),
            place=place_name(one.place),
        ),
        o.ControlChanged: lambda one: Detail(result=f"now {ARMY[one.army]}"),
        o.BattleEnded: lambda one: Detail(result="still contested" if one.contested else "held"),
        o.UnitsMoved: lambda one: goes(
            one.units, "attack" if one.attacks else "move", one.path[-1]
        ),
        o.UnitsArrived: lambda one: goes(one.units, "arrive", one.place),
        o.UnitsDeployed: lambda one: goes(one.units, "deploy", one.place),
        o.PlaneMoved: lambda one: goes((one.unit,), "fly", one.place),
        o.BarrageOrdered: fires,
    }


def _named(setting: Setting, units: Sequence[str]) -> tuple[Called, ...]:
    """Return units by the numbers and the words of their kinds."""
    kinds = {name: found.kind for name in units if (found := setting.tables.units.get(name))}
    return tuple(
        Called(name.lstrip(ascii_lowercase), *KIND[kinds[name]]) if name in kinds else Called(name)
        for name in units
    )


def _period(name: str) -> str:
    """Return a period in words: ``9 Feb night`` for ``09N``."""
    return f"{name[:-1].lstrip('0')} Feb {'night' if name.endswith('N') else 'day'}"
