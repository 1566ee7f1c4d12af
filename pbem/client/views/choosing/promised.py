"""What one order promises that is offered, asked for by itself: a list has it for a few."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.client.views.choosing.choices import carried_out
from pbem.client.views.odds import odds_of_one
from pbem.errors import NotYourPen

if TYPE_CHECKING:
    from pbem.client.session.session import Session
    from pbem.kit.chances.battles import Battles
    from pbem.play.play import Play


def promised(session: Session, written: str, line: str, followed: Battles | None = None) -> str:
    """Return the odds of an order after those ``written``, in a few words.

    Empty if nothing is promised: no dice come of it. ``followed``: battles that need not be
    followed again.

    Raises:
        NotYourPen: You are not the active player.
        OrderMistake: The lines before it cannot be carried out.
    """
    play = session.table.play
    if play is None or not session.is_active:
        raise NotYourPen(session.table.active().why)
    return promised_in(play.trial(), session.me, written, line, followed)


def promised_in(
    play: Play, handle: str, written: str, line: str, followed: Battles | None = None
) -> str:
    """Return the same of ``handle``, whose orders a play waits for, which is changed by this."""
    list_ = carried_out(play, handle, written)
    play = list_.after
    assert play.asked is not None  # noqa: S101 - `carried_out` has seen to it
    play.position = play.seen_by(play.asked.side)
    return odds_of_one(play, play.asked.side, list_.unsettled(line), followed)
