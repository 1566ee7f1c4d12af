"""[12.0] Reinforcements: landings on Game-Turn 1, beachheads afterwards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.errors import IllegalOrder
from pbem.games.saipan.rules.orders import Land
from pbem.games.saipan.rules.outcomes import BeachheadPlaced, Landed
from pbem.games.saipan.rules.position import Position
from pbem.games.saipan.rules.setting import Setting
from pbem.kit.bunches import Bunch
from pbem.kit.contract import Outcome
from pbem.kit.maps.hexes import Hex

FIRST_LANDINGS = 6
"""[12.1] Infantry units that may land on Game-Turn 1."""


def check_land(setting: Setting, position: Position, order: Land) -> None:
    """Refuse a reinforcement that [12.0] does not allow."""
    unit = order.unit
    if unit not in setting.tables.units["us"]:
        raise IllegalOrder("12.1", f"there is no U.S. unit {unit}")
    if unit in position.dead["us"]:
        raise IllegalOrder("12.1", f"{unit} was destroyed and cannot return")
    if unit in position.sea or position.hex_of("us", unit) is not None:
        raise IllegalOrder("12.1", f"{unit} is already in play")
    if position.turn == 1:
        _check_first_landing(setting, position, order)
    else:
        _check_beachhead(position, order)


def _check_first_landing(setting: Setting, position: Position, order: Land) -> None:
    """[12.1], [12.31], [12.32] on Game-Turn 1; the hexes are those of 14.12 or 14.22."""
    unit, number, sea = order.unit, order.hex, order.sea
    if setting.unit("us", unit).kind != "infantry":
        raise IllegalOrder(
            "12.1", f"{unit} is not infantry, and only infantry can land on Game-Turn 1"
        )
    if len(position.landed) >= FIRST_LANDINGS:
        raise IllegalOrder("12.1", "six units have landed, and no more can land on Game-Turn 1")
    if number not in setting.tables.beaches:
        raise IllegalOrder(
            "12.31",
            f"{number} is not a beach hex",
            f"The landing hexes are {', '.join(position.beaches)}.",
        )
    if number not in position.beaches:
        raise IllegalOrder(
            _landing_paragraph(setting),
            f"{number} is not one of the six landing hexes",
            f"Choose from {', '.join(position.beaches)}.",
        )
    if number in position.on["us"]:
        raise IllegalOrder(
            "12.31", f"a unit has already landed at {number}, and only one can land in each hex"
        )
    if any(boat.target == number for boat in position.sea.values()):
        raise IllegalOrder(
            "12.32",
            f"a unit already waits before {number}, and only one can wait before each beach",
        )
    if number in position.on["jp"]:
        _check_sea(setting, position, order)
    elif sea is not None:
        why = f"no enemy holds {number}, so a unit lands in the beach hex itself"
        raise IllegalOrder("12.32", why, f"Write `land {unit} {number}`.")


def _check_sea(setting: Setting, position: Position, order: Land) -> None:
    """[12.32] A free sea hex beside an enemy-held beach, one for each unit (A11)."""
    unit, number, sea = order.unit, order.hex, order.sea
    free = _free_sea(setting, position, number)
    if sea not in free:
        if not free:
            raise IllegalOrder("12.32", f"no sea hex next to {number} is free to land from")
        what = f"{sea} is not a free sea hex next to it" if sea else "the order must name a sea hex"
        raise IllegalOrder(
            "12.32",
            f"an enemy unit holds {number}: {what}",
            f"Write `land {unit} {number} from {free[0]}`.",
        )


def _check_beachhead(position: Position, order: Land) -> None:
    """[12.1], [12.31], [12.34] from Game-Turn 2 on: one unit for each vacant marker (A14)."""
    if order.sea is not None:
        raise IllegalOrder("12.32", "landings from sea hexes are possible only on Game-Turn 1")
    vacant = _vacant(position)
    instead = f"Vacant beachheads: {', '.join(vacant)}." if vacant else "No beachhead is vacant."
    if order.hex not in position.beachheads:
        raise IllegalOrder("12.31", f"{order.hex} has no beachhead marker", instead)
    if order.hex not in vacant:
        raise IllegalOrder("12.1", f"the beachhead in {order.hex} is not vacant", instead)


def _landing_paragraph(setting: Setting) -> str:
    return "14.12" if setting.scenario == "historical" else "14.22"


def _free_sea(setting: Setting, position: Position, number: Hex) -> list[Hex]:
    """[12.32], A11: the sea hexes beside a beach in which nobody waits yet."""
    taken = {boat.sea for boat in position.sea.values()}
    return [sea for sea in setting.tables.shore[number] if sea not in taken]


def _vacant(position: Position) -> list[Hex]:
    return [number for number in position.beachheads if number not in position.on["us"]]


def legal_landings(setting: Setting, position: Position) -> Sequence[Land]:
    """Return every reinforcement that may arrive now, as a bunch."""
    first = position.turn == 1
    ways: list[tuple[Hex, Hex | None]] = [(beach, None) for beach in _vacant(position)]
    if first:
        ways = _first_ways(setting, position)
    us = setting.tables.units["us"]
    units = [u for u in setting.not_landed(position) if not first or us[u].kind == "infantry"]
    each = len(ways)
    return Bunch(Land, len(units) * each, lambda at: Land(units[at // each], *ways[at % each]))


def _first_ways(setting: Setting, position: Position) -> list[tuple[Hex, Hex | None]]:
    """The landing hexes of Game-Turn 1 still open, with the sea hexes to land from."""
    if len(position.landed) >= FIRST_LANDINGS:
        return []
    taken = {boat.target for boat in position.sea.values()} | set(position.on["us"])
    ways: list[tuple[Hex, Hex | None]] = []
    for number in position.beaches:
        if number in taken:
            continue
        if number in position.on["jp"]:
            ways += [(number, sea) for sea in _free_sea(setting, position, number)]
        else:
            ways.append((number, None))
    return ways


def check_all_landed(setting: Setting, position: Position) -> None:
    """[14.12], [14.22], A33: on Game-Turn 1 every landing is made that can be made."""
    if position.side != "us" or position.turn != 1:
        return
    landings = legal_landings(setting, position)
    if landings:
        order = landings[0]
        raise IllegalOrder(
            _landing_paragraph(setting),
            f"nothing has landed at {order.hex} yet, and all six landings must be made on "
            "Game-Turn 1",
            f"Land an infantry unit at {order.hex}.",
        )


def land(position: Position, order: Land) -> Iterator[Outcome]:
    """[12.31] Place a reinforcement; before an enemy-held beach it waits at sea [12.32]."""
    where = "12.31" if position.turn == 1 else "12.34"
    paragraph = where if order.sea is None else "12.32"
    yield Landed(paragraph=paragraph, unit=order.unit, hex=order.hex, sea=order.sea)


def place_beachheads(setting: Setting, position: Position) -> Iterator[Outcome]:
    """[12.34] Markers on the beach hexes that US units hold at the end of the first Player-Turn."""
    for number in setting.tables.beaches:
        if number in position.on["us"]:
            yield BeachheadPlaced(paragraph="12.34", hex=number)
