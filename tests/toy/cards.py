"""Fate, a toy with a deck, in the fewest rules that need everything that a deck can do.

Two sides, or three of which blue and green share their hand; one deck ``fate``. At the start it is
shuffled and each side is dealt two cards; blue may give a card that it has drawn to green. In their
turn a player draws a card, turns the next card up for everybody, plays a card of their hand for as
many points as its number, and rolls a die for as many. They have the deck made again from all cards
that everybody has seen, and end. The drawer keeps the card or plays it. Cards from 6 on are fates,
which must not be kept and bring a die when they are played. Three rounds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from pbem.errors import FormError, IllegalOrder
from pbem.kit.contract import (
    Draw,
    Fact,
    MakeDeck,
    Names,
    Option,
    Order,
    Outcome,
    Question,
    Result,
    Roll,
    Wanted,
)
from pbem.kit.cups import Cups
from pbem.kit.dice import Dice, die
from pbem.kit.hidden import Drawn, Hand, Laid, Show
from pbem.kit.typed.orders import OrderForms
from toy.rules import ToyGame

FATES = 6
CARDS = 8
LIMIT = 3


class Take(Order, frozen=True, tag="take"):
    pass


class TurnUp(Order, frozen=True, tag="turn-up"):
    pass


class Play(Order, frozen=True, tag="play"):
    deck: str
    place: int
    card: int


class RollDie(Order, frozen=True, tag="roll"):
    pass


class Again(Order, frozen=True, tag="anew"):
    pass


class Give(Order, frozen=True, tag="give"):
    """Blue gives green the card that was drawn for both."""


class Keep(Order, frozen=True, tag="keep"):
    pass


class End(Order, frozen=True, tag="end"):
    pass


FORMS: OrderForms[Any] = OrderForms(Take | TurnUp | Play | RollDie | Again | Give | Keep | End)


class Did(Outcome, frozen=True, tag="did", kw_only=True):
    what: str
    side: str = ""
    n: int = 0
    deck: str = ""
    places: tuple[int, ...] = ()
    cards: tuple[int, ...] = ()


class Position(msgspec.Struct):
    """``agenda`` holds what comes before the turn goes on; ``kept``: side, deck and place.

    ``known`` is empty in a log: deck, place and card of the viewer.
    """

    agenda: list[str]
    hands: dict[str, list[tuple[str, int]]]
    points: dict[str, int]
    seen: list[int]
    kept: list[tuple[str, str, int]]
    left: int = 0
    decks: int = 1
    turn: int = 0
    known: list[tuple[str, int, int]] = []


class CardRules:
    """The registry's entry."""

    name = "fate"
    title = "Fate"
    version = 1
    reconstructed: tuple[str, ...] = ()
    scenarios: Mapping[str, str] = {"duel": "two sides", "trio": "three, of which two are allies"}
    options: Mapping[str, Option] = {"cards": Option(CARDS, (CARDS, 40), "length", "1.1")}

    def of(self, data: Any) -> CardRules:
        return self

    def data(self, pack: bytes | None = None) -> Position:
        return Position([], {}, {}, [], [])

    def game(self, scenario: str, options: Mapping[str, Any], data: Any) -> CardToy:
        return CardToy(options["cards"], scenario)


