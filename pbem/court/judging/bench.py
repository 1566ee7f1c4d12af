"""All that a judge has before them, and what they have stated so far."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import msgspec

from pbem.audit.verdict import Verdict
from pbem.audit.verify import verify_one
from pbem.court.copies import Copies, Copy
from pbem.court.exhibits import Evidence, Exhibit, read
from pbem.court.facts import Digest, Fact, Labels, Weight, tag_of
from pbem.court.packs import Handed
from pbem.court.shares import FACT_WEIGHS, Work
from pbem.court.verdict import EventRef, Statement
from pbem.crypto.text import escape
from pbem.errors import FormError, KeyFileError, LogFileError, UnforeseenError
from pbem.identity.card import CARD_BYTES, Card, read_card
from pbem.items import item
from pbem.kit.wording import listed, named
from pbem.log.days import read_days
from pbem.log.disk import of_the_system
from pbem.log.event import Event
from pbem.log.file import read_events
from pbem.log.head import Head, read_head
from pbem.table.library import Library

FILES_REPORTED = 2
"""If a copy follows from more exhibits, they are reported without the names of their files."""
NAME_REPORTED = 60
"""So many characters of a file's name stand in a sentence."""


class Read(NamedTuple):
    """A copy that was verified, and its good events."""

    copy: Copy
    verdict: Verdict
    events: tuple[Event, ...]

    @property
    def digest(self) -> Digest:
        """The digest of the bytes of the copy."""
        return self.copy.digest

    @property
    def head(self) -> str | None:
        """Id of the last good event; None if no event is good."""
        return self.events[-1].id if self.events else None


def _side_names(read: Iterable[Read]) -> dict[str, dict[str, str]]:
    """Return what the sides of each game are called: game -> side -> name."""
    names: dict[str, dict[str, str]] = {}
    for one in read:
        if one.verdict.game is not None:
            names.setdefault(one.verdict.game, {}).update(one.verdict.sides)
    return names


def _packed(read: Iterable[Read]) -> frozenset[str]:
    """Return the copies, and the ids of the games, that are played with an owner's pack."""
    owned = [one for one in read if one.verdict.pack is not None]
    return frozenset(str(label) for one in owned for label in (one.digest, one.verdict.game))


class Bench:
    """All that a judge has before them, and the statements that they have made so far."""

    def __init__(
        self, evidence: Evidence, copies: Copies, packs: Sequence[Handed], work: Work
    ) -> None:
        self.evidence = evidence
        self.work = work
        self.copies = copies
        self.packs = packs
        self.library = library_with(packs)
        self.library.meters.append(work.count)
        self.cards = tuple(_cards(evidence))
        self.cards_of: dict[str, list[tuple[Exhibit, Card]]] = {}
        for exhibit, card in self.cards:
            self.cards_of.setdefault(card.handle, []).append((exhibit, card))
        self.heads = _heads(evidence)
        """The confirmations of each game."""
        self.days = _days(evidence)
        """The exhibits with signed days of each game."""
        self._known: dict[bytes, Event] = {}  # line -> event: copies of one game share most
        self.read = tuple(self._read(copy) for copy in copies.copies)
        self._packs = {one.digest: pack_of(one) for one in self.read}
        self.statements: list[Statement] = []
        self._stated: dict[tuple[str, bytes], Statement] = {}
        self.signed_last: dict[Digest, Event | None] = {}  # what `event_at` has read, by copy
        self._exhibits = {one.number: one for one in evidence.exhibits}
        self._copies = {one.digest: one for one in copies.copies}
        self.labels = Labels(
            {one.digest: one.label for one in copies.copies},
            {one.digest: one.label for one in evidence.exhibits},
            {one.digest: _files_of(one, self._exhibits) for one in copies.copies},
            _side_names(self.read),
            _packed(self.read),
        )

    def _read(self, copy: Copy) -> Read:
        path = self.copies.path(copy)
        with self.work.on(copy.exhibits[-1]):
            verdict = verify_one(path, self.library)
        events: tuple[Event, ...] = ()
        with self.taking(copy.label):
            good = islice(read_events(path), verdict.events) if verdict.events else ()
            events = tuple(self._known.setdefault(event.line, event) for event in good)
        return Read(copy, verdict, events)

    @contextmanager
    def taking(self, name: str) -> Iterator[None]:
        """Take one thing of many: what the program fails at is reported, and the next one goes on.

        A failure for this computer's own sake is raised: it says nothing of the evidence. ``name``:
        what the report calls the thing.
        """
        with taking(self.evidence, name):
            yield

    def path(self, one: Read) -> Path:
        """Return where the bytes of a copy lie."""
        return self.copies.path(one.copy)

    def under(self, digests: Iterable[Digest]) -> tuple[Digest, ...]:
        """Return the exhibits from which copies follow."""
        numbers: set[int] = set()
        for digest in digests:
            numbers.update(self._copies[digest].exhibits)
        return tuple(self._exhibits[number].digest for number in sorted(numbers))

    def state(
        self,
        fact: Fact,
        weight: Weight = "proved",
        *,
        copies: Iterable[Digest] = (),
        exhibits: Iterable[Digest] = (),
        events: Iterable[Event] = (),
        blames: Sequence[str] = (),
        check: str | None = None,
    ) -> Statement:
        """Make a statement, or return the one that states this already.

        Args:
            fact: The stated fact.
            weight: How far it is proved.
            copies: The copies on which it rests.
            exhibits: The exhibits on which it rests.
            events: The events on which it rests.
            blames: The owners of keys that signed something wrong.
            check: The command that shows it.
        """
        known = (tag_of(fact), msgspec.json.encode(fact, order="deterministic"))
        if (stated := self._stated.get(known)) is not None:
            return stated
        self.work.count(FACT_WEIGHS * len(known[1]))
        copies = tuple(copies)
        packs = [] if check is None else self._packs_of(copies)
        rests_on = dict.fromkeys((*self.under(copies), *exhibits, *(one.exhibit for one in packs)))
        made = Statement(
            number=len(self.statements) + 1,
            fact=fact,  # type: ignore[arg-type]  # every kind of fact is in the union
            says=fact.says(self.labels),
            weight=weight,
            exhibits=tuple(sorted(rests_on, key=lambda one: int(self.labels.exhibits[one][1:]))),
            events=tuple(EventRef(one.seq, one.id) for one in events),
            blames=tuple(blames),
            check=None
            if check is None
            else check + "".join(f" --pack {one.file}" for one in packs),
        )
        self.statements.append(made)
        self._stated[known] = made
        return made

    def _packs_of(self, copies: Iterable[Digest]) -> list[Handed]:
        """Return the packs with which the games of copies are played: a reader needs each."""
        used = {self._packs[digest] for digest in copies} if self.packs else set()
        return [one for one in self.packs_used() if one.digest in used]

    def packs_used(self) -> list[Handed]:
        """Return the packs with which a game here is played."""
        used = set(self._packs.values())
        return list({one.digest: one for one in self.packs if one.digest in used}.values())

    def verdicts(self, copies: Iterable[Read]) -> list[Verdict]:
        """Return the verdicts on copies, each with the path where its bytes lie now."""
        return [msgspec.structs.replace(one.verdict, path=str(self.path(one))) for one in copies]

    def file(self, one: Read) -> str:
        """Return the file of a copy as a command in the case's folder names it."""
        return f"copies/{one.copy.name}"


