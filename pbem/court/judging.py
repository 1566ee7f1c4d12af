"""From copies to statements: what follows of each game from all that was handed in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, islice
from os import SEEK_END
from pathlib import Path
from typing import NamedTuple

import msgspec

from pbem.audit import report, trust
from pbem.audit.counting import judge_counts
from pbem.audit.days import hold_days
from pbem.audit.differing import differences, nothing_else
from pbem.audit.heads import judge_head
from pbem.audit.verdict import CountsVerdict, Verdict
from pbem.audit.verify import verify_one
from pbem.court import facts
from pbem.court.copies import Copies, Copy
from pbem.court.exhibits import Evidence, Exhibit, read, stored_name
from pbem.court.facts import Digest, Fact, Labels, Weight, tag_of
from pbem.court.packs import Handed
from pbem.court.verdict import EventRef, Statement
from pbem.crypto.text import escape
from pbem.errors import FormError, KeyFileError, LogFileError
from pbem.files import open_plain
from pbem.identity.card import MAX_BYTES as CARD_BYTES
from pbem.identity.card import Card, read_card
from pbem.kit.wording import listed, named
from pbem.log.days import read_days
from pbem.log.event import LINE_BYTES_MAX, Event, read_event, verify_signature
from pbem.log.file import read_events, read_lines
from pbem.log.finding import BadLog
from pbem.log.tree import Tree
from pbem.mail.evidence import evidence as evidence_of_mail
from pbem.table import kinds
from pbem.table.forks import behind_rulings, settled_by
from pbem.table.library import Library
from pbem.table.table import Table

VERSIONS_DIFFER = ("state.digest", "then.digest", "rules.unknown", "event.version")
"""Findings behind which two versions of a program stand, perhaps, and no person."""
FILES_TOLD = 2
"""Of a copy that follows from more exhibits these are told without the names of their files."""
NAME_TOLD = 60
"""So many characters of a file's name stand in a sentence."""


class Read(NamedTuple):
    """A copy that was verified, and its good events."""

    copy: Copy
    verdict: Verdict
    events: tuple[Event, ...]

    @property
    def digest(self) -> Digest:
        """Of the bytes of the copy."""
        return self.copy.digest

    @property
    def head(self) -> str | None:
        """Id of the last good event."""
        return self.events[-1].id if self.events else None


class Bench:
    """All that a judge has before him, and the statements that he has made so far."""

    def __init__(self, evidence: Evidence, copies: Copies, packs: Sequence[Handed]) -> None:
        self.evidence = evidence
        self.copies = copies
        self.packs = packs
        self.library = library_with(packs)
        self.cards = tuple(_cards(evidence))
        self.read = tuple(self._read(copy) for copy in copies.copies)
        self.statements: list[Statement] = []
        self._stated: dict[tuple[str, bytes], Statement] = {}
        self.signed_last: dict[Digest, Event | None] = {}  # what `event_at` has read, by copy
        self._exhibits = {one.number: one for one in evidence.exhibits}
        self._copies = {one.digest: one for one in copies.copies}
        self.labels = Labels(
            {one.digest: one.label for one in copies.copies},
            {one.digest: one.label for one in evidence.exhibits},
            {one.digest: _files_of(one, self._exhibits) for one in copies.copies},
        )

    def _read(self, copy: Copy) -> Read:
        path = self.copies.path(copy)
        verdict = verify_one(path, self.library)
        events = tuple(islice(read_events(path), verdict.events)) if verdict.events else ()
        return Read(copy, verdict, events)

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

        ``copies`` and ``exhibits``: what it rests on.
        """
        known = (tag_of(fact), msgspec.json.encode(fact, order="deterministic"))
        if (stated := self._stated.get(known)) is not None:
            return stated
        rests_on = dict.fromkeys((*self.under(copies), *exhibits))
        made = Statement(
            number=len(self.statements) + 1,
            fact=fact,  # type: ignore[arg-type]  # every kind of fact is in the union
            says=fact.says(self.labels),
            weight=weight,
            exhibits=tuple(sorted(rests_on, key=lambda one: int(self.labels.exhibits[one][1:]))),
            events=tuple(EventRef(one.seq, one.id) for one in events),
            blames=tuple(blames),
            check=check,
        )
        self.statements.append(made)
        self._stated[known] = made
        return made

    def file(self, one: Read) -> str:
        """Return the file of a copy as a command in the case's folder names it."""
        return f"copies/{one.copy.name}"


