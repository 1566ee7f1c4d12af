"""[7.0, 8.0] The Reconstitution Phase: reconstituted units and reinforcements."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from pbem.errors import IllegalOrder
from pbem.games.tokyo.data.forms import ARMIES
from pbem.games.tokyo.rules import ch04_ground as ground
from pbem.games.tokyo.rules import ch05_movement as movement
from pbem.games.tokyo.rules import ch08_towns as towns
from pbem.games.tokyo.rules import ch09_beachheads as beaches
from pbem.games.tokyo.rules.orders import Enter, Free, Place, Recon
from pbem.games.tokyo.rules.outcomes import Entered, Freed, Placed, Reconstituted
from pbem.games.tokyo.rules.position import Position
from pbem.games.tokyo.rules.setting import GROUPS, JAPANESE, Setting
from pbem.kit.contract import Outcome
from pbem.kit.cups import Cups
from pbem.kit.maps.hexes import Hex

POOL, RESERVE = "general", "reserve"
"""The cups of the pool and of the Strategic Reserve's infantry."""

AIRBORNE_GROUND = ("open", "town")
DESTROYED = {"1ag": "7.12", "8ag": "7.13"}
"""Group -> the paragraph of what becomes of its units that are destroyed."""
EAST_WEST = {"je": ("east",), "jw": ("west",), "jp": ("east", "west")}
"""Japanese army -> the sides whose entry hexes and ring hexes are its own."""


def quota(setting: Setting, army: str, turn: int) -> int:
    """[7.2, 12.4] Return how many units an army may reconstitute on a turn."""
    table = setting.tables.recon
    if army == "jp":
        return table["je"][turn - 1] + table["jw"][turn - 1]
    return table[army][turn - 1]


def arrivals(setting: Setting, army: str, turn: int) -> dict[str, int]:
    """[8.1, 12.4] Return side -> Strategic Reserve units that an army receives there on a turn."""
    table = setting.tables.reserve
    return {side: table[JAPANESE[side]][turn - 1] for side in EAST_WEST.get(army, ())}


def waiting(setting: Setting, position: Position) -> dict[str, int]:
    """[8.1, 5.3] Return side -> reserves due there that found no entry hex to end in, if any.

    Those that did and were not brought on are skipped (ruling S8).
    """
    found = {}
    for side, number in position.arrivals.items():
        shut = max(0, number - _room(setting, position, side))
        if shut:
            found[side] = shut
    return found


def _room(setting: Setting, position: Position, side: str) -> int:
    """Return how many reserves may still enter on a side, or some number beyond what is due.

    A unit that enters outside every enemy zone marches on, and makes room for the next one. A hex
    in such a zone takes one alone (7.26).
    """
    open_ = _open_entries(setting, position, side)
    zone = ground.enemy_zone(setting, position, american=False)
    if any(number not in zone for number in open_):
        return position.arrivals[side]
    return len(open_)


def _open_entries(setting: Setting, position: Position, side: str) -> list[Hex]:
    """[8.1] Return the entry hexes of a side where a reserve may enter and end, ascending.

    None that Americans hold. In an enemy zone of control the newcomer stays where it enters, so
    a unit that stands there must be able to leave (5.3, 7.26).
    """
    american = ground.held(setting, position, american=True)
    zone = ground.enemy_zone(setting, position, american=False)
    return [
        number
        for number in sorted(setting.tables.entries[side])
        if number not in american
        and (number not in zone or not _stay_there(setting, position, number))
    ]


def _stay_there(setting: Setting, position: Position, number: Hex) -> bool:
    """Whether somebody in a hex cannot leave it in the movement that follows."""
    there = [unit for unit, here in position.at.items() if here == number]
    return bool(there) and set(there) != set(movement.leaving(setting, position, number))


# --- American units --------------------------------------------------------------------------


def due(setting: Setting, position: Position) -> list[str]:
    """[8.3, 8.5, 11.2] Return the reinforcements that the acting group may bring on, by name."""
    away = {*position.at, *position.box, *position.gone}
    found = []
    for name, unit in setting.tables.americans.items():
        turn = max(2, unit.turn) if unit.group != "E" else unit.turn
        if name in away or position.turn < turn:
            continue
        if unit.group == "E" and not position.ecorps:
            continue
        if setting.group(position, name) == position.army:
            found.append(name)
    return sorted(found)


def rebuildable(setting: Setting, position: Position) -> list[str]:
    """[7.12, 7.13] Return the units in the acting group's box, by name."""
    return sorted(u for u in position.box if setting.group(position, u) == position.army)


