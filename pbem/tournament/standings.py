"""Points, tie-breaks and the order that follows from them (docs/tournaments.md)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec

from pbem.tournament.bracket import Bracket
from pbem.tournament.history import BoardOf, History
from pbem.tournament.kinds import Elimination, Groups
from pbem.tournament.outcomes import SIDES, shares


class Met(NamedTuple):
    """One round of one entrant.

    ``opponents``: nobody for a bye and for who plays alone, two at a table; ``side``: ``first``,
    ``second``, ``third`` or empty; ``result``: ``win``, ``draw``, ``loss``, ``bye`` or empty where
    it is not decided;
    ``played``: against somebody, and no forfeit; ``ruled``: why, where a ruling decided it;
    ``points`` of this round; ``lost_by_both``: nobody won; ``place``: at a table, else 0;
    ``against``: the result against each opponent; ``score``: of who played alone.
    """

    round: int
    opponents: tuple[int, ...]
    side: str
    result: str
    played: bool
    ruled: str
    points: int
    lost_by_both: bool = False
    place: int = 0
    against: tuple[str, ...] = ()
    score: int | None = None

    @property
    def opponent(self) -> int:
        """The other of a pair; 0 for a bye."""
        return self.opponents[0] if self.opponents else 0


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """An entrant in the standings; ``ties``: tie-break -> value, in their order.

    In an elimination ``reached`` is there instead: the last round in which a place was his.
    """

    rank: int
    number: int
    handle: str
    points: int
    ties: dict[str, int]
    played: int
    wins: int
    draws: int
    losses: int


def met(history: History, last: int = 0) -> dict[int, list[Met]]:
    """Return the rounds of every entrant; one without game and bye is left out.

    With ``last`` only as many, as they stood when the round after that was paired.
    """
    scale = history.found.points
    found: dict[int, list[Met]] = {one.number: [] for one in history.entrants}
    decided = history.stood if last else history.decided.get
    for no, paired in enumerate(history.rounds[: last or None], 1):
        for board, there in enumerate(paired.boards, 1):
            done = decided(BoardOf(no, board))
            played = done is not None and done.played
            ruled = "" if done is None else done.ruled
            score = None if done is None else done.score
            nobody = done is not None and done.outcome == "none"
            had = shares(None if done is None else done.outcome, len(there), scale, score)
            for me, side, has in zip(there, SIDES, had, strict=False):
                others = tuple(one for one in there if one != me)
                found[me].append(
                    Met(
                        no, others, side, has.result, played, ruled, has.points, nobody,
                        has.place, has.against, score,
                    )
                )  # fmt: skip
        for number in paired.byes:
            found[number].append(Met(no, (), "", "bye", False, "", scale.bye))
    return found


def totals(history: History) -> dict[int, int]:
    """Return the points of every entrant."""
    return {number: sum(one.points for one in rounds) for number, rounds in met(history).items()}


def standings(history: History) -> list[Row]:
    """Return everybody in order: points, tie-breaks as founded, then the order that was drawn.

    Those of an elimination are in the order of the round they reached, as those of a final; those
    of a ladder by their places.
    """
    rounds = met(history)
    points = {number: sum(one.points for one in ones) for number, ones in rounds.items()}
    if isinstance(history.found.format, Groups):
        order, values = _with_groups(history)
    elif isinstance(history.found.format, Elimination):
        reached = bracket(history)
        order, values = reached.order(), {no: {"reached": reached.reached[no]} for no in points}
    elif history.ladder is not None:
        order, values = history.ladder.order, {number: {} for number in points}
    else:
        order, values = _by_points(history, [history.places()], rounds, points)
    return [
        Row(
            rank=place,
            number=number,
            handle=history.entrant(number).handle,
            points=points[number],
            ties=values[number],
            played=sum(one.played for one in rounds[number]),
            **{
                f"{name}s" if name != "loss" else "losses": sum(
                    one.result == name for one in rounds[number]
                )
                for name in ("win", "draw", "loss")
            },
        )
        for place, number in enumerate(order, 1)
    ]


def columns(history: History) -> tuple[str, ...]:
    """Return what stands beside the points in every row."""
    reached = isinstance(history.found.format, Elimination | Groups)
    return ("reached", *history.found.ties) if reached else history.found.ties


def bracket(history: History) -> Bracket:
    """Return the bracket of an elimination, or of the final of groups as it would be paired now."""
    if not isinstance(history.found.format, Groups):
        return Bracket(history, history.order)
    best, since = history.found.format.best, history.group_rounds
    goes = [
        [number for number in group if history.entrant(number).plays(since + 1)][:best]
        for group in _tables(history)[0]
    ]
    seeded = [group[place] for place in range(best) for group in goes if place < len(group)]
    return Bracket(history, seeded, since)


def _tables(
    history: History,
) -> tuple[list[list[int]], dict[int, int], dict[int, dict[str, int]]]:
    """Return the order of each group, and points and tie-breaks from its rounds."""
    rounds = met(history, history.group_rounds)
    points = {number: sum(one.points for one in ones) for number, ones in rounds.items()}
    tables, values = [], {}
    for group in history.groups():
        order, told = _by_points(history, [group], rounds, points)
        tables.append(order)
        values.update(told)
    return tables, points, values


def _with_groups(history: History) -> tuple[list[int], dict[int, dict[str, int]]]:
    """Return the order of groups with a final, and what stands beside the points."""
    tables, points, values = _tables(history)
    drawn = {number: place for place, number in enumerate(history.places())}
    rank = {number: place for group in tables for place, number in enumerate(group)}
    last = len(drawn)
    rest = sorted(drawn, key=lambda no: (rank.get(no, last), -points[no], drawn[no]))
    final: list[int] = []
    reached: dict[int, int] = {}
    if len(history.rounds) > history.group_rounds > 0:
        made = bracket(history)
        reached = made.reached
        final = [number for number in made.order() if number in made.seeded]
    nothing = dict.fromkeys(history.found.ties, 0)
    beside = {no: {"reached": reached.get(no, 0), **values.get(no, nothing)} for no in drawn}
    return final + [number for number in rest if number not in final], beside


def _by_points(
    history: History,
    groups: Sequence[Sequence[int]],
    rounds: dict[int, list[Met]],
    points: dict[int, int],
) -> tuple[list[int], dict[int, dict[str, int]]]:
    """Return the order of all in ``groups``, and the tie-breaks of everybody."""
    reckon = _Ties(history, rounds, points)
    groups = _split(groups, lambda number, _: points[number])
    values: dict[int, dict[str, int]] = {number: {} for group in groups for number in group}
    for tie in history.found.ties:
        told = reckon.of(tie)
        for group in groups:
            for number in group:
                values[number][tie] = told(number, group)
        groups = _split(groups, told)
    return [number for group in groups for number in group], values


Told = Callable[[int, Sequence[int]], int]
"""The value of an entrant among those with whom he is tied."""


def _split(groups: Sequence[Sequence[int]], told: Told) -> list[list[int]]:
    """Split groups of tied entrants by a value, the highest first; equal ones keep their order."""
    split: list[list[int]] = []
    for group in groups:
        values = {number: told(number, group) for number in group}
        split += [
            [number for number in group if values[number] == value]
            for value in sorted(set(values.values()), reverse=True)
        ]
    return split


class _Ties:
    """The tie-breaks over one set of results."""

    def __init__(
        self, history: History, rounds: dict[int, list[Met]], points: dict[int, int]
    ) -> None:
        self.rounds, self.points, self.paired = rounds, points, len(history.rounds)
        if isinstance(history.found.format, Groups):
            self.paired = min(self.paired, history.group_rounds)
        self.scale = history.found.points
        self.others = len(history.found.board.sides) - 1

    def of(self, tie: str) -> Told:
        name = f"_{tie.replace('-', '_')}"
        told: Told = getattr(self, name)
        return told

    def _opponents(self, number: int) -> list[int]:
        """Return the points of each opponent; a round not played counts as one against himself.

        Where three sit at a board such a round counts as two.
        """
        played = [one for one in self.rounds[number] if one.played]
        against = [self.points[other] for one in played for other in one.opponents]
        return against + [self.points[number]] * (self.others * self.paired - len(against))

    def _buchholz(self, number: int, _: Sequence[int]) -> int:
        return sum(self._opponents(number))

    def _buchholz_cut_1(self, number: int, _: Sequence[int]) -> int:
        against = self._opponents(number)
        return sum(against) - min(against, default=0)

    def _sonneborn_berger(self, number: int, _: Sequence[int]) -> int:
        return sum(
            self.points[one.opponent] * one.points for one in self.rounds[number] if one.played
        )

    def _direct(self, number: int, group: Sequence[int]) -> int:
        games = {
            one: [met for met in self.rounds[one] if met.played and met.opponent in group]
            for one in group
        }
        if any({met.opponent for met in games[one]} | {one} != {*group} for one in group):
            return 0  # they have not all met, so it says nothing
        return sum(met.points for met in games[number])

    def _koya(self, number: int, _: Sequence[int]) -> int:
        half = self.scale.win * self.paired
        return sum(
            one.points
            for one in self.rounds[number]
            if one.played and 2 * self.points[one.opponent] >= half
        )

    def _progressive(self, number: int, _: Sequence[int]) -> int:
        return sum(one.points * (self.paired + 1 - one.round) for one in self.rounds[number])

    def _wins(self, number: int, _: Sequence[int]) -> int:
        return sum(one.result == "win" and one.played for one in self.rounds[number])
