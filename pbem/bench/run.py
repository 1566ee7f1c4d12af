"""The whole table of measurements."""

from __future__ import annotations

import gc
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from pbem.bench.archive import archive_rows
from pbem.bench.auditing import Job, audit_rows, cores_rows, make_library, size_rows
from pbem.bench.boards import board_rows
from pbem.bench.games import finished_game, write_log
from pbem.bench.hiding import hiding_rows
from pbem.bench.importing import Size, importing_rows
from pbem.bench.knowing import knowing_rows
from pbem.bench.mailing import keeper_rows, take_rows
from pbem.bench.measure import Row, at_least
from pbem.bench.peers import peer_rows
from pbem.bench.processes import memory_rows, start_rows, typed_rows
from pbem.bench.rating import rating_rows
from pbem.bench.suite import suite_rows
from pbem.log.event import Event
from pbem.selfplay.series import summary
from pbem.selfplay.simulate import Setup, bind, play_one
from pbem.table.library import Library
from pbem.table.table import Table

GAMES: dict[str, tuple[str, ...]] = {
    "lantern": ("lantern",),
    "saipan": ("historical", "free"),
    "manila": ("campaign",),
    "meiktila": ("meiktila",),
    "table": ("table",),
    "tokyo": ("two", "three"),
    "singapore": (
        "division", "corps", "brigade", "tiderace", "sarimbun_beach", "kranji", "bukit_timah",
        "pasir_panjang", "company", "battalion", "regiment",
    ),
}  # fmt: skip
"""Game -> the scenarios that are measured."""
TYPED = ("saipan", "meiktila")
"""Games in whose first turn the commands of a player are measured."""
RATED = 50
"""Results that are rated for each game of an archive: of 20,000 games a million."""
EACH = 2
"""How many finished games of each scenario are audited."""
DECISIONS = 5_000
"""Random decisions a second that analysis and balance by simulation want."""


def rows(*, quick: bool, reported: Callable[[str], None]) -> list[Row]:
    """Measure everything; ``reported`` hears what comes next. A few minutes if quick, else more."""
    library = make_library()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        reported("Playing games for the measurements ...")
        logs = {name: _logs(library, name) for name in GAMES}
        jobs = {
            name: [
                Job(write_log(folder / f"{name}-{number}.pbem", events), events, library)
                for number, events in enumerate(games)
            ]
            for name, games in logs.items()
        }
        measured: list[Row] = []
        for name, own in jobs.items():
            reported(f"Auditing {len(own)} games of {name}, several times ...")
            measured += audit_rows(name, own, library, 3 if quick else 9)
        reported("Auditing on one core and on two ...")
        # One scenario of each game: with all of them this row would take half an hour.
        many = [job.path for own in jobs.values() for job in own[:EACH]] * (2 if quick else 6)
        measured += cores_rows(many, 1 if quick else 3)
        reported("Importing turns of a short game and of a long one ...")
        measured += take_rows(folder / "desks", library, 15 if quick else 41, quick=quick)
        measured += keeper_rows(folder / "records", library, 50 if quick else 200)
        reported("Playing at random ...")
        measured += random_rows(5 if quick else 20)
        reported("Asking before signing ...")
        gc.freeze()  # a player's program has no logs of fifty games to look through meanwhile
        for name, scenarios in GAMES.items():
            measured += knowing_rows(name, scenarios[0], 40 if quick else 120)
        reported("Shuffling and hiding ...")
        measured += hiding_rows(5 if quick else 25)
        reported("Reading a VASSAL module ...")
        measured += importing_rows(folder, Size(), 1 if quick else 3)
        reported("Starting processes ...")
        measured += start_rows(jobs["saipan"][0].path, 5 if quick else 15)
        reported("Typing a player's commands ...")
        for name in TYPED:
            measured += typed_rows(folder / "typed", 5 if quick else 15, name, GAMES[name][0])
        reported("Auditing the longest possible log ...")
        measured += memory_rows(
            folder,
            library,
            lambda count: None if count % 20_000 else reported(f"  {count:,} events"),
            quick=quick,
        )  # fmt: skip
    reported("Measuring programs with a similar task ...")
    measured += peer_rows(2 if quick else 5, reported)
    for name, games in logs.items():
        measured += size_rows(name, games, turns(games, library))
    return measured


def archive(games: int, at: Path | None, reported: Callable[[str], None]) -> list[Row]:
    """Measure an archive of so many finished games, and `RATED` results for each of them rated.

    ``at``: where the games are kept.
    """
    with tempfile.TemporaryDirectory() as temporary:
        reported(f"Making {games:,} finished games, and auditing them ...")
        measured = archive_rows(at or Path(temporary) / "archive", games, reported)
    reported(f"Rating {RATED * games:,} results ...")
    return measured + rating_rows(RATED * games)


def board(*, quick: bool, reported: Callable[[str], None]) -> list[Row]:
    """Measure the board, replays and checks of logs in browsers of this machine.

    Without Firefox, its rows are left out.

    Raises:
        PbemError: There is no Chromium, or no driver of it.
    """
    with tempfile.TemporaryDirectory() as temporary:
        return board_rows(make_library(), reported, Path(temporary), quick=quick)


def suite() -> list[Row]:
    """Measure the tests of the checkout in this folder.

    Raises:
        PbemError: A test fails.
    """
    return suite_rows(Path())


def _logs(library: Library, name: str) -> list[list[Event]]:
    """Return a few finished games of each scenario of a game."""
    return [
        finished_game(library, scenario, seed, name)
        for scenario in GAMES[name]
        for seed in range(EACH)
    ]


def random_rows(games: int) -> list[Row]:
    """Measure random legal play without signatures, one core.

    ``games``: so many of each scenario.
    """
    found = []
    for name, scenario in ((name, scenario) for name, own in GAMES.items() for scenario in own):
        game = bind(Setup(name, scenario))
        play_one(game, 0, at_random=True)
        summed = summary([play_one(game, seed, at_random=True) for seed in range(games)])
        rate = summed.decisions_a_second
        found.append(
            at_least(f"random legal play, {name} {scenario}", rate, DECISIONS, "decisions/s")
        )
        found.append(
            Row(f"random legal games, {name} {scenario}", summed.games_a_second, "games/s")
        )
    return found


def turns(logs: Sequence[Sequence[Event]], library: Library) -> int:
    """Return how many game turns the logs hold."""
    total = 0
    for events in logs:
        table = Table(library)
        for event in events:
            table.take(event)
        if table.play is not None:
            total += int(table.play.game.fact(table.play.position, "turn", ()))
    return total


def lines(measured: Sequence[Row]) -> Iterator[str]:
    """Print the table."""
    width = max(len(row.name) for row in measured)
    for row in measured:
        mark = {None: "", True: "met", False: "NOT MET"}[row.met]
        value = f"{row.value:12,.2f}" if row.value < 1000 else f"{row.value:12,.0f}"
        note = f"  ({row.note})" if row.note else ""
        yield f"{row.name:{width}} {value} {row.unit:11} {row.goal:8} {mark}{note}".rstrip()
