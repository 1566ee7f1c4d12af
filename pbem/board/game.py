"""One game as its page shows it and plays it: what is read, tried and signed there.

Everything is what the commands do, by the same functions; a page adds nothing to it. All of it runs
in one thread, one request after the other.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from time import monotonic, time
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from pbem.audit.explaining.explain import explain
from pbem.board.art import Art, pictured
from pbem.board.past import Past
from pbem.board.practising import begin_after
from pbem.board.shown import LOOKED_BACK, TRY, Asked, CameLast, StaleError, Tried, mark_now
from pbem.board.signing import Wish, ready
from pbem.client.exchange.taking import TakeOptions
from pbem.client.lock import WentOnError
from pbem.client.messages.composing import Addressed, addressed, compose
from pbem.client.messages.reading import take_mail
from pbem.client.messages.sending import stretch
from pbem.client.messages.words import posted_lines
from pbem.client.people import unlock
from pbem.client.session import drafts, trying
from pbem.client.session.next_step import deeds
from pbem.client.session.offers import open_lines
from pbem.client.session.session import Done, Session, sit
from pbem.client.session.unsent import keep_unsent, unsent
from pbem.client.session.waiting import Kept, keep_waiting
from pbem.client.session.words import (
    becoming_lines,
    coined_lines,
    draft_lines,
    entry_lines,
    never_lines,
    skipping_lines,
)
from pbem.client.storage import modules
from pbem.client.umpire import timekeeping
from pbem.client.views import looking
from pbem.client.views.charts import abbreviations, charts_of_game
from pbem.client.views.choosing.choices import Choices, choices
from pbem.client.views.choosing.known import Known
from pbem.client.views.choosing.promised import promised, reckoned
from pbem.client.views.choosing.underway import Mark, marks
from pbem.client.views.course import Stage, course, place_names, summary_of
from pbem.client.views.hand import InHand, InStock, at_hand, hand
from pbem.client.views.incomplete import Trouble, sit_to_look, trouble_lines
from pbem.client.views.odds import Promised, Reckoned
from pbem.client.views.standing import StandingQuestion, standing_questions
from pbem.client.views.terms import join_lines
from pbem.client.views.why import rules_of_game, why
from pbem.errors import FormError, NotYourPen
from pbem.kit.wording import short_title, without_stop
from pbem.log.file import to_bytes
from pbem.log.finding import BadLog
from pbem.log.fork import is_fork, read_fork
from pbem.mail.letter import messages
from pbem.replays.moments import moment
from pbem.table.words.short import OWED
from pbem.view.raster import png

if TYPE_CHECKING:
    from collections.abc import Callable

    from pbem.audit.explaining.explain import Explanation
    from pbem.client.client import Client
    from pbem.client.views.charts import Charted, Meaning
    from pbem.client.views.looking import Shown
    from pbem.client.views.why import Explained
    from pbem.identity.identity import Identity
    from pbem.kit.game import Pictured
    from pbem.kit.picture import Picture
    from pbem.kit.screen import AtHand, Summary
    from pbem.replays.moments import Moment
    from pbem.table.library import Library
    from pbem.table.moments import Place
    from pbem.view.history import Entry


WENT_ON = (
    "The game went on since this page was drawn, so nothing was signed. Look at what happened, "
    "then sign."
)
"""The message if the page showed an older position than the log has."""
WHOLE_LOG = "the whole log"
"""The page's name for the log as a file, if it says what is to be mailed."""


class State(msgspec.Struct, frozen=True):
    """A game as one sees it, what is asked, one's hand, and an open offer in words.

    ``trouble``: the reason why no more of it is shown, if the log is not good to its end.
    ``unlocked``: one's key is open for a while, so that no passphrase is asked for. ``begun``:
    there is a map. ``unsent``: the list that one wrote and did not sign. ``questions``: what
    standing orders of the side asked can answer. ``underway``: the attack that waits, on the map.
    ``is_fork``: it is the proof of a fork. ``mark``: as the stream of changes has it. ``practice``
    and ``due`` are those of a practice, and empty here. ``names``: side -> what it is called.
    ``at_hand``: dice and cards with buttons, of a game without a map; ``pictured``: its pictures
    are in a file here. ``phases``: those of the turn. ``terms``: what one agrees to by joining.
    ``summary``: how the game stands, in a few words. ``places``: place -> its name, of those with
    one. ``owes``: what the active player is to do, after "to"; ``waits``: who is waited for;
    ``day``: when it is due. ``called``: the game in a word or two.
    """

    shown: Shown
    asked: Asked | None
    hand: list[InHand | InStock]
    offered: list[str]
    trouble: list[str]
    unlocked: bool
    begun: bool
    unsent: str = ""
    questions: list[StandingQuestion] = []
    underway: list[Mark] = []
    is_fork: bool = False
    mark: str = ""
    practice: str = ""
    due: str = ""
    names: dict[str, str] = {}
    at_hand: AtHand | None = None
    pictured: bool = False
    phases: list[Stage] = []
    summary: Summary | None = None
    places: dict[str, str] = {}
    terms: list[str] = []
    called: str = ""
    owes: str = ""
    waits: str = ""
    day: str = ""


