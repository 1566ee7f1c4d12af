"""What one order promises that is offered, asked for by itself: a list tells it of a few."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.desk.look.choices import behind
from pbem.desk.look.odds import odds_of_one
from pbem.errors import NotYourPen

if TYPE_CHECKING:
    from pbem.desk.seat.sitting import Sitting
    from pbem.play.play import Play


def promised(sitting: Sitting, written: str, line: str) -> str:
    """Return the odds of an order behind those ``written``, in a few words; raises as `choices`.

    Empty where nothing is promised: no dice come of it.
    """
    play = sitting.table.play
    if play is None or not sitting.has_pen:
        raise NotYourPen(sitting.table.pen().why)
    return promised_in(play.trial(), sitting.me, written, line)


def promised_in(play: Play, handle: str, written: str, line: str) -> str:
    """Return the same of ``handle``, whose orders a play waits for, which is changed by this."""

    def told(then: Play) -> list[str]:
        assert then.asked is not None  # noqa: S101 - `behind` has seen to it
        then.position = then.seen_by(then.asked.side)
        return [odds_of_one(then, then.asked.side, line)]

    return behind(play, handle, written, told)[-1]
