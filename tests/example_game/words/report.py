"""The Ford in words: every outcome one sentence, every position a few short lines."""

from __future__ import annotations

from example_game.rules.position import Position
from example_game.rules.setting import Setting
from pbem.kit import plain
from pbem.kit.sentences import Sentences
from pbem.kit.wording import counted

WAITS = {
    "barrage": "Blue writes down the day of their barrage",
    "day": "Red decides",
    "probe": "a probe is out",
    "opening": "Red attacks, and Blue shows the day of their barrage",
    "assault": "Red attacks",
    "pursuit": "Red's attack has failed; does Blue pursue?",
    "chase": "Blue pursues",
    "reckoning": "the last day is over, and Blue shows the day of their barrage",
    "over": "the game is over",
}


SENTENCES: Sentences[Setting] = Sentences()
report = SENTENCES.report


def describe(setting: Setting, position: Position) -> list[str]:
    """Describe a position: the day, both forces, the barrage, the end."""
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
