"""Orders as players write them, both ways: docs/games/meiktila.md is the authority."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from pbem.games.meiktila.data.forms import EDGES
from pbem.games.meiktila.rules.ch06_movement import reach, reach_entering, walk
from pbem.games.meiktila.rules.ch06_zones import Zones
from pbem.games.meiktila.rules.ch08_reinforcements import entry_hexes
from pbem.games.meiktila.rules.orders import (
    Activate,
    Advance,
    Allot,
    Attack,
    Defend,
    Deploy,
    Dig,
    Edges,
    End,
    Enter,
    Land,
    Mode,
    Move,
    Open,
    Plan,
    Remove,
)
from pbem.games.meiktila.rules.position import Part, Position
from pbem.games.meiktila.rules.setting import Setting
from pbem.games.meiktila.words.line import Line
from pbem.kit.contract import Order
from pbem.kit.maps.hexes import Hex
from pbem.kit.maps.moves import routes
from pbem.kit.typed.orders import Pass
from pbem.kit.typed.words import read_order

MOST_PLANES = 5
LONGEST_PATH = 60
"""Hexes that an order may name one after the other."""
AIR = ("supply", "north", "south")
REQUESTS = ("enter", "replace", "commit")
ATTACK = ("banzai", "guns", "air", "advance", "stay")
DEFENCE = ("guns", "air", "town", "dug")
PAY = ("step", "to", "off")


def parse(setting: Setting, position: Position, side: str, line: str) -> Order:
    """Read one line that ``side`` wrote.

    Only what the words mean is decided here, not whether the order is legal. Raises `FormError`,
    which says the column, what is wrong and what would be right.
    """
    return read_order(Line(setting, position, side, line), _READERS)


def print_order(order: Order) -> str:
    """Write an order as the line that `parse` reads back to the same order."""
    printer = _PRINTERS.get(type(order), _plain_words)
    return " ".join((str(order.__struct_config__.tag), *printer(order)))


def _plain_words(order: Order) -> Iterator[str]:
    """Yield the fields one after the other; of a field that is true its name."""
    for field in order.__struct_fields__:
        value = getattr(order, field)
        if value is True:
            yield field
        elif isinstance(value, str):
            yield value
        elif value:
            yield from value


def _named_words(order: Order) -> Iterator[str]:
    """Yield each field that says something after its name."""
    for field in order.__struct_fields__:
        value = getattr(order, field)
        if field == "mode":
            yield value
        elif value:
            yield from (field, *([str(value)] if isinstance(value, int | str) else value))


def _plan_words(order: Plan) -> Iterator[str]:
    for part in order.parts:
        yield from (part.unit, *_pay_words(part))


def _attack_words(order: Attack) -> Iterator[str]:
    yield from (order.hex, "with", *order.with_)
    yield from _named("banzai", order.banzai)
    yield from _named("guns", order.guns)
    if order.air:
        yield from ("air", str(order.air))
    yield from _named("advance", order.advance)
    if order.stay:
        yield "stay"


def _pay_words(part: Part) -> Sequence[str]:
    if part.off:
        return ("off",)
    return ("to", *part.to) if part.to else ("step",)


def _named(word: str, units: Sequence[str]) -> list[str]:
    return [word, *units] if units else []


def _deploy(words: Line) -> Deploy:
    unit, here = words.unit(), words.hex()
    return Deploy(unit, here, dug=_flag(words, "dug"))


def _flag(words: Line, word: str) -> bool:
    """Read a word that may stand at the end."""
    if words.done():
        return False
    return words.choice("word that fits here", (word,)) == word


def _allot(words: Line) -> Allot:
    numbers = dict.fromkeys(AIR, 0)
    for part in words.parts(lambda: words.choice("task of air units", AIR)):
        numbers[part] = words.number("air units", MOST_PLANES)
    return Allot(**numbers)


def _land(words: Line) -> Land:
    unit, here = words.unit(), words.hex()
    return Land(unit, here, full=_flag(words, "full"))


def _edges(words: Line) -> Edges:
    named: dict[str, tuple[str, ...]] = {}
    for part in words.parts(lambda: words.choice("map edge", EDGES)):
        named[part] = words.some_units(EDGES)
    return Edges(named.get("north", ()), named.get("south", ()))


def _open(words: Line) -> Open:
    return Open(words.marker())


def _activate(words: Line) -> Activate:
    chosen = words.choice("mode", ("move-attack", "attack-move"))
    mode: Mode = "move-attack" if chosen == "move-attack" else "attack-move"
    named: dict[str, tuple[str, ...]] = {}
    for part in words.parts(lambda: words.choice("thing to ask for", REQUESTS)):
        named[part] = words.some_units(REQUESTS)
    return Activate(mode, **named)


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

    Where no legal path leads there, the shortest over land: refusing it then tells the paragraph
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


def _dig(words: Line) -> Dig:
    return Dig(words.unit())


def _attack(words: Line) -> Attack:
    here = words.hex()
    words.choice("word before the units that attack", ("with",))
    units = words.some_units(ATTACK)
    named: dict[str, tuple[str, ...]] = {}
    air, stay = 0, False
    for part in words.parts(lambda: words.choice("part of an attack", ATTACK)):
        if part == "air":
            air = words.number("air units", MOST_PLANES)
        elif part == "stay":
            stay = True
        else:
            named[part] = words.some_units(ATTACK)
    return Attack(here, units, **named, air=air, stay=stay)


def _defend(words: Line) -> Defend | Pass:
    if words.done():
        return Pass()
    named: dict[str, tuple[str, ...]] = {}
    air, town = 0, ""
    for part in words.parts(lambda: words.choice("part of a defence", DEFENCE)):
        if part == "air":
            air = words.number("air units", MOST_PLANES)
        elif part == "town":
            town = words.unit()
        else:
            named[part] = words.some_units(DEFENCE)
    return Defend(**named, air=air, town=town)


def _plan(words: Line) -> Plan:
    parts: list[Part] = []
    while not parts or not words.done():
        unit = words.unit()
        match words.choice("way to pay", PAY):
            case "step":
                parts.append(Part(unit))
            case "off":
                parts.append(Part(unit, off=True))
            case _:
                parts.append(Part(unit, _retreat(words)))
    return Plan(tuple(parts))


def _retreat(words: Line) -> tuple[Hex, ...]:
    """Read hexes up to the end or to the next unit."""
    found = [words.hex()]
    while not words.done() and not words.unit_next():
        found.append(words.hex())
    return tuple(found)


def _advance(words: Line) -> Advance:
    return Advance(words.units())


def _remove(words: Line) -> Remove:
    return Remove(words.units())


def _pass(_: Line) -> Pass:
    return Pass()


def _end(words: Line) -> End:
    phase = words.choice("phase that can be ended", ("setup", "activation", "movement", "combat"))
    passing = _flag(words, "passing")
    match phase:
        case "setup":
            return End("setup", passing)
        case "activation":
            return End("activation", passing)
        case "movement":
            return End("movement", passing)
    return End("combat", passing)


_PRINTERS: dict[type[Order], Callable[[Any], Iterator[str]]] = {
    Allot: _named_words,
    Edges: _named_words,
    Activate: _named_words,
    Defend: _named_words,
    Attack: _attack_words,
    Plan: _plan_words,
}
"""Who writes the words of an order behind the first, where they are not its fields alone."""

_READERS: dict[str, Callable[[Line], Order]] = {
    "deploy": _deploy,
    "allot": _allot,
    "land": _land,
    "edges": _edges,
    "open": _open,
    "activate": _activate,
    "enter": _enter,
    "move": _move,
    "dig": _dig,
    "attack": _attack,
    "defend": _defend,
    "plan": _plan,
    "advance": _advance,
    "remove": _remove,
    "pass": _pass,
    "end": _end,
}
