"""The short report of a turn of Saipan."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pbem.games.saipan.rules import outcomes as o
from pbem.games.saipan.rules.setting import Setting
from pbem.games.saipan.words.report import PHASE, RESULT, place, report, side_of, unit
from pbem.kit import plain
from pbem.kit.contract import Detail, Matter, News, Outcome
from pbem.kit.news import RESULTS, names, reported, sum_of

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
    return reported(outcome, MATTERS, words, lambda one: report(setting, one), _details(setting))


def _details(setting: Setting) -> Mapping[type[Outcome], Callable[[Any], Detail]]:
    """Return the parts that outcomes add to the lines of the log."""
    return {
        o.PhaseBegun: lambda one: Detail(turn=f"Turn {one.turn}", phase=_phase(one)),
        o.AttackDeclared: _attack,
        o.CombatResolved: lambda one: Detail(
            odds=sum_of(one.attack, one.defence, f"{one.differential:+}"),
            result=RESULTS[one.result],
        ),
        o.Eliminated: lambda one: Detail(who=names(one.unit), place=place(setting, one.hex)),
        o.Retreated: lambda one: Detail(who=names(one.unit), place=place(setting, one.origin)),
        o.Moved: lambda one: Detail(
            side=one.side, who=names(one.unit), does="move", place=place(setting, one.path[-1])
        ),
        o.Landed: lambda one: Detail(
            side="us", who=names(one.unit), does="land", place=place(setting, one.hex)
        ),
        o.Deployed: lambda one: Detail(
            side="jp", who=names(one.unit), does="deploy", place=place(setting, one.hex)
        ),
    }


def _phase(one: o.PhaseBegun) -> str:
    """Return the name of a phase, after its side in the phases that each side has."""
    if one.phase not in {"movement", "combat"}:
        return plain.capital(PHASE[one.phase])
    return f"{side_of(one.side)} {one.phase}"


def _attack(one: o.AttackDeclared) -> Detail:
    """Return who attacks whom; guns alone shell, and points alone are naval fire."""
    who = (*one.with_, *one.barrage)
    does = "charge" if one.banzai else "attack" if one.with_ else "shell"
    return Detail(
        side=one.side,
        who=names(*who) or names("ground support"),
        does=does,
        whom=names(*one.on),
    )