def pack_of(one: Read) -> Digest | None:
    """Return the digest of the data with which the game of a copy is played.

    None if its opening names none.
    """
    rules = one.events[0].data.get("rules") if one.events else None
    return rules.get("data") if isinstance(rules, dict) else None


def _files_of(copy: Copy, exhibits: Mapping[int, Exhibit]) -> str:
    """Return the exhibits that a copy follows from; one or two of them with their files' names."""
    found = [exhibits[number] for number in copy.exhibits]
    if len(found) > FILES_REPORTED:
        return listed(one.label for one in found)
    return " and ".join(f"{one.label}, {_file_name(one.names[0])}" for one in found)


def _file_name(name: str) -> str:
    """Return the name of a file, of a long one its end, in quotation marks where it needs them."""
    return named(name if len(name) <= NAME_REPORTED else f"...{name[-NAME_REPORTED:]}")


@contextmanager
def taking(evidence: Evidence, name: str) -> Iterator[None]:
    """Take one thing of many, as `Bench.taking` does, while no bench is there yet."""
    try:
        with item(name):
            yield
    except UnforeseenError as error:
        if of_the_system(error):
            raise
        evidence.unread.append(str(error))


def library_with(packs: Sequence[Handed]) -> Library:
    """Return the rules of this program, with the packs that were handed in and no others."""
    from pbem.client.storage.packs import library_of  # noqa: PLC0415 - it loads every game

    return library_of({one.digest: one.data for one in packs})


def _heads(evidence: Evidence) -> dict[str, list[tuple[Exhibit, Head]]]:
    """Return the confirmations of each game; what is none is reported."""
    found: dict[str, list[tuple[Exhibit, Head]]] = {}
    for exhibit in evidence.of("head"):
        path = evidence.path(exhibit)
        with taking(evidence, exhibit.label):
            try:
                head = read_head(path)
                found.setdefault(head.game, []).append((exhibit, head))
            except (FormError, LogFileError) as error:
                reported = str(error).replace(str(path), exhibit.label)
                evidence.unread.append(f"{exhibit.label} is not a confirmation: {escape(reported)}")
    return found


def _days(evidence: Evidence) -> dict[str, list[Exhibit]]:
    """Return the exhibits with signed days of each game; what has none is reported."""
    found: dict[str, list[Exhibit]] = {}
    for exhibit in evidence.of("days"):
        path = evidence.path(exhibit)
        with taking(evidence, exhibit.label):
            try:
                for game in {one.game for one in read_days(path)}:
                    found.setdefault(game, []).append(exhibit)
            except (FormError, LogFileError) as error:
                reported = str(error).replace(str(path), exhibit.label)
                evidence.unread.append(f"{exhibit.label} has no signed days: {escape(reported)}")
    return found


def _cards(evidence: Evidence) -> Iterator[tuple[Exhibit, Card]]:
    for exhibit in evidence.of("card"):
        card = None
        with taking(evidence, exhibit.label):
            try:
                card = read_card(read(evidence, exhibit, CARD_BYTES))
            except (KeyFileError, LogFileError) as error:
                why = escape(str(error))
                evidence.unread.append(f"{exhibit.label} is not a player card: {why}")
        if card is not None:
            yield exhibit, card
