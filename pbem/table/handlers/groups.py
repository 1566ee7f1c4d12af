"""The players who share a hand, and the layers of a deck (docs/protocol-cards.md, 3.1 and 6).

One player of a group puts on the group's layer, and sends it to the others in sealed boxes. It
becomes the deck's once each of them has said that their box opens.

``state``: a deck, or a pair of supplies; None: none was begun.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import UNSET

from pbem.table.events.kinds import Open
from pbem.table.state import DeckState, MaskOffered, StockOffered, StockPair
from pbem.table.tabletop import Tabletop


def groups_said(data: Open) -> list[list[str]]:
    """Return the groups of an opening: as it says, or two players alone; else none."""
    if data.groups is not UNSET:
        return [list(group) for group in data.groups]
    held = data.seats.values()
    alone = [player.handle for player in data.players if player.handle in held]
    return [[handle] for handle in alone] if len(alone) == 2 else []


def several(table: Tabletop) -> bool:
    """Say whether a group has several players: then layers go in boxes."""
    return any(len(group) > 1 for group in table.groups)


def having(state: DeckState, number: int) -> list[str]:
    """Return who has layer ``number``, from 0, first who put it on."""
    shared = state.shared
    return [state.by[number], *([] if shared is UNSET else shared[number])]


def mask_of(state: DeckState, handle: str) -> int | None:
    """Return the number from 0 of the layer that somebody has, None if they have none."""
    numbers = range(len(state.by))
    return next((number for number in numbers if handle in having(state, number)), None)


def owing(state: DeckState) -> list[str]:
    """Return who has a layer of a deck that is not opened; one of those who have it opens it."""
    unopened = (number for number, mask in enumerate(state.masks) if not mask)
    return [handle for number in unopened for handle in having(state, number)]


def openers(table: Tabletop) -> list[str]:
    """Return who is to open the layers that are not opened: of each the first, who is out last."""
    roster = table.roster.players
    order = [player.handle for player in sorted(roster, key=lambda one: one.out is not None)]
    found = (
        min(having(state, number), key=order.index)
        for state in table.decks
        for number, mask in enumerate(state.masks)
        if not mask
    )
    return list(dict.fromkeys(found))


def has_part(state: DeckState, handle: str) -> bool:
    """Say whether somebody has a layer of a deck, or is about to."""
    offered = state.offered
    part = offered is not UNSET and handle in {offered.by, *offered.boxes, *offered.opened}
    return part or handle in owing(state)


def playing(table: Tabletop, handles: Iterable[str]) -> list[str]:
    """Return those who are in the game, in the order of the players."""
    wanted = set(handles)
    return [player.handle for player in table.roster.playing() if player.handle in wanted]


def being_made(table: Tabletop) -> DeckState | None:
    """Return the deck of which a layer is missing; None if no layer is missing."""
    last = table.decks[-1] if table.decks else None
    return last if last is not None and len(last.by) < len(table.groups) else None


def shufflers(table: Tabletop, state: DeckState | None) -> list[str]:
    """Return who of the next group can put its layer on: those whose own was not refused."""
    group = playing(table, table.groups[0 if state is None else len(state.by)])
    refused = [] if state is None or state.refused is UNSET else state.refused
    return [handle for handle in group if handle not in refused] or group


def first_shufflers(table: Tabletop, state: DeckState | None) -> list[str]:
    """Return who is the one to put the next layer on: several, as long as each is perhaps out."""
    fresh = shufflers(table, state)
    if not table.perhaps_out.issuperset(fresh):
        return up_to_sure(table, fresh)
    group = playing(table, table.groups[0 if state is None else len(state.by)])
    return [*fresh, *up_to_sure(table, group)]


def up_to_sure(table: Tabletop, handles: list[str]) -> list[str]:
    """Return the first, and who comes after as long as all before are perhaps out."""
    sure = (at for at, handle in enumerate(handles, 1) if handle not in table.perhaps_out)
    return handles[: next(sure, None)]


def offered(table: Tabletop) -> MaskOffered | None:
    """Return the shuffle whose boxes are being answered; None if there is none."""
    state = being_made(table)
    return None if state is None or state.offered is UNSET else state.offered


def being_moved(table: Tabletop) -> StockPair | None:
    """Return the pair of supplies of which a split or hand-over waits for its boxes.

    None if none does.
    """
    return table.moving


def boxed(table: Tabletop) -> MaskOffered | StockOffered | None:
    """Return what was sent in boxes that are being answered: a layer, or an amount.

    None if there is none.
    """
    state = being_moved(table)
    return offered(table) if state is None or state.offered is UNSET else state.offered


def knows(state: StockPair, handle: str) -> bool:
    """Say whether somebody knows a hidden pair, or is about to."""
    made = state.offered
    part = made is not UNSET and handle in {made.by, *made.boxes, *made.opened}
    return part or (state.open is UNSET and handle in state.by)


def answering(table: Tabletop) -> list[str]:
    """Return who has still to say whether their box opens, in order."""
    now = boxed(table)
    return [] if now is None or table.over else playing(table, now.boxes)
