"""One's own hand of cards, which nobody else sees."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from pbem.errors import FormError
from pbem.kit.hidden import cards_of

if TYPE_CHECKING:
    from pbem.desk.seat.sitting import Sitting


class InHand(msgspec.Struct, frozen=True):
    """A card that a ``side`` holds: its name, and the deck and place (from 0) where it lay."""

    side: str
    card: str
    deck: str
    place: int


def hand(sitting: Sitting) -> list[InHand]:
    """Return one's hand, side by side; raises FormError where the game has none, or one no seat."""
    play = sitting.table.play
    cards = None if play is None else cards_of(play.game)
    if play is None or cards is None:
        raise FormError(f"{sitting.name} has no hands of cards, or has not begun")
    if sitting.table.decks and not play.hands:
        raise FormError(
            f"no hand of yours is known here in {sitting.name}: you hold no side, or your masks "
            "were made on another machine (copy the folder 'private' from there)"
        )
    return [
        InHand(side, cards.card(deck, known[deck, place]), deck, place)
        for side, known in play.hands.items()
        for deck, place in cards.held(play.position, side)
        if (deck, place) in known
    ]


def hand_lines(found: list[InHand], *, none: bool = True) -> list[str]:
    """Tell a hand, a card a line; ``none``: say so where it is empty."""
    if not found:
        return ["You hold no card."] if none else []
    return [f"{one.side}: {one.card} (place {one.place} of {one.deck})" for one in found]
