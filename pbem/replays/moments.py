"""The deeds of one event: in words, step by step, with the map before it and after each step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from pbem.kit.copying import copied
from pbem.table.words.deeds import Folded, fold
from pbem.table.words.steps import moved, picture_of, stages, with_arrows
from pbem.view.history import Entry, entry

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pbem.kit.contract import Game, Outcome
    from pbem.kit.picture import Picture
    from pbem.kit.screen import AtHand
    from pbem.log.event import Event
    from pbem.play.play import Play
    from pbem.table.table import Table


class Moment(NamedTuple):
    """An event in words, and its maps.

    ``pictures``: the map before the event, then after each thing that came of it, with arrows for
    what that moved. If nothing came of it, there is one, that after it; before the game begins
    there is none. ``hands``: as many, what lies at hand then, of a game that has such things.
    """

    entry: Entry
    pictures: Sequence[Picture]
    hands: Sequence[AtHand | None] = ()


class _Pictures(Sequence["Picture"]):
    """The maps of an event, each made when it is looked at: they are most of what an event costs.

    ``positions``: the one before it, then those after each thing that came of it.
    """

    def __init__(self, game: Game[Any, Any], positions: list[Any], side: str | None) -> None:
        self._game = game
        self._positions = positions
        self._side = side
        self._made: dict[int, Picture] = {}

    def _bare(self, at: int) -> Picture:
        """Return a map without arrows."""
        if at not in self._made:
            seen = self._game.view(self._positions[at], self._side)
            self._made[at] = self._game.picture(seen)
        return self._made[at]

    def __len__(self) -> int:
        return len(self._positions)

    @overload
    def __getitem__(self, at: int) -> Picture: ...
    @overload
    def __getitem__(self, at: slice) -> list[Picture]: ...
    def __getitem__(self, at: int | slice) -> Picture | list[Picture]:
        if isinstance(at, slice):
            return [self[one] for one in range(len(self))[at]]
        number = range(len(self))[at]
        now = self._bare(number)
        return with_arrows(now, moved(self._bare(number - 1), now)) if number else now


class _Hands(Sequence["AtHand | None"]):
    """The things at hand at each position of an event. Each is made when it is looked at."""

    def __init__(self, game: Game[Any, Any], positions: list[Any], side: str | None) -> None:
        self._game = game
        self._positions = positions
        self._side = side

    def __len__(self) -> int:
        return len(self._positions)

    @overload
    def __getitem__(self, at: int) -> AtHand | None: ...
    @overload
    def __getitem__(self, at: slice) -> list[AtHand | None]: ...
    def __getitem__(self, at: int | slice) -> AtHand | list[AtHand | None] | None:
        if isinstance(at, slice):
            return [self[one] for one in range(len(self))[at]]
        shown = getattr(self._game, "at_hand", None)
        if shown is None:
            return None
        seen = self._game.view(self._positions[at], self._side)
        found: AtHand | None = shown(seen, self._side or self._game.sides[0])
        return found


def reported(table: Table, event: Event) -> Entry:
    """Let a table take an event, and return it in words.

    Raises:
        BadLog: The event is not valid there.
    """
    return entry(table, _taken(table, event))


def moment(table: Table, event: Event, side: str | None) -> Moment:
    """Let a table take an event, and return what it did as ``side`` sees it.

    Raises:
        BadLog: The event is not valid there.
    """
    play = None if table.play is None else table.play.copy()
    folded = _taken(table, event)
    words = entry(table, folded)
    if table.play is None:
        return Moment(words, [])
    if play is None:
        return Moment(words, [picture_of(table.play, side)], _now(table.play, side))
    return between(words, play, table.play, folded.outcomes, side)


def between(
    words: Entry, before: Play, after: Play, outcomes: Iterable[Outcome], side: str | None
) -> Moment:
    """Return what led from one position to another; ``before`` is changed by it.

    ``outcomes``: all that came between them. ``side``: who sees it; None: everybody.
    """
    positions = [copied(before.position)]
    positions += (copied(stage.position) for _, stage in stages(before, after, outcomes))
    end = picture_of(after, side)
    if moved(before.game.picture(before.game.view(positions[-1], side)), end):
        positions.append(copied(after.position))  # what no outcome says
    if len(positions) == 1:
        return Moment(words, [end], _now(after, side))
    hands = _Hands(before.game, positions, side)
    return Moment(words, _Pictures(before.game, positions, side), hands)


def beginning(words: Entry, play: Play) -> Moment:
    """Return the moment in which nothing has come yet: as everybody sees it.

    ``words``: what is said of it.
    """
    return Moment(words, [picture_of(play, None)], _now(play, None))


def _now(play: Play, side: str | None) -> _Hands:
    return _Hands(play.game, [copied(play.position)], side)


def _taken(table: Table, event: Event) -> Folded:
    return next(fold([event], table))
