"""Decks of a game without keys: dealt by dice of its own, and seen by whoever plays it.

What is dealt falls in places as in a log (docs/protocol-cards.md, section 6): a position of such a
game has no more in it than that of a game with masks, and the same orders are legal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pbem.errors import IllegalOrder, RulesFault
from pbem.kit.contract import Deal, Draw, MakeDeck
from pbem.kit.dice import Dice
from pbem.kit.hidden import Drawn, Hand, Laid, Show


class Dealer:
    """Makes decks and draws from them; ``dice`` of a deck's name shuffle it.

    They are the same for the same name, so that a copy deals the same. Without them a deck lies as
    the data list its cards: for numbered cases, which say what lies where.
    """

    def __init__(self, dice: Callable[[str], Dice] | None = None) -> None:
        self._dice = dice
        self._cards: dict[str, tuple[int, ...]] = {}
        self._drawn: dict[str, int] = {}
        self._held: dict[str, list[tuple[str, int]]] = {}

    def copy(self) -> Dealer:
        """Return a dealer with the same decks and the same dice."""
        twin = Dealer(self._dice)
        twin._cards, twin._drawn = dict(self._cards), dict(self._drawn)
        twin._held = {side: list(held) for side, held in self._held.items()}
        return twin

    def lay(self, decks: Mapping[str, Laid]) -> None:
        """Lay decks out as somebody says."""
        for deck, laid in decks.items():
            self._cards[deck], self._drawn[deck] = tuple(laid.cards), laid.drawn
            for side, places in laid.held.items():
                self._held.setdefault(side, []).extend((deck, place) for place in places)

    def deal(self, deal: Deal) -> Drawn:
        """Make the deck that is to be made, or draw."""
        if isinstance(deal, MakeDeck):
            self._cards[deal.deck] = self._shuffled(deal)
            self._drawn[deal.deck] = 0
            return Drawn(())
        first = self._drawn.get(deal.deck, 0)
        cards = self._cards.get(deal.deck, ())[first : first + deal.count]
        if len(cards) < deal.count:
            raise RulesFault(f"{deal.count} are drawn of {deal.deck}, which has {len(cards)} left")
        places = tuple(range(first, first + deal.count))
        self._drawn[deal.deck] = first + deal.count
        return self._drawn_of(deal, places, cards)

    def _drawn_of(self, draw: Draw, places: tuple[int, ...], cards: Sequence[int]) -> Drawn:
        if draw.open:
            return Drawn(places, tuple(cards))
        held = self._held.setdefault(draw.side, [])
        held += [(draw.deck, place) for place in places]
        return Drawn(places)

    def hand(self, *sides: str) -> Hand:
        """Return the cards that sides have drawn hidden, those that they have shown since too."""
        held = (at for side in sides for at in self._held.get(side, []))
        return {(deck, place): self._cards[deck][place] for deck, place in held}

    def check(self, sides: Sequence[str], show: Show) -> None:
        """Raise `IllegalOrder` unless one of the sides has drawn this card at this place."""
        if self.hand(*sides).get((show.deck, show.place)) != show.card:
            whose = " and ".join(sides)
            why = f"card {show.card} does not lie at place {show.place} of {show.deck} for {whose}"
            raise IllegalOrder("P8", why)

    def everything(self) -> dict[str, tuple[int, ...]]:
        """Return the card at each place of every deck, as it is seen when a game is over."""
        return dict(self._cards)

    def _shuffled(self, deal: MakeDeck) -> tuple[int, ...]:
        cards = list(deal.cards)
        if self._dice is not None:
            dice = self._dice(deal.deck)
            for last in range(len(cards) - 1, 0, -1):
                other = dice.uniform(last + 1, f"shuffle {deal.deck}", deal.paragraph)
                cards[last], cards[other] = cards[other], cards[last]
        return tuple(cards)
