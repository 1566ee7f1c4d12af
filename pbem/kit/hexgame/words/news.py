"""What of a turn is reported in short."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pbem.kit.contract import Matter, News, Outcome
from pbem.kit.hexgame.rules import outcomes as o
from pbem.kit.hexgame.rules.setting import HexSetting
from pbem.kit.hexgame.words.report import report
from pbem.kit.news import reported

MATTERS: Mapping[type[Outcome], Matter] = {
    o.PhaseBegun: "phase",
    o.PlanShown: "event",
    o.Drawn: "event",
    o.Moved: "moved",
    o.Taken: "taken",
    o.Attacked: "attack",
    o.Resolved: "result",
    o.StepLost: "after",
    o.UnitLost: "lost",
    o.Retreated: "after",
    o.Advanced: "after",
    o.GameEnded: "end",
}
WORDS: Mapping[type[Outcome], Callable[[Any], str]] = {
    o.Moved: lambda one: one.unit,
    o.UnitLost: lambda one: one.unit,
    o.Resolved: lambda one: f"{one.column}, rolled {one.die}: {one.result}",
}


def news(setting: HexSetting, outcome: Outcome) -> News | None:
    """Return what an outcome is in short; None for what is left out."""
    return reported(outcome, MATTERS, WORDS, lambda one: report(setting, one))