def _files_of(copy: Copy, exhibits: Mapping[int, Exhibit]) -> str:
    """Return the exhibits that a copy follows from; one or two of them with their files' names."""
    found = [exhibits[number] for number in copy.exhibits]
    if len(found) > FILES_TOLD:
        return listed(one.label for one in found)
    return " and ".join(f"{one.label}, {_file_name(one.names[0])}" for one in found)


def _file_name(name: str) -> str:
    """Return the name of a file, of a long one its end, in quotation marks where it needs them."""
    return named(name if len(name) <= NAME_TOLD else f"...{name[-NAME_TOLD:]}")


class GameRead(NamedTuple):
    """The copies of one game; ``counting``: the one that counts, None where nothing decides."""

    game: str
    copies: tuple[Read, ...]
    counting: Read | None


def judge(bench: Bench) -> list[GameRead]:
    """State all that follows of each game, in order; return the games."""
    for one in bench.read:
        _faults(bench, one)
    known = [one for one in bench.read if one.verdict.game is not None and one.events]
    known.sort(key=lambda one: (str(one.verdict.game), one.copy.number))
    games = []
    for game, some in groupby(known, key=lambda one: str(one.verdict.game)):
        games.append(_game(bench, game, tuple(some)))
    for pack in bench.packs:
        _other_pack(bench, pack)
    _mails(bench)
    return games


def library_with(packs: Sequence[Handed]) -> Library:
    """Return the rules of this program, with the packs that were handed in and no others."""
    from pbem.desk.shelf.packs import library_of  # noqa: PLC0415 - it loads every game

    return library_of({one.digest: one.data for one in packs})


def _cards(evidence: Evidence) -> Iterator[tuple[Exhibit, Card]]:
    for exhibit in evidence.of("card"):
        try:
            yield exhibit, read_card(read(evidence, exhibit, CARD_BYTES))
        except (KeyFileError, LogFileError) as error:
            evidence.unread.append(f"{exhibit.label} is no player card: {escape(str(error))}")


# --- one copy -------------------------------------------------------------------------------------


def _faults(bench: Bench, one: Read) -> None:
    found, verdict = one.verdict.finding, one.verdict
    if verdict.unread:
        bench.evidence.unread.append(f"{one.copy.label}: {escape(verdict.unread)}")
    if verdict.lower and found is None:
        message = verdict.lower
        fact = facts.Version(copies=(one.digest,), code="rules.unknown", seq=0, message=message)
        bench.state(fact, copies=[one.digest], check=f"pbem verify {bench.file(one)}")
    if found is None:
        return
    told: Fact
    if found.code in VERSIONS_DIFFER:
        told = facts.Version(
            copies=(one.digest,), code=found.code, seq=found.seq or 0, message=found.message
        )
    else:
        told = facts.Fault(
            copies=(one.digest,),
            code=found.code,
            seq=found.seq,
            event=found.event,
            line=found.line,
            good=found.good or 0,
            message=found.message,
            blame=found.blame,
        )
    bench.state(
        told, copies=[one.digest], blames=found.blame, check=f"pbem verify {bench.file(one)}"
    )


# --- one game -------------------------------------------------------------------------------------


def _game(bench: Bench, game: str, copies: tuple[Read, ...]) -> GameRead:
    counted = next(judge_counts(_verdicts(bench, copies), bench.library), None)
    counting = _counting(copies, counted)
    _opening(bench, game, counting or copies[0])
    for one in copies:
        _keys(bench, game, one)
    _same(bench, game, copies)
    _beginnings(bench, copies)
    _branch_points(bench, game, copies)
    if counted is not None:
        _counts(bench, game, copies, counted)
    first = _first_behind(bench, copies)
    for one in copies:
        _edited(bench, one, first)
    _heads(bench, game, copies)
    _strangers(bench, game, copies)
    if counting is not None:
        _dice(bench, game, counting)
    _rulings(bench, game, copies, counting, _decided(copies, counting, counted))
    if counting is not None:
        _how_it_stands(bench, game, counting)
    _days(bench, game, counting or copies[0])
    return GameRead(game, copies, counting)


