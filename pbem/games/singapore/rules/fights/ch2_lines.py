"""[1.3, 2.2, 3.3] Choosing units, and the order in which they stand in the line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, combinations_with_replacement, product
from typing import TypeVar

from pbem.errors import IllegalOrder
from pbem.games.singapore.data.forms import KINDS, LINE, Army, Kind
from pbem.games.singapore.data.tables import unit_name
from pbem.games.singapore.rules.cards.ch6_effects import gift
from pbem.games.singapore.rules.orders import Choose, Line
from pbem.games.singapore.rules.outcomes import LinedUp, SetUpEnded, UnitsChosen
from pbem.games.singapore.rules.position import ATTACKER, DEFENDER, Position, open_battle, open_war
from pbem.games.singapore.rules.setting import COMPANY, REGIMENT, Setting
from pbem.kit.contract import Outcome

T = TypeVar("T")


def paragraph(setting: Setting, side: str) -> str:
    """Return the step of its rank in which a side chooses its units."""
    if setting.board is not None:
        return "3.11"
    rank = {COMPANY: 1, REGIMENT: 3}.get(setting.scenario, 2)
    return {
        (1, DEFENDER): "1.3", (1, ATTACKER): "1.4",
        (2, DEFENDER): "2.2", (2, ATTACKER): "2.3",
        (3, DEFENDER): "3.3", (3, ATTACKER): "3.4",
    }[rank, side]  # fmt: skip


def has_set_up(position: Position) -> bool:
    """Whether the side that sets up has its line on the board."""
    return bool(open_battle(position).line[position.phase])


def _check_open(position: Position, here: str) -> None:
    """[2.4] Raise `IllegalOrder` where the line stands already."""
    if has_set_up(position):
        raise IllegalOrder(here, "your line is already formed", "Write `end setup`.")


def check_end(setting: Setting, position: Position) -> None:
    """Raise `IllegalOrder` unless the side that sets up has its line on the board."""
    if not has_set_up(position):
        here = paragraph(setting, position.phase)
        raise IllegalOrder(here, "your line has no units yet", "Choose or line up your units.")


def end(setting: Setting, position: Position) -> Iterator[Outcome]:
    """End the set-up of a side."""
    yield SetUpEnded(paragraph=paragraph(setting, position.phase), side=position.phase)


def armies(setting: Setting, position: Position) -> list[Army]:
    """[1.4, 2.3, 3.2] Return the armies that the side that chooses may choose."""
    taken = position.army.values()
    return [army for army in setting.colours(position.phase) if army not in taken]


# --- practice: kinds are chosen ---------------------------------------------------------------


def check_choose(setting: Setting, position: Position, order: Choose) -> None:
    """Raise `IllegalOrder` unless a side may choose these units."""
    here = paragraph(setting, position.phase)
    _check_open(position, here)
    able = armies(setting, position)
    if order.army not in able:
        if order.army in position.army.values():
            why, instead = (
                f"the other side is {order.army}, and the sides must have different colours",
                able,
            )
        else:
            why, instead = f"in this game, the {position.phase} is {able[0]}", able
        raise IllegalOrder(here, why, f"Choose {' or '.join(instead)}.")
    practice = setting.practice
    left = Counter(order.units)
    for one in practice.units if practice is not None else ():
        kinds = setting.kinds(order.army, one)
        if sum(left[kind] for kind in kinds) != one.count:
            which = " or ".join(kinds)
            what = f"{order.army} must choose {one.count} of {which}"
            raise IllegalOrder(here, f"{what}, not {sum(left[kind] for kind in kinds)}")
        for kind in kinds:
            del left[kind]
    if left:
        extra = next(kind for kind in KINDS if kind in left)
        raise IllegalOrder(here, f"{order.army} cannot choose {extra} in this rank")


def legal_choices(setting: Setting, position: Position) -> Iterator[Choose]:
    """Yield every choice of units, in every order of the line that differs."""
    if has_set_up(position):
        return
    for army in armies(setting, position):
        for kinds in _selections(setting, army):
            line = [kind for kind in kinds if kind in LINE]
            others = tuple(kind for kind in kinds if kind not in LINE)
            for ordered in _orders(line):
                yield Choose(army, (*ordered, *others))


def _selections(setting: Setting, army: Army) -> Iterator[tuple[Kind, ...]]:
    practice = setting.practice
    parts = [
        list(combinations_with_replacement(setting.kinds(army, one), one.count))
        for one in (practice.units if practice is not None else ())
    ]
    for chosen in product(*parts):
        yield tuple(chain.from_iterable(chosen))


def _orders(things: Sequence[T]) -> Iterator[tuple[T, ...]]:
    """Yield the different orders of things of which some are alike."""
    if not things:
        yield ()
        return
    for first in dict.fromkeys(things):
        rest = list(things)
        rest.remove(first)
        for others in _orders(rest):
            yield first, *others


def choose(setting: Setting, position: Position, order: Choose) -> Iterator[Outcome]:
    """Take the pieces out of the box: those for the line in its order, then the others."""
    count: Counter[str] = Counter()
    names: list[tuple[str, Kind]] = []
    for kind in order.units:
        count[kind] += 1
        names.append((unit_name(order.army, kind, count[kind]), kind))
    yield UnitsChosen(
        paragraph=paragraph(setting, position.phase),
        side=position.phase,
        army=order.army,
        line=tuple(name for name, kind in names if kind in LINE),
        others=tuple(name for name, kind in names if kind not in LINE),
    )


# --- board scenarios: the units are given -----------------------------------------------------


def to_line(setting: Setting, side: str) -> list[str]:
    """[3.5] Return the units of a side that stand in the line."""
    return [unit for unit in setting.roster(side) if setting.in_line(unit)]


def check_line(setting: Setting, position: Position, order: Line) -> None:
    """Raise `IllegalOrder` unless the order lines up exactly the side's line."""
    _check_open(position, "3.5")
    wanted = to_line(setting, position.phase)
    for unit in order.units:
        if unit not in wanted:
            why = f"{unit} does not belong in the {position.phase}'s line"
            raise IllegalOrder("3.5", why, f"These belong there: {', '.join(wanted)}.")
    missing = [unit for unit in wanted if unit not in order.units]
    if missing:
        raise IllegalOrder("3.5", f"the line must have {', '.join(missing)} too")


