"""Every side of a branch point is kept beside the log: which one counts is decided by all one has.

The log here is the side that counts, as far as that is decided (protocol section 9). The others lie
beside it as whole logs, ``NAME.pbem.branch-SEQ``, with the number of the event where they diverge.

``ruling`` and ``event`` as texts are ids of events.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Protocol

from pbem.client.client import Client
from pbem.client.storage.archive import free_beside
from pbem.client.storage.database import rebuild
from pbem.errors import FormError, KeyFileError, LogFileError
from pbem.files import read_plain
from pbem.identity.files import write_atomically
from pbem.log.disk import explaining, locked, write_new
from pbem.log.event import Event
from pbem.log.file import create, read_events, to_bytes
from pbem.log.finding import BadLog
from pbem.store.resume import fold
from pbem.table.counts import BranchPoint, Counted, taken_back, unsure_words, which_counts
from pbem.table.handlers.active import OPENINGS
from pbem.table.own.writer import lacks
from pbem.table.table import Table

BARE_MOST = 8
"""Sides of a game with events of one author only that are kept: who signs a hundred variants must
not fill a disk. One on which nobody else has written decides nothing that another does not."""

BARE_ALL_MOST = 64
"""Such sides that are kept of one author at all branch points together, where each either changes
which log counts or is a ruling."""

FIRSTS_MOST = 2
"""First events of one author at a branch point that are kept however many sides there are: both
halves of a fork, and a ruling, for which nobody else's variants leave no room."""

_CHOSEN_BYTES = 1 << 16


class AtLog(Protocol):
    """Somebody at a verified log: what of a session (`pbem.client.session.session`) matters here.

    ``path`` is the log, ``table`` the verified table at its end, ``handle`` the identity used
    (None: somebody who only looks); ``since`` yields its events from a number on.
    """

    client: Client
    path: Path
    table: Table
    handle: str | None

    @property
    def name(self) -> str:
        """The game's name at this client."""

    def since(self, seq: int) -> Iterator[Event]:
        """Yield the events of the log from number ``seq`` on, as they were verified."""


def sides(log: Path) -> list[Path]:
    """Return the other sides that are kept beside a log."""
    named = re.compile(re.escape(log.name) + r"\.branch-[0-9]+(-[0-9]+)?")
    return sorted(path for path in log.parent.glob("*.branch-*") if named.fullmatch(path.name))


def known(session: AtLog) -> Iterator[list[Event]]:
    """Yield the log here, then every side beside it that can be read."""
    yield list(session.since(0))
    for path in sides(session.path):
        events = side_events(path)
        if events and events[0].id == session.table.game_id:
            yield events


def side_events(path: Path) -> list[Event]:
    """Return the events of a side that is kept in ``path``; none where the file was damaged."""
    try:
        return list(read_events(path))
    except (BadLog, LogFileError):
        return []  # it was whole when it was stored; later changes are not ours


def counted(session: AtLog) -> Counted:
    """Say which log counts by all that is here."""
    return which_counts(session.client.library, known(session))


def stands_on(session: AtLog, event: str) -> bool:
    """Whether the event with this id stands on a side that is kept beside the log."""
    return any(_has(path, event) for path in sides(session.path))


def displace(session: AtLog) -> None:
    """Let the record go on where its newest event stands on a side that does not count."""
    if session.handle is None:
        return
    last = session.client.record(session.handle, session.table.game_id).last()
    for path in sides(session.path):
        if last is not None and _has(path, last.id):
            _adopt(session, list(session.since(0)), _number(path))


def was_switched(log: Path, last: str) -> bool:
    """Whether the log was replaced by another side when event ``last`` was at its end.

    Then that stands on a side which is kept, after where it parts from the log.
    """
    ours = side_events(log)
    for path in sides(log):
        events, seq = side_events(path), _number(path)
        parts = len(events) > seq < len(ours) and events[seq].id != ours[seq].id
        if parts and any(event.id == last for event in events[seq:]):
            return True
    return False


