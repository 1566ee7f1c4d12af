"""The need of a position, which orders answer it, and whether one of them is legal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.errors import IllegalOrder
from pbem.games.meiktila.data.forms import ENEMY
from pbem.games.meiktila.rules import ch04_turn as turn
from pbem.games.meiktila.rules import ch05_air as air
from pbem.games.meiktila.rules import ch06_activation as activation
from pbem.games.meiktila.rules import ch06_combat as combat
from pbem.games.meiktila.rules import ch06_movement as movement
from pbem.games.meiktila.rules import ch06_results as results
from pbem.games.meiktila.rules import ch06_stacking as stacking
from pbem.games.meiktila.rules import ch07_supply as supply
from pbem.games.meiktila.rules import ch08_positions as positions
from pbem.games.meiktila.rules import ch10_setup as setup
from pbem.games.meiktila.rules import orders as o
from pbem.games.meiktila.rules.position import Position, acting, open_battle
from pbem.games.meiktila.rules.setting import Setting
from pbem.kit.asking import Asking
from pbem.kit.bunches import bunched
from pbem.kit.contract import Need, Order, Question, Roll
from pbem.kit.wording import counted

ROLLS = {
    "air": ("air power and initiative", "4.1"),
    "supply": ("the Supply Table", "7.1.1"),
    "allied status": ("supply of the Allied units", "7.1.2"),
    "japanese status": ("supply of the Japanese units", "7.1.3"),
    "markers": ("the activation markers in play", "6.1.1"),
    "cup": ("the next activation marker", "4.3"),
    "number": ("the number of units", "6.1.1"),
    "requests": ("reinforcements and replacements", "8.1"),
    "end": ("the fall of the Allied Supply Level", "7.1.1"),
}
"""Phase in which dice are due -> what for, and the paragraph."""


def need(setting: Setting, position: Position) -> Need:
    """Say what the position waits for; None when the game is over."""
    if position.ended is not None:
        return None
    if position.battle is not None:
        return _need_in_battle(setting, position)
    if position.phase in ROLLS:
        return Roll(*ROLLS[position.phase])
    if position.phase in {"activation", "movement", "combat"}:
        return _need_in_activation(position)
    return _need_between(setting, position)


def _need_between(setting: Setting, position: Position) -> Need:
    """Return what is asked in the set-up and between the activations."""
    if position.phase == "stacking":
        return _need_of_stacking(setting, position)
    side, phase = position.side, position.phase
    prompt, paragraph, forms = {
        "setup": ("Deploy your units, then end setup.", "10.0", ("deploy", "end")),
        "allot": (
            (
                f"{counted(position.air, 'air unit')}: which fly supply, or interdict? "
                "The others fight; allot alone: all."
            ),
            "5.2",
            ("allot",),
        ),
        "land": (
            f"Which reinforcements land by air? {counted(position.landing, 'step')} may.",
            "8.1.1",
            ("land", "pass"),
        ),
        "edges": ("Which of your units trace supply north, and which south?", "7.1.3", ("edges",)),
        "opener": ("Which of your markers acts first?", "4.3", ("open", "pass")),
    }[phase]
    paragraph = setup.PARAGRAPH[side] if phase == "setup" else paragraph
    return Question(side, phase, prompt, paragraph, forms, phase=phase == "setup")


def _need_of_stacking(setting: Setting, position: Position) -> Need:
    """Return who is asked about stacking; where nobody has a choice, what the end of turn rolls."""
    found = turn.crowded_choice(setting, position)
    if found is None:
        return Roll(*ROLLS["end"])
    side, here = found
    return Question(
        side,
        "remove",
        f"Too many units are in {here}: which are lost to stacking?",
        "6.3",
        ("remove",),
    )


def _need_in_activation(position: Position) -> Question:
    now = acting(position)
    number = f", {counted(now.number, 'unit')}" if now.number else ""
    who = f"Marker {now.marker}{number}"
    if position.phase == "activation":
        left = turn.in_cup(position, now.side) > 0
        out = ", pass" if left else ""
        prompt = f"{who}: move then attack, attack then move{out}, or end activation."
        forms: tuple[str, ...] = ("activate", "pass", "end") if left else ("activate", "end")
        return Question(now.side, "activation", prompt, "6.1.1", forms, phase=True)
    if position.phase == "movement":
        prompt = f"{who}: move units, then end movement."
        forms = ("move", "enter", "dig", "end")
        return Question(now.side, "movement", prompt, "6.2", forms, phase=True)
    forms = ("attack", "dig", "end")
    prompt = f"{who}: attack, then end combat."
    return Question(now.side, "combat", prompt, "6.5", forms, phase=True)


def _need_in_battle(setting: Setting, position: Position) -> Need:
    battle = open_battle(position)
    if not results.waits(setting, position):
        return Roll(f"combat for {battle.hex}", "11.1" if battle.stage == "banzai" else "6.5")
    match battle.stage:
        case "defend":
            prompt = f"{battle.hex} is attacked: what do you commit to its defence?"
            return Question(ENEMY[battle.side], "defend", prompt, "6.5.1", ("defend", "pass"))
        case "advance":
            prompt = f"Who advances into {battle.hex}?"
            return Question(battle.side, "advance", prompt, "6.5.4", ("advance", "pass"))
    who = ", ".join(results.payers(setting, position))
    prompt = (
        f"Combat at {battle.hex}, result {battle.result}: how do you pay {battle.owed} with {who}, "
        "by step losses or retreats?"
    )
    return Question(results.asked(position), battle.stage, prompt, "6.5.2", ("plan",))


def open_question(setting: Setting, position: Position) -> str:
    """Return the name of the question that is open, or nothing."""
    wanted = need(setting, position)
    return wanted.name if isinstance(wanted, Question) else ""


def _check_end(setting: Setting, position: Position, order: o.End) -> None:
    """Refuse to end another phase than this one, or this one while it still owes something."""
    if order.phase != position.phase:
        why = f"this is not the {order.phase} phase"
        raise IllegalOrder("4.0", why, f"Write `end {position.phase}`.")
    if position.phase == "setup":
        if order.passing:
            raise IllegalOrder("4.3", "no player can pass in the set-up")
        setup.check_end(setting, position)
    else:
        activation.check_end(position, order, turn.in_cup(position, position.side))


def _legal_openers(setting: Setting, position: Position) -> Iterator[o.Open]:
    return map(o.Open, turn.openers(setting, position))


def _legal_edges(setting: Setting, position: Position) -> Iterator[o.Edges]:
    """Yield the usual edges, and each unit alone to either."""
    yield o.Edges()
    for unit in supply.choosing(setting, position):
        yield o.Edges(north=(unit,))
        yield o.Edges(south=(unit,))


def _legal_movement(setting: Setting, position: Position) -> Iterator[Sequence[Order]]:
    yield from movement.legal_moves(setting, position)
    yield from bunched(positions.legal_digs(setting, position))
    yield from bunched(_legal_passing(position))


def _legal_combat(setting: Setting, position: Position) -> Iterator[Order]:
    yield from combat.legal_attacks(setting, position)
    yield from positions.legal_digs(setting, position)
    yield from _legal_passing(position)


def _legal_passing(position: Position) -> Iterator[o.End]:
    """[A69] Yield the end of an activation with a pass."""
    if activation.last_part(position) and turn.in_cup(position, position.side):
        yield o.End(position.phase, passing=True)  # type: ignore[arg-type]


def _legal_removals(setting: Setting, position: Position) -> Iterator[o.Remove]:
    found = turn.crowded_choice(setting, position)
    return map(o.Remove, stacking.ways_out(setting, position, *found) if found else ())


ASKING = Asking(
    need,
    answers={
        "allot": lambda _, position: air.legal_allotments(position),
        "land": air.legal_landings,
        "edges": _legal_edges,
        "opener": _legal_openers,
        "activation": activation.legal_activations,
        "combat": _legal_combat,
        "defend": combat.legal_defences,
        "hold": results.legal_plans,
        "losses": results.legal_plans,
        "advance": results.legal_advances,
        "remove": _legal_removals,
    },
    checks={
        o.Deploy: setup.check_deploy,
        o.Allot: lambda _, position, order: air.check_allot(position, order),
        o.Land: air.check_land,
        o.Edges: supply.check_edges,
        o.Open: turn.check_open,
        o.Activate: activation.check_activate,
        o.Move: movement.check_move,
        o.Enter: movement.check_enter,
        o.Dig: positions.check_dig,
        o.Attack: combat.check_attack,
        o.Defend: combat.check_defend,
        o.Plan: results.check_plan,
        o.Advance: results.check_advance,
        o.Remove: turn.check_remove,
        o.End: _check_end,
    },
    bunches={"setup": setup.legal_deployments, "movement": _legal_movement},
    end=lambda position: o.End(position.phase),  # type: ignore[arg-type]
    over="9.2",
)
check = ASKING.check
legal = ASKING.legal
legal_in_bunches = ASKING.legal_in_bunches
answering = ASKING.answering
check_answer = ASKING.check_answer
