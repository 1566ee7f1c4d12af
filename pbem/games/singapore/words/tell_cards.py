"""Situation cards in sentences: what happens with them, and what everybody knows of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pbem.games.singapore.rules import outcomes_cards as c
from pbem.games.singapore.rules.position import War
from pbem.games.singapore.rules.setting import Setting
from pbem.games.singapore.words.wording import ARMY, FORCE, place_name
from pbem.kit import plain
from pbem.kit.contract import Outcome
from pbem.kit.wording import counted, listed

SIDE = {"jp": "Japanese", "au": "Commonwealth", "br": "Commonwealth"}


def describe_cards(setting: Setting, war: War) -> list[str]:
    """Tell who holds how many cards since when, and which Events are in force."""
    cards = war.cards
    if cards is None:
        return []
    told = []
    for army in setting.armies:
        since = [setting.tables.periods[held.period] for held in cards.hands[army]]
        when = f" (since {', '.join(since)})" if since else ""
        told.append(f"{ARMY[army]} {len(since)}{when}")
    lines = [f"Situation cards: {', '.join(told)}; {cards.left} undrawn."]
    if cards.urn:
        lines.append(f"Set aside among the undrawn: {_names(setting, cards.urn)}.")
    if cards.up:
        lines.append(f"Face up: {_names(setting, cards.up)}.")
    if cards.force:
        lines.append(f"In force: {_names(setting, [one.card for one in cards.force])}.")
    if cards.screens:
        lines.append(f"Screened: {listed([place_name(one) for one in cards.screens])}.")
    return lines


def _names(setting: Setting, labels: list[str]) -> str:
    return ", ".join(setting.tables.called_card(label) for label in labels)


def _card(setting: Setting, label: str) -> str:
    return setting.tables.called_card(label)


def _due(_: Setting, told: c.CardsDue) -> str:
    evacuates = told.todo[0].startswith("evacuate")
    return "the British evacuate an infantry" if evacuates else f"the {SIDE[told.army]} draw a card"


def _drawn(_: Setting, told: c.CardsDrawn) -> str:
    return f"the {SIDE[told.army]} have drawn {counted(len(told.places), 'card')}"


def _urn(setting: Setting, told: c.UrnDrawn) -> str:
    return f"{_card(setting, told.card)} is drawn" if told.card else "the deck's next card is drawn"


def _aside(setting: Setting, told: c.EventSetAside) -> str:
    return f"the {SIDE[told.army]} show {_card(setting, told.card)}, and draw another card"


def _event(setting: Setting, told: c.EventPlayed) -> str:
    text = setting.tables.data.situation.cards[told.card[:-1]].text  # type: ignore[index]
    return f"the Event {_card(setting, told.card)}: {plain.lower(text[0])}{text[1:]}"


def _played(setting: Setting, told: c.CardPlayed) -> str:
    on = [*told.units, *(place_name(place) for place in told.places)]
    where = f" on {', '.join(on)}" if on else ""
    return f"{FORCE[told.army]} play {_card(setting, told.card)}{where}"


def _stock(_: Setting, told: c.StockChanged) -> str:
    does = "lose" if told.tokens < 0 else "get"
    die = f", die {told.die}" if told.die else ""
    return f"{FORCE[told.army]} {does} {counted(abs(told.tokens), 'supply token')}{die}"


def _sent(_: Setting, told: c.UnitsSent) -> str:
    who = f"; {listed(told.units)} stand there" if told.units else ""
    return f"{place_name(told.place)} is active{who}"


def _delayed(_: Setting, told: c.ArrivalDelayed) -> str:
    units = listed(told.units)
    return f"{ARMY[told.army]} reinforcements come a period later: {units}"


def _screen(_: Setting, told: c.ScreenStruck) -> str:
    result = "no effect" if told.result == "none" else told.result
    return (
        f"the screen of {place_name(told.place)} strikes at {told.unit}, die {told.die}: {result}"
    )


def _rolled(_: Setting, told: c.RoundRolled) -> str:
    die = f"; the disguise shows {told.disguise}" if told.disguise else ""
    ours, theirs = ("-".join(map(str, faces)) for faces in (told.attack, told.defence))
    return f"{told.point} rolls {ours}, {told.defender} {theirs}{die}"


def _over(setting: Setting, told: c.EventsOver) -> str:
    return f"in force no more: {_names(setting, list(told.cards))}"


CARD_SENTENCES: dict[type[Outcome], Callable[[Setting, Any], str]] = {
    c.CardsDue: _due,
    c.DeckMade: lambda _, told: f"{counted(told.cards, 'situation card')} are shuffled",
    c.CardsDrawn: _drawn,
    c.UrnDrawn: _urn,
    c.EventSetAside: _aside,
    c.CardKept: lambda _, told: f"{FORCE[told.army]} keep a card",
    c.EventPlayed: _event,
    c.EventsOver: _over,
    c.CardPlayed: _played,
    c.CardDiscarded: lambda s, told: f"{FORCE[told.army]} discard {_card(s, told.card)}",
    c.CardsDeclined: lambda _, told: f"{FORCE[told.army]} play no card here",
    c.MisreadOver: lambda _, told: f"nobody more leaves {place_name(told.place)}",
    c.StockChanged: _stock,
    c.UnitsSent: _sent,
    c.UnitReturned: lambda _, told: f"{told.unit} is back, in {place_name(told.place)}",
    c.UnitTaken: lambda _, told: f"{told.unit} leaves for good",
    c.ArrivalDelayed: _delayed,
    c.ScreenEntered: lambda _, told: f"{told.unit} enters a screened sector",
    c.ScreenStruck: _screen,
    c.PushedBack: lambda _, told: f"{told.unit} goes back to {place_name(told.place)}",
    c.StrikeCancelled: lambda _, told: f"{told.unit} does not strike",
    c.RoundRolled: _rolled,
    c.RolledAgain: lambda _, t: f"the {t.role} rolls again: {'-'.join(map(str, t.dice))}",
    c.DriveOpen: lambda *_: "the vehicles go no farther",
}
"""Outcome about cards -> its sentence, without the full stop."""
