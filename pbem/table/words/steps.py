"""The steps of an event, outcome by outcome: in words, what each moved, the map after it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

import msgspec
from msgspec.structs import replace

from pbem.kit.picture import AreaPicture, Picture
from pbem.play.outcomes import TABLE_OUTCOMES, TookBack
from pbem.table.words.reporting import Reporting, report_all

if TYPE_CHECKING:
    from pbem.kit.contract import Outcome
    from pbem.play.play import Play


class Moved(msgspec.Struct, frozen=True):
    """A piece that is elsewhere now: ``origin`` empty where it came, ``to`` where it left."""

    side: str
    piece: str
    origin: str
    to: str


class Change(NamedTuple):
    """One thing that came of an event, what it moved, and the map after it.

    ``telling`` None: nothing reports it.
    """

    reporting: Reporting | None
    moved: list[Moved]
    picture: Picture


def stages(
    play: Play, after: Play, outcomes: Iterable[Outcome]
) -> Iterator[tuple[Reporting, Play]]:
    """Apply outcomes to a position one by one; yield each with the game after it.

    Args:
        play: The position before, which is changed and yielded.
        after: The position after all of them, which is yielded last.
        outcomes: The outcomes.
    """
    reported = list(outcomes)
    if any(isinstance(one, TookBack) for one in reported):  # which no rules can carry out
        *others, last = report_all(play, reported)
        yield from ((one, play) for one in others)
        yield last, after
        return
    for one in report_all(play, reported):
        if not isinstance(one.outcome, TABLE_OUTCOMES):
            play.game.apply(play.position, one.outcome)
        yield one, play


def changes(
    play: Play, after: Play, outcomes: Iterable[Outcome], side: str | None
) -> Iterator[Change]:
    """Apply outcomes to a position one by one, and yield what each changed on the map.

    Args:
        play: The position before, which is changed.
        after: The position after all of them.
        outcomes: The outcomes.
        side: The side that looks at the map; None for everybody.
    """
    drawn = picture_of(play, side)
    for reporting, stage in stages(play, after, outcomes):
        change = _change(reporting, drawn, picture_of(stage, side))
        yield change
        drawn = change.picture
    left = _change(None, drawn, picture_of(after, side))
    if left.moved:
        yield left


def _change(reporting: Reporting | None, old: Picture, new: Picture) -> Change:
    return Change(reporting, moved(old, new), new)


def picture_of(play: Play, side: str | None) -> Picture:
    """Return the map as ``side`` sees it, None as everybody does."""
    return play.game.picture(play.game.view(play.position, side))


# --- two maps compared -------------------------------------------------------------------------


class Standing(NamedTuple):
    """A piece by its side and name, and where it stands."""

    side: str
    name: str
    place: str


def pieces(picture: Picture) -> Counter[Standing]:
    """Return the pieces on a map, each as often as it stands there."""
    if isinstance(picture, AreaPicture):
        return Counter(Standing(one.side, one.label, one.area) for one in picture.counters)
    return Counter(Standing(one.side, one.name or one.label, one.space) for one in picture.pieces)


def moved(before: Picture, now: Picture) -> list[Moved]:
    """Compare two maps piece by piece: those alike by side and name are taken for the same."""
    return list(_moved(pieces(before), pieces(now)))


def _moved(old: Counter[Standing], new: Counter[Standing]) -> Iterator[Moved]:
    came = list((new - old).elements())
    for piece in (old - new).elements():
        to = next((one for one in came if one[:2] == piece[:2]), None)
        if to is not None:
            came.remove(to)
        yield Moved(piece.side, piece.name, piece.place, "" if to is None else to.place)
    yield from (Moved(one.side, one.name, "", one.place) for one in came)


def with_arrows(picture: Picture, found: Iterable[Moved]) -> Picture:
    """Return a map with what moved as arrows, and rings where something came or left."""
    return replace(picture, moves=tuple((one.origin, one.to) for one in found))
