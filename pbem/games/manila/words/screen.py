"""The screen of Manila; the rest of it is the kit's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pbem.games.manila.data.tables import MARKERS
from pbem.games.manila.rules import orders as o
from pbem.games.manila.rules.position import Position
from pbem.games.manila.rules.setting import Setting
from pbem.games.manila.words.wording import LOST, gone, markers, mood, place, turn_of
from pbem.kit.contract import Order
from pbem.kit.defaults.screen import FromTheRest
from pbem.kit.screen import ScoreLine, ScorePart
from pbem.kit.wording import counted, each, listed


class Screen(FromTheRest):
    """The screen of one game."""

    def turn(self, setting: Setting, position: Position) -> str:
        """Return the number of the turn."""
        return turn_of(setting, position)

    def standing(self, setting: Setting, position: Position) -> tuple[ScoreLine, ...]:
        """Return Morale and supply."""
        morale = f"{position.morale}, {mood(setting, position)}"
        return (
            ScoreLine("", (ScorePart("American Morale", morale),)),
            ScoreLine("", (ScorePart("Supply", counted(position.supply, "point")),)),
        )

    def losses(self, setting: Setting, position: Position) -> tuple[ScorePart, ...]:
        """Return who will not come back."""
        return (ScorePart(LOST, gone(setting, position)),) if position.gone else ()

    def order_words(self, setting: Setting, position: Any, order: Order) -> str:
        """Return what an order does."""
        said = ""
        match order:
            case o.Place(units, area):
                said = f"{listed(units)} to {place(setting, area)}"
            case o.Breakout(area):
                said = f"Breakout in {place(setting, area)}"
            case o.Buy():
                said = f"Buy {listed(_bought(order))}"
            case o.Return(unit, area):
                said = f"{unit} returns to {place(setting, area)}"
            case o.Streets(area, unit):
                said = f"{place(setting, area)} costs {unit}"
            case o.Activate(area, units, path):
                goes = f": {listed(units)} to {place(setting, path[-1])}" if units else ""
                said = f"Activate {place(setting, area)}{goes}"
            case o.Move(units, path):
                said = f"{listed(units)} to {place(setting, path[-1])}"
        return said or _fought(setting, order) or super().order_words(setting, position, order)


def _fought(setting: Setting, order: Order) -> str:
    said = ""
    match order:
        case o.Attack():
            said = ", ".join(_attack(setting, order))
        case o.Fight(lead):
            said = ", ".join((f"{lead} leads", *_support(order)))
        case o.Barrage(lose):
            said = "Break off the attack" if lose is None else f"Give up {lose}"
        case o.Sniper(unit):
            said = f"The Sniper hits {unit}"
        case o.Retreat(units, area):
            said = f"{each(units, 'retreats', 'retreat')} to {place(setting, area)}"
    return said


def _attack(setting: Setting, order: o.Attack) -> Iterator[str]:
    whom = f" with {listed(order.with_)}" if order.with_ else ""
    yield f"Attack {place(setting, order.area)}{whom}"
    if order.lead is not None:
        yield f"{order.lead} leads"
    yield from _support(order)
    if order.barrage is not None:
        given = order.barrage
        yield f"at a Barrage {given if given == o.BREAK_OFF else f'give up {given}'}"
    if order.sniper is not None:
        yield f"a Sniper hits {order.sniper}"
    if order.retreat:
        yield f"retreat to {listed(place(setting, area) for area in order.retreat)}"


def _support(order: o.Attack | o.Fight | o.Buy) -> list[str]:
    return markers({kind: getattr(order, kind) for kind in MARKERS})


def _bought(order: o.Buy) -> list[str]:
    return [*_support(order), *([f"{order.morale} Morale"] if order.morale else [])]