def legal_lines(setting: Setting, position: Position) -> Iterator[Line]:
    """Yield every order of the line that differs: units of one kind and army are alike."""
    if not has_set_up(position):
        units = to_line(setting, position.phase)
        yield from _lines_of(units, [setting.tables.units[unit] for unit in units])


def legal_battle_lines(setting: Setting, position: Position) -> Iterator[Line]:
    """[4.10] Yield every order of the line of a battle on the map that differs."""
    battle = open_battle(position)
    units = setting.in_order(battle.line[battle.unlined[0]])
    yield from _lines_of(units, [_sort(setting, position, unit) for unit in units])


def _sort(setting: Setting, position: Position, unit: str) -> tuple[object, ...]:
    """Return all that the rules look at in a unit of a line: units with the same are alike.

    These are kind and army, who fights with it, and the edge that it came over (R81). For a vehicle
    that may go on after a capture, they are also how far it has gone and what cards gave it (R46,
    R130).
    """
    war, battle = open_war(position), open_battle(position)
    its = setting.tables.units[unit]
    sort = (its, battle.army(unit), battle.edge.get(unit, 0))
    pushed = war.cards is not None and unit in war.cards.push
    if its.kind != "vehicle" or not (setting.options.penetration or pushed):
        return sort
    return (*sort, war.steps.get(unit), unit in war.on_road, gift(war, unit))


def _lines_of(units: list[str], sorts: Sequence[object]) -> Iterator[Line]:
    """Yield the orders of a line in which units of different sorts change places."""
    for ordered in _orders(sorts):
        left = {one: iter([u for u, its in zip(units, sorts, strict=True) if its == one])
                for one in dict.fromkeys(sorts)}  # fmt: skip
        yield Line(tuple(next(left[one]) for one in ordered))


def line_up(setting: Setting, position: Position, order: Line) -> Iterator[Outcome]:
    """[2.4, 2.5] Place the units, the first as the point."""
    step = "2.4" if position.phase == DEFENDER else "2.5"
    side = position.phase
    others = tuple(unit for unit in setting.roster(side) if not setting.in_line(unit))
    yield LinedUp(paragraph=step, side=side, units=order.units, others=others)
