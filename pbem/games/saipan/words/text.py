"""Orders as players write them, both ways: docs/games/saipan.md is the authority."""

from __future__ import annotations

from collections.abc import Callable

from pbem.errors import IllegalOrder
from pbem.games.saipan.data.tables import ENEMY, SIDES
from pbem.games.saipan.rules.ch05_movement import paths
from pbem.games.saipan.rules.orders import (
    FORMS,
    Advance,
    Attack,
    Beaches,
    Deploy,
    End,
    FinalFire,
    Land,
    Lose,
    Move,
    Retreat,
)
from pbem.games.saipan.rules.position import Position
from pbem.games.saipan.rules.setting import Setting
from pbem.games.saipan.words.line import Line
from pbem.kit.contract import Order
from pbem.kit.maps.moves import cheapest_paths
from pbem.kit.typed.orders import Pass
from pbem.kit.typed.words import read_order

FARTHEST = 10_000
"""Movement points that reach any hex of any map."""

PHASES = ("deployment", "movement", "combat")


def parse(setting: Setting, position: Position, side: str, line: str) -> Order:
    """Read one line that ``side`` wrote.

    Only what the words mean is decided here, not whether the order is legal. Raises `FormError`,
    which says the column, what is wrong and what would be right.
    """
    order = read_order(Line(setting, position, side, line), _READERS)
    FORMS.check(order)
    return order


def print_order(order: Order) -> str:
    """Write an order as the line that `parse` reads back to the same order.

    Most forms are their word, then their fields one after the other.
    """
    words = [str(order.__struct_config__.tag)]
    match order:
        case Attack(on, units, barrage, gsp, banzai):
            words += ["+".join(on), *_part("with", units), *_part("barrage", barrage)]
            words += _points(gsp) + (["banzai"] if banzai else [])
        case FinalFire(units, gsp, unit):
            words += [*units, *_points(gsp), *_part("for", unit)]
        case Land(unit, number, sea):
            words += [unit, number, *_part("from", sea)]
        case _:
            for field in order.__struct_fields__:
                words += _names(getattr(order, field))
    return " ".join(words)


def _names(value: str | tuple[str, ...] | None) -> list[str]:
    return [value] if isinstance(value, str) else list(value or ())


def _part(word: str, value: str | tuple[str, ...] | None) -> list[str]:
    return [word, *_names(value)] if value else []


def _points(gsp: int) -> list[str]:
    return ["gsp", str(gsp)] if gsp else []


def _beaches(words: Line) -> Beaches:
    return Beaches(tuple(sorted(words.hexes())))


def _deploy(words: Line) -> Deploy:
    return Deploy(words.unit(), words.hex())


def _move(words: Line) -> Move:
    unit = words.unit()
    if words.take_if("to"):
        return Move(unit, _cheapest(words, unit, words.hex()))
    return Move(unit, words.hexes())


def _cheapest(words: Line, unit: str, goal: str) -> tuple[str, ...]:
    """Return the path that ``move UNIT to HEX`` means.

    Where no legal path leads there, the one that the map alone would allow: refusing it then
    tells the paragraph and the reason, which a parser should not know.
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


def _land(words: Line) -> Land:
    unit, number = words.unit(), words.hex()
    return Land(unit, number, words.hex() if words.take_if("from") else None)


def _end(words: Line) -> End:
    match words.choice("phase that can be ended", PHASES):
        case "deployment":
            return End("deployment")
        case "movement":
            return End("movement")
        case _:
            return End("combat")


def _attack(words: Line) -> Attack:
    on = words.targets(ENEMY[words.side])
    names = ("with", "barrage", "gsp", "banzai")
    lists: dict[str, tuple[str, ...]] = {}
    gsp, banzai = 0, False
    for part in words.parts(lambda: words.choice("part of an attack", names)):
        if part == "gsp":
            gsp = words.points()
        elif part == "banzai":
            banzai = True
        else:
            lists[part] = words.units(stop=names)
    return Attack(on, lists.get("with", ()), lists.get("barrage", ()), gsp, banzai)


def _fpf(words: Line) -> FinalFire:
    names = ("gsp", "for")
    units = () if words.done() or words.peek() in names else words.units(stop=names)
    gsp, unit = 0, None
    for part in words.fire_parts(*names):
        if part == "gsp":
            gsp = words.points()
        else:
            unit = words.target(words.side)
    return FinalFire(units, gsp, unit)


def _retreat(words: Line) -> Retreat:
    # Either side's: the option retreat_by may let the victor choose (A7).
    return Retreat(words.unit(words.side, *(s for s in SIDES if s != words.side)), words.hexes())


def _lose(words: Line) -> Lose:
    return Lose(words.units())


def _advance(words: Line) -> Advance:
    return Advance(words.unit(), words.hex())


def _pass(_: Line) -> Pass:
    return Pass()


_READERS: dict[str, Callable[[Line], Order]] = {
    "beaches": _beaches,
    "deploy": _deploy,
    "move": _move,
    "land": _land,
    "end": _end,
    "attack": _attack,
    "fpf": _fpf,
    "retreat": _retreat,
    "lose": _lose,
    "advance": _advance,
    "pass": _pass,
}
