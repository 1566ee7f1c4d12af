"""Verifying logs: one pass over the file, one table, a verdict (protocol section 10).

A log is read line by line and folded into a table, so memory does not grow with its length.
Reading stops at the first event that is not valid; the lines after it are looked at only to see
which keepers answered an illegal list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pbem.audit import trust
from pbem.audit.noted import Noted
from pbem.audit.verdict import Verdict
from pbem.errors import LogFileError, RulesFault, TooMuchWork, UnforeseenError
from pbem.files import MIB, open_plain
from pbem.identity.card import Card
from pbem.items import item
from pbem.kit.sides import side_name
from pbem.kit.wording import named
from pbem.log.event import LINE_BYTES_MAX, Event, read_event, verify_signature
from pbem.log.file import no_event, no_log, read_events, read_lines
from pbem.log.finding import BadLog, Finding
from pbem.table.events.kinds import Open, Signer
from pbem.table.library import Library
from pbem.table.owned import OwnersPack, owners_pack
from pbem.table.past import Reread
from pbem.table.table import Table
from pbem.table.words.reporting import result_words

KEEPERS_BLAMED = ("orders.illegal", "orders.form", "standing.form")
"""Faults of orders that a keeper who replayed them would have seen before giving dice."""

ENDED = (
    "The system ended the process that verified it, perhaps because memory ran out. Verify it "
    "alone, or on a computer with more memory"
)
"""Why there is no verdict on a log with which even a process of its own ended."""

WORK_MOST = 256 * MIB
"""Bytes of events that are judged for one log of several, those judged again included.

