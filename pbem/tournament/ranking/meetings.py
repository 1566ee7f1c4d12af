"""The meaning of every round for every entrant: whom they met, on which side, and the result.

Source: docs/tournaments.md, section 5.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from msgspec import UnsetType

from pbem.tournament import berger
from pbem.tournament.history import BoardOf, History
from pbem.tournament.outcomes import SIDES, scale_at, shares


class Met(NamedTuple):
    """One round of one entrant.

    - ``opponents``: Nobody for a bye and for a player alone; two at a table.
    - ``side``: ``first``, ``second``, ``third`` or empty.
    - ``result``: ``win``, ``draw``, ``loss``, ``bye``, ``request`` (a bye that they asked for), or
      empty if it is not decided.
    - ``played``: Against somebody, and no forfeit.
    - ``ruled``: The reason, if a ruling decided it.
    - ``points``: The points of this round.
    - ``lost_by_both``: Nobody won.
    - ``place``: At a table, else 0.
    - ``against``: The result against each opponent.
    - ``score``: The score of a player alone.
    - ``level``: The level of the winner's victory.
    - ``counts``: It counts in standings. A game against a player who left a round robin early does
      not.
    - ``absent``: There was no board, since one of the two, or both, was not there.
    - ``board``: Its number; for a match that of the first board; 0 without one.
    - ``own``: The game's own score, if it counts.
    - ``parts``: The games of a match, of which this is the sum.
    - ``other``: The points of teams that do not come first.
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
    level: int = 0
    counts: bool = True
    absent: bool = False
    board: int = 0
    own: int = 0
    parts: tuple[Met, ...] = ()
    other: int = 0

    @property
    def games(self) -> tuple[Met, ...]:
        """The games of a match; of one game itself."""
        return self.parts or (self,)

    @property
    def opponent(self) -> int:
        """The other of a pair; 0 for a bye."""
        return self.opponents[0] if self.opponents else 0


def surplus(history: History, ones: Sequence[Met]) -> set[int]:
    """Return the rounds of somebody whose points do not count, since enough others gave more.

    ``ones``: all their rounds. A round that they were not in gave 0: more than a score below 0.
    """
    most = history.found.counted
    if isinstance(most, UnsetType):
        return set()
    absent = len(history.rounds) - len(ones)
    best = sorted(ones, key=lambda one: (-one.points, one.round))
    places = ((place + (absent if one.points < 0 else 0), one) for place, one in enumerate(best))
    return {one.round for place, one in places if place >= most and one.points}


def shown(history: History) -> dict[int, list[Met]]:
    """Return `met` for a reader: rounds whose points do not count are marked so."""
    return {
        number: [_left_out(one) if one.round in out else one for one in ones]
        for number, ones in met(history).items()
        for out in (surplus(history, ones),)
    }


def _left_out(one: Met) -> Met:
    return one._replace(counts=False, parts=tuple(map(_left_out, one.parts)))


