"""The need of a position, which orders answer it, and whether one of them is legal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from pbem.errors import IllegalOrder
from pbem.games.saipan.data.tables import ENEMY
from pbem.games.saipan.rules import ch03_setup as setup
from pbem.games.saipan.rules import ch05_movement as movement
from pbem.games.saipan.rules import ch07_combat as combat
from pbem.games.saipan.rules import ch07_obligations as obligations
from pbem.games.saipan.rules import ch07_results as results
from pbem.games.saipan.rules import ch07_retreat as retreats
from pbem.games.saipan.rules import ch08_fire as fire
from pbem.games.saipan.rules import ch12_reinforcements as reinforcements
from pbem.games.saipan.rules import orders as o
from pbem.games.saipan.rules.position import Position, open_battle
from pbem.games.saipan.rules.setting import Setting
from pbem.kit.asking import Asking
from pbem.kit.contract import Need, Order, Question, Roll
from pbem.kit.wording import retreat_prompt

SEALED = Question(
    "us",
    "beaches",
    "Write down the six beach hexes where you will land.",
    "14.22",
    ("beaches",),
    secret=setup.LABEL,
)
REVEALED = Question(
    "us",
    "beaches",
    "Show the six beach hexes that you wrote down.",
    "14.22",
    ("beaches",),
    secret=setup.LABEL,
    opens=True,
)
PHASES: dict[tuple[str, str], Question] = {
    ("us", "beaches"): SEALED,
    ("us", "reveal"): REVEALED,
    ("jp", "deploy"): Question(
        "jp",
        "deploy",
        "Deploy all your units, one a land hex, then end deployment.",
        "14.21",
        ("deploy", "end"),
        phase=True,
    ),
    ("us", "movement"): Question(
        "us",
        "movement",
        "Move units, then land reinforcements, then end movement.",
        "4.0",
        ("move", "land", "end"),
        phase=True,
    ),
    ("jp", "movement"): Question(
        "jp", "movement", "Move units, then end movement.", "4.0", ("move", "end"), phase=True
    ),
    ("us", "combat"): Question(
        "us", "combat", "Declare an attack, or end combat.", "4.0", ("attack", "end"), phase=True
    ),
    ("jp", "combat"): Question(
        "jp", "combat", "Declare an attack, or end combat.", "4.0", ("attack", "end"), phase=True
    ),
}
ENDS: dict[str, Literal["deployment", "movement", "combat"]] = {
    "deploy": "deployment",
    "movement": "movement",
    "combat": "combat",
}
"""The name that ends each phase."""


def open_question(position: Position) -> str:
    """Return what the position waits for, as one word."""
    battle = position.battle
    if battle is None:
        return position.phase
    if battle.result is None:
        return "fpf" if battle.fpf_open else "roll"
    if battle.retreating:
        return "retreat"
    return "lose" if results.owes(battle) else "advance"


def need(setting: Setting, position: Position) -> Need:
    """Say what the position waits for; None when the game is over."""
    battle = position.battle
    if battle is None:
        return PHASES.get((position.side, position.phase))
    match open_question(position):
        case "fpf":
            whom = ", ".join(fire.unsupported(battle))
            prompt, plain = f"Final protective fire for {whom}?", f"Do you fire for {whom}?"
            other = ENEMY[position.side]
            return Question(other, "fpf", prompt, "8.0", ("fpf", "pass"), plain=plain)
        case "roll":
            return Roll("attack on " + ", ".join(battle.on), "7.4")
        case "retreat":
            owner = battle.losers
            side = owner if setting.options.retreat_by == "owner" else ENEMY[owner]
            prompt = retreat_prompt(battle.retreating)
            return Question(side, "retreat", prompt, "7.7", ("retreat",))
        case "lose":
            prompt = (
                f"Exchange: which of your attackers are lost for {battle.owed} defence strength?"
            )
            return Question(position.side, "lose", prompt, "7.6", ("lose",))
    prompt = f"Does a unit advance into {' or '.join(battle.vacated)}?"
    return Question(results.victor(battle), "advance", prompt, "7.8", ("advance", "pass"))


def _check_end(setting: Setting, position: Position, order: o.End) -> None:
    """Refuse to end another phase than this one, or this one while it still owes something."""
    due = ENDS[position.phase]
    if order.phase != due:
        raise IllegalOrder("4.0", f"this is not the {order.phase} phase", f"Write `end {due}`.")
    if position.phase == "combat":
        obligations.check_end(setting, position)
    elif position.phase == "movement":
        reinforcements.check_all_landed(setting, position)
    else:
        setup.check_deployed(setting, position)


def _legal_moves(setting: Setting, position: Position) -> Iterator[Sequence[Order]]:
    yield from movement.legal_moves(setting, position)
    if position.side == "us" and (landings := reinforcements.legal_landings(setting, position)):
        yield landings


ASKING = Asking(
    need,
    answers={
        "combat": combat.legal_attacks,
        "fpf": fire.legal_fire,
        "retreat": retreats.legal_retreats,
        "lose": results.legal_losses,
        "advance": lambda _, position: results.legal_advances(open_battle(position)),
    },
    bunches={
        "beaches": lambda setting, _: [setup.legal_beaches(setting)],
        "deploy": setup.legal_deployments,
        "movement": _legal_moves,
    },
    checks={
        o.Beaches: lambda setting, _, order: setup.check_beaches(setting, order),
        o.Deploy: setup.check_deploy,
        o.Move: movement.check_move,
        o.Land: reinforcements.check_land,
        o.Attack: combat.check_attack,
        o.FinalFire: fire.check_fire,
        o.Retreat: retreats.check_retreat,
        o.Lose: results.check_lose,
        o.Advance: lambda _, position, order: results.check_advance(open_battle(position), order),
        o.End: _check_end,
    },
    end=lambda position: o.End(ENDS[position.phase]),
    over="4.0",
    misplaced={o.FinalFire: fire.refuse_unasked},
)
check = ASKING.check
legal = ASKING.legal
legal_in_bunches = ASKING.legal_in_bunches
answering = ASKING.answering
check_answer = ASKING.check_answer
