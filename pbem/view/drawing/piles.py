"""Which counters of an area lie in one pile, and which pile lies where.

A few counters lie side by side. Of many, those of one side and kind that look alike lie in a pile.
After orders that are not signed yet, piles that were there before lie where they lay.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from pbem.kit.picture import Counter

ACROSS, SINGLE = 4, 6
"""Piles side by side; so many counters lie side by side, and of more those alike in piles."""

Key: TypeAlias = tuple[str, ...]


class Pile(NamedTuple):
    """Counters upon each other, the first on top; ``key`` is what they have in common."""

    key: Key
    counters: tuple[Counter, ...]


def piles(
    counters: Sequence[Counter], ranks: Sequence[str], before: Sequence[Counter] | None = None
) -> list[Pile | None]:
    """Return the piles of an area by their places, and None for a place that is free.

    Args:
        counters: The counters that are there.
        ranks: The sides, in the order in which they lie.
        before: The counters that were there before the orders that are not signed.
    """
    alone = len(counters if before is None else before) <= SINGLE
    now = _together(counters, ranks, alone=alone)
    if before is None:
        return list(now)
    was = [pile.key for pile in _together(before, ranks, alone=alone)]
    kept = {pile.key: pile for pile in now}
    laid: list[Pile | None] = [kept.pop(key, None) for key in was]
    for pile in kept.values():
        if None in laid:
            laid[laid.index(None)] = pile
        else:
            laid.append(pile)
    return laid


def _together(counters: Sequence[Counter], ranks: Sequence[str], *, alone: bool) -> list[Pile]:
    found: dict[Key, list[Counter]] = {}
    for side in ranks:
        for one in (one for one in counters if one.side == side):
            found.setdefault(_key(one, alone=alone), []).append(one)
    return [Pile(key, tuple(some)) for key, some in found.items()]


def _key(one: Counter, *, alone: bool) -> Key:
    """Return what counters of one pile have in common: if they lie alone, their name."""
    if alone:
        return (one.side, one.label)
    hidden = "hidden" if one.look is not None and one.look.hidden else ""
    return (one.side, one.kind, one.look.symbol if one.look else "", hidden, str(one.spent))
