"""A picture without a map: the position in words."""

from __future__ import annotations

from typing import Any

from pbem.kit.contract import Game
from pbem.kit.picture import AreaPicture, Side
from pbem.kit.sides import side_name

TAG = 3
"""Letters of a side's name that stand for it."""


class NoMap:
    """The pictures of one game, which has no map."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self._game = game

    def picture(self, _setting: object, position: Any) -> AreaPicture:
        """Return a picture of no area, with the lines of `describe` below it."""
        game = self._game
        return AreaPicture(
            title="This game has no map",
            areas=(),
            counters=(),
            sides={side: Side(side_name(game, side), side[:TAG]) for side in game.sides},
            kinds={},
            notes=tuple(game.describe(position)),
        )
