"""The need of a table, and which orders answer it: all that make sense."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pbem.errors import IllegalOrder
from pbem.games.table.data.forms import RECIPES_MOST
from pbem.games.table.rules import hidden, pieces, room
from pbem.games.table.rules import orders as o
from pbem.games.table.rules.position import (
    Claim,
    Dicing,
    Parting,
    Position,
    Pulling,
    masked,
)
from pbem.games.table.rules.setting import DIE_MOST, Setting
from pbem.kit.asking import Asking
from pbem.kit.bunches import bunched, flat
from pbem.kit.contract import Draw, MakeDeck, Order, Question, Roll, Wanted
from pbem.kit.typed.suggest import did_you_mean

PAUSES_MOST = 8
LISTED = "a roll"
"""The purpose of a listed roll; an author who writes one says it better."""

LISTED_PLAN = "a placement"
"""The purpose of a listed sealed placement."""

PLAIN = ("1d6", "2d6")
"""The dice that are listed if a table file names none."""

PIECE_FORMS = ("move", "set", "turn", "new")
HIDDEN_FORMS = ("lay", "reveal")
CARD_FORMS = ("draw", "play", "discard", "remove", "put", "shuffle", "add", "take", "dead")


def need(setting: Setting, position: Position) -> Wanted:  # noqa: PLR0911 - one line a need
    """Say what a table waits for."""
    if position.ended is not None:
        return None
    if position.due is not None:  # first: no dice may be due right after a deck
        return _roll(position.due)
    if position.making and not position.waits:
        one = position.making[0]
        return MakeDeck(f"{one.deck}#{one.number}", one.cards, "3.1")
    if position.drawing and not position.waits:
        cards = position.drawing[0]
        return Draw(cards.deck, cards.side, cards.many, "3.2", cards.open)
    if position.plan is not None:
        return hidden.asked(setting, position.plan)
    if position.claim is not None:
        return _about(setting, position.claim)
    if position.back:
        forms = (*_forms(setting), "pause", "pass")
        why = "Do you do anything now? If not, pass. When you are ready, pass too."
        return Question(position.turn, "reaction", why, "4.3", forms)
    forms = (*_forms(setting), *(("pause", "over") if setting.sides[1:] else ()), "result", "end")
    return Question(position.turn, "turn", "What do you do?", "4.2", forms, phase=True)


def _roll(due: Dicing | Pulling | Parting) -> Roll:
    match due:
        case Dicing():
            return Roll(due.label, "2.1")
        case Pulling():
            return Roll(f"a counter from {due.cup}", "2.3")
        case Parting():
            return Roll(f"the parts of {due.deck}", "3.7")


def _about(setting: Setting, claim: Claim) -> Question:
    words = said(setting, claim.winner, claim.scores)
    why = f"{setting.side_names[claim.side]} says: {words}. Do you agree?"
    return Question(claim.asks[0], "result", why, "5.1", ("agree", "end"), phase=True)


def said(setting: Setting, winner: str | None, scores: Sequence[int]) -> str:
    """Return a result in words.

    ``winner``: a side, None if nobody wins; ``scores``: in the order of the sides, maybe none.
    """
    if winner is None:
        ordered = list(scores)
        words = "nobody wins"
    else:
        at = setting.sides.index(winner)
        ordered = [*scores[at : at + 1], *scores[:at], *scores[at + 1 :]]
        words = f"{setting.side_names[winner]} wins"
    return f"{words}, {' to '.join(map(str, ordered))}" if ordered else words


def _forms(setting: Setting) -> tuple[str, ...]:
    """Return the orders for what the table file has."""
    data = setting.data
    return (
        "roll",
        *(CARD_FORMS if data.decks else ()),
        *(("pull", "return") if data.cups else ()),
        *(("value",) if data.values else ()),
        *(PIECE_FORMS if data.types else ()),
        *(HIDDEN_FORMS if data.maps and data.decks else ()),
        *(("seal",) if data.maps else ()),
        "recipe",
    )


# --- what makes no sense ------------------------------------------------------------------------


def _there(what: str, name: str, known: Iterable[str], paragraph: str) -> None:
    names = list(known)
    if name not in names:
        hint = did_you_mean(name, names) or f". There is {', '.join(names) or 'none'}"
        raise IllegalOrder(paragraph, f"there is no {what} {name}{hint}")


def check_roll(setting: Setting, _: Position, order: o.Roll) -> None:
    """[2.1] Roll dice that there are, no more than fit on a table."""
    dice = setting.dice(order.dice)
    if dice is None:
        names = [*setting.data.dice, *setting.data.faces]
        hint = did_you_mean(order.dice, names) or f"; write dice as 2d6{', or ' * bool(names)}"
        raise IllegalOrder("2.1", f"there are no dice {order.dice}{hint}{', '.join(names)}")
    many = order.many or 1
    if dice.many * many > DIE_MOST:
        raise IllegalOrder("2.1", f"one roll has at most {DIE_MOST} dice", "Roll twice.")
    if order.plus and dice.says:
        raise IllegalOrder("2.2", f"nothing can be added to the faces of {order.dice}")
    if many > 1 and not dice.says and order.dice not in setting.data.dice:
        whole = f"{dice.many * many}d{dice.faces}"
        raise IllegalOrder("2.1", "dice have one spelling", f"Write {whole}.")


def check_draw(setting: Setting, position: Position, order: o.DrawCards) -> None:
    """[3.2] Draw from a deck of one's own or of everybody, what is left in it."""
    _there("deck", order.deck, setting.data.decks, "3.2")
    data, pile = setting.data.decks[order.deck], position.piles[order.deck]
    if data.for_ not in (None, position.turn) and not data.open:
        whose = setting.side_names[data.for_ or ""]
        raise IllegalOrder("3.2", f"only {whose} draws from {order.deck}")
    left = sum(position.left(order.deck).values())
    if order.many > left:
        raise IllegalOrder(
            "3.2", f"{order.deck} has {left} cards left", "Shuffle the discards into it."
        )
    if (order.open or data.open) and any(part.live and part.unfound for part in pile.parts):
        raise IllegalOrder(
            "3.6",
            f"{order.deck} has doubles of cards that are held",
            "Draw the card for yourself, and play it.",
        )
    room.check(position, "3.2", order.many * room.DRAWN)


