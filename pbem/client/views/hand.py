"""One's own hand of cards and hidden supplies, which nobody else sees."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec

from pbem.errors import FormError
from pbem.kit.hidden import CardGame, Hand, cards_of, told_of
from pbem.kit.stocks import StockGame, pair_of, stocks_of
from pbem.table.handlers.decks import laid_open

if TYPE_CHECKING:
    from pbem.client.session.session import Session
    from pbem.kit.screen import AtHand
    from pbem.play.keeper import Keeper
    from pbem.play.play import Play


class InHand(msgspec.Struct, frozen=True):
    """A card that a ``side`` holds: its name, and the deck and place (from 0) where it lay.

    ``kind``, ``text``: what it is and does; empty if the game does not say.
    """

    side: str
    card: str
    deck: str
    place: int
    kind: str = ""
    text: str = ""


def in_hand(cards: CardGame, side: str, deck: str, place: int, number: int) -> InHand:
    """Return a card as its holder sees it.

    ``number``: that of the card in its deck. The others: as in `InHand`.
    """
    return InHand(side, cards.card(deck, number), deck, place, *told_of(cards, deck, number))


class InStock(msgspec.Struct, frozen=True):
    """How much is in a hidden ``stock`` of a ``side``."""

    side: str
    stock: str
    amount: int


def hand(session: Session) -> list[InHand | InStock]:
    """Return one's hand, side by side, then one's hidden supplies.

    Raises FormError where the game has neither, or one has no seat in it.
    """
    play = session.table.play
    if play is None or (cards_of(play.game) is None and stocks_of(play.game) is None):
        raise FormError(
            f"{session.name} has no hands of cards and no hidden supplies, or has not begun"
        )
    if session.table.decks and not play.hands:
        raise FormError(
            f"pbem knows no hand of yours in {session.name}. Either you hold no side, or your keys "
            "were made on another computer. In that case, copy the folder 'private' from there"
        )
    return [*_cards(play, play.hands), *_stocks(session, play)]


def opened_hands(session: Session) -> list[InHand]:
    """Return what each side holds, once all layers of decks are opened; nothing before."""
    play, opened = session.table.play, laid_open(session.table)
    if play is None or not opened:
        return []
    lies = {(deck, at): card for deck, cards in opened.items() for at, card in enumerate(cards)}
    return _cards(play, dict.fromkeys(play.game.sides, lies))


def _cards(play: Play, hands: Mapping[str, Hand]) -> list[InHand]:
    cards = cards_of(play.game)
    if cards is None:
        return []
    return [
        in_hand(cards, side, deck, place, known[deck, place])
        for side, known in hands.items()
        for deck, place in cards.held(play.position, side)
        if (deck, place) in known
    ]


def _stocks(session: Session, play: Play) -> list[InStock]:
    if stocks_of(play.game) is None:
        return []
    if play.own is None:
        raise FormError(
            f"pbem knows no hidden supplies of yours in {session.name}. Either you hold no side, "
            "or they were made on another computer. In that case, copy the folder 'private' from "
            "there"
        )
    return in_stocks(play, play.own.keeper, sorted(play.own.sides))


def in_stocks(play: Play, keeper: Keeper | None, sides: Sequence[str]) -> list[InStock]:
    """Return what a keeper knows to be in the pairs of some sides; nothing without a keeper."""
    stocks = stocks_of(play.game)
    if stocks is None or keeper is None:
        return []
    held = keeper.amounts(play.position, sides)
    return [InStock(_owner(stocks, name), name, amount) for name, amount in held.items()]


def _owner(stocks: StockGame, name: str) -> str:
    pair = pair_of(stocks, name)
    return pair.sides[pair.names.index(name)]


def at_hand(play: Play, handle: str | None) -> AtHand | None:
    """Return what a player has at hand with buttons, if the game has no map of its own; else None.

    ``handle``: None for somebody who only looks.
    """
    shown = getattr(play.game, "at_hand", None)
    if shown is None:
        return None
    own = [side for side, who in play.seats.items() if who == handle]
    asked = play.asked.side if play.asked is not None else ""
    side = asked if asked in own else [*own, *play.game.sides][0]
    found: AtHand | None = shown(play.seen_by(side) if own else play.position, side)
    return found


def hand_lines(
    found: Sequence[InHand | InStock], called: Callable[[str], str] = str, *, none: bool = True
) -> list[str]:
    """Describe a hand, one card or hidden supply a line.

    Args:
        found: The cards and supplies.
        called: Names a side; without it sides have their ids.
        none: Say so if the hand is empty.
    """
    if not found:
        return ["You hold no cards and no hidden supplies."] if none else []
    return [_line(one, called(one.side)) for one in found]


def _line(one: InHand | InStock, side: str) -> str:
    if isinstance(one, InStock):
        return f"{side}: {one.amount} in {one.stock}"
    return f"{side}: {one.card} (place {one.place} of {one.deck})"
