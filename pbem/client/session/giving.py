"""Dice and layers that one gave: they bind also where a backup was put back that lacks them.

A player gives dice for one event on a predecessor, and takes a layer off a place for one player.
The record and the file of layers say for which. A home that was put back from a copy has neither
line of what was given since; the others send it back in the log, or on another side of the game. So
both are made again from there before more is given.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from itertools import islice

from pbem.client.storage.sides import AtLog, known, sides
from pbem.errors import SecondTrigger
from pbem.kit.contract import Draw
from pbem.log.event import Event
from pbem.log.finding import BadLog
from pbem.table.library import Library
from pbem.table.own.dealing import drawn_for
from pbem.table.own.private import MaskFile, OwnMask
from pbem.table.own.record import Record
from pbem.table.table import Table

Logs = Iterable[Sequence[Event]]


def remember_given(at: AtLog, handle: str, record: Record, masks: MaskFile) -> None:
    """Record what a player gave by the log and all its sides, before they give more.

    Args:
        at: The log and its client.
        handle: The player.
        record: The record of signed events.
        masks: The record of layers.

    Raises:
        KeyFileError: A file is damaged.
        LogFileError: A file cannot be read or written.
    """
    active = at.table.active()
    if active.handle != handle:
        return
    # Else nothing is signed here where the log has more of one's own than the record.
    if "dice" in active.kinds and (record.began_again or sides(at.path)):
        enter_dice(at.table.library, known(at), handle, record)
    if "unmask" in active.kinds:
        enter_masks(at.table.library, known(at), handle, masks)


def enter_dice(library: Library, logs: Logs, handle: str, record: Record) -> None:
    """Record for which events ``handle`` gave the dice in these logs."""
    given = {entry.id for entry in record.entries if entry.on}
    for events in logs:
        lacking = {one.id for one in events if (one.kind, one.by) == ("dice", handle)} - given

        def enter(table: Table, dice: Event, log: Sequence[Event] = events) -> None:
            if table.dicing is not None:
                record.gave(dice, log[table.dicing.seq], table.dicing.on)

        _replay(library, events, lacking, enter)
        given |= lacking


def enter_masks(library: Library, logs: Logs, handle: str, masks: MaskFile) -> None:
    """Record for whom ``handle`` removed layers from places in these logs.

    ``masks``: their file of layers.
    """
    for events in logs:
        kept = {one.ref: one for one in masks.masks()}
        following, lacking = dict[str, str](), dict[str, OwnMask]()
        for one in events:
            if one.kind == "shuffle" and (one.by == handle or handle in one.data.get("boxes", ())):
                following[one.data["deck"]] = one.data["ref"]
            elif (one.kind, one.by) == ("unmask", handle):
                mask = kept.get(following.get(one.data["deck"], ""))
                if mask and any(place not in mask.given for place, *_ in one.data["draws"]):
                    lacking[one.id] = mask

        def enter(table: Table, unmask: Event, lacks: dict[str, OwnMask] = lacking) -> None:
            play = table.play
            if play is None or not isinstance(play.deal, Draw):
                return
            for place, *_ in unmask.data["draws"]:
                with suppress(SecondTrigger):  # it was given away twice already: the first binds
                    masks.give(lacks[unmask.id], [place], drawn_for(play, play.deal))

        _replay(library, events, lacking, enter)


def _replay(
    library: Library,
    events: Sequence[Event],
    wanted: Collection[str],
    enter: Callable[[Table, Event], None],
) -> None:
    """Have each wanted event entered, with the table on which it was signed."""
    last = max((one.seq for one in events if one.id in wanted), default=-1)
    table = Table(library)
    with suppress(BadLog):  # it was verified when it came; what was done to the file since is seen
        for event in islice(events, last + 1):
            if event.id in wanted:
                enter(table, event)
            table.take(event)
