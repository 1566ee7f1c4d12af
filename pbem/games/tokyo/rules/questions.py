"""The need of a position, which orders answer it, and whether one of them is legal."""

from __future__ import annotations

from pbem.errors import IllegalOrder
from pbem.games.tokyo.data.forms import ARMIES
from pbem.games.tokyo.rules import ch03_turns as turns
from pbem.games.tokyo.rules import ch05_movement as movement
from pbem.games.tokyo.rules import ch06_combat as combat
from pbem.games.tokyo.rules import ch06_results as results
from pbem.games.tokyo.rules import ch07_recon as recon
from pbem.games.tokyo.rules import ch11_setup as setup
from pbem.games.tokyo.rules import orders as o
from pbem.games.tokyo.rules.position import Position, open_battle
from pbem.games.tokyo.rules.setting import GROUPS, Setting
from pbem.kit.asking import Asking
from pbem.kit.contract import Need, Question, Roll
from pbem.kit.wording import retreat_prompt

PROMPTS = {
    "setup": ("deploy six units on your beach, then end setup.", "11.2", ("deploy", "end")),
    "movement": ("move units, then end movement.", "5.0", ("move", "roll", "remove", "end")),
    "combat": ("attack, or end combat.", "6.0", ("attack", "end")),
}
AMERICAN = ("bring on reinforcements and reconstituted units, then end recon.", ("place", "end"))
JAPANESE = ("reconstitute units and bring on reserves, then end recon.", ("recon", "enter", "end"))


def need(setting: Setting, position: Position) -> Need:
    """Say what the position waits for; None when the game is over."""
    if position.phase == "over":
        return None
    if position.battle is not None:
        return _need_in_battle(setting, position)
    if position.pledged:
        return Roll(f"movement of {', '.join(position.pledged)}", "5.5")
    side, army = setting.commander(position.army), position.army
    if position.phase == "ecorps":
        return Question(side, "ecorps", "Do you call E Corps?", "8.5", ("call", "pass"))
    if position.phase == "recon":
        return _need_in_recon(position, side)
    prompt, paragraph, forms = PROMPTS[position.phase]
    return Question(side, position.phase, f"{ARMIES[army]}: {prompt}", paragraph, forms, phase=True)


def _need_in_recon(position: Position, side: str) -> Need:
    army = position.army
    if position.pending.get(army):
        prompt = (
            f"Which {position.pending[army]} units of the 36th Army are released to {ARMIES[army]}?"
        )
        return Question(side, "free", prompt, "8.2", ("free",))
    prompt, forms = AMERICAN if army in GROUPS else JAPANESE
    return Question(side, "recon", f"{ARMIES[army]}: {prompt}", "7.2", forms, phase=True)


def _need_in_battle(setting: Setting, position: Position) -> Need:
    battle = open_battle(position)
    match battle.stage:
        case "dice" | "again":
            return Roll(f"attack on {battle.hex}", "6.1")
        case "volunteer":
            side = combat.japanese_side(setting, position, battle)
            prompt = (
                f"The result at {battle.hex} is {battle.result}: do you call a Volunteer Corps?"
            )
            return Question(side, "volunteer", prompt, "13.2", ("volunteer", "pass"))
        case "exchange":
            side = setting.commander(battle.army)
            prompt = f"Exchange at {battle.hex}: which of these is lost, {', '.join(battle.tied)}?"
            return Question(side, "exchange", prompt, "6.2", ("exchange",))
        case "retreat":
            side = results.retreater(setting, position)
            prompt = retreat_prompt(battle.retreating)
            return Question(side, "retreat", prompt, "6.2", ("retreat",))
    prompt = f"Does a unit advance into {' or '.join(battle.vacated)}?"
    side = results.victor(setting, position)
    return Question(side, "advance", prompt, "6.9", ("advance", "pass"))


def _check_end(setting: Setting, position: Position, order: o.End) -> None:
    """Refuse to end another phase than this one, or this one while it still owes something."""
    if order.phase != position.phase:
        why = f"this is not the {order.phase} phase"
        raise IllegalOrder("3.0", why, f"Write `end {position.phase}`.")
    if position.phase == "setup":
        setup.check_end(setting, position)
    elif position.phase == "movement":
        movement.check_end(setting, position)


ASKING = Asking(
    need,
    answers={
        "setup": setup.legal_deployments,
        "ecorps": lambda _, _position: iter((o.Call(),)),
        "free": lambda _, position: recon.legal_free(position),
        "recon": recon.legal,
        "combat": combat.legal_attacks,
        "volunteer": lambda _, _position: iter((o.Volunteer(),)),
        "exchange": lambda _, position: map(o.Exchange, open_battle(position).tied),
        "retreat": results.legal_retreats,
        "advance": results.legal_advances,
    },
    bunches={"movement": movement.legal_moves},
    checks={
        o.Deploy: setup.check_deploy,
        o.Place: recon.check_place,
        o.Recon: recon.check_recon,
        o.Enter: recon.check_enter,
        o.Free: lambda _, position, order: recon.check_free(position, order),
        o.Move: movement.check_move,
        o.RollFor: movement.check_roll,
        o.Remove: movement.check_remove,
        o.Attack: combat.check_attack,
        o.Exchange: lambda _, position, order: results.check_exchange(position, order),
        o.Retreat: results.check_retreat,
        o.Advance: results.check_advance,
        o.End: _check_end,
    },
    end=lambda position: o.End(position.phase),  # type: ignore[arg-type]
    over="10.0",
    misplaced={o.Call: turns.refuse_call},
)
check = ASKING.check
legal = ASKING.legal
legal_in_bunches = ASKING.legal_in_bunches
answering = ASKING.answering
check_answer = ASKING.check_answer
