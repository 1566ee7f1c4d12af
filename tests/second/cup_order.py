"""Points, tie-breaks and the order: section 5 of docs/tournaments.md."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from second import cup_tables

VALUE = {
    "first": ("win", "loss"),
    "second": ("loss", "win"),
    "draw": ("draw", "draw"),
    "none": ("loss", "loss"),
}

ALONE = {"first": "win", "draw": "draw", "none": "loss"}


@dataclass
class Board:
    """A board: its two or three entrants, its game, and what was decided by whom."""

    first: int
    second: int = 0
    third: int = 0
    score: int | None = None
    game: str = ""
    head: str = ""
    level: int = 0
    outcome: str = ""
    played: bool = False
    ruled: str = ""
    scores: list[int] = field(default_factory=list)
    """The game's own scores of the first and of the second."""
    result: tuple[str, bool, int | None, int, list[int]] | None = None
    """The board's `result`: outcome, played, score, level, scores."""
    mattered_level: int = 0
    mattered: str = ""
    """In a bracket: how it was decided when the next round was paired."""
    dismissed: set[int] = field(default_factory=set)
    """The entrants whose appeal was dismissed, and the board not ruled on since."""

    bids: dict[int, dict[str, Any]] = field(default_factory=dict)
    """The words of each of the two, if there are bids (seal, bid), or their silence."""
    named: dict[int, list[dict[str, str]]] = field(default_factory=dict)
    """Whom each of them has named: a substitute, themselves under a new name, and so on in turn."""
    calls: list[tuple[int, dict[str, Any]]] = field(default_factory=list)
    """Open bids and passes in turn, each with who said it."""
    heard: int = 0
    """The event that a word about a bid has to have seen."""

    def pair(self) -> tuple[int, ...]:
        return tuple(who for who in (self.first, self.second, self.third) if who)

    def counts(self) -> bool:
        """Whether it is a game that was played and is decided."""
        return bool(self.outcome) and self.played


@dataclass
class Round:
    """A round that is paired: the id of its event, its boards, who has a bye."""

    pair: str
    boards: list[Board]
    byes: list[int]
    asked: list[int] = field(default_factory=list)
    """The entrants who have a bye on request."""

    def board_of(self, who: int) -> Board | None:
        return next((board for board in self.boards if who in board.pair()), None)

    def match_of(self, who: int) -> list[Board]:
        """Give all boards of somebody in this round; the first is as they were paired."""
        return [board for board in self.boards if who in board.pair()]


def spread(pairs: list[list[int]], games: int) -> list[list[int]]:
    """Give the boards of pairs who play so many games, and are first in turn."""
    return [pair[::-1] if at % 2 else pair for pair in pairs for at in range(games)]


def is_over(match: list[Board]) -> bool:
    """Whether each board of a match is decided."""
    return all(board.outcome for board in match)


def was_played(match: list[Board]) -> bool:
    return any(board.counts() for board in match)


