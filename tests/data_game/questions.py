"""The need of a position, and which orders answer it."""

from __future__ import annotations

from collections.abc import Iterator

from data_game.orders import End, Gather, Raid, Yield
from data_game.position import Position
from data_game.setting import Setting
from pbem.errors import IllegalOrder
from pbem.kit.asking import Asking
from pbem.kit.contract import Need, Order, Question, Roll


def need(_: Setting, position: Position) -> Need:
    """Say what the position waits for."""
    if position.ended is not None:
        return None
    if position.rolls:
        return Roll("the raid", "3.2")
    if position.raided:
        return Question(position.raided, "raid", "Do you yield?", "3.1", ("yield", "pass"))
    forms = ("gather", "raid", "end")
    return Question(position.side, "turn", "Gather, raid or end.", "2.0", forms, phase=True)


def check_raid(_: Setting, position: Position, order: Raid) -> None:
    """[3.1] Raid another side with what one has."""
    if order.on not in position.points or order.on == position.side:
        others = ", ".join(side for side in position.points if side != position.side)
        raise IllegalOrder("3.1", f"{order.on} cannot be raided", f"Raid one of {others}.")
    have = position.points[position.side]
    if order.force > have:
        raise IllegalOrder("3.1", f"{order.force} points are more than the {have} that you have")


def _turn(_: Setting, position: Position) -> Iterator[Order]:
    yield Gather()
    for side in position.points:
        if side != position.side:
            yield from (Raid(side, n) for n in range(1, 1 + position.points[position.side]))


ASKING = Asking(
    need,
    answers={"turn": _turn, "raid": lambda _, __: iter((Yield(),))},
    checks={Raid: check_raid},
    end=lambda _: End("turn"),
    over="4.0",
)
check = ASKING.check
legal = ASKING.legal
legal_in_bunches = ASKING.legal_in_bunches
