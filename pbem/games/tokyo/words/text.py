"""Orders as players write them, both ways: docs/games/tokyo.md is the authority."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from pbem.errors import IllegalOrder
from pbem.games.tokyo.rules import ch04_ground as ground
from pbem.games.tokyo.rules.ch05_movement import paths
from pbem.games.tokyo.rules.orders import FAR, FORMS, Move
from pbem.games.tokyo.rules.position import Position
from pbem.games.tokyo.rules.setting import Setting
from pbem.games.tokyo.words.line import Line
from pbem.kit.contract import Order
from pbem.kit.maps.hexes import Hex
from pbem.kit.maps.moves import routes
from pbem.kit.typed.grammar import Grammar, Own

LONGEST_PATH = 60
"""Hexes that an order may name, one after the other, and so points that a path may cost."""

GOES, *_ = _FAR = FAR.split()

_May = Callable[[Setting, Position, str, Hex, Hex], bool]


def parse(setting: Setting, position: Position, side: str, line: str) -> Order:
    """Read one line that ``side`` wrote.

    It decides only what the words mean, not whether the order is legal.

    Raises:
        FormError: The line cannot be read. The message has the column and what would be right.
    """
    return GRAMMAR.read(Line(setting, position, side, line))


def _move(words: Line) -> Move:
    unit = words.unit()
    if words.take_if("to"):
        goal = words.hex()
        far = _far(words)
        return Move(unit, _way(words, unit, goal, far=far), far)
    path: tuple[Hex, ...] = (words.hex("to"),)
    if not words.done() and words.peek() != GOES:
        path += words.hexes(stop=(GOES,))
    return Move(unit, path, _far(words))


def _far(words: Line) -> bool:
    """Read whether a unit goes only as far as its die lets it."""
    far = not words.done() and words.peek() == GOES
    if far:
        for word in _FAR:
            words.choice(f"part of `{FAR}`", (word,))
    return far


def _way(words: Line, unit: str, goal: Hex, *, far: bool) -> tuple[Hex, ...]:
    """Return the path that ``move UNIT to HEX`` means; ``far``: whatever it costs.

    If no legal path leads there, it is the shortest that the map would allow, or at least its
    terrain. Refusing it then names the paragraph and the reason, which a parser should not know.
    """
    setting, position = words.setting, words.position
    try:
        found = paths(setting, position, unit, LONGEST_PATH if far else None)
    except IllegalOrder:
        found = {}
    if goal in found:
        return found[goal]
    if unit not in position.at:
        return (goal,)
    for may in (_open, _passable):
        exits = partial(_exits, setting, position, unit, may)
        found = dict(routes(position.at[unit], LONGEST_PATH, exits))
        if goal in found:
            return found[goal]
    return (goal,)


def _exits(
    setting: Setting, position: Position, unit: str, may: _May, here: Hex
) -> Iterator[tuple[Hex, int]]:
    """Yield the neighbours that a unit might step to, each for one point."""
    for there in setting.tables.next_to[here]:
        if may(setting, position, unit, here, there):
            yield there, 1


def _passable(setting: Setting, _: Position, unit: str, here: Hex, there: Hex) -> bool:
    return ground.barred(setting.tables, here, there, american=setting.american(unit)) is None


def _open(setting: Setting, position: Position, unit: str, here: Hex, there: Hex) -> bool:
    """Whether neither terrain nor a line on the map keeps a unit from a step."""
    return (
        _passable(setting, position, unit, here, there)
        and not ground.into_zone(setting.tables, here, there)
        and not ground.bound(setting, position, unit, here, there)
    )


GRAMMAR: Grammar[Line] = Grammar(
    FORMS,
    {Move: Own(_move, (f"UNIT HEX ... [{FAR}]", f"UNIT to HEX [{FAR}]"))},
)
print_order = GRAMMAR.write
