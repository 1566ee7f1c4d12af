"""The effect of each outcome on a table."""

from __future__ import annotations

from msgspec.structs import replace

from pbem.games.table.rules import hidden, pieces
from pbem.games.table.rules import outcomes as o
from pbem.games.table.rules.act import Act
from pbem.games.table.rules.position import (
    Claim,
    Dicing,
    Drawing,
    Making,
    Part,
    Parting,
    Pile,
    Position,
    Pulling,
    Thrown,
    masked,
)
from pbem.games.table.rules.setting import Setting
from pbem.kit.contract import Outcome, Result

THROWN_MOST = 20
"""So many rolls stay on the table."""


def apply(setting: Setting, position: Position, outcome: Outcome) -> None:  # noqa: C901, PLR0912 - flat
    """Change a position by one outcome."""
    if isinstance(outcome, Act):
        position.acts += 1
        if not isinstance(outcome, o.DoublesDead):
            position.fresh[outcome.side] = []
        rolls = isinstance(outcome, o.RollAsked)
        position.run = 0 if rolls and not position.rolling else position.run
        position.rolling = rolls
    if isinstance(outcome, o.DrawAsked | o.DeckAsked | o.DoublesDead):
        position.waits = outcome.wait
    elif isinstance(outcome, o.WentOn | o.TurnBegun | o.PlanAsked | o.ResultClaimed):
        position.waits = False  # not at a pause: standing orders answer no question after a deal
    match outcome:
        case o.RollAsked(side=side):
            position.due = Dicing(side, outcome.dice, outcome.many, outcome.plus, outcome.label)
        case o.PullAsked(side=side):
            position.due = Pulling(side, outcome.cup)
        case o.DiceThrown():
            position.due = None
            roll = (outcome.side, outcome.label, outcome.dice, outcome.got, outcome.total)
            position.thrown = [*position.thrown, Thrown(*roll, outcome.says)][-THROWN_MOST:]
            position.run = min(position.run + 1, THROWN_MOST)
        case o.CounterPulled():
            position.due = None
            position.out[outcome.cup].append(outcome.counter)
        case o.CounterReturned():
            position.out[outcome.cup].remove(outcome.counter)
        case o.ValueSet():
            position.values[outcome.name] = outcome.to
        case o.RecipeWritten(name=name, steps=steps):
            position.recipes = {one: was for one, was in position.recipes.items() if one != name}
            position.recipes |= {name: steps} if steps else {}
        case o.Paused():
            position.back.append(position.turn)
            position.turn = outcome.to
        case o.WentOn():
            position.turn = position.back.pop()
        case o.TurnBegun():
            position.turn = outcome.to
        case o.PiecesMoved() | o.PieceShows() | o.PieceTurned() | o.PieceMade() | o.PieceLaid():
            pieces.apply(setting.maps, position, outcome)
        case o.PieceRevealed() | o.PlanAsked() | o.PlanSealed() | o.PlanOpened():
            hidden.apply(setting.maps, position, outcome)
        case _:
            _cards(setting, position, outcome)


def _cards(  # noqa: C901, PLR0912 - flat
    setting: Setting, position: Position, outcome: Outcome
) -> None:
    match outcome:
        case o.DrawAsked(side=side, deck=deck):
            if deck in position.unmade:
                position.unmade = [one for one in position.unmade if one != deck]
                whole = tuple(range(setting.data.decks[deck].begins))
                position.making = [*position.making, Making(deck, 1, whole)]
            if outcome.number is None:
                position.due = Parting(side, deck, outcome.many, outcome.open)
            else:
                name = f"{deck}#{outcome.number}"
                due = Drawing(name, side, outcome.many, outcome.open)
                position.drawing = [*position.drawing, due]
        case o.PartsFound(side=side, deck=deck):
            position.due = None
            position.drawing = [
                *position.drawing,
                *(
                    Drawing(f"{deck}#{number}", side, many, outcome.open)
                    for number, many in outcome.parts
                ),
            ]
        case o.CardsDrawn():
            part = _more_drawn(position, outcome.deck, len(outcome.places))
            places = [(outcome.deck, place) for place in outcome.places]
            position.held[outcome.side] += places
            if part.doubles:
                position.fresh[outcome.side] += places
            del position.drawing[0]
        case o.CardsTurnedUp():
            _more_drawn(position, outcome.deck, len(outcome.numbers))
            position.piles[outcome.deck.partition("#")[0]].aside += outcome.numbers
            del position.drawing[0]
        case o.CardShown(side=side):
            position.held[side].remove((outcome.deck, outcome.place))
            pile = position.piles[outcome.deck.partition("#")[0]]
            _heap(pile, outcome.to).append(outcome.number)
        case o.CardPut():
            _take(position.piles[outcome.deck], (outcome.number,))
            _heap(position.piles[outcome.deck], outcome.to).append(outcome.number)
        case o.DoublesDead(side=side):
            _dead(position, outcome, side)
        case o.DeckAsked():
            _remake(setting, position, outcome)
        case o.DeckMade():
            del position.making[0]
        case _:
            _ending(position, outcome)


