"""The promise of one offered order, asked for by itself: a list has it for a few."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.client.views.choosing.choices import carried_out
from pbem.client.views.odds import Promised, Reckoned, odds_of_one, reckoned_of_one
from pbem.errors import NotYourPen

if TYPE_CHECKING:
    from pbem.client.session.session import Session
    from pbem.kit.chances.battles import Battles
    from pbem.play.play import Play


def promised(
    session: Session, written: str, line: str, followed: Battles | None = None
) -> Promised:
    """Return the odds of an order after those ``written``, in short.

    ``written``: lines of orders. ``line``: the order. Empty if nothing is promised: no dice come of
    it. ``followed``: battles that need not be followed again.

    Raises:
        NotYourPen: You are not the active player.
        OrderMistake: The lines before it cannot be carried out.
    """
    return promised_in(_trial(session), session.me, written, line, followed)


def promised_in(
    play: Play, handle: str, written: str, line: str, followed: Battles | None = None
) -> Promised:
    """Return what `promised` does for ``handle``, whose orders a play waits for.

    It changes the play.
    """
    play, side, line = _behind(play, handle, written, line)
    return odds_of_one(play, side, line, followed)


def reckoned(session: Session, written: str, line: str) -> Reckoned:
    """Return what the odds of an order after those ``written`` are made of.

    ``line``: the order. Raises NotYourPen and OrderMistake as `promised`.
    """
    return reckoned_in(_trial(session), session.me, written, line)


def reckoned_in(play: Play, handle: str, written: str, line: str) -> Reckoned:
    """Return what `reckoned` does for ``handle``, whose orders a play waits for.

    It changes the play.
    """
    return reckoned_of_one(*_behind(play, handle, written, line))


def _trial(session: Session) -> Play:
    play = session.table.play
    if play is None or not session.is_active:
        raise NotYourPen(session.table.active().why)
    return play.trial()


def _behind(play: Play, handle: str, written: str, line: str) -> tuple[Play, str, str]:
    """Return the play after lines as the side that is asked knows it, that side, and an order."""
    list_ = carried_out(play, handle, written)
    play = list_.after
    assert play.asked is not None  # noqa: S101 - `carried_out` has seen to it
    play.position = play.seen_by(play.asked.side)
    return play, play.asked.side, list_.unsettled(line)
