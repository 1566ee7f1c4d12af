"""The short report of a turn of Meiktila."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pbem.games.meiktila.rules import outcomes as o
from pbem.games.meiktila.rules.setting import Setting
from pbem.games.meiktila.words.report import SIDE, place, report, result_words
from pbem.kit import plain
from pbem.kit.contract import Detail, Matter, News, Outcome
from pbem.kit.news import names, reported, sum_of

MATTERS: Mapping[type[Outcome], Matter] = {
    o.AttackDeclared: "attack",
    o.Defended: "after",
    o.CombatRolled: "result",
    o.Retreated: "after",
    o.StepLost: "after",
    o.Advanced: "after",
    o.Declined: "after",
    o.Eliminated: "lost",
    o.ControlChanged: "taken",
    o.SupplyRolled: "event",
    o.StatusRolled: "unsupplied",
    o.CutOff: "unsupplied",
    o.OutOfSupply: "unsupplied",
    o.Landed: "moved",
    o.Deployed: "moved",
    o.Moved: "moved",
    o.MarkerUp: "event",
    o.Passed: "event",
    o.Replaced: "event",
    o.LevelFell: "event",
    o.Scored: "event",
    o.PhaseBegun: "phase",
    o.GameEnded: "end",
}


def news(setting: Setting, outcome: Outcome) -> News | None:
    """Return what an outcome is in short; None for what is left out."""
    if isinstance(outcome, o.StatusRolled) and outcome.supplied:
        return None
    words: dict[type[Outcome], Callable[[Any], str]] = {
        o.StatusRolled: lambda one: one.unit,
        o.CutOff: lambda one: one.unit,
        o.OutOfSupply: lambda one: ", ".join(one.units),
        o.CombatRolled: lambda one: (
            f"{one.attack} against {one.defence}, {one.column}, rolled {one.die}: {one.result}, "
            f"{result_words(one.result)}"
        ),
        o.Eliminated: lambda one: one.unit,
        o.Moved: lambda one: one.unit,
        o.Landed: lambda one: one.unit,
        o.Deployed: lambda one: one.unit,
    }
    return reported(outcome, MATTERS, words, lambda one: report(setting, one), _details(setting))


def _details(setting: Setting) -> Mapping[type[Outcome], Callable[[Any], Detail]]:
    """Return the parts that outcomes add to the lines of the log."""

    def goes(unit: str, does: str, hex_: str) -> Detail:
        return Detail(who=names(unit), does=does, place=place(setting, hex_))

    return {
        o.PhaseBegun: lambda one: Detail(turn=f"Turn {one.turn}", phase=_phase(one)),
        o.AttackDeclared: lambda one: Detail(
            side=one.side,
            who=names(*dict.fromkeys((*one.with_, *one.guns))) or names("aircraft"),
            does="attack",
            place=place(setting, one.hex),
        ),
        o.CombatRolled: lambda one: Detail(
            odds=sum_of(one.attack, one.defence, one.column),
            result=result_words(one.result) or "no effect",
        ),
        o.Moved: lambda one: goes(one.unit, "move", one.path[-1]),
        o.Landed: lambda one: goes(one.unit, "land", one.hex),
        o.Deployed: lambda one: goes(one.unit, "deploy", one.hex),
    }


def _phase(one: o.PhaseBegun) -> str:
    side = SIDE.get(one.side, "")
    return plain.capital(one.phase if side in plain.capital(one.phase) else f"{side} {one.phase}")
