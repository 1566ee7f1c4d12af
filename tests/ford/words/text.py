"""Orders as players write them, both ways."""

from __future__ import annotations

from collections.abc import Callable

from ford.rules.orders import Attack, Barrage, Probe, Pursue, Wait
from ford.rules.position import Position
from ford.rules.setting import Setting
from pbem.kit.contract import Order
from pbem.kit.orders import Pass
from pbem.kit.words import Words, read_order


def parse(setting: Setting, _: Position, __: str, line: str) -> Order:
    """Read one line; raise `FormError` with the column, what is wrong and what would be right."""
    return read_order(Words(line), _READERS | {"barrage": lambda words: _barrage(setting, words)})


def print_order(order: Order) -> str:
    """Write an order as the line that `parse` reads back to the same order."""
    word = str(order.__struct_config__.tag)
    return f"{word} {order.day}" if isinstance(order, Barrage) else word


def _barrage(setting: Setting, words: Words) -> Barrage:
    days = [str(day) for day in range(1, setting.days + 1)]
    return Barrage(int(words.choice("day", days)))


_READERS: dict[str, Callable[[Words], Order]] = {
    "attack": lambda _: Attack(),
    "probe": lambda _: Probe(),
    "wait": lambda _: Wait(),
    "pursue": lambda _: Pursue(),
    "pass": lambda _: Pass(),
}
