"""[6.2, 6.3, 6.6, 6.8 to 6.10] The deck: opening hands, draws, Events, discards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from pbem.errors import IllegalOrder
from pbem.games.singapore.data.forms import ARMIES, Army
from pbem.games.singapore.rules.cards import ch6_play as plays
from pbem.games.singapore.rules.cards.ch6_effects import FOR_GOOD, turn_number
from pbem.games.singapore.rules.cards.outcomes_cards import (
    ArrivalDelayed,
    CardDiscarded,
    CardKept,
    CardsDrawn,
    CardsDue,
    DeckMade,
    EventPlayed,
    EventSetAside,
    EventsOver,
    StockChanged,
    UnitTaken,
    UrnDrawn,
)
from pbem.games.singapore.rules.corps.ch4_control import settle
from pbem.games.singapore.rules.orders import Discard, Evacuate, Keep, ShowEvent
from pbem.games.singapore.rules.outcomes import PhaseBegun, UnitRemoved
from pbem.games.singapore.rules.position import (
    Cards,
    Position,
    War,
    is_veiled,
    open_cards,
    open_war,
)
from pbem.games.singapore.rules.setting import Setting
from pbem.games.singapore.rules.theatre import allied
from pbem.games.singapore.rules.variants import ch7_hidden as hidden
from pbem.kit.contract import Draw, MakeDeck, Order, Outcome, Question, Roll, Wanted
from pbem.kit.copying import copied
from pbem.kit.dice import Dice
from pbem.kit.hidden import Drawn, Hand

DECK = "situation"
DRAWERS: tuple[Army, ...] = ("jp", "br")
"""[6.9] Who draws: the British for the Commonwealth."""
OPENING = ("make jp", "deal jp", "opening jp", "deal br", "opening br")
"""[6.2] What is done before the first turn."""
LASTING = ("E1", "E2", "E3", "E4", "E6", "E9")
"""[6.8] Events that are in force to the end of the drawer's next turn."""
SUNK = 2
"""[6.E8] So many tokens are lost where no reinforcement is to come."""


def begin(setting: Setting) -> Cards | None:
    """[6.1] Return the cards before they are dealt; None where there are none."""
    if not setting.with_cards:
        return None
    return Cards(hands={army: [] for army in setting.armies}, todo=list(OPENING))


def doing(cards: Cards) -> tuple[str, Army]:
    """Return what is done next with the deck, and by whom."""
    what, _, army = cards.todo[0].partition(" ")
    return what, next(one for one in ARMIES if one == army)


# --- what is asked ----------------------------------------------------------------------------


def need(setting: Setting, cards: Cards) -> Wanted:
    """Say what the deck waits for."""
    what, army = doing(cards)
    match what:
        case "make":
            labels = cards.up if cards.deck else setting.tables.labels
            numbers = tuple(sorted(setting.tables.card_number[label] for label in labels))
            return MakeDeck(f"{DECK}#{cards.deck + 1}", numbers, "6.1")
        case "deal":
            start = setting.tables.data.situation.start
            return Draw(f"{DECK}#{cards.deck}", army, start - len(cards.drawn), "6.2")
        case "draw":
            return Draw(f"{DECK}#{cards.deck}", army, 1, "6.9")
        case "urn":
            return Roll("whether an Event set aside is drawn", "6.9")
        case "evacuate":
            prompt = "Which infantry is evacuated?"
            return Question(army, "evacuate", prompt, "6.E7", ("evacuate",))
    who = "" if len(_keepers(setting, army)) == 1 else ", and which army keeps it"
    prompt, here = f"You drew a card: show it if it is an Event, else keep it{who}.", "6.9"
    if what == "opening":
        prompt = f"Your first cards: show each Event; keep the others{who}."
        here = "6.3"
    return Question(army, "drawn", prompt, here, ("event", "keep"))


