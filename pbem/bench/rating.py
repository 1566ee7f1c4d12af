"""A federation's results, rated by each system."""

from __future__ import annotations

from functools import partial
from random import Random
from types import SimpleNamespace
from typing import Any

from msgspec import UNSET

from pbem.bench.measure import Row, at_most, interleaved
from pbem.tournament.events.plain_kinds import Outcome
from pbem.tournament.events.term_kinds import Area, Elo, Glicko, Swiss, System
from pbem.tournament.history import BoardOf, Decided, Entrant, History, Paired
from pbem.tournament.ranking.ratings import courses

ROUNDS = 100
GOAL_SECONDS = 60.0
"""The time limit for a million results, by AREA's system and by Elo's."""
MILLION = 1_000_000
SYSTEMS: dict[str, System] = {
    "AREA": Area(start=5000, claimed=False, digits=0),
    "Elo": Elo(start=1500, claimed=False, digits=1, k=24),
    "Glicko-2": Glicko(
        start=1500, claimed=False, digits=1, deviation=350, volatility=60_000, tau=500
    ),
}
PERIODS = 10
"""The sums of Glicko-2 are the dearest, so it rates so many times fewer results."""


def rating_rows(results: int) -> list[Row]:
    """Measure how long ``results`` of a list that goes on for `ROUNDS` rounds take to be rated."""
    rows = []
    for name, system in SYSTEMS.items():
        rated = results // PERIODS if isinstance(system, Glicko) else results
        boards = max(1, rated // ROUNDS)
        history = made(boards, ROUNDS)
        took = interleaved({name: partial(courses, history, system)}, 1)[name]
        count = boards * ROUNDS
        if isinstance(system, Glicko) or count < MILLION:
            rows.append(Row(f"results rated by {name}", count / took, "/s", note=f"{count:,}"))
        else:
            rows.append(at_most(f"{count:,} results rated by {name}", took, GOAL_SECONDS, "s"))
    return rows


def made(boards: int, rounds: int) -> History:
    """Return what a log says of which only ratings are asked: who met whom, and how it ended.

    ``boards``: those of each round. Everybody plays once a round, on a circle that turns; results
    fall by chance.
    """
    # A log with as many events would take an hour to be signed, and none of it is looked at here.
    found: Any = SimpleNamespace(
        points=SimpleNamespace(win=2, draw=1, loss=0, bye=2),
        format=Swiss(rounds, "by a circle"),
        edition=UNSET,
        requested=UNSET,
        levels=UNSET,
        games=UNSET,
        scores=UNSET,
        teams=UNSET,
    )
    history = History("", found)
    history.entrants = [
        Entrant(number, f"player{number}", "", 1, 0) for number in range(1, 2 * boards + 1)
    ]
    chance = Random(0)  # noqa: S311 - results to measure with
    outcomes: tuple[Outcome, ...] = ("first", "second", "draw")
    for no in range(1, rounds + 1):
        turned = [2 + (place + no) % (2 * boards - 1) for place in range(2 * boards - 1)]
        circle = [1, *turned]
        history.rounds.append(
            Paired("", tuple(zip(circle[:boards], circle[: boards - 1 : -1], strict=True)), ())
        )
        for board in range(1, boards + 1):
            history.decided[BoardOf(no, board)] = Decided(
                chance.choices(outcomes, (45, 45, 10))[0], played=True, ruled="", head=""
            )
    return history
