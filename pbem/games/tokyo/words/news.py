"""The short report of a turn of Race to Tokyo."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pbem.games.tokyo.rules import outcomes as o
from pbem.games.tokyo.rules.setting import Setting
from pbem.games.tokyo.words.report import report
from pbem.games.tokyo.words.wording import RESULT, unit
from pbem.kit.contract import Matter, News, Outcome
from pbem.kit.news import reported

MATTERS: Mapping[type[Outcome], Matter] = {
    o.AttackDeclared: "attack",
    o.TurnedUp: "after",
    o.VolunteerCalled: "after",
    o.Declined: "after",
    o.DieRolled: "after",
    o.DieRolledAgain: "after",
    o.CombatResolved: "result",
    o.Retreated: "after",
    o.Advanced: "after",
    o.Eliminated: "lost",
    o.Deserted: "lost",
    o.Removed: "lost",
    o.ControlChanged: "taken",
    o.ECorpsCalled: "event",
    o.Deployed: "moved",
    o.Placed: "moved",
    o.Reconstituted: "moved",
    o.Entered: "moved",
    o.Moved: "moved",
    o.PhaseBegun: "phase",
    o.GameEnded: "end",
}


def news(setting: Setting, outcome: Outcome) -> News | None:
    """Return what an outcome is in short; None for what is left out."""
    words: dict[type[Outcome], Callable[[Any], str]] = {
        o.DieRolled: lambda one: (
            f"{one.attack} against {one.defense}, {one.column}, rolled {one.die}"
        ),
        o.DieRolledAgain: lambda one: f"rolled again {one.die}",
        o.CombatResolved: lambda one: RESULT[one.result],
        o.Eliminated: lambda one: unit(setting, one.unit),
        o.Deserted: lambda one: unit(setting, one.unit),
        o.Removed: lambda one: unit(setting, one.unit),
        o.Deployed: lambda one: one.unit,
        o.Placed: lambda one: one.unit,
        o.Reconstituted: lambda one: one.unit,
        o.Entered: lambda one: one.unit,
        o.Moved: lambda one: one.unit,
    }
    return reported(outcome, MATTERS, words, lambda one: report(setting, one))
