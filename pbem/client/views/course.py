"""The phases of a turn in a row, and in which of them a game stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from pbem.kit.plain import capital

if TYPE_CHECKING:
    from pbem.play.play import Play

MANY = 8
"""If there are more phases than these, only those of one side are listed."""


class Stage(msgspec.Struct, frozen=True):
    """A phase of the turn, and whether the game stands in it."""

    title: str
    now: bool


def course(play: Play | None) -> list[Stage]:
    """Return the phases of the turn in their order; none if the game has no such thing.

    If they are many and belong to sides, only those of the side in whose phase the game stands.
    """
    if play is None or not hasattr(play.game, "phases"):
        return []
    now, phases = play.game.stage(play.position), play.game.phases(play.position)
    side = f"{now.partition(' ')[0]} "
    own = [one.name for one in phases if one.name.startswith(side)]
    if len(phases) > MANY and own:
        return [Stage(capital(name.removeprefix(side)), name == now) for name in own]
    return [Stage(one.title, one.name == now) for one in phases]
