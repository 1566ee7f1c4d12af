"""What happened outcome by outcome: what each moved on the map, and the part of the map where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

import msgspec
from msgspec.structs import replace

from pbem.desk.look.looking import map_of
from pbem.desk.seat.history import Entry, before, entry_and_outcomes
from pbem.desk.seat.told import tell_all
from pbem.kit.picture import AreaPicture, HexPicture, Picture, part_of
from pbem.play.outcomes import TABLE_OUTCOMES, TookBack

if TYPE_CHECKING:
    from pbem.desk.seat.sitting import Sitting
    from pbem.kit.contract import Outcome
    from pbem.log.event import Event
    from pbem.play.play import Play
    from pbem.table.table import Table

BESIDE = 2
"""So many hexes around what moved are drawn."""


class Moved(msgspec.Struct, frozen=True):
    """A piece that is elsewhere now: ``origin`` empty where it came, ``to`` where it left."""

    side: str
    piece: str
    origin: str
    to: str


class Step(msgspec.Struct, frozen=True):
    """One outcome: its words (empty: what an agreement took back), and what it moved."""

    text: str
    paragraph: str
    moved: list[Moved]
    near: HexPicture | None = None


class Steps(msgspec.Struct, frozen=True):
    """An event, and what came of it step by step."""

    entry: Entry
    steps: list[Step]


def steps(sitting: Sitting, first: int) -> Iterator[Steps]:
    """Yield the events from number ``first`` on, each with the steps that came of it.

    The log is replayed; of each of these events the position before it is changed by one outcome
    after the other, as the rules do it.
    """
    table, events = before(sitting, first)
    for event in events:
        if event.seq < first:
            entry_and_outcomes(table, event)
        else:
            yield moment(table, event, sitting.side).steps


class Moment(NamedTuple):
    """An event step by step, and the map before it and after each of its steps.

    ``pictures``: one more than there are steps; none where there was no map before the event, and
    the one behind it where it began the game.
    """

    steps: Steps
    pictures: list[Picture]


def moment(table: Table, event: Event, side: str | None) -> Moment:
    """Have ``table`` take ``event``; return what it did step by step, as ``side`` sees it."""
    play = None if table.play is None else table.play.copy()
    entry, outcomes = entry_and_outcomes(table, event)
    if table.play is None:
        return Moment(Steps(entry, []), [])
    if play is None:
        return Moment(Steps(entry, []), [_picture(table.play, side)])
    first = _picture(play, side)
    shots = list(_steps(play, table.play, outcomes, side))
    return Moment(Steps(entry, [step for step, _ in shots]), [first, *(now for _, now in shots)])


def _steps(
    play: Play, after: Play, outcomes: list[Outcome], side: str | None
) -> Iterator[tuple[Step, Picture]]:
    """Change a position by outcomes, and end with what is left to ``after``."""
    back = any(isinstance(one, TookBack) for one in outcomes)
    drawn = _picture(play, side)
    for outcome in () if back else outcomes:
        told = tell_all(play, [outcome])
        if not isinstance(outcome, TABLE_OUTCOMES):
            play.game.apply(play.position, outcome)
        now = _picture(play, side)
        for one in told:
            yield _step(one.text, one.paragraph, drawn, now), now
            drawn = now
        drawn = now
    end = _picture(after, side)
    last = _step("", "", drawn, end)
    if last.moved:
        yield last, end


def _picture(play: Play, side: str | None) -> Picture:
    return play.game.picture(play.game.view(play.position, side))


def _step(text: str, paragraph: str, old: Picture, new: Picture) -> Step:
    moved = list(_moved(_pieces(old), _pieces(new)))
    near = None
    if moved and isinstance(new, HexPicture):
        near = part_of(new, {place for one in moved for place in (one.origin, one.to)}, BESIDE)
    return Step(text, paragraph, moved, near)


class _Piece(NamedTuple):
    side: str
    name: str
    place: str


def _pieces(picture: Picture) -> Counter[_Piece]:
    if isinstance(picture, AreaPicture):
        return Counter(_Piece(one.side, one.label, one.area) for one in picture.counters)
    return Counter(_Piece(one.side, one.name or one.label, one.space) for one in picture.pieces)


def _moved(old: Counter[_Piece], new: Counter[_Piece]) -> Iterator[Moved]:
    """Compare piece by piece: those alike by side and name are taken for the same."""
    came = list((new - old).elements())
    for piece in (old - new).elements():
        to = next((one for one in came if one[:2] == piece[:2]), None)
        if to is not None:
            came.remove(to)
        yield Moved(piece.side, piece.name, piece.place, "" if to is None else to.place)
    yield from (Moved(one.side, one.name, "", one.place) for one in came)


def with_moves(sitting: Sitting, since: int) -> Picture:
    """Return the map as one may see it, with what has moved since an event as arrows.

    Raises PbemError before the game begins.
    """
    now = map_of(sitting)
    table, events = before(sitting, since + 1)
    for event in events:
        if event.seq > since:
            break
        table.take(event)
    if table.play is None:
        return now
    moved = _moved(_pieces(_picture(table.play, sitting.side)), _pieces(now))
    return replace(
        now,
        moves=tuple((one.origin, one.to) for one in moved if one.origin and one.to),
        notes=(*now.notes, f"Arrows: what has moved since event {since}."),
    )


def plain(found: Iterable[Steps]) -> list[Steps]:
    """Return the steps without their maps, for another program."""
    return [Steps(one.entry, [replace(step, near=None) for step in one.steps]) for one in found]
