"""[4.15, 4.20] Control of sectors, captured batteries, and what wins on the map."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem.games.singapore.data.forms import Army
from pbem.games.singapore.rules.corps.ch4_holdings import australians, objectives
from pbem.games.singapore.rules.outcomes import (
    BatterySettled,
    ControlChanged,
    DepotLost,
    GameEnded,
)
from pbem.games.singapore.rules.position import Position, open_war
from pbem.games.singapore.rules.setting import Setting
from pbem.games.singapore.rules.theatre import (
    allied,
    contested,
    ground,
)
from pbem.games.singapore.rules.variants.ch7_victory import close, reach
from pbem.kit.contract import Outcome


def settle(setting: Setting, position: Position, place: str) -> Iterator[Outcome]:
    """[4.15] See whose a sector is after units came, went or fell; then its batteries."""
    war = open_war(position)
    if (army := _taker(setting, position, place)) is not None:
        yield from change(setting, position, place, army)
    waiting = [unit for unit in war.aside if war.at[unit] == place]
    if waiting and position.phase != "over" and not contested(setting, war, place):
        for unit in waiting:
            captor, holder = war.of(unit), war.control[place]
            army = captor if allied(captor, holder) else holder
            yield BatterySettled(paragraph="4.10.1", unit=unit, army=army)


def _taker(setting: Setting, position: Position, place: str) -> Army | None:
    """Return the army that a sector goes to now, None where it stays."""
    war = open_war(position)
    holder = war.control[place]
    units = ground(setting, war, place)
    if not units or contested(setting, war, place):
        return None
    stand = [war.of(unit) for unit in units]
    here = [army for army in setting.armies if army in stand]
    if not here or holder in here:
        return None
    if len(here) == 1:
        return here[0]
    if position.battle is not None and position.battle.sector == place and war.army in here:
        return war.army  # R22: the army whose combat cleared it
    turn = [*setting.armies, *setting.armies][setting.armies.index(war.army) + 1 :]
    return max(here, key=lambda army: (stand.count(army), -turn.index(army)))


def change(setting: Setting, position: Position, place: str, army: Army) -> Iterator[Outcome]:
    """[4.15] A sector goes to an army; planes on its ground leave when the order is done (R37)."""
    war = open_war(position)
    before = war.control[place]
    yield ControlChanged(paragraph="4.15", place=place, army=army, before=before)
    if allied(before, army):
        return
    if setting.options.japan_victory == "capture" and army == setting.invader:
        yield from _captured(setting, position)
    depot = setting.tables.data.map.sectors[place].depot
    if setting.supplied and depot and position.phase != "over":
        yield DepotLost(paragraph="5.7", place=place, army=before, to=army)


HOLD: Mapping[Army, str] = {"jp": "Japan holds", "br": "the Commonwealth holds"}
HAVE: Mapping[Army, str] = {"jp": "Japan has", "br": "the British have"}
TOO_LATE: Mapping[Army, str] = {
    "jp": "Japan captured its objectives too late, and the Commonwealth holds too few",
    "br": "the British captured their objectives too late, and Japan holds too few",
}
"""The words for who wins: by the army that holds or invades the island."""

# --- winning ----------------------------------------------------------------------------------


def _captured(setting: Setting, position: Position) -> Iterator[Outcome]:
    """[4.20, R40] The invader has won on controlling so many objectives before the last period.

    By a variant of victory (7.6, 7.7) the game goes on, and what was reached is kept.
    """
    if setting.options.victory != "plain":
        yield from reach(setting, position)
        return
    war, asked = open_war(position), setting.tables.setup.victory
    last = len(setting.tables.periods) - 1
    if war.period < last and objectives(setting, position, setting.invader) >= asked.objectives:
        who = HAVE[setting.invader]
        why = f"{who} captured {asked.objectives} objectives"
        yield _ended(setting, position, setting.invader, why)


def period_over(setting: Setting, position: Position) -> Iterator[Outcome]:
    """[4.20] See at the end of a period who has won, if that is when it is seen."""
    war, asked = open_war(position), setting.tables.setup.victory
    last = len(setting.tables.periods) - 1
    late = setting.options.japan_victory == "period_end"
    if setting.options.victory != "plain":
        if war.period == last:
            yield close(setting, position)
        elif late:
            yield from reach(setting, position, safe=True)
    elif late and war.period < last:
        if objectives(setting, position, setting.invader, safe=True) >= asked.objectives:
            why = f"{HOLD[setting.invader]} {asked.objectives} objectives at the end of a period"
            yield _ended(setting, position, setting.invader, why)
    elif war.period == last:
        held = objectives(setting, position, setting.keeper)
        if held >= asked.objectives:
            why = f"{HOLD[setting.keeper]} {held} objectives at the end"
            yield _ended(setting, position, setting.keeper, why)
        else:
            yield _ended(setting, position, None, TOO_LATE[setting.invader])


def _ended(setting: Setting, position: Position, winner: Army | None, why: str) -> GameEnded:
    """[4.20, R41] Say who has won: the Australians win beside others, or alone (R114)."""
    asked = setting.tables.setup.victory.units
    if asked is None or "au" not in setting.armies:
        return GameEnded(paragraph="4.20", winner=winner, why=why)
    left = australians(setting, position)
    where, here = (" in supply", "5.11") if setting.supplied else ("", "4.20")
    also = "the Australians win" if left >= asked else "the Australians do not win"
    if left >= asked and winner is None:
        winner = "au"
    reported = f"{why}; {also}, with {left} units left{where} of the {asked} that they need"
    return GameEnded(paragraph=here, winner=winner, why=reported)
