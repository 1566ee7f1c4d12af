"""Orders as players write them, both ways: docs/games/meiktila.md is the authority."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.games.meiktila.rules.ch06_movement import reach, reach_entering, walk
from pbem.games.meiktila.rules.ch06_zones import Zones
from pbem.games.meiktila.rules.ch08_reinforcements import entry_hexes
from pbem.games.meiktila.rules.orders import FORMS, Defend, Enter, Move
from pbem.games.meiktila.rules.position import Position
from pbem.games.meiktila.rules.setting import Setting
from pbem.games.meiktila.words.line import Line
from pbem.kit.contract import Order
from pbem.kit.maps.hexes import Hex
from pbem.kit.maps.moves import routes
from pbem.kit.typed.grammar import Grammar, Own
from pbem.kit.typed.orders import Pass
from pbem.kit.typed.words import read_order

LONGEST_PATH = 60
"""Hexes that an order may name one after the other."""
AIR = ("supply", "north", "south")


def parse(setting: Setting, position: Position, side: str, line: str) -> Order:
    """Read one line that ``side`` wrote.

    It decides only what the words mean, not whether the order is legal.

    Raises:
        FormError: The line cannot be read. The message has the column and what would be right.
    """
    return read_order(Line(setting, position, side, line), GRAMMAR.readers)


def _enter(words: Line) -> Enter:
    unit = words.unit()
    if not words.take_if("to"):
        return Enter(unit, words.hexes())
    goal, setting, position = words.hex(), words.setting, words.position
    zones = Zones(setting, position, "jp")
    ways = (
        path
        for start in entry_hexes(setting, position, unit)
        for path in reach_entering(setting, position, unit, (start,), zones)
        if path[-1] == goal
    )

    def cost(path: tuple[Hex, ...]) -> tuple[int, int, tuple[Hex, ...]]:
        return walk(setting, position, unit, path, entering=True).spent, len(path), path

    return Enter(unit, min(ways, key=cost, default=(goal,)))


def _move(words: Line) -> Move:
    unit = words.unit()
    if not words.take_if("to"):
        return Move(unit, (words.hex("to"), *(() if words.done() else words.hexes())))
    return Move(unit, _way(words, unit, words.hex()))


def _way(words: Line, unit: str, goal: Hex) -> tuple[Hex, ...]:
    """Return the path that ``move UNIT to HEX`` means.

    If no legal path leads there, it is the shortest over land. Refusing it then names the paragraph
    and the reason, which a parser should not know.
    """
    setting, position = words.setting, words.position
    if unit not in position.at:
        return (goal,)
    for path in reach(setting, position, unit):
        if path[-1] == goal:
            return path
    land = setting.tables.land

    def exits(here: Hex) -> Iterator[tuple[Hex, int]]:
        return ((there, 1) for there in land.get(here, ()))

    return dict(routes(position.at[unit], LONGEST_PATH, exits)).get(goal, (goal,))


def _defend(words: Line) -> Order:
    return Pass() if words.done() else GRAMMAR.read_fields(Defend, words)


_DEFENCE = "[guns UNIT ...] [air N] [town UNIT] [dug UNIT ...]"
GRAMMAR: Grammar[Line] = Grammar(
    FORMS,
    {
        Enter: Own(_enter, ("UNIT HEX ...", "UNIT to HEX")),
        Move: Own(_move, ("UNIT HEX ...", "UNIT to HEX")),
        Defend: Own(_defend, (_DEFENCE,)),
    },
)
print_order = GRAMMAR.write
