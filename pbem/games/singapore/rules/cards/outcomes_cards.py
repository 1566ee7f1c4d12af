"""The outcomes of situation cards (6): small named facts, as in `outcomes`."""

from __future__ import annotations

from typing import Literal

from pbem.games.singapore.data.forms import Army
from pbem.kit.contract import Outcome


class CardsDue(Outcome, frozen=True, kw_only=True):
    """Cards are to be dealt or drawn by an army before the game goes on; in words of `Cards`."""

    army: Army
    todo: tuple[str, ...]


class DeckMade(Outcome, frozen=True, kw_only=True):
    """A deck of so many cards was shuffled."""

    deck: str
    cards: int


class CardsDrawn(Outcome, frozen=True, kw_only=True):
    """An army, or both of the Commonwealth, drew places of the deck that nobody else sees."""

    army: Army
    deck: str
    places: tuple[int, ...]


class UrnDrawn(Outcome, frozen=True, kw_only=True):
    """Dice have said that an Event set aside is drawn, or with none that it is the deck's turn."""

    card: str = ""


class EventSetAside(Outcome, frozen=True, kw_only=True):
    """An Event of an opening hand was shown, and another card is drawn for it."""

    army: Army
    deck: str
    place: int
    card: str


class CardKept(Outcome, frozen=True, kw_only=True):
    """The first of the drawn cards is in the hand of an army."""

    army: Army
    deck: str
    place: int


class EventPlayed(Outcome, frozen=True, kw_only=True):
    """An Event was drawn and happens; ``until``: the last turn in which it is in force, or none.

    ``deck`` is empty where everybody saw it drawn.
    """

    army: Army
    card: str
    until: int | None
    deck: str = ""
    place: int = 0


class EventsOver(Outcome, frozen=True, kw_only=True):
    """Events are in force no more."""

    cards: tuple[str, ...]


class CardPlayed(Outcome, frozen=True, kw_only=True):
    """An army played a card of its hand on its targets."""

    army: Army
    card: str
    deck: str
    place: int
    units: tuple[str, ...] = ()
    places: tuple[str, ...] = ()


class CardDiscarded(Outcome, frozen=True, kw_only=True):
    """An army discarded a card, face up."""

    army: Army
    card: str
    deck: str
    place: int


class CardsDeclined(Outcome, frozen=True, kw_only=True):
    """An army plays no card more at this window."""

    army: Army


class MisreadOver(Outcome, frozen=True, kw_only=True):
    """[6.D4] Nobody more leaves a sector by an order that was misread."""

    place: str


class StockChanged(Outcome, frozen=True, kw_only=True):
    """A card gave an army tokens or took some; ``die`` where one said how many, else 0."""

    army: Army
    card: str
    tokens: int
    die: int = 0


class UnitsSent(Outcome, frozen=True, kw_only=True):
    """[6.D3] An axis is active, and units stand there; that was no move of theirs."""

    units: tuple[str, ...]
    place: str


class UnitReturned(Outcome, frozen=True, kw_only=True):
    """[6.S4] An eliminated unit is back."""

    unit: str
    place: str


class UnitTaken(Outcome, frozen=True, kw_only=True):
    """[6.C7, 6.E7] A card took a unit, which no card brings back."""

    unit: str


class ArrivalDelayed(Outcome, frozen=True, kw_only=True):
    """[6.E8] An entry of the reinforcements, by its number, comes a period later."""

    entry: int
    army: Army
    place: str
    units: tuple[str, ...]


class ScreenEntered(Outcome, frozen=True, kw_only=True):
    """[6.D8] A vehicle entered a screened sector and is struck at; ``rest``: where it goes on."""

    unit: str
    army: Army
    came: str
    rest: tuple[str, ...]
    road: bool


class ScreenStruck(Outcome, frozen=True, kw_only=True):
    """[6.D8] The strike at a vehicle in a screened sector."""

    unit: str
    place: str
    die: int
    result: Literal["none", "suppressed", "eliminated"]


class PushedBack(Outcome, frozen=True, kw_only=True):
    """[6.D8] A vehicle is back in the sector it came from."""

    unit: str
    place: str


class StrikeCancelled(Outcome, frozen=True, kw_only=True):
    """[6.C8] A strike that was committed does not take place."""

    unit: str


class RoundRolled(Outcome, frozen=True, kw_only=True):
    """The dice of a round, before what cards make of them; ``disguise``: the die of 6.C2, or 0."""

    point: str
    defender: str
    attack: tuple[int, ...]
    defence: tuple[int, ...]
    bonus: int
    disguise: int = 0


class RolledAgain(Outcome, frozen=True, kw_only=True):
    """[6.C3] A role has rolled its dice again."""

    role: str
    dice: tuple[int, ...]


class DriveOpen(Outcome, frozen=True, kw_only=True):
    """[7.3, 6.D1] Vehicles that captured a sector may go on to attack; or, empty, no more."""

    place: str
