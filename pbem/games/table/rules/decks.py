"""Cards that are drawn, shown, and shuffled again; doubles, and duties."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pbem.games.table.rules import orders as o
from pbem.games.table.rules import outcomes
from pbem.games.table.rules.changes import is_whole
from pbem.games.table.rules.position import Parting, Place, Position, masked
from pbem.games.table.rules.setting import Setting
from pbem.kit.contract import Draw, Order, Outcome
from pbem.kit.dice import Dice
from pbem.kit.hidden import Drawn
from pbem.kit.wording import counted, listed


def draw(setting: Setting, position: Position, order: o.DrawCards) -> Iterator[Outcome]:
    """[3.2, 3.7] Draw; if the pile has several parts with cards, dice choose among them first."""
    parts = list(position.left(order.deck))
    openly = order.open or setting.data.decks[order.deck].open
    yield outcomes.DrawAsked(
        paragraph="3.2",
        side=position.turn,
        deck=order.deck,
        many=order.many,
        open=openly,
        number=parts[0] if len(parts) == 1 else None,
        wait=order.wait,
    )


def parts(position: Position, due: Parting, dice: Dice) -> Iterator[Outcome]:
    """[3.7] Roll from which part each card comes: as likely as that part has cards left."""
    left = position.left(due.deck)
    found = dict.fromkeys(left, 0)
    for _ in range(due.many):
        at = dice.uniform(sum(left.values()), f"the part of {due.deck}", "3.7")
        every = [number for number, many in left.items() for _ in range(many)]
        left[every[at]] -= 1
        found[every[at]] += 1
    pairs = tuple((number, many) for number, many in found.items() if many)
    words = listed(f"{counted(many, 'card')} of {due.deck}#{number}" for number, many in pairs)
    yield outcomes.PartsFound(
        paragraph="3.7", side=due.side, deck=due.deck, open=due.open, parts=pairs, words=words
    )


def drawn(setting: Setting, due: Draw, found: Drawn) -> Iterator[Outcome]:
    """[3.2] Take what was drawn into a hand, or lay it on the table."""
    if due.open:
        deck = due.deck.partition("#")[0]
        cards = tuple(setting.cards[deck][card] for card in found.cards)
        yield outcomes.CardsTurnedUp(
            paragraph="3.2", side=due.side, deck=due.deck, numbers=found.cards, cards=cards
        )
    else:
        yield outcomes.CardsDrawn(
            paragraph="3.2",
            side=due.side,
            deck=due.deck,
            places=found.places,
            words=counted(len(found.places), "card"),
        )


def show(setting: Setting, position: Position, order: Order) -> Iterator[Outcome]:
    """[3.3] Show a card of a hand."""
    heap: outcomes.Heap
    match order:
        case o.Play(deck, place, card, table):
            did, heap = "played", "table" if table else "discards"
        case o.Discard(deck, place, card):
            did, heap = "discarded", "discards"
        case o.Remove(deck, place, card):
            did, heap = "took out of the game", "removed"
        case _:
            return
    yield outcomes.CardShown(
        paragraph="3.3",
        side=position.turn,
        deck=deck,
        place=place,
        number=card,
        card=setting.cards[deck.partition("#")[0]][card],
        did=did,
        to=heap,
    )


def put(setting: Setting, position: Position, order: o.Put) -> Iterator[Outcome]:
    """[3.4] Move a card that lies open."""
    yield outcomes.CardPut(
        paragraph="3.4",
        side=position.turn,
        deck=order.deck,
        number=order.card,
        card=setting.cards[order.deck][order.card],
        to=order.to,
    )


def remake(
    setting: Setting, position: Position, order: o.Shuffle | o.Add | o.TakeOut
) -> Iterator[Outcome]:
    """[3.5, 3.7] Shuffle a deck again, with more cards or one less."""
    deck, titles = order.deck, setting.cards[order.deck]
    added: tuple[int, ...] = ()
    taken: tuple[int, ...] = ()
    later = ""
    match order:
        case o.Shuffle():
            added, what = tuple(position.piles[deck].discards), "with its discards"
        case o.TakeOut(_, card, _):
            taken, what = (card,), f"without {titles[card]}, which lies on the table"
        case o.Add(_, None, cards, _):
            added, what = cards, f"with {listed(titles[card] for card in cards)}"
        case o.Add(_, name, _, _):
            later = name or ""
            added, what = tuple(setting.later(deck, later)), f"with {later}"
    unseen = setting.unseen(position, deck) if is_whole(setting, position, deck) else []
    yield outcomes.DeckAsked(
        paragraph="3.5",
        side=position.turn,
        deck=deck,
        what=what,
        cards=tuple(sorted({*unseen, *added} - {*taken})),
        added=added,
        later=later,
        taken=taken,
        wait=order.wait,
    )


def dead(position: Position, order: o.Dead) -> Iterator[Outcome]:
    """[3.6] Put doubles away, and draw as many others as there are."""
    deck, number = masked(order.deck)
    left = position.left(deck).get(number, 0)
    left += len(order.places)  # as many doubles fewer are among the undrawn
    yield outcomes.DoublesDead(
        paragraph="3.6",
        side=position.turn,
        deck=order.deck,
        places=order.places,
        words=listed(f"place {place}" for place in order.places),
        more=min(len(order.places), left),
        wait=order.wait,
    )


def may_lie(setting: Setting, position: Position, at: Place, card: int) -> bool:
    """[3.6] Say whether a card can be at a drawn place, as far as ``position`` knows other cards.

    A dead place has a double. A held place has none, and no card that lies open.
    """
    deck, number = masked(at[0])
    part = position.piles[deck].parts[number - 1]
    known = {(one, place): found for one, place, found in position.known}
    again = {known[one] for one in part.doubles if one in known}
    if at[1] in part.dead:
        return card in again
    if card in setting.lying_open(position, deck):
        return False
    fresh = part.unfound and any(at in places for places in position.fresh.values())
    return bool(fresh) or card not in again


def broken(setting: Setting, position: Position, cards: Mapping[str, Sequence[int]]) -> list[str]:
    """[3.6] Return the sides that called dead what was none, or kept a double without a word.

    ``cards``: deck with its number -> the card at each of its places.
    """
    broke: set[str] = set()
    for deck, data in setting.data.decks.items():
        for part in position.piles[deck].parts:
            name = f"{deck}#{part.number}"
            if data.for_ is None or name not in cards or not part.doubles:
                continue
            again = {cards[one][place] for one, place in part.doubles}
            dead_ = {place for place in range(part.drawn) if cards[name][place] in again}
            fresh = {place for one, place in position.fresh[data.for_] if one == name}
            if set(part.dead) - dead_ or dead_ - set(part.dead) - fresh:
                broke.add(data.for_)
    return [side for side in setting.sides if side in broke]
