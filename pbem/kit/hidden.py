"""The part of a rules module about hidden cards (docs/protocol-cards.md).

A position never has a card that its holder has not shown: it knows *places* of a deck, numbered
from 0 in the order in which they are drawn, and who holds them. Cards are numbers, from 0, of the
list in the module's data. A deck is named with its number, as ``situation#1``, where nothing else
is said. Anyone who shows a card names the place where it lay and the card; that the two belong
together is proven beside the order, or seen by the dealer of a game without keys.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from pbem.kit.contract import Draw, Game, Outcome


class Show(NamedTuple):
    """The shown thing of an order: the ``card`` that lies at a held ``place`` of a deck."""

    deck: str
    place: int
    card: int


class Drawn(NamedTuple):
    """Places that were drawn, and the ``cards`` there where everybody has seen them, else none."""

    places: tuple[int, ...]
    cards: tuple[int, ...] = ()


Hand = Mapping[tuple[str, int], int]
"""The cards that somebody has drawn and others have not seen drawn, by deck and place."""


class Laid(NamedTuple):
    """A deck as a numbered case lays it out: the card at each place, those undrawn too.

    ``drawn``: how many places are drawn; ``held``: side -> places in its hand.
    """

    cards: Sequence[int]
    drawn: int
    held: Mapping[str, Sequence[int]]


class CardGame(Protocol):
    """The parts of a game with decks that `pbem.kit.contract.Game` lacks.

    If sides see each other's draws, it has ``sharing`` too: those sides, a sequence of each. It has
    a true ``doubled`` if a deck can be made again while its cards are held: a later deck of the
    same name has doubles of them then.
    """

    decks: Mapping[str, int]
    """How many cards the data list for each deck, by its name without a number."""

    def made(self, position: Any, deck: str) -> Iterator[Outcome]:
        """Go on after a deck was made."""

    def drawn(self, position: Any, draw: Draw, drawn: Drawn) -> Iterator[Outcome]:
        """Continue after a draw."""

    def unanswered(self, position: Any) -> Iterator[Outcome]:
        """Go on without an answer if the side asked is out, and all answers show a card.

        Called only where the game has such a question.
        """

    def shows(self, order: Any) -> Show | None:
        """Return which card an order shows; no sealed order and no standing order shows one.

        None if it shows none.
        """

    def held(self, position: Any, side: str) -> Sequence[tuple[str, int]]:
        """Return the hand of a side, as deck and place, in the order in which it is reported."""

    def lying_open(self, position: Any, deck: str) -> Collection[int]:
        """Return the cards of a deck, by its name without a number, that everybody sees now.

        Those that nobody has shown are the others: they are held, or undrawn.
        """

    def may_lie(self, position: Any, deck: str, place: int, card: int) -> bool:
        """Say whether a card that nobody has shown can be at a held place.

        It is what all can know who watched, if nobody broke a duty: a card that had to be played is
        not kept.

        Args:
            position: The position; if cards are ``doubled``, it knows those of earlier decks.
            deck: The name of the deck.
            place: The place, from 0.
            card: The card.
        """

    def card(self, deck: str, number: int) -> str:
        """Return the name of a card of the data."""

    def knowing(self, position: Any, hand: Hand) -> Any:
        """Return the position as who holds ``hand`` knows it: a copy, which no log ever has.

        On it `legal` yields no card that they could not show, `parse` finds the place of a card,
        and `sensible` plays what they hold. ``hand`` may have cards that were shown since.
        """

    def laid(self, given: Mapping[str, Any]) -> Mapping[str, Laid]:
        """Return the decks that a numbered case gives; raise `pbem.errors.FormError`."""

    def duties(self, position: Any, cards: Mapping[str, Sequence[int]]) -> list[str]:
        """Return the sides that broke a duty, now that the card at each place of all decks is seen.

        Such as to play at once what must not be kept. ``position`` is that of the game's end.
        ``cards``: deck -> the card at each of its places, in order.
        """


def cards_of(game: Game[Any, Any]) -> CardGame | None:
    """Return the game as one with decks; None if it has none."""
    found: Any = game
    return found if getattr(game, "decks", None) else None


def told_of(cards: CardGame, deck: str, number: int) -> tuple[str, str]:
    """Return the kind of a card and what it does; both are empty if the game does not say.

    A game says it in ``told(deck, number)``.
    """
    told: Callable[[str, int], tuple[str, str]] | None = getattr(cards, "told", None)
    return told(deck, number) if told else ("", "")


def sharers(game: Game[Any, Any], side: str) -> tuple[str, ...]:
    """Return the sides that see what ``side`` draws, itself among them, in the game's order."""
    shares = [set(share) for share in getattr(game, "sharing", ()) if side in share]
    return tuple(one for one in game.sides if one == side or any(one in s for s in shares))


def groups_of(
    game: Game[Any, Any], seats: Mapping[str, str], players: Sequence[str]
) -> list[list[str]]:
    """Return the players with seats by group: the draws of a group are one hand.

    Args:
        game: The game.
        seats: Side -> handle. A player with sides of two groups joins these.
        players: The handles; groups and members are in this order.
    """
    groups: list[set[str]] = []
    for side in game.sides:
        group = {seats[one] for one in sharers(game, side)}
        apart = [other for other in groups if not other & group]
        groups = [*apart, group.union(*(other for other in groups if other & group))]
    found = [[player for player in players if player in group] for group in groups]
    return sorted(found, key=lambda group: players.index(group[0]))


def shown_by(game: Game[Any, Any], order: Any) -> Show | None:
    """Return which card an order shows, None in a game without cards."""
    cards = cards_of(game)
    return None if cards is None else cards.shows(order)
