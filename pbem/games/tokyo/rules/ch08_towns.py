"""[8.2, 10.0] Towns and cities: who holds them, and what taking one sets in motion."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pbem.games.tokyo.rules.outcomes import ControlChanged, ControlledByZone, Triggered
from pbem.games.tokyo.rules.position import Position
from pbem.games.tokyo.rules.setting import GROUPS, Setting
from pbem.kit.contract import Outcome
from pbem.kit.maps.hexes import Hex

HALF = 4
"""Units of the 36th Army that one city releases (8.2)."""

FACES = {"1ag": "je", "8ag": "jw"}
"""Group -> the Japanese army that the units it releases go to (8.2)."""

TAMA, ACROSS = "tama", "across the tama"
"""The names for the river in 13.1, among the triggers used."""


def passed(
    setting: Setting, position: Position, unit: str, path: Sequence[Hex], origin: Hex
) -> Iterator[Outcome]:
    """Report what follows from a unit's having entered the hexes of ``path``, in order.

    ``origin``: the hex that it came from.
    """
    by = _holder_of(setting, position, unit)
    here = origin
    for number in path:
        takes = number in setting.tables.towns and position.control.get(number, "jp") != by
        if takes and not _taken(setting, position, unit, number, by):
            yield ControlChanged(paragraph="10.0", hex=number, by=by)
        if by in GROUPS:
            if number in setting.tables.cities and number not in position.triggers:
                yield from _trigger(setting, position, number, by, HALF)
            if by == "8ag" and setting.options.chinese_trigger:
                yield from _tama(setting, position, here, number)
        here = number


def _taken(setting: Setting, position: Position, unit: str, town: Hex, by: str) -> bool:
    """Whether somebody else's unit stands in a town that is passed: they keep it."""
    return town in position.at.values() and any(
        here == town and other != unit and _holder_of(setting, position, other) != by
        for other, here in position.at.items()
    )


def _holder_of(setting: Setting, position: Position, unit: str) -> str:
    return setting.group(position, unit) if setting.american(unit) else "jp"


def _trigger(
    setting: Setting, position: Position, what: str, by: str, number: int
) -> Iterator[Outcome]:
    """[8.2] Release so many of those that nothing has released yet."""
    left = len(position.locked) - sum(position.pending.values())
    army = "jp" if setting.scenario == "three" else FACES[by]
    paragraph = "8.2" if what in setting.tables.cities else "13.1"
    if left > 0:
        yield Triggered(paragraph=paragraph, hex=what, by=by, army=army, number=min(number, left))


def _tama(setting: Setting, position: Position, here: Hex, there: Hex) -> Iterator[Outcome]:
    """[13.1] The Eighth Army Group comes to the Tama, or crosses it (ruling 45)."""
    river = setting.tables.tama
    if river.get(there) and TAMA not in position.triggers:
        yield from _trigger(setting, position, TAMA, "8ag", HALF)
    if there in river.get(here, frozenset()) and ACROSS not in position.triggers:
        yield from _trigger(setting, position, ACROSS, "8ag", len(position.locked))


def by_zone(setting: Setting, position: Position) -> dict[Hex, str]:
    """[10.0] Return town -> the group that controls it by zone alone, where it held it not last."""
    return {
        town: by
        for town, by in _zoned(setting, position).items()
        if by != position.control.get(town, "jp")
    }


def report_zones(setting: Setting, position: Position) -> Iterator[Outcome]:
    """Report each town newly under a zone of control alone, or newly free of it.

    Nothing hangs on it before points are counted (ruling 27), but everybody sees it.
    """
    now, reported = by_zone(setting, position), position.zoned
    if now == reported:
        return
    reported = dict(reported)
    for town in sorted({*now, *reported}):
        if now.get(town) != reported.get(town):
            yield ControlledByZone(paragraph="10.0", hex=town, by=now.get(town, ""))


def holder(setting: Setting, position: Position, town: Hex) -> str:
    """[10.0] Return who controls a town; see `holders`."""
    return holders(setting, position)[town]


def holders(setting: Setting, position: Position) -> dict[Hex, str]:
    """[10.0] Return each town, by hex -> who controls it: on an empty one an only zone counts."""
    last = {town: position.control.get(town, "jp") for town in sorted(setting.tables.towns)}
    return {**last, **_zoned(setting, position)}


def _zoned(setting: Setting, position: Position) -> Mapping[Hex, str]:
    """Return each empty town, by hex, that one American group alone has in its zone of control.

    Both groups together, or any Japanese zone beside an American one, change nothing (ruling 27);
    it reaches across the boundary (ruling 53).
    """
    return setting.where(position).alone()
