"""Orders as players write them, both ways: docs/games/manila.md is the authority."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pbem.errors import IllegalOrder
from pbem.games.manila.data.tables import MARKERS
from pbem.games.manila.rules.ch08_movement import paths
from pbem.games.manila.rules.orders import (
    BREAK_OFF,
    FORMS,
    Activate,
    Attack,
    Barrage,
    Move,
    Place,
)
from pbem.games.manila.rules.position import Position
from pbem.games.manila.rules.setting import Setting
from pbem.games.manila.words.line import Line
from pbem.kit.contract import Order
from pbem.kit.maps.moves import cheapest_paths
from pbem.kit.typed.grammar import Grammar, Own

ATTACK_PARTS = ("with", "lead", *MARKERS, "if", "retreat")


def parse(setting: Setting, position: Position, side: str, line: str) -> Order:
    """Read one line that ``side`` wrote.

    It decides only what the words mean, not whether the order is legal.

    Raises:
        FormError: The line cannot be read. The message has the column and what would be right.
    """
    return GRAMMAR.read(Line(setting, position, side, line))


def _activate_words(order: Activate) -> list[object]:
    if not order.units:
        return [order.area]
    return [f"{order.area}:", *order.units, "to", *order.path]


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

    ``unit`` moves first. If no legal path leads there, it is the step across the water or the
    shortest on the map. Refusing it then names the paragraph and the reason, which a parser should
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


def _barrage(words: Line) -> Barrage:
    return Barrage(_given_up(words))


def _given_up(words: Line) -> str | None:
    """Read what answers a Barrage: the unit given up, or None to break off."""
    if words.choice("answer to a Barrage", ("lose", "break")) == "lose":
        return words.unit()
    words.choice("end of `break off`", ("off",))
    return None


_ATTACK = (
    "AREA [with UNIT ...] [lead UNIT] [artillery N] [engineer N] [air N] [if barrage lose UNIT]"
    " [if sniper lose UNIT] [retreat to AREA ...]"
)
GRAMMAR: Grammar[Line] = Grammar(
    FORMS,
    {
        Place: Own(_place, ("UNIT ... AREA",)),
        Activate: Own(_activate, ("AREA", "AREA: UNIT ... to AREA ..."), _activate_words),
        Move: Own(_move, ("UNIT ... to AREA ...",)),
        Attack: Own(_attack, (_ATTACK,), _attack_words),
        Barrage: Own(
            _barrage,
            ("lose UNIT", BREAK_OFF),
            lambda order: [BREAK_OFF] if order.lose is None else ["lose", order.lose],
        ),
    },
)
print_order = GRAMMAR.write
"""A path of one Area reads back where that Area is adjacent, as it is in every legal order."""
