"""What a page is shown alike of a game in a log and of a practice."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from pbem.errors import PbemError
from pbem.files import mark_of
from pbem.log.disk import explaining

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from pbem.desk.look.choices import Choices
    from pbem.desk.seat.trying import Trial
    from pbem.kit.contract import Question


def mark_now(path: Path) -> str:
    """Return the mark of a file (`pbem.files.mark_of`) as a page compares it.

    Raises `LogFileError`, as where somebody has moved the file away.
    """
    with explaining(path, "Reading"):
        return " ".join(map(str, mark_of(path)))


class StaleError(PbemError):
    """The page shows an older position than the log has now: nothing was signed."""


class Asked(msgspec.Struct, frozen=True):
    """The open question: who is asked what, and the words that begin an answer.

    ``plain``: whole answers for which nothing on the map is meant, for whose question it is;
    ``waiting``: what waits of his list, which the answer puts an end to unless it is in it.
    """

    side: str
    prompt: str
    paragraph: str
    forms: tuple[str, ...]
    secret: bool
    plain: tuple[str, ...] = ()
    waiting: Sequence[str] = ()

    @classmethod
    def of(cls, asked: Question, mine: Choices | None) -> Asked:
        """Return a question without what only the table needs.

        ``mine``: what is legal, where it is asked of whoever looks.
        """
        secret = asked.secret is not None
        plain, waiting = ((), ()) if mine is None else (mine.plain, mine.lapsing)
        return cls(asked.side, asked.prompt, asked.paragraph, asked.forms, secret, plain, waiting)


class Tried(msgspec.Struct, frozen=True):
    """A list before it is signed: the orders as they will stand, and what can become of it, told.

    ``hopeless``: what is to be read before it is signed, since an order is possible with no dice,
    and ``lapsing`` since an order that waits lapses by it;
    ``trial``: the same as ``told``, for whoever draws it.
    """

    lines: list[str]
    told: list[str]
    hopeless: list[str]
    lapsing: list[str]
    trial: Trial
