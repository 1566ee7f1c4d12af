"""Orders as players write them, both ways: docs/hex-games.md lists them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pbem.kit.contract import Order
from pbem.kit.hexgame.rules.arrivals import entry_of, the_plan
from pbem.kit.hexgame.rules.movement import paths
from pbem.kit.hexgame.rules.orders import (
    FORMS,
    OFF,
    Advance,
    Attack,
    End,
    Lose,
    Move,
    Plan,
    Retreat,
)
from pbem.kit.hexgame.rules.position import HexPosition
from pbem.kit.hexgame.rules.setting import HexSetting
from pbem.kit.hexgame.words.line import Line
from pbem.kit.maps.hexes import Hex
from pbem.kit.typed.orders import OrderForms, Pass
from pbem.kit.typed.words import read_order

PHASES = ("movement", "combat")


def print_order(order: Order) -> str:
    """Write an order as the line that `parse` reads back to the same order."""
    match order:
        case Attack(hex_, units):
            return " ".join(("attack", hex_, "with", *units))
        case End(phase):
            return f"end {phase}"
    words = [str(order.__struct_config__.tag)]
    for field in order.__struct_fields__:
        value = getattr(order, field)
        words += [value] if isinstance(value, str) else value
    return " ".join(words)


def _plan(words: Line) -> Plan:
    return Plan(words.choice("choice", the_plan(words.setting).choices))


def _move(words: Line) -> Move:
    unit = words.unit()
    if words.take_if("to"):
        goal = OFF if words.take_if(OFF) else words.hex(OFF)
        return Move(unit, _cheapest(words, unit, goal))
    path = () if words.peek() == OFF else words.hexes(stop=(OFF,))
    return Move(unit, (*path, OFF) if words.take_if(OFF) else path)


def _cheapest(words: Line, unit: str, goal: Hex) -> tuple[Hex, ...]:
    """Return the path that ``move UNIT to HEX`` means; the goal alone, if there is none."""
    setting, position = words.setting, words.position
    if unit in position.at or entry_of(setting, position, unit):
        return paths(setting, position, unit).get(goal, (goal,))
    return (goal,)


def _attack(words: Line) -> Attack:
    hex_ = words.target()
    words.choice("part of an attack", ("with",))
    return Attack(hex_, words.units())


def _lose(words: Line) -> Lose:
    return Lose(words.several(words.unit))


def _retreat(words: Line) -> Retreat:
    unit = words.any_unit()
    words.take_if("to")
    return Retreat(unit, words.hexes())


def _end(words: Line) -> End:
    chosen = words.choice("phase that can be ended", PHASES)
    return End("movement" if chosen == "movement" else "combat")


Reader = Callable[[Line], Order]
Parser = Callable[[HexSetting, HexPosition, str, str], Order]

READERS: Mapping[str, Reader] = {
    "plan": _plan,
    "move": _move,
    "attack": _attack,
    "lose": _lose,
    "retreat": _retreat,
    "advance": lambda words: Advance(words.units()),
    "end": _end,
    "pass": lambda _: Pass(),
}


def parser(readers: Mapping[str, Reader], forms: OrderForms[Order]) -> Parser:
    """Return the function that reads a line of orders.

    It raises `FormError` with the column, what is wrong and what would be right.
    """

    def parse(setting: HexSetting, position: HexPosition, side: str, line: str) -> Order:
        has_plan = setting.data.plan is not None
        known = {word: read for word, read in readers.items() if word != "plan" or has_plan}
        order = read_order(Line(setting, position, side, line), known)
        forms.check(order)
        return order

    return parse


parse = parser(READERS, FORMS)