def check_show(setting: Setting, position: Position, order: o.Shown) -> None:
    """[3.3] Show a card of one's hand that nobody has seen."""
    deck = order.deck.partition("#")[0]
    _there("deck", deck, setting.data.decks, "3.3")
    if order.card >= len(setting.cards[deck]):
        raise IllegalOrder("3.3", f"{deck} has no card {order.card}")
    if (order.deck, order.place) not in position.held[position.turn]:
        side = setting.side_names[position.turn]
        raise IllegalOrder("3.3", f"{side} does not hold place {order.place} of {order.deck}")
    if order.card in setting.lying_open(position, deck):
        raise IllegalOrder("3.3", f"{setting.cards[deck][order.card]} was shown already")
    if (name := hidden.laid(position).get((order.deck, order.place))) is not None:
        raise IllegalOrder("3.3", f"that card lies face down as {name}", f"Write reveal {name}.")


def check_put(setting: Setting, position: Position, order: o.Put) -> None:
    """[3.4] Move a card that everybody sees."""
    _there("deck", order.deck, setting.data.decks, "3.4")
    heaps = heaps_of(position, order.deck)
    if not any(order.card in heap for heap in heaps.values()):
        raise IllegalOrder("3.4", f"that card of {order.deck} does not lie open")
    if order.card in heaps[order.to]:
        card = setting.cards[order.deck][order.card]
        raise IllegalOrder("3.4", f"{card} is there already ({order.to})")


def heaps_of(position: Position, deck: str) -> dict[str, list[int]]:
    """Return the heaps of cards of a deck that lie open, by the word of orders."""
    pile = position.piles[deck]
    return {"discards": pile.discards, "removed": pile.removed, "table": pile.aside}


