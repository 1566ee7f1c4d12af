"""[5.0] Air power: how many units fly, Air Supply, interdiction, landings."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.errors import IllegalOrder
from pbem.games.meiktila.rules import ch06_stacking as stacking
from pbem.games.meiktila.rules.ch09_victory import visited
from pbem.games.meiktila.rules.orders import Allot, Land
from pbem.games.meiktila.rules.outcomes import AirRolled, Allotted, Landed
from pbem.games.meiktila.rules.position import Position
from pbem.games.meiktila.rules.setting import Setting
from pbem.kit.contract import Outcome
from pbem.kit.dice import Dice, die
from pbem.kit.wording import counted

MOST_SUPPLY = 2
"""Air units that may fly Air Supply in a turn (5.2.1)."""
APPEARANCES = 2
"""How often the 64 Sentai appears in a game (5.1)."""


def roll(position: Position, dice: Dice) -> Iterator[Outcome]:
    """[5.1] Roll for the air units of the turn."""
    face = die(dice, 6, "air power", "5.1")
    sentai = face == 6 and position.sixes < APPEARANCES
    yield AirRolled(paragraph="5.1", die=face, allied=face if face < 6 else 0, sentai=sentai)


def check_allot(position: Position, order: Allot) -> None:
    """[5.2.1, 5.2.2] Refuse more air units than there are, and more than two for supply."""
    if order.supply > MOST_SUPPLY:
        raise IllegalOrder("5.2.1", f"only {MOST_SUPPLY} air units can fly Air Supply in a turn")
    if order.supply + order.north + order.south > position.air:
        there = "is" if position.air == 1 else "are"
        why = f"there {there} {counted(position.air, 'Allied air unit')} in this turn"
        raise IllegalOrder("5.2", why)


def legal_allotments(position: Position) -> Iterator[Allot]:
    """Yield every allotment."""
    have = position.air
    for supply in range(min(MOST_SUPPLY, have) + 1):
        for north in range(have - supply + 1):
            for south in range(have - supply - north + 1):
                yield Allot(supply, north, south)


def allot(position: Position, order: Allot) -> Iterator[Outcome]:
    """[5.2] Allot air units; the others fly in combat."""
    yield Allotted(
        paragraph="5.2",
        supply=order.supply,
        north=order.north,
        south=order.south,
        combat=position.air - order.supply - order.north - order.south,
    )


# --- landings ---------------------------------------------------------------------------------


def waiting(setting: Setting, position: Position) -> list[str]:
    """[8.1.1] Return the Allied reinforcements that have not landed."""
    return [
        unit
        for unit in setting.tables.of("al")
        if setting.tables.units[unit].entry == "air"
        and unit not in position.at
        and unit not in position.gone
    ]


def legal_landings(setting: Setting, position: Position) -> Iterator[Land]:
    """Yield every landing of a step, and of two at once."""
    for unit in waiting(setting, position) if position.landing else ():
        for here in setting.tables.airfields:
            if position.control[here] == "al" and stacking.room(setting, position, here, unit):
                yield Land(unit, here)
                if setting.options.border_full and _whole(setting, position, unit):
                    yield Land(unit, here, full=True)


def _whole(setting: Setting, position: Position, unit: str) -> bool:
    steps = setting.tables.units[unit].steps
    return 1 < steps <= position.landing


def can_land(setting: Setting, position: Position) -> bool:
    """Whether a reinforcement can land now."""
    return next(legal_landings(setting, position), None) is not None


def check_land(setting: Setting, position: Position, order: Land) -> None:
    """[5.2.1, 8.1.1, A45, A92] Refuse who cannot land, where, and more steps than there are."""
    if order.unit not in waiting(setting, position):
        raise IllegalOrder("8.1.1", f"{order.unit} is not a reinforcement that can land")
    if position.control.get(order.hex) != "al" or order.hex not in setting.tables.airfields:
        raise IllegalOrder("8.1.1", f"{order.hex} is not an airfield under Allied control")
    if not stacking.room(setting, position, order.hex, order.unit):
        raise IllegalOrder("6.3", f"{order.unit} cannot stack in {order.hex}")
    if order.full and not (setting.options.border_full and _whole(setting, position, order.unit)):
        raise IllegalOrder("5.2.1", f"not all steps of {order.unit} can land now")


def land(setting: Setting, position: Position, order: Land) -> Iterator[Outcome]:
    """[8.1.1] Land a reinforcement; it may be the last one."""
    yield Landed(paragraph="8.1.1", unit=order.unit, hex=order.hex, full=order.full)
    yield from visited(setting, position, "al", (order.hex,))
