"""Points, and how the game ends."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.kit.contract import Outcome, Result
from pbem.kit.hexgame.data.policy import Count
from pbem.kit.hexgame.rules.outcomes import GameEnded, PhaseBegun
from pbem.kit.hexgame.rules.position import RECKONING, HexPosition
from pbem.kit.hexgame.rules.setting import HexSetting


def count(setting: HexSetting, position: HexPosition, line: Count) -> int:
    """Return how many of what a line counts a side has reached."""
    if line.what == "hexes":
        return sum(position.held.get(hex_) == line.side for hex_ in line.hexes)
    side = line.side if line.what == "left" else setting.tables.enemy[line.side]
    units = [u for u in setting.data.units[side] if not line.kinds or u.kind in line.kinds]
    if line.what == "steps":
        return sum(len(u.faces) - position.steps.get(u.name, 0) for u in units)
    gone = position.left if line.what == "left" else position.lost
    return sum(unit.name in gone for unit in units)


def points(setting: HexSetting, position: HexPosition, side: str) -> int:
    """Return the victory points of a side."""
    lines = (line for line in setting.data.victory.points if line.side == side)
    return sum(line.each * count(setting, position, line) for line in lines)


def lead(setting: HexSetting, position: HexPosition, side: str) -> int:
    """Return by how many points a side leads; less than 0 if it trails."""
    enemy = setting.tables.enemy[side]
    return points(setting, position, side) - points(setting, position, enemy)


def at_once(setting: HexSetting, position: HexPosition) -> Result | None:
    """Return how the game ends now, whatever the turn; None while it goes on."""
    found = setting.hooks.victor(setting, position)
    if found is not None:
        return found
    for line in setting.data.victory.at_once:
        if count(setting, position, line) >= line.count:
            paragraph = line.paragraph or setting.data.victory.paragraph
            return Result(line.side, line.why, paragraph)
    return None


def verdict(setting: HexSetting, position: HexPosition) -> Result:
    """Return how the game ends after the last turn."""
    if (found := at_once(setting, position)) is not None:
        return found
    victory = setting.data.victory
    ahead = lead(setting, position, victory.side)
    enemy = setting.tables.enemy[victory.side]
    winner: str | None = victory.side if ahead >= victory.margin else enemy
    if ahead == victory.draw:
        winner = None
    names = setting.tables.side_names
    scores = (f"{names[side]} {points(setting, position, side)}" for side in (victory.side, enemy))
    return Result(winner, f"victory points: {', '.join(scores)}", victory.paragraph)


def end(setting: HexSetting, position: HexPosition) -> Iterator[Outcome]:
    """End the game; a plan that is not shown yet is shown before."""
    plan = setting.data.plan
    if plan is not None and position.sealed:
        yield PhaseBegun(
            paragraph=plan.paragraph, turn=position.turn, side=plan.side, phase=RECKONING
        )
        return
    found = verdict(setting, position)
    yield GameEnded(paragraph=found.paragraph, winner=found.winner, why=found.why)
