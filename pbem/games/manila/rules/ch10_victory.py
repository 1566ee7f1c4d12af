"""[10.0] Victory."""

from __future__ import annotations

from pbem.games.manila.data.tables import RULES_SIDE, SIDE
from pbem.games.manila.rules.outcomes import GameEnded
from pbem.games.manila.rules.position import Position
from pbem.games.manila.rules.setting import Setting


def control(setting: Setting, position: Position) -> int:
    """[5.2] Return how many Areas are American Controlled."""
    return len(setting.tables.areas) - len(position.defenders)


def automatic(position: Position) -> GameEnded | None:
    """[10.1] Return the end that the end of a Combat Phase brings, or None."""
    if not position.defenders:
        why = "Automatic Victory: every Area is American Controlled."
        return GameEnded(paragraph="10.1", winner=SIDE, why=why)
    if position.morale == 0:
        why = "Automatic Victory: American Morale is 0."
        return GameEnded(paragraph="10.1", winner=RULES_SIDE, why=why)
    return None


def final(setting: Setting, position: Position) -> GameEnded:
    """[10.2] Return how the game ends after the last Combat Phase."""
    goal, wanted = setting.tables.data.victory.must_hold, setting.wanted()
    held = position.american(goal)
    name = setting.tables.areas[goal].name
    if held and control(setting, position) >= wanted:
        why = f"Operational Victory: {name} and {wanted} Areas or more are American."
        return GameEnded(paragraph="10.2", winner=SIDE, why=why)
    why = f"No Operational Victory: {name} or {wanted} Areas are not American."
    return GameEnded(paragraph="10.2", winner=RULES_SIDE, why=why)
