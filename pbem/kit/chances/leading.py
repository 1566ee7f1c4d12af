"""The battles to which orders lead: moves among the enemy, flights, barrages.

Nothing more is done of one's own: each of one's phases ends, and the player who is asked meanwhile
answers as a computer player does, who shows no card.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any, NamedTuple

from pbem.errors import FormError, IllegalOrder
from pbem.kit.chances.battles import BattleGame, battles_of, is_fought, unseen
from pbem.kit.chances.chance import AnyGame, State
from pbem.kit.contract import Arrow, Order, Question
from pbem.kit.cups import Cups
from pbem.kit.sides import side_name


class Led(NamedTuple):
    """The beginning of a battle: ``state``, the ``order`` that begins it, earlier suppositions."""

    state: State
    order: Order
    supposed: tuple[str, ...]


def led(game: AnyGame, position: Any, cups: Cups, side: str, order: Order) -> Led | None:
    """Return where the battle begins to which a legal order leads; None if to none.

    It is the battle for the one place where the order goes, or which it is against, and the next
    one fought. Dice, a deal or another side's turn must not come before it. Position and cups are
    not changed.

    Args:
        game: The game.
        position: The position before the order.
        cups: The cups.
        side: The side that orders.
        order: The order.
    """
    fought = battles_of(game)
    if fought is None or is_fought(fought, game.need(position), order):
        return None
    place = end_of(game.arrow(position, order))
    if place is None:
        return None
    state = State.copy(position, cups)
    state.take(game, game.adjudicate(state.position, order, state.cups))
    return next(iter(to_come(game, state, side, {place})), None)


def to_come(game: AnyGame, state: State, side: str, places: Collection[str]) -> list[Led]:
    """Return where the battles for some places begin if a side does nothing more.

    Each is the first that is fought, since the side chooses the order. Dice, a deal or another
    side's turn must not come before them.

    Args:
        game: The game.
        state: The position and cups, which are changed.
        side: The side that orders.
        places: The places.
    """
    fought, supposed = battles_of(game), list[str]()
    while fought is not None:
        need = game.need(state.position)
        if not isinstance(need, Question) or need.secret is not None:
            break
        battles = list(_battles(game, fought, state.position, need, places))
        if battles:
            reported = [
                (*supposed, f"{side_name(game, need.side)}: {game.text(battle)}")
                for battle in battles
            ]
            return [Led(state, *one) for one in zip(battles, reported, strict=True)]
        answer = _goes_on(game, state.position, need, side)
        if answer is None:
            break
        supposed.append(f"{side_name(game, need.side)}: {game.text(answer)}")
        state.take(game, game.adjudicate(state.position, answer, state.cups))
    return []


def end_of(arrow: Arrow | None) -> str | None:
    """Return the place where an order goes, or the only one that it is against."""
    if arrow is None:
        return None
    if arrow.path:
        return arrow.path[-1]
    return arrow.against[0] if len(arrow.against) == 1 else None


def _battles(
    game: AnyGame, fought: BattleGame, position: Any, need: Question, places: Collection[str]
) -> Iterator[Order]:
    """Yield the orders that begin a battle for one of the places, where one is asked for."""
    forms = tuple(fought.battles)
    if not {form.__struct_config__.tag for form in forms} & set(need.forms):
        return
    answers: Iterable[Order] = game.legal(position)
    for order in answers:
        arrow = game.arrow(position, order) if isinstance(order, forms) else None
        if arrow is not None and not set(places).isdisjoint(arrow.against):
            yield order


def _goes_on(game: AnyGame, position: Any, need: Question, side: str) -> Order | None:
    """Return what is answered on the way; None where it is no part of the way any more."""
    if not need.phase:
        return unseen(game, position, need, passing=False)
    if need.side != side:
        return None
    try:
        order: Order = game.parse(position, side, f"end {need.name}")
        game.check(position, order)
    except (FormError, IllegalOrder):
        return None
    return order
