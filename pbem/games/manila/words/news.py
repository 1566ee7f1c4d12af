"""The short report of a turn of Manila."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pbem.games.manila.rules import outcomes as o
from pbem.games.manila.rules.setting import Setting
from pbem.games.manila.words.report import report
from pbem.games.manila.words.wording import PHASE, place
from pbem.kit import plain
from pbem.kit.contract import Detail, Matter, News, Outcome
from pbem.kit.news import names, reported, sum_of
from pbem.kit.wording import listed

MATTERS: Mapping[type[Outcome], Matter] = {
    o.AttackDeclared: "attack",
    o.Revealed: "after",
    o.BrokenOff: "result",
    o.CombatResolved: "result",
    o.OutOfAction: "lost",
    o.Captured: "taken",
    o.EventRolled: "event",
    o.BreakoutRolled: "event",
    o.BrokeOut: "event",
    o.MortalityRolled: "event",
    o.SupplyRolled: "event",
    o.Bought: "event",
    o.ReturnedToPlay: "event",
    o.StreetsRolled: "event",
    o.MoraleChanged: "event",
    o.Arrived: "moved",
    o.Moved: "moved",
    o.PhaseBegun: "phase",
    o.GameEnded: "end",
}


def news(setting: Setting, outcome: Outcome) -> News | None:
    """Return what an outcome is in short; None for what is left out."""
    words: dict[type[Outcome], Callable[[Any], str]] = {
        o.AttackDeclared: lambda one: (
            f"Attack on {place(setting, one.area)} with {listed(one.units)}"
        ),
        o.Revealed: lambda one: f"the defender is {one.factor}, {one.strategy}",
        o.BrokenOff: lambda _: "broken off",
        o.CombatResolved: lambda one: (
            f"attack {one.av} to defense {one.dv}, totals {one.at} to {one.dt}: {one.result}"
        ),
        o.OutOfAction: lambda one: one.unit,
        o.Captured: lambda one: place(setting, one.area),
        o.Moved: lambda one: one.unit,
        o.Arrived: lambda one: one.unit,
    }
    return reported(outcome, MATTERS, words, lambda one: report(setting, one), _details(setting))


def _details(setting: Setting) -> Mapping[type[Outcome], Callable[[Any], Detail]]:
    """Return the parts that outcomes add to the lines of the log."""

    def area(number: int) -> str:
        return f"{number} {setting.tables.areas[number].name}"

    return {
        o.PhaseBegun: lambda one: Detail(turn=f"Turn {one.turn}", phase=_phase(one.phase)),
        o.AttackDeclared: lambda one: Detail(
            side="us", who=names(*one.units), does="attack", place=area(one.area)
        ),
        o.BrokenOff: lambda _: Detail(result="broken off"),
        o.CombatResolved: lambda one: Detail(
            odds=sum_of(one.at, one.dt), result=plain.lower(one.result)
        ),
        o.Captured: lambda one: Detail(place=area(one.area)),
        o.Moved: lambda one: Detail(
            side="us", who=names(one.unit), does="move", place=area(one.path[-1])
        ),
        o.Arrived: lambda one: Detail(
            side="us", who=names(one.unit), does="arrive", place=area(one.area)
        ),
    }


def _phase(name: str) -> str:
    return plain.capital(PHASE[name]).removesuffix(" Phase")
