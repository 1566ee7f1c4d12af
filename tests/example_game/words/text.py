"""Orders as players write them, both ways."""

from __future__ import annotations

from collections.abc import Callable

from example_game.rules.orders import Attack, Barrage, End, Probe, Pursue
from example_game.rules.position import Position
from example_game.rules.setting import Setting
from pbem.kit.contract import Order
from pbem.kit.typed.orders import Pass
from pbem.kit.typed.words import Words, read_order


def parse(setting: Setting, _: Position, __: str, line: str) -> Order:
    """Read one line; raise `FormError` with the column, what is wrong and what would be right."""
    return read_order(Words(line), _READERS | {"barrage": lambda words: _barrage(setting, words)})


def print_order(order: Order) -> str:
    """Write an order as the line that `parse` reads back to the same order."""
    match order:
        case Barrage(day):
            return f"barrage {day}"
        case End():
            return "end day"
    return str(order.__struct_config__.tag)


def _barrage(setting: Setting, words: Words) -> Barrage:
    days = [str(day) for day in range(1, setting.days + 1)]
    return Barrage(1 + days.index(words.choice("day", days)))


def _end(words: Words) -> End:
    words.choice("end of `end day`", ("day",))
    return End()


_READERS: dict[str, Callable[[Words], Order]] = {
    "attack": lambda _: Attack(),
    "probe": lambda _: Probe(),
    "end": _end,
    "pursue": lambda _: Pursue(),
    "pass": lambda _: Pass(),
}
