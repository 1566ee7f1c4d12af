"""The outcomes on a table.

Cards, counters and dice have their names in them, for everybody.
"""

from __future__ import annotations

from typing import Literal

from pbem.games.table.rules.act import Act
from pbem.kit.contract import Outcome, Tells

Heap = Literal["discards", "removed", "table"]


class RollAsked(Act, frozen=True, kw_only=True):
    """Dice are due: ``many`` times ``dice``."""

    tells = Tells("{side} rolls {words} for {label}")

    label: str
    dice: str
    many: int
    plus: int
    words: str


class DiceThrown(Outcome, frozen=True, kw_only=True):
    """Dice were rolled: what each shows in ``got``; ``says``: the words of faces."""

    tells = Tells("{words}", "result")

    side: str
    label: str
    dice: str
    got: tuple[int, ...]
    total: int
    says: tuple[str, ...]
    words: str


class DrawAsked(Act, frozen=True, kw_only=True):
    """Cards are due from a deck; ``number``: of its one part; None: dice choose among parts."""

    tells = Tells("{side} draws from {deck}: {many}[, openly{openly}]")

    deck: str
    many: int
    open: bool
    number: int | None
    openly: str = ""
    wait: bool = False


class PartsFound(Outcome, frozen=True, kw_only=True):
    """Dice said from which parts of a pile cards come: pairs of its number and how many."""

    tells = Tells("dice choose the parts of {deck}: {words}")

    side: str
    deck: str
    open: bool
    parts: tuple[tuple[int, int], ...]
    words: str


class CardsDrawn(Outcome, frozen=True, kw_only=True):
    """A side drew cards that it alone sees."""

    tells = Tells("{side} drew from {deck}: {words}", "event")

    side: str
    deck: str
    places: tuple[int, ...]
    words: str


class CardsTurnedUp(Outcome, frozen=True, kw_only=True):
    """Cards were drawn that everybody sees."""

    tells = Tells("from {deck}: {cards}", "event")

    side: str
    deck: str
    numbers: tuple[int, ...]
    cards: tuple[str, ...]


class CardShown(Act, frozen=True, kw_only=True):
    """A side showed a card of its hand."""

    tells = Tells("{side} {did} {card}", "event")

    deck: str
    place: int
    number: int
    card: str
    did: str
    to: Heap


class CardPut(Act, frozen=True, kw_only=True):
    """A card that everybody sees lies elsewhere now."""

    tells = Tells("{card} goes to the {to}")

    deck: str
    number: int
    card: str
    to: Heap


class DeckAsked(Act, frozen=True, kw_only=True):
    """A deck is to be shuffled again: ``added`` and, unless it is a new part, what is unseen."""

    tells = Tells("{deck} is to be shuffled: {what}", "event")

    deck: str
    what: str
    cards: tuple[int, ...]
    added: tuple[int, ...]
    later: str
    taken: tuple[int, ...]
    wait: bool = False


class DeckMade(Outcome, frozen=True, kw_only=True):
    """A deck was shuffled."""

    tells = Tells("{deck} was shuffled, {size} cards")

    deck: str
    size: int


class DoublesDead(Act, frozen=True, kw_only=True):
    """A side said that places hold doubles of its cards; so many others are due."""

    tells = Tells("{side} drew doubles of cards in its own hand from {deck}: {words}", "event")

    deck: str
    places: tuple[int, ...]
    words: str
    more: int
    wait: bool = False


class PullAsked(Act, frozen=True, kw_only=True):
    """A counter is due from a cup."""

    tells = Tells("{side} pulls from {cup}")

    cup: str


class CounterPulled(Outcome, frozen=True, kw_only=True):
    """A counter came out of a cup."""

    tells = Tells("from {cup}: {counter}", "result")

    side: str
    cup: str
    counter: str


