"""[9.5.4] Support markers: how many, which, and where."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from pbem.errors import IllegalOrder
from pbem.games.manila.data.tables import MARKERS
from pbem.games.manila.rules.position import Position
from pbem.games.manila.rules.setting import Setting
from pbem.kit.keeping import always

ARTILLERY_FREE_FROM = 4
"""The turn from which 11.4 restricts Artillery no longer."""


class Support(Protocol):
    """Whatever says how many markers of each kind are to be placed."""

    @property
    def artillery(self) -> int:
        """Artillery markers."""

    @property
    def engineer(self) -> int:
        """Engineer markers."""

    @property
    def air(self) -> int:
        """Air markers."""


def counted(setting: Setting, units: Sequence[str]) -> list[str]:
    """Return the units that add to an attack: Leaders only with a unit of their command (4.2.3)."""
    return [*_counted(setting, tuple(units))]


@always
def _counted(setting: Setting, units: tuple[str, ...]) -> tuple[str, ...]:
    if {*units}.isdisjoint(setting.leaders):
        return units
    commands = {setting.unit(u).command for u in units if not setting.leader(u)}
    return tuple(u for u in units if not setting.leader(u) or setting.unit(u).command in commands)


def support_limit(setting: Setting, units: Sequence[str]) -> int:
    """[9.5.4] Return how many markers so many attacking units may have (ruling 15)."""
    if setting.options.leader_support == "any":
        return len(units)
    return len(_counted(setting, tuple(units)))


def most(setting: Setting, position: Position, area: int) -> dict[str, int]:
    """Return how many markers of each kind one combat in an Area may have, all limits but 9.5.4."""
    able = dict(position.markers)
    if setting.options.artillery_limit and position.turn < ARTILLERY_FREE_FROM:
        able["artillery"] = min(1, able["artillery"])
    able["air"] = 0 if _no_air(setting, position, area) else min(1, able["air"])
    return able


def _no_air(setting: Setting, position: Position, area: int) -> bool:
    """[11.6] Whether Air is kept away: a city Area Contested when the Action Round began."""
    before = position.action is not None and area in position.action.contested
    return before and setting.tables.areas[area].terrain != "Clear"


def check_support(
    setting: Setting, position: Position, area: int, units: Sequence[str], support: Support
) -> None:
    """Refuse more support than an attack may have."""
    wanted = {marker: getattr(support, marker) for marker in MARKERS}
    for marker, number in wanted.items():
        left = position.markers[marker]
        if number > left:
            why = f"the order asks for {number} {marker} markers, but {left} are available"
            raise IllegalOrder("9.5.9", why)
    able = most(setting, position, area)
    if wanted["artillery"] > able["artillery"]:
        why = f"before turn {ARTILLERY_FREE_FROM}, only one Artillery marker can support a combat"
        raise IllegalOrder("11.4", why)
    if wanted["air"] > 1:
        raise IllegalOrder("9.5.4", "only one Air marker can support a combat")
    if wanted["air"] > able["air"]:
        why = (
            f"Area {area} was Contested before this Action Round, so Air Support is not "
            "possible there"
        )
        raise IllegalOrder("11.6", why)
    limit = support_limit(setting, units)
    total = sum(wanted.values())
    if total > limit:
        why = (
            f"{total} support markers are too many for {limit} attacking units: each unit "
            "allows one"
        )
        raise IllegalOrder("9.5.4", why)


def trimmed(
    setting: Setting, position: Position, area: int, units: Sequence[str], wanted: Mapping[str, int]
) -> dict[str, int]:
    """Cut what a plan wants to what is legal: Artillery first, then Air, then Engineers.

    ``wanted``: kind of marker -> how many.
    """
    able = most(setting, position, area)
    kept = {marker: min(wanted[marker], able[marker]) for marker in MARKERS}
    over = sum(kept.values()) - support_limit(setting, units)
    for marker in ("artillery", "air", "engineer"):
        cut = min(max(over, 0), kept[marker])
        kept[marker] -= cut
        over -= cut
    return kept


def legal_support(
    setting: Setting, position: Position, area: int, units: Sequence[str]
) -> Iterator[dict[str, int]]:
    """Yield every support that an attack may have, none first."""
    able = most(setting, position, area)
    limit = support_limit(setting, units)
    for air in range(able["air"] + 1):
        for engineer in range(min(able["engineer"], limit - air) + 1):
            for artillery in range(min(able["artillery"], limit - air - engineer) + 1):
                yield {"artillery": artillery, "engineer": engineer, "air": air}
