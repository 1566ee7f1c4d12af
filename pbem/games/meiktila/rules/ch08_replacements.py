"""[8.1.3, 8.1.4] Replacements of both sides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.errors import IllegalOrder
from pbem.games.meiktila.data.forms import EDGES
from pbem.games.meiktila.rules.outcomes import Replaced, ReplacementRolled
from pbem.games.meiktila.rules.position import Position, acting
from pbem.games.meiktila.rules.setting import Setting
from pbem.kit.contract import Outcome
from pbem.kit.dice import Dice, die
from pbem.kit.wording import counted

JAPANESE_MOST = {"north": 1, "south": 2}
"""Units that may try in a turn, by the edge to which they trace (8.1.4)."""
JAPANESE_DIE = 4
"""Up to this modified die the step is received (8.1.4)."""
KINDS = {"al": ("infantry", "artillery"), "jp": ("infantry",)}
"""The units that may be built up again."""
PARAGRAPH = {"al": "8.1.3", "jp": "8.1.4"}


def _refused(setting: Setting, position: Position, unit: str) -> str:
    """[8.1.3, 8.1.4, A93] Return why a unit cannot take a replacement, nothing if it can."""
    side = acting(position).side
    if unit not in position.at or setting.tables.units[unit].kind not in KINDS[side]:
        return f"{unit} is not a unit on the map that can be rebuilt"
    reasons = (
        (unit not in position.reduced, "is at full strength"),
        (
            unit in position.just_landed(),
            "landed in this turn, so it can be rebuilt only in a later one",
        ),
        (unit in position.oos, "is out of supply"),
        (unit in position.fought, "has attacked or supported an attack in this turn"),
        (
            side == "jp" and unit not in position.edge,
            "has no supply line to a map edge in this turn",
        ),
    )
    return next((f"{unit} {why}" for holds, why in reasons if holds), "")


def _left(position: Position, side: str, edge: str) -> int:
    """Return how many more units may try."""
    return position.points if side == "al" else JAPANESE_MOST[edge] - position.tries[edge]


def able(setting: Setting, position: Position) -> list[str]:
    """Return the units that could take a replacement now, each alone, whatever marker is up."""
    side = acting(position).side
    return [
        unit
        for unit in setting.on_map(position, side)
        if unit in position.reduced  # most are not
        and not _refused(setting, position, unit)
        and _left(position, side, position.edge.get(unit, "")) > 0
    ]


def most(position: Position, units: Sequence[str], number: int) -> tuple[str, ...]:
    """Return as many of ``units`` as may take one together, the first ones.

    ``number``: no more than so many; 0: no such limit.
    """
    chosen: list[str] = []
    for unit in units:
        if _too_many(position, [*chosen, unit], acting(position).side) or (
            number and len(chosen) == number
        ):
            continue
        chosen.append(unit)
    return tuple(chosen)


def _too_many(position: Position, units: Sequence[str], side: str) -> str:
    if side == "al":
        return "" if len(units) <= position.points else counted(position.points, "replacement step")
    for edge in EDGES:
        tries = sum(position.edge.get(unit) == edge for unit in units)
        if tries > _left(position, side, edge):
            return f"{_left(position, side, edge)} more dice for units that trace {edge}"
    return ""


def check(setting: Setting, position: Position, units: Sequence[str]) -> None:
    """Refuse who cannot take a replacement, and too many."""
    side = acting(position).side
    for unit in units:
        if why := _refused(setting, position, unit):
            here = "8.1.1" if unit in position.just_landed() else PARAGRAPH[side]
            raise IllegalOrder(here, why)
    if why := _too_many(position, units, side):
        raise IllegalOrder(PARAGRAPH[side], f"this turn has only {why}")


def roll(position: Position, unit: str, dice: Dice) -> Iterator[Outcome]:
    """[8.1.4] Roll for a Japanese replacement."""
    edge = position.edge[unit]
    face = die(dice, 6, f"replacement of {unit}", "8.1.4")
    modified = face + position.interdiction[edge]
    taken = modified <= JAPANESE_DIE
    yield ReplacementRolled(
        paragraph="8.1.4", unit=unit, die=face, modified=modified, edge=edge, taken=taken
    )
    if taken:
        yield Replaced(paragraph="8.1.4", unit=unit)
