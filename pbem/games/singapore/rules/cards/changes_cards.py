"""How the outcomes about situation cards change a position."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pbem.games.singapore.rules.cards import outcomes_cards as c
from pbem.games.singapore.rules.cards.ch6_combat import charging
from pbem.games.singapore.rules.cards.ch6_effects import CAUSEWAY, pair
from pbem.games.singapore.rules.cards.ch6_supply import FIRED
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
from pbem.games.singapore.rules.variants.changes_hidden import change
from pbem.kit.contract import Outcome

MISLED = 2
"""[6.D4] So many units leave."""


def _due(_setting: Setting, position: Position, reported: c.CardsDue) -> None:
    open_cards(position).todo += reported.todo


def _made(_setting: Setting, position: Position, reported: c.DeckMade) -> None:
    cards = open_cards(position)
    cards.todo.pop(0)
    cards.deck += 1
    cards.left = reported.cards
    cards.up = []


def _drawn(_setting: Setting, position: Position, reported: c.CardsDrawn) -> None:
    cards, period = open_cards(position), open_war(position).period
    what = cards.todo.pop(0).partition(" ")[0]
    cards.left -= len(reported.places)
    cards.drawn += [Held(reported.deck, place, period) for place in reported.places]
    if what == "draw":
        cards.todo.insert(0, f"drawn {reported.army}")


def _cup(_setting: Setting, position: Position, reported: c.UrnDrawn) -> None:
    cards = open_cards(position)
    army = cards.todo.pop(0).partition(" ")[2]
    if reported.card:
        cards.cup.remove(reported.card)
    else:
        cards.todo.insert(0, f"draw {army}")


def _set_aside(_setting: Setting, position: Position, reported: c.EventSetAside) -> None:
    cards = open_cards(position)
    _undraw(cards, reported.deck, reported.place)
    cards.cup = sorted([*cards.cup, reported.card])
    cards.todo.insert(0, f"deal {reported.army}")


def _undraw(cards: Cards, deck: str, place: int) -> None:
    cards.drawn = [held for held in cards.drawn if (held.deck, held.place) != (deck, place)]


def _kept(_setting: Setting, position: Position, reported: c.CardKept) -> None:
    cards = open_cards(position)
    held = next(h for h in cards.drawn if (h.deck, h.place) == (reported.deck, reported.place))
    _undraw(cards, reported.deck, reported.place)
    cards.hands[reported.army].append(held)
    cards.kept.append((reported.army, reported.deck, reported.place))
    if not cards.drawn:
        cards.todo.pop(0)


def _event(_setting: Setting, position: Position, reported: c.EventPlayed) -> None:
    war, cards = open_war(position), open_cards(position)
    if reported.deck:
        _undraw(cards, reported.deck, reported.place)
        cards.todo.pop(0)
    if reported.until is None:
        cards.up = sorted([*cards.up, reported.card])
    else:
        cards.force.append(Force(reported.card, reported.until))
    if reported.card.startswith("E5") and CAUSEWAY[0] not in war.active:
        war.active = sorted([*war.active, CAUSEWAY[0]])


def _over(_setting: Setting, position: Position, reported: c.EventsOver) -> None:
    cards = open_cards(position)
    cards.force = [one for one in cards.force if one.card not in reported.cards]
    cards.up = sorted([*cards.up, *reported.cards])


def _out_of_hand(cards: Cards, reported: c.CardPlayed | c.CardDiscarded) -> None:
    hand = cards.hands[reported.army]
    cards.hands[reported.army] = [
        h for h in hand if (h.deck, h.place) != (reported.deck, reported.place)
    ]
    cards.up = sorted([*cards.up, reported.card])


def _discarded(_setting: Setting, position: Position, reported: c.CardDiscarded) -> None:
    _out_of_hand(open_cards(position), reported)


def _declined(_setting: Setting, position: Position, reported: c.CardsDeclined) -> None:
    open_cards(position).passed.append(reported.army)


def _played(_setting: Setting, position: Position, reported: c.CardPlayed) -> None:
    cards = open_cards(position)
    _out_of_hand(cards, reported)
    if (does := _DOES.get(reported.card[:-1])) is not None:
        does(position, cards, reported)


def _push(_position: Position, cards: Cards, reported: c.CardPlayed) -> None:
    cards.push = [*cards.push, *reported.units]


def _boats(_position: Position, cards: Cards, reported: c.CardPlayed) -> None:
    cards.boats.append(Boats(reported.units, pair(*reported.places[1:])))


def _stores(position: Position, cards: Cards, reported: c.CardPlayed) -> None:
    army = open_war(position).army
    cards.dice.append(Throw(reported.card[:-1], army))


def _fewer(_position: Position, cards: Cards, _reported: c.CardPlayed) -> None:
    cards.fewer += FIRED


def _shells(position: Position, _cards: Cards, reported: c.CardPlayed) -> None:
    battle = open_battle(position)
    attacks = any(army in battle.seats[ATTACKER] for army in _side(reported.army))
    battle.shells.append(ATTACKER if attacks else DEFENDER)


def _side(army: str) -> tuple[str, ...]:
    return ("jp",) if army == "jp" else ("au", "br")


def _disguise(position: Position, _cards: Cards, _reported: c.CardPlayed) -> None:
    open_battle(position).disguised = True


def _ambush(position: Position, _cards: Cards, _reported: c.CardPlayed) -> None:
    open_battle(position).ambushed = True


def _join(position: Position, _cards: Cards, _reported: c.CardPlayed) -> None:
    open_battle(position).joined += 1


def _charge(position: Position, _cards: Cards, reported: c.CardPlayed) -> None:
    battle = open_battle(position)
    battle.again = charging(battle, reported.army)


def _stand(position: Position, _cards: Cards, _reported: c.CardPlayed) -> None:
    open_battle(position).stood = True


_DOES: dict[str, Callable[[Position, Cards, c.CardPlayed], None]] = {
    "D1": _push,
    "D2": lambda _, cards, reported: cards.bikes.extend(reported.units),
    "D4": lambda _, cards, reported: setattr(cards, "misread", Misread(reported.places[0], MISLED)),
    "D5": _boats,
    "D6": lambda _, cards, reported: cards.blown.append(pair(*reported.places)),
    "D7": lambda _, cards, reported: cards.sneaks.append(Sneak(reported.units, reported.places[0])),
    "D8": lambda _, cards, reported: cards.screens.append(reported.places[0]),
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
"""Card -> what it changes by itself; the others need more."""


def _misread_over(_setting: Setting, position: Position, _reported: c.MisreadOver) -> None:
    open_cards(position).misread = None


def _stock(_setting: Setting, position: Position, reported: c.StockChanged) -> None:
    war = open_war(position)
    change(war, reported.army, reported.tokens)
    if reported.die:
        open_cards(position).dice.pop(0)


def _sent(_setting: Setting, position: Position, reported: c.UnitsSent) -> None:
    war = open_war(position)
    for unit in reported.units:
        war.at[unit] = reported.place
        war.entered.pop(unit, None)
    war.active = sorted([*war.active, reported.place])


def _returned(_setting: Setting, position: Position, reported: c.UnitReturned) -> None:
    war = open_war(position)
    war.gone.remove(reported.unit)
    war.at[reported.unit] = reported.place


def _taken(_setting: Setting, position: Position, reported: c.UnitTaken) -> None:
    cards = open_cards(position)
    cards.taken.append(reported.unit)
    if cards.todo and cards.todo[0].startswith("evacuate"):
        cards.todo.pop(0)


def _delayed(_setting: Setting, position: Position, reported: c.ArrivalDelayed) -> None:
    open_cards(position).late.append(reported.entry)


def _entered(_setting: Setting, position: Position, reported: c.ScreenEntered) -> None:
    open_cards(position).dice.append(
        Throw("D8", reported.army, reported.unit, reported.came, reported.rest, reported.road)
    )


def _screened(_setting: Setting, position: Position, _reported: c.ScreenStruck) -> None:
    open_cards(position).dice.pop(0)


def _pushed(_setting: Setting, position: Position, reported: c.PushedBack) -> None:
    war = open_war(position)
    war.at[reported.unit] = reported.place
    war.entered.pop(reported.unit, None)


def _cancelled(_setting: Setting, position: Position, reported: c.StrikeCancelled) -> None:
    battle = open_battle(position)
    for targets in battle.declared.values():
        targets.pop(reported.unit, None)
    for role in SIDES:
        battle.guns[role] = [gun for gun in battle.guns[role] if gun != reported.unit]
    battle.used.append(reported.unit)


def _rolled(_setting: Setting, position: Position, reported: c.RoundRolled) -> None:
    battle = open_battle(position)
    battle.rolled = Rolled(list(reported.attack), list(reported.defence), reported.bonus)
    open_cards(position).passed = []


def _again(_setting: Setting, position: Position, reported: c.RolledAgain) -> None:
    battle = open_battle(position)
    battle.again = ""
    if battle.rolled is not None and reported.role == ATTACKER:
        battle.rolled.attack = list(reported.dice)
    elif battle.rolled is not None:
        battle.rolled.defence = list(reported.dice)


def _drive(_setting: Setting, position: Position, reported: c.DriveOpen) -> None:
    open_war(position).drive = reported.place


CARD_CHANGES: dict[type[Outcome], Callable[[Setting, Position, Any], None]] = {
    c.CardsDue: _due,
    c.DeckMade: _made,
    c.CardsDrawn: _drawn,
    c.UrnDrawn: _cup,
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