def _still(setting: Setting, position: Position, deck: str) -> None:
    """[3.5] Make a deck again only if nobody waits for cards of it, or may still find doubles."""
    _there("deck", deck, setting.data.decks, "3.5")
    due = [*(one.deck for one in position.making), *(one.deck for one in position.drawing)]
    others = (side for side in setting.sides if side != position.turn)
    fresh = [one for side in others for one, _ in position.fresh[side]]
    if deck in {masked(one)[0] for one in (*due, *fresh)}:
        raise IllegalOrder("3.5", f"somebody draws from {deck} just now", "Wait a turn.")
    room.check(position, "3.5", room.SHUFFLE + room.CARD * len(setting.cards[deck]))


def check_shuffle(setting: Setting, position: Position, order: o.Shuffle) -> None:
    """[3.5] Shuffle discards that there are."""
    _still(setting, position, order.deck)
    if not position.piles[order.deck].discards:
        raise IllegalOrder("3.5", f"{order.deck} has no discards")


def check_add(setting: Setting, position: Position, order: o.Add) -> None:
    """[3.5] Add cards that wait, or lie open."""
    _still(setting, position, order.deck)
    pile = position.piles[order.deck]
    if order.later is not None:
        _there(f"cards for {order.deck} that wait, called", order.later, pile.waiting, "3.5")
    lying = {card for heap in heaps_of(position, order.deck).values() for card in heap}
    if not lying.issuperset(order.cards):
        raise IllegalOrder("3.5", f"not all of these cards of {order.deck} lie open")


def check_take(setting: Setting, position: Position, order: o.TakeOut) -> None:
    """[3.5] Take out a card that is surely in the deck, which everybody made together."""
    _still(setting, position, order.deck)
    unseen = setting.unseen(position, order.deck)
    if order.card not in unseen:
        raise IllegalOrder("3.5", f"that card is not in {order.deck}")
    if setting.holds(position, order.deck):
        raise IllegalOrder(
            "3.5",
            f"cards of {order.deck} are held, so nobody can know whether this one is in it",
            "If somebody draws it, they can show it.",
        )
    if len(unseen) == 1:
        raise IllegalOrder("3.5", "that is the last card", "Draw it.")


def check_dead(setting: Setting, position: Position, order: o.Dead) -> None:
    """[3.6] Call dead what one has just drawn, from a deck with doubles that nobody has found."""
    deck, number = masked(order.deck)
    _there("deck", deck, setting.data.decks, "3.6")
    parts = position.piles[deck].parts
    part = parts[number - 1] if number <= len(parts) else None
    if part is None or len(order.places) > part.unfound:
        many = 0 if part is None else part.unfound
        raise IllegalOrder("3.6", f"{order.deck} has {many} doubles that nobody has found")
    for place in order.places:
        if (order.deck, place) not in position.fresh[position.turn]:
            raise IllegalOrder("3.6", f"place {place} of {order.deck} was not drawn just now")


def check_pull(setting: Setting, position: Position, order: o.Pull) -> None:
    """[2.3] Pull from a cup that is not empty."""
    _there("cup", order.cup, setting.data.cups, "2.3")
    if left_in(setting, position, order.cup) == 0:
        raise IllegalOrder("2.3", f"{order.cup} is empty")


def left_in(setting: Setting, position: Position, cup: str) -> int:
    """Return how many counters a cup has left."""
    return len(setting.data.cups[cup]) - len(position.out[cup])


def check_return(setting: Setting, position: Position, order: o.Return) -> None:
    """[2.3] Return a counter that is out."""
    _there("cup", order.cup, setting.data.cups, "2.3")
    _there(f"counter out of {order.cup} called", order.counter, position.out[order.cup], "2.3")


def check_value(setting: Setting, position: Position, order: o.Value) -> None:
    """[4.1] Set a number to another one."""
    _there("value", order.name, setting.data.values, "4.1")
    if position.values[order.name] == order.to:
        raise IllegalOrder("4.1", f"{order.name} is {order.to} already")


