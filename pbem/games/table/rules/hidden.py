"""Pieces that lie face down, which their side alone knows, and placements that are sealed.

A unit of a side that nobody else may know is a card of that side's own deck. It is drawn, and lies
on the map as a place of that deck. Its holder turns it up with a proof, as any card.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec.structs import replace

from pbem.errors import IllegalOrder
from pbem.games.table.rules import orders as o
from pbem.games.table.rules import outcomes, pieces
from pbem.games.table.rules.maps import Maps
from pbem.games.table.rules.position import Piece, Place, Plan, Position
from pbem.games.table.rules.setting import Setting
from pbem.kit.contract import Order, Outcome, Question
from pbem.kit.offer import CODE


def laid(position: Position) -> dict[Place, str]:
    """Return which places of decks lie face down on a map or in the box, and as which pieces."""
    return {one.card: name for name, one in position.pieces.items() if one.card is not None}


def hand(position: Position, side: str) -> list[Place]:
    """Return what a side holds and has not laid on a map."""
    on_map = laid(position)
    return [at for at in position.held[side] if at not in on_map]


def label(setting: Setting, plan: Plan, side: str) -> str:
    """Return the name of a side's sealed placement, which no other has in the game.

    It is a name as events have them: a side with a long code is called by its number.
    """
    whole = f"{plan.label}-{side}"
    return whole if re.fullmatch(CODE, whole) else f"side-{setting.sides.index(side)}-{plan.label}"


def asked(setting: Setting, plan: Plan) -> Question:
    """[6.6] Return what a side is asked: to seal its placement, or to open it."""
    side, opens = (plan.seals or plan.opens)[0], not plan.seals
    prompt = "Open your placement." if opens else "Where do you place pieces? Others do not see it."
    secret = label(setting, plan, side)
    return Question(side, "placement", prompt, "6.6", ("place",), secret=secret, opens=opens)


# --- what makes no sense ------------------------------------------------------------------------


def check_lay(setting: Setting, position: Position, order: o.Lay) -> None:
    """[6.5] Lay what one holds, and what does not lie there already."""
    at = (order.deck, order.place)
    if at not in position.held[position.turn]:
        side = setting.side_names[position.turn]
        raise IllegalOrder("6.5", f"{side} does not hold place {order.place} of {order.deck}")
    if (name := laid(position).get(at)) is not None:
        raise IllegalOrder("6.5", f"that lies face down already, as {name}", f"Move {name}.")
    if order.to == pieces.BOX:
        raise IllegalOrder("6.5", "the box is no place of a map", "Name a place.")
    pieces.check_place(setting.maps, order.to)
    if position.made >= pieces.NEW_MOST:
        raise IllegalOrder("6.5", f"{pieces.NEW_MOST} pieces were made")


def check_reveal(setting: Setting, position: Position, order: o.Reveal) -> None:
    """[6.5] Turn up one's own piece that lies face down."""
    piece = pieces.check_there(position, order.piece)
    at = (order.deck, order.place)
    if piece.card is None:
        raise IllegalOrder("6.5", f"{order.piece} does not lie face down")
    if piece.card != at:
        raise IllegalOrder("6.5", f"{order.piece} is not place {order.place} of {order.deck}")
    if at not in position.held[position.turn]:
        side = setting.side_names[position.turn]
        raise IllegalOrder("6.5", f"{order.piece} is not of {side}, who cannot turn it up")
    deck = order.deck.partition("#")[0]
    if order.card >= len(setting.cards[deck]):
        raise IllegalOrder("6.5", f"{deck} has no card {order.card}")
    if order.card in setting.lying_open(position, deck):
        raise IllegalOrder("6.5", f"{setting.cards[deck][order.card]} was shown already")


def check_placement(setting: Setting, position: Position, order: o.Placement) -> None:
    """[6.6] Place pieces that there are at places that there are."""
    for name, to in order.moves:
        pieces.check_there(position, name)
        pieces.check_place(setting.maps, to)


def check_secret(setting: Setting, position: Position, name: str, order: Order) -> None:
    """[6.6] Raise `IllegalOrder` unless an order could have been sealed under a name.

    Nothing else is asked between the first seal and the last opening, and so no piece can go.
    """
    plan = position.plan
    if plan is None or not isinstance(order, o.Placement):
        raise IllegalOrder(
            "6.6", f"{name!r} can seal only a placement", "Write place PIECE at PLACE."
        )
    check_placement(setting, position, order)


# --- what happens -------------------------------------------------------------------------------


def carry_out(setting: Setting, position: Position, order: Order) -> Iterator[Outcome]:
    """Carry out an order about hidden pieces."""
    side, maps = position.turn, setting.maps
    match order:
        case o.Lay(deck, place, to):
            yield outcomes.PieceLaid(
                paragraph="6.5", side=side, piece=f"n{position.made + 1}", deck=deck, place=place,
                at=to, target=pieces.where(to),
            )  # fmt: skip
        case o.Reveal(name, deck, place, card):
            yield outcomes.PieceRevealed(
                paragraph="6.5", side=side, piece=name, deck=deck, place=place, number=card,
                card=setting.cards[deck.partition("#")[0]][card],
                words=f"{pieces.face(maps, position.pieces[name])} ({name})",
            )  # fmt: skip
        case o.Seal(about):
            at = setting.sides.index(side)
            sides = (*setting.sides[at:], *setting.sides[:at])
            yield outcomes.PlanAsked(paragraph="6.6", side=side, label=about, asks=sides)
        case o.Placement(moves):
            who = position.plan.opens[0] if position.plan else side
            each = (
                f"{pieces.face(maps, position.pieces[name])} ({name}) at {pieces.where(to)}"
                for name, to in moves
            )
            words = ", ".join(each) or "nothing"
            yield outcomes.PlanOpened(paragraph="6.6", side=who, moves=moves, words=words)


def sealed(position: Position) -> Iterator[Outcome]:
    """[6.6] Go on after a side has sealed its placement."""
    if position.plan is not None:
        yield outcomes.PlanSealed(paragraph="6.6", side=position.plan.seals[0])


def apply(maps: Maps, position: Position, outcome: Outcome) -> None:
    """Change the position by one outcome."""
    match outcome:
        case outcomes.PieceRevealed(piece=name, deck=deck, place=place):
            position.held[outcome.side].remove((deck, place))
            position.piles[deck.partition("#")[0]].aside.append(outcome.number)
            kind = maps.kind_of_card(outcome.card)
            up = tuple(layer.level for layer in maps.types[kind].layers) if kind else ()
            was = position.pieces[name]
            title = "" if kind else outcome.card
            position.pieces[name] = Piece(kind, was.at, was.z, up, title=title)
        case outcomes.PlanAsked(asks=asks):
            position.plans += 1
            position.plan = Plan(f"plan-{position.plans}", asks, asks)
        case outcomes.PlanSealed() if position.plan is not None:
            position.plan = replace(position.plan, seals=position.plan.seals[1:])
        case outcomes.PlanOpened(moves=moves) if position.plan is not None:
            for name, at in moves:
                z = len(pieces.stack(position, at))
                position.pieces[name] = replace(position.pieces[name], at=at, z=z)
            left = position.plan.opens[1:]
            position.plan = replace(position.plan, opens=left) if left else None