def landing(setting: Setting, position: Position, unit: str) -> tuple[Hex, ...]:
    """[7.25, 8.4] Return the hexes where an American unit may come on now, ascending."""
    tables = setting.tables
    taken = set(position.at.values())
    if tables.americans[unit].kind == "airborne":
        return tuple(
            number
            for number, terrain in tables.terrain.items()
            if terrain in AIRBORNE_GROUND
            and tables.side[number] == "west"
            and number not in taken
            and number not in tables.zone
        )
    group = setting.group(position, unit)
    if tables.americans[unit].kind == "hq" and beaches.intruders(setting, position)[group]:
        return ()
    return tuple(number for number in sorted(tables.beach[group]) if number not in taken)


def carried(setting: Setting, position: Position) -> int:
    """[7.25] Return how many units of the quota find the beach full and come a turn later."""
    taken = set(position.at.values())
    if any(number not in taken for number in setting.tables.beach[position.army]):
        return 0
    return min(position.quota, len(rebuildable(setting, position)))


def check_place(setting: Setting, position: Position, order: Place) -> None:
    """Refuse a unit that may not come on, or a hex where it may not."""
    unit = order.unit
    if position.army not in GROUPS:
        raise IllegalOrder("7.21", "Japanese units come from the pool", "Write `recon HEX`.")
    rebuilt = unit in position.box
    if rebuilt and unit not in rebuildable(setting, position):
        group = setting.group(position, unit)
        raise IllegalOrder(DESTROYED[group], f"{unit} is not in the box of {ARMIES[position.army]}")
    if not rebuilt and unit not in due(setting, position):
        raise _not_due(setting, position, unit)
    if rebuilt and position.quota < 1:
        raise IllegalOrder("7.2", "you have already used the quota of this turn")
    able = landing(setting, position, unit)
    if order.hex not in able:
        raise _no_landing(setting, position, order, able)


def _no_landing(
    setting: Setting, position: Position, order: Place, able: tuple[Hex, ...]
) -> IllegalOrder:
    """Return why a unit does not come on in a hex, and where it may; ``able`` as in `landing`."""
    kind = setting.tables.americans[order.unit].kind
    group = setting.group(position, order.unit)
    if kind == "hq" and beaches.intruders(setting, position)[group]:
        beach = sorted(setting.tables.beach[group])
        there = [(position.unit_at(number), number) for number in beach]
        enemy = next(f"{u} in {n}" for u, n in there if u is not None and not setting.american(u))
        return IllegalOrder("9.1", f"a Japanese unit is on its beach: {enemy}")
    if kind == "airborne":
        paragraph, why = "8.4", f"{order.hex} is not a place to land by air"
        where = (
            "It lands in an empty open or town hex west of the boundary, outside the 36th Army's "
            "zone."
        )
    else:
        paragraph, why = "7.25", f"{order.hex} is not a hex of its beach"
        where = f"Free hexes of its beach: {', '.join(able) or 'none'}."
    standing = position.unit_at(order.hex)
    if standing is not None and (kind == "airborne" or order.hex in setting.tables.beach[group]):
        why = f"{standing} is already in {order.hex}"
    return IllegalOrder(paragraph, why, where)


def _not_due(setting: Setting, position: Position, unit: str) -> IllegalOrder:
    """Return why an American unit does not come on now."""
    american = setting.tables.americans.get(unit)
    if american is not None and unit in position.gone:
        paragraph = DESTROYED[setting.group(position, unit)]
        return IllegalOrder(paragraph, f"{unit} was destroyed and does not come back")
    ecorps = american is not None and american.group == "E"
    return IllegalOrder("8.5" if ecorps else "8.3", f"{unit} does not arrive now")


def place(setting: Setting, position: Position, order: Place) -> Iterator[Outcome]:
    """Bring an American unit on."""
    rebuilt = order.unit in position.box
    paragraph = "7.25" if rebuilt else "8.3"
    yield Placed(paragraph=paragraph, unit=order.unit, hex=order.hex, rebuilt=rebuilt)
    yield from towns.passed(setting, position, order.unit, (order.hex,), order.hex)


# --- Japanese units --------------------------------------------------------------------------


def ring(setting: Setting, position: Position) -> tuple[Hex, ...]:
    """[7.22 to 7.24] Return where a reconstituted Japanese unit may be placed now, ascending."""
    tables = setting.tables
    american = ground.held(setting, position, american=True)
    free = [number for number in tables.ring if number not in american]
    own = [number for number in free if tables.side[number] in EAST_WEST[position.army]]
    # On the other side its army could not part from those who stand there.
    return tuple(sorted(own or [n for n in free if position.unit_at(n) is None]))


