"""A small model of a single elimination, written from the page of tournaments alone."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any


class Single:
    """A bracket as a tree that is asked from its root, given only what the page says."""

    def __init__(self, count: int, draws: str, third: bool) -> None:
        self.draws, self.rounds = draws, 0
        while 2**self.rounds < count:
            self.rounds += 1
        self.third = third and self.rounds > 1
        self.count = count
        self.kept: dict[
            tuple[int, int], tuple[int, int]
        ] = {}  # (round, match) -> (winner, loser) when the next round was paired
        self.bronze = 0
        self.reached = dict.fromkeys(range(1, count + 1), 1)

    def drawn(self, seed: int, size: int) -> list[int]:
        """Return the seeds of a part of the bracket whose best is ``seed``."""
        if size == 2**self.rounds:
            return [seed if seed <= self.count else 0]
        return self.drawn(seed, 2 * size) + self.drawn(2 * size + 1 - seed, 2 * size)

    def holders(self, no: int) -> list[tuple[int, int]]:
        """Return who holds the places of each match of a round, the third place's last."""
        if no == 1:
            flat = self.drawn(1, 1)
        else:
            flat = [self.kept[no - 1, match][0] for match in range(2 ** (self.rounds - no + 1))]
        found = [(flat[at], flat[at + 1]) for at in range(0, len(flat), 2)]
        if no == self.rounds and self.third:
            found.append((self.kept[no - 1, 0][1], self.kept[no - 1, 1][1]))
        return found

    def keep(self, no: int, playing: Collection[int], outcomes: dict[frozenset[int], Any]) -> None:
        """Take what came of a round: ``outcomes`` maps pairs to the winner, 0, or a draw's pair."""
        for match, holders in enumerate(self.holders(no)):
            bronze = match == 1 and no == self.rounds
            here = [one for one in holders if one in playing]
            went = (here[0], 0) if len(here) == 1 else (0, 0)
            if len(here) == 2:
                won = outcomes[frozenset(here)]
                if isinstance(won, tuple):
                    won = min(won) if self.draws == "seed" else won[1]
                went = (won, sum(here) - won) if won else (0, 0)
            if bronze:
                self.bronze = went[0]
                continue
            self.kept[no, match] = went
            if went[0]:
                self.reached[went[0]] = no + 1

    def order(self) -> list[int]:
        return sorted(self.reached, key=lambda one: (-self.reached[one], one != self.bronze, one))
