"""A practice as the page shows it: both sides on one map, dice as one likes, and back again.

Everything is what `pbem practice` does, in its file; the log is only read where one begins.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

import msgspec

from pbem.board.art import Art, pictured
from pbem.board.shown import LOOKED_BACK, TRY, Asked, CameLast, StaleError, Tried, mark_now
from pbem.client.session.trying import never_of, try_out
from pbem.client.session.words import draft_lines, never_lines, trial_lines
from pbem.client.views.charts import abbreviations
from pbem.client.views.choosing.known import Known
from pbem.client.views.course import Stage
from pbem.client.views.odds import Promised, Reckoned
from pbem.client.views.why import why
from pbem.errors import FormError
from pbem.kit.wording import short_title
from pbem.log.disk import write_new
from pbem.practice.beginning import PracticeOptions, after_event
from pbem.practice.finding import new_file
from pbem.practice.kept import keep, locked_practice, played
from pbem.practice.trying import Practice, back, opened
from pbem.practice.words import from_words, step_words
from pbem.replays.moments import Moment, beginning, between
from pbem.table.practice import Diced, PracticeFile, Step, to_bytes
from pbem.table.words.reporting import DICE_REPORTED
from pbem.view.history import Entry, Happening

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from pbem.client.session.waiting import Kept
    from pbem.client.views.charts import Charted, Meaning
    from pbem.client.views.choosing.choices import Choices
    from pbem.client.views.choosing.underway import Mark
    from pbem.client.views.hand import InHand, InStock
    from pbem.client.views.standing import StandingQuestion
    from pbem.client.views.why import Explained
    from pbem.kit.contract import Question, Rules
    from pbem.kit.game import Pictured
    from pbem.kit.picture import Picture
    from pbem.kit.screen import AtHand, Summary
    from pbem.table.library import Library
    from pbem.table.practice import Beginning


PRACTICE, PROGRAM = "practice", " (the program)"
"""The author of what nobody ordered; and after a side: its orders are the program's."""
ROLLS_MOST = 5
"""So many rolls at most are reported one by one in what came of a click."""


class PracticeShown(msgspec.Struct, frozen=True, kw_only=True, rename={"active": "pen"}):
    """The state of a practice, by the names that a game in a log has for the same.

    ``events``: its beginning and its steps; ``head``: what its file says, in short; ``may``: orders
    or dice, whichever it waits for.
    """

    game: str
    title: str
    rules: str
    you: None = None
    events: int
    head: str
    position: list[str]
    active: str
    yours: bool
    may: list[str]
    deadline: None = None
    result: str | None
    standing: dict[str, list[str]]
    forked: list[str] = []
    since: None = None


class PracticeState(msgspec.Struct, frozen=True):
    """A practice as its page shows it; ``practice``: where it began, ``file``: where it lies.

    ``names``: side -> what it is called; ``at_hand``, ``pictured``, ``phases``, ``summary``,
    ``places`` and ``called``: as in `pbem.board.game.State`.
    """

    shown: PracticeShown
    asked: Asked | None
    hand: list[InHand | InStock]
    offered: list[str]
    trouble: list[str]
    unlocked: bool
    begun: bool
    questions: list[StandingQuestion]
    underway: list[Mark]
    practice: str
    file: str
    due: str
    mark: str
    unsent: str = ""
    names: dict[str, str] = {}
    at_hand: AtHand | None = None
    pictured: bool = False
    phases: list[Stage] = []
    summary: Summary | None = None
    places: dict[str, str] = {}
    called: str = ""


