"""Players who substitute for others for a time."""

from __future__ import annotations

from collections.abc import Callable

from pbem.log.event import Event
from pbem.tournament import substitutes
from pbem.tournament.events import kinds, word_kinds
from pbem.tournament.faults import bad
from pbem.tournament.judges.so_far import SoFar


def named(log: SoFar, event: Event, data: kinds.Said) -> Callable[[], None]:
    """Judge: somebody names a substitute for a board, or is back there."""
    word = log.word(event, data)
    assert isinstance(word, word_kinds.Substitute | word_kinds.Back)  # noqa: S101 - by its tag
    who, at = log.player(event, word), log.at(event, word)
    number = substitutes.number_at(log.now, who, at)
    if why := substitutes.why_none(log.now, who, word):
        reported = f"{who.handle} cannot be played for so in event {event.seq}: {why}."
        raise bad("substitute.none", reported, event.seq)

    def effect() -> None:
        log.now.named.setdefault(at, {}).setdefault(number, []).append(word.player)
        if isinstance(word, word_kinds.Substitute):
            log.now.away[at, number] = word.until
        else:
            del log.now.away[at, number]

    return effect
