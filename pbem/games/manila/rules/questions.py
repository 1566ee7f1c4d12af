"""The need of a position, which orders answer it, and whether one of them is legal."""

from __future__ import annotations

from itertools import chain

from pbem.games.manila.data.tables import SIDE
from pbem.games.manila.rules import ch06_1_dawn as dawn
from pbem.games.manila.rules import ch06_2_events as events
from pbem.games.manila.rules import ch06_3_supply as supply
from pbem.games.manila.rules import ch06_4_streets as streets
from pbem.games.manila.rules import ch06_5_turns as turns
from pbem.games.manila.rules import ch08_movement as movement
from pbem.games.manila.rules import ch09_4_combat as combat
from pbem.games.manila.rules import ch09_5_retreats as retreats
from pbem.games.manila.rules import ch09_attacks as attacks
from pbem.games.manila.rules import orders as o
from pbem.games.manila.rules.position import Position, open_battle
from pbem.games.manila.rules.setting import Setting
from pbem.kit.asking import Asking
from pbem.kit.bunches import bunched
from pbem.kit.contract import Need, Question, Roll

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
"""The need of a phase when nothing interrupts it."""


def need(setting: Setting, position: Position) -> Need:
    """Say what the position waits for; None when the game is over."""
    if position.battle is not None:
        return _need_in_battle(position)
    interruption = _interruption(position)
    if interruption is not None:
        return interruption
    if position.phase == "dawn":
        who = ", ".join(dawn.mortal(setting, position))
        return Roll(f"the fate of {who}", "6.1.3")
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
        prompt = f"Where do these retreat to from Area {position.retreat.origin}: {units}?"
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
            return Roll(f"the defender of Area {area}", "9.4")
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


ASKING = Asking(
    need,
    answers={
        "place": dawn.legal_places,
        "retreat": retreats.legal_retreats,
        "breakout": lambda *at: map(o.Breakout, events.eligible(*at)),
        "streets": streets.legal_streets,
        "supply": lambda *at: chain(supply.legal_returns(*at), supply.legal_purchases(*at)),
        "barrage": combat.legal_barrage,
        "fight": combat.legal_fights,
        "sniper": combat.legal_snipers,
    },
    bunches={
        "combat": lambda *at: chain(
            bunched(attacks.legal_attacks(*at)),
            movement.legal_moves(*at),
            bunched(movement.legal_activations(*at)),
        )
    },
    checks={
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
        o.Streets: lambda _, position, order: streets.check_streets(position, order),
        o.End: lambda _, position, order: turns.check_end(position, order.phase),
    },
    end=lambda position: o.End("supply" if position.phase == "purchase" else "combat"),
    over="6.0",
)
check = ASKING.check
legal = ASKING.legal
legal_in_bunches = ASKING.legal_in_bunches
answering = ASKING.answering
check_answer = ASKING.check_answer
