"""[4.1 to 4.13] The turns of the armies on the map: which phase comes, and what goes by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache

from msgspec import UNSET

from pbem.errors import IllegalOrder
from pbem.games.singapore.data.tables import Coming
from pbem.games.singapore.rules import ch5_supply as supply
from pbem.games.singapore.rules.cards import ch6_deployment as deployment
from pbem.games.singapore.rules.cards import ch6_draw as draw
from pbem.games.singapore.rules.cards import ch6_play as plays
from pbem.games.singapore.rules.cards.ch6_effects import given, halted, held_up, turn_number
from pbem.games.singapore.rules.cards.outcomes_cards import MisreadOver
from pbem.games.singapore.rules.corps import ch4_air as air
from pbem.games.singapore.rules.corps import ch4_barrages as barrages
from pbem.games.singapore.rules.corps.ch4_control import period_over, settle
from pbem.games.singapore.rules.corps.ch4_movement import anybody_movable
from pbem.games.singapore.rules.fights import ch3_fight as fight
from pbem.games.singapore.rules.orders import Arrive, Fight, Line
from pbem.games.singapore.rules.outcomes import (
    BattleBegun,
    LineOrdered,
    PhaseBegun,
    TurnBegun,
    UnitsArrived,
)
from pbem.games.singapore.rules.position import (
    ATTACKER,
    DEFENDER,
    Position,
    Veil,
    War,
    open_battle,
    open_cards,
    open_war,
)
from pbem.games.singapore.rules.setting import Setting
from pbem.games.singapore.rules.theatre import (
    allied,
    assailants,
    attacked,
    contested,
    enemies,
    ground,
    is_ground,
    room,
)
from pbem.games.singapore.rules.variants import ch7_deployment as free
from pbem.games.singapore.rules.variants import ch7_drive as drive
from pbem.games.singapore.rules.variants import ch7_hidden as hidden
from pbem.games.singapore.rules.variants import ch7_logistics as logistics
from pbem.kit.contract import Order, Outcome, Question

PHASES = ("refuel", "air", "movement", "barrage", "defence", "combat", "reinforce", "resupply")
"""[4.19] The phases of a turn, in order; ``fight`` is within ``combat``.

