"""The founding and changes of a tournament, the pairing of its rounds, and its end."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import UnsetType

from pbem.errors import FormError
from pbem.log.event import Event
from pbem.tournament import bids, changes
from pbem.tournament.events import kinds, term_kinds
from pbem.tournament.events.terms import contradiction
from pbem.tournament.faults import bad
from pbem.tournament.history import History, Paired
from pbem.tournament.judges.so_far import SoFar
from pbem.tournament.pairings import matches, pairing
from pbem.tournament.ranking.standings import standings


def found(log: SoFar, event: Event, data: kinds.Found) -> Callable[[], None]:
    """Judge: the tournament is founded."""
    if wrong := contradiction(data):
        raise bad("found.terms", f"The tournament cannot be like this: {wrong}.", 0, event.by)

    def effect() -> None:
        log.history = History(event.id, data)

    return effect


def change(log: SoFar, event: Event, data: kinds.Change) -> Callable[[], None]:
    """Judge: the terms are changed for rounds to come."""
    if why := changes.why_none(log.now, data):
        reported = f"Event {event.seq} changes the terms from round {data.from_} on: {why}."
        raise bad("change.none", reported, event.seq, event.by)
    if why := changes.contradicts(log.now.found, data):
        reported = f"The tournament cannot be as event {event.seq} has it: {why}."
        raise bad("found.terms", reported, event.seq, event.by)
    return lambda: log.now.changes.append(data)


def due(log: SoFar, event: Event, data: kinds.Due) -> Callable[[], None]:
    """Judge: a round has a deadline, or another."""
    if why := changes.why_not_due(log.now, data, event.at):
        reported = f"Event {event.seq} sets a deadline for round {data.round}: {why}."
        raise bad("due.none", reported, event.seq, event.by)

    return lambda: log.now.set_deadline(data, event.at)


def entries(log: SoFar, event: Event, data: kinds.Entries) -> Callable[[], None]:
    """Judge: entries have a deadline, or another."""
    if why := changes.why_no_entries(log.now, data, event.at):
        reported = f"Event {event.seq} sets a deadline for entries: {why}."
        raise bad("due.none", reported, event.seq, event.by)
    return lambda: log.now.entries.append((event.at, data))


def pair(log: SoFar, event: Event, data: kinds.Pair) -> Callable[[], None]:
    """Judge: a round is paired."""
    why = pairing.why_not_due(log.now)
    if why or data.round != log.now.next_round:
        reported = why or f"round {log.now.next_round} is next"
        raise bad("pair.due", f"Event {event.seq} pairs round {data.round}: {reported}.", event.seq)
    try:
        dear = term_kinds.RoundRobin | term_kinds.Swiss | term_kinds.Tables
        quick = not isinstance(log.now.found.format, dear)
        again = log.compare and event.seq >= log.compared
        made = pairing.pairings(log.now) if again or quick else None
    except FormError as error:
        raise bad("pair.due", f"Event {event.seq}: {error}.", event.seq) from None
    if made is not None and made != (data.boards, data.byes):
        raise bad(
            "pair.other",
            f"Event {event.seq}: its pairings of round {data.round} do not follow from the log.",
            event.seq,
            event.by,
        )
    if made is None and not _possible(log.now, data):
        reported = (
            f"Event {event.seq} pairs somebody who does not play in round {data.round}, or twice."
        )
        raise bad("pair.other", reported, event.seq, event.by)

    asked = log.now.on_request(data.round)

    def effect() -> None:
        if made is None and again:
            log.uncompared.append(data.round)
        log.now.add_round(Paired(event.id, data.boards, data.byes, asked))
        if not isinstance(log.now.found.bids, UnsetType):
            for at in log.now.boards(data.round):
                first, second = (one.number for one in log.now.pair_of(at))
                begun = bids.begun(log.now.found.bids, (first, second), event.seq)
                log.now.bids[at] = begun

    return effect


def close(log: SoFar, event: Event, data: kinds.Close) -> Callable[[], None]:
    """Judge: the log is closed."""
    order = tuple(row.number for row in standings(log.now)) if log.now.order else ()
    if log.now.owed() or data.order != order:
        raise bad(
            "close.order",
            f"Event {event.seq}: its final order does not follow from the log.",
            event.seq,
            event.by,
        )

    def effect() -> None:
        log.now.over = True
        log.now.closing = event.seq

    return effect


def _possible(history: History, data: kinds.Pair) -> bool:
    """Say of pairings that cannot be made again whether they could be: each who plays, once."""
    pairs = matches.pairs_of(data.boards, history.legs)
    if pairs is None:
        return False
    named = [number for pair in pairs for number in pair] + list(data.byes)
    return sorted(named) == history.playing(data.round)
