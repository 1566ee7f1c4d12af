"""One look at a tournament: what came is collected, then it is paired, mailed and published."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from pbem.client import people
from pbem.client.client import Client
from pbem.client.messages import bundles
from pbem.crypto.text import escape
from pbem.director.directing import acts
from pbem.director.directing.arrived import of_tournament, settled
from pbem.director.directing.collecting import Collected, collect, taken_back, to_collect
from pbem.director.office import Office, directing
from pbem.director.pages.club import read_club
from pbem.director.pages.publishing import BARE, publish
from pbem.director.plan.unattended import Unattended, end_of, zone_of
from pbem.director.player.saying import WORD_BYTES
from pbem.director.transparency import heads
from pbem.director.unattended import asking
from pbem.director.unattended.asking import Ask
from pbem.director.words.letters import Bureau, Post, TournamentLetter
from pbem.errors import FormError, NotYourPen, PbemError
from pbem.files import mark_of, read_plain
from pbem.identity.card import SUFFIX as CARD
from pbem.identity.identity import Identity
from pbem.items import item
from pbem.log.file import read_events
from pbem.tournament.events import word_kinds
from pbem.tournament.events.words import SUFFIX as WORD
from pbem.tournament.history import History
from pbem.tournament.pairings import pairing

LOT_EVERY = 3
"""So many days lie between two mails to a keeper whose lot is due."""


class Ways(NamedTuple):
    """How the program around reaches mail: ``kept`` files by their endings, and what sends."""

    kept: Callable[..., list[Path]]
    send: Callable[[Sequence[TournamentLetter]], int]


@dataclass
class Seen:
    """The state at the last look, so that nothing is read again that stayed as it was."""

    logs: dict[Path, tuple[int, int, int]] = field(default_factory=dict)
    published: str = ""


class Attended(NamedTuple):
    """The work that was done, in lines, and the questions to the director."""

    did: list[str]
    asks: list[Ask]


def attend(
    client: Client,
    path: Path,
    identity: Identity,
    wishes: Unattended,
    *,
    ways: Ways,
    seen: Seen,
    now: datetime,
) -> Attended:
    """Do what waits in a tournament, as its director wishes.

    Args:
        client: The director's client.
        path: The tournament's log.
        identity: The director, unlocked.
        wishes: The wishes that they wrote down.
        ways: How mail is reached.
        seen: The state at the last look; it is changed.
        now: The time.

    Raises:
        FormError: The log is not stored here, not valid, or older than a head of it.
        KeyFileError: The tournament has another key of this identity.
        NotYourPen: Somebody else directs it.
        LogFileError: A file cannot be read or written.
    """
    look = _Look(client, path, wishes, ways, seen, now)
    with ExitStack() as opened:
        mailed = ways.kept(*bundles.OF_TOURNAMENTS)
        back = opened.enter_context(bundles.unpack(mailed, _WANTED, empty=True))
        found = taken_back(client, back, silent=True)
        office = opened.enter_context(directing(client, path, identity))
        if office.fold.now.over and seen.published == office.fold.chain.head:
            return Attended([], [])
        look.collects(office, found)
        look.pairs(office)
        look.sets_deadlines(office)
        look.closes(office)
        look.mails(office)
        look.asks += asking.entries(office.fold.now, look.name, now)
        look.asks += asking.overdue(office.fold.now, look.name, now)
        look.asks += asking.closing(office.fold.now, look.name, wishes)
    look.publishes(office)
    return Attended(look.did, look.asks)


_WANTED = (".pbem", WORD, CARD, *bundles.OF_TOURNAMENTS)


@dataclass
class _Look:
    client: Client
    path: Path
    wishes: Unattended
    ways: Ways
    seen: Seen
    now: datetime
    did: list[str] = field(default_factory=list)
    asks: list[Ask] = field(default_factory=list)

    @property
    def name(self) -> str:
        return self.path.stem

    # --- what came ---------------------------------------------------------------------------

    def collects(self, office: Office, found: list[Collected]) -> None:
        """Import what came, but for entries that only the director can admit."""
        words, cards = self.ways.kept(WORD), self.ways.kept(CARD)
        held = dict(self._held(office.fold.now, words))
        marks = {log: mark_of(log) for log in self.client.logs()}
        logs = [log for log, mark in marks.items() if self.seen.logs.get(log) != mark]
        free = [path for path in words if path not in held]
        came = [*of_tournament(office.fold.now.id, logs, free), *cards]
        with bundles.unpack(came, _WANTED, empty=True) as post:
            there, _ = to_collect(post, [], found, office.path)
            found += collect(office, self.client, there)
        failed = {one.file for one in found if one.became in ("refused", "failed")}
        self.seen.logs |= {log: marks[log] for log in logs if str(log) not in failed}
        found = settled(found, free, cards)
        self.did += [f"{self.name}: {one.reported}" for one in found if one.became == "taken"]
        self.asks += asking.refused(office.fold.now, self.name, found)
        self.asks += asking.of_strangers(office.fold.now, self.name, list(held.items()))

    def _held(
        self, history: History, words: Sequence[Path]
    ) -> Iterator[tuple[Path, word_kinds.AnyWord]]:
        """Yield entries and keepers of this tournament whose key is on no card here."""
        if self.wishes.entries == "anybody":
            return
        for path in words:
            try:
                word = word_kinds.read_word(read_plain(path, WORD_BYTES).removesuffix(b"\n"))
                card = people.find_card(self.client, word.handle)
            except PbemError:
                continue  # its judge says what is wrong
            first = isinstance(word, word_kinds.Enter | word_kinds.Keep)
            if word.tournament == history.id and first and (card is None or card.sign != word.sign):
                yield path, word

    # --- rounds ------------------------------------------------------------------------------

    def pairs(self, office: Office) -> None:
        """Pair what is due, with a deadline."""
        while self._is_due(office.fold.now):
            before = len(office.fold.now.rounds)
            try:
                made = acts.pair(office, self.client)
            except NotYourPen as error:  # a keeper owes a lot, and is written to
                self.did.append(f"{self.name}: {error}")
                return
            except FormError as error:
                self._ask(f"pair {office.fold.now.id} {before}", str(error))
                return
            self.did += [f"{self.name}: paired round {number}" for number in made]
            if not made:
                return

    def _is_due(self, history: History) -> bool:
        if history.over or not (history.closed or self._may_begin(history)):
            return False
        if history.waits_for_lot() is not None and history.closed:
            own = history.waits_for_lot()
            return own is not None and own.handle == history.found.director.handle
        if history.order and history.is_open_ended and not history.challenges:
            return False
        return not history.order or not (history.owed() or pairing.why_not_due(history))

    def _may_begin(self, history: History) -> bool:
        """Whether the first round is paired without the director."""
        entered = sum(one.plays(1) for one in history.entrants)
        return self.wishes.players is not None and entered >= self.wishes.players

    def sets_deadlines(self, office: Office) -> None:
        """Give each open round its deadline, also if the director paired it."""
        history = office.fold.now
        for number in sorted({at.round for at in history.owed()} - history.deadlines.keys()):
            if self.wishes.days is not None:
                self._sets_deadline(office, number, self.wishes.days)

    def _sets_deadline(self, office: Office, number: int, days: int) -> None:
        there = self.now.astimezone(zone_of(self.wishes.zone)).date()
        day = end_of(self.wishes, there + timedelta(days=days))
        acts.due(
            office,
            number,
            str(day),
            self.wishes.zone,
            then=self.wishes.then,
            why=None,
            now=self.now,
        )
        self.did.append(f"{self.name}: deadline of round {number} is {day}")

    def closes(self, office: Office) -> None:
        """Close it, some days after the last decision."""
        history = office.fold.now
        if self.wishes.close is None or history.over or not asking.is_decided(history):
            return
        decided = [one.at for one in read_events(self.path) if one.kind in ("result", "rule")]
        since = datetime.fromisoformat(max(decided))
        if self.now - since >= timedelta(days=self.wishes.close):
            acts.close(office)
            self.did.append(f"{self.name}: closed")

    # --- mail and pages ----------------------------------------------------------------------

    def mails(self, office: Office) -> None:
        """Write each letter that is new: pairings, results, receipts, reminders, the end."""
        history, events = office.fold.now, list(read_events(self.path))
        signed = heads.signed(self.client, office.identity, history.found, events)
        bureau = Bureau(self.client, office.fold, events, self.name, signed)
        posts = [bureau.post(None)]
        if not history.over:
            posts += [bureau.post(number) for number in range(1, len(history.rounds))]
            posts += self._reminders(history, bureau)
        new = sum(self.ways.send(post.letters) for post in posts)
        self.did += [f"{self.name}: {new} mails written"] * bool(new)
        for post in posts:
            self.asks += asking.unreached(history, self.name, post)
            for why in post.failed:
                self._ask(f"letter {history.id} {why}", f"a mail was NOT written: {why}")

    def _reminders(self, history: History, bureau: Bureau) -> Iterator[Post]:
        """Yield the reminders of today: on the wished days, and once a deadline has passed."""
        rounds = {number for number, due in history.deadlines.items() if self._reminds(due.until)}
        if rounds:
            yield bureau.post(None, remind=self.now.date(), only=rounds)
        if history.waits_for_lot() is not None:
            every = self.now.date() - timedelta(days=self.now.toordinal() % LOT_EVERY)
            yield bureau.post(None, remind=every, only=())

    def _reminds(self, until: str) -> bool:
        left = (datetime.fromisoformat(until).date() - self.now.date()).days
        return left in (*self.wishes.remind, -1)

    def publishes(self, office: Office) -> None:
        """Write the pages again, if the log has grown since they were written."""
        head = office.fold.chain.head
        if self.seen.published == head:
            return
        if self.wishes.pages is not None:
            history = office.fold.now
            try:
                with item("the pages"):
                    self._publish(office)
            except PbemError as error:
                self._ask(f"pages {history.id} {error}", f"the pages were NOT written: {error}")
                return  # the next look tries again
        self.seen.published = head

    def _publish(self, office: Office) -> None:
        assert self.wishes.pages is not None  # noqa: S101 - asked before
        looks = BARE if self.wishes.club is None else read_club(Path(self.wishes.club))
        fold, events = office.fold, list(read_events(self.path))
        games = of_tournament(fold.now.id, self.client.logs(), ())
        checkpoint = heads.signed(self.client, office.identity, fold.now.found, events)
        folder = Path(self.wishes.pages)
        files, _ = publish(
            fold, self.path, folder, games, self.client.library,
            checkpoint=checkpoint, looks=looks, events=events,
        )  # fmt: skip
        self.did.append(f"{self.name}: wrote {len(files)} pages in {escape(str(folder))}")

    def _ask(self, key: str, text: str) -> None:
        self.asks.append(Ask(key, f"{self.name}: {escape(text)}"))
