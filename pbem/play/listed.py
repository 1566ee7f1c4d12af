"""Order lists that wait, and which of them new orders replace or interrupt (protocol section 4)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from pbem.kit.contract import Question, RawOrder

STOP = "stop"
"""The word of an order at which a list is suspended."""


class OrderList(msgspec.Struct):
    """What remains of somebody's list of orders.

    ``side``: the side that it was written for.
    ``changed``: of each order to come that moves a hidden stock, by how much that stock will have
    changed in public when its turn comes, in their order; empty without keys.
    ``strict``: no die and no question has come since the list was written, so an order that is
    not legal makes the whole list refused; afterwards it lapses.
    """

    by: str
    side: str
    orders: list[RawOrder]
    strict: bool = False
    changed: list[int] = []


def first_replaced(lists: Sequence[OrderList], handle: str, asked: Question) -> int:
    """Return the place of the first of ``lists`` that new orders of ``handle`` put an end to.

    All behind it interrupted it, and end with it. A list for another of his sides he interrupts, as
    anybody would, when he answers a question that is no phase question.
    """
    for place, one in enumerate(lists):
        if one.by == handle and (asked.phase or one.side == asked.side):
            return place
    return len(lists)


def replaced(lists: Sequence[OrderList], handle: str, asked: Question) -> list[RawOrder]:
    """Return the orders of ``handle`` that wait, and that his next list puts an end to."""
    ended = lists[first_replaced(lists, handle, asked) :]
    return [raw for one in ended if one.by == handle for raw in one.orders]


def not_again(waiting: Iterable[RawOrder], orders: Iterable[RawOrder]) -> list[RawOrder]:
    """Return which orders that wait do not stand among new ones."""
    left, gone = list(orders), list[RawOrder]()
    for raw in waiting:
        if raw in left:
            left.remove(raw)
        else:
            gone.append(raw)
    return gone


def last_is_over(lists: Sequence[OrderList], handle: str, need: Question) -> bool:
    """Say whether what the last list answered is over, now that ``handle`` is asked ``need``."""
    if len(lists) < 2:
        return False
    interrupted, last = lists[-2:]
    if last.by != handle:
        return True
    # One player's lists for two of his sides interrupt each other like two players' lists.
    return interrupted.by == handle and last.side != need.side == interrupted.side
