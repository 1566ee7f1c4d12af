"""A single elimination: its bracket, as sections 4 and 5 of docs/tournaments.md have it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from second.cup_order import VALUE, Board, Round

HOLE = 0
Match = tuple[int, int]
"""Two pairing numbers, or holes."""


def depth(count: int) -> int:
    """Give how many rounds a bracket of so many has."""
    rounds = 0
    while 2**rounds < count:
        rounds += 1
    return rounds


def places(count: int) -> list[int]:
    """Give the pairing numbers of the places of round 1, with holes."""
    listed = [1]
    while len(listed) < 2 ** depth(count):
        more = 2 * len(listed) + 1
        listed = [one for number in listed for one in (number, more - number)]
    return [number if number <= count else HOLE for number in listed]


@dataclass
class Bracket:
    """A bracket of so many, from what the rounds that are paired have made of it."""

    numbers: list[int]
    """Entrants by their pairing numbers; who is in no bracket is not here."""
    draws: str
    third: bool
    rounds: list[Round]
    found: dict[str, Any]
    """The terms, by which several games of two are added up."""

    def length(self) -> int:
        return depth(len(self.numbers))

    def result(self, match: Match, number: int) -> Match:
        """Give who goes on from a match of a round that is paired, and who has lost it."""
        if number > len(self.rounds):
            return HOLE, HOLE
        one = self.rounds[number - 1]
        there = {self.numbers[seed - 1]: seed for seed in match if seed}
        boards = [board for board in one.boards if set(board.pair()) == set(there)]
        if boards:
            return self.decided(boards, [there[who] for who in boards[0].pair()])
        return next((there[who] for who in one.byes if who in there), HOLE), HOLE

    def summed(self, boards: list[Board]) -> str:
        """Give how a match of several boards ended: who has more points from it has won."""
        ends = [one.mattered or one.outcome for one in boards]
        if "" in ends or set(ends) == {"none"}:
            return min(ends)
        lead = 0
        for at, (end, one) in enumerate(zip(ends, boards, strict=True)):
            gives = dict(self.found["points"])
            level = one.mattered_level if one.mattered else one.level
            if level:
                gives |= self.found["levels"][level - 1]
            mine, his = (gives[what] for what in VALUE[end])
            lead += his - mine if at % 2 else mine - his
        return "first" if lead > 0 else "second" if lead else "draw"

    def decided(self, boards: list[Board], seeds: list[int]) -> Match:
        """Give who goes on from a match, and who has lost; its outcome when it mattered counts."""
        outcome = boards[0].mattered or boards[0].outcome
        if len(boards) > 1:
            outcome = self.summed(boards)
        first, second = seeds
        if outcome == "draw":
            seed = min(seeds) == first
            outcome = "first" if self.draws == "seed" and seed else "second"
        if outcome in ("", "none"):
            return HOLE, HOLE
        return (first, second) if outcome == "first" else (second, first)

    def matches(self, number: int) -> list[Match]:
        """Give the matches of a round, those of the rounds before being paired."""
        if number > depth(len(self.numbers)):
            return []
        if number == 1:
            have = places(len(self.numbers))
            return list(zip(have[::2], have[1::2], strict=True))
        before = Bracket.matches(self, number - 1)
        results = [self.result(match, number - 1) for match in before]
        on = [winner for winner, _ in results]
        found = list(zip(on[::2], on[1::2], strict=True))
        if self.third and number == depth(len(self.numbers)):
            found.append((results[0][1], results[1][1]))
        return found

    def waits(self, number: int, playing: Callable[[int], set[int]]) -> bool:
        """Whether somebody who plays then waits for a round after this one."""
        return False

    def reached(self) -> tuple[dict[int, int], int]:
        """Give the round that each in the bracket has reached, and who went on as the third."""
        reached, third = dict.fromkeys(range(1, len(self.numbers) + 1), 1), HOLE
        last = self.length()
        for number in range(2, len(self.rounds) + 2):
            if number <= last:
                matches = self.matches(number)[: 2 ** (last - number)]
                on = [seed for match in matches for seed in match]
            else:
                final, *more = [self.result(match, last) for match in self.matches(last)]
                on, third = [final[0]], more[0][0] if more else HOLE
            reached |= {seed: number for seed in on if seed}
        return reached, third

    def order(self) -> list[int]:
        """Give those in the bracket, who has reached most first."""
        reached, third = self.reached()
        seeds = sorted(reached, key=lambda seed: (-reached[seed], seed != third, seed))
        return [self.numbers[seed - 1] for seed in seeds]
