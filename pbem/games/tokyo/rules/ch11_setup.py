"""[11.0] Set-up."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.errors import IllegalOrder
from pbem.games.tokyo.data.forms import ARMIES
from pbem.games.tokyo.rules.ch07_recon import POOL, RESERVE
from pbem.games.tokyo.rules.orders import Deploy
from pbem.games.tokyo.rules.outcomes import Deployed
from pbem.games.tokyo.rules.position import Position
from pbem.games.tokyo.rules.setting import Setting
from pbem.kit.contract import Outcome
from pbem.kit.cups import Cups
from pbem.kit.wording import counted

STARTERS = 6
"""American units of a group that stand on the map at the start (11.2)."""

ZONE = "36a"


def set_up(setting: Setting, cups: Cups) -> Position:
    """[11.1] Return the position before the Americans deploy; fill the cups.

    Face-down counters are drawn blind for the infantry symbols in the order of their hexes, those
    of the 36th Army from a bag of their own (ruling 32).
    """
    tables = setting.tables
    for bag, counters in tables.bags.items():
        cups.fill(bag, counters)
    position = Position(turn=1, army="1ag", phase="setup")
    for kind, bag, letter in (("infantry", POOL, "U"), ("zone infantry", ZONE, "Z")):
        for number, hex_ in enumerate(tables.setup[kind], 1):
            name = f"{letter}{number}"
            position.at[name] = hex_
            position.tokens[name] = cups.draw_blind(bag)
            position.made[letter] = number
    position.at |= tables.armor_setup
    position.locked = sorted(unit for unit, here in position.at.items() if here in tables.zone)
    position.pool = len(tables.bags[POOL]) - len(tables.setup["infantry"])
    position.infantry = len(tables.bags[RESERVE])
    position.reserve = [name for name, armor in tables.armor.items() if armor.reserve]
    position.chits = sorted(tables.chits) if setting.options.volunteers else []
    return position


def starters(setting: Setting, position: Position) -> list[str]:
    """Return the units that the acting group may deploy, by name."""
    return sorted(
        name
        for name, unit in setting.tables.americans.items()
        if unit.group == position.army and unit.turn == 1
    )


def deployed(setting: Setting, position: Position) -> list[str]:
    """Return the units of the acting group that stand on the map."""
    return [unit for unit in starters(setting, position) if unit in position.at]


def check_deploy(setting: Setting, position: Position, order: Deploy) -> None:
    """Refuse a unit that does not start, a hex that is not its beach, or a seventh unit."""
    if order.unit not in starters(setting, position):
        raise IllegalOrder("11.2", f"{order.unit} does not start with {ARMIES[position.army]}")
    beach = setting.tables.beach[position.army]
    if order.hex not in beach:
        where = ", ".join(sorted(beach))
        raise IllegalOrder("11.2", f"{order.hex} is not a hex of its beach", f"Its beach: {where}.")
    there = position.unit_at(order.hex)
    standing = deployed(setting, position)
    if order.unit not in standing and len(standing) >= STARTERS:
        raise IllegalOrder("11.2", f"{STARTERS} units are already deployed: {', '.join(standing)}")
    if order.unit not in standing and there is not None:
        raise IllegalOrder("5.3", f"{there} is already in {order.hex}")


def legal_deployments(setting: Setting, position: Position) -> Iterator[Deploy]:
    """Yield every unit that may still be deployed, with every empty hex of its beach.

    When all stand, one may still change places with another.
    """
    standing = deployed(setting, position)
    if len(standing) >= STARTERS:
        first, *others = standing
        yield from (Deploy(first, position.at[other]) for other in others)
        return
    taken = set(position.at.values())
    for unit in starters(setting, position):
        if unit not in standing:
            for number in sorted(setting.tables.beach[position.army]):
                if number not in taken:
                    yield Deploy(unit, number)


def check_end(setting: Setting, position: Position) -> None:
    """Refuse to end the set-up before six units stand."""
    missing = STARTERS - len(deployed(setting, position))
    if missing:
        raise IllegalOrder("11.2", f"{counted(missing, 'more unit')} must be deployed")


def deploy(position: Position, order: Deploy) -> Iterator[Outcome]:
    """Put a unit on its beach; who stood there changes places with it."""
    other, origin = position.unit_at(order.hex), position.at.get(order.unit)
    yield Deployed(paragraph="11.2", unit=order.unit, hex=order.hex)
    if other is not None and other != order.unit and origin is not None:
        yield Deployed(paragraph="11.2", unit=other, hex=origin)
