"""How the outcomes about situation cards change a position."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pbem.games.singapore.rules import outcomes_cards as c
from pbem.games.singapore.rules.ch6_combat import charging
from pbem.games.singapore.rules.ch6_effects import CAUSEWAY, pair
from pbem.games.singapore.rules.ch6_supply import FIRED
from pbem.games.singapore.rules.changes_hidden import change
from pbem.games.singapore.rules.position import (
    ATTACKER,
    DEFENDER,
    SIDES,
    Boats,
    Cards,
    Force,
    Held,
    Misread,
    Position,
    Rolled,
    Sneak,
    Throw,
    open_battle,
    open_cards,
    open_war,
)
from pbem.games.singapore.rules.setting import Setting
from pbem.kit.contract import Outcome

MISLED = 2
"""[6.D4] So many units leave."""


def _due(_setting: Setting, position: Position, told: c.CardsDue) -> None:
    open_cards(position).todo += told.todo


def _made(_setting: Setting, position: Position, told: c.DeckMade) -> None:
    cards = open_cards(position)
    cards.todo.pop(0)
    cards.deck += 1
    cards.left = told.cards
    cards.up = []


def _drawn(_setting: Setting, position: Position, told: c.CardsDrawn) -> None:
    cards, period = open_cards(position), open_war(position).period
    what = cards.todo.pop(0).partition(" ")[0]
    cards.left -= len(told.places)
    cards.drawn += [Held(told.deck, place, period) for place in told.places]
    if what == "draw":
        cards.todo.insert(0, f"drawn {told.army}")


def _urn(_setting: Setting, position: Position, told: c.UrnDrawn) -> None:
    cards = open_cards(position)
    army = cards.todo.pop(0).partition(" ")[2]
    if told.card:
        cards.urn.remove(told.card)
    else:
        cards.todo.insert(0, f"draw {army}")


def _set_aside(_setting: Setting, position: Position, told: c.EventSetAside) -> None:
    cards = open_cards(position)
    _undraw(cards, told.deck, told.place)
    cards.urn = sorted([*cards.urn, told.card])
    cards.todo.insert(0, f"deal {told.army}")


def _undraw(cards: Cards, deck: str, place: int) -> None:
    cards.drawn = [held for held in cards.drawn if (held.deck, held.place) != (deck, place)]


def _kept(_setting: Setting, position: Position, told: c.CardKept) -> None:
    cards = open_cards(position)
    held = next(h for h in cards.drawn if (h.deck, h.place) == (told.deck, told.place))
    _undraw(cards, told.deck, told.place)
    cards.hands[told.army].append(held)
    cards.kept.append((told.army, told.deck, told.place))
    if not cards.drawn:
        cards.todo.pop(0)


def _event(_setting: Setting, position: Position, told: c.EventPlayed) -> None:
    war, cards = open_war(position), open_cards(position)
    if told.deck:
        _undraw(cards, told.deck, told.place)
        cards.todo.pop(0)
    if told.until is None:
        cards.up = sorted([*cards.up, told.card])
    else:
        cards.force.append(Force(told.card, told.until))
    if told.card.startswith("E5") and CAUSEWAY[0] not in war.active:
        war.active = sorted([*war.active, CAUSEWAY[0]])


def _over(_setting: Setting, position: Position, told: c.EventsOver) -> None:
    cards = open_cards(position)
    cards.force = [one for one in cards.force if one.card not in told.cards]
    cards.up = sorted([*cards.up, *told.cards])


def _out_of_hand(cards: Cards, told: c.CardPlayed | c.CardDiscarded) -> None:
    hand = cards.hands[told.army]
    cards.hands[told.army] = [h for h in hand if (h.deck, h.place) != (told.deck, told.place)]
    cards.up = sorted([*cards.up, told.card])


def _discarded(_setting: Setting, position: Position, told: c.CardDiscarded) -> None:
    _out_of_hand(open_cards(position), told)


def _declined(_setting: Setting, position: Position, told: c.CardsDeclined) -> None:
    open_cards(position).passed.append(told.army)


def _played(_setting: Setting, position: Position, told: c.CardPlayed) -> None:
    cards = open_cards(position)
    _out_of_hand(cards, told)
    if (does := _DOES.get(told.card[:-1])) is not None:
        does(position, cards, told)


def _push(_position: Position, cards: Cards, told: c.CardPlayed) -> None:
    cards.push = [*cards.push, *told.units]


def _boats(_position: Position, cards: Cards, told: c.CardPlayed) -> None:
    cards.boats.append(Boats(told.units, pair(*told.places[1:])))


def _stores(position: Position, cards: Cards, told: c.CardPlayed) -> None:
    army = open_war(position).army
    cards.dice.append(Throw(told.card[:-1], army))


def _fewer(_position: Position, cards: Cards, _told: c.CardPlayed) -> None:
    cards.fewer += FIRED


def _shells(position: Position, _cards: Cards, told: c.CardPlayed) -> None:
    battle = open_battle(position)
    attacks = any(army in battle.seats[ATTACKER] for army in _side(told.army))
    battle.shells.append(ATTACKER if attacks else DEFENDER)


def _side(army: str) -> tuple[str, ...]:
    return ("jp",) if army == "jp" else ("au", "br")


def _disguise(position: Position, _cards: Cards, _told: c.CardPlayed) -> None:
    open_battle(position).disguised = True


def _ambush(position: Position, _cards: Cards, _told: c.CardPlayed) -> None:
    open_battle(position).ambushed = True


def _join(position: Position, _cards: Cards, _told: c.CardPlayed) -> None:
    open_battle(position).joined += 1


def _charge(position: Position, _cards: Cards, told: c.CardPlayed) -> None:
    battle = open_battle(position)
    battle.again = charging(battle, told.army)


def _stand(position: Position, _cards: Cards, _told: c.CardPlayed) -> None:
    open_battle(position).stood = True


_DOES: dict[str, Callable[[Position, Cards, c.CardPlayed], None]] = {
    "D1": _push,
    "D2": lambda _, cards, told: cards.bikes.extend(told.units),
    "D4": lambda _, cards, told: setattr(cards, "misread", Misread(told.places[0], MISLED)),
    "D5": _boats,
    "D6": lambda _, cards, told: cards.blown.append(pair(*told.places)),
    "D7": lambda _, cards, told: cards.sneaks.append(Sneak(told.units, told.places[0])),
    "D8": lambda _, cards, told: cards.screens.append(told.places[0]),
    "C1": _shells,
    "C2": _disguise,
    "C3": _charge,
    "C4": _stand,
    "C5": _join,
    "C6": _ambush,
    "S2": _stores,
    "S3": _stores,
    "S5": _fewer,
}
"""Card -> what it changes by itself; the others tell more."""


def _misread_over(_setting: Setting, position: Position, _told: c.MisreadOver) -> None:
    open_cards(position).misread = None


def _stock(_setting: Setting, position: Position, told: c.StockChanged) -> None:
    war = open_war(position)
    change(war, told.army, told.tokens)
    if told.die:
        open_cards(position).dice.pop(0)


def _sent(_setting: Setting, position: Position, told: c.UnitsSent) -> None:
    war = open_war(position)
    for unit in told.units:
        war.at[unit] = told.place
        war.entered.pop(unit, None)
    war.active = sorted([*war.active, told.place])


def _returned(_setting: Setting, position: Position, told: c.UnitReturned) -> None:
    war = open_war(position)
    war.gone.remove(told.unit)
    war.at[told.unit] = told.place


def _taken(_setting: Setting, position: Position, told: c.UnitTaken) -> None:
    cards = open_cards(position)
    cards.taken.append(told.unit)
    if cards.todo and cards.todo[0].startswith("evacuate"):
        cards.todo.pop(0)


def _delayed(_setting: Setting, position: Position, told: c.ArrivalDelayed) -> None:
    open_cards(position).late.append(told.entry)


def _entered(_setting: Setting, position: Position, told: c.ScreenEntered) -> None:
    open_cards(position).dice.append(
        Throw("D8", told.army, told.unit, told.came, told.rest, told.road)
    )


def _screened(_setting: Setting, position: Position, _told: c.ScreenStruck) -> None:
    open_cards(position).dice.pop(0)


def _pushed(_setting: Setting, position: Position, told: c.PushedBack) -> None:
    war = open_war(position)
    war.at[told.unit] = told.place
    war.entered.pop(told.unit, None)


def _cancelled(_setting: Setting, position: Position, told: c.StrikeCancelled) -> None:
    battle = open_battle(position)
    for targets in battle.declared.values():
        targets.pop(told.unit, None)
    for role in SIDES:
        battle.guns[role] = [gun for gun in battle.guns[role] if gun != told.unit]
    battle.used.append(told.unit)


def _rolled(_setting: Setting, position: Position, told: c.RoundRolled) -> None:
    battle = open_battle(position)
    battle.rolled = Rolled(list(told.attack), list(told.defence), told.bonus)
    open_cards(position).passed = []


def _again(_setting: Setting, position: Position, told: c.RolledAgain) -> None:
    battle = open_battle(position)
    battle.again = ""
    if battle.rolled is not None and told.role == ATTACKER:
        battle.rolled.attack = list(told.dice)
    elif battle.rolled is not None:
        battle.rolled.defence = list(told.dice)


def _drive(_setting: Setting, position: Position, told: c.DriveOpen) -> None:
    open_war(position).drive = told.place


CARD_CHANGES: dict[type[Outcome], Callable[[Setting, Position, Any], None]] = {
    c.CardsDue: _due,
    c.DeckMade: _made,
    c.CardsDrawn: _drawn,
    c.UrnDrawn: _urn,
    c.EventSetAside: _set_aside,
    c.CardKept: _kept,
    c.EventPlayed: _event,
    c.EventsOver: _over,
    c.CardPlayed: _played,
    c.CardDiscarded: _discarded,
    c.CardsDeclined: _declined,
    c.MisreadOver: _misread_over,
    c.StockChanged: _stock,
    c.UnitsSent: _sent,
    c.UnitReturned: _returned,
    c.UnitTaken: _taken,
    c.ArrivalDelayed: _delayed,
    c.ScreenEntered: _entered,
    c.ScreenStruck: _screened,
    c.PushedBack: _pushed,
    c.StrikeCancelled: _cancelled,
    c.RoundRolled: _rolled,
    c.RolledAgain: _again,
    c.DriveOpen: _drive,
}


def new_turn(cards: Cards) -> None:
    """Forget what cards have done for the turn that is over."""
    cards.push, cards.bikes = [], []
    cards.boats, cards.sneaks, cards.blown, cards.screens = [], [], [], []
    cards.fewer, cards.misread, cards.passed = 0, None, []
