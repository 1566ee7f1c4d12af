"""Orders as players write them, both ways: docs/games/saipan.md is the authority."""

from __future__ import annotations

from pbem.errors import IllegalOrder
from pbem.games.saipan.rules.ch05_movement import paths
from pbem.games.saipan.rules.orders import FORMS, Beaches, Move
from pbem.games.saipan.rules.position import Position
from pbem.games.saipan.rules.setting import Setting
from pbem.games.saipan.words.line import Line
from pbem.kit.contract import Order
from pbem.kit.maps.moves import cheapest_paths
from pbem.kit.typed.grammar import Grammar, Own

FARTHEST = 10_000
"""Movement points that reach any hex of any map."""


def parse(setting: Setting, position: Position, side: str, line: str) -> Order:
    """Read one line that ``side`` wrote.

    It decides only what the words mean, not whether the order is legal.

    Raises:
        FormError: The line cannot be read. The message has the column and what would be right.
    """
    return GRAMMAR.read(Line(setting, position, side, line))


def _beaches(words: Line) -> Beaches:
    return Beaches(tuple(sorted(words.hexes())))


def _move(words: Line) -> Move:
    unit = words.unit()
    if words.take_if("to"):
        return Move(unit, _cheapest(words, unit, words.hex()))
    return Move(unit, words.hexes())


def _cheapest(words: Line, unit: str, goal: str) -> tuple[str, ...]:
    """Return the path that ``move UNIT to HEX`` means.

    If no legal path leads there, it is the one that the map alone would allow. Refusing it then
    names the paragraph and the reason, which a parser should not know.
    """
    setting, position = words.setting, words.position
    if position.side == words.side:
        try:
            found = paths(setting, position, unit)
        except IllegalOrder:
            return (goal,)
        if goal in found:
            return found[goal]
    origin = position.hex_of(words.side, unit)
    if origin is None or goal not in setting.tables.cost:
        return (goal,)
    tables = setting.tables
    anywhere = cheapest_paths(
        origin,
        FARTHEST,
        neighbours=tables.land,
        cost=tables.cost,
        closed=(),
        stops=lambda _: False,
    )
    return anywhere.get(goal, (goal,))


GRAMMAR: Grammar[Line] = Grammar(
    FORMS,
    {
        Beaches: Own(_beaches, ("HEX HEX HEX HEX HEX HEX",)),
        Move: Own(_move, ("UNIT HEX ...", "UNIT to HEX")),
    },
)
print_order = GRAMMAR.write
