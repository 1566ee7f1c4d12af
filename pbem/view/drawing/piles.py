"""Which counters of an area lie in one pile, and which pile lies where.

A few counters lie side by side. If there are many, those of one side and kind that look alike lie
in a pile. If there is little room, those of one kind, or of one side, do. After orders that are not
signed yet, piles that were there before lie where they lay.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from pbem.kit.picture import Counter

SINGLE = 3
"""So many counters lie side by side if there is room, and of more those alike in piles."""

Key: TypeAlias = tuple[str, ...]


class Pile(NamedTuple):
    """Counters upon each other, the first on top; ``key`` is what they have in common."""

    key: Key
    counters: tuple[Counter, ...]


def piles(
    counters: Sequence[Counter],
    ranks: Sequence[str],
    before: Sequence[Counter] | None = None,
    room: int = SINGLE * 2,
) -> list[Pile | None]:
    """Return the piles of an area by their places, and None for a place that is free.

    Args:
        counters: The counters that are there.
        ranks: The sides, in the order in which they lie.
        before: The counters that were there before the orders that are not signed.
        room: So many piles have room, one for each side at least.
    """
    if before is None:
        return list(_fitting(counters, ranks, room)[1])
    key, earlier = _fitting(before, ranks, room)
    was = [pile.key for pile in earlier]
    kept = {pile.key: pile for pile in _together(counters, ranks, key)}
    laid: list[Pile | None] = [kept.pop(own, None) for own in was]
    for pile in kept.values():
        if None in laid:
            laid[laid.index(None)] = pile
        elif len(laid) < room:
            laid.append(pile)
        else:
            _add_below(laid, pile)
    return laid


def _add_below(laid: list[Pile | None], pile: Pile) -> None:
    """Put those who came, and for whom no place is free, below a pile: of their side, if any is."""
    places = [at for at, one in enumerate(laid) if one is not None and one.key[0] == pile.key[0]]
    at = places[-1] if places else len(laid) - 1
    below = laid[at]
    if below is not None:
        laid[at] = below._replace(counters=below.counters + pile.counters)


def _fitting(
    counters: Sequence[Counter], ranks: Sequence[str], room: int
) -> tuple[Callable[[Counter], Key], list[Pile]]:
    """Return the finest way to lay counters together that has room, and the piles."""
    for key in (_alone, _alike, _of_kind, _of_side):
        found = _together(counters, ranks, key)
        if len(found) <= room and (key is not _alone or len(counters) <= SINGLE):
            break
    return key, found


def _together(
    counters: Sequence[Counter], ranks: Sequence[str], key: Callable[[Counter], Key]
) -> list[Pile]:
    found: dict[Key, list[Counter]] = {}
    for side in ranks:
        for one in (one for one in counters if one.side == side):
            found.setdefault(key(one), []).append(one)
    return [Pile(own, tuple(some)) for own, some in found.items()]


def _alone(one: Counter) -> Key:
    return (one.side, one.label)


def _alike(one: Counter) -> Key:
    """Return what counters that look alike have in common."""
    hidden = "hidden" if one.look is not None and one.look.hidden else ""
    return (one.side, one.kind, one.look.symbol if one.look else "", hidden, str(one.spent))


def _of_kind(one: Counter) -> Key:
    return (one.side, one.kind)


def _of_side(one: Counter) -> Key:
    return (one.side,)
