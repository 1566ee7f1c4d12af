"""The worth of steps and hexes: the weights of the usual answers, and of the computer player.

They are a part of the rules' version, because usual answers are.
"""

from __future__ import annotations

from collections.abc import Iterator

from pbem.kit.hexgame.data.tables import Factors
from pbem.kit.hexgame.rules.position import HexPosition
from pbem.kit.hexgame.rules.setting import HexSetting
from pbem.kit.maps.hexes import Hex

POINT = 12
"""The worth of a victory point."""
NEAR = 3
"""So many hexes from a unit its enemies matter."""


def step_worth(setting: HexSetting, position: HexPosition, unit: str) -> int:
    """Return what the next step of a unit is worth to its side."""
    faces, steps = setting.tables.faces[unit], position.steps[unit]
    now = faces[len(faces) - steps]
    then = faces[len(faces) - steps + 1] if steps > 1 else Factors(0, 0, 0)
    worth = 2 * (now.attack + now.defence - then.attack - then.defence)
    return worth + POINT * _points(setting, unit, last=steps == 1)


def _points(setting: HexSetting, unit: str, *, last: bool) -> int:
    """Return the victory points that the enemy gets for a step of a unit."""
    side, kind = setting.tables.side_of[unit], setting.tables.units[unit].kind
    return sum(
        line.each
        for line in setting.data.victory.points
        if line.side != side
        and (line.what == "steps" or (line.what == "lost" and last))
        and (not line.kinds or kind in line.kinds)
    )


def unit_worth(setting: HexSetting, position: HexPosition, unit: str) -> int:
    """Return what all that is left of a unit is worth to its side."""
    now = setting.factors(position, unit)
    steps = position.steps[unit]
    points = _points(setting, unit, last=True) + (steps - 1) * _points(setting, unit, last=False)
    return 2 * (now.attack + now.defence) + POINT * points


def cover(setting: HexSetting, hex_: Hex) -> int:
    """Return how much a hex helps who defends it."""
    kind = setting.tables.kind_of(hex_)
    return 3 * -kind.shift + 2 * kind.defence


def hex_points(setting: HexSetting, hex_: Hex) -> int:
    """Return the victory points of a hex for both sides together."""
    return sum(line.each for line in setting.data.victory.points if hex_ in line.hexes)


def hex_worth(setting: HexSetting, hex_: Hex) -> int:
    """Return what it is worth to hold a hex."""
    victory, points = setting.data.victory, hex_points(setting, hex_)
    return POINT * (points + 2 * sum(hex_ in line.hexes for line in victory.at_once))


def leaves(setting: HexSetting, unit: str) -> bool:
    """Say whether a unit is worth points, or the game, if it leaves the map."""
    return unit in setting.tables.leavers


def goals(setting: HexSetting, side: str) -> Iterator[Hex]:
    """Yield what a side wants to be near: hexes that count, and those where the enemy leaves."""
    yield from setting.tables.watched
    enemy = setting.tables.enemy[side]
    if setting.data.exits is not None and any(
        leaves(setting, unit.name) for unit in setting.data.units[enemy]
    ):
        yield from setting.data.exits.hexes.get(enemy, ())


def stand_worth(setting: HexSetting, position: HexPosition, unit: str, hex_: Hex) -> int:
    """Return what it is worth to a unit to stand in a hex: cover, goals, enemies near."""
    tables, side = setting.tables, setting.tables.side_of[unit]
    distance = tables.grid.distance
    score = 2 * cover(setting, hex_) + hex_worth(setting, hex_)
    for enemy in setting.own(position, tables.enemy[side]):
        score -= max(0, NEAR - distance(hex_, position.at[enemy]))
    mine = setting.data.exits.hexes.get(side, ()) if setting.data.exits is not None else ()
    wanted = mine if leaves(setting, unit) else tuple(goals(setting, side))
    return score - 2 * min((distance(hex_, goal) for goal in wanted), default=0)