def entries(setting: Setting, position: Position) -> tuple[Hex, ...]:
    """[8.1] Return the entry hexes that the acting army may use now, ascending."""
    return tuple(
        sorted(
            number
            for side in EAST_WEST[position.army]
            if position.arrivals.get(side)
            for number in _open_entries(setting, position, side)
        )
    )


def check_recon(setting: Setting, position: Position, order: Recon) -> None:
    """Refuse a draw beyond the quota, from an empty pool, or to another hex."""
    if position.army in GROUPS:
        raise IllegalOrder(
            "7.21", "only Japanese units come from the pool", "Write `place UNIT HEX`."
        )
    if position.quota < 1:
        raise IllegalOrder("7.2", "you have already used the quota of this turn")
    if position.pool < 1:
        raise IllegalOrder("7.2", "the pool is empty")
    able = ring(setting, position)
    if order.hex not in able:
        instead = f"Now: {', '.join(able)}." if able else ""
        held = order.hex in ground.held(setting, position, american=True)
        paragraph = "7.23" if held else "7.22"
        raise IllegalOrder(paragraph, f"no unit can be placed in {order.hex}", instead)


def check_enter(setting: Setting, position: Position, order: Enter) -> None:
    """Refuse a Strategic Reserve that is not due, or spent, or an entry hex not open."""
    if not any(position.arrivals.values()):
        raise IllegalOrder("8.1", "no Strategic Reserve unit enters now")
    left = position.infantry if order.kind == "infantry" else len(position.reserve)
    if left < 1:
        raise IllegalOrder("8.1", f"the Strategic Reserve has no {order.kind} left")
    able = entries(setting, position)
    if order.hex not in able:
        where = ", ".join(able) or "none"
        raise IllegalOrder("8.1", f"{order.hex} is not an open entry hex", f"Open: {where}.")


def legal(setting: Setting, position: Position) -> Iterator[Place | Recon | Enter]:
    """Yield every unit that may come on, with every hex."""
    if position.army in GROUPS:
        units = due(setting, position)
        units += rebuildable(setting, position) if position.quota > 0 else []
        for unit in units:
            yield from (Place(unit, number) for number in landing(setting, position, unit))
        return
    if position.quota > 0 and position.pool > 0:
        yield from (Recon(number) for number in ring(setting, position))
    for number in entries(setting, position):
        if position.infantry:
            yield Enter("infantry", number)
        if position.reserve:
            yield Enter("armor", number)


def reconstitute(
    setting: Setting, position: Position, order: Recon, cups: Cups
) -> Iterator[Outcome]:
    """[7.21] Draw a unit out of the pool, blind, and place it face down."""
    name = f"U{position.made['U'] + 1}"
    counter = cups.draw_blind(POOL)
    yield Reconstituted(paragraph="7.21", unit=name, hex=order.hex, counter=counter)
    yield from towns.passed(setting, position, name, (order.hex,), order.hex)


def enter(position: Position, order: Enter, cups: Cups) -> Iterator[Outcome]:
    """[8.1] Bring on a Strategic Reserve: infantry is drawn blind."""
    if order.kind == "armor":
        yield Entered(paragraph="8.1", unit=position.reserve[0], hex=order.hex)
        return
    name = f"S{position.made['S'] + 1}"
    counter = cups.draw_blind(RESERVE)
    yield Entered(paragraph="8.1", unit=name, hex=order.hex, counter=counter)


# --- the 36th Army ---------------------------------------------------------------------------


def check_free(position: Position, order: Free) -> None:
    """Refuse units that cannot be released, or another number of them."""
    number = position.pending[position.army]
    for unit in order.units:
        if unit not in position.locked:
            raise IllegalOrder("8.2", f"{unit} is not a unit of the 36th Army that can be released")
    if len(order.units) != number:
        raise IllegalOrder("8.2", f"{number} units must be released, not {len(order.units)}")


def legal_free(position: Position) -> Iterator[Free]:
    """Yield every choice of units to release."""
    for units in combinations(sorted(position.locked), position.pending[position.army]):
        yield Free(units)


def free(position: Position, order: Free) -> Iterator[Outcome]:
    """Release units of the 36th Army to the acting army."""
    yield Freed(paragraph="8.2", units=tuple(sorted(order.units)), army=position.army)
