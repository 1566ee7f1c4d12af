"""A check of a tournament's files when its pages are made, and how the pages report it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from pbem.audit.verdict import Verdict
from pbem.crypto.text import escape
from pbem.director.evidence import read_evidence
from pbem.director.judging import fault_of
from pbem.errors import PbemError
from pbem.items import item
from pbem.kit.wording import counted, listing, with_stop
from pbem.log.event import Event
from pbem.table.library import Library
from pbem.tournament.history import BoardOf, History
from pbem.view.markup import Markup, tag

_MOST = 5
"""How many faults a page names; 'pbem tournament verify' names all."""


class Checked(NamedTuple):
    """The findings of a check.

    - ``games``: how many logs of games lie among the pages; ``rolls``: their rolls of dice;
    - ``signatures``: those of the tournament's log and of these;
    - ``missing``: boards whose result follows from a log that is not here;
    - ``strange``: boards whose game has no rules here;
    - ``wrong``: what is wrong, in sentences;
    - ``ruled``: how many boards stand on the director's word;
    - ``turns``: how far games have come that go on, in words.
    """

    games: int = 0
    rolls: int = 0
    signatures: int = 0
    missing: Sequence[BoardOf] = ()
    strange: Sequence[BoardOf] = ()
    wrong: Sequence[str] = ()
    ruled: int = 0
    turns: Mapping[BoardOf, str] = {}

    @property
    def title(self) -> str:
        """The outcome in a few words."""
        if self.wrong:
            return "Something does not check"
        if self.missing or self.strange:
            return "Not everything can be checked"
        return "Everything checks"

    @property
    def ok(self) -> bool:
        """Whether everything was checked, and nothing is wrong."""
        return not (self.wrong or self.missing or self.strange)

    @property
    def size(self) -> str:
        """How much there is to check, in words."""
        games, signed = counted(self.games, "game"), counted(self.signatures, "signature")
        return f"{games}, {signed}, {counted(self.rolls, 'roll')}"


class Examined(NamedTuple):
    """The findings on the log of one game: as `Checked`, and the ``verdict`` if there is one.

    ``turn``: how far a game has come that goes on.
    """

    signatures: int
    rolls: int
    strange: bool = False
    wrong: str = ""
    verdict: Verdict | None = None
    turn: str = ""


def examine(
    history: History,
    at: BoardOf,
    path: Path,
    events: Sequence[Event],
    *,
    called: str,
    library: Library,
) -> Examined:
    """Check the log of a game that is published, as `pbem.director.judging.verify` does.

    ``called``: how a page calls it. ``events``: those of the log, which was read.
    """
    found = Examined(len(events), sum(event.kind == "dice" for event in events))
    try:
        with item(str(path)):
            evidence = read_evidence(path, library)
            found = found._replace(verdict=evidence.verdict)
            if evidence.verdict.lower:
                return found._replace(strange=True)
            fault = fault_of(history, at, evidence) if at in history.proven else None
            said = "" if fault is None else fault.message
    except PbemError as error:
        said = str(error)
    return found._replace(wrong=said.replace(escape(str(path)), called))


def check(
    history: History, examined: Mapping[BoardOf, Examined], events: Sequence[Event]
) -> Checked:
    """Sum up what was found in the logs of games that are published.

    ``events``: those of the tournament's log, which was folded and so holds.
    """
    signatures = len(events) + sum("word" in event.data for event in events)
    decided, each = history.decided.items(), examined.values()
    return Checked(
        games=len(examined),
        rolls=sum(one.rolls for one in each),
        signatures=signatures + sum(one.signatures for one in each),
        missing=[at for at, done in decided if done.head and not done.ruled and at not in examined],
        strange=[at for at, one in examined.items() if one.strange],
        wrong=[one.wrong for one in each if one.wrong],
        ruled=sum(bool(done.ruled) for _, done in decided),
        turns={at: one.turn for at, one in examined.items() if one.turn},
    )


def reasons(checked: Checked) -> list[Markup]:
    """Return how much was checked, and what was not, each as a paragraph."""
    lines = [f"{checked.size}."]
    lines += [with_stop(one) for one in checked.wrong[:_MOST]]
    if (more := len(checked.wrong) - _MOST) > 0:
        lines.append(f"{counted(more, 'more fault')}.")
    if checked.missing:
        have = "has" if len(checked.missing) == 1 else "have"
        lines.append(
            f"{counted(len(checked.missing), 'game')} {have} no log here: "
            f"{listing([str(at) for at in checked.missing])}."
        )
    if checked.strange:
        have = "has" if len(checked.strange) == 1 else "have"
        lines.append(
            f"{counted(len(checked.strange), 'game')} {have} no rules here: "
            f"{listing([str(at) for at in checked.strange])}."
        )
    if checked.ruled:
        are = "is" if checked.ruled == 1 else "are"
        lines.append(f"{counted(checked.ruled, 'result')} {are} the director's word.")
    return [tag("p", line) for line in lines]


def kind_of(checked: Checked) -> str:
    """Return the class of the box that says it."""
    return "check good" if checked.ok else "check"
