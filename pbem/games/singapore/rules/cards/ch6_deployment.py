"""[6.D1 to 6.D8] Deployment cards, which are played before the battles of a turn."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.errors import IllegalOrder
from pbem.games.singapore.data.forms import Army
from pbem.games.singapore.rules.cards.ch6_effects import CAUSEWAY, FORCE, column, in_force, pair
from pbem.games.singapore.rules.cards.ch6_target import Effect, Target
from pbem.games.singapore.rules.cards.outcomes_cards import UnitsSent
from pbem.games.singapore.rules.corps.ch4_control import settle
from pbem.games.singapore.rules.corps.ch4_movement import movable
from pbem.games.singapore.rules.corps.ch4_reach import going, why_no_step
from pbem.games.singapore.rules.orders import Shift
from pbem.games.singapore.rules.outcomes import UnitsMoved
from pbem.games.singapore.rules.position import Misread, Position, War, open_cards, open_war
from pbem.games.singapore.rules.setting import Setting
from pbem.games.singapore.rules.theatre import (
    allied,
    attacked,
    contested,
    contested_places,
    held_by_enemy,
    is_axis,
    of_army,
    refuges,
    room,
)
from pbem.kit.contract import Outcome
from pbem.kit.keeping import kept

AHEAD = ("before-refuel", "refuel", "before-air", "air", "before-movement", "movement")
"""Phases in which units of a turn can still move."""
TANKS, RIDERS, FEINT, SNEAKS, MISLED = 3, 3, 3, 2, 2
"""So many units a card moves at most (6.D1, 6.D2, 6.D3, 6.D7, 6.D4)."""


@kept
def _own(setting: Setting, position: Position, army: Army, kind: str = "") -> dict[str, list[str]]:
    """Return the units of a kind that an army may still move in its turn, by their sectors."""
    war, found = open_war(position), dict[str, list[str]]()
    if war.army != army or position.phase not in AHEAD:
        return found
    for unit in movable(setting, position):
        if kind in {"", setting.tables.units[unit].kind}:
            found.setdefault(war.at[unit], []).append(unit)
    return found


def _first(groups: dict[str, list[str]], most: int) -> Iterator[Target]:
    """Yield the first so many units of each sector."""
    for units in groups.values():
        for many in range(1, min(len(units), most) + 1):
            yield Target(tuple(units[:many]))


def _not_among(units: tuple[str, ...], able: list[str], most: int) -> str:
    """Say which units a card cannot be played on."""
    if not 1 <= len(units) <= most:
        return f"name one to {most} units"
    wrong = [unit for unit in units if unit not in able]
    return f"{', '.join(wrong)} cannot be named here" if wrong else ""


def _flat(groups: dict[str, list[str]]) -> list[str]:
    return [unit for units in groups.values() for unit in units]


# --- D1, D2 -----------------------------------------------------------------------------------


def _vehicles(setting: Setting, war: War, place: str) -> list[str]:
    """Return the vehicles in a sector of the army whose turn it is."""
    here = of_army(setting, war, place, war.army)
    return [unit for unit in here if setting.tables.units[unit].kind == "vehicle"]


def drivers(setting: Setting, position: Position, *, pushing: bool = False) -> dict[str, list[str]]:
    """[7.3, 6.D1, R46, R125] Return the vehicles that may go on after a capture, by their sectors.

    ``pushing``: also those that may only by an Armoured push that is still to be played.
    """
    war = open_war(position)
    which = _vehicles if pushing and _push_possible(setting, position) else column
    found = {place: which(setting, war, place) for place in attacked(setting, war)}
    return {place: units for place, units in found.items() if len(units) >= FORCE}


def _push_possible(setting: Setting, position: Position) -> bool:
    """[R117] Whether the army whose turn it is could hold an Armoured push, as all can see."""
    war, cards = open_war(position), open_cards(position)
    hidden = set(setting.tables.copies.get("D1", ())) - set(cards.up)
    return war.army == "jp" and bool(cards.hands.get("jp")) and bool(hidden)


def _tanks(setting: Setting, position: Position, army: Army) -> Iterator[Target]:
    for target in _first(_own(setting, position, army, "vehicle"), TANKS):
        if not _why_no_tanks(setting, position, army, target):
            yield target
    war = open_war(position)
    if war.army == army:
        for place in attacked(setting, war):
            units = _vehicles(setting, war, place)[:TANKS]
            some = [unit for unit in units if unit in war.moved]
            if some and not _why_no_tanks(setting, position, army, Target(tuple(units))):
                yield Target(tuple(units))


def _why_no_tanks(setting: Setting, position: Position, army: Army, on: Target) -> str:
    """[6.D1, R125] Refuse a push of who can neither move nor go on after a capture."""
    war = open_war(position)
    place = war.at.get(on.units[0], "") if on.units else ""
    own = _vehicles(setting, war, place) if war.army == army else []
    if on.places or (on.units and not own):
        return "name only tanks of one sector"
    if why := _not_among(on.units, own, TANKS):
        return why
    pushed = {*open_cards(position).push}
    if pushed.issuperset(on.units):
        return "these tanks already push"
    late = set(on.units).difference(_own(setting, position, army, "vehicle").get(place, []))
    go_on = own if setting.options.penetration else [u for u in own if u in {*pushed, *on.units}]
    if not late or (place in attacked(setting, war) and len(go_on) >= FORCE):
        return ""
    who = ", ".join(setting.in_order(list(late)))
    return (
        f"{who} cannot move or continue any more, because {FORCE} tanks in a battle would have "
        "to push"
    )


def _riders(setting: Setting, position: Position, army: Army) -> Iterator[Target]:
    for target in _first(_own(setting, position, army, "infantry"), RIDERS):
        if not _why_no_riders(setting, position, army, target):
            yield target


def _why_no_riders(setting: Setting, position: Position, army: Army, on: Target) -> str:
    able = _flat(_own(setting, position, army, "infantry"))
    if why := _not_among(on.units, able, RIDERS) or ("name only infantry" if on.places else ""):
        return why
    return "these already ride" if set(on.units) <= set(open_cards(position).bikes) else ""


# --- D3 ---------------------------------------------------------------------------------------


def _feints(setting: Setting, position: Position, army: Army) -> Iterator[Target]:
    war, sectors = open_war(position), setting.tables.data.map.sectors
    if war.army != army:
        return
    for axis in [p for p, its in sectors.items() if its.axis == "land" and p not in war.active]:
        yield Target((), (axis,))
        for start in war.active:
            units = _on_axis(setting, position, start)
            for many in range(1, min(len(units), FEINT) + 1):
                yield Target(tuple(units[:many]), (axis,))


def _on_axis(setting: Setting, position: Position, axis: str) -> list[str]:
    """Return the infantry on an axis."""
    war = open_war(position)
    here = [unit for unit, at in war.at.items() if at == axis]
    return setting.in_order([u for u in here if setting.tables.units[u].kind == "infantry"])


def _why_no_feint(setting: Setting, position: Position, army: Army, on: Target) -> str:
    war, sectors = open_war(position), setting.tables.data.map.sectors
    if war.army != army or len(on.places) != 1:
        return "name a land axis, and play the card in your own turn"
    its = sectors.get(on.places[0])
    if its is None or its.axis != "land" or on.places[0] in war.active:
        return f"{on.places[0]} is not a land axis that can still be activated"
    if not on.units:
        return ""
    start = war.at.get(on.units[0], "")
    if start not in sectors or not is_axis(setting, start):
        return f"{on.units[0]} is not on an axis"
    return _not_among(on.units, _on_axis(setting, position, start), FEINT)


def _feint(_setting: Setting, _position: Position, _army: Army, on: Target) -> Iterator[Outcome]:
    yield UnitsSent(paragraph="6.D3", units=on.units, place=on.places[0])


# --- D4 ---------------------------------------------------------------------------------------


@kept
def ways_out(setting: Setting, position: Position, unit: str) -> list[str]:
    """[6.D4] Return the friendly sectors beside a unit that it can move to."""
    war = open_war(position)
    here, army = war.at[unit], war.of(unit)
    hows = [going(setting, war, unit, road=road) for road in (False, True)]
    return [
        to
        for to in refuges(setting, war, setting.tables.beside[here], army)
        if any(why_no_step(setting, how, here, to) is None for how in hows)
    ]


def misled(setting: Setting, position: Position, place: str) -> list[str]:
    """[6.D4, R121] Return who of the army whose turn it is could leave a sector now."""
    able = movable(setting, position, place)
    return [unit for unit in able if ways_out(setting, position, unit)]


def _orders_misread(setting: Setting, position: Position, army: Army) -> Iterator[Target]:
    war = open_war(position)
    if allied(war.army, army):
        return
    some = {war.at[unit] for unit in movable(setting, position)}
    some.difference_update(contested_places(setting, war))
    for place in setting.tables.data.map.sectors:
        own = place in some and war.control.get(place) == war.army
        if own and _some_leave(setting, position, place):
            yield Target((), (place,))


@kept
def _some_leave(setting: Setting, position: Position, place: str) -> bool:
    able = movable(setting, position, place)
    return any(ways_out(setting, position, unit) for unit in able)


def _why_no_misread(setting: Setting, position: Position, army: Army, on: Target) -> str:
    war = open_war(position)
    if allied(war.army, army) or on.units or len(on.places) != 1:
        return "name a sector, and play the card in an enemy's turn"
    place = on.places[0]
    if war.control.get(place) != war.army or contested(setting, war, place):
        return f"{place} is not an uncontested sector of the army whose turn it is"
    if _some_leave(setting, position, place):
        return ""
    return f"no unit can leave {place} as the card says"


def leaving(setting: Setting, position: Position) -> Misread | None:
    """[6.D4] Return which sector units must leave now, None where nobody can any more."""
    war = position.war
    found = None if war is None or war.cards is None else war.cards.misread
    return found if found is not None and misled(setting, position, found.place) else None


def check_shift(setting: Setting, position: Position, order: Shift) -> None:
    """Raise `IllegalOrder` unless these units may leave for that sector."""
    misread = leaving(setting, position)
    if misread is None:
        return
    able = misled(setting, position, misread.place)
    for unit in order.units:
        if unit not in able or order.place not in ways_out(setting, position, unit):
            why = f"{unit} cannot leave {misread.place} for {order.place}"
            raise IllegalOrder("6.D4", why, f"These can go: {', '.join(able)}.")
    war = open_war(position)
    if len(order.units) > min(misread.left, room(setting, war, order.place, war.army)):
        raise IllegalOrder("6.D4", "so many units cannot leave the sector or do not fit there")


def legal_shifts(setting: Setting, position: Position) -> Iterator[Shift]:
    """Yield every pair and every single unit that may leave, to each sector."""
    misread = leaving(setting, position)
    if misread is None:
        return
    able = misled(setting, position, misread.place)
    war = open_war(position)
    for at, unit in enumerate(able):
        for place in ways_out(setting, position, unit):
            yield Shift((unit,), place)
            if misread.left < MISLED or room(setting, war, place, war.army) < MISLED:
                continue
            for other in able[at + 1 :]:
                if place in ways_out(setting, position, other):
                    yield Shift((unit, other), place)


def shift(setting: Setting, position: Position, order: Shift) -> Iterator[Outcome]:
    """[6.D4] Units leave a sector; that was their move."""
    start = open_war(position).at[order.units[0]]
    yield UnitsMoved(
        paragraph="6.D4", units=order.units, start=start, path=(order.place,), attacks=False
    )
    for place in (order.place, start):
        if position.phase != "over":
            yield from settle(setting, position, place)


# --- D5, D6 -----------------------------------------------------------------------------------


def _afloat(setting: Setting, position: Position, army: Army) -> list[str]:
    """[6.D5, R125] Return the sectors of units that can still move, or go on by road."""
    war = open_war(position)
    if war.army != army:
        return []
    by_road = {
        place
        for place, units in drivers(setting, position, pushing=True).items()
        if all(unit in war.on_road or unit not in war.steps for unit in units)
    }
    places = {*_own(setting, position, army), *by_road}
    return [place for place in setting.tables.data.map.sectors if place in places]


def _boats(setting: Setting, position: Position, army: Army) -> Iterator[Target]:
    """Yield the edges beside the stack; others are legal too."""
    edges = setting.tables.edges
    for start in _afloat(setting, position, army):
        for there in setting.tables.beside[start]:
            if edges[start, there].water and not edges[start, there].road:
                yield Target((), (start, start, there))


def _why_no_boats(setting: Setting, position: Position, army: Army, on: Target) -> str:
    stacks = _afloat(setting, position, army)
    if on.units or len(on.places) != len(("stack", "from", "to")):
        return "name the sector of the units, and the two sectors of the edge"
    start, one, other = on.places
    edge = setting.tables.edges.get((one, other))
    if start not in stacks:
        return f"none of your units in {start} can still move or continue by road"
    wet = edge is not None and edge.water and not edge.road
    return "" if wet else f"there is no water without a road between {one} and {other}"


def bridges(setting: Setting, position: Position) -> list[tuple[str, str]]:
    """[6.D6] Return the edges of water that a road runs over now."""
    war = open_war(position)
    blown = open_cards(position).blown
    found = []
    for edge in setting.tables.data.map.edges:
        way = pair(*edge.between)
        patched = way == CAUSEWAY and in_force(war, "E5")
        if edge.water and (edge.road or patched) and way not in blown:
            found.append(way)
    return found


def _blowing(setting: Setting, position: Position, army: Army) -> Iterator[Target]:
    if not allied(open_war(position).army, army) and _roads_matter(setting, position):
        for way in bridges(setting, position):
            yield Target((), way)


def _roads_matter(setting: Setting, position: Position) -> bool:
    """[6.D6, R125] Whether a road can still be used this turn: to move, to go on, for supply."""
    if position.phase in AHEAD or setting.options.bridges_supply == "yes":
        return True
    return bool(drivers(setting, position, pushing=True))


def _why_not_blown(setting: Setting, position: Position, army: Army, on: Target) -> str:
    if allied(open_war(position).army, army):
        return "this card can be played only in an enemy's turn"
    if not _roads_matter(setting, position):
        return "no unit can use a bridge any more in this turn"
    if on.units or len(on.places) != 2 or pair(*on.places) not in bridges(setting, position):
        return "name the two sectors that a bridge joins"
    return ""


# --- D7, D8 -----------------------------------------------------------------------------------


def by_night(setting: Setting, position: Position) -> bool:
    """[4.18] Whether the period is a night."""
    return setting.tables.periods[open_war(position).period].endswith("N")


def _sneaks(setting: Setting, position: Position, army: Army) -> Iterator[Target]:
    war = open_war(position)
    if not by_night(setting, position):
        return
    for start, units in _own(setting, position, army, "infantry").items():
        for place in setting.tables.beside[start]:
            if held_by_enemy(setting, war, place, army):
                for many in range(1, min(len(units), SNEAKS) + 1):
                    yield Target(tuple(units[:many]), (place,))


def _why_no_sneaks(setting: Setting, position: Position, army: Army, on: Target) -> str:
    war = open_war(position)
    if not by_night(setting, position):
        return "this card can be played only by night"
    held = len(on.places) == 1 and on.places[0] in war.control
    if not held or not held_by_enemy(setting, war, on.places[0], army):
        return "name one sector with enemies in it"
    return _not_among(on.units, _flat(_own(setting, position, army, "infantry")), SNEAKS)


def _screens(setting: Setting, position: Position, army: Army) -> Iterator[Target]:
    if not _why_nobody_screened(setting, position, army):
        for place in setting.tables.data.map.sectors:
            if not _why_not_there(position, army, place):
                yield Target((), (place,))


def _why_no_screen(setting: Setting, position: Position, army: Army, on: Target) -> str:
    if on.units or len(on.places) != 1:
        return _WHICH_SCREEN
    why = _why_nobody_screened(setting, position, army)
    return why or _why_not_there(position, army, on.places[0])


_WHICH_SCREEN = "name a sector, and play the card in the enemy's turn"


def _why_nobody_screened(setting: Setting, position: Position, army: Army) -> str:
    """Say why an army can play no screen in any sector."""
    war = open_war(position)
    if allied(war.army, army):
        return _WHICH_SCREEN
    moves = _own(setting, position, war.army, "vehicle")
    if not moves and not drivers(setting, position, pushing=True):
        return "no enemy vehicle can move any more, or continue after a capture"
    return ""


def _why_not_there(position: Position, army: Army, place: str) -> str:
    """Say why an army can play no screen in a sector."""
    war = open_war(position)
    if not allied(war.control.get(place, war.army), army):
        return f"{place} is not a Commonwealth sector"
    return "this sector already has a screen" if place in open_cards(position).screens else ""


EFFECTS: dict[str, Effect] = {
    "D1": Effect(_tanks, why_not=_why_no_tanks, listed=False),
    "D2": Effect(_riders, why_not=_why_no_riders, listed=False),
    "D3": Effect(_feints, _feint, _why_no_feint, listed=False),
    "D4": Effect(_orders_misread, why_not=_why_no_misread),
    "D5": Effect(_boats, why_not=_why_no_boats, listed=False),
    "D6": Effect(_blowing, why_not=_why_not_blown),
    "D7": Effect(_sneaks, why_not=_why_no_sneaks, listed=False),
    "D8": Effect(_screens, why_not=_why_no_screen),
}


def units_there(setting: Setting, position: Position, place: str, army: Army) -> list[str]:
    """[6.D5] Return the units of an army that boats in a sector carry."""
    return of_army(setting, open_war(position), place, army)
