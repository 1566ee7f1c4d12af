"""A check of a tournament's files when its pages are made, and how the pages report it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from pbem.crypto.text import escape
from pbem.director.evidence import read_evidence
from pbem.director.judging import fault_of
from pbem.errors import PbemError
from pbem.items import item
from pbem.kit.wording import counted, listing, with_stop
from pbem.log.event import Event
from pbem.log.file import read_events
from pbem.table.library import Library
from pbem.tournament.folding import Fold
from pbem.tournament.history import BoardOf
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
    - ``ruled``: how many boards stand on the director's word.
    """

    games: int = 0
    rolls: int = 0
    signatures: int = 0
    missing: Sequence[BoardOf] = ()
    strange: Sequence[BoardOf] = ()
    wrong: Sequence[str] = ()
    ruled: int = 0

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


def check(
    made: Fold,
    kept: Mapping[BoardOf, Path],
    called: Callable[[BoardOf], str],
    library: Library,
    events: Sequence[Event],
) -> Checked:
    """Check the logs of games that are published, as `pbem.director.judging.verify` does.

    ``kept``: the logs. ``called``: how a page calls that of a board. ``events``: those of the
    tournament's log, which was folded and so holds.
    """
    history, wrong, strange, rolls = made.now, list[str](), list[BoardOf](), 0
    signatures = len(events) + sum("word" in event.data for event in events)
    for at, path in kept.items():
        try:
            with item(str(path)):
                played = list(read_events(path))
                signatures += len(played)
                rolls += sum(event.kind == "dice" for event in played)
                evidence = read_evidence(path, library)
                fault = None
                if evidence.verdict.lower:
                    strange.append(at)
                elif at in history.proven:
                    fault = fault_of(history, at, evidence)
            said = "" if fault is None else fault.message
        except PbemError as error:
            said = str(error)
        if said:
            wrong.append(said.replace(escape(str(path)), called(at)))
    decided = history.decided.items()
    return Checked(
        games=len(kept),
        rolls=rolls,
        signatures=signatures,
        missing=[at for at, done in decided if done.head and not done.ruled and at not in kept],
        strange=strange,
        wrong=wrong,
        ruled=sum(bool(done.ruled) for _, done in decided),
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
