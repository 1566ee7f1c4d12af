"""The readable history of a log: every event, what came of it, every die with its purpose."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from pbem.cells import wrap
from pbem.crypto.text import escape
from pbem.kit.contract import NO_DETAIL, Detail, Game, Outcome
from pbem.log.event import Event
from pbem.log.file import no_event, read_events
from pbem.log.finding import BadLog, Finding
from pbem.log.fork import check_fork, is_fork, read_fork
from pbem.play import lists
from pbem.play.outcomes import Lapsed, LeftOut, Rolled, Settled, StandingLapsed, is_replaced
from pbem.play.play import Play
from pbem.table.events import kinds
from pbem.table.library import Library
from pbem.table.owned import OwnersPack, owners_pack, pack_words
from pbem.table.table import Table
from pbem.table.words.deeds import Folded, did, fold
from pbem.table.words.reporting import Reporting, report_all
from pbem.table.words.short import Deed, done, news_of
from pbem.view.paint import BOLD, DIM, RESET, YELLOW, paint

INDENT = 6


class Happening(msgspec.Struct, frozen=True):
    """One line of a report, with the paragraph of the rulebook that caused it.

    - ``sort``: ``die``, ``outcome``, ``settled`` (standing orders gave the answer, or only one was
      legal), ``lapse`` (an order was skipped) or ``replaced`` (its author replaced waiting orders);
    - ``dice``: of a die, pairs of the number rolled and the number of faces; ``purpose``: what for;
    - ``result``: the word of the table, if the outcome decides an attack or the like;
    - ``lost``: the units that are lost for good;
    - ``news``: how a summary shows it, a word of `pbem.kit.contract.Matter`; ``brief``: its text
      there. Both are empty if it is left out. ``detail``: its parts.
    """

    text: str
    paragraph: str
    sort: str
    dice: tuple[tuple[int, int], ...] = ()
    purpose: str = ""
    result: str = ""
    lost: tuple[str, ...] = ()
    news: str = ""
    brief: str = ""
    detail: Detail = NO_DETAIL


class Entry(msgspec.Struct, frozen=True):
    """One event in words.

    - ``seq``, ``id``, ``kind``, ``by`` (its author), ``at`` (the time that the author claims);
    - ``did``: a sentence that says what the author did; ``orders``: the orders as lines;
    - ``turn``: the turn in which it was written, 0 if the game is not known;
    - ``happened``: each `Happening` that followed; ``note``: the message to the other players.
    """

    seq: int
    id: str
    at: str
    by: str
    kind: str
    turn: int
    did: str
    orders: tuple[str, ...]
    happened: tuple[Happening, ...]
    note: str


class History(msgspec.Struct, frozen=True, rename={"active": "pen"}):
    """The entries asked for, how many events there are, the active player, and what is not valid.

    - ``pack``: The owner's data pack that the game is played with; None for the module's own data.
    - ``lower``: The reason why the events are reported without their results; empty if they are
      not.
    - ``fork``: The meaning of the proof of a fork; the last two entries are the two events then.
    """

    entries: tuple[Entry, ...]
    events: int
    active: str
    finding: Finding | None = None
    pack: OwnersPack | None = None
    lower: str = ""
    fork: str = ""


def history(
    path: Path,
    library: Library,
    *,
    since: int = 0,
    turn: int | None = None,
    upto: int | None = None,
    progress: Callable[[], None] | None = None,
) -> History:
    """Read a log and describe it.

    For the proof of a fork, it describes the log before the fork, then both events. Without the
    rules, it describes the events without their results.

    Args:
        path: The log, or the proof of a fork.
        library: The rules.
        since: The first event to describe.
        turn: Describe only what was written in this turn.
        upto: Read no event after this one.
        progress: Called after every event.

    Raises:
        LogFileError: The file cannot be read.
    """
    wanted = Wanted(since, turn, progress, upto)
    report = _fork_reported if is_fork(path) else _log_reported
    table = Table(library)
    reported = report(path, table, wanted)
    found = reported.finding
    if found is not None and found.code == "rules.unknown":
        table = Table(library, 2)
        reported = replace(report(path, table, wanted), lower=found.message)
    if table.opening is None:
        return reported
    return replace(reported, pack=owners_pack(library, table.rules_now()))


class Wanted(NamedTuple):
    """Which events are reported, see `history`."""

    since: int
    turn: int | None
    progress: Callable[[], None] | None
    upto: int | None = None


def _log_reported(path: Path, table: Table, wanted: Wanted) -> History:
    reported = _reported(read_events(path), table, wanted)
    if reported.events or reported.finding is not None:
        return reported
    return replace(reported, finding=no_event().finding, active="")


def _fork_reported(path: Path, table: Table, wanted: Wanted) -> History:
    """Describe the log before a fork, then each of the two events on it."""
    try:
        fork = read_fork(path)
    except BadLog as bad:
        return History((), 0, "", bad.finding)
    reported = _reported(fork.before, table, wanted)
    if reported.finding is not None:
        return reported
    beyond = wanted._replace(since=max(wanted.since, fork.a.seq))
    both = [
        _reported((*fork.before, event), Table(table.library, table.level), beyond)
        for event in (fork.a, fork.b)
    ]
    faults = {fork.a.id: both[0].finding, fork.b.id: both[1].finding}
    try:
        proven = check_fork(fork, lambda events: faults[list(events)[-1].id])
    except BadLog as bad:
        unknown = [one for one in faults.values() if one and one.code == "rules.unknown"]
        return replace(reported, finding=unknown[0] if unknown else bad.finding, active="")
    entries = (*reported.entries, *both[0].entries, *both[1].entries)
    if table.level < 3:
        unsure = " Nobody checked whether the rules allow both."
        return replace(reported, entries=entries, active="", fork=proven.message + unsure)
    return replace(reported, entries=entries, active="", fork=proven.message)


def _reported(events: Iterable[Event], table: Table, wanted: Wanted) -> History:
    entries: list[Entry] = []
    found: Finding | None = None
    count = 0
    try:
        for folded in fold(events, table):
            count += 1
            if wanted.progress is not None:
                wanted.progress()
            if folded.event.seq >= wanted.since and wanted.turn in (None, folded.turn):
                entries.append(entry(table, folded))
            if folded.event.seq == wanted.upto:
                break
    except BadLog as bad:
        found = bad.finding
    active = table.active().why if found is None else ""
    return History(tuple(entries), count, active, found)


def entry(table: Table, folded: Folded) -> Entry:
    """Describe the event that ``table`` accepted last."""
    event = folded.event
    data = kinds.read_data(event.kind, event.data)
    play = table.play
    orders = tuple(lists.write_text(play, data.orders)) if play and event.kind == "orders" else ()
    if play is not None and isinstance(data, kinds.Join | kinds.Orders):
        orders += tuple(_standing_lines(play, data.standing))
    happened = () if play is None else happenings(play, folded.outcomes)
    note = event.data.get("note")
    return Entry(
        seq=event.seq,
        id=event.id,
        at=event.at,
        by=event.by,
        kind=event.kind,
        turn=folded.turn,
        did=did(table, data, folded),
        orders=orders,
        happened=happened,
        note=note if isinstance(note, str) else "",
    )


def deed_of(entry: Entry) -> Deed:
    """Return an entry as it is reported in short."""
    news = [(one.news, one.brief) for one in entry.happened if one.news]
    reported = [one.text for one in entry.happened if one.sort == "outcome"]
    return Deed(entry.by, entry.kind, done(entry.by, entry.did, entry.orders), news, reported)


def happenings(play: Play, outcomes: Iterable[Outcome]) -> tuple[Happening, ...]:
    """Describe outcomes of a play in order; dice in a row for one purpose are one happening."""
    return tuple(_happening(play.game, one) for one in report_all(play, outcomes))


def _happening(game: Game[Any, Any], one: Reporting) -> Happening:
    outcome = one.outcome
    sort = "outcome"
    if isinstance(outcome, Rolled):
        dice = tuple((die.got + 1, die.n) for die in one.dice)
        return Happening(one.text, one.paragraph, "die", dice, outcome.purpose)
    if is_replaced(outcome):
        sort = "replaced"
    elif isinstance(outcome, Lapsed | LeftOut | StandingLapsed):
        sort = "lapse"
    elif isinstance(outcome, Settled):
        sort = "settled"
    read = game.reading(outcome)
    result, lost = "" if read is None else read.result, tuple(game.lost(outcome))
    reported = news_of(game, one)
    news, brief, detail = ("", "", NO_DETAIL) if reported is None else reported
    return Happening(
        one.text,
        one.paragraph,
        sort,
        result=result,
        lost=lost,
        news=news,
        brief=brief,
        detail=detail,
    )


def _standing_lines(play: Play, standing: Any) -> Iterator[str]:
    """Yield the standing orders of an event as lines, with their side if there are several."""
    if isinstance(standing, dict):
        for side, answers in standing.items():
            whose = f"{side}: " if len(standing) > 1 else ""
            yield from (f"{whose}{line}" for line in play.game.standing_text(answers))


# --- for a terminal --------------------------------------------------------------------------


def lines(
    reported: History, *, width: int = 100, colour: bool = True, numbered: bool = False
) -> Iterator[str]:
    """Yield a history as lines for a terminal; text of others is escaped.

    Args:
        reported: The history.
        width: The columns of the terminal.
        colour: With colours.
        numbered: With a number before each result of an event, such as ``12.3``.
    """
    if reported.pack is not None:
        yield from wrap(pack_words(reported.pack), width)
    if reported.lower:
        yield from wrap(
            f"The results of the events cannot be shown. {escape(reported.lower)}", width
        )
    for entry in reported.entries:
        yield from _entry_lines(entry, width, colour=colour, numbered=numbered)
    if reported.fork:
        yield from wrap(f"FORK: {escape(reported.fork)}", width)
    elif reported.finding is not None:
        found = reported.finding
        yield from wrap(f"NOT valid from here on ({found.code}): {escape(found.message)}", width)
    elif reported.active:
        yield from (
            paint(BOLD, line, colour=colour) for line in wrap(escape(reported.active), width)
        )


def _entry_lines(
    entry: Entry, width: int, *, colour: bool, numbered: bool = False
) -> Iterator[str]:
    turn = f"  turn {entry.turn}" if entry.turn else ""
    head = f"{entry.seq:4}  {entry.at}{turn}  "
    reported = f"{entry.by} {escape(entry.did)}"
    yield from wrap(
        paint(DIM, head, colour=colour) + reported,
        width + (len(DIM + RESET) if colour else 0),
        subsequent_indent=" " * INDENT,
    )
    for order in entry.orders:
        yield from _indented(f"> {escape(order)}", width)
    for number, happening in enumerate(entry.happened, 1):
        following = f" [{happening.paragraph}]" if happening.paragraph else ""
        before = f"{entry.seq}.{number}  " if numbered else ""
        shown = list(_indented(f"{before}{escape(happening.text)}{following}", width))
        mark = {"die": BOLD, "lapse": YELLOW, "settled": DIM}.get(happening.sort)
        for line in shown:
            yield line if mark is None else paint(mark, line, colour=colour)
    for line in entry.note.split("\n") if entry.note else ():
        yield from _indented(f'"{escape(line)}"', width)


def _indented(text: str, width: int) -> list[str]:
    return wrap(text, width, initial_indent=" " * INDENT, subsequent_indent=" " * (INDENT + 2)) or [
        ""
    ]
