"""Orders on the map."""

from __future__ import annotations

from example_game.rules.orders import Attack
from example_game.rules.position import Position
from example_game.rules.setting import Setting
from pbem.kit.contract import Arrow, Order
from pbem.kit.fought import fought


def arrow(setting: Setting, _: Position, order: Order) -> Arrow | None:
    """[4.1] An attack is on the ford; nothing else has a place."""
    if isinstance(order, Attack):
        return Arrow((setting.data.battalion.name,), against=(setting.data.ford.hex,))
    return None


def underway(setting: Setting, position: Position) -> tuple[Arrow, ...]:
    """[4.1] The attack is on the ford until its die has fallen; whence it comes is not drawn."""
    return fought((), (setting.data.ford.hex,)) if position.waits in ("opening", "assault") else ()