``resupply`` comes only where there is supply (5.10).
"""
WITH_CARDS = (
    "before-refuel", "refuel", "before-air", "air", "before-movement", "movement",
    "before-barrage", "barrage", "before-defence", "defence", "before-combat", "combat",
    "before-reinforce", "reinforce", "before-resupply", "resupply", "draw", "discard",
)  # fmt: skip
"""[6.7] The same with situation cards: windows in which others are asked, and two phases more."""
OPENS = {
    "air": "4.2", "movement": "4.5", "barrage": "4.8", "defence": "4.9", "combat": "4.10",
    "reinforce": "4.11", "resupply": "5.10", "refuel": "4.1", "draw": "6.9", "discard": "6.10",
    logistics.TRANSFER: "7.2",
}  # fmt: skip


@lru_cache(maxsize=16)
def phases(setting: Setting) -> tuple[str, ...]:
    """[4.19, 5.10, 6.7] Return the phases of a turn, with the windows that there are."""
    there = plays.windows(setting) if setting.with_cards else ()
    steps: tuple[str, ...] = WITH_CARDS if setting.with_cards else PHASES
    if setting.hidden:
        steps = (*steps, logistics.TRANSFER)  # no dice come right after it, not even for a draw
    elif setting.transfers:
        at = steps.index("resupply") + 1
        steps = (*steps[:at], logistics.TRANSFER, *steps[at:])
    elif not setting.supplied:
        steps = steps[:-1]
    return tuple(one for one in steps if not one.startswith("before-") or one in there)


def set_up(setting: Setting) -> Position:
    """[4.17, 4.18] Return the map as the Deployment Orders say, before the first turn."""
    deployed = free.printed(setting) if setting.deploys else setting.tables.deployed
    war = War(
        army=setting.armies[0],
        at=dict(deployed),
        holder=dict(setting.tables.held),
        air={unit: "ready" for unit in deployed if not is_ground(setting, unit)},
        control=dict(setting.tables.control),
        active=[] if setting.deploys else sorted(setting.tables.setup.deployment.active),
        stock=supply.begin(setting),
        cards=draw.begin(setting),
        veil=Veil() if setting.hidden else UNSET,
    )
    _, first = free.first_phase(setting)
    return Position(logistics.POOLS if setting.transfers else first, war=war)


def go_on(setting: Setting, position: Position) -> Iterator[Outcome]:
    """Take the steps that nobody decides, up to the next question or dice."""
    while position.phase != "over" and not (supply.owed(position) or hidden.asked(position)):
        if air.stranded(setting, position):
            yield from air.scatter(setting, position)
            if air.stranded(setting, position):
                return
        if halted(position):
            over = list(_halt_over(setting, position))
            yield from over
            if not over:
                return
            continue
        if position.phase == "deal":
            yield from draw.start(position)
            continue
        if position.phase == "fight":
            yield from fight.go_on(setting, position)
            if position.phase == "fight":
                return
            continue
        if waits(setting, position):
            return
        yield from next_phase(setting, position)


def _halt_over(setting: Setting, position: Position) -> Iterator[Outcome]:
    """[7.3, 6.D4] A permission is over when its owner cannot use it, or has used it."""
    if not held_up(position):
        if drive.is_over(setting, position):
            yield from drive.stay(setting, position)
        return
    cards = open_cards(position)
    misread = cards.misread
    if cards.dice or cards.todo or misread is None:
        return
    if not misread.left or deployment.leaving(setting, position) is None:
        yield MisreadOver(paragraph="6.D4", place=misread.place)


def next_phase(setting: Setting, position: Position) -> Iterator[Outcome]:
    """[4.19] Close a phase, and begin the next; a turn that is over is followed by another."""
    if position.phase == "resupply":
        yield from supply.collect(setting, position)
    elif position.phase == "reinforce":
        yield from _arrive(setting, position)
    if position.phase == "over":
        return
    steps = phases(setting)
    after = steps.index(position.phase) + 1
    if after == len(steps):
        yield from _turn(setting, position)
        return
    phase = steps[after]
    yield PhaseBegun(paragraph=OPENS.get(phase, "6.7"), phase=phase)
    if phase == "refuel":
        yield from _refuel(setting, position)
    elif phase == "draw":
        yield from draw.due(position)


def _refuel(setting: Setting, position: Position) -> Iterator[Outcome]:
    """[4.1] What goes by itself when planes refuel."""
    yield from air.rest(setting, position)
    yield from air.come_down(setting, position)


def end(setting: Setting, position: Position) -> Iterator[Outcome]:
    """[4.19] A phase is ended by the army whose turn it is; or its deployment is (7.1)."""
    step = free.end if position.phase in free.DEPLOYS else next_phase
    yield from step(setting, position)


def _turn(setting: Setting, position: Position) -> Iterator[Outcome]:
    """[4.12, 4.13] The next army has its turn, in the next period after the last."""
    war = open_war(position)
    at = setting.armies.index(war.army) + 1
    if at == len(setting.armies):
        yield from period_over(setting, position)
        if position.phase == "over":
            return
        yield TurnBegun(paragraph="4.13", army=setting.armies[0], period=war.period + 1)
    else:
        yield TurnBegun(paragraph="4.12", army=setting.armies[at], period=war.period)
    if war.cards is not None:
        yield from draw.expire(position, turn_number(setting, war))
    else:
        yield from _refuel(setting, position)


# --- reinforcements ---------------------------------------------------------------------------


def awaited(setting: Setting, position: Position) -> list[Coming]:
    """[4.11, R43] Return who of the army whose turn it is should have come, and has not."""
    war = open_war(position)
    return [
        coming
        for at, coming in enumerate(setting.tables.arrivals)
        if coming.army == war.army
        and draw.when(war, at, coming.period) <= war.period
        and any(unit not in war.at and unit not in war.gone for unit in coming.units)
    ]


def choosing(setting: Setting, position: Position) -> Coming | None:
    """[7.1] Return the reinforcements whose army says on which axis they come.

    None if there is no choice.
    """
    war = open_war(position)
    for coming in awaited(setting, position):
        if len(free.axes_for(setting, war, coming)) > 1:
            return coming
    return None


def need_axis(position: Position) -> Question:
    """[7.1] Ask where reinforcements come."""
    prompt = "On which axis of attack do these reinforcements arrive?"
    return Question(open_war(position).army, "arrive", prompt, "7.1", ("arrive",))


def legal_axes(setting: Setting, position: Position) -> Iterator[Order]:
    """Yield the axes on which reinforcements may come."""
    coming = choosing(setting, position)
    if coming is not None:
        for place in free.axes_for(setting, open_war(position), coming):
            yield Arrive(place)


def check_axis(setting: Setting, position: Position, order: Arrive) -> None:
    """[7.1] Raise `IllegalOrder` unless reinforcements may come there."""
    able = [one.place for one in legal_axes(setting, position) if isinstance(one, Arrive)]
    if order.place not in able:
        raise IllegalOrder("7.1", f"they cannot arrive at {order.place}", f"To {', '.join(able)}.")


def come(setting: Setting, position: Position, order: Arrive) -> Iterator[Outcome]:
    """[4.11, 7.1] Reinforcements come on the axis that was chosen."""
    coming = choosing(setting, position)
    war = open_war(position)
    if coming is not None:
        units = tuple(u for u in coming.units if u not in war.at and u not in war.gone)
        yield UnitsArrived(paragraph="7.1", units=units, place=order.place)


def _arrive(setting: Setting, position: Position) -> Iterator[Outcome]:
    """[4.11, R43] Reinforcements come where they are due, if there is room; the others wait."""
    war = open_war(position)
    for coming in awaited(setting, position):
        place = free.axes_for(setting, war, coming)[0]
        if not allied(war.control[place], war.army) or contested(setting, war, place):
            continue
        units = [unit for unit in coming.units if unit not in war.at and unit not in war.gone]
        able = tuple(units[: room(setting, war, place, war.army)])
        if able and position.phase != "over":
            yield UnitsArrived(paragraph="4.11", units=able, place=place)
            yield from settle(setting, position, place)


# --- battles ----------------------------------------------------------------------------------


def begin(setting: Setting, position: Position, order: Fight) -> Iterator[Outcome]:
    """[4.10] A battle begins: who is there, who supports it, and what the edges give."""
    war, place = open_war(position), order.place
    defenders = [u for u in ground(setting, war, place) if not allied(war.of(u), war.army)]
    attackers = assailants(setting, war, place)
    holder = war.control[place]
    allies = [army for army in enemies(setting, war.army) if army != holder]
    present = {war.of(unit) for unit in defenders}
    seats = [holder, *allies] if holder in present else [*allies, holder]
    over = [unit for unit in war.air if war.air[unit] == "mission" and war.at[unit] == place]
    fires = [gun for gun, to in war.barrage.items() if to == place]
    edge = {
        unit: given(setting, war, place, came)
        for unit in attackers
        if (came := war.entered.get(unit)) is not None and (place, came) in setting.tables.edges
    }
    yield BattleBegun(
        paragraph="4.10",
        place=place,
        seats={ATTACKER: (war.army,), DEFENDER: tuple(seats)},
        lines={ATTACKER: tuple(attackers), DEFENDER: tuple(defenders)},
        guns={
            ATTACKER: tuple(setting.in_order([g for g in fires if war.of(g) == war.army])),
            DEFENDER: tuple(setting.in_order([g for g in fires if war.of(g) != war.army])),
        },
        planes={
            ATTACKER: tuple(setting.in_order([p for p in over if war.of(p) == war.army])),
            DEFENDER: tuple(setting.in_order([p for p in over if not allied(war.of(p), war.army)])),
        },
        edge={unit: halves for unit, halves in edge.items() if halves},
    )


def line_up(position: Position, order: Line) -> Iterator[Outcome]:
    """[4.10] A role lines up, the defenders first."""
    role = open_battle(position).unlined[0]
    yield LineOrdered(paragraph="4.10", role=role, units=order.units)


# --- who is asked ------------------------------------------------------------------------------


_WAITS: Mapping[str, Callable[[Setting, Position], object]] = {
    "refuel": air.due,
    "air": air.ready,
    "movement": anybody_movable,
    "barrage": lambda setting, at: barrages.guns(setting, at, open_war(at).army),
    "defence": barrages.asked,
    "combat": lambda setting, at: attacked(setting, open_war(at)),
    "reinforce": choosing,
    "discard": draw.too_many,
    logistics.POOLS: lambda _, _at: True,
    **dict.fromkeys(free.DEPLOYS, lambda _, _at: True),
    logistics.TRANSFER: logistics.waits,
}
"""Phase -> what it asks about; nobody is asked where there is nothing."""


def waits(setting: Setting, position: Position) -> bool:
    """Whether somebody is asked in the phase at hand."""
    if position.phase in plays.OTHERS or position.phase in plays.OWN:
        return plays.asked(setting, position) is not None
    asks = _WAITS.get(position.phase)
    return asks is not None and bool(asks(setting, position))