def _verdicts(bench: Bench, copies: Iterable[Read]) -> list[Verdict]:
    """Return the verdicts on copies, each with the path where its bytes lie now."""
    return [msgspec.structs.replace(one.verdict, path=str(bench.path(one))) for one in copies]


def _counting(copies: Sequence[Read], counted: CountsVerdict | None) -> Read | None:
    """Return the copy that counts: the longest, where no two part."""
    if counted is None:
        return max(copies, key=lambda one: (len(one.events), -one.copy.number))
    if not counted.counts:
        return None
    able = [one for one in copies if any(event.id == counted.head for event in one.events)]
    return max(able, key=lambda one: (len(one.events), -one.copy.number))


def _opening(bench: Bench, game: str, one: Read) -> None:
    verdict = one.verdict
    assert verdict.rules is not None  # noqa: S101 - a game that was opened
    assert verdict.policy is not None  # noqa: S101
    opened = kinds.read_data("open", one.events[0].data)
    assert isinstance(opened, kinds.Open)  # noqa: S101 - the first event of a game
    umpire = () if opened.umpire is None else (opened.umpire,)
    # As it was opened: who was put in later, or has another key, is told where that happened.
    fact = facts.Opening(
        game=game,
        rules=verdict.rules,
        scenario=verdict.scenario or "",
        seats=opened.seats,
        options=verdict.options,
        umpire=verdict.umpire,
        policy=verdict.policy,
        clock=None if verdict.clock is None else report.clock_words(verdict.clock),
        opened=verdict.opened or "",
        signers={who.handle: who.sign for who in (*opened.players, *umpire)},
    )
    bench.state(
        fact, copies=[one.digest], events=one.events[:1], check=f"pbem verify {bench.file(one)}"
    )
    _pack(bench, game, one)


def _keys(bench: Bench, game: str, one: Read) -> None:
    """State which signing keys were changed in a copy."""
    for change in one.verdict.keys_changed:
        if change.sign is None or change.was is None:
            continue
        offer = next(event for event in one.events[change.event :: -1] if event.kind == "offer")
        bench.state(
            facts.Keys(
                game=game,
                by=change.handle,
                offer=offer.seq,
                event=change.event,
                was=change.was,
                sign=change.sign,
                agreed=change.agreed,
            ),
            copies=[one.digest],
            events=[one.events[seq] for seq in dict.fromkeys((offer.seq, change.event))],
            check=f"pbem verify {bench.file(one)}",
        )


def _pack(bench: Bench, game: str, one: Read) -> None:
    """State with which data it is played; that follows from the log alone."""
    opening = kinds.read_data("open", one.events[0].data)
    assert isinstance(opening, kinds.Open)  # noqa: S101 - the first event of a game
    handed = next((pack for pack in bench.packs if pack.digest == opening.rules.data), None)
    own = one.verdict.pack is None and one.verdict.level == 3
    fact = facts.PackFact(
        game=game,
        digest=opening.rules.data,
        own=own,
        handed=None if handed is None else handed.exhibit,
        differs=() if handed is None else handed.differs,
    )
    exhibits = [] if handed is None else [handed.exhibit]
    bench.state(fact, copies=[one.digest], exhibits=exhibits, events=one.events[:1])


def _same(bench: Bench, game: str, copies: Sequence[Read]) -> None:
    """State which copies hold the same good events."""
    by_head = sorted(copies, key=lambda one: (-len(one.events), str(one.head)))
    for head, some in groupby(by_head, key=lambda one: one.head):
        same = sorted(some, key=lambda one: one.copy.number)
        for whole in (True, False):
            these = [one for one in same if (one.verdict.finding is None) is whole]
            if not these:
                continue
            digests = tuple(one.digest for one in these)
            fact = facts.CopyFact(
                game=game,
                copies=digests,
                events=len(these[0].events),
                head=str(head),
                level=min(one.verdict.level for one in these),
                whole=whole,
            )
            bench.state(
                fact,
                copies=digests,
                events=[these[0].events[-1]],
                check=f"pbem verify {bench.file(these[0])}",
            )


