"""Decks of a game without keys: dealt by dice of its own, and seen by the program that plays it.

Dealt cards fall in places as in a log (docs/protocol-cards.md, section 6). So a position of such a
game has no more in it than that of a game with layers, and the same orders are legal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pbem.errors import IllegalOrder, RulesFault
from pbem.kit.contract import Deal, Draw, Game, MakeDeck
from pbem.kit.dice import Dice
from pbem.kit.hidden import Drawn, Hand, Laid, Show, cards_of


class Dealer:
    """Makes decks and draws from them; ``dice`` of a deck's name shuffle it.

    They are the same for the same name, so that a copy deals the same. Without them a deck lies as
    the data list its cards: for numbered cases, which say what lies where.

    ``deals``: what it has dealt, for anyone who counts what that costs in a log; a copy begins
    again.
    """

    def __init__(self, dice: Callable[[str], Dice] | None = None) -> None:
        self.deals: list[Deal] = []
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
        """Lay decks out as somebody says; ``decks``: name of a deck -> how it lies."""
        for deck, laid in decks.items():
            self._cards[deck], self._drawn[deck] = tuple(laid.cards), laid.drawn
            for side, places in laid.held.items():
                self._held.setdefault(side, []).extend((deck, place) for place in places)

    def deal(self, deal: Deal) -> Drawn:
        """Make the deck that is to be made, or draw.

        Raises:
            RulesFault: The rules ask for more cards than the deck has.
        """
        self.deals.append(deal)
        if isinstance(deal, MakeDeck):
            self._cards[deal.deck] = self._shuffled(deal)
            self._drawn[deal.deck] = 0
            return Drawn(())
        first = self._drawn.get(deal.deck, 0)
        cards = self._cards.get(deal.deck, ())[first : first + deal.count]
        if len(cards) < deal.count:
            raise RulesFault(
                f"{deal.count} cards are due from {deal.deck}, which has {len(cards)} left"
            )
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
            why = f"{whose} does not hold card {show.card} at place {show.place} of {show.deck}"
            raise IllegalOrder("P8", why)

    def imagined(
        self, game: Game[Any, Any], position: Any, sides: Sequence[str], dice: Callable[[str], Dice]
    ) -> Dealer:
        """Return a dealer that fits what the players of some sides can know.

        As many cards are drawn, and by the same players. A card that nobody has shown lies by
        chance at any place, held or not drawn yet. Each way is equally likely as long as nobody
        broke a duty.

        Args:
            game: The game.
            position: The position.
            sides: The sides whose hands are known.
            dice: Returns dice by the name of a deck, which also shuffle the decks to come.

        Raises:
            RulesFault: There are not as many cards as places.
        """
        cards = cards_of(game)
        assert cards is not None  # noqa: S101 - there is a dealer
        if getattr(game, "doubled", False):
            return self._imagined_doubled(game, position, sides, dice)
        twin, known, moved = Dealer(dice), self.hand(*sides), dict[str, set[int]]()
        twin._drawn = dict(self._drawn)
        twin._held = {side: list(at) for side, at in self._held.items()}
        twin._cards = dict(self._cards)
        held = {at for side in game.sides for at in cards.held(position, side)}
        for deck, lying in reversed(self._cards.items()):
            # A later deck of the same name was made of cards that everybody had seen.
            name = deck.partition("#")[0]
            later = moved.setdefault(name, set())
            own = {at for at in held if at[0] == deck and at in known}
            seen = {*later, *cards.lying_open(position, name), *(known[at] for at in own)}
            later.update(lying)
            unknown = sorted(place for one, place in held - own if one == deck)
            undrawn = range(self._drawn[deck], len(lying))
            pool = sorted(set(lying) - seen)
            if len(pool) != len(unknown) + len(undrawn):
                raise RulesFault(f"{len(pool)} cards of {deck} are unseen, at other places")
            able = {
                place: {card for card in pool if cards.may_lie(position, deck, place, card)}
                for place in unknown
            }
            able |= {place: set(pool) for place in undrawn}
            twin._cards[deck] = _filled(lying, able, pool, dice(f"imagined {deck}"))
        return twin

    def _imagined_doubled(
        self, game: Game[Any, Any], position: Any, sides: Sequence[str], dice: Callable[[str], Dice]
    ) -> Dealer:
        """Return what `imagined` does, if a card can be in several decks: the oldest deck first."""
        cards: Any = cards_of(game)
        twin, known = Dealer(dice), self.hand(*sides)
        twin._cards, twin._drawn = dict(self._cards), dict(self._drawn)
        twin._held = {side: list(at) for side, at in self._held.items()}
        held = {at for side in game.sides for at in cards.held(position, side)}
        hidden = {at for places in self._held.values() for at in places}
        for deck, lying in self._cards.items():
            seen = cards.knowing(position, known)
            seen_by_all = cards.lying_open(position, deck.partition("#")[0])
            drawn = [
                place
                for place in range(self._drawn[deck])
                if (deck, place) in hidden
                and (deck, place) not in known
                and ((deck, place) in held or lying[place] not in seen_by_all)
            ]
            places = [*drawn, *range(self._drawn[deck], len(lying))]
            pool = sorted(lying[place] for place in places)
            able = {
                place: {card for card in pool if cards.may_lie(seen, deck, place, card)}
                for place in drawn
            } | {place: set(pool) for place in places[len(drawn) :]}
            twin._cards[deck] = _filled(lying, able, pool, dice(f"imagined {deck}"))
            known = {**known, **{(deck, place): twin._cards[deck][place] for place in drawn}}
        return twin

    @staticmethod
    def supposed(
        game: Game[Any, Any],
        position: Any,
        decks: Mapping[str, tuple[Sequence[int], int]],
        dice: Callable[[str], Dice],
    ) -> Dealer:
        """Return a dealer that fits what somebody knows who sees no hand.

        Args:
            game: The game.
            position: The position.
            decks: Name -> cards and number of drawn places, in the order in which the decks were
                made.
            dice: Returns dice by the name of a deck.

        Raises:
            RulesFault: There are not as many cards as places.
        """
        cards = cards_of(game)
        assert cards is not None  # noqa: S101 - there are decks
        dealer, moved = Dealer(), dict[str, set[int]]()
        held = {side: list(cards.held(position, side)) for side in game.sides}
        if not {deck for hand in held.values() for deck, _ in hand} <= set(decks):
            raise RulesFault("somebody holds cards of a deck that was not made")
        for deck, (lying, drawn) in reversed(list(decks.items())):
            name = deck.partition("#")[0]
            later = moved.setdefault(name, set())
            gone = sorted(set(lying) & {*later, *cards.lying_open(position, name)})
            later.update(lying)
            kept = {at[1] for side in game.sides for at in held[side] if at[0] == deck}
            shown = [place for place in range(drawn) if place not in kept]
            others = [place for place in range(len(lying)) if place not in shown]
            if getattr(game, "doubled", False):
                open_ = cards.lying_open(position, name)  # dead places may have any other card
                gone = sorted(sorted(lying, key=lambda card: card not in open_)[: len(shown)])
            if len(shown) != len(gone) or not kept.issubset(range(min(drawn, len(lying)))):
                raise RulesFault(f"{len(gone)} cards of {deck} were shown, from other places")
            able = {
                place: {card for card in gone if cards.may_lie(position, deck, place, card)}
                for place in shown
            }
            rest = dict(zip(others, sorted(set(lying) - set(gone)), strict=True))
            first = [rest.get(place, 0) for place in range(len(lying))]
            there = _filled(first, able, gone, dice(f"shown {deck}"))
            mine = {side: [at[1] for at in held[side] if at[0] == deck] for side in game.sides}
            dealer.lay({deck: Laid(there, drawn, mine)})
        dealer._cards = {deck: dealer._cards[deck] for deck in decks}
        return dealer.imagined(game, position, (), dice)

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


def _filled(
    lying: Sequence[int], able: Mapping[int, set[int]], cards: Sequence[int], dice: Dice
) -> tuple[int, ...]:
    """Return a deck with ``cards`` by chance at some places; ``able``: place -> what may be there.

    If somebody broke a duty, perhaps no card may be there. Then every card is possible.
    """
    filled, pool = list(lying), list(cards)
    for place in sorted(able, key=lambda place: (len(able[place]), place)):
        fit = [card for card in pool if card in able[place]] or pool
        filled[place] = fit[dice.uniform(len(fit), "a card that nobody has shown", "P8")]
        pool.remove(filled[place])
    return tuple(filled)
