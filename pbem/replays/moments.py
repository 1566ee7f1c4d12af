"""What one event did: in words, step by step, with the map before it and after each step."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pbem.table.words.deeds import Folded, fold
from pbem.table.words.steps import changes, picture_of, with_arrows
from pbem.view.history import Entry, entry

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pbem.kit.contract import Outcome
    from pbem.kit.picture import Picture
    from pbem.log.event import Event
    from pbem.play.play import Play
    from pbem.table.table import Table


class Moment(NamedTuple):
    """An event in words, and its maps.

    ``pictures``: the map before the event, then after each thing that came of it, with arrows for
    what that moved. Where nothing came of it there is one, that after it; before the game begins
    there is none.
    """

    entry: Entry
    pictures: list[Picture]


def told(table: Table, event: Event) -> Entry:
    """Have ``table`` take ``event``; return it in words. Raises BadLog."""
    return entry(table, _taken(table, event))


def moment(table: Table, event: Event, side: str | None) -> Moment:
    """Have ``table`` take ``event``; return what it did as ``side`` sees it. Raises BadLog."""
    play = None if table.play is None else table.play.copy()
    folded = _taken(table, event)
    words = entry(table, folded)
    if table.play is None:
        return Moment(words, [])
    if play is None:
        return Moment(words, [picture_of(table.play, side)])
    return between(words, play, table.play, folded.outcomes, side)


def between(
    words: Entry, before: Play, after: Play, outcomes: Iterable[Outcome], side: str | None
) -> Moment:
    """Return what led from one position to another; ``before`` is changed by it."""
    first = picture_of(before, side)
    found = [with_arrows(one.picture, one.moved) for one in changes(before, after, outcomes, side)]
    return Moment(words, [first, *found] if found else [picture_of(after, side)])


def _taken(table: Table, event: Event) -> Folded:
    return next(fold([event], table))
