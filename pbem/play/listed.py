"""Order lists that wait, and which of them new orders replace or interrupt (protocol section 4)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from pbem.kit.contract import Question, RawOrder

STOP = "stop"
"""The word of an order at which a list is suspended."""


class OrderList(msgspec.Struct):
    """The rest of somebody's list of orders.

    ``side``: the side that it was written for.
    ``changed``: of each order to come that moves a hidden supply, by how much that supply will have
    changed in public when its turn comes, in their order; empty without keys.
    ``strict``: no die and no question has come since the list was written, so an order that is
    not legal makes the whole list refused; afterwards it is skipped.
    """

    by: str
    side: str
    orders: list[RawOrder]
    strict: bool = False
    changed: list[int] = []


def first_replaced(lists: Sequence[OrderList], handle: str, asked: Question) -> int:
    """Return the place of the first list that new orders of a player replace.

    All lists after it interrupted it, and end with it. A player who answers a question that is no
    phase question interrupts a list for another of their sides, as anybody would.

    Args:
        lists: The lists that wait.
        handle: The player.
        asked: The question that the new orders answer.
    """
    for place, one in enumerate(lists):
        if one.by == handle and (asked.phase or one.side == asked.side):
            return place
    return len(lists)


def replaced(lists: Sequence[OrderList], handle: str, asked: Question) -> list[RawOrder]:
    """Return the waiting orders of a player that their next list replaces.

    Args:
        lists: The lists that wait.
        handle: The player.
        asked: The question that the next list answers.
    """
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
    """Say whether the question of the last list is over, now that a player is asked.

    Args:
        lists: The lists that wait.
        handle: The player who is asked.
        need: The question.
    """
    if len(lists) < 2:
        return False
    interrupted, last = lists[-2:]
    if last.by != handle:
        return True
    # One player's lists for two of their sides interrupt each other like two players' lists.
    return interrupted.by == handle and last.side != need.side == interrupted.side
