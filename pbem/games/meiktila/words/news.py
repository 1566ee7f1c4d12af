"""The short report of a turn of Meiktila."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pbem.games.meiktila.rules import outcomes as o
from pbem.games.meiktila.rules.setting import Setting
from pbem.games.meiktila.words.report import report, result_words
from pbem.kit.contract import Matter, News, Outcome
from pbem.kit.news import reported

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
    return reported(outcome, MATTERS, words, lambda one: report(setting, one))
