"""What somebody probably meant: the nearest of the names that would have been right."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.kit.plain import lower

FARTHEST = 2
"""How many slips of the pen (a sign wrong, missing, too many, or two swapped) are forgiven."""


def distance(left: str, right: str) -> int:
    """Return how many slips turn one text into the other (swapped neighbours count once)."""
    before: list[int] = []
    row = list(range(len(right) + 1))
    for i, a in enumerate(left, 1):
        before, row, above = row, [i], before
        for j, b in enumerate(right, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (a != b))
            if i > 1 and j > 1 and a == right[j - 2] and left[i - 2] == b:
                cost = min(cost, above[j - 2] + 1)
            row.append(cost)
    return row[-1]


def nearest(word: str, names: Iterable[str], most: int = 3) -> list[str]:
    """Return the names nearest to ``word``, best first, at most ``most``; often none.

    Case, spaces and dashes do not count. A name is near when few slips lie between, few also
    against its length, and something is the same; equally near names come in the order given.
    """
    told = _plain(word)
    if not told or len(told) > 40:
        return []
    found: list[tuple[int, int, str]] = []
    for place, name in enumerate(names):
        plain = _plain(name)
        allowed = min(FARTHEST, max(1, max(len(plain), len(told)) // 2))
        if abs(len(plain) - len(told)) > allowed:
            continue
        slips = distance(told, plain)
        if slips <= allowed and slips < max(len(plain), len(told)):
            found.append((slips, place, name))
    return [name for _, _, name in sorted(found)[:most]]


def did_you_mean(word: str, names: Iterable[str]) -> str:
    """Return ``"; did you mean X or Y?"``, or nothing where no name is near."""
    near = nearest(word, names)
    return f"; did you mean {' or '.join(near)}?" if near else ""


def _plain(text: str) -> str:
    return lower(text).replace(" ", "").replace("-", "").replace("_", "")
