"""The short report of a turn of Saipan."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pbem.games.saipan.rules import outcomes as o
from pbem.games.saipan.rules.setting import Setting
from pbem.games.saipan.words.report import RESULT, report, unit
from pbem.kit.contract import Matter, News, Outcome
from pbem.kit.news import reported

MATTERS: Mapping[type[Outcome], Matter] = {
    o.AttackDeclared: "attack",
    o.FinalProtectiveFire: "after",
    o.Declined: "after",
    o.CombatResolved: "result",
    o.Retreated: "after",
    o.Advanced: "after",
    o.Eliminated: "lost",
    o.BeachheadDestroyed: "taken",
    o.Landed: "moved",
    o.Deployed: "moved",
    o.Moved: "moved",
    o.PhaseBegun: "phase",
    o.GameEnded: "end",
}


def news(setting: Setting, outcome: Outcome) -> News | None:
    """Return what an outcome is in short; None for what is left out."""
    words: dict[type[Outcome], Callable[[Any], str]] = {
        o.CombatResolved: lambda one: (
            f"{one.differential:+d}, rolled {one.die}: {one.result}, {RESULT[one.result]}"
        ),
        o.Eliminated: lambda one: unit(one.side, one.unit),
        o.Moved: lambda one: one.unit,
        o.Landed: lambda one: one.unit,
        o.Deployed: lambda one: one.unit,
    }
    return reported(outcome, MATTERS, words, lambda one: report(setting, one))
