"""Orders as players write them, both ways: docs/hex-games.md lists them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pbem.kit.contract import Order
from pbem.kit.hexgame.rules.arrivals import entry_of
from pbem.kit.hexgame.rules.movement import paths
from pbem.kit.hexgame.rules.orders import FORMS, OFF, Move, Plan
from pbem.kit.hexgame.rules.position import HexPosition
from pbem.kit.hexgame.rules.setting import HexSetting
from pbem.kit.hexgame.words.line import Line
from pbem.kit.maps.hexes import Hex
from pbem.kit.typed.grammar import Grammar, Own, tag


def _move(line: Line) -> Move:
    unit = line.unit()
    if not line.take_if("to"):
        return Move(unit, line.path())
    return Move(unit, _cheapest(line, unit, OFF if line.take_if(OFF) else line.hex(OFF)))


def _cheapest(line: Line, unit: str, goal: Hex) -> tuple[Hex, ...]:
    """Return the path that ``move UNIT to HEX`` means; the goal alone, if there is none."""
    setting, position = line.setting, line.position
    if unit in position.at or entry_of(setting, position, unit):
        return paths(setting, position, unit).get(goal, (goal,))
    return (goal,)


OWN: Mapping[type[Order], Own[Line]] = {Move: Own(_move, ("UNIT HEX ... [off]", "UNIT to HEX|off"))}
"""The orders that are read with the help of the rules."""

Parser = Callable[[HexSetting, HexPosition, str, str], Order]


def parser(grammar: Grammar[Line]) -> Parser:
    """Return the function that reads a line of orders.

    It raises `FormError` with the column, what is wrong and what would be right.
    """

    def parse(setting: HexSetting, position: HexPosition, side: str, line: str) -> Order:
        without = () if setting.data.plan is not None else (tag(Plan),)
        return grammar.read(Line(setting, position, side, line), without)

    return parse


GRAMMAR: Grammar[Line] = Grammar(FORMS, OWN)
parse = parser(GRAMMAR)
print_order = GRAMMAR.write
