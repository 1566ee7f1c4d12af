"""Two logs of one game that part: a finding, a fork with its proof, or a ruling that stands."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import msgspec

from pbem.desk.arriving import Arrived, open_at
from pbem.desk.housekeeping import rebuild
from pbem.desk.keys import signing_keys
from pbem.desk.shelf import free_beside
from pbem.errors import SecondTrigger
from pbem.log.disk import told
from pbem.log.event import Event, read_event, verify_signature
from pbem.log.file import create
from pbem.log.finding import BadLog, Finding
from pbem.log.fork import check_fork, make_fork, write_fork
from pbem.store.resume import fold
from pbem.table.table import Table

if TYPE_CHECKING:
    from pbem.desk.sitting import Sitting


class Case(msgspec.Struct, kw_only=True):
    """What two logs that part come to.

    ``finding``: the file's event is not valid; ``fork``: one author signed both, ``proof`` is the
    file that shows it; ``ruled``: in the file an umpire's ruling decides for its branch; ``older``:
    here it does.
    """

    status: Literal["finding", "fork", "ruled", "older"]
    finding: Finding | None = None
    proof: Path | None = None
    warnings: list[str] = []


def parted(sitting: Sitting, one: Arrived, theirs: Event) -> Case:
    """Judge where the file and the log here part: at ``theirs``, which here is another event.

    The log here is not changed. Raises `LogFileError` where the proof cannot be written.
    """
    before = _ours(sitting)[: theirs.seq + 1]
    ours = before.pop()
    found = _verify(sitting, [*before, theirs])
    if found is not None:
        return Case(status="finding", finding=found, warnings=other_past(sitting, one))
    if theirs.kind == "ruling" or _names_branch(sitting, one, before):
        told = (
            f"the umpire ruled on event {theirs.seq}, and the ruling stands against what is here: "
            "look at the file with 'pbem verify', then take it with --instead"
        )
        return Case(status="ruled", warnings=[told])
    if ours.kind == "ruling":
        told = f"it goes on from before the umpire's ruling in event {ours.seq}, which stands"
        return Case(status="older", warnings=[told])
    found, proof = _prove(sitting, before, ours, theirs)
    warnings = [f"the proof is {proof.name}: anybody can judge it with 'pbem verify'"]
    if theirs.by == sitting.handle:
        warnings.append(
            "it is you who signed both, as happens after a backup was put back: sign nothing more, "
            "and write to the others"
        )
    return Case(status="fork", finding=found, proof=proof, warnings=warnings)


def other_past(sitting: Sitting, one: Arrived) -> list[str]:
    """Say so where a part of a log goes on from another event than the one here, and who signed it.

    The part cannot show that event: only its author's whole log can.
    """
    first = next(open_at(one.path, 0))
    ours = _ours(sitting)[: first.seq]
    if first.seq == 0 or len(ours) < first.seq or first.prev == ours[-1].id:
        return []
    keys = signing_keys(sitting, first.by)
    if not any(verify_signature(first, bytes.fromhex(key)) for key in keys):
        return []
    mine = ours[-1]
    who = "you" if mine.by == sitting.handle else mine.by
    told = (
        f"{first.by} goes on from another event {mine.seq} ({first.prev[:16]}...) than the one "
        f"here ({mine.id[:16]}...), which {who} signed: ask {first.by} for the whole log ('pbem "
        f"send {sitting.name}', without --since), and take that in; it shows who signed two"
    )
    return [told]


def second_trigger(sitting: Sitting, error: SecondTrigger) -> SecondTrigger:
    """Return ``error`` with what proves it: one's record has the first event, the log the second.

    Raises `LogFileError` where the proof cannot be written.
    """
    if not error.first:
        keep = "Keep both logs: together they prove it"
        return SecondTrigger(f"{error}. {keep}", "")
    first = read_event(error.first.encode())
    before = _ours(sitting)[: first.seq + 1]
    _, proof = _prove(sitting, before[:-1], first, before[-1])
    forfeit = "That forfeits the game, unless the umpire or all other players agree on a branch"
    return SecondTrigger(
        f"{error}. {forfeit}. The proof is kept as {proof.name}: anybody can judge it with 'pbem "
        "verify'",
        error.first,
    )


def _prove(sitting: Sitting, before: list[Event], one: Event, other: Event) -> tuple[Finding, Path]:
    """Write the proof of a fork beside the log; return the finding and the file."""
    fork = make_fork(before, one, other)
    found = check_fork(fork, lambda events: _verify(sitting, events))
    # One proof convicts: who signs a hundred variants must not fill a disk with a hundred logs.
    proof = _proof_path(sitting, one.seq)
    if not proof.exists():
        write_fork(proof, fork)
    return found, proof


def go_on_with(sitting: Sitting, one: Arrived, seq: int) -> Path:
    """Go on with the file's branch from event ``seq`` on; return where the log here was put aside.

    Raises BadLog if anything in the branch is not valid; then nothing is changed.
    """
    events = [*_ours(sitting)[:seq], *(e for e in open_at(one.path, 0) if e.seq >= seq)]
    table = Table(sitting.desk.library)
    fold(table, events)
    table.told()
    aside = free_beside(sitting.path, f"parted-{seq}")
    with told(sitting.path, "Moving"):
        sitting.path.rename(aside)
    create(sitting.path, events)
    # Events are append-only in the database: the only way to another branch is to make it again.
    rebuild(sitting.desk)
    sitting.table = table
    if sitting.handle is not None:
        record = sitting.desk.record(sitting.handle, table.game_id)
        last = record.last()
        if last is not None and not any(event.id == last.id for event in events):
            record.adopt(table.chain.count - 1, table.chain.head)
    return aside


def _ours(sitting: Sitting) -> list[Event]:
    return list(sitting.since(0))


def _names_branch(sitting: Sitting, one: Arrived, before: list[Event]) -> bool:
    """Say whether the umpire, later in the file, names its branch as the one that counts."""
    table = Table(sitting.desk.library)
    fold(table, before)
    try:
        for event in open_at(one.path, 0):
            if event.seq < len(before):
                continue
            table.take(event)
            if event.kind == "ruling" and "branch" in event.data:
                return True
    except BadLog:
        return False
    return False


def _verify(sitting: Sitting, events: Iterable[Event]) -> Finding | None:
    try:
        fold(Table(sitting.desk.library), events)
    except BadLog as bad:
        return bad.finding
    return None


def _proof_path(sitting: Sitting, seq: int) -> Path:
    return sitting.path.with_name(f"{sitting.name}-{seq}.fork")
