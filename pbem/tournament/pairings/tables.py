"""Tables of three, balanced over opponents and sides (docs/tournaments.md, 4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import permutations

SEATS = 3
"""How many sit at a table."""

Table = tuple[int, ...]
"""The players at a table, as numbers of entrants: the first, the second, the third."""

Meetings = Mapping[frozenset[int], int]
"""How often two were at one table."""


def seat(
    order: Sequence[int],
    drawn: Sequence[int],
    before: Sequence[Sequence[Table]],
    had_byes: Mapping[int, int],
) -> tuple[tuple[Table, ...], tuple[int, ...]]:
    """Return the tables of the next round, and who has a bye.

    Args:
        order: The players of the round, by pairing number.
        drawn: All players, by lots.
        before: The tables of each round that is paired.
        had_byes: Player -> how many byes they had.

    Source: docs/tournaments.md, section 4.
    """
    late = sorted(order, key=lambda one: (had_byes.get(one, 0), -order.index(one)))
    byes = sorted(late[: len(order) % SEATS])
    met = Counter(
        frozenset(pair)
        for round_ in before
        for table in round_
        for pair in permutations(table, 2)
        if pair[0] < pair[1]
    )
    seated = [one for one in order if one not in byes]
    sides = Counter(
        (one, side) for round_ in before for at in round_ for side, one in enumerate(at)
    )
    return (
        tuple(_sided(table, drawn, sides) for table in _best(seated, met, len(before))),
        tuple(byes),
    )


def meetings(table: Sequence[int], met: Meetings) -> int:
    """Return how often those at a table have met there before, each two counted."""
    one, two, three = table
    return (
        met.get(frozenset((one, two)), 0)
        + met.get(frozenset((one, three)), 0)
        + met.get(frozenset((two, three)), 0)
    )


def _best(seated: Sequence[int], met: Meetings, turn: int) -> list[list[int]]:
    """Return tables with few who have met: the best of what several beginnings lead to."""
    found: list[list[int]] = []
    least = -1
    each = {one: {other: met.get(frozenset((one, other)), 0) for other in seated} for one in seated}
    for begun in _beginnings(seated, turn):
        tables = _improved(begun, each)
        cost = sum(meetings(table, met) for table in tables)
        if least < 0 or cost < least:
            found, least = tables, cost
        if not least:
            break
    return found


def _beginnings(seated: Sequence[int], turn: int) -> list[list[list[int]]]:
    """Return where to begin: one from each third, shifted by the round; then side by side."""
    count = len(seated) // SEATS
    thirds = [seated[part * count : (part + 1) * count] for part in range(SEATS)]
    made = [
        [
            [third[(at + part * (turn + more)) % count] for part, third in enumerate(thirds)]
            for at in range(count)
        ]
        for more in range(count)
    ]
    return [*made, [list(seated[SEATS * at : SEATS * (at + 1)]) for at in range(count)]]


def _improved(tables: list[list[int]], met: Mapping[int, Mapping[int, int]]) -> list[list[int]]:
    """Exchange two at different tables, those where it helps most, as long as it helps.

    ``met``: player -> other player -> how often they were at one table.

    How often somebody met those at a table is kept for all of both, since every exchange is tried
    each time: a director can found a tournament of hundreds, which each reader pairs again.
    """
    at_table = {one: [sum(row[other] for other in table) for table in tables] for one, row in
                met.items()}  # fmt: skip
    while True:
        costs = [sum(at_table[one][at] for one in table) for at, table in enumerate(tables)]
        if not any(costs):
            break
        best = (0, 0, 0)
        costly = [at for at, cost in enumerate(costs) if cost]
        for at in range(SEATS * len(tables)):
            one = at // SEATS
            mine = tables[one][at % SEATS]
            own, row = at_table[mine], met[mine]
            others = range(one + 1, len(tables)) if costs[one] else [n for n in costly if n > one]
            for two in others:
                for place, yours in enumerate(tables[two]):
                    theirs = at_table[yours]
                    gain = own[one] + theirs[two] - own[two] - theirs[one] + 2 * row[yours]
                    if gain > best[0]:
                        best = (gain, at, SEATS * two + place)
        if not best[0]:
            break
        _exchange(tables, *best[1:])
        for table in {best[1] // SEATS, best[2] // SEATS}:
            for one, row in met.items():
                at_table[one][table] = sum(row[other] for other in tables[table])
    return tables


def _exchange(tables: list[list[int]], at: int, other: int) -> None:
    one, two = divmod(at, SEATS), divmod(other, SEATS)
    tables[one[0]][one[1]], tables[two[0]][two[1]] = tables[two[0]][two[1]], tables[one[0]][one[1]]


def _sided(
    table: Sequence[int], drawn: Sequence[int], sides: Mapping[tuple[int, int], int]
) -> Table:
    """Return who has which side: those they had least often; of equal ways the first by lots."""
    lots = sorted(table, key=drawn.index)
    return min(
        permutations(lots),
        key=lambda way: sum(sides.get((one, side), 0) for side, one in enumerate(way)),
    )
