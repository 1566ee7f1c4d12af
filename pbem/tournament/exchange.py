"""A tournament in the forms that other programs and clubs read (docs/tournaments.md, 8)."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from io import StringIO

from pbem.crypto.text import escape
from pbem.errors import FormError
from pbem.tournament import team_lines
from pbem.tournament.events.term_kinds import (
    DoubleElimination,
    Groups,
    Ladder,
    RatingList,
    RoundRobin,
    SingleElimination,
    Solitaire,
    Swiss,
    Tables,
)
from pbem.tournament.history import History
from pbem.tournament.outcomes import SIDES
from pbem.tournament.ranking.meetings import Met, met, shown
from pbem.tournament.ranking.standings import Row, columns, standings
from pbem.tournament.scale import scale_line
from pbem.tournament.substitutes import substitute_lines

_TRF_POINTS = 99
"""The most points that a TRF has room for."""

_FORMATS = {
    RoundRobin: "Round robin",
    Swiss: "Swiss: Dutch",
    Tables: "Tables of three",
    Solitaire: "Games by score",
    SingleElimination: "Single elimination",
    DoubleElimination: "Double elimination",
    Groups: "Groups with a final",
    Ladder: "Ladder",
    RatingList: "Rating list",
}
_PLAYED = {"win": "1", "draw": "=", "loss": "0", "": " "}
_UNPLAYED = {"win": "+", "loss": "-"}
_SIDES = {"first": "w", "second": "b"}


def trf(history: History) -> str:
    """Return a FIDE tournament report file (TRF16); the first of a pair is White.

    If points have these proportions, a win is 1, a draw 0.5 and a bye 1. Otherwise they stand as
    they are, with lines XXS.

    Raises:
        FormError: The points do not fit the columns, or the boards are not of two.
    """
    colour = "white1" if history.first_has_first else "black1"
    lines = [f"XXR {_rounds(history)}", f"XXC {colour}", *_scale(history)]
    more = team_lines.teams_of_2016(history) if history.teams else []
    return "".join(f"{line}\n" for line in (*_trf(history, lines), *more))


def trf26(history: History) -> str:
    """Return a tournament report file in FIDE's version of 2026 (TRF26), otherwise as `trf` does.

    Raises FormError as `trf` does.

    Rounds, first colour and points have lines of their own there, and a line ends by CR and LF.
    """
    scale = history.found.points
    worth = {"W": scale.win, "D": scale.draw, "L": scale.loss, "P": scale.bye}
    marks = "    ".join(f"{sign}{points:>2}.0" for sign, points in worth.items())
    lines = [
        f"142 {_rounds(history)}",
        f"152 {'W' if history.first_has_first else 'B'}",
        *([] if _is_usual(history) else [f"162  {marks}"]),
        f"182 pbem {version('pbem')}",
        *(["192 FIDE_DUTCH_2026"] if isinstance(history.found.format, Swiss) else []),
        *(team_lines.terms_of_2026(history) if history.teams else []),
    ]
    more: list[str] = []
    if history.teams:
        rows = {row.number: row for row in standings(history)}
        more += team_lines.teams_of_2026(history, rows)
    return "".join(f"{line}\r\n" for line in (*_trf(history, lines), *more))


def _rounds(history: History) -> int:
    games = 1 if history.teams else history.legs
    return len(history.rounds) if history.is_open_ended else history.length * games


def _trf(history: History, own: list[str]) -> list[str]:
    """Return the lines of a report file; ``own`` are those that only one version has."""
    if len(history.found.board.sides) != 2:
        raise FormError("a TRF needs two players at a board. Use --form csv")
    rows = {row.number: row for row in standings(history)}
    rounds = met(history)
    if max((row.points for row in rows.values()), default=0) > _TRF_POINTS:
        raise FormError(f"a TRF has room for {_TRF_POINTS} points, and a player has more")
    lines = [
        f"012 {history.found.name}",
        f"062 {len(history.players()) if history.teams else len(rows)}",
        *([f"082 {len(rows)}"] if history.teams else []),
        f"092 {_FORMATS[type(history.found.format)]}",
        f"102 {history.found.director.handle}",
        *own,
    ]
    if history.teams is not None:
        return [*lines, *team_lines.players(history)]
    places = {number: place for place, number in enumerate(history.places(), 1)}
    return lines + [_player(history, rows[no], rounds[no], places) for no in places]


def _is_usual(history: History) -> bool:
    scale = history.found.points
    usual = (scale.win, scale.loss) == (2 * scale.draw, 0)
    return usual and (history.teams is not None or scale.bye == scale.win * history.legs)


def _scale(history: History) -> Iterator[str]:
    scale = history.found.points
    if not _is_usual(history):
        yield f"XXS W={scale.win}.0"
        yield f"XXS D={scale.draw}.0"
        yield f"XXS L={scale.loss}.0"
        yield f"XXS PAB={scale.bye}.0"


def _player(history: History, row: Row, rounds: list[Met], places: dict[int, int]) -> str:
    scale = history.found.points
    halves = 2 * row.points // scale.win if _is_usual(history) else 2 * row.points
    points = f"{halves // 2}.{5 * (halves % 2)}"
    one = history.entrant(row.number)
    rating, called = one.rating or "", escape(one.name or one.handle)[:33]
    head = (
        f"001 {places[row.number]:>4}      {called:<33} {rating:>4} {'':3} {'':11} {'':10} "
        f"{points:>4} {row.rank:>4}"
    )
    by_round = {one.round: one for one in rounds}
    return head + "".join(
        _round(one, places)
        for no in range(1, len(history.rounds) + 1)
        for one in _columns(by_round.get(no), history.legs)
    )


def _columns(one: Met | None, legs: int) -> Sequence[Met | None]:
    """Return what each column of a round shows: a game, or the same where there was none."""
    return one.parts if one is not None and one.parts else [one] * legs


def _round(one: Met | None, places: dict[int, int]) -> str:
    if one is None:
        return "  0000 - Z"
    if one.result == "request":
        return "  0000 - H"
    if not one.opponent:
        return "  0000 - U"
    if one.result == "draw" and not one.played:
        return "  0000 - H"  # a draw that was not played has no other mark
    marks = _PLAYED if one.played or not one.result else _UNPLAYED
    if one.result == "loss" and one.lost_by_both:
        marks = _UNPLAYED  # a game that both lost has none either
    return f"  {places[one.opponent]:>4} {_SIDES[one.side]} {marks[one.result]}"


def table(history: History) -> str:
    """Return the standings and all rounds as CSV, one entrant a line.

    A round is the opponent's handle, the side (1 or 2) and the result: ``bob 1 win``; a ``bye``; or
    nothing. At a table it is both opponents and the place: ``bob+cas 3 place 2``; who plays alone
    has result and score: ``win 37``. Between games of a match stands ``&``. After it stands what
    else a reader of results has to know: ``by forfeit``, ``(ruled)`` by the director, ``(not
    counted)`` in the standings.
    """
    rounds = shown(history)
    written = StringIO()
    out = csv.writer(written, lineterminator="\n")
    ties = [tie for tie in columns(history) if tie != "wins"]  # it has a column below
    numbers = range(1, len(history.rounds) + 1)
    apart = ["forfeits won", "forfeits lost"] if history.edition > 1 else []
    heads = ["rank", "player", "points", *ties, "played", "wins", "draws", "losses", *apart]
    out.writerow([*heads, *(f"round {no}" for no in numbers)])
    for row in standings(history):
        by_round = {one.round: _reported(history, one) for one in rounds[row.number]}
        counts: list[object] = [row.played, row.wins, row.draws, row.losses]
        counts += [row.forfeits_won, row.forfeits_lost] if apart else []
        values = [row.ties[tie] for tie in ties]
        reported = [by_round.get(no, "") for no in numbers]
        out.writerow([row.rank, row.handle, row.points, *values, *counts, *reported])
    return written.getvalue()


def _reported(history: History, one: Met) -> str:
    if one.result in ("bye", "request"):
        return "bye" if one.result == "bye" else "bye on request"
    if one.parts:
        return " & ".join(_reported(history, game) for game in one.parts)
    side = SIDES.index(one.side) + 1
    beside = " by forfeit" if one.result and not one.played else ""
    beside += " (ruled)" if one.ruled else ""
    beside += "" if one.counts else " (not counted)"
    if not one.opponents:
        return f"{one.result} {'' if one.score is None else one.score}{beside}".strip()
    others = "+".join(history.entrant(number).handle for number in one.opponents)
    result = f"place {one.place}" if one.place else one.result
    result += f" at level {one.level}" if one.level else ""
    result += f" {one.own}" if "score" in history.found.ties and one.result else ""
    return f"{others} {side} {result}{beside}".rstrip()


def report(history: History) -> str:
    """Return what a club wants to know at the end: how many played, how much, the final order."""
    rows = standings(history)
    decided = history.decided.values()
    played = sum(one.played for one in decided)
    gone = [
        f"{history.entrant(number).handle} ({history.since(since)})"
        for number, since in history.withdrawn.items()
    ]
    lines = [
        history.found.name,
        f"Director: {history.found.director.handle}",
        f"Game: {history.found.board.rules.name}, scenario {history.found.board.scenario}",
        f"Players: {len(rows)}",
        *([f"Withdrawn: {', '.join(gone)}"] if gone else []),
        f"Games played: {played}{_each(history, played)}",
        f"Decided by the director: {sum(bool(one.ruled) for one in decided)}",
        *(f"Substitute: {one}" for one in substitute_lines(history)),
        *([f"Appeals dismissed: {no}"] if (no := len(history.dismissed)) else []),
        f"Tournament: {history.id}",
        *([] if history.over else ["The tournament is not over. These are the standings so far."]),
        *([scale] if (scale := scale_line(history.found)) else []),
        *(f"{row.rank}. {row.handle}, {row.points} points" for row in rows),
    ]
    return "".join(f"{line}\n" for line in lines)


def _each(history: History, played: int) -> str:
    """Say how many games those are if each counts for everybody who was at it."""
    seats = len(history.found.board.sides)
    who = {2: "both players", 3: "all three players"}.get(seats)
    return "" if who is None else f" ({seats * played} if each counts for {who})"


FORMS = {
    "trf": (trf, ".trf"),
    "trf26": (trf26, "-26.trf"),
    "csv": (table, ".csv"),
    "report": (report, ".txt"),
}
"""The forms by name, each with the ending of its file."""
