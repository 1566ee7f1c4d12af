"""[7.7] Retreat and displacement."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.errors import IllegalOrder
from pbem.games.saipan.data.tables import ENEMY
from pbem.games.saipan.rules.ch05_movement import enter
from pbem.games.saipan.rules.orders import Retreat
from pbem.games.saipan.rules.outcomes import Displaced, Retreated
from pbem.games.saipan.rules.position import Battle, Position, open_battle
from pbem.games.saipan.rules.setting import Setting, attackers_beside, zone
from pbem.kit.contract import Outcome
from pbem.kit.keeping import kept
from pbem.kit.maps import chains
from pbem.kit.maps.hexes import Hex
from pbem.kit.wording import listed


@kept
def ways_of(setting: Setting, position: Position, side: str) -> chains.Ways:
    """Return where a unit of ``side`` may go from a hex, in retreat or displaced.

    Land, no enemy in it, no enemy zone of control (a friend there changes nothing, A8); first the
    empty hexes, then those with friends.
    """
    own, foe = position.on[side], position.on[ENEMY[side]]
    controlled = zone(setting, position, ENEMY[side])
    found: dict[Hex, tuple[tuple[Hex, ...], tuple[Hex, ...]]] = {}

    def ways(here: Hex) -> tuple[tuple[Hex, ...], tuple[Hex, ...]]:
        known = found.get(here)
        if known is not None:
            return known
        open_ = [
            number
            for number in setting.tables.land[here]
            if number not in foe and not controlled(number)
        ]
        free = tuple(number for number in open_ if number not in own)
        found[here] = free, tuple(number for number in open_ if number in own)
        return found[here]

    return ways


def can_retreat(setting: Setting, position: Position, side: str, unit: str) -> bool:
    """Whether a unit that must retreat has any legal retreat, displacement included."""
    return chains.can_retreat(position.where(side, unit), ways_of(setting, position, side))


def closed(setting: Setting, position: Position, side: str, here: Hex) -> dict[Hex, str]:
    """Return each hex around one -> why nobody of ``side`` can retreat there, where nobody can."""
    own, foe = position.on[side], position.on[ENEMY[side]]
    found: dict[Hex, str] = {}
    for number in setting.tables.grid.neighbours[here]:
        if number not in setting.tables.cost:
            found[number] = "is sea"
        elif number in foe:
            found[number] = f"is held by {foe[number]}"
        elif beside := attackers_beside(setting, position, ENEMY[side], number):
            found[number] = f"is in the zone of control of {listed(beside)}"
        else:
            found[number] = f"is held by {own[number]}, who cannot make room"
    return found


def check_retreat(setting: Setting, position: Position, order: Retreat) -> None:
    """Refuse a retreat that [7.7] does not allow."""
    battle = open_battle(position)
    unit = order.unit
    if unit not in battle.retreating:
        names = ", ".join(battle.retreating)
        raise IllegalOrder(
            "7.7", f"{unit} does not have to retreat", f"These must still retreat: {names}."
        )
    side = battle.losers
    chains.check_chain(
        unit,
        position.where(side, unit),
        order.to,
        ways_of(setting, position, side),
        occupant=position.on[side].get,
        why_not=lambda *step: ("7.7", _why_not(setting, position, *step)),
        paragraph="7.7",
    )


def _why_not(setting: Setting, position: Position, here: Hex, number: Hex, who: str) -> str:
    side = "us" if number in position.on["us"] else "jp"
    if number not in setting.tables.land[here]:
        return f"{number} is not a land hex next to {who}"
    if number in position.on[side] and here in position.on[ENEMY[side]]:
        return f"an enemy holds {number}"
    if number in position.on[side]:
        return (
            f"{who} cannot go to {number}: another hex is free, or the displaced unit would be "
            "eliminated"
        )
    return f"{number} is in an enemy zone of control"


def legal_retreats(setting: Setting, position: Position) -> Iterator[Retreat]:
    """Yield every legal retreat of every unit that must still retreat."""
    battle = open_battle(position)
    ways = ways_of(setting, position, battle.losers)
    for unit in battle.retreating:
        for chain in chains.chains(position.where(battle.losers, unit), ways):
            yield Retreat(unit, chain)


def retreat(position: Position, battle: Battle, order: Retreat) -> Iterator[Outcome]:
    """Carry out a retreat: a unit in a hex that is entered moves on next."""
    side = battle.losers
    movers = [order.unit, *(position.on[side][number] for number in order.to[:-1])]
    origins = [position.where(side, order.unit), *order.to]
    for step, (unit, origin, number) in enumerate(zip(movers, origins, order.to, strict=False)):
        kind = Displaced if step else Retreated
        yield kind(paragraph="7.7", side=side, unit=unit, origin=origin, hex=number)
        yield from enter(position, side, (number,))
