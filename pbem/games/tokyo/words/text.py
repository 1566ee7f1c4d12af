"""Orders as players write them, both ways: docs/games/tokyo.md is the authority."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from pbem.errors import IllegalOrder
from pbem.games.tokyo.rules import ch04_ground as ground
from pbem.games.tokyo.rules.ch05_movement import paths
from pbem.games.tokyo.rules.orders import (
    Advance,
    Attack,
    Call,
    Deploy,
    End,
    Enter,
    Exchange,
    Free,
    Move,
    Place,
    Recon,
    Remove,
    Retreat,
    RollFor,
    Volunteer,
)
from pbem.games.tokyo.rules.position import Position
from pbem.games.tokyo.rules.setting import Setting
from pbem.games.tokyo.words.line import Line
from pbem.kit.contract import Order
from pbem.kit.maps.hexes import Hex
from pbem.kit.maps.moves import routes
from pbem.kit.typed.orders import Pass
from pbem.kit.typed.words import read_order

LONGEST_PATH = 60
"""Hexes that an order may name, one after the other, and so points that a path may cost."""

FAR = ("as", "far", "as", "it", "goes")
"""The words that let a die decide how far a unit goes."""

_May = Callable[[Setting, Position, str, Hex, Hex], bool]


def parse(setting: Setting, position: Position, side: str, line: str) -> Order:
    """Read one line that ``side`` wrote.

    Only what the words mean is decided here, not whether the order is legal. Raises `FormError`,
    which says the column, what is wrong and what would be right.
    """
    return read_order(Line(setting, position, side, line), _READERS)


def print_order(order: Order) -> str:
    """Write an order as the line that `parse` reads back to the same order.

    Most forms are their word, then their fields one after the other.
    """
    words = [str(order.__struct_config__.tag)]
    match order:
        case Attack(number, units):
            words += [number, "with", *units]
        case Move(unit, path, far):
            words += [unit, *path, *(FAR if far else ())]
        case RollFor(units):
            words += units or ["all"]
        case _:
            for field in order.__struct_fields__:
                value = getattr(order, field)
                words += [value] if isinstance(value, str) else value
    return " ".join(words)


def _deploy(words: Line) -> Deploy:
    return Deploy(words.unit(), words.hex())


def _call(_: Line) -> Call:
    return Call()


def _place(words: Line) -> Place:
    return Place(words.unit(), words.hex())


def _recon(words: Line) -> Recon:
    return Recon(words.hex())


def _enter(words: Line) -> Enter:
    if words.choice("kind of Strategic Reserve", ("infantry", "armor")) == "infantry":
        return Enter("infantry", words.hex())
    return Enter("armor", words.hex())


def _free(words: Line) -> Free:
    return Free(words.units())


def _move(words: Line) -> Move:
    unit = words.unit()
    if words.take_if("to"):
        goal = words.hex()
        far = _far(words)
        return Move(unit, _way(words, unit, goal, far=far), far)
    path: tuple[Hex, ...] = (words.hex("to"),)
    if not words.done() and words.peek() != FAR[0]:
        path += words.hexes(stop=FAR[:1])
    return Move(unit, path, _far(words))


def _far(words: Line) -> bool:
    """Read whether a unit goes only as far as its die lets it."""
    far = not words.done() and words.peek() == FAR[0]
    if far:
        for word in FAR:
            words.choice(f"part of `{' '.join(FAR)}`", (word,))
    return far


def _way(words: Line, unit: str, goal: Hex, *, far: bool) -> tuple[Hex, ...]:
    """Return the path that ``move UNIT to HEX`` means; ``far``: whatever it costs.

    Where no legal path leads there, the shortest that the map would allow, or at least its terrain:
    refusing it then tells the paragraph and the reason, which a parser should not know.
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


def _roll(words: Line) -> RollFor:
    if words.take_if("all"):
        return RollFor()
    return RollFor(words.units(stop=("all",), what="a unit or `all`"))


def _remove(words: Line) -> Remove:
    return Remove(words.unit())


def _attack(words: Line) -> Attack:
    number = words.hex()
    words.choice("word before the units that attack", ("with",))
    return Attack(number, words.units())


def _exchange(words: Line) -> Exchange:
    return Exchange(words.unit())


def _retreat(words: Line) -> Retreat:
    return Retreat(words.unit(), words.hexes())


def _advance(words: Line) -> Advance:
    return Advance(words.unit(), words.hexes())


def _volunteer(_: Line) -> Volunteer:
    return Volunteer()


def _pass(_: Line) -> Pass:
    return Pass()


def _end(words: Line) -> End:
    match words.choice("phase that can be ended", ("setup", "recon", "movement", "combat")):
        case "setup":
            return End("setup")
        case "recon":
            return End("recon")
        case "movement":
            return End("movement")
        case _:
            return End("combat")


_READERS: dict[str, Callable[[Line], Order]] = {
    "deploy": _deploy,
    "call": _call,
    "place": _place,
    "recon": _recon,
    "enter": _enter,
    "free": _free,
    "move": _move,
    "roll": _roll,
    "remove": _remove,
    "attack": _attack,
    "exchange": _exchange,
    "retreat": _retreat,
    "advance": _advance,
    "volunteer": _volunteer,
    "pass": _pass,
    "end": _end,
}
