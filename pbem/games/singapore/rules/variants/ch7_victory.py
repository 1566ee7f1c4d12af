"""[7.6, 7.7] Variants of victory: its levels, and strategic objectives."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from pbem.games.singapore.data.forms import Army
from pbem.games.singapore.rules.corps.ch4_holdings import (
    ashore,
    australians,
    island,
    objectives,
    own_objectives,
)
from pbem.games.singapore.rules.outcomes import GameEnded, LevelReached
from pbem.games.singapore.rules.position import LEVELS, Level, Position, open_war
from pbem.games.singapore.rules.setting import Setting
from pbem.games.singapore.rules.theatre import CAMP
from pbem.kit.contract import Outcome

NAMES: Mapping[Army, str] = {"jp": "Japanese", "au": "Australian", "br": "British"}
AGREED: Mapping[str, Level] = {"decisive": "decisive victory", "total": "total victory"}
"""[R129] Option ``victory`` -> the level that was agreed on."""


def reach(setting: Setting, position: Position, *, safe: bool = False) -> Iterator[Outcome]:
    """[7.6, R40] See what level the invader has reached now; it stays reached.

    ``safe``: only objectives that are not contested count. Nothing is reached in the last period,
    nor where victory goes by objectives.
    """
    war, asked = open_war(position), setting.tables.setup.victory
    periods = setting.tables.periods
    if setting.options.victory == "objectives" or war.period >= len(periods) - 1:
        return
    held = objectives(setting, position, setting.invader, safe=safe)
    level: Level = ""
    if held >= asked.total.objectives and war.period <= periods.index(asked.total.until):
        level = "total victory"
    elif held >= asked.decisive.objectives:
        level = "decisive victory"
    elif held >= asked.objectives:
        level = "victory"
    if LEVELS.index(level) > LEVELS.index(war.reached):
        yield LevelReached(paragraph="7.6", army=setting.invader, level=level)


def close(setting: Setting, position: Position) -> GameEnded:
    """[7.6, 7.7] Say at the end of the last period who has won."""
    if setting.options.victory == "objectives":
        return _by_objectives(setting, position)
    reached = {army: _reached(setting, position, army) for army in setting.armies}
    best_first = sorted(setting.armies, key=lambda army: -LEVELS.index(reached[army]))
    reported = _reported({army: reached[army] or "defeat" for army in best_first}, best_first)
    goal = AGREED.get(setting.options.victory)
    if goal is not None:
        wins = [a for a in setting.armies if LEVELS.index(reached[a]) >= LEVELS.index(goal)]
        why = f"a {goal} was agreed on: {reported}"
        chiefs = [army for army in wins if army != "au"]
        return GameEnded(paragraph="7.6", winner=_named(wins, divided=len(chiefs) > 1), why=why)
    best = max(reached.values(), key=LEVELS.index)
    wins = [army for army in setting.armies if reached[army] == best]  # all if all are defeated
    why = f"levels of victory: {reported}"
    return GameEnded(paragraph="7.6", winner=_named(wins, divided=_shared(wins)), why=why)


def scores(setting: Setting, position: Position) -> dict[str, int]:
    """[7.6, 7.7] Return the level of each army, 0 a defeat to 3, or its objectives; else nothing.

    Levels are counted where the option ``victory`` has any.
    """
    if position.war is None or setting.options.victory == "plain":
        return {}
    if setting.options.victory == "objectives":
        return {army: own_objectives(setting, position, army) for army in setting.armies}
    return {army: LEVELS.index(_reached(setting, position, army)) for army in setting.armies}


def _reached(setting: Setting, position: Position, army: Army) -> Level:
    """[7.6, R128] Return the level of an army at the end, "" for a defeat."""
    asked = setting.tables.setup.victory
    if army == setting.invader:
        return open_war(position).reached
    if army == "au":
        left = australians(setting, position)
        bars = (asked.units, asked.decisive.units, asked.total.units)
        return LEVELS[sum(bar is not None and left >= bar for bar in bars)]
    held = objectives(setting, position, setting.keeper)
    most = asked.total.sectors
    few = (
        not ashore(setting, position, setting.invader)
        if most is None
        else island(setting, position, setting.invader) <= most
    )
    if held >= asked.total.objectives and few:
        return "total victory"
    if held >= asked.decisive.objectives:
        return "decisive victory"
    return "victory" if held >= asked.objectives else ""


def _by_objectives(setting: Setting, position: Position) -> GameEnded:
    """[7.7] Who controls most objectives has won; allies are counted each by itself."""
    held = {army: own_objectives(setting, position, army) for army in setting.armies}
    wins = [army for army in setting.armies if held[army] == max(held.values())]
    order = sorted(setting.armies, key=lambda army: -held[army])
    why = f"most strategic objectives at the end: {_reported(held, order)}"
    return GameEnded(paragraph="7.7", winner=_named(wins, divided=_shared(wins)), why=why)


def _reported(what: Mapping[Army, object], order: Collection[Army]) -> str:
    return ", ".join(f"{NAMES[army]} {what[army]}" for army in order)


def _shared(wins: Collection[Army]) -> bool:
    """[R104] Whether armies of both sides share the first place."""
    return len({CAMP[army] for army in wins}) > 1


def _named(wins: Collection[Army], *, divided: bool) -> Army | None:
    """[R128, R129] Return the winner that the result names: nobody where both sides win alike."""
    order: tuple[Army, ...] = ("jp", "br", "au")
    return None if divided else next((army for army in order if army in wins), None)