def met(history: History, last: int = 0) -> dict[int, list[Met]]:
    """Return number of an entrant -> their rounds; one without game and bye is left out.

    With ``last`` only as many, as they stood when the round after that was paired.
    """
    whole, requested = history.round_scale, history.found.requested
    asked_for = 0 if isinstance(requested, UnsetType) else requested.points
    found: dict[int, list[Met]] = {one.number: [] for one in history.entrants}
    decided = history.stood if last else history.decided.get
    early = berger.dropped(history)
    for no, paired in enumerate(history.rounds[: last or None], 1):
        for board, there in enumerate(paired.boards, 1):
            done = decided(BoardOf(no, board))
            played = done is not None and done.played
            ruled = "" if done is None else done.ruled
            score = None if done is None else done.score
            nobody = done is not None and done.outcome == "none"
            level = 0 if done is None else done.level
            gives = scale_at(history.found, level)
            counts = early.isdisjoint(there)
            had = shares(None if done is None else done.outcome, len(there), gives, score)
            scores = (() if done is None else done.scores) or (0,) * len(there)
            for me, side, has, own in zip(there, SIDES, had, scores, strict=False):
                others = tuple(one for one in there if one != me)
                found[me].append(
                    Met(
                        no, others, side, has.result, played, ruled,
                        has.points if counts else 0, nobody, has.place, has.against, score, level,
                        counts, board=board, own=own,
                    )
                )  # fmt: skip
        for first, second, winner in berger.walkovers(history, no):
            counts = early.isdisjoint((first, second))
            for me, other, side in ((first, second, "first"), (second, first, "second")):
                result = "win" if me == winner else "loss"
                points = (whole.win if me == winner else whole.loss) if counts else 0
                beside = _other(history, result) if counts else 0
                found[me].append(
                    Met(
                        no, (other,), side, result, False, "", points,
                        lost_by_both=winner == berger.NOBODY, against=(result,), counts=counts,
                        absent=True, own=_given(history, result) * history.legs, other=beside,
                    )
                )  # fmt: skip
        for number in berger.byes(history, no):
            own = _given(history, "bye")
            beside = _other(history, "bye")
            had_bye = Met(no, (), "", "bye", False, "", whole.bye, own=own, other=beside)
            found[number].append(had_bye)
        for number in paired.asked:
            beside = _other(history, "draw") if asked_for else 0
            found[number].append(Met(no, (), "", "request", False, "", asked_for, other=beside))
    if history.legs == 1:
        return found
    summed = {number: list(_matches(found, number)) for number in found}
    if history.teams is None:
        return summed
    return {number: [_of_team(history, one) for one in ones] for number, ones in summed.items()}


def games_of(history: History) -> dict[int, list[Met]]:
    """Return everybody's games, by the numbers of `History.people`.

    The games of a team are those of the players who were lined up for them.
    """
    games = {
        no: [one for those in ones for one in those.games] for no, ones in met(history).items()
    }
    if history.teams is None:
        return games
    number_of = {one.sign: one.number for one in history.people()}
    found: dict[int, list[Met]] = {number: [] for number in number_of.values()}
    for one in (one for those in games.values() for one in those if one.board):
        pair = history.pair_of(BoardOf(one.round, one.board))
        me, other = (number_of[who.sign] for who in (pair if one.side == "first" else pair[::-1]))
        found[me].append(one._replace(opponents=(other,)))
    return found


def _of_team(history: History, one: Met) -> Met:
    """Return a round of a team with both kinds of points; so far a match has those of its boards.

    Source: docs/tournaments.md, section 5.
    """
    teams = history.teams
    if teams is None or not one.parts:
        return one
    gives = getattr(teams.match, one.result) if one.result and one.counts else 0
    if teams.first == "match":
        return one._replace(points=gives, other=one.points)
    return one._replace(other=gives)


def _other(history: History, result: str) -> int:
    """Return the points of a round without a board that do not come first, of a team."""
    teams, scale = history.teams, history.found.points
    if teams is None:
        return 0
    if teams.first == "board":
        return int(getattr(teams.match, result))
    return int(getattr(scale, result)) * (1 if result == "bye" else teams.boards)


def _given(history: History, what: str) -> int:
    """Return which of a game's own scores somebody has without a game."""
    own = history.found.scores
    return 0 if isinstance(own, UnsetType) else int(getattr(own, what))


def _matches(found: dict[int, list[Met]], number: int) -> Iterator[Met]:
    """Yield the rounds of somebody, the games of each match added up."""
    for _, games in groupby(found[number], key=lambda one: one.round):
        first, *others = those = tuple(games)
        if not others:
            yield first
            continue
        points = sum(one.points for one in those)
        his = sum(one.points for one in found[first.opponent] if one.round == first.round)
        nobody = all(one.lost_by_both for one in those)
        result = "win" if points > his else "loss" if points < his or nobody else "draw"
        if not all(one.result for one in those):
            result = ""
        yield first._replace(
            result=result,
            played=any(one.played for one in those),
            ruled="; ".join(dict.fromkeys(one.ruled for one in those if one.ruled)),
            points=points,
            lost_by_both=nobody,
            against=(result,),
            level=0,
            own=sum(one.own for one in those),
            parts=those,
        )
