"""A line that was changed, where another copy has what its author signed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.audit.differing import differences, nothing_else
from pbem.court import facts
from pbem.court.judging.bench import Bench, Read
from pbem.court.judging.signed import event_at, event_in, is_cut, is_signed, table_after
from pbem.log.event import Event


def first_after(bench: Bench, copies: Sequence[Read]) -> dict[str, tuple[Event, Read]]:
    """Return after which event the first copy has which signed event, good or not.

    The id of an event -> the signed event after it, and the first copy that has that.

    One that is not good stands there only if no copy has a good one: anybody may sign out of turn.
    """
    first: dict[str, tuple[Event, Read]] = {}
    for one in copies:
        for event in one.events[1:]:
            first.setdefault(event.prev, (event, one))
    for one in copies:
        last = event_at(bench, one, len(one.events))
        if last is not None:
            first.setdefault(last.prev, (last, one))
    return first


def state_edited(bench: Bench, one: Read, first: Mapping[str, tuple[Event, Read]]) -> None:
    """State that a line was changed, where another copy has what its author signed there.

    ``first``: what `first_after` found.
    """
    found = one.verdict.finding
    place = len(one.events)
    signed = first.get(one.events[-1].id)
    if signed is None or found is None or found.line is None or found.line != place + 1:
        return
    event, other = signed
    keys = {who.sign for who in other.verdict.signers} | {
        change.was for change in other.verdict.keys_changed if change.was
    }
    if is_signed(bench.path(one), found.line, keys) or is_cut(bench.path(one), event):
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
    stands = event_in(bench.path(one), number)
    if stands is None:
        return None, False
    found = differences([signed, stands], table_after(bench.library, one.events))
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
    stands = event_in(bench.path(one), after.seq + 1)
    return after if stands is not None and stands.line == after.line else None
