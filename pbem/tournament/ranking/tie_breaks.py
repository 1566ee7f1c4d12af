"""Tie-breaks by FIDE's definitions (Handbook C.07), and what unplayed rounds are in them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from pbem.tournament.events.term_kinds import Groups, RoundRobin, Swiss
from pbem.tournament.history import History
from pbem.tournament.ranking.meetings import Met

Reported = Callable[[int, Sequence[int]], int]
"""The value of an entrant among those with whom they are tied."""

_BYES = ("bye", "request")


class Part(NamedTuple):
    """The part of one round in a Buchholz: the ``score`` of the opponent, or of the dummy.

    ``points``: what one had of that round; ``voluntary``: one did not play by one's own doing.
    """

    score: int
    points: int
    voluntary: bool = False


class TieBreaks:
    """The tie-breaks over one set of results: the ``rounds`` and ``points`` of every entrant."""

    def __init__(
        self, history: History, rounds: dict[int, list[Met]], points: dict[int, int]
    ) -> None:
        self.rounds = {
            number: [one for one in ones if one.counts] for number, ones in rounds.items()
        }
        self.left_out = {
            number: len(ones) - len(self.rounds[number]) for number, ones in rounds.items()
        }
        """How many rounds of each count in no standing: the other left the round robin early."""
        self.points, self.paired = points, len(history.rounds)
        form = history.found.format
        if isinstance(form, Groups):
            self.paired = min(self.paired, history.group_rounds)
        self.win, self.draw = history.round_scale.win, history.round_scale.draw
        self.others = len(history.found.board.sides) - 1
        self.is_swiss = isinstance(form, Swiss)
        self.all_meet = isinstance(form, RoundRobin | Groups)

    def of(self, tie: str) -> Reported:
        """Return how a tie-break is reckoned."""
        name = f"_{tie.replace('-', '_')}"
        reported: Reported = getattr(self, name)
        return reported

    def _counts(self, one: Met) -> bool:
        """Say whether a round is a game against its opponent: where all meet, forfeits too (15)."""
        return one.played or (self.all_meet and bool(one.opponents and one.result))

    def _games(self, number: int) -> list[Met]:
        return [one for one in self.rounds[number] if self._counts(one)]

    def _parts(self, number: int) -> list[Part]:
        """Return what each round that is paired gives; in a Swiss by C.07, article 16."""
        if self.is_swiss:
            by_round = {one.round: one for one in self.rounds[number]}
            return [self._part(number, by_round.get(no)) for no in range(1, self.paired + 1)]
        parts = [
            Part(self.points[other], one.points)
            for one in self._games(number)
            for other in one.opponents
        ]
        missing = self.others * (self.paired - self.left_out[number]) - len(parts)
        return parts + [Part(self.points[number], 0)] * missing

    def _part(self, number: int, one: Met | None) -> Part:
        """Return what a round of a Swiss gives: a dummy stands for who was not met (16.4)."""
        own = self.points[number]
        if one is None or one.result in _BYES:
            dummy = min(own, self.paired * self.draw)
            return Part(dummy, 0 if one is None else one.points, _is_voluntary(one))
        other = self._adjusted(one.opponent)
        if one.played or not one.result:
            return Part(other, one.points)
        return Part(min(own, other), one.points, _is_voluntary(one))

    def _adjusted(self, number: int) -> int:
        """Return somebody's points as their opponents have them (16.3).

        A player who does not play because they asked not to, and plays no more, has drawn since
        then.
        """
        by_round = {one.round: one for one in self.rounds[number]}
        points, goes_on = self.points[number], False
        for no in range(self.paired, 0, -1):
            one = by_round.get(no)
            if not goes_on and (one is None or one.result == "request"):
                points += self.draw - (0 if one is None else one.points)
            goes_on = goes_on or not _is_voluntary(one)
        return points

    def _buchholz(self, number: int, _: Sequence[int]) -> int:
        return sum(one.score for one in self._parts(number))

    def _buchholz_cut_1(self, number: int, _: Sequence[int]) -> int:
        """Leave out the lowest; of a Swiss the lowest of the voluntary ones, if any (16.5)."""
        parts = self._parts(number)
        cut = [one.score for one in parts if one.voluntary] or [one.score for one in parts]
        return sum(one.score for one in parts) - min(cut, default=0)

    def _sonneborn_berger(self, number: int, _: Sequence[int]) -> int:
        return sum(one.score * one.points for one in self._parts(number))

    def _direct(self, number: int, group: Sequence[int]) -> int:
        games = {one: [met for met in self._games(one) if met.opponent in group] for one in group}
        if any({met.opponent for met in games[one]} | {one} != {*group} for one in group):
            return 0  # they have not all met, so it says nothing
        return sum(met.points for met in games[number])

    def _koya(self, number: int, _: Sequence[int]) -> int:
        return sum(
            one.points
            for one in self._games(number)
            if 2 * self.points[one.opponent]
            >= self.win * (self.paired - self.left_out[one.opponent])
        )

    def _progressive(self, number: int, _: Sequence[int]) -> int:
        return sum(one.points * (self.paired + 1 - one.round) for one in self.rounds[number])

    def _score(self, number: int, _: Sequence[int]) -> int:
        return sum(one.own for one in self.rounds[number])

    def _match_points(self, number: int, _: Sequence[int]) -> int:
        return sum(one.other for one in self.rounds[number])

    _board_points = _match_points

    def _wins(self, number: int, _: Sequence[int]) -> int:
        games = (one for those in self.rounds[number] for one in those.games)
        return sum(one.result == "win" and one.played for one in games)


def _is_voluntary(one: Met | None) -> bool:
    """Say whether somebody did not play a round by their own doing (16.1)."""
    if one is None or one.result == "request":
        return True
    return one.result == "loss" and not one.played