class CardToy(ToyGame):
    """The one scenario; see `pbem.kit.contract.Game` and `pbem.kit.hidden.CardGame`."""

    position_type = Position
    facts: Mapping[str, Fact] = {}
    tracks = ()
    half_points = False

    def __init__(self, cards: int, scenario: str = "duel") -> None:
        self.sides = ("red", "blue") if scenario == "duel" else ("red", "blue", "green")
        self.sharing = () if scenario == "duel" else (("blue", "green"),)
        self.decks = {"fate": cards}
        self.names: dict[str, Names] = {}

    def set_up(self, cups: Cups) -> Position:
        return Position(
            agenda=["make", *(f"deal {side}" for side in self.sides)],
            hands={side: [] for side in self.sides},
            points=dict.fromkeys(self.sides, 0),
            seen=list(range(self.decks["fate"])),
            kept=[],
        )

    def need(self, position: Position) -> Wanted:  # noqa: PLR0911 - one line a need
        side = self._turn(position)
        what, _, whose = (position.agenda or [""])[0].partition(" ")
        deck = f"fate#{position.decks}"
        match what:
            case "make":
                return MakeDeck(deck, tuple(position.seen), "1.1")
            case "deal":
                return Draw(deck, whose, 2, "1.2")
            case "draw":
                return Draw(deck, side, 1, "2.1")
            case "up":
                return Draw(deck, side, 1, "2.2", open=True)
            case "die":
                return Roll("fate", "2.4")
            case "drawn":
                give = ("give",) if side == "blue" and "green" in self.sides else ()
                return Question(side, "drawn", "Keep it?", "2.1", ("keep", "play", *give))
        if position.turn == 3 * len(self.sides):
            return None
        forms = ("take", "turn-up", "play", "roll", "anew", "end")
        return Question(side, "turn", "What next?", "2.0", forms, phase=True)

    def _turn(self, position: Position) -> str:
        return self.sides[position.turn % len(self.sides)]

    def legal(self, position: Position) -> Iterator[Any]:
        side = self._turn(position)
        shown = [
            Play(deck, place, card)
            for deck, place in position.hands[side]
            for card in range(self.decks["fate"])
        ]
        if position.known:
            shown = [one for one in shown if (one.deck, one.place, one.card) in position.known]
        every = (Take(), TurnUp(), *shown, RollDie(), Again(), Give(), Keep(), End())
        return (order for order in every if self._why_not(position, order) is None)

    def check(self, position: Position, order: Any) -> None:
        why = self._why_not(position, order)
        if why is not None:
            raise IllegalOrder("2.0", why)

    def _why_not(self, position: Position, order: Any) -> str | None:
        need = self.need(position)
        if not isinstance(need, Question) or FORMS.write(order)["do"] not in need.forms:
            return "this is no answer to what is asked"
        hand = position.hands[need.side]
        match order:
            case Take() | TurnUp():
                bad = position.left == 0 or len(hand) > LIMIT
            case Play(deck, place):
                bad = (deck, place) not in hand
                bad = bad or (need.name == "drawn" and hand[-1] != (deck, place))
            case Again():
                bad = not position.seen
            case _:
                bad = False
        return "that is not possible here" if bad else None

    def check_secret(self, position: Position, label: str, order: Any) -> None:
        raise IllegalOrder("0", "nothing is sealed here")

    def adjudicate(self, position: Position, order: Any, cups: Cups) -> Iterator[Outcome]:
        need = self.need(position)
        assert isinstance(need, Question)
        raw = FORMS.write(order)
        if isinstance(order, Play):
            yield Did(
                paragraph="2.3",
                what="play",
                side=need.side,
                deck=order.deck,
                places=(order.place,),
                cards=(order.card,),
                n=order.card,
            )
        else:
            yield Did(paragraph="2.0", what=raw["do"].replace("-", "_"), side=need.side)

    def sealed(self, position: Position, label: str) -> Iterator[Outcome]:
        return iter(())

    def roll(self, position: Position, dice: Dice, cups: Cups) -> Iterator[Outcome]:
        side = self._turn(position)
        yield Did(paragraph="2.4", what="rolled", side=side, n=die(dice, 6, "fate", "2.4"))

    # --- decks -------------------------------------------------------------------------------

    def made(self, position: Position, deck: str) -> Iterator[Outcome]:
        yield Did(paragraph="1.1", what="made", deck=deck)

    def drawn(self, position: Position, draw: Draw, drawn: Drawn) -> Iterator[Outcome]:
        yield Did(
            paragraph=draw.paragraph,
            what="up" if draw.open else "drawn",
            side=draw.side,
            deck=draw.deck,
            places=drawn.places,
            cards=drawn.cards,
        )

    def shows(self, order: Any) -> Show | None:
        return Show(order.deck, order.place, order.card) if isinstance(order, Play) else None

    def held(self, position: Position, side: str) -> list[tuple[str, int]]:
        return position.hands[side]

    def lying_open(self, position: Position, deck: str) -> list[int]:
        return position.seen

    def may_lie(self, position: Position, deck: str, place: int, card: int) -> bool:
        return card < FATES or all((deck, place) != (one, at) for _, one, at in position.kept)

    def card(self, deck: str, number: int) -> str:
        return f"number {number}"

    def knowing(self, position: Position, hand: Hand) -> Position:
        return msgspec.structs.replace(position, known=sorted((*at, hand[at]) for at in hand))

    def laid(self, given: Mapping[str, Any]) -> Mapping[str, Laid]:
        """``hand`` has the cards of red; ``next`` are drawn after them."""
        cards = [*given["hand"], *given["next"]]
        return {"fate#1": Laid(cards, len(given["hand"]), {"red": range(len(given["hand"]))})}

    def arrange(self, given: Mapping[str, Any], cups: Cups) -> Position:
        position = self.set_up(cups)
        position.agenda = []
        position.hands["red"] = [("fate#1", place) for place in range(len(given["hand"]))]
        position.left, position.seen = len(given["next"]), []
        return position

    def duties(self, position: Position, cards: Mapping[str, Sequence[int]]) -> list[str]:
        broke = {side for side, deck, place in position.kept if cards[deck][place] >= FATES}
        return [side for side in self.sides if side in broke]

    # --- changes -----------------------------------------------------------------------------

    def apply(self, position: Position, outcome: Outcome) -> None:
        assert isinstance(outcome, Did)
        getattr(self, "_apply_" + outcome.what)(position, outcome)

    def _apply_made(self, position: Position, did: Did) -> None:
        del position.agenda[0]
        position.left, position.seen = len(position.seen), []

    def _apply_drawn(self, position: Position, did: Did) -> None:
        dealt = position.agenda.pop(0).startswith("deal")
        position.hands[did.side] += [(did.deck, place) for place in did.places]
        position.left -= len(did.places)
        if not dealt:
            position.agenda.insert(0, "drawn")

    def _apply_up(self, position: Position, did: Did) -> None:
        del position.agenda[0]
        position.seen = sorted([*position.seen, *did.cards])
        position.left -= 1

    def _apply_take(self, position: Position, did: Did) -> None:
        position.agenda.append("draw")

    def _apply_turn_up(self, position: Position, did: Did) -> None:
        position.agenda.append("up")

    def _apply_keep(self, position: Position, did: Did) -> None:
        del position.agenda[0]
        position.kept.append((did.side, *position.hands[did.side][-1]))

    def _apply_give(self, position: Position, did: Did) -> None:
        del position.agenda[0]
        position.hands["green"].append(position.hands[did.side].pop())
        position.kept.append(("green", *position.hands["green"][-1]))

    def _apply_play(self, position: Position, did: Did) -> None:
        if position.agenda:
            del position.agenda[0]
        position.hands[did.side].remove((did.deck, did.places[0]))
        position.points[did.side] += did.n
        position.seen = sorted([*position.seen, *did.cards])
        if did.n >= FATES:
            position.agenda.append("die")

    def _apply_roll(self, position: Position, did: Did) -> None:
        position.agenda.append("die")

    def _apply_rolled(self, position: Position, did: Did) -> None:
        del position.agenda[0]
        position.points[did.side] += did.n

    def _apply_anew(self, position: Position, did: Did) -> None:
        position.decks += 1
        position.agenda.append("make")

    def _apply_end(self, position: Position, did: Did) -> None:
        position.turn += 1

    # --- as people write it ---------------------------------------------------------------------

    def parse(self, position: Position, side: str, line: str) -> Any:
        """``play 3``: the place is found where the hand is known."""
        do, *rest = line.split()
        if do != "play":
            return FORMS.read({"do": do})
        for deck, place, card in position.known:
            if card == int(rest[0]) and (deck, place) in position.hands[side]:
                return Play(deck, place, card)
        raise FormError(f"you do not hold card {rest[0]}")

    def text(self, order: Any) -> str:
        return f"play {order.card}" if isinstance(order, Play) else str(FORMS.write(order)["do"])

    def sensible(self, position: Position, seed: int) -> list[Any]:
        legal = list(self.legal(position))
        return [legal[seed % len(legal)]]

    # --- the rest ----------------------------------------------------------------------------

    def scores(self, position: Position) -> dict[str, int]:
        return dict(position.points)

    def result(self, position: Position) -> Result | None:
        if self.need(position) is not None:
            return None
        most = max(position.points.values())
        best = [side for side in self.sides if position.points[side] == most]
        return Result(best[0] if len(best) == 1 else None, "the most points", "3.0")

    def read_order(self, raw: dict[str, Any]) -> Any:
        return FORMS.read(raw)

    def write_order(self, order: Any) -> dict[str, Any]:
        return FORMS.write(order)

    def check_standing(self, side: str, standing: Mapping[str, Any]) -> None:
        if standing:
            raise FormError("there are no standing orders")

    def standing_answer(self, position: Any, question: Any, standing: Any) -> None:
        return None

    def standing_left(self, standing: Any, order: Any) -> Any:
        return standing

    def fact(self, position: Position, name: str, args: Sequence[str]) -> int:
        raise AssertionError(name)

    def sensible_standing(self, side: str) -> Mapping[str, Any]:
        return {}

    def usual_words(self, side: str) -> Mapping[str, str]:
        return dict.fromkeys(self.sensible_standing(side), "the usual")