class CounterReturned(Act, frozen=True, kw_only=True):
    """A counter went back into its cup."""

    tells = Tells("{counter} goes back to {cup}")

    cup: str
    counter: str


class ValueSet(Act, frozen=True, kw_only=True):
    """A number has changed."""

    tells = Tells("{name} from {was} to {to}", "event")

    name: str
    was: int
    to: int


class PiecesMoved(Act, frozen=True, kw_only=True):
    """Pieces were moved; the last named lies on top, or ``under`` what was there."""

    tells = Tells("{words}: {origin} to {target}", "event")

    what: tuple[str, ...]
    at: str
    under: bool
    words: str
    origin: str
    target: str


class PieceShows(Act, frozen=True, kw_only=True):
    """A piece shows another face."""

    tells = Tells("{was} shows {shows} now", "event")

    piece: str
    layer: int
    level: int
    was: str
    shows: str


class PieceTurned(Act, frozen=True, kw_only=True):
    """A piece faces another way."""

    tells = Tells("{words} faces {facing}", "event")

    piece: str
    facing: int
    words: str


class PieceMade(Act, frozen=True, kw_only=True):
    """A new piece came out of the box."""

    tells = Tells("{words} comes to {target}", "event")

    piece: str
    kind: str
    at: str
    words: str
    target: str


class PieceLaid(Act, frozen=True, kw_only=True):
    """A card or unit of a hand lies face down on a map."""

    tells = Tells("{side} lays {piece} face down: {target}", "event")

    piece: str
    deck: str
    place: int
    at: str
    target: str


class PieceRevealed(Act, frozen=True, kw_only=True):
    """A piece that lay face down was turned up, with a proof."""

    tells = Tells("{words} is {card}", "event")

    piece: str
    deck: str
    place: int
    number: int
    card: str
    words: str


class PlanAsked(Act, frozen=True, kw_only=True):
    """Every side is to seal where it places pieces."""

    tells = Tells("every side seals its placement: {label}", "event")

    label: str
    asks: tuple[str, ...]


class PlanSealed(Outcome, frozen=True, kw_only=True):
    """A side sealed its placement."""

    tells = Tells("{side} sealed its placement")

    side: str


class PlanOpened(Outcome, frozen=True, kw_only=True):
    """A side opened its placement: each piece and its place."""

    tells = Tells("{side} places {words}", "event")

    side: str
    moves: tuple[tuple[str, str], ...]
    words: str


class RecipeWritten(Act, frozen=True, kw_only=True):
    """A list of orders has a name now; without orders it has none any more."""

    tells = Tells("{side} writes the recipe {name}: {words}", "event")

    name: str
    steps: tuple[str, ...]
    words: str


class Paused(Act, frozen=True, kw_only=True):
    """A side waits until another has said whether it does anything."""

    tells = Tells("{side} pauses for {to}")

    to: str


class WentOn(Act, frozen=True, kw_only=True):
    """A pause is over."""

    tells = Tells("{to} goes on")

    to: str


class TurnBegun(Act, frozen=True, kw_only=True):
    """Another side has the turn."""

    tells = Tells("{to} has the turn", "phase")

    to: str


class ResultClaimed(Act, frozen=True, kw_only=True):
    """A side said how the game has ended."""

    tells = Tells("{side} says that {words}", "event")

    winner: str | None
    scores: tuple[int, ...]
    asks: tuple[str, ...]
    words: str


class ResultAgreed(Act, frozen=True, kw_only=True):
    """A side agreed to the result."""

    tells = Tells("{side} agrees")


class ResultRefused(Act, frozen=True, kw_only=True):
    """A side did not agree: the game goes on, and ``to`` has the turn."""

    tells = Tells("{side} does not agree; {to} has the turn", "event")

    to: str


class GameEnded(Outcome, frozen=True, kw_only=True):
    """Everybody agreed to a result."""

    tells = Tells("{words}", "end")

    winner: str | None
    scores: tuple[int, ...]
    words: str
