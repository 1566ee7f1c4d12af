"""Tables of three, as sections 4 and 5 of docs/tournaments.md have them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations, product

OUTCOMES = (
    *("1-2-3", "1-3-2", "2-1-3", "2-3-1", "3-1-2", "3-2-1"),
    *("1-2-2", "2-1-2", "2-2-1", "1-1-3", "1-3-1", "3-1-1", "1-1-1"),
)
Tables = list[list[int]]


def place(outcome: str, at: int) -> int:
    """Give somebody's place; ``at`` 0 is the first."""
    return int(outcome.split("-")[at])


def points(outcome: str, at: int, scale: dict[str, int]) -> int:
    """Give somebody's points from a table."""
    if outcome == "none":
        return scale["loss"]
    mine = place(outcome, at)
    sharing = [one for one in range(3) if place(outcome, one) == mine]
    given = [scale["win"], scale["draw"], scale["loss"]]
    return sum(given[mine - 1 + more] for more in range(len(sharing))) // len(sharing)


def against(outcome: str, at: int, other: int) -> str:
    """Give how somebody's game against another at the table ended."""
    mine, his = place(outcome, at), place(outcome, other)
    return "won" if mine < his else "lost" if mine > his else "drawn"


def alone_first(outcome: str, at: int) -> bool:
    return outcome != "none" and place(outcome, at) == 1 and outcome.split("-").count("1") == 1


@dataclass
class Past:
    """The seats in the rounds that are paired, and the byes."""

    rounds: list[Tables]
    byes: list[list[int]]

    def met(self, one: int, other: int) -> int:
        return sum({one, other} <= set(table) for tables in self.rounds for table in tables)

    def cost(self, table: list[int]) -> int:
        one, two, three = table
        return self.met(one, two) + self.met(one, three) + self.met(two, three)

    def side(self, who: int, at: int) -> int:
        return sum(table[at] == who for tables in self.rounds for table in tables)

    def without(self, who: list[int]) -> list[int]:
        """Give who has a bye."""
        left = list(who)
        alone: list[int] = []
        while len(left) % 3:
            fewest = min(sum(one in byes for byes in self.byes) for one in left)
            few = [one for one in left if sum(one in byes for byes in self.byes) == fewest]
            alone.append(few[-1])
            left.remove(few[-1])
        return sorted(alone)

    def improved(self, tables: Tables) -> Tables:
        while True:
            best, way = 0, (0, 0)
            places = range(3 * len(tables))
            costs = [self.cost(table) for table in tables]
            for low, high in product(places, places):
                one, two = low // 3, high // 3
                if low < high and one != two and costs[one] + costs[two] > best:
                    changed = exchanged(tables, low, high)
                    now = self.cost(changed[one]) + self.cost(changed[two])
                    if costs[one] + costs[two] - now > best:
                        best, way = costs[one] + costs[two] - now, (low, high)
            if not best:
                return tables
            tables = exchanged(tables, *way)

    def seated(self, who: list[int]) -> Tables:
        """Give the tables of those who have no bye."""
        k, t = len(who) // 3, len(self.rounds)
        beginnings = [
            [
                [who[j], who[k + (j + t + n) % k], who[2 * k + (j + 2 * (t + n)) % k]]
                for j in range(k)
            ]
            for n in range(k)
        ]
        beginnings.append([who[3 * j : 3 * j + 3] for j in range(k)])
        ends: list[tuple[int, Tables]] = []
        for beginning in beginnings:
            end = self.improved(beginning)
            ends.append((sum(map(self.cost, end)), end))
            if not ends[-1][0]:
                break
        return min(ends, key=lambda one: one[0])[1]

    def sided(self, table: list[int], drawn: list[int]) -> list[int]:
        orders = sorted(permutations(table), key=lambda three: [drawn.index(one) for one in three])
        return list(
            min(orders, key=lambda three: sum(self.side(one, at) for at, one in enumerate(three)))
        )

    def paired(self, playing: list[int], drawn: list[int]) -> tuple[Tables, list[int]]:
        """Give tables and byes; who plays is in the order of pairing numbers."""
        byes = self.without(playing)
        tables = self.seated([one for one in playing if one not in byes])
        return [self.sided(table, drawn) for table in tables], byes


def exchanged(tables: Tables, low: int, high: int) -> Tables:
    changed = [list(table) for table in tables]
    (a, b), (c, d) = divmod(low, 3), divmod(high, 3)
    changed[a][b], changed[c][d] = changed[c][d], changed[a][b]
    return changed
