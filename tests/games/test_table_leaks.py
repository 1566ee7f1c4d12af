"""Nothing shows what a player may not know: no view, no order and no word of a table.

At many points of random games, the cards that somebody has not seen are called otherwise, in every
way that all they know allows. These are cards in hands of others, cards that nobody drew, and units
that lie face down. In each of these worlds the same orders are given. Everything that this reader
can get is compared, byte by byte, up to the next card that is shown.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import islice, zip_longest
from typing import Any
from unittest.mock import patch

import msgspec
import pytest

from long import times
from pbem.errors import FormError, IllegalOrder
from pbem.games.table.game import TableGame
from pbem.games.table.rules import orders as o
from pbem.games.table.rules import outcomes
from pbem.kit.contract import Outcome, RawOrder
from pbem.kit.dice import SeededDice
from pbem.kit.hidden import Show
from pbem.play.dealer import Dealer
from pbem.play.lists import read_text
from pbem.play.play import Play
from pbem.selfplay.unsigned import begin, random_order
from pbem.table.words.reporting import report as reported_of
from toy.tables import UNITS, fords_table, game

SEEDS = times(3, of=60)
WORLDS = 3
STEPS = 70
"""Orders and dice of a game, which random players would end sooner or later than that."""
LEGAL = 12
"""Legal orders of each form that are read in each world."""
HIDDEN = (o.DrawCards, o.Lay, o.Play, o.Reveal, o.Add, o.Shuffle, o.Dead, o.Move, o.Over)
"""Orders about what others do not see: random players give one of these every second time."""


# --- other worlds --------------------------------------------------------------------------------


def other(play: Play, reader: str, rng: random.Random) -> Play:
    """Return a world that is the same as far as ``reader`` knows; "" is somebody who sees a log.

    A card changes places with those that were shuffled into the same decks.
    """
    twin = play.copy()
    dealer = twin.dealer
    assert dealer is not None
    own = dealer.hand(reader) if reader else {}
    lies = dealer.everything()
    for name in {deck.partition("#")[0] for deck in lies}:
        decks = {deck: cards for deck, cards in lies.items() if deck.partition("#")[0] == name}
        seen = {card for (deck, _), card in own.items() if deck in decks}
        seen |= play.game.lying_open(play.position, name)
        alike: dict[tuple[str, ...], list[int]] = {}
        for card in sorted({card for cards in decks.values() for card in cards} - seen):
            alike.setdefault(tuple(d for d, cards in decks.items() if card in cards), []).append(
                card
            )
        now = {
            card: new
            for cards in alike.values()
            for card, new in zip(cards, rng.sample(cards, len(cards)), strict=True)
        }
        for deck, cards in decks.items():
            dealer._cards[deck] = tuple(now.get(card, card) for card in cards)
    return twin


def anything(
    play: Play, raws: Sequence[RawOrder], reader: str, careless: type[Careless] | None
) -> list[Any]:
    """Everything that a reader gets once ``raws`` were ordered, or were refused."""
    if careless is not None:
        play.game = made = careless(play.game.setting)
        made.under = play.dealer
    game = play.game
    assert play.asked is not None
    guessed = [str(guess(play, raw, reader)) for raw in guesses(play, reader)]
    try:
        play.order(play.seats[play.asked.side], raws)
    except (IllegalOrder, FormError) as error:
        return [str(error)]
    view = play.seen_by(reader) if reader else play.position
    told = play.forget()
    drawn = [game.write_order(one) for one in _some(game, view, play, reader)]
    return [
        msgspec.json.encode(told),
        [reported_of(play, outcome) for outcome in told],
        msgspec.json.encode(play.position),
        msgspec.json.encode(game.view(view, reader or None)),
        [play.asked, play.due, play.result, game.need(play.position)],
        game.describe(view),
        msgspec.json.encode(game.picture(view)),
        game.facts_of(view),
        drawn,
        [str(refusal(play, line, reader)) for line in slips(play, reader)],
        guessed,
    ]


def _some(game: Any, view: Any, play: Play, reader: str) -> Iterator[Any]:
    """Yield orders that the reader sees to be legal; who is asked sees their own cards."""
    if play.asked is not None and play.asked.side == reader:
        for bunch in game.bunches(view):
            yield from islice(bunch, LEGAL)
    else:
        for bunch in game.bunches(play.position):
            yield from islice(bunch, LEGAL)


def slips(play: Play, reader: str) -> Iterator[str]:
    """Lines that somebody may write to learn more than they should."""
    for side, units in UNITS.items():
        yield from (f"lay {unit} at 0101" for unit in units if side != reader)
    for name in [name for name, one in play.position.pieces.items() if one.card][:3]:
        yield from (f"reveal {name}", f"flip {name}", f"move {name} to 0101")
    yield from ("play Event 0", "play News 1", "dead red-events", "dead news", "put Event 2 away")


def guesses(play: Play, reader: str) -> Iterator[RawOrder]:
    """Orders that show cards of others, as a program of the reader's own may write them."""
    if play.asked is None or play.asked.side != reader or not play.asked.phase:
        return
    for side in play.game.sides:
        for deck, place in play.position.held[side][:3] if side != reader else ():
            yield from ({"do": "play", "deck": deck, "place": place, "card": n} for n in range(3))
    for name, piece in play.position.pieces.items():
        if piece.card is not None and piece.card not in play.position.held[reader]:
            deck, place = piece.card
            form = {"do": "reveal", "piece": name, "deck": deck, "place": place}
            yield from (form | {"card": number} for number in range(3))


