"""Every side of a branch point is kept beside the log: which one counts is decided by all one has.

The log here is the side that counts, as far as that is decided (protocol section 9). The others lie
beside it as whole logs, ``NAME.pbem.branch-SEQ``, with the number of the event where they diverge.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Protocol

from pbem.desk.desk import Desk
from pbem.desk.shelf.archive import free_beside
from pbem.desk.shelf.database import rebuild
from pbem.errors import FormError, KeyFileError, LogFileError
from pbem.files import read_plain
from pbem.identity.files import write_atomically
from pbem.log.disk import explaining, locked, write_new
from pbem.log.event import Event
from pbem.log.file import create, read_events, to_bytes
from pbem.log.finding import BadLog
from pbem.store.resume import fold
from pbem.table.counts import BranchPoint, Counted, taken_back, unsure_words, which_counts
from pbem.table.handlers.pen import OPENINGS
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
    """Somebody at a verified log: what of a sitting (`pbem.desk.seat.sitting`) matters here.

    ``path`` is the log, ``table`` the verified table at its end, ``handle`` the identity used
    (None: somebody who only looks); ``since`` yields its events from a number on.
    """

    desk: Desk
    path: Path
    table: Table
    handle: str | None

    @property
    def name(self) -> str:
        """The game's name at this desk."""

    def since(self, seq: int) -> Iterator[Event]:
        """Yield the events of the log from number ``seq`` on, as they were verified."""


def sides(log: Path) -> list[Path]:
    """Return the other sides that are kept beside a log."""
    named = re.compile(re.escape(log.name) + r"\.branch-[0-9]+(-[0-9]+)?")
    return sorted(path for path in log.parent.glob("*.branch-*") if named.fullmatch(path.name))


def known(sitting: AtLog) -> Iterator[list[Event]]:
    """Yield the log here, then every side beside it that can be read."""
    yield list(sitting.since(0))
    for path in sides(sitting.path):
        events = side_events(path)
        if events and events[0].id == sitting.table.game_id:
            yield events


def side_events(path: Path) -> list[Event]:
    """Return the events of a side that is kept; none where the file was damaged."""
    try:
        return list(read_events(path))
    except (BadLog, LogFileError):
        return []  # it was whole when it was put there: what somebody did to it since is his affair


def counted(sitting: AtLog) -> Counted:
    """Say which log counts by all that is here."""
    return which_counts(sitting.desk.library, known(sitting))


def stands_on(sitting: AtLog, event: str) -> bool:
    """Whether the event with this id stands on a side that is kept beside the log."""
    return any(_has(path, event) for path in sides(sitting.path))


def displace(sitting: AtLog) -> None:
    """Let the record go on where its newest event stands on a side that does not count."""
    if sitting.handle is None:
        return
    last = sitting.desk.record(sitting.handle, sitting.table.game_id).last()
    for path in sides(sitting.path):
        if last is not None and _has(path, last.id):
            _adopt(sitting, list(sitting.since(0)), _number(path))


def was_switched(log: Path, last: str) -> bool:
    """Whether the log was replaced by another side when event ``last`` was at its end.

    Then that stands on a side which is kept, behind where it parts from the log.
    """
    ours = side_events(log)
    for path in sides(log):
        events, seq = side_events(path), _number(path)
        parts = len(events) > seq < len(ours) and events[seq].id != ours[seq].id
        if parts and any(event.id == last for event in events[seq:]):
            return True
    return False


def base_of(sitting: AtLog, first: Event) -> list[Event]:
    """Return the log up to before ``first``, if a side beside the log goes up to there."""
    for path in sides(sitting.path):
        events = side_events(path)[: first.seq]
        if events and len(events) == first.seq and events[-1].id == first.prev:
            return events
    return []


def keep(sitting: AtLog, events: Sequence[Event], seq: int) -> Path | None:
    """Keep a verified log that parts at event ``seq`` beside the log, if it has anything new.

    Return the file. What it holds whole is not kept twice. Raises `LogFileError`.
    """
    ids, first = {event.id for event in events}, events[seq]
    bare, firsts, longer = 0, set[str](), False
    for path in sides(sitting.path):
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
        mine = first.by == sitting.handle
        room = mine or first.kind == "ruling" or _changes_what_counts(sitting, events)
    if not room and _authors(events[seq:]) == {first.by}:
        return None
    path = free_beside(sitting.path, f"branch-{seq}")
    create(path, events)
    return path


def _changes_what_counts(sitting: AtLog, events: Sequence[Event]) -> bool:
    """Whether another log counts, or none, if this one is known beside all others."""
    others = [log for log in known(sitting) if log[-1].id != events[-1].id]
    if not others:
        return True
    before, after = (
        which_counts(sitting.desk.library, logs) for logs in (others, [*others, events])
    )
    return (before.events, before.umpire) != (after.events, after.umpire)


