"""The possible terms of a tournament (docs/tournaments.md, 2)."""

from __future__ import annotations

from typing import get_args

from msgspec import UNSET, UnsetType

from pbem.crypto import signing
from pbem.kit.wording import counted
from pbem.table.events.kinds import Signer
from pbem.tournament.events import kinds, plain_kinds, term_kinds

OUTCOMES = {
    1: ("first", "draw", "none"),
    2: ("first", "second", "draw", "none"),
    3: (*get_args(plain_kinds.Outcome)[4:], "none"),
}
"""How a board can end, by how many sit at it."""

TABLE_TIES = ("buchholz", "buchholz-cut-1", "progressive", "wins")
"""Tie-breaks that mean something where three sit at a table."""

TEAM_TIES = ("match-points", "board-points")
"""Those of teams, each where the other points come first."""

SOLO_TIES = ("progressive", "wins")
"""Those that ask for no opponent."""


_OF_MATCHES = (term_kinds.Swiss, term_kinds.RoundRobin, term_kinds.Elimination)

_OF_ROUNDS = (
    term_kinds.Swiss, term_kinds.RoundRobin, term_kinds.Tables, term_kinds.Solitaire,
)  # fmt: skip


def contradiction(found: kinds.Found) -> str:
    """Say what in the terms contradicts itself; empty where nothing does."""
    board, points, form = found.board, found.points, found.format
    sides = [side for held in board.sides for side in held]
    deputy = found.deputy
    after = form.after if isinstance(form, term_kinds.Ladder) else None
    tables, alone = isinstance(form, term_kinds.Tables), isinstance(form, term_kinds.Solitaire)
    reported = {
        "the checkpoint key is the director's own key, or not admissible": (
            found.checkpoints.key == found.director.sign
            or not signing.admissible_key(bytes.fromhex(found.checkpoints.key))
        ),
        "tables need three sets of sides, games by score one, all other formats two": (
            len(board.sides) != 2 + tables - alone
        ),
        "games by score need an umpire who keeps the dice": alone and board.dice != "umpire",
        "games by score have no ratings": alone and bool(found.ratings),
        "AREA rates games of two players, and a table has three": (
            tables and any(isinstance(one, term_kinds.Area) for one in found.ratings)
        ),
        "its deputy is the director": (
            deputy is not None
            and (deputy.handle == found.director.handle or deputy.sign == found.director.sign)
        ),
        "two players have the same side": len(sides) != len(set(sides)),
        "a rating system is listed twice": len({type(one) for one in found.ratings})
        != len(found.ratings),
        "a rating list is ordered by its first rating, so it needs one and has no tie-breaks": (
            isinstance(form, term_kinds.RatingList) and (bool(found.ties) or not found.ratings)
        ),
        "a key is listed twice in the order that it continues": (
            after is not None and len({*after.order}) != len(after.order)
        ),
        "bids need two players at a board, and one numeric option for each side": (
            found.bids is not UNSET and not _can_bid(found.bids, board)
        ),
        "only a Swiss has byes on request, and they give no more than a draw": (
            found.requested is not UNSET
            and not (
                isinstance(form, term_kinds.Swiss) and _gives(found.requested) <= _drawn(found)
            )
        ),
        "levels of victory need two players at a board; each level needs a higher score and gives "
        "the winner no less and the loser no more": (
            not isinstance(found.levels, UnsetType) and not _rise(found.levels, found)
        ),
        "only in a Swiss, a round robin, tables and games by score do the best rounds count": (
            found.counted is not UNSET and not isinstance(form, _OF_ROUNDS)
        ),
        "only a Swiss, a round robin and an elimination have several games for each pairing, and "
        "then no bids": _no_matches(found),
        **_of_teams(found),
        "an observer is listed twice": _is_doubled(found.observers),
        "a substitute needs an umpire, and nobody has one who plays alone": _no_substitutes(found),
        "a win gives less than a draw, a draw less than a loss, or a win gives nothing": (
            not points.win >= points.draw >= points.loss or not points.win
        ),
        "its dice policy needs an umpire, or is only for practice": (
            board.dice == "self" or (board.dice == "umpire" and not board.umpire)
        ),
    }
    reported |= _of_ties(found)
    return next((why for why, wrong in reported.items() if wrong), "")


def _of_teams(found: kinds.Found) -> dict[str, bool]:
    """Return what can be wrong with teams, and whether it is."""
    if isinstance(teams := found.teams, UnsetType):
        other = bool({*found.ties} & {*TEAM_TIES})
        return {"only teams have the tie-breaks match-points and board-points": other}
    match = teams.match
    players = [one for team in teams.list for one in team.players]
    handles = [*(team.handle for team in teams.list), *(one.handle for one in players)]
    keys = [one.sign for one in players]
    names = [team.name.encode().lower() for team in teams.list]
    small = next((one for one in teams.list if len(one.players) < teams.boards), None)
    twice = next((one for one in handles if handles.count(one) > 1), "")
    return {
        "only a Swiss, a round robin and an elimination have teams, without 'games' and bids": (
            not isinstance(found.format, _OF_MATCHES)
            or found.games is not UNSET
            or found.bids is not UNSET
        ),
        f"{twice} is listed twice in the teams": bool(twice),
        "a key is listed twice in the teams": len({*keys}) < len(keys),
        "two teams have the same name": len({*names}) < len(names),
        "a team is called like a player, or by the handle of another team": any(
            handle.encode() == name and handle != team.handle
            for name, team in zip(names, teams.list, strict=True)
            for handle in handles
        ),
        f"{'' if small is None else small.handle} has fewer than {teams.boards} players": (
            small is not None
        ),
        "a match won gives less than one drawn, one drawn less than one lost, or a win nothing": (
            not match.win >= match.draw >= match.loss or not match.win
        ),
        f"the teams are ordered by {teams.first} points, so these are no tie-break": (
            f"{teams.first}-points" in found.ties
        ),
    }


