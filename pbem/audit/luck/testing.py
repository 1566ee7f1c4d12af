"""Whether numbers are out of the way for fair dice: few tests, counted together.

Each test asks one question and gives the chance that fair dice look at least so odd. Anyone who
asks several questions finds an odd answer sooner. So the chances are raised by Holm's method before
they are compared with the level. Then anything at all is flagged in at most so many fair games of a
hundred.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import erfc, exp, pi, sqrt

import msgspec

from pbem.audit.luck.measuring import Number, Share

LEVEL = 0.01
"""In so many fair games, or sets of games looked at together, something is flagged by chance."""
PER_FACE = 5
"""Rolls for each face below which the faces of a die are not tested: too few to say."""
THROWS_LEAST = 10
"""Throws below which a player's luck is not tested."""
OTHERS_LEAST = 20
"""The same for numbers of many ranges together."""


class Tested(msgspec.Struct, frozen=True, kw_only=True):
    """One question: ``about`` what (``die of 6``, ``luck of ann``), on how ``many`` numbers.

    ``chance``: that fair dice look at least so odd; ``together``: the same with all questions
    counted in; ``flagged``: that is below the level.
    """

    about: str
    many: int
    chance: float
    together: float
    flagged: bool


def weighed(
    numbers: Sequence[Number], players: Mapping[str, Sequence[Share]], level: float = LEVEL
) -> list[Tested]:
    """Test the faces of every kind of die, all other numbers together, and each player's luck.

    ``players``: name -> their shares, in order. ``level``: the chance below which a test is
    flagged.
    """
    found: list[tuple[str, int, float]] = []
    counts: dict[int, Counter[int]] = {}
    for one in numbers:
        counts.setdefault(one.n, Counter())[one.got] += 1
    others: list[tuple[int, int]] = []
    for n, faces in sorted(counts.items()):
        many = faces.total()
        if many >= PER_FACE * n:
            found.append((f"die of {n}", many, uniform(n, faces)))
        else:
            others += [(n, got) for got, times in faces.items() for _ in range(times)]
    if len(others) >= OTHERS_LEAST:
        found.append(("all other numbers", len(others), middle(others)))
    for handle, shares in sorted(players.items()):
        if len(shares) >= THROWS_LEAST:
            found.append((f"luck of {handle}", len(shares), luck(shares)))
    together = holm([chance for _, _, chance in found])
    return [
        Tested(about=about, many=many, chance=chance, together=all_, flagged=all_ < level)
        for (about, many, chance), all_ in zip(found, together, strict=True)
    ]


def uniform(n: int, faces: Mapping[int, int]) -> float:
    """Return the chance that a fair die of ``n`` faces looks at least so uneven (chi-square).

    ``faces``: face, from 0 -> how often it fell.
    """
    expected = sum(faces.values()) / n
    square = sum((faces.get(face, 0) - expected) ** 2 for face in range(n)) / expected
    return chi_square(square, n - 1)


def middle(numbers: Sequence[tuple[int, int]]) -> float:
    """Return the chance that fair numbers of many ranges lie on average at least so far off.

    ``numbers``: for each roll the size of its range, and what was got, from 0.
    """
    off = sum((got + 0.5) / n - 0.5 for n, got in numbers)
    spread = sum((1 - 1 / n**2) / 12 for n, _ in numbers)
    return both_tails(off / sqrt(spread))


def luck(shares: Sequence[Share]) -> float:
    """Return the chance that a player is at least so lucky, or so unlucky, with fair dice.

    Each share is 1/2 on average, whatever was thrown before, with a variance that is known before
    it falls: so their sum is near a normal one.
    """
    return both_tails(deviation(shares))


def deviation(shares: Sequence[Share]) -> float:
    """Return by how many standard deviations a player's dice were better than expected."""
    off = sum(one.share - 0.5 for one in shares)
    return off / sqrt(sum(one.spread for one in shares))


def both_tails(deviations: float) -> float:
    """Return the chance that a normal number is at least so many standard deviations off."""
    return erfc(abs(deviations) / sqrt(2))


def one_tail(deviations: float) -> float:
    """Return the share of normal numbers below so many standard deviations."""
    return 1 - erfc(deviations / sqrt(2)) / 2


def chi_square(square: float, degrees: int) -> float:
    """Return the chance that chi-square with so many degrees of freedom is at least ``square``.

    In closed form (Abramowitz and Stegun 26.4.4 and 26.4.5): a sum, and for odd degrees an error
    function before it.
    """
    half = square / 2
    if degrees % 2 == 0:
        term = total = exp(-half)
        for i in range(1, degrees // 2):
            term *= half / i
            total += term
        return min(1.0, total)
    total = erfc(sqrt(half))
    term = exp(-half) * sqrt(square) * sqrt(2 / pi)
    for i in range(1, degrees, 2):
        total += term
        term *= square / (i + 2)
    return min(1.0, total)


def holm(chances: Sequence[float]) -> list[float]:
    """Return each chance with the number of questions counted in (Holm 1979)."""
    order = sorted(range(len(chances)), key=lambda i: chances[i])
    raised, least = [1.0] * len(chances), 0.0
    for rank, i in enumerate(order):
        least = max(least, min(1.0, (len(chances) - rank) * chances[i]))
        raised[i] = least
    return raised
