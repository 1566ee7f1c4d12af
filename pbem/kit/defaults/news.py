"""News of losses and of results: for a game in which nothing else matters to a summary."""

from __future__ import annotations

from typing import Any

from pbem.kit.contract import Game, News, Outcome
from pbem.kit.wording import listed


class LossesAndResults:
    """The news of one game: what its module ``odds`` calls lost or reads as a result."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self._game = game

    def news(self, _setting: object, outcome: Outcome) -> News | None:
        """Return losses by the names of the units, results as they are reported, else None."""
        if lost := self._game.lost(outcome):
            return News("lost", listed(lost))
        if self._game.reading(outcome) is None:
            return None
        return News("result", self._game.report(outcome)[:-1])
