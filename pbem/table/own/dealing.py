"""A player's own hand in masked decks: their shuffles, layers taken off, cards shown, their hand.

Everything here knows secrets; what others see of it is checked by `pbem.table.handlers.decks`.

Source: docs/protocol-cards.md, sections 3 and 6.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec import UNSET

from pbem.crypto import box
from pbem.crypto.cards import deck as masked
from pbem.crypto.cards import shuffle as shuffling
from pbem.crypto.statement import ENTROPY_BYTES, Where
from pbem.errors import FormError, IllegalOrder, RulesFault
from pbem.kit.contract import Draw, MakeDeck, RawOrder
from pbem.kit.hidden import Show
from pbem.play.play import Play
from pbem.table.events import kinds
from pbem.table.handlers import decks, groups
from pbem.table.own.private import MaskFile, OwnMask
from pbem.table.state import DeckState
from pbem.table.table import Table


class HeldCard(NamedTuple):
    """A card in somebody's hand, and the place of the deck where it lies."""

    deck: str
    place: int
    card: int


def drawn_for(play: Play, deal: Draw) -> str:
    """Return whom a draw lets see the cards, as the file of layers has it.

    That is a handle, or ``everybody``.
    """
    return "everybody" if deal.open else play.seats[deal.side]


class Dealer:
    """The work of one player, ``handle``, with the decks of a table; ``masks`` are theirs."""

    def __init__(self, table: Table, handle: str, masks: MaskFile) -> None:
        self.table = table
        self.handle = handle
        self.masks = masks

    def shuffle(self) -> kinds.Shuffle:
        """Shuffle the deck that is to be made; its card key is on disk when this returns.

        Raises:
            RulesFault: No deck is due.
        """
        deal = None if self.table.play is None else self.table.play.deal
        if not isinstance(deal, MakeDeck):
            raise RulesFault("no deck is due")
        state = decks.find(self.table, deal.deck) or DeckState(
            deal.deck, list(deal.cards), [], [], [], [], []
        )
        before = decks.deck_of(self.table.game_id, state).layer()
        made = shuffling.make(self._where(), deal.deck, before, self._entropy())
        # On disk before the event is: without it nobody can draw from this deck.
        self.masks.add(OwnMask(deal.deck, made.after.ref.hex(), made.scalar.hex()))
        boxes = self._boxes(made.scalar)
        head, proof = shuffling.HEAD_BYTES, made.proof
        rows = range(head, len(proof), shuffling.PLACE_BYTES)
        return kinds.Shuffle(
            deck=deal.deck,
            of=tuple(deal.cards),
            ref=made.after.ref.hex(),
            cards=tuple(point.hex() for point in made.after.points),
            proof=(
                proof[:head].hex(),
                *(proof[at : at + shuffling.PLACE_BYTES].hex() for at in rows),
            ),
            boxes=boxes or UNSET,
        )

    def _boxes(self, scalar: bytes) -> dict[str, str]:
        """Return the layer in a sealed box for each other player of the group."""
        group = next(group for group in self.table.groups if self.handle in group)
        others = [one for one in groups.playing(self.table, group) if one != self.handle]
        players = ((handle, self.table.roster.find(handle)) for handle in others)
        return {
            handle: box.seal(bytes.fromhex(player.box), scalar).hex()
            for handle, player in players
            if player is not None and player.box is not None
        }

    def open_box(self, secret: bytes) -> kinds.Answer:
        """Open the box in which a layer was sent; it is on disk when this returns.

        ``secret``: that of one's box key. The answer is no where what is in it is not the layer.

        Raises:
            RulesFault: Nobody sent you a box.
        """
        state, made = groups.being_made(self.table), groups.offered(self.table)
        if state is None or made is None or self.handle not in made.boxes:
            raise RulesFault("no box was sent")
        try:
            scalar = box.unseal(secret, bytes.fromhex(made.boxes[self.handle]))
        except FormError:
            return kinds.Answer(yes=False)
        before = decks.deck_of(self.table.game_id, state)
        after = before.masked(shuffling.Layer(bytes.fromhex(made.ref), before.points))
        if not masked.is_mask(after, len(state.by) + 1, scalar):
            return kinds.Answer(yes=False)
        self.masks.add(OwnMask(state.name, made.ref, scalar.hex()))
        return kinds.Answer(yes=True)

    def unmask(self) -> kinds.Unmask:
        """Decrypt the places that are drawn.

        Raises:
            RulesFault: No draw is due, or the deck was never made.
            SecondTrigger: You decrypted for another event in this place before.
        """
        play = self.table.play
        deal = None if play is None else play.deal
        if play is None or not isinstance(deal, Draw):
            raise RulesFault("no draw is due")
        state = decks.find(self.table, deal.deck)
        if state is None:
            raise RulesFault(f"{deal.deck} was never made")
        number, first = self._number(state), len(state.drawn) - deal.count * state.half
        places = range(first, first + deal.count)
        mask = self._mask(state)
        self.masks.give(mask, places, drawn_for(play, deal))
        deck, draws = decks.deck_of(self.table.game_id, state), list[tuple[int, str, str]]()
        for place in places:
            point = state.drawn[place].point if state.half else state.points[place]
            taken = masked.unmask(
                self._where(),
                deck,
                place,
                number + 1,
                scalar=bytes.fromhex(mask.scalar),
                point=bytes.fromhex(point),
                entropy=self._entropy(),
            )
            draws.append((place, taken.point.hex(), taken.proof.hex()))
        return kinds.Unmask(deck=deal.deck, draws=tuple(draws))

    def proofs(self, orders: Sequence[RawOrder]) -> tuple[kinds.Proof, ...]:
        """Prove the cards that a list shows; raises IllegalOrder where one is not held.

        ``orders``: the list, as the log will have it.
        """
        found = decks.shows_of(self.table, orders)
        return tuple(kinds.Proof(self._show(show)) for show in found)

    def masks_owed(self) -> tuple[kinds.Mask, ...]:
        """Return all layers that were put on, opened."""
        return tuple(
            kinds.Mask(state.name, self._mask(state).scalar)
            for state in self.table.decks
            if self.handle in groups.owing(state)
        )

    def lay_open(self) -> kinds.LayOpen:
        """Open all layers that were put on."""
        return kinds.LayOpen(masks=self.masks_owed())

    def hand(self) -> list[HeldCard]:
        """Return the cards that the player has drawn and that nobody else could see, oldest first.

        Those that they have shown since are among them: which these are the rules know.
        """
        return [
            HeldCard(state.name, place, card)
            for state in self.table.decks
            if groups.mask_of(state, self.handle) is not None
            for place, card in self._seen(state)
        ]

    def _seen(self, state: DeckState) -> Iterator[tuple[int, int]]:
        number, deck = self._number(state), decks.deck_of(self.table.game_id, state)
        for place in range(len(state.drawn)):
            if decks.holder_of(state, place) == number:
                scalar = bytes.fromhex(self._mask(state).scalar)
                card = masked.seen(deck, scalar, bytes.fromhex(state.drawn[place].point))
                if card is not None:
                    yield place, card

    def _show(self, show: Show) -> kinds.CardShown:
        state = decks.find(self.table, show.deck)
        own = None if state is None else groups.mask_of(state, self.handle)
        held = {} if state is None or own is None else dict(self._seen(state))
        if state is None or held.get(show.place) != show.card:
            raise IllegalOrder(
                "P8", f"you do not hold card {show.card} at place {show.place} of {show.deck}"
            )
        proof = masked.show(
            self._where(),
            decks.deck_of(self.table.game_id, state),
            show.place,
            show.card,
            self._number(state) + 1,
            scalar=bytes.fromhex(self._mask(state).scalar),
            held=bytes.fromhex(state.drawn[show.place].point),
            entropy=self._entropy(),
        )
        return kinds.CardShown(show.deck, show.place, show.card, proof.hex())

    def _number(self, state: DeckState) -> int:
        number = groups.mask_of(state, self.handle)
        if number is None:
            raise RulesFault(f"{self.handle} has no key of {state.name}")
        return number

    def _mask(self, state: DeckState) -> OwnMask:
        return self.masks.find(state.name, state.refs[self._number(state)])

    def _where(self) -> Where:
        return Where(self.table.game_id, self.table.chain.head, self.handle)

    def _entropy(self) -> bytes:
        return secrets.token_bytes(ENTROPY_BYTES)