def _authors(events: Iterable[Event]) -> set[str]:
    return {event.by for event in events}


def _beside(one: Event, other: Event) -> bool:
    """Whether two events have one author and one predecessor."""
    return (one.by, one.prev) == (other.by, other.prev)


def switch_to(sitting: AtLog, events: Sequence[Event], seq: int) -> Path | None:
    """Make ``events`` the log here from number ``seq`` on; return where the other side is kept.

    Raises BadLog if anything in them is not valid; then nothing is changed.
    """
    ours = list(sitting.since(0))
    table = Table(sitting.desk.library)
    fold(table, events)
    table.told()
    # In an order in which a crash loses nothing: what is here is kept before it is replaced, in one
    # step. Until then nothing is signed here (`check_decided`), and the same mail leads here again.
    aside = keep(sitting, ours, seq) if len(ours) > seq else None
    _adopt(sitting, events, seq)
    with locked(sitting.path), explaining(sitting.path, "Writing"):
        write_atomically(sitting.path, to_bytes(events), overwrite=True)
    ids = {event.id for event in events}
    for path in sides(sitting.path):
        if {event.id for event in side_events(path)} <= ids:
            with explaining(path, "Removing"):
                path.unlink()
    # Events are append-only in the database: the only way to another side is to make it again.
    rebuild(sitting.desk)
    sitting.table = table
    return aside


def _adopt(sitting: AtLog, events: Sequence[Event], seq: int) -> None:
    """Let the record go on from this side: an event of one's own may be displaced (section 9).

    Not where it may lack something: its owner has to ask the others first. It still binds: nobody
    signs again on a predecessor, nor gives dice to another trigger on it.
    """
    if sitting.handle is None:
        return
    record = sitting.desk.record(sitting.handle, sitting.table.game_id)
    ids, last = {event.id for event in events}, record.last()
    if last is None or last.id in ids or record.damaged is not None:
        return
    if lacks(record, sitting.handle, sitting.since) is not None:
        return
    mine = record.ids
    if all(event.id in mine for event in events[seq:] if event.by == sitting.handle):
        record.adopt(events[-1].seq, events[-1].id)


def could_take_back(sitting: AtLog, ruling: Event) -> bool:
    """Say whether another side would count if the umpire took a ruling of the log here back."""
    return bool(taken_back(sitting.desk.library, list(known(sitting)), ruling))


def ruled_for_another(sitting: AtLog, fork: Event) -> Path | None:
    """Return a side with a `branch` ruling of one's own on a fork, for another branch than here.

    ``fork`` is one of the two events. An umpire who rules for two branches is named before
    everything else (protocol, section 9), so none may do so by mistake.
    """
    here = _branch(sitting.since(fork.seq))
    for path in sides(sitting.path):
        behind = side_events(path)[fork.seq :]
        for at, event in enumerate(behind):
            mine = event.by == sitting.handle and _is_branch(event, fork)
            if mine and _branch(behind[:at]) != here:
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


def switch_without(sitting: AtLog, ruling: str) -> None:
    """Go over to a side without the ruling with this id, for the umpire to take it back there.

    Nothing is done where the log here has not the ruling. Raises FormError where it has, and there
    is no such side, or none that would count then.
    """
    here = next((event for event in sitting.since(0) if event.id == ruling), None)
    if here is None:
        return
    back = taken_back(sitting.desk.library, list(known(sitting)), here)
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
    switch_to(sitting, back, here.seq)


def unsafe_opening(sitting: AtLog) -> str:
    """Say why an opening that is owed here is left to its owner; nothing where it is safe.

    An opening keeps no side for anybody who has an event on a side that does not count (section 9).
    """
    owed = next(iter(sitting.table.pen().kinds), "")
    if owed not in OPENINGS or not sides(sitting.path):
        return ""
    return next(unsure(sitting, counted(sitting)), "")


def unsure(sitting: AtLog, found: Counted) -> Iterator[str]:
    """Yield for each branch point where it is so that what one opens may be for nothing."""
    for branch_point in found.branch_points:
        if sitting.handle in branch_point.unsure:
            yield unsure_words(one for one in branch_point.everybody if one != sitting.handle)


# --- where nothing decides ---------------------------------------------------------------------


def choose(sitting: AtLog, branch_point: BranchPoint) -> None:
    """Write down that one goes on with the side that is here, where nothing decides: one's word."""
    ours = next(iter(sitting.since(branch_point.seq)), None)
    path = _chosen(sitting, branch_point)
    if ours is None:
        return
    with explaining(path, "Writing"):
        path.unlink(missing_ok=True)
        write_new(path, f"{ours.id}\n".encode())