def base_of(session: AtLog, first: Event) -> list[Event]:
    """Return the log up to before ``first``, if a side beside the log goes up to there."""
    for path in sides(session.path):
        events = side_events(path)[: first.seq]
        if events and len(events) == first.seq and events[-1].id == first.prev:
            return events
    return []


def keep(session: AtLog, events: Sequence[Event], seq: int) -> Path | None:
    """Keep a verified log with another branch beside the log; return its file.

    If a kept file has all of it already, it is not kept twice, and the result is None.

    Args:
        session: The log and its client.
        events: The verified log.
        seq: The first event that differs.

    Raises:
        LogFileError: The file cannot be written.
    """
    ids, first = {event.id for event in events}, events[seq]
    bare, firsts, longer = 0, set[str](), False
    for path in sides(session.path):
        old = side_events(path)
        if ids <= {event.id for event in old}:
            return path
        if old and {event.id for event in old} <= ids:
            longer = True
            with explaining(path, "Removing"):
                path.unlink()
        else:
            bare += _authors(old[_number(path) :]) == {first.by}
            firsts |= {one.id for one in old[seq : seq + 1] if _beside(one, first)}
    room = longer or bare < BARE_MOST
    if not room and first.id not in firsts and len(firsts) < FIRSTS_MOST and bare < BARE_ALL_MOST:
        mine = first.by == session.handle
        room = mine or first.kind == "ruling" or _changes_what_counts(session, events)
    if not room and _authors(events[seq:]) == {first.by}:
        return None
    path = free_beside(session.path, f"branch-{seq}")
    create(path, events)
    return path


def _changes_what_counts(session: AtLog, events: Sequence[Event]) -> bool:
    """Whether another log counts, or none, if this one is known beside all others."""
    others = [log for log in known(session) if log[-1].id != events[-1].id]
    if not others:
        return True
    before, after = (
        which_counts(session.client.library, logs) for logs in (others, [*others, events])
    )
    return (before.events, before.umpire) != (after.events, after.umpire)


def _authors(events: Iterable[Event]) -> set[str]:
    return {event.by for event in events}


def _beside(one: Event, other: Event) -> bool:
    """Whether two events have one author and one predecessor."""
    return (one.by, one.prev) == (other.by, other.prev)


def switch_to(session: AtLog, events: Sequence[Event], seq: int) -> Path | None:
    """Change the log to another branch; return where the former one is kept.

    Args:
        session: The log and its client.
        events: The other branch.
        seq: The number of its first event that differs.

    Raises:
        BadLog: An event is not valid; then nothing is changed.
    """
    ours = list(session.since(0))
    table = Table(session.client.library)
    fold(table, events)
    table.reported()
    # In an order in which a crash loses nothing: what is here is kept before it is replaced, in one
    # step. Until then nothing is signed here (`check_decided`), and the same mail leads here again.
    aside = keep(session, ours, seq) if len(ours) > seq else None
    _adopt(session, events, seq)
    with locked(session.path), explaining(session.path, "Writing"):
        write_atomically(session.path, to_bytes(events), overwrite=True)
    ids = {event.id for event in events}
    for path in sides(session.path):
        if {event.id for event in side_events(path)} <= ids:
            with explaining(path, "Removing"):
                path.unlink()
    # Events are append-only in the database: the only way to another side is to make it again.
    rebuild(session.client)
    session.table = table
    return aside


def _adopt(session: AtLog, events: Sequence[Event], seq: int) -> None:
    """Let the record go on from this side: an event of one's own may be displaced (section 9).

    Not where it may lack something: its owner has to ask the others first. It still binds: nobody
    signs again on a predecessor, nor gives dice to another trigger on it.
    """
    if session.handle is None:
        return
    record = session.client.record(session.handle, session.table.game_id)
    ids, last = {event.id for event in events}, record.last()
    if last is None or last.id in ids or record.damaged is not None:
        return
    if lacks(record, session.handle, session.since) is not None:
        return
    mine = record.ids
    if all(event.id in mine for event in events[seq:] if event.by == session.handle):
        record.adopt(events[-1].seq, events[-1].id)