Each ruling on a fork has the log before it judged once more: with all that one log may have of
them, the longest log would take a day.
"""

REPORTED_EVERY = 64
"""Progress is reported every so many events."""

Progress = Callable[[int], None]


def verify(
    path: Path,
    library: Library,
    *,
    level: int = 3,
    cards: Sequence[Card] = (),
    book: Sequence[Card] = (),
    progress: Progress | None = None,
) -> Verdict:
    """Verify one whole log; at level 2 if its rules are not here.

    Args:
        path: The log.
        library: Has the rules.
        level: The level wanted.
        cards: Player cards to compare with the keys of the log.
        book: Other known cards; only a different key is reported.
        progress: Called with the number of events so far.

    Raises:
        LogFileError: The file cannot be read. Every fault in it is in the verdict.
    """
    reading = _Reading(path, library, level, progress)
    reading.read()
    found = reading.found
    if level < 3 or found is None or found.code != "rules.unknown":
        return _verdict(reading, level, cards, book, "")
    lower = _why_lower(found)
    reading = _Reading(path, library, 2, progress)
    reading.read()
    return _verdict(reading, level, cards, book, lower)


def verify_one(
    path: Path,
    library: Library,
    *,
    level: int = 3,
    cards: Sequence[Card] = (),
    book: Sequence[Card] = (),
    progress: Progress | None = None,
) -> Verdict:
    """Verify one of several logs; an unreadable one has a verdict too.

    Args:
        path: The log.
        library: Has the rules.
        level: The level wanted.
        cards: Player cards to compare with the keys of the log.
        book: Other known cards; only a different key is reported.
        progress: Called with the number of events so far.
    """
    try:
        with item(str(path)), library.metered(_Meter().count):
            return verify(path, library, level=level, cards=cards, book=book, progress=progress)
    except UnforeseenError as error:
        return unread(path, level, error.why)
    except (LogFileError, RulesFault, _TooMuch) as error:
        return unread(path, level, str(error))


class _TooMuch(TooMuchWork):
    """One log costs too much; what several cost together is counted elsewhere."""


class _Meter:
    """Counts the work for one log."""

    def __init__(self) -> None:
        self._done = 0

    def count(self, size: int) -> None:
        """Count the bytes of an event.

        Raises:
            _TooMuch: They are too many.
        """
        self._done += size
        if self._done > WORK_MOST:
            raise _TooMuch(
                f"it would take more work than pbem does for one log ({WORK_MOST // MIB} MiB of "
                "events, those that a ruling on a fork has read again included). Ask its umpire "
                "for the log before the first of these rulings"
            )


def unread(path: Path, wanted: int, why: str) -> Verdict:
    """Return the verdict on a file that could not be read.

    Args:
        path: The file.
        wanted: The level wanted.
        why: Why it could not be read.
    """
    return Verdict(path=str(path), ok=False, level=0, wanted=wanted, unread=why)


def verify_many(
    paths: Sequence[Path],
    make_library: Callable[[], Library],
    *,
    level: int = 3,
    cards: Sequence[Card] = (),
    book: Sequence[Card] = (),
    processes: int = 2,
) -> Iterator[Verdict]:
    """Verify logs in several processes; yield verdicts in the order of the files.

    A file that cannot be read has a verdict that says so, and does not stop the others.

    Args:
        paths: The logs.
        make_library: A function of a module, which every process calls once.
        level: The level wanted.
        cards: Player cards to compare with the keys of the logs.
        book: Other known cards; only a different key is reported.
        processes: How many processes to use.
    """
    if processes <= 1 or len(paths) <= 1:
        library = make_library()
        for path in paths:
            yield verify_one(path, library, level=level, cards=cards, book=book)
        return
    from pbem.pool import each  # noqa: PLC0415 - loaded for many logs only

    given = (make_library, level, tuple(cards), tuple(book))
    found = each(_verify_here, paths, min(processes, len(paths)), _begin, given, weigh=_weigh)
    for path, one in zip(paths, found, strict=True):
        yield unread(path, level, ENDED) if one is None else one


def _weigh(path: Path) -> int:
    """Return how much work a log is: its bytes, and something for the log itself."""
    try:
        return LOG_WEIGHS + path.stat().st_size
    except OSError:
        return LOG_WEIGHS


LOG_WEIGHS = 4096
"""The work of opening a log and of its verdict, in bytes of a log."""


class _Worker:
    """Things that one process of the pool keeps between logs."""

    library: Library
    level: int
    cards: tuple[Card, ...]
    book: tuple[Card, ...]


def _begin(
    make_library: Callable[[], Library],
    level: int,
    cards: tuple[Card, ...],
    book: tuple[Card, ...],
) -> None:
    _Worker.library, _Worker.level = make_library(), level
    _Worker.cards, _Worker.book = cards, book


def _verify_here(path: Path) -> Verdict:
    return verify_one(
        path, _Worker.library, level=_Worker.level, cards=_Worker.cards, book=_Worker.book
    )


class _Reading:
    """One pass over a log; ``found`` is the fault at which it stopped, or None."""

    def __init__(self, path: Path, library: Library, level: int, progress: Progress | None) -> None:
        self.path = path
        self.library = library
        self.table = Table(library, level)
        self.table.past = Reread(lambda: read_events(path))
        self.found: Finding | None = None
        self.events = 0
        self.head: str | None = None
        self.noted = Noted()
        self.part: int | None = None
        self.other: str | None = None
        self._progress = progress

    def read(self) -> None:
        """Fold the whole file, or up to the first event that is not valid."""
        number = 0
        lines = read_lines(self.path)
        table, progress = self.table, self._progress
        try:
            for number, line in lines:
                event = read_event(line, number, table.chain.version)
                if number == 1 and event.seq > 0:
                    self.part = event.seq
                self.noted.take(table, event)
                if table.play is not None:
                    table.play.reported.clear()
                self.events += 1
                self.head = event.id
                if progress is not None and self.events % REPORTED_EVERY == 0:
                    progress(self.events)
            if not self.events:
                raise no_event()
        except BadLog as bad:
            if number <= 1:
                self.other = no_log(_beginning(self.path))
            found = bad.finding.at(
                line=number or None, good=self.events, head=self.head if self.events else None
            )
            if found.code in KEEPERS_BLAMED:
                found = found.blaming(*found.blame, *self._keepers_after(found, lines))
            self.found = found

    def _keepers_after(self, found: Finding, lines: Iterator[tuple[int, bytes]]) -> list[str]:
        """Return who gave dice on the event ``found``, by a valid signature, in order."""
        keepers: list[str] = []
        head = found.event
        try:
            for number, line in lines:
                event = read_event(line, number, self.table.chain.version)
                if event.kind not in ("dice", "ruling") or event.prev != head:
                    break
                if not self._signed(event):
                    break
                if event.kind == "dice" and event.by not in (*found.blame, *keepers):
                    keepers.append(event.by)
                head = event.id
        except BadLog:
            pass  # what comes later cannot take the blame away
        return keepers

    def _signed(self, event: Event) -> bool:
        author = self.table.roster.find(event.by)
        return author is not None and verify_signature(event, bytes.fromhex(author.sign))


def _beginning(path: Path) -> bytes:
    with open_plain(path) as file:
        return file.readline(2 * LINE_BYTES_MAX)


def _why_lower(found: Finding) -> str:
    upto = f" At level 3, the {found.good} events before it are good." if found.good else ""
    return f"Only level 2 was reached. {found.message}{upto}"


def _advice(reading: _Reading) -> str:
    if reading.part is not None:
        return (
            f"This file begins with event {reading.part}. It can only be judged together with the "
            "events before it: import it with 'pbem take FILE', then type 'pbem verify GAME'."
        )
    if reading.other is not None:
        return f"The file {reading.other}."
    return "" if reading.found is None else reading.found.advice


def rules_words(table: Table, opening: Open) -> str:
    """Name the rules that a game was opened with, and those that all have agreed to since."""
    first, now = opening.rules, table.rules_now()
    later = "" if now.version == first.version else f", then version {now.version}"
    return f"{first.name} version {first.version}{later}"


@dataclass
class _Named:
    """The names of the sides of a game."""

    side_names: Mapping[str, str]


def _side_names(table: Table, pack: OwnersPack | None) -> dict[str, str]:
    """Return what sides with a seat are called, of those that the rules have a name for.

    A player may have written an owner's pack. So names of several words stand in quotation marks.
    """
    names = {side: side_name(table.game, side) for side in sorted(table.seats)}
    if pack is not None:
        names = {side: named(name) for side, name in names.items()}
    return {side: name for side, name in names.items() if name != side}


def _verdict(
    reading: _Reading, wanted: int, cards: Sequence[Card], book: Sequence[Card], lower: str
) -> Verdict:
    table, found, noted = reading.table, reading.found, reading.noted
    opening = table.opening if reading.events else None
    warnings, strangers = trust.compare_cards(opening, table, cards, book)
    common = {
        "path": str(reading.path),
        "ok": found is None and table.level >= wanted and not strangers,
        "level": table.level,
        "wanted": wanted,
        "lower": lower,
        "events": reading.events,
        "head": reading.head,
        "finding": found,
        "title": "" if found is None else found.title,
        "part": reading.part,
        "other": reading.other,
        "advice": _advice(reading),
    }
    if opening is None:
        return Verdict(**common, warnings=warnings)  # type: ignore[arg-type]
    good = None if found is None else reading.events
    result, pack = table.result, owners_pack(reading.library, table.rules_now())
    sides = _side_names(table, pack)
    return Verdict(
        **common,  # type: ignore[arg-type]
        dice=trust.dice_sentence(table, noted, good),
        policy=opening.dice,
        stood_in=tuple(noted.stood_in),
        ruled_from=noted.rulings[0].event if noted.rulings else None,
        rulings=tuple(noted.rulings),
        umpire=None if opening.umpire is None else opening.umpire.handle,
        players=tuple(player.handle for player in table.roster.players),
        seats=dict(sorted(table.seats.items())),
        sides=sides,
        signers=tuple(Signer(who.handle, who.sign) for who in table.roster.everybody()),
        keys_changed=tuple(noted.keys),
        game=table.game_id,
        rules=rules_words(table, opening),
        scenario=opening.scenario,
        options=dict(sorted(opening.options.items())),
        clock=opening.clock,
        opened=noted.opened,
        latest=noted.latest,
        ended=noted.ended,
        pack=pack,
        result=result,
        winner=None if result is None else table.seats.get(result.winner or ""),
        won="" if result is None else result_words(result, table.seats, _Named(sides)),
        scores={} if table.play is None else dict(sorted(table.play.scores.items())),
        needs=trust.needs(table),
        counts=trust.result_sentence(table, good),
        pen=table.active().why if found is None else "",
        warnings=warnings,
        strangers=strangers,
    )