def check_decided(sitting: AtLog) -> None:
    """Raise KeyFileError where the log here parts from another, and nothing decides yet.

    Who alone has to choose may go on, which is his word; so may who has said that he goes on.
    """
    if not sides(sitting.path):
        return
    found = counted(sitting)
    if any(a.id != b.id for a, b in zip(sitting.since(0), found.events, strict=False)):
        # Another command was killed on its way to the side that counts.
        path = next(path for path in sides(sitting.path) if _has(path, found.events[-1].id))
        raise KeyFileError(
            "Nothing was signed: another branch of the game counts, not the one in your log. Go "
            f"on with it by 'pbem take {path}'"
        )
    if found.open is not None and not _may_go_on(sitting, found.open):
        raise KeyFileError(f"Nothing was signed: {undecided(sitting, found.open)}")


def _may_go_on(sitting: AtLog, branch_point: BranchPoint) -> bool:
    """Whether one may go on here where nothing decides, by one's own word."""
    ours = next(iter(sitting.since(branch_point.seq)), None)
    path = _chosen(sitting, branch_point)
    if ours is not None and path.exists():
        with explaining(path, "Reading"):
            said = read_plain(path, _CHOSEN_BYTES).decode("ascii", "replace").strip()
        if said == ours.id:
            return True
    return ours is not None and branch_point.everybody == (sitting.handle,)


def _has(path: Path, id_: str) -> bool:
    return any(event.id == id_ for event in side_events(path))


def blocked(sitting: AtLog, told: Iterable[str]) -> list[str]:
    """Say what is to be done where nothing decides, unless that is ``told`` of its proof already.

    No proof shows two rulings of an umpire, or an event and a ruling behind which its author wrote;
    and of who is out already a proof tells nothing.
    """
    branch_point = counted(sitting).open if sides(sitting.path) else None
    if branch_point is None or any(_proof(sitting, branch_point) in one for one in told):
        return []
    umpire = sitting.table.roster.umpire
    mine = umpire is not None and umpire.handle == sitting.handle  # his ruling is still due
    return (
        [undecided(sitting, branch_point)] if mine or not _may_go_on(sitting, branch_point) else []
    )


def undecided(sitting: AtLog, branch_point: BranchPoint) -> str:
    """Say what is to be done where nothing decides."""
    umpire = sitting.table.roster.umpire
    one, *_ = branch_point.sides
    told = f"{branch_point.why()}. Nobody can sign there"
    others = f"all agree ({', '.join(branch_point.everybody) or 'nobody is left'})"
    how = "To choose the branch in FILE, type 'pbem take FILE --instead'"
    forfeited = any((fork.by, fork.then) == (one.by, "forfeit") for fork in sitting.table.forks)
    if umpire is None or forfeited:  # no second ruling on a fork of one author is valid then
        return f"{told} until {others}. {how}"
    if all(side.kind == "ruling" for side in branch_point.sides):
        told = f"{told} until the umpire {umpire.handle} takes back all but one of these rulings"
        # The one that is not here: it is taken back on the log as it is.
        here = {event.id for event in sitting.since(branch_point.seq)}
        other = next(side for side in branch_point.sides if side.id not in here)
        back = f"Take back the other one with 'pbem rule {sitting.name} --back {other.id}'"
        return f"{told}. {back}" if umpire.handle == sitting.handle else told
    if umpire.handle == sitting.handle:
        proof = _proof(sitting, branch_point)
        if any(side.kind == "ruling" for side in branch_point.sides):
            # No file proves that one: its author wrote behind the ruling, on another predecessor.
            ours = next(iter(sitting.since(branch_point.seq)), None)
            other = next(side for side in branch_point.sides if ours is None or side.id != ours.id)
            path = next(path for path in sides(sitting.path) if _has(path, other.id))
            if other.kind == "ruling":
                return (
                    f"{told} until you rule again, after your own ruling. Go to that branch with "
                    f"'pbem take {path} --instead'"
                )
            proof = path.name
        rule = f"pbem rule {sitting.name} --fork {proof} --then"
        return f"{told} until you rule: '{rule} forfeit' or '{rule} branch'"
    return f"{told} until the umpire {umpire.handle} rules, or {others}. {how}"


def _proof(sitting: AtLog, branch_point: BranchPoint) -> str:
    return f"{sitting.name}-{branch_point.seq}.fork"


def _chosen(sitting: AtLog, branch_point: BranchPoint) -> Path:
    return sitting.path.with_name(f"{sitting.name}-{branch_point.seq}.chosen")


def _number(path: Path) -> int:
    return int(path.name.rpartition(".branch-")[2].partition("-")[0])
