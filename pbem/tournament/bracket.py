"""The bracket of an elimination, as the log has filled it so far (docs/tournaments.md, 4 and 5)."""

from __future__ import annotations

from typing import NamedTuple

from pbem.tournament.events.term_kinds import DoubleElimination, Elimination, Groups
from pbem.tournament.history import BoardOf, History
from pbem.tournament.outcomes import scale_at, shares

HOLE = 0
"""The number of nobody."""


class Spot(NamedTuple):
    """The place of a match: ``part`` of the bracket, its stage in that, and its number, from 1."""

    part: str
    stage: int
    match: int


class Source(NamedTuple):
    """The owner of a place: who won the match at ``spot``, or who lost it."""

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
    """The result of a match: who goes on, and who lost to them at a board."""

    winner: int = HOLE
    loser: int = HOLE


WINNERS, LOSERS, FINAL, THIRD = "winners", "losers", "final", "third"
"""The parts of a bracket; the final of a double elimination can have a second stage."""


def seeds(size: int) -> list[int]:
    """Return the pairing numbers of ``size`` places, the best as far apart as can be."""
    order = [1]
    while len(order) < size:
        order = [one for place in order for one in (place, 2 * len(order) + 1 - place)]
    return order


def spots(form: Elimination | Groups, depth: int) -> list[list[Spot]]:
    """Return the matches of all rounds, in the order of their boards; ``depth``: r of the page."""
    rounds = [
        [Spot(WINNERS, stage, match + 1) for match in range(1 << (depth - stage))]
        for stage in range(1, depth + 1)
    ]
    if not isinstance(form, DoubleElimination):
        if form.third and depth > 1:
            rounds[-1].append(Spot(THIRD, depth, 1))
        return rounds
    rounds += [[] for _ in range(depth)]
    for stage in range(1, 2 * depth - 1):
        matches = 1 << (depth - 1 - (stage + 1) // 2)
        rounds[stage] += [Spot(LOSERS, stage, match + 1) for match in range(matches)]
    if depth:
        rounds[-1].append(Spot(FINAL, 1, 1))
        rounds += [[Spot(FINAL, 2, 1)]] if form.again else []
    return rounds


def sources(spot: Spot, depth: int) -> tuple[Source, Source]:
    """Return whose the places of a match are: neither of the first round nor a second final.

    ``depth``: the rounds of the winners' part.
    """
    part, stage, match = spot
    earlier = (2 * match - 1, 2 * match)
    if part == FINAL:
        best = Spot(WINNERS, depth, 1)
        rest = Source(Spot(LOSERS, 2 * depth - 2, 1)) if depth > 1 else Source(best, won=False)
        return Source(best), rest
    if part == LOSERS and stage % 2 == 0:
        turn = stage // 2 + 1
        other = match if turn % 2 else (1 << (depth - turn)) + 1 - match
        return Source(Spot(LOSERS, stage - 1, match)), Source(Spot(WINNERS, turn, other), won=False)
    if part == LOSERS and stage > 1:
        one, two = (Source(Spot(LOSERS, stage - 1, no)) for no in earlier)
    else:
        begun = 1 if part == LOSERS else stage - 1
        one, two = (Source(Spot(WINNERS, begun, no), won=part == WINNERS) for no in earlier)
    return one, two


class Bracket:
    """All matches of the rounds that are paired, and of the next; made again from the history.

    ``seeded``: whom the places are for, the best first. ``since``: the last round before the
    bracket.
    """

    def __init__(self, history: History, seeded: list[int], since: int = 0) -> None:
        """Take whom the places are for, the best first, and the last round before the bracket."""
        form = history.found.format
        assert isinstance(form, Elimination | Groups)  # noqa: S101 - callers look
        self.history, self.form, self.seeded, self.since = history, form, seeded, since
        self.depth = (len(seeded) - 1).bit_length()
        self.spots = spots(form, self.depth)
        self.came: dict[Spot, Came] = {}
        self.reached = {one.number: 0 for one in history.entrants}
        self.rounds: list[list[Match]] = []
        paired = len(history.rounds) - since
        for number in range(1, paired + 1):
            self._take(number)
        ahead = [self._matches(number) for number in range(paired + 1, len(self.spots) + 1)]
        self.next, self.later = (ahead[0], ahead[1:]) if ahead else ([], [])
        self._crown()

    @property
    def left(self) -> int:
        """How many would have a board or a bye in the next round, or wait for a later one."""
        ahead = [self.next, *self.later]
        return sum(
            number != HOLE for matches in ahead for match in matches for number in match.here
        )

    def order(self) -> list[int]:
        """Return everybody in the order of section 5, who is in no bracket last."""
        late = [number for number in self.history.places() if number not in self.seeded]
        places = {number: place for place, number in enumerate(self.seeded + late)}
        third = self._came(Spot(THIRD, self.depth, 1)).winner
        return sorted(
            places, key=lambda number: (-self.reached[number], number != third, places[number])
        )

    def goes_on(self, at: BoardOf) -> int:
        """Return who went on from a board, or would as it is decided now; HOLE for nobody."""
        return self._decided(at).winner

    def name(self, spot: Spot) -> str:
        """Return what a match is called, empty where its round says enough."""
        if spot.part == WINNERS:
            last = spot.stage == self.depth and not isinstance(self.form, DoubleElimination)
            return "final" if last else ""
        names = {LOSERS: "losers' bracket", THIRD: "for the third place", FINAL: "final"}
        return names[spot.part] + (" again" if spot == Spot(FINAL, 2, 1) else "")

    def _holders(self, spot: Spot) -> tuple[int, int]:
        if spot == Spot(FINAL, 2, 1):
            return self._again()
        if spot.part == WINNERS and spot.stage == 1:
            order, places = self.seeded, seeds(1 << self.depth)
            pair = places[2 * spot.match - 2 : 2 * spot.match]
            one, other = (order[place - 1] if place <= len(order) else HOLE for place in pair)
            return one, other
        one, other = (self._of(source) for source in sources(spot, self.depth))
        return one, other

    def _again(self) -> tuple[int, int]:
        """Return whose a second final is: of both, if the first was the first loss of who lost."""
        final = Spot(FINAL, 1, 1)
        came, best = self._came(final), sources(final, self.depth)[0]
        lost = came.loser != HOLE and came.loser == self._of(best)
        return (came.loser, came.winner) if lost else (HOLE, HOLE)

    def _came(self, spot: Spot) -> Came:
        return self.came.get(spot, Came())

    def _of(self, source: Source) -> int:
        came = self._came(source.spot)
        return came.winner if source.won else came.loser

    def _matches(self, number: int) -> list[Match]:
        """Return the matches of a round, whose rounds before are taken."""
        made = []
        for spot in self.spots[number - 1]:
            holders = self._holders(spot)
            if spot.part != THIRD:
                came = self.since + number
                self.reached.update({one: came for one in holders if one != HOLE})
            one, other = (self._here(holder, number) for holder in holders)
            made.append(Match(spot, holders, (one, other)))
        return made

    def _crown(self) -> None:
        """Have who won the last match come further than all others."""
        if not self.spots:
            return
        number, last = len(self.spots), self.spots[-1][0]
        if last == Spot(FINAL, 2, 1) and self._again() == (HOLE, HOLE):
            number, last = number - 1, self.spots[-2][0]
        champion = self._came(last).winner
        if champion != HOLE:
            self.reached[champion] = self.since + number + 1

    def _here(self, holder: int, number: int) -> int:
        plays = holder != HOLE and self.history.entrant(holder).plays(self.since + number)
        return holder if plays else HOLE

    def _take(self, number: int) -> None:
        """Accept what came of a round that is paired."""
        matches = self._matches(number)
        self.rounds.append(matches)
        boards = iter(self.history.boards(self.since + number)[:: self.history.legs])
        for match in matches:
            self.came[match.spot] = (
                self._decided(next(boards)) if match.has_board else Came(max(match.here))
            )

    def _decided(self, at: BoardOf) -> Came:
        """Return what came of a board's match, as it stood when the next round was paired."""
        first, *others = self.history.match_of(at)
        pair = self.history.rounds[at.round - 1].boards[first.board - 1]
        outcome = self._summed([first, *others]) if others else self._outcome(first)
        if outcome in ("", "none"):
            return Came()
        if outcome == "draw":
            outcome = "second"
            if self.form.draws == "seed":
                outcome = "first" if min(pair, key=self.seeded.index) == pair[0] else outcome
        winner, loser = pair if outcome == "first" else pair[::-1]
        return Came(winner, loser)

    def _outcome(self, at: BoardOf) -> str:
        done = self.history.stood(at)
        return "" if done is None else done.outcome

    def _summed(self, boards: list[BoardOf]) -> str:
        """Return how a match of these boards ended: by points; empty while one is open."""
        outcomes = [self._outcome(at) for at in boards]
        if "" in outcomes or {*outcomes} == {"none"}:
            return "" if "" in outcomes else "none"
        lead = 0
        for leg, at in enumerate(boards):
            done = self.history.stood(at)
            assert done is not None  # noqa: S101 - it has an outcome
            mine, his = shares(done.outcome, 2, scale_at(self.history.found, done.level))
            lead += (mine.points - his.points) * (-1 if leg % 2 else 1)
        return "draw" if not lead else "first" if lead > 0 else "second"
