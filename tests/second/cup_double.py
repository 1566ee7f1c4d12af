"""A double elimination: its two brackets, as sections 4 and 5 of docs/tournaments.md have them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from second.cup_bracket import HOLE, Bracket, Match, depth


@dataclass
class Double(Bracket):
    """The winners' bracket, that of the losers, the final, and the final once more."""

    again: bool

    def length(self) -> int:
        return 2 * depth(len(self.numbers)) + self.again

    def winners(self, number: int) -> list[Match]:
        """Give a round of the winners' bracket."""
        return super().matches(number)

    def losers(self, number: int) -> list[Match]:
        """Give a round of the losers' bracket, which is played in the round after that number."""
        if number == 1:
            lost = self.lost(1)
            return list(zip(lost[::2], lost[1::2], strict=True))
        on = [self.result(match, number)[0] for match in self.losers(number - 1)]
        if number % 2:
            return list(zip(on[::2], on[1::2], strict=True))
        fall = number // 2 + 1
        lost = self.lost(fall)
        return list(zip(on, lost if fall % 2 else lost[::-1], strict=True))

    def lost(self, number: int) -> list[int]:
        """Give who lost the matches of a round of the winners' bracket."""
        return [self.result(match, number)[1] for match in self.winners(number)]

    def final(self) -> Match:
        """Give the winner of the winners' bracket and that of the losers'."""
        deep = depth(len(self.numbers))
        best, fallen = self.result(self.winners(deep)[0], deep)
        if deep > 1:
            fallen = self.result(self.losers(2 * deep - 2)[0], 2 * deep - 1)[0]
        return best, fallen

    def matches(self, number: int) -> list[Match]:
        """Give the matches of a round as far as they are known; holes for who is not."""
        deep = depth(len(self.numbers))
        if number < 2 * deep:
            found = self.winners(number) if number <= deep else []
            return found + (self.losers(number - 1) if number > 1 else [])
        final = self.final()
        lost = self.result(final, 2 * deep)[1]
        once_more = self.again and lost != HOLE and lost == final[0]
        return [final] if number == 2 * deep or once_more else []

    def waits(self, number: int, playing: Callable[[int], set[int]]) -> bool:
        """Whether somebody who plays then has a place in a round after this one already."""
        return any(
            seed and self.numbers[seed - 1] in playing(at)
            for at in range(number + 1, self.length() + 1)
            for match in self.matches(at)
            for seed in match
        )

    def reached(self) -> tuple[dict[int, int], int]:
        """Give the round that each in the bracket has reached; no third place is played for."""
        reached = {}
        for number in range(1, self.length() + 1):
            reached |= {seed: number for match in self.matches(number) for seed in match if seed}
        last = 2 * depth(len(self.numbers))
        if self.again and self.matches(last + 1):
            last += 1
        best = self.result(self.matches(last)[0], last)[0]
        if best:
            reached[best] = last + 1
        return reached, HOLE
