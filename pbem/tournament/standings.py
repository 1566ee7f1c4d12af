"""Points, tie-breaks and the order that follows from them (docs/tournaments.md)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from pbem.tournament.bracket import Bracket
from pbem.tournament.history import History
from pbem.tournament.kinds import Elimination, Groups, RatingList
from pbem.tournament.meetings import Met, met
from pbem.tournament.ratings import courses


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


def totals(history: History) -> dict[int, int]:
    """Return the points of every entrant."""
    return {number: sum(one.points for one in rounds) for number, rounds in met(history).items()}


def standings(history: History) -> list[Row]:
    """Return everybody in order: points, tie-breaks as founded, then the order that was drawn.

    Those of an elimination are in the order of the round they reached, as those of a final; those
    of a ladder by their places, those of a rating list by the first rating.
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
    elif isinstance(history.found.format, RatingList):
        order, values = _by_rating(history), {number: {} for number in points}
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


def _by_rating(history: History) -> list[int]:
    """Return everybody by the rating of the first list, equal ones by pairing number."""
    course = courses(history, history.found.ratings[0])
    return sorted(history.places(), key=lambda number: -course[number][-1].rating)


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
