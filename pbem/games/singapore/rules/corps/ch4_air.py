"""[4.1 to 4.3] Planes on the map: landing, refuelling, and missions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem.errors import IllegalOrder
from pbem.games.singapore.data.forms import Army
from pbem.games.singapore.rules.cards.ch6_effects import in_force
from pbem.games.singapore.rules.fights.ch3_strikes import alike
from pbem.games.singapore.rules.orders import Fly, Land
from pbem.games.singapore.rules.outcomes import PlaneMoved, UnitRemoved
from pbem.games.singapore.rules.position import OFF_MAP, AirState, Position, open_war
from pbem.games.singapore.rules.setting import Setting
from pbem.games.singapore.rules.theatre import airfields, allied, flown_over, is_axis, of_colour
from pbem.kit.contract import Outcome
from pbem.kit.keeping import kept

RESTS: Mapping[AirState, AirState] = {"landed": "ready", "mended": "landed"}
"""[4.1, R60] What a plane on the ground becomes when its army refuels."""
LANDS: Mapping[AirState, AirState] = {"mission": "landed", "repair": "mended"}
"""[4.1, R60] What a plane becomes that lands from a mission, or leaves the repair box."""


@kept
def own_planes(setting: Setting, position: Position) -> list[str]:
    """Return the planes of the army whose turn it is, in the order of the data."""
    war = open_war(position)
    return setting.in_order([*of_colour(setting, war, war.air.keys(), war.army)])


def due(setting: Setting, position: Position) -> list[str]:
    """[4.1] Return the planes that must land now."""
    air = open_war(position).air
    return [unit for unit in own_planes(setting, position) if air[unit] in LANDS]


@kept
def stranded(setting: Setting, position: Position) -> list[str]:
    """[R37] Return the planes on the ground of airfields that their side has lost.

    They are of one army alone, if several have some. Empty in a battle: they leave when it is over.
    """
    war = position.war
    if war is None or position.phase in {"fight", "over"}:
        return []
    at, control = war.at, war.control
    lost = [
        unit
        for unit, state in war.air.items()
        if state not in LANDS
        and (place := at[unit]) != OFF_MAP
        and not allied(control[place], war.of(unit))
    ]
    if not lost:
        return lost
    return setting.in_order([unit for unit in lost if war.of(unit) == war.of(lost[0])])


def landing(setting: Setting, position: Position) -> tuple[Army, list[str]]:
    """[4.1, R37] Return whose planes must land now, and which: stranded ones come first."""
    war = open_war(position)
    if lost := stranded(setting, position):
        return war.of(lost[0]), lost
    return war.army, due(setting, position)


def scatter(setting: Setting, position: Position) -> Iterator[Outcome]:
    """[R37] Stranded planes leave where there is no choice: to the one airfield, or the game."""
    war = open_war(position)
    for unit in stranded(setting, position):
        able = airfields(setting, position, war.of(unit))
        if not able:
            yield UnitRemoved(paragraph="4.1", unit=unit)
        elif len(able) == 1:
            state = war.air[unit]
            yield PlaneMoved(paragraph="4.1", unit=unit, place=able[0], state=state)


def rest(setting: Setting, position: Position) -> Iterator[Outcome]:
    """[4.1, R60] Planes that stand on airfields are a step nearer to be ready."""
    war = open_war(position)
    for unit in own_planes(setting, position):
        if (state := RESTS.get(war.air[unit])) is not None:
            yield PlaneMoved(paragraph="4.1", unit=unit, place=war.at[unit], state=state)


def come_down(setting: Setting, position: Position) -> Iterator[Outcome]:
    """[4.1] Land where there is no choice: on the one airfield, or nowhere."""
    war = open_war(position)
    able = airfields(setting, position, war.army)
    for unit in due(setting, position) if len(able) < 2 else ():
        if able:
            state = LANDS[war.air[unit]]
            yield PlaneMoved(paragraph="4.1", unit=unit, place=able[0], state=state)
        else:
            yield UnitRemoved(paragraph="4.1", unit=unit)


def check_land(setting: Setting, position: Position, order: Land) -> None:
    """Raise `IllegalOrder` unless these planes may land there."""
    army, waiting = landing(setting, position)
    for unit in order.units:
        if unit not in waiting:
            raise IllegalOrder(
                "4.1", f"{unit} does not have to land", f"These must land: {', '.join(waiting)}."
            )
    able = airfields(setting, position, army)
    if order.place not in able:
        raise IllegalOrder("4.1", f"no plane can land at {order.place}", f"Name {', '.join(able)}.")


def legal_landings(setting: Setting, position: Position) -> Iterator[Land]:
    """Yield the landings of so many planes of a kind at each airfield."""
    army, waiting = landing(setting, position)
    for group in _groups(setting, position, waiting):
        for many in range(1, len(group) + 1):
            for place in airfields(setting, position, army):
                yield Land(tuple(group[:many]), place)


def land(position: Position, order: Land) -> Iterator[Outcome]:
    """[4.1, R37] Planes land; those that left a lost airfield are as they were."""
    war = open_war(position)
    for unit in order.units:
        state = LANDS.get(war.air[unit], war.air[unit])
        yield PlaneMoved(paragraph="4.1", unit=unit, place=order.place, state=state)


def ready(setting: Setting, position: Position) -> list[str]:
    """[4.2, 6.E2] Return the planes that may be sent on a mission: none in the monsoon."""
    air = open_war(position).air
    if in_force(open_war(position), "E2"):
        return []
    return [unit for unit in own_planes(setting, position) if air[unit] == "ready"]


def check_fly(setting: Setting, position: Position, order: Fly) -> None:
    """Raise `IllegalOrder` unless these planes may be sent there."""
    able = ready(setting, position)
    for unit in order.units:
        if unit not in able:
            who = ", ".join(able) or "nobody"
            raise IllegalOrder("4.2", f"{unit} is not ready", f"These are ready: {who}.")
    if order.place not in setting.tables.data.map.sectors:
        raise IllegalOrder("4.2", f"there is no sector {order.place}", "Name a sector of the map.")
    if is_axis(setting, order.place):
        raise IllegalOrder("4.2", f"{order.place} is off the map, so no plane can fly there")


def legal_flights(setting: Setting, position: Position) -> Iterator[Fly]:
    """Yield the missions of so many planes of a kind over each sector."""
    places = flown_over(setting)
    for group in _groups(setting, position, ready(setting, position)):
        for many in range(1, len(group) + 1):
            for place in places:
                yield Fly(tuple(group[:many]), place)


def _groups(setting: Setting, position: Position, units: list[str]) -> Iterator[list[str]]:
    """Yield planes that come to the same: of one kind, at one place, in one state."""
    war = open_war(position)
    for kind in alike(setting, units):
        for at in dict.fromkeys((war.at[unit], war.air[unit]) for unit in kind):
            yield [unit for unit in kind if (war.at[unit], war.air[unit]) == at]


def fly(order: Fly) -> Iterator[Outcome]:
    """[4.3] Planes are sent over a sector."""
    for unit in order.units:
        yield PlaneMoved(paragraph="4.3", unit=unit, place=order.place, state="mission")
