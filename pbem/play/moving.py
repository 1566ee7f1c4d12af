"""Orders that move hidden supplies, in the lists of a play (docs/protocol-cards.md, 6.6).

The author of a proof says by how much the supply will have changed in public when the order's turn
comes. If it has changed by another number then, the order is not legal, and after dice it is
skipped with the rest of its list. So nobody proves after having seen dice what they could not prove
before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Protocol, Self

from pbem.errors import FormError, IllegalOrder
from pbem.kit.contract import Game, RawOrder
from pbem.kit.hidden import sharers
from pbem.kit.stocks import (
    Capped,
    Give,
    Move,
    Spend,
    Split,
    has_to_be_alone,
    moved_by,
    stocks_of,
)
from pbem.play import guards
from pbem.play.keeper import PARAGRAPH, Keeper, OwnStocks
from pbem.play.listed import STOP, OrderList

NUMBERED = Spend | Capped | Give
"""The moves whose proof says by how much the supply has changed."""


class Play(Protocol):
    """The needed part of a play (`pbem.play.play.Play`, which stands above)."""

    game: Game[Any, Any]
    position: Any
    lists: list[OrderList]
    keeper: Keeper | None
    own: OwnStocks | None
    trying: bool

    def copy(self) -> Self:
        """Return an independent one."""

    def order(
        self, handle: str, orders: Iterable[RawOrder], *, changed: Iterable[int] = ()
    ) -> None:
        """Accept a list of orders of a player; ``changed``: as in `OrderList`."""


class ChangedMeanwhile(IllegalOrder):
    """A ``stock`` has changed by another number, ``now``, than the proof of an order says.

    ``left``: how many numbers its list had left, that one included.
    """

    def __init__(self, stock: str, now: int, left: int) -> None:
        super().__init__(PARAGRAPH, f"{stock} has changed by {now} in the meantime")
        self.now, self.left = now, left


def check_list(play: Play, orders: Sequence[RawOrder]) -> None:
    """Raise `IllegalOrder` where an order that gives or splits is not alone, or says too much."""
    game = play.game
    if stocks_of(game) is None:
        return
    for raw in orders:
        bare, move = guards.bare(raw), moved(game, play.position, raw)
        if has_to_be_alone(move) and (len(orders) > 1 or bare is not raw):
            why = (
                "an order that hands over or splits a hidden supply must be alone in its "
                "list, without 'if'"
            )
            raise IllegalOrder(PARAGRAPH, why)
        says = isinstance(move, Give | Split) and move.amount is not None
        if says and play.keeper is None and not play.trying:
            raise IllegalOrder(PARAGRAPH, "an order in a log cannot say how much it hides")


def check(play: Play, listed: OrderList, side: str, order: Any) -> None:
    """Check that an order may move its hidden supply: it is carried out now.

    Args:
        play: The play.
        listed: The list with the order.
        side: The side that is asked.
        order: The order.

    Raises:
        IllegalOrder: It may not.
        ChangedMeanwhile: The supply changed after the list was proven.
    """
    stocks = stocks_of(play.game)
    if stocks is None or (move := stocks.moves(play.position, order)) is None:
        return
    if play.keeper is not None:
        play.keeper.check(play.position, side, move)
        play.keeper.order(move)
        return
    own = play.own if play.trying else None
    if own is not None and side in own.sides:
        own.keeper.check(play.position, side, move)
    if not isinstance(move, Split) and (listed.changed or not play.trying):
        now = stocks.changed(play.position, move.stock)
        if listed.changed[:1] != [now]:
            raise ChangedMeanwhile(move.stock, now, len(listed.changed))


def foreseen(play: Play, handle: str, orders: Sequence[RawOrder]) -> list[int]:
    """Return the numbers with which a list is proven, each at its order's turn.

    After dice and questions, they are as if these change nothing. An order that hands over may give
    its amount or leave it out.

    Args:
        play: The play.
        handle: The author of the list.
        orders: The list.

    Raises:
        IllegalOrder: An order is not legal.
        FormError: An order is not in its form.
    """
    stocks, numbers, gone = stocks_of(play.game), list[int](), Counter[str]()
    if stocks is None:
        return []
    orders = hushed(play, orders)
    for raw in orders:
        move = moved(play.game, play.position, raw)
        if isinstance(move, NUMBERED):
            if not any(move.stock in pair.names for pair in stocks.pairs):
                raise IllegalOrder(PARAGRAPH, f"there is no hidden supply {move.stock}")
            numbers.append(stocks.changed(play.position, move.stock) - gone[move.stock])
            gone[move.stock] += 0 if isinstance(move, Give) else move.amount
    for _ in numbers:
        tried = play.copy()
        tried.trying = False
        try:
            tried.order(handle, orders, changed=numbers)
        except ChangedMeanwhile as error:
            place = len(numbers) - error.left
            # Later orders have changed by as much more, as far as anybody can say.
            _shift(play, orders, numbers, place, error.now - numbers[place])
        else:
            break
    return numbers


def supposed(play: Play, handle: str, orders: Sequence[RawOrder]) -> list[int]:
    """Return what `foreseen` does, to try a list; nothing if the list is not legal."""
    try:
        return foreseen(play, handle, orders)
    except (IllegalOrder, FormError):
        return []


def hushed(play: Play, orders: Sequence[RawOrder]) -> list[RawOrder]:
    """Return orders as a log has them: one that gives or splits never says how much."""
    stocks, kept = stocks_of(play.game), list[RawOrder]()
    for raw in orders:
        move = moved(play.game, play.position, raw)
        if stocks is not None and isinstance(move, Give | Split) and guards.bare(raw) is raw:
            kept.append(play.game.write_order(stocks.said(play.game.read_order(dict(raw)), None)))
        else:
            kept.append(raw)
    return kept


def _shift(play: Play, orders: Sequence[RawOrder], numbers: list[int], place: int, by: int) -> None:
    """Change the number at a place, and those after it of the same supply, by as much."""
    moves = (moved(play.game, play.position, raw) for raw in orders)
    names = [move.stock for move in moves if isinstance(move, NUMBERED)]
    for at in range(place, len(numbers)):
        if names[at] == names[place]:
            numbers[at] += by


def take_first(play: Play, listed: OrderList) -> None:
    """Take the first order off; an empty list is not kept."""
    if listed.changed:
        forget_first(play, listed)
    del listed.orders[0]
    if not listed.orders:
        play.lists.remove(listed)


def forget_first(play: Play, listed: OrderList) -> None:
    """Forget with what number the first order of a list was proven, as it leaves the list."""
    if listed.changed and isinstance(moved(play.game, play.position, listed.orders[0]), NUMBERED):
        del listed.changed[0]


def forget(play: Play, names: Sequence[str]) -> None:
    """Forget what waiting lists were proven with about some supplies, which are public from now on.

    ``names``: those of the supplies.
    """
    for listed in play.lists:
        moves = (moved(play.game, play.position, raw) for raw in listed.orders)
        proven = (move.stock for move in moves if isinstance(move, NUMBERED))
        reported = zip(listed.changed, proven, strict=True) if listed.changed else ()
        listed.changed = [number for number, stock in reported if stock not in names]


def moved(game: Game[Any, Any], position: Any, raw: RawOrder) -> Move | None:
    """Return what an order does with a hidden supply, also under a condition.

    None if it does nothing with one.

    Args:
        game: The game.
        position: The position.
        raw: The order, in its form in a log.
    """
    if stocks_of(game) is None:
        return None
    bare = guards.bare(raw)
    if bare["do"] == STOP:
        return None
    return moved_by(game, position, game.read_order(dict(bare)))


def seen_by(play: Play, position: Any, side: str) -> Any:
    """Return a position with what a side knows of hidden supplies, if that is here.

    Args:
        play: The play.
        position: The position.
        side: The side.
    """
    stocks, keeper = stocks_of(play.game), play.keeper
    if keeper is None and play.own is not None and side in play.own.sides:
        keeper = play.own.keeper
    if stocks is None or keeper is None:
        return position
    return stocks.holding(position, keeper.amounts(play.position, sharers(play.game, side)))
