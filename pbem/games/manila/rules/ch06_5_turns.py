"""[6.4.3, 6.5] The end of the Combat Phase and of the turn."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.errors import IllegalOrder
from pbem.games.manila.rules import ch06_1_dawn as dawn
from pbem.games.manila.rules import ch10_victory as victory
from pbem.games.manila.rules.ch03_morale import change
from pbem.games.manila.rules.ch08_movement import NICHOLS, check_round_over, close_round
from pbem.games.manila.rules.outcomes import PhaseBegun
from pbem.games.manila.rules.position import Position
from pbem.games.manila.rules.setting import Setting
from pbem.kit.contract import Outcome

NICHOLS_BY = 3
"""The turn by whose end Nichols Airfield must be American (11.2)."""


def check_end(position: Position, phase: str) -> None:
    """Refuse to end another phase than this one, or this one while it owes an attack."""
    if phase == "supply" and position.phase != "purchase":
        why = "the Supply Phase is over, and this is the Combat Phase"
        raise IllegalOrder("6.0", why, "`end combat` would end the fighting of this turn.")
    if phase == "combat" and position.phase == "purchase":
        raise IllegalOrder("6.0", "this is the Supply Phase", "Write `end supply` first.")
    check_round_over(position)


def end_combat(setting: Setting, position: Position) -> Iterator[Outcome]:
    """End the Combat Phase, the End Phase and the turn, up to the next choice or die."""
    yield from close_round(position)
    late = position.turn == NICHOLS_BY and not position.american(NICHOLS)
    if setting.options.nichols and late:
        yield from change(setting, position, -1, "11.2")
    end = victory.automatic(position)
    if end is None and position.turn >= setting.tables.data.length.turns:
        end = victory.final(setting, position)
    if end is not None:
        yield end
        return
    yield PhaseBegun(paragraph="6.5", turn=position.turn, phase="end")
    yield from change(setting, position, -1, "6.5")
    yield from dawn.begin(setting, position, position.turn + 1)