def _beginnings(bench: Bench, copies: Sequence[Read]) -> None:
    """State which copies are the beginning of which others."""
    for short in _by_head(copies):
        last = short[0].events[-1]
        longer = [
            one
            for one in copies
            if len(one.events) > len(short[0].events) and one.events[last.seq].id == last.id
        ]
        if longer:
            digests = tuple(one.digest for one in short)
            of = tuple(one.digest for one in longer)
            fact = facts.Begins(copies=digests, of=of, events=len(short[0].events))
            bench.state(
                fact,
                copies=(*digests, *of),
                events=[last],
                check=f"pbem compare {bench.file(short[0])} {bench.file(longer[0])}",
            )


def _by_head(copies: Sequence[Read]) -> list[list[Read]]:
    """Return copies together that have the same last good event, the shortest first."""
    order = sorted(copies, key=lambda one: (len(one.events), str(one.head), one.copy.number))
    return [list(some) for _, some in groupby(order, key=lambda one: one.head)]


def _branch_points(bench: Bench, game: str, copies: Sequence[Read]) -> None:
    """State where good events of copies differ, in what, and who signed several of them."""
    tree = Tree(game)
    for one in copies:
        tree.add(one.events)
    seen = sorted(tree.events.values(), key=lambda event: (event.seq, event.id))
    for prev in seen:
        sides = tree.following(prev.id)
        if len(sides) > 1:
            _one_branch_point(bench, game, sides, copies, tree)


def _one_branch_point(
    bench: Bench, game: str, sides: Sequence[Event], copies: Sequence[Read], tree: Tree
) -> None:
    have = {side.id: [one for one in copies if _has(one, side)] for side in sides}
    told = tuple(
        facts.Side(
            event=side.id,
            by=side.by,
            kind=side.kind,
            copies=tuple(one.digest for one in have[side.id]),
        )
        for side in sides
    )
    first = [have[side.id][0] for side in sides]
    check = f"pbem compare {' '.join(bench.file(one) for one in first)}"
    bench.state(
        facts.Parts(game=game, seq=sides[0].seq, prev=sides[0].prev, sides=told),
        copies=[digest for side in told for digest in side.copies],
        events=sides,
        check=check,
    )
    before = first[0].events[: sides[0].seq]
    for differing in differences(sides, _table(bench.library, before)):
        bench.state(
            facts.Differs(
                game=game,
                seq=sides[0].seq,
                sides=tuple(side.id for side in sides),
                field=differing.field,
                values=differing.values,
            ),
            copies=[copy.digest for copy in first],
            events=sides,
            check=check,
        )
    # With the first of his events each other one is a fork: all pairs of thousands say no more.
    firsts: dict[str, Event] = {}
    for b in sides:
        a = firsts.setdefault(b.by, b)
        if a is not b:
            _fork(bench, game, (a, have[a.id][0]), (b, have[b.id][0]), copies)
    for found in behind_rulings(tree, sides[0].prev):
        behind = next(one for one in copies if _has(one, found.second))
        first_of = (found.first, have[found.first.id][0])
        _fork(bench, game, first_of, (found.second, behind), copies, between=found.rulings)


def _has(one: Read, event: Event) -> bool:
    return len(one.events) > event.seq and one.events[event.seq].id == event.id


def _table(library: Library, before: Iterable[Event]) -> Table | None:
    """Return the game behind good events, None where the rules are not here."""
    table = Table(library)
    try:
        for event in before:
            table.take(event)
    except BadLog:
        return None
    return table


def table_at(bench: Bench, one: Read, seq: int) -> Table | None:
    """Return the game before a good event of a copy, None where the rules are not here."""
    return _table(bench.library, one.events[:seq])


def _changes(one: Read) -> Iterator[tuple[str, int]]:
    """Yield whose signing key was changed in a copy, and with which event."""
    for change in one.verdict.keys_changed:
        if change.sign is not None:
            yield change.handle, change.event