class _Open(NamedTuple):
    """A key that is open until a time, as `time.monotonic` counts and by the clock on the wall.

    The first stands still while the computer sleeps, the other may be set back: either ends it.
    """

    identity: Identity
    until: tuple[float, float]

    @classmethod
    def for_minutes(cls, identity: Identity, minutes: int) -> _Open:
        """Return a key that is open from now on."""
        return cls(identity, (monotonic() + 60 * minutes, time() + 60 * minutes))

    @property
    def is_over(self) -> bool:
        """Whether its time is up."""
        return monotonic() > self.until[0] or time() > self.until[1]


def message_of(session: Session, number: int) -> bytes:
    """Return one of the messages to send in a game, as a mail program opens it; raises FormError.

    Args:
        session: The game, and who sends.
        number: The message, from 0.
    """
    found = messages(compose(session, draw=png))
    if number >= len(found):
        raise FormError(f"There is no message {number}.")
    found[number]["X-Unsent"] = "1"  # opened ready to send
    return bytes(found[number])


class BoardGame:
    """The game at ``path`` as ``handle`` plays it; None: as the identity that plays here.

    ``practices``: makes the folder of its practices; without it they lie in the current one.
    """

    def __init__(
        self,
        client: Client,
        path: Path,
        handle: str | None = None,
        practices: Callable[[], Path] | None = None,
    ) -> None:
        self._client = client
        self._path = path
        self._handle = handle
        self._practices = practices
        self._session: Session | None = None
        self._trouble: Trouble | None = None
        self._seen: str | None = None
        self._past: Past | None = None
        self._key: _Open | None = None
        self._known = Known()
        self.art = Art(lambda: pictured(self._sit().table.play), self.module_of)

    @property
    def mark(self) -> str:
        """A mark that changes when the log does; cheap to ask for."""
        return mark_now(self._path)

    @property
    def name(self) -> str:
        """The game's name here.

        Raises:
            PbemError: The game cannot be opened.
        """
        return self._sit().name

    @property
    def library(self) -> Library:
        """The rules and data that are here."""
        return self._client.library

    def state(self) -> State:
        """Return the game as it is now."""
        mark = self.mark  # before it is read: what comes meanwhile is reported by another
        session = self._sit()
        play, held = session.table.play, list[InHand | InStock]()
        if play is not None and (play.hands or play.own):
            held = hand(session)
        offered = [] if session.table.offer is None else open_lines(session)
        shown, active = looking.show(session, trouble=self._trouble), session.table.active()
        asked = None
        if play is not None and play.asked is not None:
            mine = shown.yours and "orders" in shown.may
            own = self.choices("", None) if mine else None
            asked = Asked.of(play.asked, own, play.game.side_names)
        return State(
            msgspec.structs.replace(shown, picture=None, may=deeds(active)),
            asked,
            held,
            offered,
            self._trouble_lines(),
            unlocked=self._key_is_open(),
            begun=play is not None,
            unsent=unsent(session) if shown.yours else "",
            questions=[]
            if play is None or play.asked is None or not shown.yours
            else standing_questions(play, play.asked.side),
            underway=[] if play is None else marks(play),
            is_fork=self._sit_at_fork(),
            mark=mark,
            names={seat.side: seat.name for seat in shown.seats},
            at_hand=None if play is None else at_hand(play, session.handle),
            pictured=self.art.is_here,
            phases=course(play),
            summary=summary_of(play, session.side),
            places=place_names(shown.picture),
            called=short_title(shown.title, shown.rules),
            owes=active.owes,
            waits=active.short or without_stop(active.why),
            day=looking.deadline_day(session) if shown.deadline else "",
            terms=join_lines(session) if shown.yours and "join" in shown.may else [],
        )

    def module_of(self, pictured: Pictured) -> Path | None:
        """Return the file of this player that has the pictures of a game, if it is here."""
        return modules.module_of(self._client, pictured)

    def show_pictures_of(self, path: Path) -> None:
        """Show the pictures of a module that is this player's own, from now on.

        Raises:
            FormError: The game is no open table, or the module has none of its pictures.
            ModuleRefused: pbem does not read this file.
            LogFileError: The file cannot be read.
        """
        modules.remember(self._client, self.art.take(path), path)

    def picture(self) -> Picture | None:
        """Return the map as it is now, None before the game begins."""
        return looking.picture(self._sit())

    def past(self, seq: int) -> Moment:
        """Return what an event did, step by step.

        For an event before the game began, the map is that of its beginning.

        Raises:
            FormError: The log has no such event.
        """
        history = self._history()
        try:
            found = history.at(seq)
        except IndexError:
            raise FormError(f"The log has no event {seq}.") from None
        begins = history.begins() if not found.pictures else None
        if begins is None:
            return found
        first = history.at(begins)
        return found._replace(pictures=first.pictures[:1], hands=first.hands[:1])

    def reported(self, first: int, count: int) -> list[Entry]:
        """Return what came of the events from ``first`` on, of ``count`` at most."""
        if self._sit_at_fork():
            return []
        return self._history().reported(max(0, first), count)

    def came_last(self) -> CameLast:
        """Return what others did after one's own last choice; to a reader, the last orders."""
        me, count = self._sit().handle, self._sit().table.chain.count
        entries = self.reported(max(0, count - LOOKED_BACK), LOOKED_BACK)

        def is_own(one: Entry) -> bool:
            return one.kind == "orders" if me is None else one.by == me and one.kind not in OWED

        return CameLast.of(entries, is_own, alone=me is None)

    def sides(self) -> list[Moment]:
        """Return what each of the two events of a fork did, as everybody may see it.

        Raises:
            FormError: The file is not the proof of a fork.
        """
        if not self._sit_at_fork():
            raise FormError("This is one log. Only the proof of a fork has two sides.")
        fork = read_fork(self._path)
        return [moment(self._sit().table.copy(), event, None) for event in (fork.a, fork.b)]

    def charts(self) -> Charted:
        """Return the charts of the game, with where it stands."""
        return charts_of_game(self._sit())

    def words(self) -> dict[str, Meaning]:
        """Return what each abbreviation of the game stands for."""
        return abbreviations(rules_of_game(self._sit()))

    def paragraph(self, name: str) -> Explained:
        """Return what a paragraph or ruling means.

        Raises:
            FormError: The game has none of that name.
        """
        return why(rules_of_game(self._sit()), [name])

    def explained(self, place: Place) -> Explanation:
        """Return why something in the log is as it is.

        Args:
            place: An event or a step of it, as ``12`` or ``12.3``.

        Raises:
            FormError: The log has no such place.
        """
        return explain(self._path, self._client.library, place)

    def choices(self, written: str, about: str | None, at: str = "") -> Choices:
        """Return what is legal after ``written`` that names ``about``, ``at`` a place."""
        known = self._known.at(self.mark)
        return choices(self._sit(), written, about, at, known=known)

    def promised(self, written: str, line: str) -> Promised:
        """Return the odds of an order, ``line``, after lines ``written``, in short.

        Raises:
            NotYourPen: You are not the active player.
            OrderMistake: The written orders cannot be given.
        """
        known = self._known.at(self.mark)
        return promised(self._sit(), written, line, known.battles)

    def reckoned(self, written: str, line: str) -> Reckoned:
        """Return what the odds of an order are made of; as `promised` otherwise."""
        return reckoned(self._sit(), written, line)

    def kept(self, answer: str) -> Kept:
        """Return an answer, a line, with what still waits of your own list after it.

        Raises:
            NotYourPen: You are not the active player.
        """
        session = self._sit()
        play = session.table.play
        if play is None or not session.is_active:
            raise NotYourPen(session.table.active().why)
        return keep_waiting(play, session.me, answer)

    def tried(self, text: str, *, clear: bool = False) -> Tried:
        """Return what can happen to a list of orders.

        Args:
            text: The orders.
            clear: Withdraw all standing orders that were given before.

        Raises:
            NotYourPen: You are not the active player.
            OrderMistake: The list cannot be given.
        """
        known = self._known.at(self.mark)
        session = self._sit()
        rehearsed = drafts.rehearse(session, text.encode(), clear=clear)
        draft, trial = rehearsed.draft, trying.try_out(rehearsed, followed=known.battles)
        hopeless = never_lines(trying.never_of(trial), TRY)
        return Tried(draft.lines, becoming_lines(draft, trial), hopeless, trial, draft_lines(draft))

    def doubts(self, text: str, *, clear: bool = False) -> list[str]:
        """Return what to read before a list is signed, in lines.

        These are recipes that players wrote, your waiting orders that it skips, and orders that no
        roll of the dice makes possible.

        Args:
            text: The orders.
            clear: Withdraw all standing orders that were given before.

        Raises:
            NotYourPen: You are not the active player.
            OrderMistake: The list cannot be given.
        """
        session = self._sit()
        rehearsed = drafts.rehearse(session, text.encode(), clear=clear)
        hopeless = trying.never(rehearsed)
        play = session.table.play
        coined = [] if play is None else coined_lines(play, text)
        return [*coined, *skipping_lines(rehearsed.draft.skipping), *never_lines(hopeless, TRY)]

    def practice(self, seq: int | None) -> Path:
        """Begin a practice after an event, and return its file.

        Args:
            seq: The event; None: the last.

        Raises:
            FormError: The game had not begun then.
        """
        last = self._sit().table.chain.count - 1
        event = last if seq is None else max(seq, self._history().begins() or 0)
        to = None if self._practices is None else self._practices()
        return begin_after(self._path, self._client.library, event, to)

    def keep(self, text: str) -> None:
        """Keep a list that is written and not signed yet."""
        keep_unsent(self._sit(), text)

    def came(self, data: bytes) -> list[str]:
        """Accept mail or a log as it came, its bytes; return what became of it, in lines."""
        wish = TakeOptions(self._sit().me, day=timekeeping.today_utc())
        posted = take_mail(self._client, [], wish, stdin=data, called="what came")
        return posted_lines(posted, typed=False)  # the page says whose turn it is

    def outgoing(self) -> Addressed:
        """Say what is to go, and to whom."""
        return addressed(self._sit())

    def message(self, number: int) -> bytes:
        """Return one of the messages to send, as a mail program opens it.

        Args:
            number: The message, from 0.

        Raises:
            FormError: There is no such message.
        """
        return message_of(self._sit(), number)

    def log(self) -> tuple[str, bytes]:
        """Return the name of the game's log as a file, and all of it."""
        session = self._sit()
        return f"{session.name}.pbem", to_bytes(stretch(session, 0))

    def sign(self, wish: Wish) -> Done:
        """Sign what the page asks for.

        Raises:
            StaleError: The page shows an older position.
            PbemError: As the command that does the same.
        """
        session = self._sit()
        if wish.head != session.table.chain.head:
            raise StaleError(WENT_ON)
        sign = ready(session, wish)
        try:
            done = sign(self._identity(session, wish))
        except WentOnError:
            raise StaleError(WENT_ON) from None
        self._seen = None  # the log has grown
        # The page has the whole log as a file, so nothing is typed to get it.
        also = session.for_director(WHOLE_LOG) if done.also else ""
        return msgspec.structs.replace(done, also=also)

    def lock(self) -> None:
        """Forget the key that stayed open."""
        self._key = None

    # --- what is kept ------------------------------------------------------------------------

    def forget(self) -> None:
        """Trust nothing in memory after an error that nobody foresaw: the log is read again."""
        self._client.distrust(self._path)
        self._session = self._trouble = self._seen = self._past = None
        self._known = Known()

    def _sit(self) -> Session:
        mark = self.mark
        if self._session is None or mark != self._seen:
            self._session, self._trouble = self._seated()
            self._seen = mark
        return self._session

    def _seated(self) -> tuple[Session, Trouble | None]:
        """Sit down; at what is not whole, to look alone."""
        if not is_fork(self._path):
            with suppress(BadLog):
                return sit(self._client, self._path, self._handle), None
        return sit_to_look(self._client, str(self._path), self._handle)

    def _sit_at_fork(self) -> bool:
        """Whether this is the proof of a fork, whose events are reported as what is in the way."""
        self._sit()
        return self._trouble is not None and self._trouble.finding is None

    def _trouble_lines(self) -> list[str]:
        if self._trouble is None:
            return []
        return trouble_lines(self._trouble, entry_lines(self._trouble.branches))

    def _history(self) -> Past:
        session = self._sit()
        if self._past is None:
            self._past = Past(session)
        self._past.follow(session)
        return self._past

    def _key_is_open(self) -> bool:
        if self._key is not None and self._key.is_over:
            self.lock()
        return self._key is not None

    def _identity(self, session: Session, wish: Wish) -> Identity:
        if not self._key_is_open() or self._key is None:
            identity = unlock(self._client, session.me, wish.passphrase, session.sign)
            if not wish.minutes:
                return identity
            self._key = _Open.for_minutes(identity, wish.minutes)
        return self._key.identity
