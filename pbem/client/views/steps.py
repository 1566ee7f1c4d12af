"""The history, outcome by outcome: what each moved on the map, and the part of the map where."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from pbem.client.session.history import Entry, before, entry_and_folded
from pbem.client.views.looking import map_of
from pbem.kit.picture import HexPicture, Picture, part_of
from pbem.table.words.steps import Change, Moved, changes, moved, picture_of, with_arrows

if TYPE_CHECKING:
    from pbem.client.session.session import Session
    from pbem.log.event import Event
    from pbem.table.table import Table

BESIDE = 2
"""So many hexes around what moved are drawn."""


class Step(msgspec.Struct, frozen=True):
    """One thing that came of an event: its words, and what it moved."""

    text: str
    paragraph: str
    moved: list[Moved]
    near: HexPicture | None = None


class Steps(msgspec.Struct, frozen=True):
    """An event, and what came of it step by step; ``sides``: side -> its display name."""

    entry: Entry
    steps: list[Step]
    sides: dict[str, str] = {}


def steps(session: Session, first: int) -> Iterator[Steps]:
    """Yield the events from number ``first`` on, each with the steps that came of it.

    The log is replayed; of each of these events the position before it is changed by one outcome
    after the other, as the rules do it.
    """
    table, events = before(session, first)
    for event in events:
        if event.seq < first:
            table.take(event)
        else:
            yield _of_event(table, event, session.side)


def _of_event(table: Table, event: Event, side: str | None) -> Steps:
    """Have ``table`` take ``event``; return what it did step by step, as ``side`` sees it."""
    play = None if table.play is None else table.play.copy()
    entry, folded = entry_and_folded(table, event)
    if table.play is None or play is None:
        return Steps(entry, [])
    found = [_step(one) for one in changes(play, table.play, folded.outcomes, side)]
    return Steps(entry, found, dict(table.play.game.side_names))


def _step(change: Change) -> Step:
    text, paragraph = "", ""
    if change.reporting is not None:
        text, paragraph = change.reporting.text, change.reporting.paragraph
    near = None
    if change.moved and isinstance(change.picture, HexPicture):
        places = {place for one in change.moved for place in (one.origin, one.to)}
        near = part_of(change.picture, places, BESIDE)
    return Step(text, paragraph, change.moved, near)


def with_moves(session: Session, since: int) -> Picture:
    """Return the map as one may see it, with what has moved since an event as arrows.

    ``since``: the number of the event. Raises PbemError before the game begins.
    """
    now = map_of(session)
    table, events = before(session, since + 1)
    for event in events:
        if event.seq > since:
            break
        table.take(event)
    if table.play is None:
        return now
    arrows = with_arrows(now, moved(picture_of(table.play, session.side), now))
    reported = f"Arrows: moved since event {since}. Rings: arrived. Broken rings: left."
    return replace(arrows, notes=(*now.notes, reported))


def plain(found: Iterable[Steps]) -> list[Steps]:
    """Return the steps without their maps, for another program."""
    return [replace(one, steps=[replace(step, near=None) for step in one.steps]) for one in found]
