"""[13.0] Victory conditions."""

from __future__ import annotations

from pbem.games.saipan.rules.outcomes import GameEnded
from pbem.games.saipan.rules.position import Position
from pbem.games.saipan.rules.setting import Setting

US_WINS = "every Japanese unit is eliminated"
JP_WINS = "no American unit is on the island"
TOO_LATE = "the US had until the end of Game-Turn {} to eliminate every Japanese unit"
BOTH = "no unit of either side is left on the island: each side has met its condition"
NEITHER = "both sides still have units on the island at the end of the last Game-Turn"


def at_once(position: Position) -> GameEnded | None:
    """The US wins as soon as the last Japanese unit is eliminated (A18); else None.

    If no US unit is on the island either, each side has met its condition: a draw (A19, A34).
    """
    if position.on["jp"]:
        return None
    if not position.on["us"] and not _claims(position):
        return GameEnded(paragraph="13.0", winner=None, why=BOTH)
    return GameEnded(paragraph="13.0", winner="us", why=US_WINS)


def _claims(position: Position) -> bool:
    """Whether a unit at sea has cleared its beach and is bound to take it (12.32)."""
    battle = position.battle
    return battle is not None and any(
        unit in position.sea and position.sea[unit].target in battle.vacated
        for unit in battle.victors
    )


def at_end_of_turn(setting: Setting, position: Position) -> GameEnded | None:
    """The Japanese win at the end of any Game-Turn with no US unit on the island (A17).

    So they do where the handicap ``us_by`` has given the US until now.
    """
    if not position.on["us"]:
        return GameEnded(paragraph="13.0", winner="jp", why=JP_WINS)
    if position.turn == setting.options.us_by:
        return GameEnded(paragraph="13.0", winner="jp", why=TOO_LATE.format(position.turn))
    if position.turn >= setting.tables.turns:
        return GameEnded(paragraph="13.0", winner=None, why=NEITHER)
    return None