def check_recipe(_: Setting, position: Position, order: o.Recipe) -> None:
    """[4.4] Write a recipe that says something new, as long as there is room."""
    if position.recipes.get(order.name, ()) == order.steps:
        why = "says that already" if order.steps else "is no recipe"
        raise IllegalOrder("4.4", f"{order.name} {why}")
    if order.name not in position.recipes and len(position.recipes) >= RECIPES_MOST:
        raise IllegalOrder("4.4", f"there are {RECIPES_MOST} recipes", "Empty one first.")


def check_pause(setting: Setting, position: Position, order: o.Pause) -> None:
    """[4.3] Pause for another side, not too deep."""
    _there("side", order.side, setting.sides, "4.3")
    if order.side == position.turn:
        raise IllegalOrder("4.3", "you are asked now")
    if len(position.back) >= PAUSES_MOST:
        raise IllegalOrder("4.3", f"{PAUSES_MOST} sides wait already", "Pass.")


def check_over(setting: Setting, position: Position, order: o.Over) -> None:
    """[4.2] Give the turn to another side."""
    _there("side", order.side, setting.sides, "4.2")
    if order.side == position.turn:
        raise IllegalOrder("4.2", "you have the turn")


def check_claim(setting: Setting, _: Position, order: o.Claim) -> None:
    """[5.1] Claim a result of sides that there are, with a score for each or for none."""
    if order.winner is not None:
        _there("side", order.winner, setting.sides, "5.1")
    if len(order.scores) not in (0, len(setting.sides)):
        raise IllegalOrder("5.1", f"there are {len(setting.sides)} sides, so so many scores")


def check_end(_: Setting, position: Position, order: o.End) -> None:
    """[4.2] End what is asked."""
    asked = "turn" if position.claim is None else "result"
    if order.phase != asked:
        raise IllegalOrder("4.2", f"`end {order.phase}` is no answer now", f"Write end {asked}.")


def check(setting: Setting, position: Position, order: Order) -> None:
    """Raise `IllegalOrder` unless an order answers what is asked.

    A player who sees that they have drawn a double learns it here, before they lose by it.
    """
    ASKING.check(setting, position, order)
    if not isinstance(order, o.Dead):
        for deck, place in to_find(setting, position):
            why = f"place {place} of {deck} has a double of a card that you drew before"
            raise IllegalOrder("3.6", why, f"Write dead {deck.partition('#')[0]}.")


def to_find(setting: Setting, position: Position) -> list[tuple[str, int]]:
    """[3.6] Return the doubles that the side whose turn it is calls dead before it does anything.

    A placement and the answer to a result come before that: they are no acts of a turn.
    """
    if not position.looks or position.claim is not None or position.plan is not None:
        return []
    return list(setting.doubles(position, position.turn))


# --- what is listed -----------------------------------------------------------------------------


def _turn(setting: Setting, position: Position) -> Iterator[Sequence[Order]]:
    """Yield the orders that are listed, in bunches of one form."""
    every = [
        *_rolls(setting),
        *_of_cards(setting, position),
        *_of_counters(setting, position),
        *_of_sides(setting),
    ]
    yield from bunched(order for order in every if _sense(setting, position, order))
    yield from pieces.listed(setting.maps, position)


def _sense(setting: Setting, position: Position, order: Order) -> bool:
    try:
        ASKING.check(setting, position, order)
    except IllegalOrder:
        return False
    return True


def _rolls(setting: Setting) -> Iterator[Order]:
    named = [*setting.data.dice, *setting.data.faces]
    for name in named or PLAIN:
        yield o.Roll(name, LISTED)