def guess(play: Play, raw: RawOrder, reader: str) -> object:
    """Return the refusal of a guess; a guess that is carried out is a fault of its own."""
    try:
        play.copy().order(play.seats[reader], [raw])
    except (IllegalOrder, FormError) as error:
        return error
    return f"carried out: {raw}"


def refusal(play: Play, line: str, reader: str) -> object:
    """Return what the program says of a line of the reader, who has a side."""
    try:
        if reader:
            read_text(play.copy(), reader, line)
    except (IllegalOrder, FormError) as error:
        return error
    return None


def shown_to(play: Play, raws: Sequence[RawOrder], reader: str) -> bool:
    """Return whether these orders show the reader a card, which is another one in each world."""
    if any(play.game.shows(play.game.read_order(raw)) is not None for raw in raws):
        return True
    twin = play.copy()
    assert twin.asked is not None
    assert twin.dealer is not None
    before = len(twin.dealer.hand(reader)) if reader else 0
    twin.order(twin.seats[twin.asked.side], raws)
    after = len(twin.dealer.hand(reader)) if reader else 0
    turned = any(isinstance(one, outcomes.CardsTurnedUp) for one in twin.forget())
    return turned or before != after


def differences(
    play: Play,
    raws: Sequence[RawOrder],
    rng: random.Random,
    careless: type[Careless] | None = None,
) -> list[str]:
    """Give orders in this world and in others; return what differs, and for whom."""
    found = []
    for reader in ("", *play.game.sides):
        if shown_to(play, raws, reader):
            continue
        here = anything(play.copy(), raws, reader, careless)
        for _ in range(WORLDS):
            there = anything(other(play, reader, rng), raws, reader, careless)
            found += [f"{reader}: {one}" for one in here if "carried out" in str(one)]
            found += [f"{reader}: {a} / {b}" for a, b in zip_longest(here, there) if a != b]
    return found


# --- games ---------------------------------------------------------------------------------------


def played(seed: int) -> Iterator[tuple[Play, list[RawOrder]]]:
    """Play at random; yield before each order the play and what is ordered."""
    rng = random.Random(seed)  # noqa: S311 - nobody has to trust these dice
    play = begin(game(fords_table()), seed)
    for _ in range(STEPS):
        if play.result is not None:
            return
        if play.asked is None:
            play.roll(SeededDice(rng))
        elif play.asked.secret is not None:
            label, opens = play.asked.secret, play.asked.opens
            raw = play.game.write_order(random_order(play, rng))
            play.open(raw) if opens else play.seal(label)
        else:
            raws = [play.game.write_order(chosen(play, rng))]
            yield play, raws
            play.order(play.seats[play.asked.side], raws)
        play.forget()


def chosen(play: Play, rng: random.Random) -> Any:
    """Return an order by chance; half of them are about what is hidden."""
    assert play.asked is not None
    view = play.seen_by(play.asked.side)
    form = rng.choice(HIDDEN)
    few = [b for b in play.game.bunches(view) if len(b) and isinstance(b[0], form)]
    if few and rng.random() < 0.7:
        bunch = rng.choice(few)
        return bunch[rng.randrange(len(bunch))]
    while True:
        order = random_order(play, rng)
        if not isinstance(order, o.Claim):
            return order


