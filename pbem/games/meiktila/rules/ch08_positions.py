"""[8.4] Improved Positions: digging in, and what becomes of a position."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.errors import IllegalOrder
from pbem.games.meiktila.rules import ch06_activation as activation
from pbem.games.meiktila.rules.orders import Dig
from pbem.games.meiktila.rules.outcomes import Dug, PositionsGone
from pbem.games.meiktila.rules.position import Position, acting
from pbem.games.meiktila.rules.setting import Setting
from pbem.kit.contract import Outcome


def check_dig(setting: Setting, position: Position, order: Dig) -> None:
    """[8.4, A72] Refuse who has acted, is out of supply, or has no room for one more."""
    unit, now = order.unit, acting(position)
    if unit not in position.at:
        raise IllegalOrder("8.4", f"{unit} is not on the map")
    activation.check_active(setting, position, unit)
    if unit in position.oos:
        raise IllegalOrder("8.4", f"{unit} is out of supply")
    if unit in now.moved or unit in now.fought:
        raise IllegalOrder("8.4", f"{unit} has already moved, attacked or fired in this activation")
    if unit in now.dug:
        raise IllegalOrder("8.4", f"{unit} has already dug in in this activation")
    here = position.at[unit]
    if position.dug.get(here, 0) >= len(setting.here(position, now.side, here)):
        raise IllegalOrder("8.4", f"{here} already has as many Improved Positions as units")


def legal_digs(setting: Setting, position: Position) -> Iterator[Dig]:
    """Yield every unit that can dig in."""
    now = acting(position)
    idle = {*position.oos, *now.moved, *now.fought, *now.dug}
    for unit in setting.on_map(position, now.side):
        if unit in idle or not activation.can_act(setting, position, unit):
            continue
        try:
            check_dig(setting, position, Dig(unit))
        except IllegalOrder:
            continue
        yield Dig(unit)


def dig(position: Position, order: Dig) -> Iterator[Outcome]:
    """[8.4] Place an Improved Position."""
    yield Dug(paragraph="8.4", unit=order.unit, hex=position.at[order.unit])


def clear(setting: Setting, position: Position) -> Iterator[Outcome]:
    """[8.4] Remove the Improved Positions of hexes where nobody is left."""
    if not position.dug:
        return
    for here in sorted(position.dug.keys() - setting.held(position)):
        yield PositionsGone(paragraph="8.4", hex=here, number=position.dug[here])