def could_take_back(session: AtLog, ruling: Event) -> bool:
    """Say whether another side would count if the umpire took a ruling of the log here back."""
    return bool(taken_back(session.client.library, list(known(session)), ruling))


def ruled_for_another(session: AtLog, fork: Event) -> Path | None:
    """Return a side with a `branch` ruling of one's own on a fork, for another branch than here.

    ``fork`` is one of the two events. An umpire who rules for two branches is named before
    everything else (protocol, section 9), so none may do so by mistake.
    """
    here = _branch(session.since(fork.seq))
    for path in sides(session.path):
        following = side_events(path)[fork.seq :]
        for at, event in enumerate(following):
            mine = event.by == session.handle and _is_branch(event, fork)
            if mine and _branch(following[:at]) != here:
                return path
    return None


def _branch(events: Iterable[Event]) -> str | None:
    """Return the first of these events that is no ruling, by its id."""
    return next((event.id for event in events if event.kind != "ruling"), None)


def _is_branch(event: Event, fork: Event) -> bool:
    """Whether an event is a `branch` ruling on a fork of this author at this predecessor."""
    if event.kind != "ruling" or event.data.get("then") != "branch":
        return False
    body = event.data["fork"][0]["body"]
    return (body["by"], body["prev"]) == (fork.by, fork.prev)


def switch_without(session: AtLog, ruling: str) -> None:
    """Go over to a side without the ruling with this id, for the umpire to take it back there.

    Nothing is done where the log here has not the ruling. Raises FormError where it has, and there
    is no such side, or none that would count then.
    """
    here = next((event for event in session.since(0) if event.id == ruling), None)
    if here is None:
        return
    back = taken_back(session.client.library, list(known(session)), here)
    if back is None:
        raise FormError(
            f"Event {here.seq} is in your log, and you have no other branch without it. First "
            "import the log that goes on without it"
        )
    if not back:
        raise FormError(
            f"You cannot take back event {here.seq}: the other branch would still not count "
            "(protocol, section 9). All others went on with the ruling, or a player revealed "
            "hidden things after it, or it closed the game, or a ruling on the fork decides"
        )
    switch_to(session, back, here.seq)


def unsafe_opening(session: AtLog) -> str:
    """Say why an opening that is owed here is left to its owner; nothing where it is safe.

    An opening keeps no side for anybody who has an event on a side that does not count (section 9).
    """
    owed = next(iter(session.table.active().kinds), "")
    if owed not in OPENINGS or not sides(session.path):
        return ""
    return next(unsure(session, counted(session)), "")


def unsure(session: AtLog, found: Counted) -> Iterator[str]:
    """Yield for each branch point where it is so that what one opens may be for nothing.

    ``found``: of `counted`.
    """
    for branch_point in found.branch_points:
        if session.handle in branch_point.unsure:
            yield unsure_words(one for one in branch_point.everybody if one != session.handle)


# --- where nothing decides ---------------------------------------------------------------------


def choose(session: AtLog, branch_point: BranchPoint) -> None:
    """Write down that one goes on with the side that is here, where nothing decides: one's word."""
    ours = next(iter(session.since(branch_point.seq)), None)
    path = _chosen(session, branch_point)
    if ours is None:
        return
    with explaining(path, "Writing"):
        path.unlink(missing_ok=True)
        write_new(path, f"{ours.id}\n".encode())


def check_decided(session: AtLog) -> None:
    """Raise KeyFileError where the log here parts from another, and nothing decides yet.

    A player who alone has to choose may go on, for their choice is their word. So may a player who
    has said that they go on.
    """
    if not sides(session.path):
        return
    found = counted(session)
    if any(a.id != b.id for a, b in zip(session.since(0), found.events, strict=False)):
        # Another command was killed on its way to the side that counts.
        path = next(path for path in sides(session.path) if _has(path, found.events[-1].id))
        raise KeyFileError(
            "Nothing was signed: another branch of the game counts, not the one in your log. Go "
            f"on with it by 'pbem take {path}'"
        )
    if found.open is not None and not _may_go_on(session, found.open):
        raise KeyFileError(f"Nothing was signed: {undecided(session, found.open)}")


