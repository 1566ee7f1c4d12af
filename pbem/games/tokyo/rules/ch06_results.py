"""[6.2, 6.9] What a combat does: losses, exchange, retreat, advance."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from pbem.errors import IllegalOrder
from pbem.games.tokyo.rules import ch04_ground as ground
from pbem.games.tokyo.rules import ch08_towns as towns
from pbem.games.tokyo.rules import ch09_beachheads as beaches
from pbem.games.tokyo.rules import ch10_victory as victory
from pbem.games.tokyo.rules.orders import Advance, Exchange, Retreat
from pbem.games.tokyo.rules.outcomes import Advanced, Declined, Displaced, Eliminated, Retreated
from pbem.games.tokyo.rules.position import Battle, Position, open_battle
from pbem.games.tokyo.rules.setting import GROUPS, Setting
from pbem.kit.contract import Outcome
from pbem.kit.cups import Cups
from pbem.kit.keeping import always, kept
from pbem.kit.maps import chains
from pbem.kit.maps.hexes import Hex
from pbem.kit.wording import listed

POOL = "general"


# --- losses ----------------------------------------------------------------------------------


def returns(setting: Setting, position: Position, unit: str) -> bool:
    """[7.11] Whether a destroyed unit goes back to the Japanese pool.

    A unit that nobody has seen goes back unseen, but a Strategic Reserve never does (ruling 50).
    """
    counter = position.tokens.get(unit)
    if counter is None:
        return False
    if counter.startswith("?"):
        return not unit.startswith("S")
    what = setting.tables.counters[counter]
    return what.bag != "reserve" and not what.aa


def return_counter(setting: Setting, position: Position, unit: str, cups: Cups) -> None:
    """Put the counter of a unit about to leave the map back into the pool, if it goes there."""
    if returns(setting, position, unit):
        cups.put_back(POOL, position.tokens[unit])


def eliminate(
    setting: Setting, position: Position, unit: str, cups: Cups, paragraph: str
) -> Iterator[Outcome]:
    """Remove a unit for good, or to its pool or box."""
    here = position.at[unit]
    return_counter(setting, position, unit, cups)
    yield Eliminated(paragraph=paragraph, unit=unit, hex=here)


def settle(setting: Setting, position: Position, cups: Cups) -> Iterator[Outcome]:
    """Carry out a result as far as nobody has to choose."""
    battle = open_battle(position)
    match battle.result:
        case "De":
            yield from _destroy(setting, position, [battle.target], cups)
        case "Ae":
            yield from _destroy(setting, position, sorted(battle.with_), cups)
        case "Ex":
            yield from _destroy(setting, position, [battle.target], cups)
            if len(battle.tied) == 1:
                yield from _destroy(setting, position, list(battle.tied), cups)
    yield from go_on(setting, position, cups)


def _destroy(
    setting: Setting, position: Position, units: list[str], cups: Cups
) -> Iterator[Outcome]:
    for unit in [unit for unit in units if unit in position.at]:
        yield from eliminate(setting, position, unit, cups, "6.2")


def check_exchange(position: Position, order: Exchange) -> None:
    """Refuse another unit than one of the strongest attackers."""
    tied = open_battle(position).tied
    if order.unit not in tied:
        why = f"{order.unit} is not one of the attackers with the highest attack factor"
        raise IllegalOrder("6.2", why, f"Choose from {', '.join(tied)}.")


def exchange(
    setting: Setting, position: Position, order: Exchange, cups: Cups
) -> Iterator[Outcome]:
    """Remove the attacker chosen."""
    yield from _destroy(setting, position, [order.unit], cups)
    yield from go_on(setting, position, cups)


# --- retreat ---------------------------------------------------------------------------------


def retreater(setting: Setting, position: Position) -> str:
    """[6.2] Return the side that chooses retreats: the attacker's on Ar, the defender's on Dr."""
    battle = open_battle(position)
    if battle.result == "Ar":
        return setting.commander(battle.army)
    return setting.commander(setting.army(position, battle.retreating[0]))


@kept
def ways_of(setting: Setting, position: Position, american: bool) -> chains.Ways:
    """[6.21, 6.22] Return where a unit of a nation may go from a hex: empty ones, then friends'.

    ``american``: the nation is the American one, else the Japanese.
    """
    friends = ground.held(setting, position, american=american)
    enemies = ground.held(setting, position, american=not american)
    shut = ground.zone(setting, enemies) | enemies

    @cache
    def ways(here: Hex) -> tuple[tuple[Hex, ...], tuple[Hex, ...]]:
        open_ = [number for number in _exits(setting, here, american) if number not in shut]
        free = tuple(number for number in open_ if number not in friends)
        return free, tuple(number for number in open_ if number in friends)

    return ways


@always
def _exits(setting: Setting, here: Hex, american: bool) -> tuple[Hex, ...]:
    """[6.21] Return where the map lets a unit of a nation retreat to from a hex."""
    tables = setting.tables
    closed = None if setting.options.retreat_into_ct else tables.palace
    return tuple(
        number
        for number in tables.next_to[here]
        if number != closed
        and ground.barred(tables, here, number, american=american) is None
        and not ground.into_zone(tables, here, number)
    )


def closed(setting: Setting, position: Position, unit: str) -> dict[Hex, str]:
    """[6.21, 6.22] Return each hex around a unit that cannot retreat -> why not there."""
    american, here = setting.american(unit), position.at[unit]
    return {
        number: _closed(setting, position, here, number, american=american)
        for number in setting.tables.next_to[here]
    }


def _closed(setting: Setting, position: Position, here: Hex, number: Hex, *, american: bool) -> str:
    tables = setting.tables
    barred = ground.barred(tables, here, number, american=american)
    if barred is not None:
        return f"cannot be entered ({barred})"
    if number == tables.palace and not setting.options.retreat_into_ct:
        return "is Central Tokyo"
    if ground.into_zone(tables, here, number):
        return "is in the zone of the 36th Army"
    standing = position.unit_at(number)
    if standing is not None and setting.american(standing) != american:
        return f"is held by {standing}"
    enemies = sorted(
        other
        for other, there in position.at.items()
        if setting.american(other) != american and number in tables.controlled[there]
    )
    if enemies:
        return f"is in the zone of control of {listed(enemies)}"
    return f"is held by {standing}, who cannot make room"


def _ways(setting: Setting, position: Position) -> chains.Ways:
    unit = open_battle(position).retreating[0]
    return ways_of(setting, position, setting.american(unit))


def check_retreat(setting: Setting, position: Position, order: Retreat) -> None:
    """Refuse a retreat that is not allowed, displacements included."""
    battle = open_battle(position)
    if order.unit not in battle.retreating:
        names = ", ".join(battle.retreating)
        raise IllegalOrder(
            "6.2", f"{order.unit} does not have to retreat", f"These must retreat: {names}."
        )
    chains.check_chain(
        order.unit,
        position.at[order.unit],
        order.to,
        _ways(setting, position),
        occupant=position.unit_at,
        why_not=lambda here, there, _: _why_not(setting, position, here, there, battle),
        paragraph="6.22",
    )


def _why_not(
    setting: Setting, position: Position, here: Hex, number: Hex, battle: Battle
) -> tuple[str, str]:
    """Return the paragraph and reason that forbid one step of a retreat."""
    american = setting.american(battle.retreating[0])
    if number not in setting.tables.next_to[here]:
        return "6.2", f"{number} is not next to {here}"
    if number in ground.enemy_zone(setting, position, american=american):
        return "6.21", f"{number} is in an enemy zone of control"
    if ground.into_zone(setting.tables, here, number):
        return "5.44", f"{number} is in the zone of the 36th Army"
    if not american and number == setting.tables.palace:
        return "5.43", "Japanese units can never enter Central Tokyo"
    if position.unit_at(number) is not None:
        return "6.22", (
            f"{number} is taken: another hex is free, or the displaced units would have no "
            "place to go"
        )
    return "6.21", f"{number} cannot be entered"


def legal_retreats(setting: Setting, position: Position) -> Iterator[Retreat]:
    """Yield every legal retreat of every unit that must still retreat."""
    ways = _ways(setting, position)
    for unit in open_battle(position).retreating:
        for chain in chains.chains(position.at[unit], ways):
            yield Retreat(unit, chain)


def retreat(setting: Setting, position: Position, order: Retreat, cups: Cups) -> Iterator[Outcome]:
    """Carry out a retreat: a unit in an entered hex moves on, the last one first."""
    units = [order.unit]
    for number in order.to[:-1]:
        displaced = position.unit_at(number)
        assert displaced is not None  # noqa: S101 - `check_retreat` has seen it
        units.append(displaced)
    moves = list(zip(units, order.to, strict=True))
    for unit, number in reversed(moves):
        origin = position.at[unit]
        kind = Retreated if unit == order.unit else Displaced
        yield kind(paragraph="6.22", unit=unit, origin=origin, hex=number)
        yield from towns.passed(setting, position, unit, (number,), origin)
    yield from after_move(setting, position)
    yield from go_on(setting, position, cups)


def after_move(setting: Setting, position: Position) -> Iterator[Outcome]:
    """Yield what any change of places may bring about: lost HQs, the end of the game."""
    yield from beaches.cut_off(setting, position)
    yield from check_over(setting, position)


def check_over(setting: Setting, position: Position) -> Iterator[Outcome]:
    """Report the end of the game, if it has come."""
    end = victory.at_once(setting, position)
    if end is not None and position.ended is None:
        yield end


def go_on(setting: Setting, position: Position, cups: Cups) -> Iterator[Outcome]:
    """[6.23] Eliminate who has to retreat and cannot; forget a combat that owes nothing more."""
    while position.ended is None:
        battle = position.battle
        if battle is None or battle.stage != "retreat" or not battle.retreating:
            return
        ways = _ways(setting, position)
        if any(chains.can_retreat(position.at[unit], ways) for unit in battle.retreating):
            return
        unit = battle.retreating[0]
        return_counter(setting, position, unit, cups)
        here, why = position.at[unit], closed(setting, position, unit)
        yield Eliminated(paragraph="6.23", unit=unit, hex=here, closed=why)


# --- advance ---------------------------------------------------------------------------------


def victor(setting: Setting, position: Position) -> str:
    """Return the side that may advance."""
    return setting.commander(setting.army(position, open_battle(position).victors[0]))


def may_step(setting: Setting, position: Position, unit: str, here: Hex, there: Hex) -> bool:
    """[6.93, 6.95] Whether a unit may advance a hex: terrain and boundaries alone bind it.

    A hex that it has left on its way is empty like any other.
    """
    army = setting.army(position, unit)
    if there not in ground.costs_of(setting, army, freed=unit in position.freed).get(here, ()):
        return False
    if unit in position.locked or (army in GROUPS and ground.crosses(setting, here, there)):
        return False
    return position.unit_at(there) in {None, unit}


def armored(setting: Setting, unit: str) -> bool:
    """Whether a unit may break through (6.95)."""
    if setting.american(unit):
        return setting.tables.americans[unit].kind == "armor"
    return unit in setting.tables.armor


def legal_advances(setting: Setting, position: Position) -> Iterator[Advance]:
    """Yield every advance of every victor, armor one hex farther too."""
    battle = open_battle(position)
    for unit in battle.victors:
        here = position.at[unit]
        for first in battle.vacated:
            if not may_step(setting, position, unit, here, first):
                continue
            yield Advance(unit, (first,))
            if armored(setting, unit):
                for second in setting.tables.next_to[first]:
                    if may_step(setting, position, unit, first, second):
                        yield Advance(unit, (first, second))


def check_advance(setting: Setting, position: Position, order: Advance) -> None:
    """Refuse who may not advance, or where to."""
    battle = open_battle(position)
    if order.unit not in battle.victors:
        raise IllegalOrder("6.91", f"{order.unit} cannot advance")
    first = order.path[0]
    if first not in battle.vacated:
        raise IllegalOrder("6.92", f"this combat did not empty {first}")
    most = 2 if armored(setting, order.unit) else 1
    if len(order.path) > most:
        why = (
            f"{order.unit} is {'' if most > 1 else 'not '}armor, so it can advance {most} "
            "hexes at most"
        )
        raise IllegalOrder("6.95", why)
    here = position.at[order.unit]
    for there in order.path:
        if not may_step(setting, position, order.unit, here, there):
            raise IllegalOrder(*_why_no_advance(setting, position, order.unit, here, there))
        here = there


def _why_no_advance(
    setting: Setting, position: Position, unit: str, here: Hex, there: Hex
) -> tuple[str, str]:
    """Return the paragraph and reason that forbid one hex of an advance."""
    american = setting.american(unit)
    crosses = american and ground.crosses(setting, here, there)
    standing = position.unit_at(there)
    other = None if standing == unit else standing
    reasons = (
        (there not in setting.tables.next_to[here], "6.95", f"{there} is not next to {here}"),
        (unit in position.locked, "8.2", f"{unit} of the 36th Army has not been released"),
        (
            there == setting.tables.palace and not american,
            "5.43",
            "Japanese units can never enter Central Tokyo",
        ),
        (
            ground.into_zone(setting.tables, here, there),
            "5.44",
            f"{there} is in the zone of the 36th Army",
        ),
        (
            crosses or ground.bound(setting, position, unit, here, there),
            "5.42",
            f"{unit} cannot advance across the Operational Boundary",
        ),
        (
            other is not None and setting.american(other) == american,
            "5.3",
            f"{other} is in {there}",
        ),
        (other is not None, "5.2", f"{other} is in {there}"),
    )
    for holds, paragraph, why in reasons:
        if holds:
            return paragraph, why
    return "6.95", f"{unit} cannot enter {there}"


def advance(setting: Setting, position: Position, order: Advance) -> Iterator[Outcome]:
    """Advance a victorious unit."""
    origin = position.at[order.unit]
    yield Advanced(paragraph="6.91", unit=order.unit, path=order.path)
    yield from towns.passed(setting, position, order.unit, order.path, origin)
    yield from after_move(setting, position)


def decline(setting: Setting, position: Position) -> Iterator[Outcome]:
    """[6.94] Nobody advances."""
    yield Declined(paragraph="6.94", side=victor(setting, position), question="advance")