def _of_cards(setting: Setting, position: Position) -> Iterator[Order]:
    for deck in setting.data.decks:
        pile = position.piles[deck]
        yield o.DrawCards(deck, 1)
        if pile.left > 1:
            yield o.DrawCards(deck, pile.left)
        yield o.DrawCards(deck, 1, open=True)
        yield o.DrawCards(deck, 1, wait=True)
    held = set(position.held[position.turn])
    for deck, place, card in sorted(position.known):
        if (deck, place) not in held:
            continue
        shown = (deck, place, card)
        yield from (o.Play(*shown), o.Play(*shown, table=True), o.Discard(*shown), o.Remove(*shown))
        yield from _hidden(setting, position, shown)
    for deck in setting.data.decks:
        heaps = heaps_of(position, deck)
        for heap in heaps.values():
            yield from (o.Put(deck, card, to) for card in heap for to in heaps)  # type: ignore[arg-type]
        yield o.Shuffle(deck)
        yield from (o.Add(deck, later) for later in position.piles[deck].waiting)
        yield from (o.Add(deck, None, (card,)) for heap in heaps.values() for card in heap)


def _hidden(setting: Setting, position: Position, shown: tuple[str, int, int]) -> Iterator[Order]:
    """Yield how a card can lie face down, and be turned up."""
    every = setting.maps.every()
    if (name := hidden.laid(position).get(shown[:2])) is not None:
        yield o.Reveal(name, *shown)
    elif every:
        yield o.Lay(*shown[:2], every[0])


def _of_counters(setting: Setting, position: Position) -> Iterator[Order]:
    for cup in setting.data.cups:
        yield o.Pull(cup)
        yield from (o.Return(one, cup) for one in dict.fromkeys(position.out[cup]))
    for name, now in position.values.items():
        yield from (o.Value(name, now + by) for by in (1, -1) if abs(now + by) <= o.MOST)


def _of_sides(setting: Setting) -> Iterator[Order]:
    yield from (o.Pause(side) for side in setting.sides)
    yield from (o.Over(side) for side in setting.sides)
    yield from (o.Claim(winner) for winner in (*setting.sides, None))
    yield o.Seal(LISTED_PLAN)


def _placements(setting: Setting, position: Position) -> Iterator[Order]:
    """Yield placements of one piece, and that of none."""
    yield o.Placement()
    every = [*setting.maps.every(), pieces.BOX]
    for at, name in enumerate(sorted(position.pieces)[: pieces.LISTED_MOST]):
        yield o.Placement(((name, every[at % len(every)]),))


ASKING = Asking(
    need,
    answers={
        "result": lambda _, __: iter((o.Agree(),)),
        "placement": _placements,
    },
    bunches={"turn": _turn, "reaction": _turn},
    checks={
        o.Roll: check_roll,
        o.DrawCards: check_draw,
        **dict.fromkeys((o.Play, o.Discard, o.Remove), check_show),
        o.Put: check_put,
        o.Shuffle: check_shuffle,
        o.Add: check_add,
        o.TakeOut: check_take,
        o.Dead: check_dead,
        o.Pull: check_pull,
        o.Return: check_return,
        o.Value: check_value,
        o.Move: lambda setting, *rest: pieces.check_move(setting.maps, *rest),
        o.Face: lambda setting, *rest: pieces.check_face(setting.maps, *rest),
        o.Turn: lambda setting, *rest: pieces.check_turn(setting.maps, *rest),
        o.New: lambda setting, *rest: pieces.check_new(setting.maps, *rest),
        o.Lay: hidden.check_lay,
        o.Reveal: hidden.check_reveal,
        o.Placement: hidden.check_placement,
        o.Recipe: check_recipe,
        o.Pause: check_pause,
        o.Over: check_over,
        o.Claim: check_claim,
        o.End: check_end,
    },
    end=lambda position: o.End("turn" if position.claim is None else "result"),
    over="5.1",
)


def legal(setting: Setting, position: Position) -> Iterator[Order]:
    """Yield the legal answers; who has drawn doubles says so before anything else."""
    return flat(legal_in_bunches(setting, position))


def legal_in_bunches(setting: Setting, position: Position) -> Iterator[Sequence[Order]]:
    """Yield what `legal` yields, in bunches of one form."""
    doubles = to_find(setting, position)
    if not doubles:
        yield from ASKING.legal_in_bunches(setting, position)
        return
    yield [
        o.Dead(deck, tuple(place for one, place in doubles if one == deck))
        for deck in dict.fromkeys(at[0] for at in doubles)
    ]
