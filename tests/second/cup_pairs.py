"""Lots, Berger's tables and who of a pair is the first: section 4 of docs/tournaments.md.

The named engine alone decides who meets whom in a Swiss. Here is only what the page says of it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from second.crypt import Stream

FIRST, SECOND = 1, -1
NOTHING, MILD, STRONG, ABSOLUTE = range(4)


def drawn(keys: list[str], alpha: bytes, betas: list[bytes]) -> tuple[list[str], bool]:
    """Draw an order of keys that stand in ascending order, and whether number 1 begins as first."""
    stream, order = Stream(alpha, betas), list(keys)
    for at in range(len(order) - 1, 0, -1):
        other = stream.uniform(at + 1)
        order[at], order[other] = order[other], order[at]
    return order, stream.uniform(2) == 0


def berger(count: int, number: int) -> list[tuple[int, int]]:
    """Give the pairs of a round, both from 1, by Berger's tables for an even number of players."""
    half, ring = count // 2, count - 1
    at = (number - 1) * half % ring
    top = (at + 1, count) if number % 2 else (count, at + 1)
    return [top] + [((at + i) % ring + 1, (at - i) % ring + 1) for i in range(1, half)]


def round_robin(
    numbers: list[int], playing: set[int], number: int, *, exchanged: bool = False
) -> tuple[list[list[int]], list[int]]:
    """Give boards and byes of a round: ``numbers`` are the entrants by their pairing numbers.

    ``exchanged``: whether the last two rounds of the first cycle are.
    """
    count = len(numbers) + len(numbers) % 2
    cycle, at = divmod(number - 1, count - 1)
    if exchanged and cycle == 0 and count > 2 and at >= count - 3:
        at = 2 * count - 5 - at
    boards, byes = [], []
    for one, two in berger(count, at + 1):
        pair = [numbers[i - 1] if i <= len(numbers) else 0 for i in (one, two)]
        there = [who for who in pair if who in playing]
        if len(there) == 2:
            boards.append(pair[::-1] if cycle else pair)
        byes += there if len(there) == 1 else []
    return boards, sorted(byes)


class Wish(NamedTuple):
    """Which side somebody wishes, how strongly, and first less second of their games so far."""

    side: int
    strength: int
    wide: int


@dataclass
class Past:
    """The facts for a pairing: points, pairing number, and the sides of the games played."""

    points: int
    number: int
    sides: list[int] = field(default_factory=list)

    def wish(self) -> Wish:
        """Give the side that they wish."""
        wide = sum(self.sides)
        rarer = SECOND if wide > 0 else FIRST
        if abs(wide) >= 2:
            return Wish(rarer, ABSOLUTE, abs(wide))
        if self.sides[-2:] in ([FIRST, FIRST], [SECOND, SECOND]):
            return Wish(-self.sides[-1], ABSOLUTE, abs(wide))
        if wide:
            return Wish(rarer, STRONG, abs(wide))
        return Wish(-self.sides[-1], MILD, 0) if self.sides else Wish(0, NOTHING, 0)


def first_is(one: Past, two: Past, *, drawn_first: bool) -> Past:
    """Say who of two is the first."""
    high, low = sorted((one, two), key=lambda who: (-who.points, who.number))
    mine, his = high.wish(), low.wish()

    def side_of_high() -> int:
        if mine.side and his.side and mine.side != his.side:
            return mine.side
        if mine.strength != his.strength:
            return mine.side if mine.strength > his.strength else -his.side
        if mine.strength == ABSOLUTE and mine.wide != his.wide:
            return mine.side if mine.wide > his.wide else -his.side
        for own, other in zip(reversed(high.sides), reversed(low.sides), strict=False):
            if own != other:
                return other
        if mine.side:
            return mine.side
        return FIRST if (high.number % 2 == 1) == drawn_first else SECOND

    return high if side_of_high() == FIRST else low