def leaks(seed: int, careless: type[Careless] | None = None) -> tuple[int, list[str], set[str]]:
    """Return how many orders were tried in other worlds, what differed, and their forms."""
    rng = random.Random(-1 - seed)  # noqa: S311 - no secret
    tried, found, forms = 0, list[str](), set[str]()
    for play, raws in played(seed):
        found += differences(play, raws, rng, careless)
        tried += 1
        forms.add(str(raws[0]["do"]))
        if found:
            return tried, found, forms
    return tried, found, forms


def test_what_somebody_may_not_know_shows_nowhere() -> None:
    tried, forms = 0, set[str]()
    for seed in range(SEEDS):
        many, found, these = leaks(seed)
        assert found == [], seed
        tried += many
        forms |= these
    assert tried > 40 * SEEDS
    assert {"draw", "lay", "reveal", "play", "move", "add", "over"} <= forms


# --- that the comparison would see a leak --------------------------------------------------------


class Careless(TableGame):
    """A table that knows what lies where, as no game can."""

    under: Any = None

    def whole(self, position: Any) -> Any:
        """Return the position with every card that somebody has drawn."""
        return self.knowing(position, self.under.hand(*self.sides))


class Draws(Careless):
    """Draws what a unit is that lies face down, for everybody."""

    def picture(self, position: Any) -> Any:
        return super().picture(self.whole(position))


class Describes(Careless):
    def describe(self, position: Any) -> list[str]:
        return super().describe(self.whole(position))


class Lists(Careless):
    """Lists what can be shown for who does not hold it."""

    def bunches(self, position: Any) -> Any:
        return super().bunches(self.whole(position))


class Names(Careless):
    """Names a unit by what it is."""

    def adjudicate(self, position: Any, order: Any, cups: Any) -> Iterator[Outcome]:
        for outcome in super().adjudicate(position, order, cups):
            if isinstance(outcome, outcomes.PieceLaid):
                card = self.under.everything()[outcome.deck][outcome.place]
                yield msgspec.structs.replace(outcome, piece=f"n{position.made + 1 + 10 * card}")
            else:
                yield outcome


class Decides(Careless):
    """Keeps the kind of a unit in the position as soon as it lies there."""

    def apply(self, position: Any, outcome: Outcome) -> None:
        super().apply(position, outcome)
        if isinstance(outcome, outcomes.PieceLaid):
            card = self.under.everything()[outcome.deck][outcome.place]
            piece = position.pieces[outcome.piece]
            position.pieces[outcome.piece] = msgspec.structs.replace(piece, title=str(card))


class Refuses(Careless):
    """Refuses a move where the next card of both is a certain one."""

    def adjudicate(self, position: Any, order: Any, cups: Any) -> Iterator[Outcome]:
        news = self.under.everything().get("news#1")  # nothing if it is shuffled late
        if isinstance(order, o.Move) and news and news[2] == 0:
            raise IllegalOrder("6.1", "News 0 comes next")
        return super().adjudicate(position, order, cups)


class Tells(Careless):
    """Says of a draw that is not open what was drawn."""

    def report(self, outcome: Outcome) -> str:
        said = super().report(outcome)
        if isinstance(outcome, outcomes.CardsDrawn):
            name = outcome.deck
            said += str([self.under.everything()[name][place] for place in outcome.places])
        return said


@pytest.mark.parametrize("careless", [Draws, Describes, Lists, Names, Decides, Refuses, Tells])
def test_the_comparison_sees_a_leak(careless: type[Careless]) -> None:
    assert any(leaks(seed, careless)[1] for seed in range(10)), careless


def test_the_comparison_sees_who_is_told_that_a_guess_is_right() -> None:
    def check(dealer: Dealer, sides: Sequence[str], show: Show) -> None:
        if dealer.hand(*sides).get((show.deck, show.place)) == show.card:
            return
        right = dealer.hand(*UNITS).get((show.deck, show.place)) == show.card
        raise IllegalOrder("P8", "that card is somebody else's" if right else "it is not there")

    with patch.object(Dealer, "check", check):
        assert any(leaks(seed)[1] for seed in range(10))
