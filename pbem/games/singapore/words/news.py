"""The short report of a turn of Singapore."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pbem.games.singapore.rules import outcomes as o
from pbem.games.singapore.rules.cards import outcomes_cards as c
from pbem.games.singapore.rules.setting import Setting
from pbem.games.singapore.words.report import report
from pbem.games.singapore.words.wording import place_name, units_words
from pbem.kit import plain
from pbem.kit.contract import Matter, News, Outcome
from pbem.kit.news import reported

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
    o.Resupplied: "event",
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
OUT_OF_THE_FIGHT: Mapping[type[Outcome], Matter] = {o.UnitLost: "after"}
"""The same of a unit that is suppressed, or has left: it may fight again, and is not lost."""


def _go(setting: Setting, units: Sequence[str], place: str) -> str:
    """Say who came where, in one phrase without a comma: ``5 infantry to Bukit Panjang``."""
    return f"{units_words(setting, units, named=1)} to {place_name(place)}"


def news(setting: Setting, outcome: Outcome) -> News | None:
    """Return what an outcome is in short; None for what is left out."""
    matters = MATTERS if setting.board is None else ON_THE_BOARD
    if isinstance(outcome, o.UnitLost) and outcome.how != "eliminated":
        matters = OUT_OF_THE_FIGHT
    if isinstance(outcome, o.UnitsMoved) and outcome.attacks:
        who, many = units_words(setting, outcome.units), len(outcome.units) > 1
        attack = f"{who} attack{'' if many else 's'} {place_name(outcome.path[-1])}"
        return News("event", plain.capital(attack))
    words: dict[type[Outcome], Callable[[Any], str]] = {
        o.UnitLost: lambda one: one.unit if one.how == "eliminated" else report(setting, one),
        o.UnitsMoved: lambda one: _go(setting, one.units, one.path[-1]),
        o.UnitsArrived: lambda one: _go(setting, one.units, one.place),
        o.UnitsDeployed: lambda one: _go(setting, one.units, one.place),
        o.PlaneMoved: lambda one: one.unit,
    }
    return reported(outcome, matters, words, lambda one: report(setting, one))
