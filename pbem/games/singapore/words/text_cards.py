"""Orders about situation cards as players write them, both ways."""

from __future__ import annotations

from collections.abc import Callable

from pbem.errors import FormError
from pbem.games.singapore.rules.orders import (
    Discard,
    Evacuate,
    Keep,
    PlayCard,
    Shift,
    ShowEvent,
)
from pbem.games.singapore.rules.questions import need
from pbem.games.singapore.words.line import Line as Words
from pbem.kit.contract import Order, Question
from pbem.kit.plain import lower
from pbem.kit.typed.suggest import did_you_mean

BOATS = 3
"""[6.D5] Boats are given by the sector of the units and the two of the edge."""


def reported_card(order: Order) -> list[str] | None:
    """Return the words after the first of an order about cards, None of any other."""
    match order:
        case PlayCard(_, _, card, units, places):
            return [card, *units, *places]
        case ShowEvent(_, _, card) | Discard(_, _, card):
            return [card]
        case Keep(armies):
            return [*armies]
        case Shift(units, place):
            return [*units, place]
        case Evacuate(unit):
            return [unit]
    return None


def _card(words: Words) -> tuple[str, int, str]:
    """Read the name of a card, as C1 or C1a, that the player holds; return where it lay."""
    word = words.take("a card of your hand, as C1")
    cards = None if words.position.war is None else words.position.war.cards
    own = [] if cards is None else words.held()
    said = lower(word.text)
    for deck, place, label in own:
        if said in (lower(label), lower(label[:-1])):
            return deck, place, label
    names = [label[:-1] for _, _, label in own]
    every = words.setting.tables.data.situation.cards
    if said not in {lower(name) for name in every} | {lower(one) for one in _labels(words)}:
        raise word.wrong(f"there is no card {word.text!r}{did_you_mean(word.text, every)}")
    asked = need(words.setting, words.position)
    if not names and isinstance(asked, Question) and asked.side != words.side:
        raise word.wrong(f"{words.side} cannot play a card now: the game asks {asked.side}")
    raise word.wrong(f"you do not hold {word.text}; you hold {', '.join(names) or 'no card'}")


def _labels(words: Words) -> tuple[str, ...]:
    return words.setting.tables.labels


def _keep(words: Words) -> Order:
    """Read who keeps what was drawn; warn in time a player who knows it as an Event (6.8)."""
    armies = words.several(words.army)
    cards = None if words.position.war is None else words.position.war.cards
    drawn = [] if cards is None else [(one.deck, one.place) for one in cards.drawn]
    for deck, place, label in words.held():
        if label.startswith("E") and (deck, place) in drawn:
            name = label[:-1]
            raise FormError(
                f"{name} is an Event, and a player who keeps one loses: write `event {name}`"
            )
    return Keep(armies)


def _play(words: Words) -> Order:
    deck, place, card = _card(words)
    units: list[str] = []
    places: list[str] = []
    while not words.done():
        if words.at_place():
            places.append(words.place())
        else:
            units.append(words.target())
    if card.startswith("D5") and len(places) == BOATS - 1:
        places.insert(0, places[0])
    return PlayCard(deck, place, card, tuple(units), tuple(places))


CARD_READERS: dict[str, Callable[[Words], Order]] = {
    "play": _play,
    "event": lambda words: ShowEvent(*_card(words)),
    "discard": lambda words: Discard(*_card(words)),
    "keep": _keep,
    "shift": lambda words: Shift(words.units_before_place(), words.place()),
    "evacuate": lambda words: Evacuate(words.unit()),
}
