"""Groups with a final, as sections 4 and 5 of docs/tournaments.md have them."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field

from second.cup_order import Round, Table
from second.cup_pairs import round_robin


def grouped(numbers: list[int], count: int) -> list[list[int]]:
    """Give the groups: there and back again, in the order of the pairing numbers."""
    groups: list[list[int]] = [[] for _ in range(count)]
    for at, who in enumerate(numbers):
        turn, place = divmod(at, count)
        groups[count - 1 - place if turn % 2 else place].append(who)
    return groups


def length(groups: list[list[int]]) -> int:
    """Give how many rounds the largest group needs."""
    return max(len(group) + len(group) % 2 - 1 for group in groups)


def paired(
    groups: list[list[int]], playing: set[int], number: int
) -> tuple[list[list[int]], list[int]]:
    """Give boards and byes of a round of all groups."""
    boards, byes = [], []
    for group in groups:
        if number <= length([group]):
            more, alone = round_robin(group, playing, number)
            boards += more
            byes += alone
    return boards, sorted(byes)


@dataclass
class Stage:
    """The groups as they stand, or stood when the final's first round was paired."""

    scale: dict[str, int]
    rounds: list[Round]
    groups: list[list[int]]
    ties: list[str]
    levels: list[dict[str, int]] = field(default_factory=list)
    seeds: list[int] = field(default_factory=list)
    own: dict[str, int] = field(default_factory=dict)

    def tables(self) -> list[Table]:
        """Give the table of each group, from the games of its members alone."""
        found = []
        for group in self.groups:
            rounds = [
                Round(
                    one.pair,
                    [board for board in one.boards if set(board.pair()) <= set(group)],
                    [who for who in one.byes if who in group],
                )
                for one in self.rounds
            ]
            table = Table(
                self.scale, rounds, len(rounds), group, self.ties, levels=self.levels, own=self.own
            )
            found.append(table)
        return found

    def fixed(self, best: int, playing: set[int]) -> Stage:
        """Give it as it stands now for the final: the best who play are in that."""
        orders = [[who for who in one.order() if who in playing][:best] for one in self.tables()]
        seeds = [order[at] for at in range(best) for order in orders if at < len(order)]
        rounds = deepcopy(self.rounds)
        return Stage(self.scale, rounds, self.groups, self.ties, self.levels, seeds, self.own)

    def others(self) -> list[int]:
        """Give who is in no final: by place in the group, points in it, pairing number."""
        keyed = []
        for table in self.tables():
            for place, who in enumerate(table.order()):
                keyed.append((place, -table.points(who), who))
        numbers = self.in_order()
        keyed.sort(key=lambda one: (one[0], one[1], numbers.index(one[2])))
        return [who for *_, who in keyed if who not in self.seeds]

    def in_order(self) -> list[int]:
        """Give all members by their pairing numbers again."""
        count, most = len(self.groups), max(map(len, self.groups))
        found = []
        for turn in range(most):
            places = range(count - 1, -1, -1) if turn % 2 else range(count)
            found += [self.groups[at][turn] for at in places if turn < len(self.groups[at])]
        return found