def _more_drawn(position: Position, name: str, many: int) -> Part:
    """Draw so many cards of a masked deck, and return it."""
    deck, number = masked(name)
    parts, at = position.piles[deck].parts, number - 1
    parts[at] = replace(parts[at], drawn=parts[at].drawn + many)
    return parts[at]


def _heap(pile: Pile, to: o.Heap) -> list[int]:
    return {"discards": pile.discards, "removed": pile.removed, "table": pile.aside}[to]


def _take(pile: Pile, cards: tuple[int, ...]) -> None:
    """Take cards out of the heaps in which they lie."""
    for heap in (pile.discards, pile.removed, pile.aside):
        heap[:] = [card for card in heap if card not in cards]


def _dead(position: Position, outcome: o.DoublesDead, side: str) -> None:
    deck, number = masked(outcome.deck)
    parts, at_ = position.piles[deck].parts, number - 1
    parts[at_] = replace(parts[at_], dead=(*parts[at_].dead, *outcome.places))
    places = {(outcome.deck, place) for place in outcome.places}
    for there in (position.held, position.fresh):
        there[side] = [at for at in there[side] if at not in places]
    if outcome.more:
        due = Drawing(outcome.deck, side, outcome.more, open=False)
        position.drawing = [*position.drawing, due]


def _remake(setting: Setting, position: Position, outcome: o.DeckAsked) -> None:
    """Lay out a new masked deck.

    If one team alone draws, it is made of all that nobody has seen. If all draw and nobody holds a
    card, too. Else it is a further part of the pile, made of what is added.
    """
    deck, pile = outcome.deck, position.piles[outcome.deck]
    held = setting.holds(position, deck)
    whole = is_whole(setting, position, deck)
    if deck in position.unmade:
        position.unmade = [one for one in position.unmade if one != deck]
        pile.parts = []  # its first shuffle is this one
    if whole:
        pile.parts = [replace(part, live=False) if part.live else part for part in pile.parts]
    _take(pile, outcome.added)
    pile.aside += outcome.taken
    if outcome.later:
        pile.waiting.remove(outcome.later)
    number = len(pile.parts) + 1
    doubles = tuple(held) if whole else ()
    pile.parts.append(Part(number, len(outcome.cards), doubles=doubles))
    position.making = [*position.making, Making(deck, number, outcome.cards)]


def is_whole(setting: Setting, position: Position, deck: str) -> bool:
    """Whether a new masked deck is made of all cards that nobody has seen, held ones too."""
    return setting.data.decks[deck].for_ is not None or not setting.holds(position, deck)


def _ending(position: Position, outcome: Outcome) -> None:
    match outcome:
        case o.ResultClaimed(side=side):
            asks = list(outcome.asks)
            position.claim = Claim(side, outcome.winner, outcome.scores, asks)
        case o.ResultAgreed():
            if position.claim is not None:
                del position.claim.asks[0]
        case o.ResultRefused():
            position.claim = None
            position.turn = outcome.to
        case o.GameEnded():
            position.claim = None
            position.scores = outcome.scores
            why = "all sides agreed to the result"
            position.ended = Result(outcome.winner, why, outcome.paragraph)