def _fork(
    bench: Bench,
    game: str,
    one: tuple[Event, Read],
    other: tuple[Event, Read],
    copies: Sequence[Read],
    *,
    between: Sequence[Event] = (),
) -> None:
    """State a fork; ``between``: the rulings between the predecessor and the other event."""
    (a, of_a), (b, of_b) = one, other
    # What an old key signed on events before it was changed is settled (protocol, section 8).
    renewing = [
        (event, copy)
        for copy in copies
        if _has(copy, of_a.events[a.seq - 1])
        if (event := settled_by(_changes(copy), a.by, a.seq)) is not None
    ]
    renewed, by_copy = min(renewing, key=lambda found: found[0], default=(None, of_a))
    both = (a, b) if between or a.id < b.id else (b, a)
    proven = renewed is None and min(of_a.verdict.level, of_b.verdict.level) == 3
    bench.state(
        facts.Forked(
            game=game,
            by=a.by,
            seq=a.seq,
            prev=a.prev,
            events=(both[0].id, both[1].id),
            renewed=renewed,
            rulings=tuple(event.id for event in between),
        ),
        "proved" if proven else "open",
        copies=dict.fromkeys((of_a.digest, of_b.digest, by_copy.digest)),
        events=(*both, *between),
        blames=(a.by,) if proven else (),
        check=f"pbem compare {bench.file(of_a)} {bench.file(of_b)}",
    )


def _counts(bench: Bench, game: str, copies: Sequence[Read], found: CountsVerdict) -> None:
    by_path = {str(bench.path(one)): one for one in copies}
    able = [by_path[path].digest for path in found.counts]
    files = " ".join(bench.file(one) for one in copies)
    check = f"pbem compare {files}"
    if found.umpire is not None:
        bench.state(
            facts.TwoFaces(game=game, by=found.umpire),
            copies=[one.digest for one in copies],
            blames=(found.umpire,),
            check=check,
        )
    decided = [one for one in found.branch_points if one.decided is not None]
    waits = [one for one in found.branch_points if one.decided is None]
    forked = {
        one.fact.by
        for one in bench.statements
        if isinstance(one.fact, facts.Forked) and one.weight == "proved"
        if (one.fact.game, one.fact.prev) == (game, found.head)
    }
    fact = facts.Counts(
        game=game,
        copies=tuple(able),
        seq=found.seq,
        head=found.head,
        why=tuple(one.why for one in decided),
        umpire=copies[0].verdict.umpire if waits else None,
        choose=tuple(name for one in waits for name in one.choose),
        forked=tuple(sorted(forked)) if waits else (),
    )
    bench.state(fact, copies=[one.digest for one in copies], check=check)


def _decided(
    copies: Sequence[Read], counting: Read | None, counted: CountsVerdict | None
) -> tuple[Event, ...]:
    """Return the events of what counts, as far as that is decided."""
    if counting is not None:
        return counting.events
    assert counted is not None  # noqa: S101 - copies part, or the longest one counts
    ends = [one.events[: counted.seq + 1] for one in copies if len(one.events) > counted.seq]
    return next(events for events in ends if events[-1].id == counted.head)


def _rulings(
    bench: Bench,
    game: str,
    copies: Sequence[Read],
    counting: Read | None,
    decided: Sequence[Event],
) -> None:
    """State every ruling of every copy: what it did, and whether it counts."""
    good = {event.id for event in decided}
    elsewhere = None if counting is None else False
    told: set[str] = set()
    for one in copies:
        for place, ruled in enumerate(one.verdict.rulings):
            event = one.events[ruled.event]
            if event.id in told:
                continue
            told.add(event.id)
            counts = True if event.id in good else elsewhere
            have = tuple(copy.digest for copy in copies if _has(copy, event))
            back_in = _back_in(copies, event)
            out, note = event.data.get("out"), event.data.get("note")
            bench.state(
                facts.Ruling(
                    game=game,
                    by=ruled.by,
                    event=ruled.event,
                    id=event.id,
                    copies=have,
                    out=out if isinstance(out, str) else None,
                    late=ruled.late is not None,
                    said=ruled.said,
                    note=note if isinstance(note, str) else "",
                    first=place == 0,
                    back_in=back_in,
                    counts=counts,
                ),
                copies=have if counts and not back_in else [copy.digest for copy in copies],
                events=[event],
                check=f"pbem log {bench.file(one)} --at {ruled.event}",
            )


def _back_in(copies: Sequence[Read], event: Event) -> tuple[Digest, ...] | None:
    """Return the copies that have the ruling which a ruling takes back; None for another one."""
    back = event.data.get("back")
    if back is None:
        return None
    return tuple(one.digest for one in copies if any(other.id == back for other in one.events))


def _first_behind(bench: Bench, copies: Sequence[Read]) -> dict[str, tuple[Event, Read]]:
    """Return behind which event the first copy has which signed event, good or not."""
    first: dict[str, tuple[Event, Read]] = {}
    for one in copies:
        behind = [*one.events[1:], event_at(bench, one, len(one.events))]
        for event in behind:
            if event is not None:
                first.setdefault(event.prev, (event, one))
    return first