def legal_drawn(setting: Setting, position: Position) -> Iterator[Order]:
    """Yield what may become of what was drawn: Events are played, the rest is kept."""
    cards = open_cards(position)
    out, known = plays.shown(cards), [plays.may_be(cards, held) for held in cards.drawn]
    for held, label in zip(cards.drawn, known, strict=True):
        for event in setting.tables.labels:
            if event.startswith("E") and event not in out and label in {"", event}:
                yield ShowEvent(held.deck, held.place, event)
    if any(label.startswith("E") for label in known):
        return
    army = doing(cards)[1]
    for share in product(_keepers(setting, army), repeat=len(cards.drawn)):
        yield Keep(share)


def _keepers(setting: Setting, army: Army) -> list[Army]:
    """[6.3, 6.9] Return who may keep what an army draws: it, or its ally."""
    return [army, *(one for one in setting.armies if one != army and allied(one, army))]


def check_keep(setting: Setting, position: Position, order: Keep) -> None:
    """[6.3, 6.8, 6.9] Raise `IllegalOrder` unless what was drawn may be kept so, as far as known.

    An Event that nobody else sees is found when everything is opened: it must not be kept.
    """
    cards = open_cards(position)
    own = _keepers(setting, doing(cards)[1])
    if len(order.armies) != len(cards.drawn) or not set(own).issuperset(order.armies):
        whose = " or ".join(sorted(own))
        raise IllegalOrder(
            "6.3", f"write for each of {len(cards.drawn)} cards who keeps it: {whose}"
        )
    if any(plays.may_be(cards, held).startswith("E") for held in cards.drawn):
        raise IllegalOrder("6.8", "you must play an Event at once", "Write `event` and its name.")


def check_event(setting: Setting, position: Position, order: ShowEvent) -> None:
    """[6.8] Raise `IllegalOrder` unless this is an Event that may lie where it was drawn."""
    cards = open_cards(position)
    held = next((h for h in cards.drawn if (h.deck, h.place) == (order.deck, order.place)), None)
    if held is None:
        raise IllegalOrder(
            "6.8", f"the card at place {order.place} of {order.deck} was not drawn now"
        )
    plays.check_label(setting, cards, held, order.card)
    if not order.card.startswith("E"):
        raise IllegalOrder("6.8", f"{setting.tables.called_card(order.card)} is not an Event")


def keep(position: Position, order: Keep) -> Iterator[Outcome]:
    """[6.3, 6.9] What was drawn goes into hands."""
    here = "6.3" if doing(open_cards(position))[0] == "opening" else "6.9"
    for held, army in zip(list(open_cards(position).drawn), order.armies, strict=True):
        yield CardKept(paragraph=here, army=army, deck=held.deck, place=held.place)


def show(setting: Setting, position: Position, order: ShowEvent) -> Iterator[Outcome]:
    """[6.8, R101] An Event is played; of an opening hand it is set aside, and another is drawn."""
    what, army = doing(open_cards(position))
    if what == "opening":
        yield EventSetAside(
            paragraph="6.2", army=army, deck=order.deck, place=order.place, card=order.card
        )
        return
    yield from _happen(setting, position, army, order.card, (order.deck, order.place))


# --- dealing ----------------------------------------------------------------------------------


def made(deck: str, cards: int) -> Iterator[Outcome]:
    """Go on after a deck of so many ``cards`` was made."""
    yield DeckMade(paragraph="6.1", deck=deck, cards=cards)


def drawn(draw: Draw, reported: Drawn) -> Iterator[Outcome]:
    """Go on after a draw."""
    army = next(one for one in ARMIES if one == draw.side)
    yield CardsDrawn(paragraph=draw.paragraph, army=army, deck=draw.deck, places=reported.places)


def due(position: Position) -> Iterator[Outcome]:
    """[6.9, R101] Begin the draw that closes the turn of an army, if it has one."""
    war, cards = open_war(position), open_cards(position)
    if war.army not in DRAWERS or not (cards.left or cards.cup or cards.up):
        return
    first = ("urn",) if cards.cup else ("draw",) if cards.left else ("make", "draw")
    yield CardsDue(paragraph="6.9", army=war.army, todo=tuple(f"{w} {war.army}" for w in first))


