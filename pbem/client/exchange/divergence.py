"""Two logs of one game that part: a finding, or two sides of which one counts, or neither yet."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

import msgspec

from pbem.client.exchange.arriving import Arrived
from pbem.client.exchange.own import hands, own_words, up_to_own
from pbem.client.session.keys import signing_keys
from pbem.client.storage import sides
from pbem.errors import SecondTrigger
from pbem.log.event import Event, read_event, verify_signature
from pbem.log.file import read_at
from pbem.log.finding import BadLog, Finding
from pbem.log.fork import check_fork, make_fork, write_fork
from pbem.store.resume import fold
from pbem.table.counts import Counted, two_faced_words
from pbem.table.handlers.forks import former_words, settled_by, settled_words
from pbem.table.table import Table

if TYPE_CHECKING:
    from pbem.client.session.session import Session


class Case(msgspec.Struct, kw_only=True):
    """The result of comparing two logs that part.

    ``finding``: something in the file is not valid; ``fork``: one author signed both, ``proof`` is
    the file that shows it; ``aside``: it is another side of the game. ``side``: its events, as
    far as they are accepted; ``usable``: how many are good before a finding.
    """

    status: Literal["finding", "fork", "aside"]
    finding: Finding | None = None
    proof: Path | None = None
    usable: int = 0
    side: list[Event] = []
    warnings: list[str] = []


class _Read(NamedTuple):
    """Events up to the first that is not valid, and why that is not.

    ``table``: as it stands after the good ones.
    """

    good: list[Event]
    finding: Finding | None
    table: Table


def diverged(session: Session, theirs: Iterable[Event], *, prefix: bool) -> Case:
    """Judge a log that differs from the stored one, and keep it beside that.

    `settle` then says which one counts.

    Args:
        session: The game here.
        theirs: The whole received log, from the first event on.
        prefix: Accept what is valid before a finding.

    Raises:
        LogFileError: A file cannot be written.
    """
    ours = list(session.since(0))
    good, finding, table = _read(session, theirs)
    seq = next((i for i, (a, b) in enumerate(zip(ours, good, strict=False)) if a.id != b.id), None)
    if seq is None:
        return Case(status="finding", finding=finding)
    case = Case(status="aside", warnings=[])
    author, ids = ours[seq].by, (ours[seq].id, good[seq].id)
    twice = author == good[seq].by and "ruling" not in (ours[seq].kind, good[seq].kind)
    both = (session.table, table)
    settled = settled_by((one for at in both for one in at.keys_changed.items()), author, seq)
    former = settled_by((one for at in both for one in at.keys_alone.items()), author, seq)
    if twice and settled is not None:
        case.warnings.append(settled_words(author, seq, ids, settled).rstrip("."))
    elif twice:
        case.status = "fork"
        case.finding, case.proof = _prove(session, ours[:seq], ours[seq], good[seq])
        case.warnings.append(
            f"{case.proof.name} proves the fork. Anyone can check it with 'pbem verify'"
        )
        if former is not None:
            case.warnings.append(former_words(author, former).strip().rstrip("."))
        if good[seq].by == session.handle:
            case.warnings.append(
                "You signed both events yourself. This happens if a backup was restored, or if "
                "you play on two computers. Sign nothing more, and write to the others"
            )
    if finding is not None and not prefix:
        own = up_to_own(good, hands(session.client, session.table))
        if case.proof is not None:
            case.warnings.append(f"After the fork, the file is not valid: {finding.message}")
        else:
            case = Case(status="finding", finding=finding, usable=len(good) - seq, warnings=[])
        if len(own) <= seq or _is_recorded(session, own[-1]):
            return case
        case.warnings.append(own_words(own[-1]))
        good = own
    case.side = good
    kept = sides.keep(session, good, seq)
    if kept is not None:
        case.warnings.append(f"The branch in this file is stored as {kept.name}")
    return case


def _is_recorded(session: Session, event: Event) -> bool:
    """Say whether the player here knows that they signed an event."""
    if session.handle is None:
        return False
    record = session.client.record(session.handle, session.table.game_id)
    return event.id in record.ids


class Settled(NamedTuple):
    """The decision that follows from all that is here.

    ``first``: number of the first event that is another one now, None where nothing has changed;
    ``open``: whether nothing decides yet; ``warnings``: what to say.
    """

    first: int | None
    open: bool
    warnings: list[str]


def settle(session: Session, chosen: list[Event] | None = None) -> Settled:
    """Go on with the side that counts by all that is here (section 9).

    ``chosen``: the side with which one goes on where nothing decides, and says so by it. If it
    parts earlier from what counts, it decides nothing. Raises `LogFileError`.
    """
    found = sides.counted(session)
    warnings = []
    if found.umpire is not None:
        warnings.append(f"{two_faced_words(found.umpire)}. Inform all players")
    undecided = found.open
    chosen = _up_to(chosen, found) if undecided is not None else None
    events = tuple(chosen or found.events)
    ours = [event.id for event in session.since(0)]
    pairs = enumerate(zip(ours, events, strict=False))
    seq = next((i for i, (a, b) in pairs if a != b.id), min(len(ours), len(events)))
    changed = seq < len(events)
    if changed:
        aside = sides.switch_to(session, events, seq)
        if aside is not None:
            warnings.append(f"Your former log is stored as {aside.name}")
    elif undecided is None:
        sides.displace(session)
    if undecided is not None and chosen is not None:
        sides.choose(session, undecided)
    for branch_point in found.branch_points:
        decided = branch_point.counts is not None
        warnings.append(branch_point.why() if decided else sides.undecided(session, branch_point))
        one, umpire = branch_point.counts, session.table.roster.umpire
        mine = umpire is not None and umpire.handle == session.handle
        ruling = mine and one is not None and one.kind == "ruling" and 2 in branch_point.rules
        if ruling and one is not None and sides.could_take_back(session, one):
            warnings.append(
                "If the other event came in time, take your ruling back with 'pbem rule "
                f"{session.name} --back {one.id}'"
            )
        if branch_point.both:
            who = ", ".join(branch_point.both)
            warnings.append(
                f"More than one branch after event {branch_point.seq} has events of {who}"
            )
    warnings += sides.unsure(session, found)
    return Settled(seq if changed else None, undecided is not None, warnings)


def _up_to(chosen: list[Event] | None, found: Counted) -> list[Event] | None:
    """Return a side that was chosen if it goes up to where nothing decides."""
    there = [event.id for event in (chosen or [])[: len(found.events)]]
    return chosen if not chosen or there == [event.id for event in found.events] else None


def other_past(session: Session, one: Arrived) -> list[str]:
    """Say so where a part of a log goes on from another event than the one here, and who signed it.

    ``one``: the part. It cannot show that event: only its author's whole log can.
    """
    first = next(read_at(one.path, 0))
    ours = _ours(session)[: first.seq]
    if first.seq == 0 or len(ours) < first.seq or first.prev == ours[-1].id:
        return []
    keys = signing_keys(session, first.by)
    if not any(verify_signature(first, bytes.fromhex(key)) for key in keys):
        return []
    mine = ours[-1]
    who = "you" if mine.by == session.handle else mine.by
    reported = (
        f"{first.by} follows another event {mine.seq} ({first.prev[:16]}...) than the one in your "
        f"log ({mine.id[:16]}...), which {who} signed. Ask {first.by} for the whole log ('pbem "
        f"send {session.name}', without --since) and import it. It shows who signed two events"
    )
    return [reported]


def second_trigger(session: Session, error: SecondTrigger) -> SecondTrigger:
    """Return ``error`` with what proves it: one's record has the first event, the log the second.

    Raises `LogFileError` where the proof cannot be written.
    """
    if not error.first:
        keep = "Keep both logs: together they prove it"
        return SecondTrigger(f"{error}. {keep}", "")
    first = read_event(error.first.encode())
    forks = session.table.forks
    if any((one.by, one.prev, one.then) == (first.by, first.prev, "branch") for one in forks):
        return SecondTrigger(f"{error}. {_ruled_for_the_other(session, first)}", error.first)
    *before, second = _ours(session)[: first.seq + 1]
    if (second.prev, second.by) != (first.prev, first.by):  # one of the two stands after a ruling
        return SecondTrigger(f"{error}. Keep your record: it has the other event", error.first)
    settled = settled_by(session.table.keys_changed.items(), first.by, first.seq)
    if settled is not None:
        reported = settled_words(first.by, first.seq, (first.id, second.id), settled)
        return SecondTrigger(f"{error}. {reported}", error.first)
    _, proof = _prove(session, before, first, second)
    forfeit = "That forfeits the game, unless the umpire or all other players agree on a branch"
    former = settled_by(session.table.keys_alone.items(), first.by, first.seq)
    return SecondTrigger(
        f"{error}. {forfeit}. {proof.name} proves it, and anyone can check it with 'pbem verify'"
        f"{'.' if former is not None else ''}{former_words(first.by, former).rstrip('.')}",
        error.first,
    )


def _ruled_for_the_other(session: Session, first: Event) -> str:
    """Say what a dice keeper does where the umpire ruled for the event without their dice."""
    umpire = session.table.roster.umpire
    assert umpire is not None  # noqa: S101 - there is a ruling
    return (
        f"{umpire.handle} ruled that this one counts, so write to {umpire.handle} and to the "
        f"others that you gave dice for event {first.id[:16]}... of {first.by}. If all others go "
        "on with that event, it counts. Otherwise they can agree that somebody plays on in your "
        "place ('pbem consent')"
    )


def _prove(session: Session, before: list[Event], one: Event, other: Event) -> tuple[Finding, Path]:
    """Write the proof of a fork beside the log; return the finding and the file."""
    fork = make_fork(before, one, other)
    found = check_fork(fork, lambda events: _verify(session, events))
    # One proof convicts: who signs a hundred variants must not fill a disk with a hundred logs.
    proof = _proof_path(session, one.seq)
    if not proof.exists():
        write_fork(proof, fork)
    return found, proof


def _ours(session: Session) -> list[Event]:
    return list(session.since(0))


def _read(session: Session, events: Iterable[Event]) -> _Read:
    """Verify a log, up to the first event that is not valid."""
    table, good = Table(session.client.library), list[Event]()
    try:
        for event in events:
            table.take(event)
            good.append(event)
    except BadLog as bad:
        head = good[-1].id if good else None
        return _Read(good, bad.finding.at(good=len(good), head=head), table)
    return _Read(good, None, table)


def _verify(session: Session, events: Iterable[Event]) -> Finding | None:
    try:
        fold(Table(session.client.library), events)
    except BadLog as bad:
        return bad.finding
    return None


def _proof_path(session: Session, seq: int) -> Path:
    return session.path.with_name(f"{session.name}-{seq}.fork")
