"""The cost of the decks of a log, no matter who audits it: proofs to check, and what was dealt."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from msgspec import UnsetType

from pbem.crypto.cards import deck as masked
from pbem.crypto.cards import shuffle as shuffling
from pbem.crypto.cards.deck import Unmasked
from pbem.crypto.cards.shuffle import Layer
from pbem.kit.contract import Deal, Draw
from pbem.kit.hidden import Drawn
from pbem.log.event import Event
from pbem.table.events import kinds
from pbem.table.handlers import decks, groups
from pbem.table.library import Library
from pbem.table.state import DeckState
from pbem.table.table import Table


class DeckWalk:
    """A table that accepts a good log, and notes its proofs of decks beside each event."""

    def __init__(self, library: Library) -> None:
        self._table = Table(library)
        self._proofs: list[Callable[[], bool]] = []

    def take(self, event: Event, data: kinds.Data) -> Drawn | None:
        """Accept the next event, and return what the rules go on with after it, if they do."""
        self._note(event, data)
        play = self._table.play
        deal = None if play is None else play.deal
        self._table.take(event)
        self._table.reported()
        return None if deal is None else self._dealt(deal, data)

    def check(self) -> int:
        """Check every proof that was noted, and nothing else; return how many there are."""
        for proof in self._proofs:
            if not proof():
                raise AssertionError("a good proof was refused")
        return len(self._proofs)

    def _note(self, event: Event, data: kinds.Data) -> None:
        match data:
            case kinds.Shuffle():
                self._shuffle(event, data)
            case kinds.Unmask():
                self._unmask(event, data)
            case kinds.Orders(proofs=tuple(proofs)):
                for one in proofs:
                    self._shown(event, one)
            case kinds.LayOpen(masks=masks) if not isinstance(masks, UnsetType):
                for mask in masks:
                    state = self._deck(mask.deck)
                    number, scalar = groups.mask_of(state, event.by), bytes.fromhex(mask.scalar)
                    deck = decks.deck_of(event.game, state)
                    self._proofs.append(partial(masked.is_mask, deck, (number or 0) + 1, scalar))

    def _shuffle(self, event: Event, data: kinds.Shuffle) -> None:
        begun = decks.find(self._table, data.deck)
        state = begun or DeckState(data.deck, list(data.of), [], [], [], [], [])
        before = decks.deck_of(event.game, state).layer()
        after = Layer(bytes.fromhex(data.ref), tuple(map(bytes.fromhex, data.cards)))
        proof = bytes.fromhex("".join(data.proof))
        where = decks.where(event)
        self._proofs.append(partial(shuffling.check, where, data.deck, before, after, proof))

    def _unmask(self, event: Event, data: kinds.Unmask) -> None:
        state = self._deck(data.deck)
        number = groups.mask_of(state, event.by)
        deck, where = decks.deck_of(event.game, state), decks.where(event)
        for place, point, proof in data.draws:
            lies = state.drawn[place].point if place < len(state.drawn) else state.points[place]
            taken = Unmasked(bytes.fromhex(point), bytes.fromhex(proof))
            check = partial(masked.is_unmasked, point=bytes.fromhex(lies), taken=taken)
            self._proofs.append(partial(check, where, deck, place, (number or 0) + 1))

    def _shown(self, event: Event, one: kinds.Proof) -> None:
        show = one.show
        if isinstance(show, UnsetType):
            return
        state = self._deck(show.deck)
        at = decks.holder_of(state, show.place)
        deck, where = decks.deck_of(event.game, state), decks.where(event)
        held, proof = bytes.fromhex(state.drawn[show.place].point), bytes.fromhex(show.proof)
        check = partial(masked.is_shown, held=held, proof=proof)
        self._proofs.append(partial(check, where, deck, show.place, show.card, (at or 0) + 1))

    def _dealt(self, deal: Deal, data: kinds.Data) -> Drawn | None:
        """Return what was dealt, None where somebody's half of it is still to come."""
        state = self._deck(deal.deck)
        if not isinstance(deal, Draw):
            made = len(state.by) == len(self._table.groups) and not groups.answering(self._table)
            return Drawn(()) if made else None
        if state.half or not isinstance(data, kinds.Unmask):
            return None
        places = [place for place, _, _ in data.draws]
        return decks.drawn(self._table.game_id, state, places, is_open=deal.open)

    def _deck(self, name: str) -> DeckState:
        state = decks.find(self._table, name)
        assert state is not None  # noqa: S101 - the log is good
        return state