def _edited(bench: Bench, one: Read, first: Mapping[str, tuple[Event, Read]]) -> None:
    """State that a line was changed, where another copy has what its author signed there."""
    found = one.verdict.finding
    place = len(one.events)
    signed = first.get(one.events[-1].id)
    if signed is None or found is None or found.line is None or found.line != place + 1:
        return
    event, other = signed
    keys = {who.sign for who in other.verdict.signers} | {
        change.was for change in other.verdict.keys_changed if change.was
    }
    if _is_signed(bench.path(one), found.line, keys) or _is_cut(bench.path(one), event):
        return
    changes, only = _changes_in(bench, one, event, found.line)
    after = _named_in_both(bench, one, other, event)
    named_by = None if after is None else facts.NamedBy(seq=after.seq, by=after.by, event=after.id)
    bench.state(
        facts.Edited(
            copy=one.digest,
            seq=place,
            line=found.line,
            event=event.id,
            good=other.digest,
            changes=changes,
            only=only,
            named_by=named_by,
        ),
        copies=(one.digest, other.digest),
        events=[event] if after is None else [event, after],
        check=f"pbem verify {bench.file(one)}",
    )


def _changes_in(
    bench: Bench, one: Read, signed: Event, number: int
) -> tuple[tuple[facts.Changed, ...] | None, bool]:
    """Return in what a line of a copy differs from the event that was signed, and if in that only.

    None where it is no event.
    """
    stands = _event_in(bench.path(one), number)
    if stands is None:
        return None, False
    found = differences([signed, stands], _table(bench.library, one.events))
    changes = tuple(
        facts.Changed(field=differing.field, signed=differing.values[0], stands=differing.values[1])
        for differing in found
    )
    return changes, nothing_else(signed, stands, found)


def _named_in_both(bench: Bench, one: Read, other: Read, signed: Event) -> Event | None:
    """Return the good event after a signed one where the changed copy has it too, letter by letter.

    ``one``: the copy in which the event was changed; ``other``: the one that has it as signed.
    """
    if len(other.events) <= signed.seq + 1:
        return None
    after = other.events[signed.seq + 1]
    stands = _event_in(bench.path(one), after.seq + 1)
    return after if stands is not None and stands.line == after.line else None


def _event_in(path: Path, number: int) -> Event | None:
    """Return the event in a line of a file, None where that line is none."""
    try:
        return next((read_event(line) for at, line in read_lines(path) if at == number), None)
    except (BadLog, LogFileError):
        return None


def event_at(bench: Bench, one: Read, place: int) -> Event | None:
    """Return the event that its author signed in a place of a copy, good or not; None for none.

    Not where the finding there is one of form or signature: before these hold nothing else is said.
    """
    if len(one.events) > place:
        return one.events[place]
    if one.digest not in bench.signed_last:
        bench.signed_last[one.digest] = _signed_last(bench, one)
    event = bench.signed_last[one.digest]
    return event if event is not None and event.seq == place else None


def _signed_last(bench: Bench, one: Read) -> Event | None:
    """Return the event behind the good ones of a copy, if its author signed it."""
    place = len(one.events)
    found = one.verdict.finding
    if found is None or found.line != place + 1 or not place:
        return None
    try:
        line = next((line for at, line in read_lines(bench.path(one)) if at == found.line), b"")
        event = read_event(line)
    except (BadLog, LogFileError):
        return None
    keys = keys_of(one, event.by)[-1:]  # the one that its author had there
    on = (event.seq, event.prev) == (place, one.events[-1].id)
    signed = any(verify_signature(event, bytes.fromhex(key)) for key in keys)
    return event if on and signed else None


def _is_cut(path: Path, event: Event) -> bool:
    """Say whether a file ends in the middle of an event: cut off, and changed in nothing."""
    with open_plain(path) as file:
        file.seek(-min(path.stat().st_size, LINE_BYTES_MAX), SEEK_END)
        last = file.read(LINE_BYTES_MAX).rpartition(b"\n")[2]
    return bool(last) and event.line.startswith(last)


