"""The short report of a turn, as outcomes declare it, with the parts of fights and moves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pbem.kit import plain
from pbem.kit.contract import Detail, News, Outcome
from pbem.kit.hexgame.rules import outcomes as o
from pbem.kit.hexgame.rules.setting import HexSetting
from pbem.kit.hexgame.words.report import SENTENCES, name, place
from pbem.kit.news import names, sum_of


def news(setting: HexSetting, outcome: Outcome) -> News | None:
    """Return what an outcome is in short; None for what is left out."""
    found, detail = SENTENCES.news(setting, outcome), _DETAILS.get(type(outcome))
    return (
        found
        if found is None or detail is None
        else found._replace(detail=detail(setting, outcome))
    )


def _phase(setting: HexSetting, one: o.PhaseBegun) -> Detail:
    whose = plain.capital(name(setting, one.side))
    return Detail(turn=f"Turn {one.turn}", phase=f"{whose}: {one.phase}")


_DETAILS: Mapping[type[Outcome], Callable[[HexSetting, Any], Detail]] = {
    o.PhaseBegun: _phase,
    o.Attacked: lambda setting, one: Detail(
        side=one.side,
        who=names(*one.attackers),
        does="attack",
        whom=names(*one.defenders),
        place=place(setting, one.hex),
    ),
    o.Resolved: lambda _, one: Detail(odds=sum_of(one.attack, one.defence, one.column)),
    o.Moved: lambda setting, one: Detail(
        side=one.side, who=names(one.unit), does="move", place=place(setting, one.path[-1])
    ),
}
