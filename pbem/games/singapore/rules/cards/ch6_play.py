"""[6.4 to 6.7] Who may play which card when; windows in which others are asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.errors import IllegalOrder
from pbem.games.singapore.data.forms import Army
from pbem.games.singapore.rules.cards import ch6_combat as combat
from pbem.games.singapore.rules.cards import ch6_deployment as deployment
from pbem.games.singapore.rules.cards import ch6_supply as supply
from pbem.games.singapore.rules.cards.ch6_effects import seats_in_order
from pbem.games.singapore.rules.cards.ch6_target import Effect, Target
from pbem.games.singapore.rules.cards.outcomes_cards import CardPlayed, CardsDeclined
from pbem.games.singapore.rules.orders import PlayCard
from pbem.games.singapore.rules.position import (
    Cards,
    Held,
    Position,
    open_battle,
    open_cards,
    open_war,
)
from pbem.games.singapore.rules.setting import Setting
from pbem.games.singapore.rules.theatre import CAMP
from pbem.kit.contract import Order, Outcome
from pbem.kit.keeping import kept, kept_each

OTHERS = {
    "before-refuel": "deployment",
    "before-air": "deployment",
    "before-movement": "deployment",
    "before-barrage": "deployment",
    "before-defence": "deployment",
    "before-reinforce": "supply",
}
"""[6.7, R111] Window -> the question put to the armies that have not the turn."""
OWN = {"before-combat": "deployment", "before-resupply": "supply"}
"""[6.7] Window -> the question put to the army whose turn it is, where it has no orders."""
FEW = ("before-refuel", "before-barrage", "before-combat", "before-reinforce", "before-resupply")
"""[R111] The windows that there are by the option `few`."""
AMONG = ("air", "movement", "barrage")
"""[6.7] Phases in which the army whose turn it is plays between its orders."""
EFFECTS: dict[str, Effect] = {**deployment.EFFECTS, **combat.EFFECTS, **supply.EFFECTS}


def windows(setting: Setting) -> tuple[str, ...]:
    """[R111] Return the windows before phases, by the option."""
    every = (*OTHERS, *OWN)
    return FEW if setting.options.card_points == "few" else every


def kind_asked(position: Position) -> str:
    """Return the question about cards that a position puts: deployment, supply, cards, or none."""
    if position.phase == "fight":
        return "cards"
    if position.phase in AMONG:
        return "deployment"
    return OTHERS.get(position.phase) or OWN.get(position.phase, "")


def _names(position: Position) -> tuple[str, ...]:
    """[6.7] Return the cards that are played at the point where a position stands."""
    match kind_asked(position):
        case "deployment":
            return tuple(deployment.EFFECTS)
        case "supply":
            return tuple(supply.EFFECTS)
        case "cards":
            return combat.POINTS[combat.point(position)]
    return ()


def shown(cards: Cards) -> set[str]:
    """Return the cards that nobody can hold: everybody sees where they are."""
    return {*cards.up, *cards.cup, *(one.card for one in cards.force)}


@kept_each
def able(setting: Setting, position: Position, army: Army) -> Iterator[tuple[str, Target]]:
    """Yield what an army could play now if it held it: name and target.

    Whether a card is held is not asked, but whether somebody can hold it at all (R117).
    """
    cards = open_cards(position)
    if not cards.hands.get(army):
        return
    out = shown(cards)
    for name in _names(position):
        card = setting.tables.data.situation.cards.get(name)  # type: ignore[call-overload]
        if card is None or card.side not in {"any", CAMP[army]}:
            continue
        if any(label not in out for label in copies(setting, name)):
            for target in EFFECTS[name].legal(setting, position, army):
                yield name, target


def copies(setting: Setting, name: str) -> Sequence[str]:
    """Return the labels of a card."""
    return setting.tables.copies.get(name, ())


def legal(setting: Setting, position: Position, army: Army) -> Iterator[Order]:
    """Yield what an army may play now: what it holds where that is known, else what it could."""
    if position.war is None or position.war.cards is None:
        return
    cards = position.war.cards
    out = shown(cards)
    places = {held: may_be(cards, held) for held in cards.hands.get(army, ())}
    held_as: dict[str, list[tuple[Held, str]]] = {}
    for name, target in able(setting, position, army):
        if name not in held_as:
            held_as[name] = [
                (held, label)
                for label in copies(setting, name)
                if label not in out
                for held, known in places.items()
                if known in {"", label}
            ]
        for held, label in held_as[name]:
            yield PlayCard(held.deck, held.place, label, *target)


def may_be(cards: Cards, held: Held) -> str:
    """Return which card is known to lie at a place, to who looks; nothing where it is not."""
    for deck, place, label in cards.known:
        if (deck, place) == (held.deck, held.place):
            return label
    return ""


def check_held(setting: Setting, position: Position, army: Army, order: object) -> None:
    """Raise `IllegalOrder` unless an army holds the place that an order names, and maybe its card.

    That the card lies there is proven beside the order.
    """
    deck, place, label = order.deck, order.place, order.card  # type: ignore[attr-defined]
    cards = open_cards(position)
    held = next((h for h in cards.hands[army] if (h.deck, h.place) == (deck, place)), None)
    if held is None:
        raise IllegalOrder("6.7", f"{army} does not hold the card at place {place} of {deck}")
    check_label(setting, cards, held, label)


def check_label(setting: Setting, cards: Cards, held: Held, label: str) -> None:
    """Raise `IllegalOrder` where a card cannot be the one at a place."""
    if label not in setting.tables.card_number or label in shown(cards):
        raise IllegalOrder("6.4", f"{label} is not a card that a player can hold now")
    if may_be(cards, held) not in {"", label}:
        raise IllegalOrder("6.4", f"{label} is not the card at place {held.place} of {held.deck}")


@kept
def asked(setting: Setting, position: Position) -> Army | None:
    """[6.7, R96, R117] Return the army that is asked for cards at the window at hand.

    None if nobody is asked.
    """
    war = open_war(position)
    if war.cards is None:
        return None
    for army in _askable(setting, position):
        if army not in war.cards.passed and next(able(setting, position, army), None) is not None:
            return army
    return None


def _askable(setting: Setting, position: Position) -> list[Army]:
    """[R96] Return who is asked at the window at hand, in order."""
    war = open_war(position)
    if position.phase == "fight":
        battle = open_battle(position)
        every = seats_in_order(setting, battle)
        if battle.rolled is None:
            return every
        lost = combat.losing(battle)
        return [army for army in every if combat.role_of(battle, army) in lost]
    if position.phase in OWN:
        return [war.army]
    turn = [*setting.armies, *setting.armies]
    at = turn.index(war.army)
    return turn[at + 1 : at + len(setting.armies)]


def player(setting: Setting, position: Position) -> Army:
    """Return the army that may play a card now."""
    war = open_war(position)
    return war.army if position.phase in AMONG else asked(setting, position) or war.army


def check_play(setting: Setting, position: Position, order: PlayCard) -> None:
    """Raise `IllegalOrder` unless who is asked may play this card on this target now."""
    army = player(setting, position)
    if open_war(position).cards is None:
        raise IllegalOrder("6.1", "this game has no situation cards")
    check_held(setting, position, army, order)
    name, on = order.card[:-1], Target(order.units, order.places)
    here = f"6.{name}"
    if name not in _names(position):
        kind = setting.tables.data.situation.cards[name].kind  # type: ignore[index]
        why = f"{setting.tables.called_card(order.card)}, a card of the type {kind}"
        raise IllegalOrder("6.7", f"{why}, cannot be played here")
    if setting.tables.data.situation.cards[name].side not in {"any", CAMP[army]}:  # type: ignore[index]
        raise IllegalOrder("6.4", f"{army} cannot play {setting.tables.called_card(order.card)}")
    effect = EFFECTS[name]
    if effect.listed:
        if on not in effect.legal(setting, position, army):
            raise IllegalOrder(here, _why(setting, position, army, effect, on))
    elif why := effect.why_not(setting, position, army, on):
        raise IllegalOrder(here, why)


def _why(setting: Setting, position: Position, army: Army, effect: Effect, on: Target) -> str:
    found = effect.why_not(setting, position, army, on)
    return found or "this card has no effect here, or not on this target"


def play(setting: Setting, position: Position, order: PlayCard) -> Iterator[Outcome]:
    """[6.7] A card is played: it lies face up, and what its text says happens."""
    army, name = player(setting, position), order.card[:-1]
    yield CardPlayed(
        paragraph=f"6.{name}",
        army=army,
        card=order.card,
        deck=order.deck,
        place=order.place,
        units=_affected(setting, position, order),
        places=order.places,
    )
    on = Target(order.units, order.places)
    yield from EFFECTS[name].does(setting, position, army, on)


def _affected(setting: Setting, position: Position, order: PlayCard) -> tuple[str, ...]:
    """Return the units that a card is played on: boats carry all of their sector (6.D5)."""
    if order.card[:-1] != "D5":
        return order.units
    war = open_war(position)
    here = deployment.units_there(setting, position, order.places[0], war.army)
    return tuple(here)


def decline(setting: Setting, position: Position) -> Iterator[Outcome]:
    """[6.7] Who is asked plays no card more at this window."""
    army = asked(setting, position)
    if army is not None:
        yield CardsDeclined(paragraph="6.7", army=army)