def _may_go_on(session: AtLog, branch_point: BranchPoint) -> bool:
    """Whether one may go on here where nothing decides, by one's own word."""
    ours = next(iter(session.since(branch_point.seq)), None)
    path = _chosen(session, branch_point)
    if ours is not None and path.exists():
        with explaining(path, "Reading"):
            said = read_plain(path, _CHOSEN_BYTES).decode("ascii", "replace").strip()
        if said == ours.id:
            return True
    return ours is not None and branch_point.everybody == (session.handle,)


def _has(path: Path, id_: str) -> bool:
    return any(event.id == id_ for event in side_events(path))


def blocked(session: AtLog, reported: Iterable[str]) -> list[str]:
    """Say what is to be done where nothing decides, unless its proof has ``reported`` that already.

    No proof shows two rulings of an umpire, or an event and a ruling after which its author wrote;
    and of who is out already a proof says nothing.
    """
    branch_point = counted(session).open if sides(session.path) else None
    if branch_point is None or any(_proof(session, branch_point) in one for one in reported):
        return []
    umpire = session.table.roster.umpire
    mine = umpire is not None and umpire.handle == session.handle  # their ruling is still due
    return (
        [undecided(session, branch_point)] if mine or not _may_go_on(session, branch_point) else []
    )


def undecided(session: AtLog, branch_point: BranchPoint) -> str:
    """Say what is to be done where nothing decides."""
    umpire = session.table.roster.umpire
    one, *_ = branch_point.sides
    reported = f"{branch_point.why()}. Nobody can sign there"
    others = f"all agree ({', '.join(branch_point.everybody) or 'nobody is left'})"
    how = "To choose the branch in FILE, type 'pbem take FILE --instead'"
    forfeited = any((fork.by, fork.then) == (one.by, "forfeit") for fork in session.table.forks)
    if umpire is None or forfeited:  # no second ruling on a fork of one author is valid then
        return f"{reported} until {others}. {how}"
    if all(side.kind == "ruling" for side in branch_point.sides):
        reported = (
            f"{reported} until the umpire {umpire.handle} takes back all but one of these rulings"
        )
        # The one that is not here: it is taken back on the log as it is.
        here = {event.id for event in session.since(branch_point.seq)}
        other = next(side for side in branch_point.sides if side.id not in here)
        back = f"Take back the other one with 'pbem rule {session.name} --back {other.id}'"
        return f"{reported}. {back}" if umpire.handle == session.handle else reported
    if umpire.handle == session.handle:
        proof = _proof(session, branch_point)
        if any(side.kind == "ruling" for side in branch_point.sides):
            # No file proves that one: its author wrote after the ruling, on another predecessor.
            ours = next(iter(session.since(branch_point.seq)), None)
            other = next(side for side in branch_point.sides if ours is None or side.id != ours.id)
            path = next(path for path in sides(session.path) if _has(path, other.id))
            if other.kind == "ruling":
                return (
                    f"{reported} until you rule again, after your own ruling. Go to that branch "
                    f"with 'pbem take {path} --instead'"
                )
            proof = path.name
        rule = f"pbem rule {session.name} --fork {proof} --then"
        return f"{reported} until you rule: '{rule} forfeit' or '{rule} branch'"
    return f"{reported} until the umpire {umpire.handle} rules, or {others}. {how}"


def _proof(session: AtLog, branch_point: BranchPoint) -> str:
    return f"{session.name}-{branch_point.seq}.fork"


def _chosen(session: AtLog, branch_point: BranchPoint) -> Path:
    return session.path.with_name(f"{session.name}-{branch_point.seq}.chosen")


def _number(path: Path) -> int:
    return int(path.name.rpartition(".branch-")[2].partition("-")[0])