class PracticeBoard:
    """The practice in the file at ``path``.

    Args:
        library: The rules and data that are here.
        path: The file.
        module_of: Returns the player's own module with the pictures of a game, if it is here.

    Each method that goes on or back raises `StaleError` if the practice went on elsewhere after
    ``head``, the place that the page shows.
    """

    def __init__(
        self,
        library: Library,
        path: Path,
        module_of: Callable[[Pictured], Path | None] = lambda _: None,
    ) -> None:
        self.art = Art(lambda: pictured(self._opened().play), module_of)
        self._library = library
        self._path = path
        self._seen: str | None = None
        self._file: PracticeFile | None = None
        self._practice: Practice | None = None
        self._walked: _Walk | None = None
        self._known = Known()

    @property
    def mark(self) -> str:
        """A mark that changes when the file does."""
        return mark_now(self._path)

    def forget(self) -> None:
        """Trust nothing in memory after an error that nobody foresaw: the file is read again."""
        self._seen = self._file = self._practice = self._walked = None
        self._known = Known()

    @property
    def name(self) -> str:
        """The name of the practice.

        Raises:
            FormError: The file is no practice.
        """
        self._opened()
        return self._path.stem

    def _asked(self, asked: Question, practice: Practice) -> Asked:
        names = {asked.side: practice.called(asked.side)}
        return Asked.of(asked, self.choices("", None), names)

    def state(self) -> PracticeState:
        """Return the practice as it stands."""
        mark = self.mark
        practice = self._opened()
        asked, due = practice.asked, practice.due
        shown = PracticeShown(
            game=self._path.stem,
            title=practice.title,
            rules=self._rules().name,
            events=len(practice.tried) + 1,
            head=self._head(),
            position=practice.describe(),
            active=practice.waiting,
            yours=asked is not None or due is not None,
            may=["orders"] if asked is not None else ["dice"] if due is not None else [],
            result=None if practice.result is None else f"{practice.waiting} {practice.result.why}",
            standing=practice.standing,
        )
        return PracticeState(
            shown,
            None if asked is None else self._asked(asked, practice),
            practice.hand(),
            [],
            [],
            unlocked=True,
            begun=True,
            questions=practice.questions,
            underway=practice.underway,
            practice=from_words(practice),
            file=str(self._path),
            due="" if due is None else f"{due.purpose} [{due.paragraph}]",
            mark=mark,
            names=practice.names,
            at_hand=practice.at_hand,
            pictured=self.art.is_here,
            phases=practice.course,
            summary=practice.summary,
            places=practice.places,
            called=short_title(practice.title, self._rules().name),
        )

    def picture(self) -> Picture:
        """Return the map as it stands."""
        return self._opened().picture()

    def choices(self, written: str, about: str | None, at: str = "") -> Choices:
        """Return what is legal after ``written`` that names ``about``, ``at`` a place."""
        known = self._known.at(self.mark)  # before it is read: what comes meanwhile is another
        return self._opened().choices(written, about, at, known)

    def promised(self, written: str, line: str) -> Promised:
        """Return the odds of an order, ``line``, after lines ``written``, in short.

        Raises:
            NotYourPen: Nobody is asked for orders.
            OrderMistake: The written orders cannot be given.
        """
        known = self._known.at(self.mark)
        return self._opened().promised(written, line, known.battles)

    def reckoned(self, written: str, line: str) -> Reckoned:
        """Return what the odds of an order are made of; as `promised` otherwise."""
        return self._opened().reckoned(written, line)

    def kept(self, answer: str) -> Kept:
        """Return an answer, a line, with what still waits of a list after it.

        Raises:
            NotYourPen: Nobody is asked for orders.
        """
        return self._opened().kept(answer)

    def charts(self) -> Charted:
        """Return the charts of the game, with where it stands."""
        return self._opened().charts(self._rules())

    def words(self) -> dict[str, Meaning]:
        """Return what each abbreviation of the game stands for."""
        return abbreviations(self._rules())

    def paragraph(self, name: str) -> Explained:
        """Return what a paragraph or ruling means.

        Raises:
            FormError: The game has none of that name.
        """
        return why(self._rules(), [name])

    def _rules(self) -> Rules:
        return self._library.load(self._opened().beginning.rules)[0]

    def tried(self, text: str) -> Tried:
        """Return what can happen to a list of orders, in lines of text.

        Raises:
            OrderMistake: The list cannot be given.
        """
        known = self._known.at(self.mark)
        practice = self._opened()
        rehearsed = practice.rehearse(text.encode())
        draft, trial = rehearsed.draft, try_out(rehearsed, followed=known.battles)
        hopeless = never_lines(never_of(trial), TRY)
        return Tried(draft.lines, trial_lines(trial), hopeless, trial, draft_lines(draft))

    def past(self, seq: int) -> Moment:
        """Return what a step did; 0 is the beginning.

        Raises:
            FormError: There is no such step.
        """
        self._opened()
        assert self._file is not None  # noqa: S101 - it was opened
        if not 0 <= seq <= len(self._file.steps):
            raise FormError(f"There is no step {seq}.")
        if self._walked is None or self._walked.file.beginning != self._file.beginning:
            self._walked = _Walk(self._file, self._library)
        self._walked.file = self._file
        return self._walked.at(seq)

    def reported(self, first: int, count: int) -> list[Entry]:
        """Return the steps from number ``first`` on, of ``count`` at most; 0 is the beginning."""
        practice = self._opened()
        every = [_begun(practice), *(_entry(*one, practice) for one in practice.tried)]
        return every[max(0, first) : first + count]

    def came_last(self) -> CameLast:
        """Return what the program and the dice did after the last orders of one's own."""
        count = len(self._opened().tried) + 1
        entries = self.reported(max(0, count - LOOKED_BACK), LOOKED_BACK)

        def is_own(one: Entry) -> bool:
            return one.by != PRACTICE and not one.by.endswith(PROGRAM)

        return CameLast.of(entries, is_own, alone=False)

    # --- what is tried -----------------------------------------------------------------------

    def order(self, text: str, head: str) -> list[str]:
        """Carry out a list of the side that is asked; return what came of it, in lines.

        ``head``: as in `pbem.board.sent.Trying`.
        """
        return self._added(head, lambda practice: practice.order(text.encode()))

    def roll(self, faces: Sequence[int], head: str, *, every: bool = False) -> list[str]:
        """Roll what is due, by the seed or as ``faces`` say; return what came of it, in lines.

        ``faces``: none for the seed. ``head``: as for `order`. ``every``: what is due after that as
        well, until somebody is asked.
        """
        return self._added(
            head, lambda practice: practice.every_die(faces) if every else practice.dice(faces)
        )

    def back(self, to: int | None, head: str) -> None:
        """Take back what came after step ``to``; None: the last step of one's own.

        ``head``: as for `order`.
        """
        with locked_practice(self._path):
            self._check(head)
            assert self._file is not None  # noqa: S101 - it was opened
            practice = opened(back(self._file, to), self._library)
            practice.go_on()
            keep(self._path, practice)

    def sensible(self, written: str = "") -> list[str]:
        """Return what a computer player would order after what is written, in lines.

        Raises:
            NotYourPen: The list leaves nothing to order.
            OrderMistake: The written orders cannot be given.
        """
        return self._opened().sensible_after(written)

    def _added(self, head: str, what: Callable[[Practice], Sequence[Any]]) -> list[str]:
        with locked_practice(self._path):
            self._check(head)
            practice = self._opened()
            self._seen = None  # what fails in the middle of several steps is read again
            tried = what(practice)
            keep(self._path, practice)
        return _came([happening for one in tried for happening in one.reported])

    def _check(self, head: str) -> None:
        self._opened()
        if head != self._head():
            raise StaleError("The practice went on elsewhere. Look at it, then go on.")

    # --- what is kept ------------------------------------------------------------------------

    def _opened(self) -> Practice:
        mark = self.mark
        if self._practice is None or mark != self._seen:
            self._file, self._practice = played(self._path, self._library)
            self._seen = mark
        return self._practice

    def _head(self) -> str:
        assert self._file is not None  # noqa: S101 - it was opened
        return hashlib.sha256(to_bytes(self._file)).hexdigest()


