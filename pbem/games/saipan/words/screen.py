"""The screen of Saipan; the rest of it is the kit's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.games.saipan.rules.orders import (
    Advance,
    Attack,
    Beaches,
    Deploy,
    FinalFire,
    Land,
    Lose,
    Move,
    Retreat,
)
from pbem.games.saipan.rules.position import Position
from pbem.games.saipan.rules.setting import Setting
from pbem.games.saipan.words.report import (
    SIDE,
    lost,
    on_the_map,
    phase_of,
    place,
    points,
    side_of,
    taking_part,
    turn_of,
)
from pbem.kit import plain
from pbem.kit.contract import Order
from pbem.kit.defaults.screen import FromTheRest
from pbem.kit.screen import ScoreLine, ScorePart, Summary
from pbem.kit.wording import each, listed


class Screen(FromTheRest):
    """Both sides may have a unit of one name, so its side says which is meant."""

    DECLINED: Mapping[str, str] = {**FromTheRest.DECLINED, "fpf": "No fire"}

    def unit_name(self, setting: Setting, side: str, unit: str) -> str:
        """Return the name in words of a unit of ``side``."""
        found = setting.tables.units[side].get(unit)
        return unit if found is None else found.text

    def order_words(self, setting: Setting, position: Any, order: Order) -> str:  # noqa: C901 - a case a kind
        """Return what an order does."""
        said = ""
        match order:
            case Beaches(hexes):
                said = f"Land at {listed(hexes)}"
            case Deploy(unit, hex_):
                said = f"{unit} in {place(setting, hex_)}"
            case Move(unit, path):
                said = f"{unit} to {place(setting, path[-1])}"
            case Land(unit, hex_, sea) if sea is not None:
                said = f"{unit} waits in {sea} to storm {place(setting, hex_)}"
            case Land(unit, hex_):
                said = f"{unit} lands at {place(setting, hex_)}"
            case Attack(on, with_, barrage, gsp, banzai):
                charge = ", a Banzai charge" if banzai else ""
                said = f"Attack {listed(on)} with {taking_part(with_, barrage, gsp)}{charge}"
            case FinalFire(with_, gsp, unit):
                whom = "" if unit is None else f" for {unit}"
                said = f"{_fires(with_, gsp)}{whom}"
            case Retreat(unit, to):
                others = f", and those there go to {listed(to[1:])}" if to[1:] else ""
                said = f"{unit} retreats to {place(setting, to[0])}{others}"
            case Lose(units):
                said = f"Lose {listed(units)}"
            case Advance(unit, hex_):
                said = f"{unit} advances to {place(setting, hex_)}"
        return said or super().order_words(setting, position, order)

    def summary(self, setting: Setting, position: Position) -> Summary:
        """Return turn and phase, and of each side who is on the map and how many are lost."""
        names = {side: side_of(side) for side in SIDE}
        score = tuple(
            ScoreLine(
                "",
                (ScorePart(name, f"{on_the_map(position, side)}, {lost(position, side)}", side),),
            )
            for side, name in names.items()
        )
        losses = (ScorePart(name, lost(position, side), side) for side, name in names.items())
        phase = plain.capital(phase_of(position))
        return Summary(turn_of(setting, position), phase, score, tuple(losses))


def _fires(guns: tuple[str, ...], gsp: int) -> str:
    if not guns:
        return each([points(gsp)], "fires", "fire") if gsp == 1 else f"{points(gsp)} fire"
    return each(guns, "fires", "fire") + (f" with {points(gsp)}" if gsp else "")
