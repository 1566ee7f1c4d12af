"""Situation cards in the words of numbered cases, both ways."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from pbem.errors import FormError
from pbem.games.singapore.data.forms import Army
from pbem.games.singapore.rules.cards.ch6_draw import DECK, OPENING
from pbem.games.singapore.rules.cards.ch6_effects import CAUSEWAY, FOR_GOOD, turn_number
from pbem.games.singapore.rules.position import Cards, Force, Held, Position, open_war
from pbem.games.singapore.rules.setting import Setting
from pbem.kit.hidden import Laid
from pbem.kit.typed.suggest import did_you_mean


class GivenCards(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"cup": "urn"}):
    """The cards of a case: names as C1, a copy as C1a.

    ``hands``: army -> what it holds; ``up``: cards that lie face up; ``force``: Event -> the army
    that drew it in its last turn. In the phase `deal`, ``deal``: the deck from its first card on,
    as it was made; without it the deck is still to be made.
    """

    hands: dict[Army, list[str]] = {}
    next: list[str] = []
    """The next cards of the deck; after them come the others in the order of the data."""
    up: list[str] = []
    cup: list[str] = []
    """Events that are set aside."""
    force: dict[str, Army] = {}
    only: bool = False
    """No card comes after ``next``."""
    deal: list[str] = []


def read_cards(given: Mapping[str, Any] | None) -> GivenCards:
    """Read what a case says of cards.

    Raises:
        FormError: It is not in this form.
    """
    try:
        return msgspec.convert(given or {}, GivenCards)
    except msgspec.ValidationError as error:
        raise FormError(f"given: cards: {error}") from None


class _Labels:
    """Gives out the copies of cards, each once."""

    def __init__(self, setting: Setting) -> None:
        self.free = list(setting.tables.labels)

    def take(self, name: str) -> str:
        found = next((one for one in self.free if name in (one, one[:-1])), None)
        if found is None:
            hint = did_you_mean(name, sorted({one[:-1] for one in self.free}))
            raise FormError(f"given: cards: the deck has no {name} left{hint}")
        self.free.remove(found)
        return found


class _Dealt(msgspec.Struct, rename={"cup": "urn"}):
    """The place of every card of a case."""

    hands: dict[Army, list[str]]
    next: list[str]
    up: list[str]
    cup: list[str]
    force: dict[str, Army]
    rest: list[str]


def _dealt(setting: Setting, case: GivenCards) -> _Dealt:
    labels = _Labels(setting)
    exact = [*case.deal, *case.next, *case.up, *case.cup, *case.force]
    exact += [name for hand in case.hands.values() for name in hand]
    for name in exact:  # anyone who names a copy gets that one
        if name in labels.free:
            labels.free.insert(0, labels.free.pop(labels.free.index(name)))
    hands = {army: [labels.take(n) for n in case.hands.get(army, [])] for army in setting.armies}
    found = _Dealt(
        hands,
        [labels.take(n) for n in (*case.deal, *case.next)],
        [labels.take(n) for n in case.up],
        [labels.take(n) for n in case.cup],
        {labels.take(n): army for n, army in case.force.items()},
        [],
    )
    found.rest = [] if case.only else labels.free
    return found


def arrange_cards(setting: Setting, position: Position, given: Mapping[str, Any] | None) -> None:
    """Lay the cards out as a case says; without a word about them nobody holds any.

    Raises:
        FormError: The scenario has no cards, or the case names some that do not fit.
    """
    war = open_war(position)
    if not setting.with_cards:
        if given:
            raise FormError("given: cards: this scenario has none; leave it out")
        return
    case = read_cards(given)
    if position.phase == "deal" and not case.deal:
        return
    dealt = _dealt(setting, case)
    cards, place = Cards(deck=1), 0
    if case.deal:
        position.phase = "deal"
        cards.todo = list(OPENING[1:])
    for army in setting.armies:
        cards.hands[army] = []
        for _ in dealt.hands[army]:
            cards.hands[army].append(Held(f"{DECK}#1", place, war.period))
            cards.kept.append((army, f"{DECK}#1", place))
            place += 1
    cards.left = len(dealt.next) + len(dealt.rest)
    cards.up, cards.cup = sorted(dealt.up), sorted(dealt.cup)
    now, order = turn_number(setting, war), setting.armies
    for label, army in dealt.force.items():
        ago = (order.index(war.army) - order.index(army)) % len(order)
        until = FOR_GOOD if label.startswith("E5") else now - (ago or len(order)) + len(order)
        cards.force.append(Force(label, until))
        if label.startswith("E5"):
            war.active = sorted({*war.active, CAUSEWAY[0]})
    war.cards = cards


def laid(setting: Setting, given: Mapping[str, Any]) -> Mapping[str, Laid]:
    """Return the deck as a case lays it out: hands, then what is drawn next, then the rest."""
    case = read_cards(given.get("cards"))
    if not setting.with_cards or (given.get("phase") == "deal" and not case.deal):
        return {}
    dealt = _dealt(setting, case)
    number = setting.tables.card_number
    held: dict[str, list[int]] = {}
    order: list[int] = []
    for army in setting.armies:
        held[army] = list(range(len(order), len(order) + len(dealt.hands[army])))
        order += [number[label] for label in dealt.hands[army]]
    drawn = len(order)
    order += [number[label] for label in (*dealt.next, *dealt.rest)]
    return {f"{DECK}#1": Laid(order, drawn, held)}


def facts_of_cards(setting: Setting, cards: Cards | None) -> dict[str, Any] | None:
    """Return what everybody knows of the cards, in the words of a case.

    None if the game has none.
    """
    if cards is None:
        return None
    return {
        "hands": {army: len(cards.hands[army]) for army in setting.armies},
        "mine": [label[:-1] for *_, label in cards.known],
        "left": cards.left,
        "up": [label[:-1] for label in cards.up],
        "urn": [label[:-1] for label in cards.cup],
        "force": [one.card[:-1] for one in cards.force],
        "screens": list(cards.screens),
        "limit": dict(setting.tables.data.situation.limit),
    }
