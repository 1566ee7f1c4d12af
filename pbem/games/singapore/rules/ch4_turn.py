"""[4.1 to 4.13] The turns of the armies on the map: which phase comes, and what goes by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from pbem.games.singapore.data.forms import ARMIES
from pbem.games.singapore.data.tables import Coming
from pbem.games.singapore.rules import ch3_fight as fight
from pbem.games.singapore.rules import ch4_air as air
from pbem.games.singapore.rules import ch4_barrages as barrages
from pbem.games.singapore.rules import ch5_supply as supply
from pbem.games.singapore.rules.ch4_control import period_over, settle
from pbem.games.singapore.rules.ch4_movement import movable
from pbem.games.singapore.rules.orders import Fight, Line
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
    War,
    open_battle,
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
from pbem.kit.contract import Outcome

PHASES = ("refuel", "air", "movement", "barrage", "defence", "combat", "reinforce", "resupply")
"""[4.19] The phases of a turn, in order; ``fight`` is within ``combat``.

``resupply`` comes only where there is supply (5.10).
"""
OPENS = {
    "air": "4.2", "movement": "4.5", "barrage": "4.8", "defence": "4.9", "combat": "4.10",
    "reinforce": "4.11", "resupply": "5.10",
}  # fmt: skip


def set_up(setting: Setting) -> Position:
    """[4.17, 4.18] Return the map as the Deployment Orders say, before the first turn."""
    data, deployed = setting.tables.data, setting.tables.deployed
    war = War(
        at=dict(deployed),
        air={unit: "ready" for unit in deployed if not is_ground(setting, unit)},
        control={place: sector.control for place, sector in data.map.sectors.items()},
        active=sorted(data.historic.deployment.active),
        stock=supply.begin(setting),
    )
    return Position("air", war=war)


def go_on(setting: Setting, position: Position) -> Iterator[Outcome]:
    """Take the steps that nobody decides, up to the next question or dice."""
    while position.phase != "over" and supply.owed(position) is None:
        if position.phase == "fight":
            yield from fight.go_on(setting, position)
            if position.phase == "fight":
                return
            continue
        if waits(setting, position):
            return
        yield from _next(setting, position)


def waits(setting: Setting, position: Position) -> bool:
    """Whether somebody is asked in the phase at hand."""
    asks = _WAITS.get(position.phase)
    return asks is not None and bool(asks(setting, position))


_WAITS: Mapping[str, Callable[[Setting, Position], object]] = {
    "refuel": air.due,
    "air": air.ready,
    "movement": movable,
    "barrage": lambda setting, at: barrages.guns(setting, at, open_war(at).army),
    "defence": barrages.asked,
    "combat": lambda setting, at: attacked(setting, open_war(at)),
}
"""Phase -> what it asks about; nobody is asked where there is nothing."""


def _next(setting: Setting, position: Position) -> Iterator[Outcome]:
    """[4.19] Close a phase, and begin the next; a turn that is over is followed by another."""
    if position.phase in {"reinforce", "resupply"}:
        yield from _close(setting, position)
        return
    phase = PHASES[PHASES.index(position.phase) + 1]
    yield PhaseBegun(paragraph=OPENS[phase], phase=phase)


def _close(setting: Setting, position: Position) -> Iterator[Outcome]:
    """[4.11, 5.10] Take what comes when all battles are over; then the turn is."""
    if position.phase == "resupply":
        yield from supply.collect(setting, position)
    else:
        yield from _arrive(setting, position)
        if setting.supplied and position.phase != "over":
            yield PhaseBegun(paragraph=OPENS["resupply"], phase="resupply")
            return
    if position.phase != "over":
        yield from _turn(setting, position)


def end(setting: Setting, position: Position) -> Iterator[Outcome]:
    """[4.19] A phase is ended by the army whose turn it is."""
    yield from _next(setting, position)


def _turn(setting: Setting, position: Position) -> Iterator[Outcome]:
    """[4.12, 4.13] The next army has its turn, in the next period after the last."""
    war = open_war(position)
    at = ARMIES.index(war.army) + 1
    if at == len(ARMIES):
        yield from period_over(setting, position)
        if position.phase == "over":
            return
        yield TurnBegun(paragraph="4.13", army=ARMIES[0], period=war.period + 1)
    else:
        yield TurnBegun(paragraph="4.12", army=ARMIES[at], period=war.period)
    yield from air.rest(setting, position)
    yield from air.come_down(setting, position)


# --- reinforcements ---------------------------------------------------------------------------


def awaited(setting: Setting, position: Position) -> list[Coming]:
    """[4.11, R43] Return who of the army whose turn it is should have come, and has not."""
    war = open_war(position)
    return [
        coming
        for coming in setting.tables.arrivals
        if coming.army == war.army
        and coming.period <= war.period
        and any(unit not in war.at and unit not in war.gone for unit in coming.units)
    ]


def _arrive(setting: Setting, position: Position) -> Iterator[Outcome]:
    """[4.11, R43] Reinforcements come where they are due, if there is room; the others wait."""
    war = open_war(position)
    for coming in awaited(setting, position):
        place = coming.place
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
    allies = [army for army in enemies(war.army) if army != holder]
    present = {war.of(unit) for unit in defenders}
    seats = [holder, *allies] if holder in present else [*allies, holder]
    over = [unit for unit in war.air if war.air[unit] == "mission" and war.at[unit] == place]
    fires = [gun for gun, to in war.barrage.items() if to == place]
    edge = {
        unit: setting.tables.given(place, came)
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
