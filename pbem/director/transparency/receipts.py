"""Receipts: the director's signed answer that an entry, or a result, stands in their log."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.client.storage.tournament_heads import leaves_of
from pbem.crypto.transparency.checkpoint import Checkpoint
from pbem.crypto.transparency.merkle import rows_of
from pbem.crypto.transparency.receipt import Receipt, receipt
from pbem.log.event import Event
from pbem.mail.contents import RECEIPT
from pbem.tournament.events.word_kinds import WORDS
from pbem.tournament.history import BoardOf, History

KINDS = frozenset({*WORDS, "result", "rule"})
"""Events that somebody waits for: their word, the result of their board, a ruling on it."""


def file_name(event: Event) -> str:
    """Return what the file of an event's receipt is called."""
    return f"{event.seq}-{event.kind}{RECEIPT}"


def receipts(
    events: Sequence[Event],
    checkpoint: Checkpoint,
    wanted: Sequence[int] | None = None,
    rows: Sequence[Sequence[bytes]] | None = None,
) -> Iterator[tuple[Event, Receipt]]:
    """Give the receipts of a log under a checkpoint of it: of all words and results, or ``wanted``.

    ``wanted``: numbers of events. Each receipt has the event's line with it, so that it can be
    checked without the log. ``rows``: those of the tree that the checkpoint is over, where somebody
    has them already.
    """
    rows = rows or rows_of(leaves_of(events[: checkpoint.size]))
    for event in events[: checkpoint.size]:
        if event.kind in KINDS if wanted is None else event.seq in wanted:
            yield event, receipt(rows, event.seq, checkpoint, event.line)


def concerning(history: History, events: Sequence[Event], number: int) -> list[int]:
    """Return the numbers of the events that an entrant has receipts for: words, boards.

    ``number``: the entrant's.
    """
    handles = [one.handle for one in history.persons(history.entrant(number))]
    found = []
    for event in events:
        if event.kind in WORDS:
            mine = event.data["word"]["handle"] in handles
        elif event.kind in KINDS:
            at = BoardOf(event.data["round"], event.data["board"])
            mine = number in (one.number for one in history.pair_of(at))
        else:
            mine = False
        found += [event.seq] if mine else []
    return found
