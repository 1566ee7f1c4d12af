"""News as outcomes declare them; of others, losses and results."""

from __future__ import annotations

from functools import partial
from typing import Any

from pbem.kit.contract import Game, News, Outcome
from pbem.kit.defaults.fields import in_words
from pbem.kit.sentences import declared_news
from pbem.kit.wording import listed


class LossesAndResults:
    """The news of one game: what its module ``odds`` calls lost or reads as a result."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self._game = game

    def news(self, _setting: object, outcome: Outcome) -> News | None:
        """Return what the outcome declares; losses by the names of the units, and results.

        None if it declares none of these.
        """
        if outcome.tells is not None and outcome.tells.matter is not None:
            return declared_news(outcome, self._game.report, partial(in_words, self._game))
        if lost := self._game.lost(outcome):
            return News("lost", listed(lost))
        if self._game.reading(outcome) is None:
            return None
        return News("result", self._game.report(outcome)[:-1])
