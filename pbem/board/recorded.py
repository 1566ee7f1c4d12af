"""The events as a board lists them: each with its lines, and with all that came of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from pbem.replays.words import item
from pbem.view.digest import lines_of, needed_from
from pbem.view.markup import Markup

if TYPE_CHECKING:
    from pbem.view.history import Entry


class Reported(Protocol):
    """Anything with events in words."""

    def reported(self, first: int, count: int, /) -> Sequence[Entry]:
        """Return what came of the events from number ``first`` on, of ``count`` at most."""


def recorded(board: Reported, first: int, most: int) -> list[Markup]:
    """Return the events from number ``first`` on, ``most`` at most, as items of a list."""
    begin = needed_from(first)
    entries = board.reported(begin, first - begin + most)
    wanted = entries[first - begin :]
    pairs = zip(wanted, lines_of(entries, first), strict=True)
    return [item(one, lines=lines, data_id=one.id) for one, lines in pairs]