def roll_cup(setting: Setting, position: Position, dice: Dice) -> Iterator[Outcome]:
    """[R101] Say by dice whether an Event that was set aside is drawn, or the deck's next card."""
    cards = open_cards(position)
    army = doing(cards)[1]
    face = dice.uniform(cards.left + len(cards.cup), "which card is drawn", "6.9")
    if face >= len(cards.cup):
        yield UrnDrawn(paragraph="6.9")
        return
    card = cards.cup[face]
    yield UrnDrawn(paragraph="6.9", card=card)
    yield from _happen(setting, position, army, card)


# --- Events -----------------------------------------------------------------------------------


def _happen(
    setting: Setting, position: Position, army: Army, card: str, at: tuple[str, int] = ("", 0)
) -> Iterator[Outcome]:
    """[6.8] An Event happens; one that lasts is in force to the end of the drawer's next turn."""
    war, name = open_war(position), card[:-1]
    until = turn_number(setting, war) + len(setting.armies) if name in LASTING else None
    until = FOR_GOOD if name == "E5" else until
    yield EventPlayed(
        paragraph=f"6.{name}", army=army, card=card, until=until, deck=at[0], place=at[1]
    )
    if name == "E7" and infantry(setting, war):
        yield CardsDue(paragraph="6.E7", army="br", todo=("evacuate br",))
    if name == "E8":
        yield from _sunk(setting, war)


def infantry(setting: Setting, war: War) -> list[str]:
    """[6.E7] Return the British infantry on the map."""
    pieces = setting.tables.units
    here = [unit for unit in war.at if pieces[unit] == ("br", "infantry")]
    return setting.in_order(here)


def legal_evacuations(setting: Setting, position: Position) -> Iterator[Evacuate]:
    """Yield every British infantry."""
    for unit in infantry(setting, open_war(position)):
        yield Evacuate(unit)


def check_evacuate(setting: Setting, position: Position, order: Evacuate) -> None:
    """Raise `IllegalOrder` unless this is a British infantry on the map."""
    if order.unit not in infantry(setting, open_war(position)):
        raise IllegalOrder("6.E7", f"{order.unit} is not British infantry on the map")


def evacuate(setting: Setting, position: Position, order: Evacuate) -> Iterator[Outcome]:
    """[6.E7] An infantry leaves the map for good."""
    place = open_war(position).at[order.unit]
    yield UnitTaken(paragraph="6.E7", unit=order.unit)
    yield UnitRemoved(paragraph="6.E7", unit=order.unit)
    yield from settle(setting, position, place)


def _sunk(setting: Setting, war: War) -> Iterator[Outcome]:
    """[6.E8, R122] The next Commonwealth entry comes a period later, or tokens are lost."""
    found = [
        (when(war, at, coming.period), setting.armies.index(coming.army), at)
        for at, coming in enumerate(setting.tables.arrivals)
        if coming.army != "jp"
        and _is_to_come(setting, war, coming.army, when(war, at, coming.period))
    ]
    if found:
        at = min(found)[2]
        coming = setting.tables.arrivals[at]
        yield ArrivalDelayed(
            paragraph="6.E8", entry=at, army=coming.army, place=coming.place, units=coming.units
        )
        return
    if is_veiled(war, "br"):
        yield from hidden.charge(Position(war=war), "E8", "br", SUNK, ())
        return
    lost = min(SUNK, war.stock["br"])
    yield StockChanged(paragraph="6.E8", army="br", card="E8", tokens=-lost)


def when(war: War, entry: int, period: int) -> int:
    """[6.E8] Return the period in which reinforcements come now, from 0.

    ``entry``: their number in `Tables.arrivals`, from 0; ``period``: the one printed for them.
    """
    return period + (0 if war.cards is None else war.cards.late.count(entry))


def _is_to_come(setting: Setting, war: War, army: Army, period: int) -> bool:
    """[R122] Whether units of a period are still to come: an Event ends a turn."""
    later = setting.armies.index(army) > setting.armies.index(war.army)
    return period > war.period or (period == war.period and later)


