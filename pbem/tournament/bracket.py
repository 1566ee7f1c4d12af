"""The bracket of an elimination, as the log has filled it so far (docs/tournaments.md, 4 and 5)."""

from __future__ import annotations

from typing import NamedTuple

from pbem.tournament.history import BoardOf, History
from pbem.tournament.kinds import SingleElimination

HOLE = 0
"""The number of nobody."""


class Spot(NamedTuple):
    """Where a match stands: ``part`` of the bracket, its stage in that, and its number, from 1."""

    part: str
    stage: int
    match: int


class Source(NamedTuple):
    """Whose a place is: who won the match at ``spot``, or who lost it."""

    spot: Spot
    won: bool = True


class Match(NamedTuple):
    """A match: whose its two places are, and who of them plays; HOLE for nobody."""

    spot: Spot
    holders: tuple[int, int]
    here: tuple[int, int]

    @property
    def has_board(self) -> bool:
        """Say whether two are there, who meet at a board."""
        return HOLE not in self.here


class Came(NamedTuple):
    """What came of a match: who goes on, and who lost to him at a board."""

    winner: int = HOLE
    loser: int = HOLE


WINNERS, THIRD = "winners", "third"
"""The parts of a bracket."""


def seeds(size: int) -> list[int]:
    """Return the pairing numbers of all places, the best as far apart as can be."""
    order = [1]
    while len(order) < size:
        order = [one for place in order for one in (place, 2 * len(order) + 1 - place)]
    return order


class Bracket:
    """All matches of the rounds that are paired, and of the next; made anew from the history."""

    def __init__(self, history: History) -> None:
        assert isinstance(history.found.format, SingleElimination)  # noqa: S101 - callers look
        self.history, self.form = history, history.found.format
        self.depth = (len(history.order) - 1).bit_length()
        self.came: dict[Spot, Came] = {}
        self.reached = {one.number: 0 for one in history.entrants}
        self.rounds: list[list[Match]] = []
        for number in range(1, len(history.rounds) + 1):
            self._take(number)
        self.next = self._matches(history.next_round)

    @property
    def left(self) -> int:
        """How many would have a board or a bye in the next round."""
        return sum(number != HOLE for match in self.next for number in match.here)

    def order(self) -> list[int]:
        """Return everybody in the order of section 5."""
        places = {number: place for place, number in enumerate(self.history.places())}
        third = self._came(Spot(THIRD, self.depth, 1)).winner
        return sorted(
            places, key=lambda number: (-self.reached[number], number != third, places[number])
        )

    def goes_on(self, at: BoardOf) -> int:
        """Return who went on from a board, or would as it is decided now; HOLE for nobody."""
        return self._decided(at).winner

    def _spots(self, number: int) -> list[Spot]:
        """Return the matches of a round, in the order of its boards."""
        if number > self.depth:
            return []
        spots = [Spot(WINNERS, number, match + 1) for match in range(1 << (self.depth - number))]
        if number == self.depth > 1 and self.form.third:
            spots.append(Spot(THIRD, number, 1))
        return spots

    def _sources(self, spot: Spot) -> tuple[Source, Source]:
        """Return whose the places of a match are, that is not one of the first round."""
        before = [Spot(WINNERS, spot.stage - 1, 2 * spot.match - less) for less in (1, 0)]
        won = spot.part == WINNERS
        return Source(before[0], won), Source(before[1], won)

    def _holders(self, spot: Spot) -> tuple[int, int]:
        if spot.part == WINNERS and spot.stage == 1:
            order, places = self.history.order, seeds(1 << self.depth)
            pair = places[2 * spot.match - 2 : 2 * spot.match]
            one, other = (order[place - 1] if place <= len(order) else HOLE for place in pair)
            return one, other
        one, other = (self._of(source) for source in self._sources(spot))
        return one, other

    def _came(self, spot: Spot) -> Came:
        return self.came.get(spot, Came())

    def _of(self, source: Source) -> int:
        came = self._came(source.spot)
        return came.winner if source.won else came.loser

    def _matches(self, number: int) -> list[Match]:
        """Return the matches of a round, whose rounds before are taken."""
        made = []
        for spot in self._spots(number):
            holders = self._holders(spot)
            if spot.part != THIRD:
                self.reached.update({one: number for one in holders if one != HOLE})
            one, other = (self._here(holder, number) for holder in holders)
            made.append(Match(spot, holders, (one, other)))
        champion = self._came(Spot(WINNERS, self.depth, 1)).winner
        if champion != HOLE:
            self.reached[champion] = number
        return made

    def _here(self, holder: int, number: int) -> int:
        plays = holder != HOLE and self.history.entrant(holder).plays(number)
        return holder if plays else HOLE

    def _take(self, number: int) -> None:
        """Take in what came of a round that is paired."""
        matches = self._matches(number)
        self.rounds.append(matches)
        boards = iter(self.history.boards(number))
        for match in matches:
            self.came[match.spot] = (
                self._decided(next(boards)) if match.has_board else Came(max(match.here))
            )

    def _decided(self, at: BoardOf) -> Came:
        """Return what came of a board, as it stood when the next round was paired."""
        outcome = self.history.stood(at)
        pair = self.history.rounds[at.round - 1].boards[at.board - 1]
        if outcome is None or outcome == "none":
            return Came()
        if outcome == "draw":
            outcome = "second"
            if self.form.draws == "seed":
                outcome = "first" if min(pair, key=self.history.order.index) == pair[0] else outcome
        winner, loser = pair if outcome == "first" else pair[::-1]
        return Came(winner, loser)
