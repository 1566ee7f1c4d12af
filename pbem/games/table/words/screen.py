"""What a screen shows of a table: whose turn it is, and how its numbers stand."""

from __future__ import annotations

from typing import Any

from pbem.games.table.rules.position import Position
from pbem.games.table.rules.setting import Setting
from pbem.kit.defaults.screen import FromTheRest
from pbem.kit.screen import MOST_PARTS, CardText, ScorePart


class TableScreen(FromTheRest):
    """The screen of one table."""

    def score(self, setting: Any, position: Any) -> tuple[ScorePart, ...]:
        """Return the first values; else what is left in the decks, or how often dice fell."""
        table: Setting = setting
        now: Position = position
        parts = [ScorePart(name, str(value)) for name, value in now.values.items()]
        parts += [ScorePart(f"{deck} left", str(now.piles[deck].left)) for deck in table.data.decks]
        return tuple(parts[:MOST_PARTS]) or (ScorePart("acts", str(now.acts)),)

    def card_text(self, _setting: Any, card: str) -> CardText:
        """Return the title: what a card does stands on the owner's own."""
        return CardText(card)
