"""What a position waits for, which orders answer it, and whether one of them is legal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from pbem.games.manila import (
    attacks,
    combat,
    dawn,
    events,
    movement,
    retreats,
    streets,
    supply,
    turns,
)
from pbem.games.manila import orders as o
from pbem.games.manila.data import SIDE
from pbem.games.manila.position import Position, open_battle
from pbem.games.manila.setting import Setting
from pbem.kit.asking import refuse_form
from pbem.kit.contract import Need, Order, Question, Roll

PURCHASE = Question(
    SIDE,
    "supply",
    "Buy support and morale, return units to play, then end supply.",
    "6.3",
    ("buy", "return", "end"),
    phase=True,
)
COMBAT = Question(
    SIDE,
    "combat",
    "Activate an Area, move and attack with its units, or end combat.",
    "6.4.2",
    ("activate", "move", "attack", "end"),
    phase=True,
)
BREAKOUT = Question(
    SIDE, "breakout", "In which Area does the Iwabuchi breakout happen?", "6.2", ("breakout",)
)
PHASES: dict[str, Need] = {
    "event": Roll("the random event", "6.2"),
    "breakout": BREAKOUT,
    "supply": Roll("Supply Points", "6.3"),
    "purchase": PURCHASE,
    "streets": Roll("Bloody Streets", "6.4.1"),
    "combat": COMBAT,
}
"""What a phase waits for when nothing interrupts it."""


def need(setting: Setting, position: Position) -> Need:
    """Say what the position waits for; None when the game is over."""
    if position.battle is not None:
        return _need_in_battle(position)
    interruption = _interruption(position)
    if interruption is not None:
        return interruption
    if position.phase == "dawn":
        who = ", ".join(dawn.mortal(setting, position))
        return Roll(f"what becomes of {who}", "6.1.3")
    areas = movement.owed(position)
    if areas:
        which = " and ".join(f"Area {area}" for area in areas)
        prompt = f"{which} must be attacked before this Action Round ends."
        return Question(SIDE, "combat", prompt, "9.1", COMBAT.forms, phase=True)
    return PHASES.get(position.phase)


def _interruption(position: Position) -> Question | None:
    """Return what is asked before the phase goes on."""
    if position.retreat is not None:
        units = ", ".join(position.retreat.units)
        prompt = f"Where to do these retreat from Area {position.retreat.origin}: {units}?"
        return Question(SIDE, "retreat", prompt, "9.5.7", ("retreat",))
    if position.placing:
        prompt = f"Where do you place {', '.join(position.placing)}?"
        return Question(SIDE, "place", prompt, "6.1", ("place",))
    if position.streets:
        prompt = f"Which unit do the Bloody Streets of Area {position.streets[0]} cost?"
        return Question(SIDE, "streets", prompt, "6.4.1", ("streets",))
    return None


def _need_in_battle(position: Position) -> Need:
    battle = open_battle(position)
    area = battle.area
    match battle.stage:
        case "reveal":
            return Roll(f"which unit defends Area {area}", "9.4")
        case "dice":
            return Roll(f"attack on Area {area}", "9.5")
        case "barrage":
            prompt = f"Barrage in Area {area}: give up a unit and go on, or break off the attack?"
            return Question(SIDE, "barrage", prompt, "9.4", ("barrage",))
        case "fight":
            prompt = f"Who leads the attack on Area {area}, and with what support?"
            return Question(SIDE, "fight", prompt, "9.5", ("fight",))
    prompt = f"Which Leader does the Sniper of Area {area} hit?"
    return Question(SIDE, "sniper", prompt, "9.4", ("sniper",))


def check(setting: Setting, position: Position, order: Order) -> None:
    """Raise `IllegalOrder` unless ``order`` answers the open question legally."""
    word = str(order.__struct_config__.tag)
    wanted = need(setting, position)
    if not isinstance(wanted, Question) or word not in wanted.forms:
        refuse_form(wanted, word, "6.0")
    if isinstance(order, o.End):
        turns.check_end(position, order.phase)
    elif isinstance(order, o.Streets):
        streets.check_streets(position, order)
    else:
        _CHECKS[type(order)](setting, position, order)


_CHECKS: dict[type[Order], Callable[[Setting, Position, Any], None]] = {
    o.Place: dawn.check_place,
    o.Breakout: events.check_breakout,
    o.Buy: supply.check_buy,
    o.Return: supply.check_return,
    o.Activate: movement.check_activate,
    o.Move: movement.check_move,
    o.Attack: attacks.check_attack,
    o.Fight: combat.check_fight,
    o.Barrage: combat.check_barrage,
    o.Sniper: combat.check_sniper,
    o.Retreat: retreats.check_retreat,
}


def legal(setting: Setting, position: Position) -> Iterator[Order]:
    """Yield the legal answers to the open question, in a fixed order; ends last."""
    wanted = need(setting, position)
    if not isinstance(wanted, Question):
        return
    match wanted.name:
        case "place":
            yield from dawn.legal_places(setting, position)
        case "retreat":
            yield from retreats.legal_retreats(setting, position)
        case "breakout":
            yield from (o.Breakout(area) for area in events.eligible(setting, position))
        case "streets":
            yield from streets.legal_streets(setting, position)
        case "supply":
            yield from supply.legal_returns(setting, position)
            yield from supply.legal_purchases(setting, position)
            yield o.End("supply")
        case "combat":
            yield from attacks.legal_attacks(setting, position)
            yield from movement.legal_moves(setting, position)
            yield from movement.legal_activations(setting, position)
            if turns.may_end(position):
                yield o.End("combat")
        case _:
            yield from _legal_in_battle(setting, position, wanted.name)


def _legal_in_battle(setting: Setting, position: Position, name: str) -> Iterator[Order]:
    battle = open_battle(position)
    match name:
        case "barrage":
            yield from combat.legal_barrage(setting, battle)
        case "fight":
            yield from combat.legal_fights(setting, position)
        case "sniper":
            yield from combat.legal_snipers(setting, battle)
