"""Which of two pairings of a round is better, by the criteria of the Dutch system.

FIDE Handbook C.04.3 in force since February 2026, article 2: C5 to C9 and C12 to C21. (C10 and C11,
on the colours of topscorers in the last round, are not asked.) Brackets are gone through from the
top; in the first in which two pairings differ the first criterion that differs decides. If none
does, the candidate that comes first is the better: known here is only the very first one, of a
bracket into which nobody floats.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

Numbers = frozenset[int]
Pairs = frozenset[Numbers]


@dataclass(frozen=True)
class Player:
    """A player to pair; ``colours``: `w` and `b`, of the games that they played.

    ``floats``: `down`, `up` or `none` of each round before; ``unplayed``: how many rounds they did
    not play.
    """

    score: Fraction
    colours: str
    floats: tuple[str, ...]
    met: Numbers
    unplayed: int
    may_have_bye: bool

    @cached_property
    def wish(self) -> tuple[str, int]:
        """The colour that is due to them (1.7), and how strongly: 3 is absolute, 0 not at all."""
        played = self.colours
        difference = played.count("w") - played.count("b")
        due = "" if not played else "b" if played[-1] == "w" else "w"
        if abs(difference) > 1:
            return "b" if difference > 0 else "w", 3
        if played[-2:] in ("ww", "bb"):
            return due, 3
        if difference:
            return "b" if difference > 0 else "w", 2
        return due, int(bool(due))

    def floated(self, how: str, ago: int) -> bool:
        """Whether they floated like that, so many rounds ago."""
        return self.floats[-ago:][:1] == (how,)


class Round:
    """All who play in a round, by pairing number.

    ``top``: in the last round half of what winning all gives; who has more is a topscorer.
    """

    def __init__(self, players: dict[int, Player], top: Fraction | None) -> None:
        self.players, self.top = players, top
        self._pairable: dict[Numbers, bool] = {frozenset(): True}

    def better(self, mine: Iterable[Numbers], his: Iterable[Numbers]) -> tuple[str, str]:
        """Say which is better, `mine` or `his`, and why: the criterion, or `first`.

        ("", "") where that is not known.

        A player who stands in no pair has the bye.
        """
        both = [frozenset(mine), frozenset(his)]
        byes = [frozenset(self.players) - frozenset().union(*pairs) for pairs in both]
        points = [self.points(bye) for bye in byes]
        if points[0] != points[1]:
            return _less(*points), "C5"
        moved, left = frozenset[int](), frozenset(self.players)
        while left:
            here = moved | self.highest(left - moved)
            inside = [frozenset(pair for pair in pairs if pair <= here) for pairs in both]
            if inside[0] != inside[1]:
                some = [
                    self.counted(pairs, moved, here, left - here, bye)
                    for pairs, bye in zip(inside, byes, strict=True)
                ]
                reported = (name for name in some[0] if some[0][name] != some[1][name])
                if name := next(reported, ""):
                    return _less(some[0][name], some[1][name]), name
                first = [not moved and pairs == _first(here, len(pairs)) for pairs in inside]
                return ("mine" if first[0] else "his", "first") if any(first) else ("", "")
            paired = frozenset[int]().union(*inside[0])
            moved, left = here - paired, left - paired
            if moved == left:
                break
        return "", ""

    def counted(
        self, pairs: Pairs, moved: Numbers, here: Numbers, below: Numbers, bye: Numbers
    ) -> dict[str, Any]:
        """Return what each criterion counts in a bracket, the less the better."""
        who = self.players
        floats = here - frozenset().union(*pairs)
        down = floats - moved
        pairs_of_moved = [
            (one, two) for pair in pairs for one in pair & moved for two in pair - {one}
        ]
        up = [two for _, two in pairs_of_moved if two not in moved]
        wishes = [[who[no].wish for no in pair] for pair in pairs]
        lost = [min(one[1], two[1]) for one, two in wishes if one[0] == two[0] != ""]

        def apart(how: str, ago: int) -> list[Fraction]:
            """Score differences; of who floats on it will be more than of any that is paired."""
            some = [
                who[one].score - who[two].score
                for one, two in pairs_of_moved
                if who[one if how == "down" else two].floated(how, ago)
            ]
            further = [no for no in floats & moved if how == "down" and who[no].floated(how, ago)]
            return sorted([*some, *(who[no].score + 1 for no in further)], reverse=True)

        return {
            "C6": len(floats),
            "C7": self.points(floats),
            "C8": self.fewest(floats | self.highest(below), below - self.highest(below), bye),
            "C9": sum(who[no].unplayed for no in bye),
            "C12": len(lost),
            "C13": sum(one >= 2 for one in lost),
            "C14": sum(who[no].floated("down", 1) for no in down),
            "C15": sum(who[no].floated("up", 1) for no in up),
            "C16": sum(who[no].floated("down", 2) for no in down),
            "C17": sum(who[no].floated("up", 2) for no in up),
            "C18": apart("down", 1),
            "C19": apart("up", 1),
            "C20": apart("down", 2),
            "C21": apart("up", 2),
        }

    def fewest(self, there: Numbers, rest: Numbers, bye: Numbers) -> tuple[int, list[Fraction]]:
        """Return how few can float down from a bracket, and with what points: C6 and C7 there."""
        ways = {floats: (len(floats), self.points(floats)) for floats in self.left_over(there)}
        points = self.points(bye)
        return next(
            ways[floats]
            for floats in sorted(ways, key=ways.__getitem__)
            if self.completes(rest | floats, points)
        )

    def left_over(self, there: Numbers) -> Iterator[Numbers]:
        """Give who is left of a bracket, for each way to pair some of it."""
        if not there:
            yield there
            return
        first = min(there)
        for two in there - {first}:
            if self.may_meet(first, two):
                yield from self.left_over(there - {first, two})
        for left in self.left_over(there - {first}):
            yield left | {first}

    def completes(self, rest: Numbers, bye: list[Fraction]) -> bool:
        """Say whether these can all be paired, and of an odd number one have the bye: C4, C5."""
        if len(rest) % 2 == 0:
            return self.pairable(rest)
        good = (no for no in rest if self.players[no].may_have_bye and self.points([no]) == bye)
        return any(self.pairable(rest - {no}) for no in good)

    def pairable(self, left: Numbers) -> bool:
        """Say whether all of these can be paired with each other."""
        if left not in self._pairable:
            first, *others = sorted(left)
            self._pairable[left] = any(
                self.may_meet(first, two) and self.pairable(left - {first, two}) for two in others
            )
        return self._pairable[left]

    def may_meet(self, one: int, two: int) -> bool:
        """Say whether two may be paired: C1 and C3."""
        mine, his = self.players[one], self.players[two]
        tops = self.top is not None and max(mine.score, his.score) > self.top
        return two not in mine.met and (tops or mine.wish != his.wish or mine.wish[1] < 3)

    def highest(self, some: Numbers) -> Numbers:
        """Return who of these has the most points."""
        most = max((self.players[no].score for no in some), default=None)
        return frozenset(no for no in some if self.players[no].score == most)

    def points(self, some: Iterable[int]) -> list[Fraction]:
        """Return the points of these, the most first."""
        return sorted((self.players[no].score for no in some), reverse=True)


def _first(here: Numbers, count: int) -> Pairs:
    """Return the candidate that comes first in a bracket of one score (3.2 and 4.1)."""
    ordered = sorted(here)
    upper, lower = ordered[:count], ordered[count : 2 * count]
    return frozenset(frozenset(pair) for pair in zip(upper, lower, strict=True))


def _less(mine: Any, his: Any) -> str:
    return "mine" if mine < his else "his"
