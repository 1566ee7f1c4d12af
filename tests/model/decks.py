"""Dealing, answering boxes, decrypting and opening keys: docs/protocol-cards.md, 6.1, once more.

Cards, masks and proofs are left out: a mask is the players who have it, a deck the masks on it.
"""

from __future__ import annotations

from typing import NamedTuple

from model.writing import ActivePlayer, Event, State, forfeit_after_end, go_on, leave


class Make(NamedTuple):
    """The game needs a new deck."""


class Draw(NamedTuple):
    """A side draws; ``shown``: everybody is to see it."""

    side: str
    shown: bool


class Mask(NamedTuple):
    has: tuple[str, ...]
    opened: bool = False


class Box(NamedTuple):
    """A shuffle of which not everybody has said that their box opens."""

    by: str
    waiting: tuple[str, ...]
    yes: tuple[str, ...] = ()


class Decks(NamedTuple):
    """``masks`` of each deck, in order; ``drawing``: what is drawn; ``half``: for the drawer's own.

    ``making``: the last deck is being made; ``refused``: whose shuffles of its next mask were.
    """

    groups: tuple[tuple[str, ...], ...]
    masks: tuple[tuple[Mask, ...], ...] = ()
    making: bool = False
    box: Box | None = None
    refused: tuple[str, ...] = ()
    drawing: Draw | None = None
    half: bool = False

    def group(self, handle: str) -> tuple[str, ...]:
        return next((group for group in self.groups if handle in group), (handle,))

    def next_group(self, s: State) -> list[str]:
        """Return the players in the game of the group that encrypts next."""
        return [one for one in s.playing() if one in self.groups[len(self.masks[-1])]]

    def waiting(self, s: State) -> list[str]:
        return [one for one in s.playing() if self.box and one in self.box.waiting]

    # --- the active player ---

    def due(self, s: State) -> ActivePlayer | None:
        if waiting := self.waiting(s):
            return waiting[0], ("answer", "resign")
        if self.making:
            group = self.next_group(s)
            fresh = [one for one in group if one not in self.refused]
            return (fresh or group)[0], ("shuffle", "resign")
        if self.drawing:
            own = self.group(s.holder(self.drawing.side))
            whose = next(g for g in self.groups if (g == own) == self.half)
            has = self.masks[-1][self.groups.index(whose)].has
            return next(one for one in s.playing() if one in has), ("unmask",)
        return None

    def opening(self, s: State) -> ActivePlayer | None:
        owing = {one for deck in self.masks for mask in deck if not mask.opened for one in mask.has}
        order = sorted(s.players, key=lambda one: s.gone(one) is not None)
        who = next((one for one in order if one in owing), None)
        return (who, ("lay-open",)) if who else None

    def has_part(self, handle: str) -> bool:
        box = self.box
        boxed = box is not None and handle in {box.by, *box.waiting, *box.yes}
        masks = (mask for deck in self.masks for mask in deck)
        return boxed or any(handle in mask.has and not mask.opened for mask in masks)

    # --- what an event does ---

    def begun(self, need: Make | Draw) -> Decks:
        if isinstance(need, Draw):
            return self._replace(drawing=need, half=False)
        return self._replace(masks=(*self.masks, ()), making=True)

    def shuffled(self, s: State, e: Event) -> State:
        others = tuple(one for one in self.next_group(s) if one != e.by)
        return settled(s.but(decks=self._replace(box=Box(e.by, others))), e)

    def answered(self, s: State, e: Event) -> State:
        assert self.box
        box = self.box._replace(waiting=tuple(one for one in self.box.waiting if one != e.by))
        if e.what:
            box = box._replace(yes=(*box.yes, e.by))
            return settled(s.but(decks=self._replace(box=box)), e)
        refused = (*self.refused, box.by)
        s = s.but(decks=self._replace(box=None, refused=refused))
        group = self.next_group(s)
        for handle in group if set(group) <= set(refused) else ():
            s = leave(s, handle, "forfeit")
        return s

    def unmasked(self, s: State, e: Event) -> State:
        assert self.drawing
        if self.drawing.shown and not self.half:
            return s.but(decks=self._replace(half=True))
        return go_on(s.but(decks=self._replace(drawing=None, half=False)), e)

    def opened(self, s: State, e: Event) -> State:
        """``then`` of the last opening: who broke a duty and was in the game, as the rules say."""
        masks = tuple(
            tuple(mask._replace(opened=mask.opened or e.by in mask.has) for mask in deck)
            for deck in self.masks
        )
        s = s.but(decks=self._replace(masks=masks))
        if all(mask.opened for deck in masks for mask in deck):
            assert isinstance(e.then, tuple)
            for handle in e.then:
                s = forfeit_after_end(s, handle)
        return s

    def replaced(self, handle: str, new: str) -> Decks:
        groups = tuple(tuple(new if h == handle else h for h in group) for group in self.groups)
        return self._replace(groups=groups)


def settled(s: State, e: Event) -> State:
    """A mask is on when nobody has to answer any more; with the last one the game goes on."""
    decks: Decks = s.decks
    box = decks.box
    if box is None or s.result or decks.waiting(s):
        return s
    masks = (*decks.masks[:-1], (*decks.masks[-1], Mask((box.by, *box.yes))))
    whole = len(masks[-1]) == len(decks.groups)
    s = s.but(decks=decks._replace(masks=masks, box=None, refused=(), making=not whole))
    return go_on(s, e) if whole else s
