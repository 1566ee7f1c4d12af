"""The phases of a turn in a row, and in which of them a game stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from pbem.kit.picture import HexPicture, Picture
from pbem.kit.plain import capital

if TYPE_CHECKING:
    from pbem.kit.screen import Summary
    from pbem.play.play import Play

MANY = 8
"""If there are more phases than these, only those of one side are listed."""


class Stage(msgspec.Struct, frozen=True):
    """A phase of the turn, and whether the game stands in it.

    ``passing``: it is shown only while it lasts.
    """

    title: str
    now: bool
    passing: bool = False


def course(play: Play | None) -> list[Stage]:
    """Return the phases of the turn in their order; none if the game has no such thing.

    If they are many and belong to sides, only those of the side in whose phase the game stands.
    """
    if play is None or not hasattr(play.game, "phases"):
        return []
    now, phases = play.game.stage(play.position), play.game.phases(play.position)
    side = f"{now.partition(' ')[0]} "
    own = [one for one in phases if one.name.startswith(side)]
    if len(phases) > MANY and own:
        return [
            Stage(capital(one.name.removeprefix(side)), one.name == now, one.passing) for one in own
        ]
    return [Stage(one.title, one.name == now, one.passing) for one in phases]


def summary_of(play: Play | None, side: str | None) -> Summary | None:
    """Return how the game stands, as ``side`` sees it; None if the game does not say."""
    if play is None or not hasattr(play.game, "summary"):
        return None
    return play.game.summary(play.game.view(play.position, side))


def place_names(picture: Picture | None) -> dict[str, str]:
    """Return place -> its name, for all places of a map that have one."""
    if picture is None:
        return {}
    places = picture.spaces if isinstance(picture, HexPicture) else picture.areas
    return {one.id: one.name for one in places if one.name}
