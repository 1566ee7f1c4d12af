"""A computer player's situation cards: they play what helps, and keep what may."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.games.singapore.rules import questions
from pbem.games.singapore.rules.orders import (
    Discard,
    Keep,
    Move,
    PlayCard,
    Shift,
    ShowEvent,
)
from pbem.games.singapore.rules.position import Position, open_cards, open_war
from pbem.games.singapore.rules.setting import Setting
from pbem.games.singapore.rules.theatre import enemies, ground, of_army
from pbem.kit.contract import Order, Question

ASKED = ("drawn", "discard", "evacuate", "shift", "drive", "deployment", "supply", "cards")
"""Questions about cards, and of vehicles that may go on."""
WORTH = {
    "S1": 9, "S3": 8, "S5": 8, "S2": 8, "S4": 7, "C3": 6, "C4": 6, "C5": 6, "C6": 5, "C2": 5,
    "C7": 5, "C8": 4, "C1": 4, "D8": 4, "D1": 4, "D4": 3, "D2": 2, "D3": 2, "D7": 2, "D6": 1,
    "D5": 1,
}  # fmt: skip
"""The worth of a card in a hand: the least is discarded first."""
IDLE = ("D2", "D3", "D5", "D6", "D7")
"""Cards that they play only where the hand is full: they need a plan."""


def answer(setting: Setting, position: Position, asked: Question) -> Order | None:
    """Return the answer to a question about cards, None where it is none."""
    if asked.name not in ASKED:
        return None
    legal = list(questions.legal(setting, position))
    cards = [one for one in legal if isinstance(one, PlayCard)]
    if cards:
        return _best(setting, position, cards) or legal[-1]
    return max(legal, key=lambda order: (_worth(setting, position, order), -legal.index(order)))


def in_phase(setting: Setting, position: Position, orders: Iterable[Order]) -> Order | None:
    """Return a card to be played between the orders of a phase, or None."""
    return _best(setting, position, [one for one in orders if isinstance(one, PlayCard)])


def _best(setting: Setting, position: Position, able: Sequence[PlayCard]) -> PlayCard | None:
    """Return the card that they play now with its best target, or None."""
    full = _full(setting, position)
    wanted = [one for one in able if full or one.card[:-1] not in IDLE]
    if not wanted:
        return None
    return max(wanted, key=lambda one: (WORTH[one.card[:-1]], _aim(setting, position, one)))


def _full(setting: Setting, position: Position) -> bool:
    war, cards = open_war(position), open_cards(position)
    return len(cards.hands[war.army]) >= setting.tables.data.situation.limit[war.army]


def _aim(setting: Setting, position: Position, order: PlayCard) -> int:
    """Return how good a target is: many units, and for a screen a sector near enemy vehicles."""
    war = open_war(position)
    found = len(order.units)
    for place in order.places[:1]:
        found += len(ground(setting, war, place))
        enemy = enemies(setting, "br")
        near = (place, *setting.tables.beside[place])
        found += sum(len(of_army(setting, war, to, army)) for to in near for army in enemy)
    return found


def _worth(setting: Setting, position: Position, order: Order) -> int:
    match order:
        case ShowEvent():
            return 9
        case Keep(armies):
            hands = open_cards(position).hands
            return -max(len(hands[army]) + armies.count(army) for army in setting.armies)
        case Discard(_, _, card):
            return -WORTH[card[:-1]]
        case Move(units) | Shift(units):
            return len(units)
    return 0
