"""The Ford told: every outcome one sentence, every position a few short lines."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from example_game.rules import outcomes as o
from example_game.rules.position import Position
from example_game.rules.setting import Setting
from pbem.kit import plain
from pbem.kit.contract import Outcome
from pbem.kit.wording import counted

WAITS = {
    "barrage": "Blue writes down the day of his barrage",
    "day": "Red decides",
    "probe": "a probe is out",
    "opening": "Red attacks, and Blue shows the day of his barrage",
    "assault": "Red attacks",
    "pursuit": "Red's attack has failed; does Blue pursue?",
    "chase": "Blue pursues",
    "reckoning": "the last day is over, and Blue shows the day of his barrage",
    "over": "the game is over",
}


def report(setting: Setting, outcome: Outcome) -> str:
    """Tell an outcome in one sentence."""
    return plain.capital(_SENTENCES[type(outcome)](setting, outcome)) + "."


def describe(setting: Setting, position: Position) -> list[str]:
    """Tell a position: the day, both forces, the barrage, the end."""
    lines = [f"Day {position.turn} of {setting.days}: {WAITS[position.waits]}."]
    lines.append(f"Red: {setting.data.battalion.name}, {counted(position.steps, 'step')}.")
    garrison = (
        "the garrison, which nobody knows" if position.face_down else f"the {position.garrison}"
    )
    dug = f", dug in by {position.dug}" if position.dug else ""
    lines.append(f"Blue: the {garrison}{dug}.")
    if not setting.options.barrage:
        lines.append("There is no barrage in this game.")
    elif position.barrage:
        lines.append(f"The barrage is that of day {position.barrage}.")
    if position.ended is not None and position.ended.winner is not None:
        lines.append(f"{plain.capital(position.ended.winner)} wins: {position.ended.why}.")
    return lines


def _assaulted(_: Setting, outcome: o.Assaulted) -> str:
    reported = f"die {outcome.die}, {outcome.attack} against {outcome.defence}"
    return f"{reported}: the ford is {outcome.result}"


_SENTENCES: dict[type[Outcome], Callable[[Setting, Any], str]] = {
    o.BarrageSealed: lambda _, __: "Blue has written down the day of his barrage, under seal",
    o.BarrageOpened: lambda _, reported: f"Blue's barrage is that of day {reported.day}",
    o.ProbeSent: lambda _, __: "Red sends a probe into the ford",
    o.TurnedUp: lambda _, reported: f"the garrison is the {reported.counter}",
    o.AttackDeclared: lambda _, __: "Red attacks the ford",
    o.Assaulted: _assaulted,
    o.StepLost: lambda _, reported: f"{reported.unit} loses a step",
    o.PursuitBegun: lambda _, __: "Blue pursues",
    o.PursuitDeclined: lambda _, __: "Blue does not pursue",
    o.Pursued: lambda _, reported: f"pursuit, die {reported.die}: {reported.result}",
    o.Waited: lambda _, __: "Red waits",
    o.DugIn: lambda _, reported: f"the garrison digs in by {reported.points}",
    o.DayBegun: lambda _, reported: f"day {reported.day} begins",
    o.LastDayOver: lambda _, __: "the last day is over",
    o.GameEnded: lambda _, reported: f"{reported.winner} wins: {reported.why}",
}
