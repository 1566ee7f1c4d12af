"""The common parts of a page for a game in a log and for a practice."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from pbem.errors import PbemError
from pbem.files import mark_of
from pbem.log.disk import explaining
from pbem.table.words.short import counts, short
from pbem.view.history import deed_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from pbem.client.session.trying import Trial
    from pbem.client.views.choosing.between import Between
    from pbem.client.views.choosing.choices import Choices
    from pbem.kit.contract import Question
    from pbem.view.history import Entry


def mark_now(path: Path) -> str:
    """Return the mark of a file (`pbem.files.mark_of`) as a page compares it.

    Raises:
        LogFileError: The file cannot be read; somebody may have moved it away.
    """
    with explaining(path, "Reading"):
        return " ".join(map(str, mark_of(path)))


class StaleError(PbemError):
    """The page shows an older position than the log has now: nothing was signed."""


class Asked(msgspec.Struct, frozen=True):
    """The open question: which side, by id and name, is asked what, and how an answer begins.

    - ``plain``: Whole answers for which nothing on the map is meant, for the player who is asked.
    - ``ends``, ``turns``: Those that only end the phase, and that hand the turn on.
    - ``waiting``: The rest of their list, which the answer puts an end to unless it is in it.
    - ``between``: The possible answers to a question that interrupts.
    - ``ready``: A unit off the map can be ordered now.
    """

    side: str
    name: str
    prompt: str
    paragraph: str
    forms: tuple[str, ...]
    secret: bool
    plain: tuple[str, ...] = ()
    ends: str = ""
    turns: tuple[str, ...] = ()
    waiting: Sequence[str] = ()
    between: Between | None = None
    ready: bool = False

    @classmethod
    def of(cls, asked: Question, mine: Choices | None, names: Mapping[str, str]) -> Asked:
        """Return a question without what only the table needs.

        ``mine``: what is legal, if the viewer is asked; ``names``: side -> its name.
        """
        secret, name = asked.secret is not None, names.get(asked.side, asked.side)
        made = cls(asked.side, name, asked.prompt, asked.paragraph, asked.forms, secret)
        if mine is None:
            return made
        made = replace(
            made, plain=mine.plain, ends=mine.ends, turns=mine.turns, waiting=mine.skipping
        )
        return replace(made, between=mine.between, ready=mine.ready)


LOOKED_BACK = 200
"""So many events at most are what came last, with those before it that an attack waits in."""


class CameLast(msgspec.Struct, frozen=True, rename={"reported": "told"}):
    """The last events in short, and the first of them.

    ``counted``: how much came, in a few words; ``since``: what they came after, in words; ``new``:
    they are not one's own, or nobody's are.
    """

    first: int
    reported: list[str]
    counted: str = ""
    since: str = ""
    new: bool = False

    @classmethod
    def of(
        cls, entries: Sequence[Entry], is_own: Callable[[Entry], bool], *, alone: bool
    ) -> CameLast:
        """Return what came after one's own last choice, ``entries`` the newest events.

        ``is_own`` says whether an event is a choice of one's own. If that choice came last of all,
        or nobody's choices are one's own (``alone``), it is reported too.
        """
        own = max((at for at, one in enumerate(entries) if is_own(one)), default=-1)
        mine = alone or own == len(entries) - 1
        begins = max(own, 0) if mine else own + 1
        deeds = [deed_of(one) for one in entries]
        first = entries[begins].seq if entries else 0
        new, before = deeds[begins:], deeds[:begins]
        since = "Last orders" if alone else "Your last orders" if mine else "Since your last orders"
        return cls(first, short(new, before), counts(new, before), since, not mine)


TRY = "'What can happen'"
"""The name of the button of the page that tries a list."""


class Tried(msgspec.Struct, frozen=True, rename={"reported": "told"}):
    """A list before it is signed: its orders, and what can become of it, in words.

    ``hopeless``: orders that are possible with no dice; ``trial``: the same as ``reported``, for
    anyone who draws it; ``does``: what the list does before any dice, which its author knows best.
    """

    lines: list[str]
    reported: list[str]
    hopeless: list[str]
    trial: Trial
    does: list[str]
