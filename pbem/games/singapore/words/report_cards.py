"""Situation cards in sentences: what happens with them, and what everybody knows of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pbem.games.singapore.rules.cards import outcomes_cards as c
from pbem.games.singapore.rules.position import War
from pbem.games.singapore.rules.setting import Setting
from pbem.games.singapore.words.wording import ARMY, FORCE, place_name
from pbem.kit import plain
from pbem.kit.contract import Outcome
from pbem.kit.wording import counted, listed

SIDE = {"jp": "Japanese", "au": "Commonwealth", "br": "Commonwealth"}


def describe_cards(setting: Setting, war: War) -> list[str]:
    """Describe who holds how many cards since when, and which Events are in force."""
    cards = war.cards
    if cards is None:
        return []
    reported = []
    for army in setting.armies:
        since = [setting.tables.periods[held.period] for held in cards.hands[army]]
        when = f" (since {', '.join(since)})" if since else ""
        reported.append(f"{ARMY[army]} {len(since)}{when}")
    lines = [f"Situation cards: {', '.join(reported)}; {cards.left} undrawn."]
    if cards.cup:
        lines.append(f"Set aside among the undrawn: {_names(setting, cards.cup)}.")
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


def _due(_: Setting, reported: c.CardsDue) -> str:
    evacuates = reported.todo[0].startswith("evacuate")
    return (
        "the British evacuate an infantry"
        if evacuates
        else f"the {SIDE[reported.army]} draw a card"
    )


def _drawn(_: Setting, reported: c.CardsDrawn) -> str:
    return f"the {SIDE[reported.army]} have drawn {counted(len(reported.places), 'card')}"


def _cup(setting: Setting, reported: c.UrnDrawn) -> str:
    return (
        f"{_card(setting, reported.card)} is drawn"
        if reported.card
        else "the deck's next card is drawn"
    )


def _aside(setting: Setting, reported: c.EventSetAside) -> str:
    return f"the {SIDE[reported.army]} show {_card(setting, reported.card)}, and draw another card"


def _event(setting: Setting, reported: c.EventPlayed) -> str:
    text = setting.tables.data.situation.cards[reported.card[:-1]].text  # type: ignore[index]
    return f"the Event {_card(setting, reported.card)}: {plain.lower(text[0])}{text[1:]}"


def _played(setting: Setting, reported: c.CardPlayed) -> str:
    on = [*reported.units, *(place_name(place) for place in reported.places)]
    where = f" on {', '.join(on)}" if on else ""
    return f"{FORCE[reported.army]} play {_card(setting, reported.card)}{where}"


def _stock(_: Setting, reported: c.StockChanged) -> str:
    does = "lose" if reported.tokens < 0 else "get"
    die = f", die {reported.die}" if reported.die else ""
    return f"{FORCE[reported.army]} {does} {counted(abs(reported.tokens), 'supply token')}{die}"


def _sent(_: Setting, reported: c.UnitsSent) -> str:
    who = f"; {listed(reported.units)} stand there" if reported.units else ""
    return f"{place_name(reported.place)} is active{who}"


def _delayed(_: Setting, reported: c.ArrivalDelayed) -> str:
    units = listed(reported.units)
    return f"{ARMY[reported.army]} reinforcements come a period later: {units}"


def _screen(_: Setting, reported: c.ScreenStruck) -> str:
    result = "no effect" if reported.result == "none" else reported.result
    strike = f"the screen of {place_name(reported.place)} strikes at {reported.unit}"
    return f"{strike}, die {reported.die}: {result}"


def _rolled(_: Setting, reported: c.RoundRolled) -> str:
    die = f"; the disguise shows {reported.disguise}" if reported.disguise else ""
    ours, theirs = ("-".join(map(str, faces)) for faces in (reported.attack, reported.defence))
    return f"{reported.point} rolls {ours}, {reported.defender} {theirs}{die}"


def _over(setting: Setting, reported: c.EventsOver) -> str:
    return f"no longer in force: {_names(setting, list(reported.cards))}"


CARD_SENTENCES: dict[type[Outcome], Callable[[Setting, Any], str]] = {
    c.CardsDue: _due,
    c.DeckMade: lambda _, reported: f"{counted(reported.cards, 'situation card')} are shuffled",
    c.CardsDrawn: _drawn,
    c.UrnDrawn: _cup,
    c.EventSetAside: _aside,
    c.CardKept: lambda _, reported: f"{FORCE[reported.army]} keep a card",
    c.EventPlayed: _event,
    c.EventsOver: _over,
    c.CardPlayed: _played,
    c.CardDiscarded: lambda s, reported: (
        f"{FORCE[reported.army]} discard {_card(s, reported.card)}"
    ),
    c.CardsDeclined: lambda _, reported: f"{FORCE[reported.army]} play no card here",
    c.MisreadOver: lambda _, reported: f"nobody else leaves {place_name(reported.place)}",
    c.StockChanged: _stock,
    c.UnitsSent: _sent,
    c.UnitReturned: lambda _, reported: f"{reported.unit} is back, in {place_name(reported.place)}",
    c.UnitTaken: lambda _, reported: f"{reported.unit} leaves for good",
    c.ArrivalDelayed: _delayed,
    c.ScreenEntered: lambda _, reported: f"{reported.unit} enters a screened sector",
    c.ScreenStruck: _screen,
    c.PushedBack: lambda _, reported: f"{reported.unit} goes back to {place_name(reported.place)}",
    c.StrikeCancelled: lambda _, reported: f"{reported.unit} does not strike",
    c.RoundRolled: _rolled,
    c.RolledAgain: lambda _, t: f"the {t.role} rolls again: {'-'.join(map(str, t.dice))}",
    c.DriveOpen: lambda *_: "the vehicles go no farther",
}
"""Outcome about cards -> its sentence, without the full stop."""