class _Walk:
    """A practice on its way from its beginning, step by step, as somebody looks at its steps."""

    def __init__(self, file: PracticeFile, library: Library) -> None:
        self.file = file
        self._library = library
        self._begin()
        self._looked: tuple[list[Step], Moment] | None = None

    def _begin(self) -> None:
        self._practice = opened(self.file, self._library, 0)

    def at(self, seq: int) -> Moment:
        """Return what a step did."""
        way = self.file.steps[:seq]
        if self._looked is None or self._looked[0] != way:
            self._looked = way, self._walk(way)
        return self._looked[1]

    def _walk(self, way: list[Step]) -> Moment:
        done = [one.step for one in self._practice.tried]
        if not way or done != way[: len(done)] or len(done) == len(way):
            self._begin()
            done = []
        if not way:
            return beginning(_begun(self._practice), self._practice.play)
        for step in way[len(done) : -1]:
            self._practice.carry_out(step)
        watched = self._practice.watch(way[-1])
        return between(_entry(*self._practice.tried[-1], self._practice), *watched, None)


def _came(reported: list[Happening]) -> list[str]:
    """Return what came of it in lines; of many rolls how many they were."""
    rolls = sum(one.sort == "die" for one in reported)
    if rolls <= ROLLS_MOST:
        return [_in_short(one) for one in reported]
    many = f"{rolls} rolls. 'What happened' lists each of them."
    return [many, *(one.text for one in reported if one.sort != "die")]


def _in_short(one: Happening) -> str:
    """Return what came of it in a sentence; of many dice how many they were."""
    if len(one.dice) <= DICE_REPORTED:
        return one.text
    return f"{len(one.dice)} dice for {one.purpose}."


def begin_after(log: Path, library: Library, event: int, to: Path | None = None) -> Path:
    """Begin a practice after an event of a log, in a file of its own.

    Args:
        log: The log.
        library: The rules.
        event: The number of the event; None: the last.
        to: The folder of the file.

    Returns:
        The file.

    Raises:
        FormError: The game had not begun then.
        BadLog: The log is not valid up to there.
        LogFileError: The log cannot be read, or the file cannot be written.
    """
    return begin(after_event(log, library, PracticeOptions(at=event)), library, to)


def begin(beginning: Beginning, library: Library, to: Path | None = None) -> Path:
    """Write a new practice where `pbem practice new` does; return where it lies.

    ``to``: a file or a folder; None: the current folder.
    """
    path = new_file(beginning, to)
    practice = opened(PracticeFile(beginning, []), library)
    practice.go_on()
    write_new(path, to_bytes(practice.file))
    return path


def _begun(practice: Practice) -> Entry:
    return _reported(0, PRACTICE, f"begins {from_words(practice)}")


def _entry(number: int, step: Step, reported: Sequence[Happening], practice: Practice) -> Entry:
    """Return a step in the form of an event, by the name of its side."""
    if isinstance(step, Diced):
        return _reported(number, PRACTICE, step_words(step), (), reported)
    side = practice.called(step.side)
    by = f"{side}{PROGRAM}" if step.by == "program" else side
    return _reported(number, by, "orders", step.text.splitlines(), reported)


def _reported(
    number: int, by: str, did: str, orders: Sequence[str] = (), reported: Sequence[Happening] = ()
) -> Entry:
    return Entry(number, "", "", by, "practice", 0, did, tuple(orders), tuple(reported), "")
