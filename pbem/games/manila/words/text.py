"""Orders as players write them, both ways: docs/games/manila.md is the authority."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from pbem.errors import FormError, IllegalOrder
from pbem.games.manila.data.tables import MARKERS
from pbem.games.manila.rules.ch08_movement import paths
from pbem.games.manila.rules.orders import (
    BREAK_OFF,
    FORMS,
    Activate,
    Attack,
    Barrage,
    Breakout,
    Buy,
    End,
    Fight,
    Move,
    Place,
    Retreat,
    Return,
    Sniper,
    Streets,
)
from pbem.games.manila.rules.position import Position
from pbem.games.manila.rules.setting import Setting
from pbem.games.manila.words.line import Line
from pbem.kit.contract import Order
from pbem.kit.maps.moves import cheapest_paths
from pbem.kit.typed.words import read_order

BOUGHT = (*MARKERS, "morale")
"""What `buy` names, in the order in which it is printed."""

ATTACK_PARTS = ("with", "lead", *MARKERS, "if", "retreat")
FIGHT_PARTS = ("lead", *MARKERS)


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

    A path of one Area reads back where that Area is adjacent, as it is in every legal order.
    Forms not named here are their word, then their fields one after the other.
    """
    match order:
        case Buy():
            reported: list[object] = _counts(order, BOUGHT)
        case Return(unit, area):
            reported = [unit, "to", area]
        case Activate(area, units, path):
            reported = [f"{area}:", *units, "to", *path] if units else [area]
        case Move(units, path):
            reported = [*units, "to", *path]
        case Attack():
            reported = _attack_words(order)
        case Fight(lead):
            reported = ["lead", lead, *_counts(order, MARKERS)]
        case Barrage(lose):
            reported = [BREAK_OFF] if lose is None else ["lose", lose]
        case Retreat(units, area):
            reported = [*units, "to", area]
        case Place(units, area):
            reported = [*units, area]
        case _:
            reported = [getattr(order, field) for field in order.__struct_fields__]
    return " ".join(map(str, (order.__struct_config__.tag, *reported)))


def _attack_words(order: Attack) -> list[object]:
    reported: list[object] = [order.area]
    if order.with_:
        reported += ["with", *order.with_]
    if order.lead is not None:
        reported += ["lead", order.lead]
    reported += _counts(order, MARKERS)
    if order.barrage is not None:
        reported += ["if barrage", *([] if order.barrage == BREAK_OFF else ["lose"]), order.barrage]
    if order.sniper is not None:
        reported += ["if sniper lose", order.sniper]
    if order.retreat:
        reported += ["retreat to", *order.retreat]
    return reported


def _counts(order: Order, names: Iterable[str]) -> list[object]:
    return [word for name in names if (n := getattr(order, name)) for word in (name, n)]


def _place(words: Line) -> Place:
    # The last word is the Area.
    units = [words.unit()]
    while words.left() > 1:
        units.append(words.once(words.unit, units))
    return Place(tuple(units), words.area())


def _breakout(words: Line) -> Breakout:
    return Breakout(words.area())


def _buy(words: Line) -> Buy:
    parts = words.parts(lambda: words.choice("thing to buy", BOUGHT))
    return Buy(**{part: words.count(part) for part in parts})


def _return(words: Line) -> Return:
    unit = words.unit()
    words.to()
    return Return(unit, words.area())


def _end(words: Line) -> End:
    if words.choice("phase that can be ended", ("supply", "combat")) == "supply":
        return End("supply")
    return End("combat")


def _streets(words: Line) -> Streets:
    return Streets(words.area(), words.unit())


def _activate(words: Line) -> Activate:
    area = words.area()
    if words.done():
        return Activate(area)
    words.choice("mark between the Area and the units that move", (":",))
    units = words.units_to()
    return Activate(area, units, _path(words, units[0], area))


def _move(words: Line) -> Move:
    units = words.units_to()
    return Move(units, _path(words, units[0], None))


def _path(words: Line, unit: str, area: int | None) -> tuple[int, ...]:
    """Read the path of a group; one Area that is not adjacent is the cheapest path there.

    ``unit`` moves first. Where no legal path leads there, the step across the water or the
    shortest on the map: refusing it then names the paragraph and the reason, which a parser should
    not know.
    """
    path = words.areas()
    goal = path[0]
    next_to = words.setting.tables.next_to
    here = words.position.at.get(unit)
    if len(path) > 1 or here is None or goal == here or goal in next_to[here]:
        return path
    try:
        found = paths(words.setting, words.position, unit, area)
    except IllegalOrder:
        found = {}
    if goal not in found:
        if goal in words.setting.tables.across[here]:
            return path
        found = cheapest_paths(
            here,
            len(next_to),
            neighbours=next_to,
            cost=dict.fromkeys(next_to, 1),
            closed=(),
            stops=lambda _: False,
        )
    return found.get(goal, path)


def _attack(words: Line) -> Attack:
    area = words.attacked()
    said: dict[str, Any] = {}
    for part in words.parts(lambda: _attack_part(words)):
        match part:
            case "with":
                said["with_"] = words.units(stop=ATTACK_PARTS)
            case "lead":
                said["lead"] = words.unit()
            case "if barrage":
                said["barrage"] = _given_up(words) or BREAK_OFF
            case "if sniper":
                words.choice("answer to a Sniper", ("lose",))
                said["sniper"] = words.unit()
            case "retreat":
                words.to()
                said["retreat"] = words.areas(stop=ATTACK_PARTS, once=True)
            case _:
                said[part] = words.count(part)
    return Attack(area, **said)


def _attack_part(words: Line) -> str:
    part = words.choice("part of an attack", ATTACK_PARTS)
    if part != "if":
        return part
    return f"if {words.choice('case that an attack provides for', ('barrage', 'sniper'))}"


def _fight(words: Line) -> Fight:
    lead: str | None = None
    support: dict[str, int] = {}
    for part in words.parts(lambda: words.choice("part of a fight", FIGHT_PARTS)):
        if part == "lead":
            lead = words.unit()
        else:
            support[part] = words.count(part)
    if lead is None:
        raise FormError("fight: write who leads, as in `fight lead 637/A`")
    return Fight(lead, **support)


def _barrage(words: Line) -> Barrage:
    return Barrage(_given_up(words))


def _given_up(words: Line) -> str | None:
    """Read what answers a Barrage: the unit given up, or None to break off."""
    if words.choice("answer to a Barrage", ("lose", "break")) == "lose":
        return words.unit()
    words.choice("end of `break off`", ("off",))
    return None


def _sniper(words: Line) -> Sniper:
    return Sniper(words.unit())


def _retreat(words: Line) -> Retreat:
    return Retreat(words.units_to(), words.area())


_READERS: dict[str, Callable[[Line], Order]] = {
    "place": _place,
    "breakout": _breakout,
    "buy": _buy,
    "return": _return,
    "end": _end,
    "streets": _streets,
    "activate": _activate,
    "move": _move,
    "attack": _attack,
    "fight": _fight,
    "barrage": _barrage,
    "sniper": _sniper,
    "retreat": _retreat,
}
