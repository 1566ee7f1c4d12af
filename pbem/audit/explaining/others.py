"""The other orders that were legal in a place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from pbem.audit.explaining.story import Cause
from pbem.kit.contract import Question
from pbem.kit.wording import listed
from pbem.play.play import Play

LEGAL_MOST = 8
"""So many other answers are named."""


def others(
    play: Play, asked: Question, chosen: Sequence[Mapping[str, Any]], at: str
) -> Iterator[Cause]:
    """Say what other answers than those ``chosen`` were legal.

    Args:
        play: The game before the answer.
        asked: The question.
        chosen: The answers that were given, as a log has them.
        at: The place in the log, for a hint; empty for none.
    """
    if asked.secret is not None:
        return
    game = play.game
    took = [dict(one) for one in chosen]
    lines = [
        game.text(order)
        for order in islice(game.legal(play.position), LEGAL_MOST + 2)
        if game.write_order(order) not in took
    ]
    if not lines:
        yield Cause("others", "No other answer was legal.", (asked.paragraph,))
        return
    more = " and others" if len(lines) > LEGAL_MOST else ""
    reported = listed(f"'{line}'" for line in lines[:LEGAL_MOST])
    where = f" (pbem legal FILE --at {at})" if at else ""
    yield Cause("others", f"Also legal: {reported}{more}{where}.", (asked.paragraph,))
