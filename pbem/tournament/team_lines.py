"""The lines of a tournament report file for teams: its players, its teams, and their points.

Source: FIDE's TRF16 (001, 013) and TRF26 (300, 310, 320, 352, 362).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem.crypto.text import escape
from pbem.table.events.kinds import Signer
from pbem.tournament.history import BoardOf, History
from pbem.tournament.outcomes import SIDES, scale_at, shares
from pbem.tournament.ranking.standings import Row

_PLAYED = {"win": "1", "draw": "=", "loss": "0", "": " "}
_UNPLAYED = {"win": "+", "draw": "H", "loss": "-"}
_SIDES = {"first": "w", "second": "b"}
_NOBODY = "  0000 - Z"


def numbers(history: History) -> dict[str, int]:
    """Return the number of each player who has entered, by their key: team by team, in order."""
    teams = (history.entrant(number) for number in history.places())
    players = [one.sign for team in teams for one in history.persons(team)]
    return {sign: number for number, sign in enumerate(players, 1)}


class _Sheet:
    """The rounds of each player of a team, as they were lined up."""

    def __init__(self, history: History) -> None:
        self.history, self.numbers = history, numbers(history)
        self.marks = {sign: [_NOBODY] * len(history.rounds) for sign in self.numbers}
        self.points = dict.fromkeys(self.numbers, 0)
        for at in history.boards():
            self._take(at)

    def _take(self, at: BoardOf) -> None:
        pair, done = self.history.pair_of(at), self.history.decided.get(at)
        outcome = None if done is None else done.outcome
        had = shares(outcome, 2, scale_at(self.history.found, done.level if done else 0))
        for one, other, side, has in zip(pair, pair[::-1], SIDES, had, strict=False):
            played = done is None or (done.played and outcome != "none")
            mark = (_PLAYED if played else _UNPLAYED)[has.result]
            self.points[one.sign] += has.points
            said = f"  {self.numbers[other.sign]:>4} {_SIDES[side]} {mark}"
            self.marks[one.sign][at.round - 1] = said if mark != "H" else "  0000 - H"


def halves(history: History, points: int) -> str:
    """Write points of boards: a win as 1.0 if it is worth two draws, and a loss nothing."""
    scale = history.found.points
    usual = (scale.win, scale.loss) == (2 * scale.draw, 0)
    return f"{points / scale.win if usual else points:.1f}"


def players(history: History) -> Iterator[str]:
    """Yield a line for each player: whom they met on their team's boards."""
    sheet = _Sheet(history)
    for sign, number in sheet.numbers.items():
        one, points = history.members[sign], sheet.points[sign]
        rank = 1 + sum(other > points for other in sheet.points.values())
        called = escape(one.name or one.handle)[:33]
        yield (
            f"001 {number:>4}      {called:<33} {one.rating or '':>4} {'':3} {'':11} {'':10} "
            f"{halves(history, points):>4} {rank:>4}{''.join(sheet.marks[sign])}"
        )


def _listed(history: History, number: int) -> list[int]:
    of = numbers(history)
    return [of[one.sign] for one in history.persons(history.entrant(number))]


def teams_of_2016(history: History) -> Iterator[str]:
    """Yield the line 013 of each team: name, players."""
    for number in history.places():
        those = " ".join(f"{one:>4}" for one in _listed(history, number))
        yield f"013 {escape(history.entrant(number).name)[:32]:<32}{those}"


def terms_of_2026(history: History) -> Iterator[str]:
    """Yield the sides of boards in turn, and what a match gives if that is not usual."""
    assert history.teams is not None  # noqa: S101 - the report is one of teams
    match = history.teams.match
    yield f"352 {('WB' * history.legs)[: history.legs]}"
    if (match.win, match.draw, match.loss) != (2, 1, 0):
        yield f"362  TW{match.win:>2}.0    TD{match.draw:>2}.0    TL{match.loss:>2}.0"


def teams_of_2026(history: History, rows: Mapping[int, Row]) -> Iterator[str]:
    """Yield of each team points and players, and who had byes and other line-ups.

    ``rows``: number of a team -> its row of the standings.
    """
    assert history.teams is not None  # noqa: S101 - as above
    places = {number: place for place, number in enumerate(history.places(), 1)}
    by_match = history.teams.first == "match"
    other = f"{'board' if by_match else 'match'}-points"
    for number, place in places.items():
        row = rows[number]
        both = (row.points, row.ties.get(other, 0))
        match, boards = both if by_match else both[::-1]
        those = " ".join(f"{one:>4}" for one in _listed(history, number))
        name = escape(history.entrant(number).name)[:32]
        rating = history.entrant(number).rating or ""
        yield (
            f"310 {place:>3} {name:<32} {'':5} {rating:>6} {match:>4}.0 "
            f"{halves(history, boards):>6} {row.rank:>3}  {those}"
        )
    gives, halved = history.teams.match.bye, halves(history, history.found.points.bye)
    had = [next((places[no] for no in one.byes), 0) for one in history.rounds]
    if any(had):
        byes = " ".join(f"{no:03}" for no in had)
        yield f"320 {f'{gives}.0':>4} {halved:>4} {byes}"
    yield from _out_of_order(history, places)


def _out_of_order(history: History, places: Mapping[int, int]) -> Iterator[str]:
    """Yield the line 300 of each team that was not lined up as its list begins."""
    of = numbers(history)
    for no, (paired, lined) in enumerate(zip(history.rounds, history.lined, strict=True), 1):
        for pair in paired.boards[:: history.legs]:
            for number, rival in (pair, pair[::-1]):
                those: tuple[Signer, ...] = lined[number]
                players = [of[one.sign] for one in those]
                if players != _listed(history, number)[: history.legs]:
                    named = " ".join(f"{one:>4}" for one in players)
                    yield f"300 {no:>3} {places[number]:>3} {places[rival]:>3} {named}"
