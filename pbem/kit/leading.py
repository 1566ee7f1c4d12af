"""The battle to which an order leads: a move among the enemy, a flight, a barrage.

Nothing more is done of one's own: each of one's phases ends, and whoever is asked meanwhile
answers as a sensible player does, who shows no card.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from pbem.errors import FormError, IllegalOrder
from pbem.kit.battles import BattleGame, battles_of, unseen
from pbem.kit.chance import AnyGame, State
from pbem.kit.contract import Order, Question
from pbem.kit.urns import Urns


class Led(NamedTuple):
    """Where a battle begins: ``state``, the ``order`` that begins it, what was supposed before."""

    state: State
    order: Order
    supposed: tuple[str, ...]


def led(game: AnyGame, position: Any, urns: Urns, side: str, order: Order) -> Led | None:
    """Return where the battle begins to which a legal ``order`` of ``side`` leads, if to any.

    It is that for the one place where the order goes, or which it is against, and the next thing
    that is fought. None where dice, a deal or another side's turn come before it. Position and
    urns stay as they are.
    """
    fought = battles_of(game)
    place = None if fought is None else _place(game, position, order)
    if fought is None or place is None or isinstance(order, tuple(fought.battles)):
        return None
    state, supposed = State.copy(position, urns), list[str]()
    given = order
    while True:
        state.take(game, game.adjudicate(state.position, given, state.urns))
        need = game.need(state.position)
        if not isinstance(need, Question) or need.secret is not None:
            return None
        battle = _battle(game, fought, state.position, need, place)
        if battle is not None:
            return Led(state, battle, (*supposed, f"{need.side}: {game.text(battle)}"))
        answer = _goes_on(game, state.position, need, side)
        if answer is None:
            return None
        given = answer
        supposed.append(f"{need.side}: {game.text(given)}")


def _place(game: AnyGame, position: Any, order: Order) -> str | None:
    """Return the place where an order goes, or the only one that it is against."""
    arrow = game.arrow(position, order)
    if arrow is None:
        return None
    if arrow.path:
        return arrow.path[-1]
    return arrow.against[0] if len(arrow.against) == 1 else None


def _battle(
    game: AnyGame, fought: BattleGame, position: Any, need: Question, place: str
) -> Order | None:
    """Return the order that begins the battle for a place, where one is asked for."""
    forms = tuple(fought.battles)
    if not {form.__struct_config__.tag for form in forms} & set(need.forms):
        return None
    answers: Iterable[Order] = game.legal(position)
    for order in answers:
        arrow = game.arrow(position, order) if isinstance(order, forms) else None
        if arrow is not None and place in arrow.against:
            return order
    return None


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
