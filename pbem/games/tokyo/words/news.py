"""The short report of a turn of Race to Tokyo."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pbem.games.tokyo.rules import outcomes as o
from pbem.games.tokyo.rules.setting import Setting
from pbem.games.tokyo.words.report import report
from pbem.games.tokyo.words.wording import ARMY, PHASE, RESULT, place, unit
from pbem.kit import plain
from pbem.kit.contract import Detail, Matter, News, Outcome
from pbem.kit.news import RESULTS, names, reported, sum_of

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
    return reported(outcome, MATTERS, words, lambda one: report(setting, one), _details(setting))


def _details(setting: Setting) -> Mapping[type[Outcome], Callable[[Any], Detail]]:
    """Return the parts that outcomes add to the lines of the log."""

    def goes(unit: str, does: str, hex_: str) -> Detail:
        return Detail(who=names(unit), does=does, place=place(setting, hex_))

    return {
        o.PhaseBegun: lambda one: Detail(turn=f"Turn {one.turn}", phase=_phase(one)),
        o.AttackDeclared: lambda one: Detail(
            who=names(*one.with_), does="attack", place=place(setting, one.hex)
        ),
        o.DieRolled: lambda one: Detail(odds=sum_of(one.attack, one.defense, one.column)),
        o.CombatResolved: lambda one: Detail(result=RESULTS[one.result]),
        o.Moved: lambda one: goes(one.unit, "move", one.path[-1]) if one.path else Detail(),
        o.Deployed: lambda one: goes(one.unit, "deploy", one.hex),
        o.Placed: lambda one: goes(one.unit, "arrive", one.hex),
        o.Reconstituted: lambda one: goes(one.unit, "return", one.hex),
        o.Entered: lambda one: goes(one.unit, "enter", one.hex),
    }


def _phase(one: o.PhaseBegun) -> str:
    phase = plain.lower(PHASE[one.phase].removesuffix(" Phase"))
    return plain.capital(f"{ARMY[one.army]}, {phase}" if one.army else phase)
