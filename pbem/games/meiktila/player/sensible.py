"""A computer player of either side: neither random nor clever, always legal, never slow.

The Allies hold Meiktila and the airfields with a brigade each, feed themselves by air, and go for
Japanese stacks wherever an attack promises more than it costs. The Japanese bring on what they can,
come up together, strike where that pays, and charge where that makes the odds. The same position
and seed always give the same orders.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from pbem.errors import IllegalOrder
from pbem.games.meiktila.player.assault import best_assault
from pbem.games.meiktila.player.attacks import best_attack
from pbem.games.meiktila.player.field import Field
from pbem.games.meiktila.player.moves import plan_moves
from pbem.games.meiktila.rules import ch06_activation as activation
from pbem.games.meiktila.rules import ch06_stacking as stacking
from pbem.games.meiktila.rules import ch08_positions as positions
from pbem.games.meiktila.rules import ch09_victory as victory
from pbem.games.meiktila.rules import ch10_setup as setup
from pbem.games.meiktila.rules import questions, usual
from pbem.games.meiktila.rules.orders import Activate, Attack, Deploy, Dig, End, Mode
from pbem.games.meiktila.rules.position import Position, acting
from pbem.games.meiktila.rules.setting import Setting
from pbem.kit.contract import Order, Question

POINT = 6
"""The weight of a Victory Point, in steps and defence factors."""


def sensible(setting: Setting, position: Position, seed: int) -> list[Order]:
    """Return what a computer player orders now; the first order answers the open question.

    For a phase: its orders, some of which dice may make impossible. For an interruption: one
    answer. The position does not change.

    Raises:
        ValueError: Nothing is asked.
    """
    asked = questions.need(setting, position)
    if not isinstance(asked, Question):
        raise ValueError("no question is open now")  # noqa: TRY004 - a state, no wrong type
    if asked.phase:
        return list(_PHASES[asked.name](Field(setting, position, seed)))
    return [usual.answer(setting, position, asked)]


def merit(setting: Setting, position: Position, side: str) -> int:
    """Return how a side stands: points, those of the places that it holds, and what is left of it.

    Points decide the game, and Meiktila and the airfields come to them when it ends (9.2).
    """
    points = position.vp["al"] - position.vp["jp"]
    for here, by in position.control.items() if position.ended is None else ():
        worth = victory.CITY if here == setting.tables.city else victory.AIRFIELD
        points += worth if by == "al" else -worth
    allied = POINT * points + position.level
    for unit in position.at:
        left = setting.steps(position, unit) + setting.face(position, unit).defence
        allied += left if setting.side(unit) == "al" else -left
    return allied if side == "al" else -allied


def deploy(field: Field) -> Iterator[Order]:
    """[10.0] Set up a brigade at each objective, or the regiment where the way is shortest."""
    setting, tables = field.setting, field.tables
    missing = [u for u in setup.starters(setting, field.side) if u not in field.position.at]
    where = setup.zone(setting, field.position, field.side)
    posts = [h for h in tables.objectives if h in where]
    if field.side == "jp":
        far = {h: min(tables.distance(h, goal) for goal in tables.objectives) for h in where}
        posts = sorted(where, key=lambda h: (far[h] + (h not in tables.on_road), h))[:1]
        posts += where
    elif field.seed % 2:
        posts = posts[:1] + posts[:0:-1]
    for formation in tables.formations:
        units = [u for u in missing if tables.units[u].formation == formation]
        if not tables.formations[formation].alone:
            yield from _post(field, units, posts)
    for unit in missing:
        if unit not in field.position.at:
            yield from _post(field, [unit], posts)
    yield End("setup")


def _post(field: Field, units: list[str], posts: list[str]) -> Iterator[Order]:
    """Put units together, first beside their like, then where the fewest stand; else each alone."""
    setting, position = field.setting, field.position
    stands = {h: setting.here(position, field.side, h) for h in posts}
    formation = {field.tables.units[unit].formation for unit in units}

    def last(here: str) -> tuple[bool, int]:
        like = formation & {field.tables.units[unit].formation for unit in stands[here]}
        return not like, 0 if field.side == "jp" else len(stands[here])

    for here in sorted(posts, key=last) if units else ():
        if stacking.fits(setting, [*stands[here], *units]):
            for unit in units:
                field.carry_out(setup.deploy(position, Deploy(unit, here)))
                yield Deploy(unit, here)
            return
    if len(units) > 1:
        for unit in units:
            yield from _post(field, [unit], posts)
    elif units and len(posts) < len(setup.zone(setting, position, field.side)):
        yield from _post(field, units, setup.zone(setting, position, field.side))


def activate(field: Field) -> Iterator[Order]:
    """[6.1, 8.1] Attack first if that promises more than to move first; ask for all there is."""
    setting, position = field.setting, field.position
    wanted = max(
        activation.legal_activations(setting, position),
        key=lambda one: len(one.enter) + len(one.replace) + len(one.commit),
    )
    weak = tuple(unit for unit in wanted.replace if field.near_enemy(position.at[unit]) > 1)
    mode: Mode = "attack-move" if _attacks_first(field) else "move-attack"
    yield Activate(mode, wanted.enter, weak, wanted.commit)


def _attacks_first(field: Field) -> bool:
    """Whether an attack from where units stand promises more than one that they move for."""
    now = acting(field.position)
    field.position.phase, now.mode = "combat", "attack-move"
    first = best_attack(field)
    if first is None:
        return False
    field.position.phase, now.mode = "movement", "move-attack"
    later = best_assault(field)
    return later is None or first[0] >= later[0]


def move(field: Field) -> Iterator[Order]:
    """[6.2] Move everybody who has something better to do than to stay."""
    yield from plan_moves(field)
    yield End("movement")


def attack(field: Field) -> Iterator[Order]:
    """[6.5] Make the best attack, or dig in and end the phase."""
    found = best_attack(field)
    if found is not None:
        yield _leaving_nothing(field, found[1])
        return
    for unit in field.setting.on_map(field.position, field.side):
        here = field.position.at[unit]
        if field.worth(here) and field.near_enemy(here) == 1:
            try:
                positions.check_dig(field.setting, field.position, Dig(unit))
            except IllegalOrder:
                continue
            field.carry_out(positions.dig(field.position, Dig(unit)))
            yield Dig(unit)
    yield End("combat")


def _leaving_nothing(field: Field, order: Attack) -> Attack:
    """Return an attack after which nobody leaves an objective for a hex that is none."""
    at = field.position.at
    if field.worth(order.hex) or not any(field.worth(at[unit]) for unit in order.with_):
        return order
    able = tuple(unit for unit in order.with_ if not field.worth(at[unit]))
    return msgspec.structs.replace(order, advance=able, stay=not able)


_PHASES: dict[str, Callable[[Field], Iterator[Order]]] = {
    "setup": deploy,
    "activation": activate,
    "movement": move,
    "combat": attack,
}