def _of_ties(found: kinds.Found) -> dict[str, bool]:
    """Return what can be wrong with tie-breaks, and whether it is."""
    form, given = found.format, {*found.ties}
    tables, alone = isinstance(form, term_kinds.Tables), isinstance(form, term_kinds.Solitaire)
    return {
        f"by score, the only tie-breaks are {', '.join(SOLO_TIES)}": (
            alone and not given <= {*SOLO_TIES}
        ),
        f"at tables, the only tie-breaks are {', '.join(TABLE_TIES)}": (
            tables and not given <= {*TABLE_TIES}
        ),
        "an elimination is ordered by the round reached, so it has no tie-breaks": (
            bool(found.ties) and isinstance(form, term_kinds.Elimination)
        ),
        "a ladder is ordered by its places, so it has no tie-breaks": (
            bool(found.ties) and isinstance(form, term_kinds.Ladder)
        ),
        "the tie-break 'score' needs the term 'scores' and two players at a board, and the term "
        "that tie-break": (
            ("score" in given) != (found.scores is not UNSET)
            or ("score" in given and len(found.board.sides) != 2)
        ),
        "a tie-break is listed twice": len(given) != len(found.ties),
    }


def _is_doubled(observers: tuple[Signer, ...] | UnsetType) -> bool:
    some = () if isinstance(observers, UnsetType) else observers
    return min(len({one.handle for one in some}), len({one.sign for one in some})) < len(some)


def _no_substitutes(found: kinds.Found) -> bool:
    alone = len(found.board.sides) == 1
    return found.substitutes is not UNSET and (found.board.umpire is None or alone)


def _no_matches(found: kinds.Found) -> bool:
    others = not isinstance(found.format, _OF_MATCHES) or found.bids is not UNSET
    return found.games is not UNSET and others


def _rise(levels: tuple[term_kinds.Level, ...], found: kinds.Found) -> bool:
    """Say whether levels of victory go up from the plain one."""
    plain = term_kinds.Level(
        score=levels[0].score - 1, win=found.points.win, loss=found.points.loss
    )
    steps = zip((plain, *levels), levels, strict=False)
    return len(found.board.sides) == 2 and all(
        low.score < high.score and low.win <= high.win and low.loss >= high.loss
        for low, high in steps
    )


def _drawn(found: kinds.Found) -> int:
    """Return what a draw gives, or between teams a drawn match, of the points that come first."""
    teams, draw = found.teams, found.points.draw
    if isinstance(teams, UnsetType):
        return draw
    return teams.match.draw if teams.first == "match" else teams.boards * draw


def _gives(requested: term_kinds.Requested | UnsetType) -> int:
    return 0 if isinstance(requested, UnsetType) else requested.points


def _can_bid(bids: term_kinds.SealedBids | term_kinds.OpenBids, board: term_kinds.Board) -> bool:
    prices = [one for one in bids.prices if one is not None]
    names = {one.option for one in prices}
    whole = all(type(board.options.get(name)) is int for name in names)  # true is no number
    steps = all(one.step for one in prices)
    return len(board.sides) == 2 and 1 <= len(prices) == len(names) and whole and steps


def misfit(found: kinds.Found, data: object) -> str:
    """Say what of an event does not fit how many sit at a board; empty where all does.

    ``data``: those of the event.
    """
    seats = len(found.board.sides)
    if isinstance(data, kinds.Pair) and any(len(board) != seats for board in data.boards):
        return f"a board of this tournament has {counted(seats, 'player')}"
    if isinstance(data, kinds.Rule) and data.outcome == "log":
        own = (data.score, data.level, data.scores)
        plain = data.played and all(one is UNSET for one in own)
        return "" if plain else "a ruling for the log has no score and no level, and is played"
    if isinstance(data, kinds.ResultOf | kinds.Rule):
        if data.outcome not in OUTCOMES[seats]:
            return f"the result of a board of {seats} is one of {', '.join(OUTCOMES[seats])}"
        if (data.score is UNSET) == (seats == 1):
            return "a result has a score if one player plays alone, and not otherwise"
        reported = (_wrong_scores(found, data), _wrong_level(found, data))
        return next(filter(None, reported), "") or _wrong_played(found, data)
    return ""


def _wrong_scores(found: kinds.Found, data: kinds.ResultOf | kinds.Rule) -> str:
    if (data.scores is UNSET) == (found.scores is UNSET):
        return ""
    return "a result has the game's own scores if the terms have them, and not otherwise"


def _wrong_played(found: kinds.Found, data: kinds.ResultOf | kinds.Rule) -> str:
    early = found.edition is UNSET and isinstance(data, kinds.ResultOf) and data.played is False
    return "only since edition 2 can a result say that a game was not played" if early else ""


def _wrong_level(found: kinds.Found, data: kinds.ResultOf | kinds.Rule) -> str:
    if isinstance(found.levels, UnsetType) or data.level is UNSET:
        if (found.levels is UNSET) == (data.level is UNSET):
            return ""
        return "a result has a level of victory if the terms have levels, and not otherwise"
    most = len(found.levels) if data.outcome in ("first", "second") else 0
    return f"the level is at most {most} for this result" if data.level > most else ""