def expire(position: Position, number: int) -> Iterator[Outcome]:
    """[6.8] Events whose last turn is over before turn ``number`` are in force no more."""
    over = [one.card for one in open_cards(position).force if one.until < number]
    if over:
        yield EventsOver(paragraph="6.8", cards=tuple(over))


# --- the limit --------------------------------------------------------------------------------


def too_many(setting: Setting, position: Position) -> bool:
    """[6.5, 6.10] Whether the army whose turn ends holds more than it may."""
    war, cards = open_war(position), open_cards(position)
    return len(cards.hands[war.army]) > setting.tables.data.situation.limit[war.army]


def need_discard(position: Position) -> Question:
    """[6.10] Ask for a card above the limit."""
    prompt = "Which card do you discard? You hold more than you may."
    return Question(open_war(position).army, "discard", prompt, "6.10", ("discard",))


def legal_discards(setting: Setting, position: Position) -> Iterator[Discard]:
    """Yield what the army whose turn ends may discard: no Event (6.8)."""
    cards = open_cards(position)
    out = plays.shown(cards)
    for held in cards.hands[open_war(position).army]:
        known = plays.may_be(cards, held)
        for label in setting.tables.labels:
            if not label.startswith("E") and label not in out and known in {"", label}:
                yield Discard(held.deck, held.place, label)


def check_discard(setting: Setting, position: Position, order: Discard) -> None:
    """[6.8, 6.10] Raise `IllegalOrder` unless this card may be discarded."""
    plays.check_held(setting, position, open_war(position).army, order)
    if order.card.startswith("E"):
        raise IllegalOrder("6.8", "you cannot discard an Event")


def discard(position: Position, order: Discard) -> Iterator[Outcome]:
    """[6.10] A card above the limit is laid face up."""
    army = open_war(position).army
    yield CardDiscarded(
        paragraph="6.10", army=army, card=order.card, deck=order.deck, place=order.place
    )


def start(position: Position) -> Iterator[Outcome]:
    """[6.2] When all opening hands stand the first turn begins."""
    if position.phase == "deal" and not open_cards(position).todo:
        yield PhaseBegun(paragraph="6.2", phase="before-refuel")


def hand_of(position: Position, side: str) -> list[tuple[str, int]]:
    """[6.2] Return what an army holds, and what it has just drawn, by deck and place."""
    cards = open_cards(position)
    held = [h for army, hand in cards.hands.items() if army == side for h in hand]
    if cards.drawn and cards.todo and doing(cards)[1] == side:
        held += cards.drawn
    return [(one.deck, one.place) for one in held]


def knowing(setting: Setting, position: Position, hand: Hand) -> Position:
    """Return a copy of a position in which the cards of a hand are known."""
    twin = copied(position)
    labels = setting.tables.labels
    open_cards(twin).known = sorted((*at, labels[number]) for at, number in hand.items())
    return twin


def lying_open(setting: Setting, position: Position) -> list[int]:
    """Return the numbers of the cards that nobody can hold."""
    return sorted(setting.tables.card_number[one] for one in plays.shown(open_cards(position)))


def may_lie(setting: Setting, position: Position, at: tuple[str, int], card: int) -> bool:
    """[6.8] Say whether a card can lie at a held place: an Event is never kept.

    ``at``: deck and place; ``card``: its number.
    """
    kept = {(deck, place) for _, deck, place in open_cards(position).kept}
    return at not in kept or not setting.tables.labels[card].startswith("E")


def broken(setting: Setting, position: Position, seen: Mapping[str, Sequence[int]]) -> list[str]:
    """[6.8, R110] Return the armies that did not play an Event, now that every card is seen.

    The army whose hand it lies in may not have been asked: the ally that draws says who keeps it.
    ``seen``: deck -> the number of the card at each of its places.
    """
    labels = setting.tables.labels
    guilty = {
        next(one for one in DRAWERS if allied(one, army))
        for army, deck, place in open_cards(position).kept
        if deck in seen and labels[seen[deck][place]].startswith("E")
    }
    return [army for army in setting.armies if army in guilty]