@dataclass
class Table:
    """The input of standings: points as ``found`` gives them, rounds, and the length."""

    scale: dict[str, int]
    rounds: list[Round]
    length: int
    numbers: list[int]
    """All entrants in the order of their pairing numbers."""
    ties: list[str] = field(default_factory=list)
    others: int = 1
    """How many one meets at a board."""
    kind: str = "round-robin"
    levels: list[dict[str, int]] = field(default_factory=list)
    requested: int = 0
    """The points of a bye on request."""
    left_out: dict[int, int] = field(default_factory=dict)
    """The number of rounds, for each, of which nothing counts, since the other left too early."""
    last: set[int] = field(default_factory=set)
    """The entrants who left too early: they stand below all others."""
    best: int = 99
    """So many rounds count for the order, those that gave most."""
    games_each: int = 1
    """How many games two play who are paired."""
    own: dict[str, int] = field(default_factory=dict)
    """The game's own scores where there was none."""
    teams: dict[str, Any] = field(default_factory=dict)
    """The teams of the terms, if teams play."""

    def unit(self, what: str) -> int:
        """Give what a whole round is worth that is won or drawn."""
        if self.teams and self.teams["first"] == "match":
            return int(self.teams["match"][what])
        return self.scale[what] * self.games_each

    def from_match(self, who: int, one: Round) -> int:
        """Give a team's match points from a round."""
        match, gives = one.match_of(who), self.teams["match"]
        if who in one.byes:
            return int(gives["bye"])
        if who in one.asked and self.requested and self.teams["first"] == "board":
            return int(gives["draw"])
        if not match or not is_over(match):
            return 0
        (other,) = set(match[0].pair()) - {who}
        mine, his = (sum(self.from_board(at, board) for board in match) for at in (who, other))
        nobody = all(board.outcome == "none" for board in match)
        kind = "win" if mine > his else "loss" if mine < his or nobody else "draw"
        return int(gives[kind])

    def from_boards(self, who: int, one: Round) -> int:
        bye = self.scale["bye"] if who in one.byes else 0
        if self.teams and who in one.asked and self.requested and self.teams["first"] == "match":
            bye = self.scale["draw"] * self.games_each
        return bye + sum(self.from_board(who, board) for board in one.match_of(who))

    def from_board(self, who: int, board: Board) -> int:
        """Give somebody's points from a board."""
        if not board.outcome:
            return 0
        if not board.second:
            return (board.score or 0) + self.scale[ALONE[board.outcome]]
        if board.third:
            return cup_tables.points(board.outcome, board.pair().index(who), self.scale)
        value = VALUE[board.outcome][who != board.first]
        if board.level and value in ("win", "loss"):
            return self.levels[board.level - 1][value]
        return self.scale[value]

    def in_round(self, who: int, one: Round) -> int:
        """Give somebody's points from a round."""
        asked = self.requested if who in one.asked else 0
        if self.teams and self.teams["first"] == "match":
            return asked + self.from_match(who, one)
        return asked + self.from_boards(who, one)

    def points(self, who: int, rounds: int | None = None) -> int:
        """Give somebody's points from all rounds, or from the first ones."""
        return sum(self.in_round(who, one) for one in self.rounds[:rounds])

    def ranked(self, who: int) -> int:
        """Give somebody's points as they count for the order."""
        return sum(sorted(self.in_round(who, one) for one in self.rounds)[::-1][: self.best])

    def games(self, who: int) -> list[tuple[int, int]]:
        """Give opponent and own points of each game, or match, that somebody played."""
        found = []
        for one in self.rounds:
            match = one.match_of(who)
            if match and (was_played(match) or (self.meet_all() and is_over(match))):
                own = self.in_round(who, one)
                found += [(other, own) for other in match[0].pair() if other != who]
        return found

    def lost(self, who: int, match: list[Board]) -> bool:
        """Whether somebody has lost a match, or both have."""
        (other,) = set(match[0].pair()) - {who}
        if not is_over(match):
            return False
        if len(match) == 1:
            return match[0].outcome in ("none", "second" if who == match[0].first else "first")
        mine, his = (sum(self.from_board(one, at) for at in match) for one in (who, other))
        return mine < his or all(board.outcome == "none" for board in match)

    def meet_all(self) -> bool:
        """Whether everybody meets everybody, so that a forfeit is a game."""
        return self.kind in ("round-robin", "groups")

    def voluntary(self, who: int, one: Round) -> bool:
        """Whether somebody did not play in a round by their own doing."""
        match = one.match_of(who)
        if not match:
            return who not in one.byes
        return self.lost(who, match) and not was_played(match)

    def adjusted(self, who: int) -> int:
        """Give somebody's points as they count for those who met them in a Swiss."""
        found = 0
        for at, one in enumerate(self.rounds):
            absent = one.board_of(who) is None and who not in one.byes
            gone = absent and all(self.voluntary(who, later) for later in self.rounds[at + 1 :])
            drawn = self.unit("draw")
            found += drawn if gone else self.in_round(who, one)
        return found

    def against(self, who: int, one: Round) -> int:
        """Give the points of the opponent whom a round of a Swiss counts as."""
        match, own = one.match_of(who), self.points(who)
        if not match:
            return min(own, len(self.rounds) * self.unit("draw"))
        other = self.adjusted(match[0].first + match[0].second - who)
        return min(own, other) if is_over(match) and not was_played(match) else other

    def opponents(self, who: int) -> list[int]:
        """Give all opponents' points; for each missing in a round without a game, their own."""
        if self.kind == "swiss":
            return [self.against(who, one) for one in self.rounds]
        met = [self.points(other) for other, _ in self.games(who)]
        count = len(self.rounds) - self.left_out.get(who, 0)
        return met + [self.points(who)] * (self.others * count - len(met))

    def buchholz(self, who: int, _: list[int]) -> int:
        return sum(self.opponents(who))

    def buchholz_cut_1(self, who: int, _: list[int]) -> int:
        if self.kind == "swiss":
            own = [self.against(who, one) for one in self.rounds if self.voluntary(who, one)]
            if own:
                return self.buchholz(who, []) - min(own)
        return sum(sorted(self.opponents(who))[1:])

    def sonneborn_berger(self, who: int, _: list[int]) -> int:
        if self.kind == "swiss":
            return sum(self.against(who, one) * self.in_round(who, one) for one in self.rounds)
        return sum(self.points(other) * own for other, own in self.games(who))

    def direct(self, who: int, tied: list[int]) -> int:
        met = {frozenset((one, other)) for one in tied for other, _ in self.games(one)}
        if not all(frozenset(pair) in met for pair in combinations(tied, 2)):
            return 0
        return sum(own for other, own in self.games(who) if other in tied)

    def koya(self, who: int, _: list[int]) -> int:
        return sum(
            own
            for other, own in self.games(who)
            if 2 * self.points(other)
            >= (len(self.rounds) - self.left_out.get(other, 0)) * self.unit("win")
        )

    def progressive(self, who: int, _: list[int]) -> int:
        return sum(self.points(who, number) for number in range(1, len(self.rounds) + 1))

    def match_points(self, who: int, _: list[int]) -> int:
        return sum(self.from_match(who, one) for one in self.rounds)

    def board_points(self, who: int, _: list[int]) -> int:
        return sum(self.from_boards(who, one) for one in self.rounds)

    def wins(self, who: int, _: list[int]) -> int:
        return sum(
            cup_tables.alone_first(board.outcome, board.pair().index(who))
            if board.third
            else board.outcome == ("first" if who == board.first else "second")
            for one in self.rounds
            for board in one.boards
            if who in board.pair() and board.counts()
        )

    def score(self, who: int, _: list[int]) -> int:
        found = sum(self.own["bye"] for one in self.rounds if who in one.byes)
        boards = (board for one in self.rounds for board in one.boards if who in board.pair())
        return found + sum(board.scores[who != board.first] for board in boards if board.scores)

    def values(self) -> dict[int, list[int]]:
        """Give of each entrant points and tie-breaks; who are tied by all before are the tied."""
        found = {who: [self.ranked(who)] for who in self.numbers}
        for tie in self.ties:
            value: Callable[[int, list[int]], int] = getattr(self, tie.replace("-", "_"))
            tied = {
                who: [
                    one
                    for one in found
                    if found[one] == found[who] and (one in self.last) == (who in self.last)
                ]
                for who in found
            }
            more = {who: value(who, tied[who]) for who in found}
            found = {who: [*before, more[who]] for who, before in found.items()}
        return found

    def order(self) -> list[int]:
        """Give the entrants, the winner first."""
        found = self.values()
        return sorted(
            self.numbers,
            key=lambda who: (
                who in self.last,
                [-one for one in found[who]],
                self.numbers.index(who),
            ),
        )