def _is_signed(path: Path, number: int, keys: Iterable[str]) -> bool:
    """Say whether a line of a file is an event that one of these keys signed."""
    try:
        for at, line in read_lines(path):
            if at == number:
                event = read_event(line)
                return any(verify_signature(event, bytes.fromhex(key)) for key in keys)
    except (BadLog, LogFileError):
        pass
    return False


def _heads(bench: Bench, game: str, copies: Sequence[Read]) -> None:
    """State what was confirmed, and which copies end before that."""
    verdicts = _verdicts(bench, copies)
    for exhibit in bench.evidence.of("head"):
        head = judge_head(bench.evidence.path(exhibit), verdicts)
        if head.seq is None or not head.by:
            continue
        confirmed = _confirmation(bench, exhibit, game, copies)
        if confirmed is None:
            continue
        seq, digest = confirmed
        have = [one for one in copies if len(one.events) > seq and one.events[seq].id == digest]
        bench.state(
            facts.Confirmed(
                game=game,
                by=head.by,
                seq=seq,
                head=digest,
                copies=tuple(one.digest for one in have),
            ),
            copies=[one.digest for one in have or copies[:1]],
            exhibits=[exhibit.digest],
            events=[have[0].events[seq]] if have else (),
        )
        if not have:
            _short(bench, copies, head.by, seq, exhibit)


def _confirmation(
    bench: Bench, exhibit: Exhibit, game: str, copies: Sequence[Read]
) -> tuple[int, str] | None:
    """Return number and id that a confirmation of this game confirms, if it is well signed."""
    from pbem.log.head import read_head, verify_head  # noqa: PLC0415 - where there are any

    head = read_head(bench.evidence.path(exhibit))
    keys = {who.sign for one in copies for who in one.verdict.signers if who.handle == head.by}
    good = head.game == game and any(verify_head(head, bytes.fromhex(key)) for key in keys)
    return (head.seq, head.head) if good else None


def _short(bench: Bench, copies: Sequence[Read], by: str, seq: int, exhibit: Exhibit) -> None:
    """State that copies end before an event that somebody confirms: he says so, alone."""
    digests = tuple(one.digest for one in copies if len(one.events) <= seq)
    if not digests:
        return
    fact = facts.Short(
        copies=digests,
        events=max(len(one.events) for one in copies if one.digest in digests),
        shown=f"{by} confirms event {seq}",
    )
    bench.state(fact, "word", copies=digests, exhibits=[exhibit.digest])


def _strangers(bench: Bench, game: str, copies: Sequence[Read]) -> None:
    for exhibit, card in bench.cards:
        for one in copies:
            keys = keys_of(one, card.handle)
            if keys and card.sign not in keys:
                bench.state(
                    facts.Stranger(game=game, by=card.handle, card=exhibit.digest),
                    copies=[one.digest],
                    exhibits=[exhibit.digest],
                )
                break


def keys_of(one: Read, handle: str) -> list[str]:
    """Return the signing keys that somebody had in a copy, the first one first."""
    last = [who.sign for who in one.verdict.signers if who.handle == handle]
    was = [
        change.was
        for change in one.verdict.keys_changed
        if change.handle == handle and change.was is not None
    ]
    return [*was, *last]


def _dice(bench: Bench, game: str, one: Read) -> None:
    """State what is to be said of the dice of the copy that counts."""
    verdict = one.verdict
    assert verdict.policy is not None  # noqa: S101 - it was opened
    rolls = sum(len(event.data.get("rolls") or ()) for event in one.events if event.kind == "dice")
    bench.state(
        facts.Dice(
            game=game,
            level=verdict.level,
            policy=verdict.policy,
            rolls=rolls,
            together=verdict.dice,
        ),
        copies=[one.digest],
        check=f"pbem verify {bench.file(one)}",
    )


def _how_it_stands(bench: Bench, game: str, one: Read) -> None:
    """State of the copy that counts who gave up, and the result or who has to write next."""
    verdict, check = one.verdict, f"pbem verify {bench.file(one)}"
    for event in one.events:
        if event.kind == "resign":
            bench.state(
                facts.Resigned(game=game, by=event.by, seq=event.seq, event=event.id),
                copies=[one.digest],
                events=[event],
                check=f"pbem explain {bench.file(one)} {event.seq}",
            )
    if verdict.result is None:
        if verdict.pen:
            bench.state(facts.GoingOn(game=game, pen=verdict.pen), copies=[one.digest], check=check)
        return
    bench.state(
        facts.Outcome(
            game=game,
            words=verdict.won,
            winner=verdict.winner,
            waits=trust.needs_words(verdict.needs),
        ),
        copies=[one.digest],
        events=[one.events[-1]],
        check=check,
    )


