"""The need of a position, which orders answer it, and whether one of them is legal."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbem.errors import IllegalOrder
from pbem.kit.asking import Asking
from pbem.kit.contract import Game, Need, Question, Roll
from pbem.kit.hexgame.rules import advances, arrivals, combat, losses, movement, retreats
from pbem.kit.hexgame.rules import orders as o
from pbem.kit.hexgame.rules.position import HexPosition, open_battle
from pbem.kit.hexgame.rules.results import open_in
from pbem.kit.hexgame.rules.setting import HexSetting
from pbem.kit.wording import counted, retreat_prompt


def open_question(position: HexPosition) -> str:
    """Return what the position waits for, as one word."""
    return position.phase if position.battle is None else open_in(position.battle)


def need(setting: HexSetting, position: HexPosition) -> Need:
    """Say what the position waits for; None when the game is over."""
    data, side = setting.data, position.side
    match open_question(position):
        case "plan" | "show" | "reckoning" as phase:
            plan = arrivals.the_plan(setting)
            opens = phase != "plan"
            prompt = "Show your plan." if opens else plan.prompt
            return Question(side, "plan", prompt, plan.paragraph, ("plan",),
                            secret=arrivals.LABEL, opens=opens)  # fmt: skip
        case "draw":
            return Roll("a unit from the cup", arrivals.the_cup(setting).paragraph)
        case "movement":
            prompt = "Move units, then end movement."
            forms = ("move", "end")
            return Question(side, "movement", prompt, data.movement.paragraph, forms, phase=True)
        case "combat":
            prompt = "Attack, or end combat."
            forms = ("attack", "end")
            return Question(side, "combat", prompt, data.combat.paragraph, forms, phase=True)
        case "over":
            return None
    return _in_battle(setting, position)


def _in_battle(setting: HexSetting, position: HexPosition) -> Need:
    battle, data = open_battle(position), setting.data
    match open_in(battle):
        case "roll":
            return Roll(f"attack on {battle.hex}", data.combat.paragraph)
        case "lose":
            prompt = f"Which units lose {counted(battle.owes, 'step')}?"
            return Question(battle.losing, "lose", prompt, losses.paragraph(setting), ("lose",))
        case "retreat":
            side, prompt = retreats.asked(setting, position), retreat_prompt(battle.retreating)
            paragraph = retreats.policy(setting).paragraph
            return Question(side, "retreat", prompt, paragraph, ("retreat",))
    prompt = f"Does a unit advance into {battle.hex}?"
    forms = ("advance", "pass")
    return Question(position.side, "advance", prompt, advances.paragraph(setting), forms)


def _check_end(setting: HexSetting, position: HexPosition, order: o.End) -> None:
    if order.phase != position.phase:
        why = f"this is not the {order.phase} phase"
        raise IllegalOrder(setting.data.about.sequence, why, f"Write `end {position.phase}`.")


def _end(position: HexPosition) -> o.End:
    return o.End("movement" if position.phase == "movement" else "combat")


ASKING: Asking[HexSetting, HexPosition] = Asking(
    need,
    answers={
        "plan": arrivals.legal_plans,
        "movement": movement.legal_moves,
        "combat": combat.legal_attacks,
        "lose": losses.legal_losses,
        "retreat": retreats.legal_retreats,
        "advance": advances.legal_advances,
    },
    checks={
        o.Plan: arrivals.check_plan,
        o.Move: movement.check_move,
        o.Attack: combat.check_attack,
        o.Lose: losses.check_lose,
        o.Retreat: retreats.check_retreat,
        o.Advance: advances.check_advance,
        o.End: _check_end,
    },
    end=_end,
    over="",
)
"""All questions; `Questions` makes those of one game of them."""


class Questions:
    """The questions of one game: only those that its data can ask.

    ``every``: all that there are; a game with orders of its own has a subclass with more.
    """

    every: Asking[HexSetting, HexPosition] = ASKING

    def __init__(self, game: Game[Any, Any]) -> None:
        made: Any = game
        data = made.setting.data
        off = {"plan": data.plan, "lose": losses.are_chosen(data), "retreat": data.retreat,
               "advance": data.advance}  # fmt: skip
        answers = {name: one for name, one in self.every.answers.items() if off.get(name, data)}
        self.ASKING = replace(self.every, answers=answers, over=data.victory.paragraph)
        self.need = self.ASKING.need
        self.check = self.ASKING.check
        self.legal = self.ASKING.legal
        self.legal_in_bunches = self.ASKING.legal_in_bunches
        self.answering = self.ASKING.answering
        self.check_answer = self.ASKING.check_answer
