"""A guess at what somebody meant: the nearest of the names that would have been right."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from pbem.kit.plain import lower

FARTHEST = 2
"""How many typing mistakes (a sign wrong, missing, too many, or two swapped) are forgiven."""


def distance(left: str, right: str, most: int | None = None) -> int:
    """Return how many slips turn one text into another; a swap counts once.

    Args:
        left: One text.
        right: The other text.
        most: Above this number, counting stops, and any greater number may be returned.
    """
    most = max(len(left), len(right)) if most is None else most
    if abs(len(left) - len(right)) > most:
        return most + 1
    before, row = [], list(range(len(right) + 1))
    for i, a in enumerate(left, 1):
        before, row, above = row, [most + 1] * (len(right) + 1), before
        row[0], least = i, i
        # So few slips lead to no other columns of this row.
        for j in range(max(1, i - most), min(len(right), i + most) + 1):
            b = right[j - 1]
            cost = before[j - 1] + (a != b)
            if before[j] < cost:
                cost = before[j] + 1
            if row[j - 1] < cost:
                cost = row[j - 1] + 1
            if i > 1 < j and a == right[j - 2] and left[i - 2] == b and above[j - 2] < cost:
                cost = above[j - 2] + 1
            row[j] = cost
            least = min(least, cost)
        if least > most and min(before) >= most:  # a swap leads from the row above past this one
            return most + 1
    return row[-1]


def nearest(word: str, names: Iterable[str], most: int = 3) -> list[str]:
    """Return the names nearest to a word, best first; often none.

    Capitals, spaces and dashes do not count. A name is near if few slips lie between, few also for
    its length, and something is the same. Equally near names keep their order.

    Args:
        word: The word.
        names: The names.
        most: How many names at most.
    """
    return _nearest(word, tuple(names))[:most]


@lru_cache(maxsize=128)
def _nearest(word: str, names: tuple[str, ...]) -> list[str]:
    """Return all that are near; kept, since a list of orders has one slip in many lines."""
    reported = _plain(word)
    if not reported or len(reported) > 40:
        return []
    found: list[tuple[int, int, str]] = []
    for place, (name, plain) in enumerate(zip(names, _all_plain(names), strict=True)):
        longer = max(len(plain), len(reported))
        allowed = min(FARTHEST, max(1, longer // 2))
        slips = distance(reported, plain, allowed)
        if slips <= allowed and slips < longer:
            found.append((slips, place, name))
    return [name for _, _, name in sorted(found)]


def did_you_mean(word: str, names: Iterable[str]) -> str:
    """Return ``"; did you mean X or Y?"``, or nothing where no name is near."""
    near = nearest(word, names)
    return f"; did you mean {' or '.join(near)}?" if near else ""


@lru_cache(maxsize=8)
def _all_plain(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(map(_plain, names))


def _plain(text: str) -> str:
    return lower(text).replace(" ", "").replace("-", "").replace("_", "")