def _days(bench: Bench, game: str, one: Read) -> None:
    """State whether signed days agree with each other and with the rulings."""
    umpire = one.verdict.umpire
    exhibits = [exhibit for exhibit in bench.evidence.of("days") if _of_days(bench, exhibit, game)]
    if not exhibits or umpire is None:
        return
    paths = [bench.evidence.path(exhibit) for exhibit in exhibits]
    names = {str(path): bench.labels.exhibits[exhibit.digest]
             for path, exhibit in zip(paths, exhibits, strict=True)}  # fmt: skip
    found = hold_days(paths, bench.path(one), bench.library, one.verdict.events)
    digests = [exhibit.digest for exhibit in exhibits]
    # What nobody signed is no word of the umpire's: it must refute nothing.
    bench.evidence.unread += [escape(_renamed(told, names)) for told in found.wrong]
    for message in found.convicting:
        bench.state(
            facts.DaysDiffer(game=game, by=umpire, message=message),
            copies=[one.digest],
            exhibits=digests,
            blames=(umpire,),
        )
    for differing in found.differ:
        bench.state(
            facts.DaysDiffer(
                game=game,
                by=umpire,
                message=differing.told,
                ruling=differing.ruling,
                out=differing.out,
                in_time=differing.in_time,
            ),
            "word",
            copies=[one.digest],
            exhibits=digests,
            events=[one.events[differing.ruling]],
        )
    if found.convicting:
        return
    apart = {differing.ruling for differing in found.differ}
    for ruled in one.verdict.rulings:
        out = one.events[ruled.event].data.get("out")
        if ruled.event in found.compared - apart and isinstance(out, str):
            bench.state(
                facts.Day(game=game, by=umpire, ruling=ruled.event, out=out),
                "word",
                copies=[one.digest],
                exhibits=digests,
                events=[one.events[ruled.event]],
            )


def _of_days(bench: Bench, exhibit: Exhibit, game: str) -> bool:
    """Say whether signed days are of a game; what cannot be read is told."""
    try:
        return any(one.game == game for one in read_days(bench.evidence.path(exhibit)))
    except (FormError, LogFileError) as error:
        path = str(bench.evidence.path(exhibit))
        told = str(error).replace(path, exhibit.label)
        bench.evidence.unread.append(f"{exhibit.label} holds no signed days: {escape(told)}")
        return False


def _renamed(text: str, names: Mapping[str, str]) -> str:
    for path, label in names.items():
        text = text.replace(path, label)
    return text


# --- of no game -----------------------------------------------------------------------------------


def _other_pack(bench: Bench, pack: Handed) -> None:
    """State that a pack is of no game here."""
    of_games = {one.events[0].data.get("rules", {}).get("data") for one in bench.read if one.events}
    if pack.digest in of_games:
        return
    fact = facts.OtherPack(
        exhibit=pack.exhibit, digest=pack.digest, rules=pack.rules, differs=pack.differs
    )
    bench.state(fact, exhibits=[pack.exhibit])


def _mails(bench: Bench) -> None:
    """State what the headers of each message say that carries something."""
    for exhibit in bench.evidence.of("mail"):
        found = evidence_of_mail([bench.evidence.path(exhibit)])
        for letter in found.messages:
            bench.state(
                facts.MailFact(
                    exhibit=exhibit.digest,
                    message=letter.number,
                    id=letter.message_id,
                    sender=letter.sender,
                    to=letter.to,
                    date=letter.date,
                    received=tuple(one.told for one in letter.stations),
                    carries=tuple(
                        facts.Carries(one.game, one.first, one.last) for one in letter.carries
                    ),
                ),
                "word",
                exhibits=[exhibit.digest],
                check=f"pbem mail evidence evidence/{stored_name(exhibit)}"
                if exhibit.within is None
                else None,
            )
        for told in found.odd:
            odd = facts.MailOdd(exhibit=exhibit.digest, message=told)
            bench.state(odd, "word", exhibits=[exhibit.digest])
