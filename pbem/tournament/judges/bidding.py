"""Bids for sides, sealed and open."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from msgspec import UnsetType

from pbem.log.event import Event
from pbem.tournament import bids
from pbem.tournament.events import kinds, word_kinds
from pbem.tournament.faults import BadTournament, bad
from pbem.tournament.history import BoardOf, Silenced
from pbem.tournament.judges.so_far import SoFar

_Form = TypeVar("_Form", bids.Sealed, bids.Auction)


def seal(log: SoFar, event: Event, data: kinds.Said) -> Callable[[], None]:
    """Judge: somebody seals a bid."""
    word = log.word(event, data)
    assert isinstance(word, word_kinds.Seal)  # noqa: S101 - as above
    number, made = _bidding(log, event, word, bids.Sealed)
    if made.hands[number].commit:
        raise _not_due(event, word.handle)
    return lambda: made.sealed(number, word.commit, event.seq)


def bid(log: SoFar, event: Event, data: kinds.Said) -> Callable[[], None]:
    """Judge: somebody opens a sealed bid."""
    word = log.word(event, data)
    assert isinstance(word, word_kinds.Bid)  # noqa: S101 - as above
    number, made = _bidding(log, event, word, bids.Sealed)
    if not made.are_sealed or word.price > _most(log, word):
        raise _not_due(event, word.handle)
    pair = log.now.rounds[word.round - 1].pair
    if bids.commit(log.now.id, pair, word) != made.hands[number].commit:
        reported = f"The bid of {word.handle} in event {event.seq} is not the sealed one."
        raise bad("bid.seal", reported, event.seq)
    return lambda: made.opened(number, word)


def raise_(log: SoFar, event: Event, data: kinds.Said) -> Callable[[], None]:
    """Judge: somebody bids more, in the open."""
    word = log.word(event, data)
    assert isinstance(word, word_kinds.Raise)  # noqa: S101 - as above
    _, made = _bidding(log, event, word, bids.Auction)
    most = _most(log, word)
    if word.price > most:
        raise _not_due(event, word.handle)
    if not made.is_above(word):
        reported = f"The bid of {word.handle} in event {event.seq} is not above the highest bid"
        raise bad("bid.low", f"{reported}, or not for the same side.", event.seq)
    return lambda: made.raised(word, most, event.seq)


def pass_(log: SoFar, event: Event, data: kinds.Said) -> Callable[[], None]:
    """Judge: somebody bids no more."""
    word = log.word(event, data)
    assert isinstance(word, word_kinds.Pass)  # noqa: S101 - as above
    _, made = _bidding(log, event, word, bids.Auction)
    if made.stands is None:
        raise _not_due(event, word.handle)
    return made.passed


def unbid(log: SoFar, event: Event, data: kinds.Unbid) -> Callable[[], None]:
    """Judge: the director says that somebody bids nothing."""
    made = _bids(log, event, data, data.entrant)
    if not made.waits_for(data.entrant):
        raise _not_due(event, log.now.entrant(data.entrant).handle)

    def effect() -> None:
        made.silenced(data.entrant, event.seq)
        at = BoardOf(data.round, data.board)
        log.now.silenced.append(Silenced(at, data.entrant, data.why))

    return effect


def _bids(log: SoFar, event: Event, data: kinds.OnBoard, number: int) -> bids.Bids:
    """Return the bids for a board that is not decided, and at which somebody is."""
    at = log.at(event, data)
    made = log.now.bids.get(at)
    if made is None or number not in made.pair or at in log.now.decided:
        reported = f"Event {event.seq}: number {number} has no bid to make on {at}."
        raise bad("bid.due", reported, event.seq)
    return made


def _bidding(
    log: SoFar,
    event: Event,
    word: word_kinds.Seal | word_kinds.Bid | word_kinds.Raise | word_kinds.Pass,
    form: type[_Form],
) -> tuple[int, _Form]:
    """Return who bids, and the bids of a form; raises BadTournament where it is no bid's turn.

    Anyone who bids must have seen by then what there was to see.
    """
    number = log.author(event, word).number
    made = _bids(log, event, word, number)
    due = made.waits_for(number) and log.seqs[word.head] >= made.since
    if not isinstance(made, form) or not due:
        raise _not_due(event, word.handle)
    return number, made


def _most(log: SoFar, word: word_kinds.Bid | word_kinds.Raise) -> int:
    terms = log.now.found.bids
    assert not isinstance(terms, UnsetType)  # noqa: S101 - there are bids
    return bids.most(terms, word.side)


def _not_due(event: Event, handle: str) -> BadTournament:
    reported = f"Event {event.seq}: it is not {handle}'s turn to do this."
    return bad("bid.due", reported, event.seq)
