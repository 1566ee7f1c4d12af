"""The measurements measure what they say; how long anything takes is never tested."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest

import dask_threads
from long import sample
from pbem.audit.verify import verify
from pbem.bench import archive, mailing, rating, run
from pbem.bench.auditing import Job, audit_rows, cores_rows, make_library, size_rows
from pbem.bench.games import (
    Signed,
    finished_game,
    idle_game,
    plain_data,
    write_idle_log,
    write_log,
)
from pbem.bench.hiding import hiding_rows
from pbem.bench.importing import Size, importing_rows, write_module
from pbem.bench.knowing import knowing_rows
from pbem.bench.measure import Row, at_least, at_most, interleaved
from pbem.bench.processes import start_rows, typed_rows
from pbem.errors import PbemError
from pbem.games import registry
from pbem.log.event import Event
from pbem.log.file import read_events
from pbem.selfplay.unsigned import rules_of
from pbem.table.events import kinds
from pbem.table.library import Library
from pbem.table.table import Table
from pbem.vassal import reading

LOGS = Path(__file__).resolve().parents[2] / "logs"


@pytest.fixture(autouse=True)
def _nothing_is_tidied_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """No figure counts here, and what other tests have left in memory is much to look through."""
    monkeypatch.setattr(gc, "collect", lambda: 0)


@pytest.fixture(scope="module")
def library() -> Library:
    return make_library()


@pytest.fixture(scope="module", params=sample(["saipan", "manila", "meiktila"], 1))
def game(library: Library, request: pytest.FixtureRequest) -> list[Event]:
    return finished_game(library, run.GAMES[request.param][-1], 1, request.param)


def test_the_games_to_measure_with_are_good(
    game: list[Event], library: Library, tmp_path: Path
) -> None:
    found = verify(write_log(tmp_path / "a.pbem", game), library)
    assert found.ok
    assert found.result is not None
    idle = idle_game(library, 12)
    assert verify(write_log(tmp_path / "b.pbem", idle.events), library).events == 12
    assert list(write_idle_log(tmp_path / "c.pbem", library, 9)) == list(range(3, 10))
    assert verify(tmp_path / "c.pbem", library).events == 9


@pytest.mark.parametrize(
    ("name", "scenario", "cards"),
    sample([("saipan", "historical", False), ("singapore", "corps", True)], 2),
)
def test_a_game_to_measure_with_is_the_same_in_every_run(
    library: Library, name: str, scenario: str, cards: bool
) -> None:
    """Dice and, where there are decks, cards, too: releases are measured at the same positions."""

    def begun(seed: int) -> list[Event]:
        game, given = Signed(library, scenario, name, seed), set[str]()
        while len(game.events) < 40 and game.table.result is None:
            game.step(0, given)
        assert bool(game.table.decks) is cards
        return game.events

    assert begun(0) == begun(0)
    assert begun(0)[4].id != begun(1)[4].id


def test_floor_and_replay_do_the_same_as_the_audit(
    game: list[Event], library: Library, tmp_path: Path
) -> None:
    job = Job(write_log(tmp_path / "a.pbem", game), game, library)
    job.floor()
    job.replay()
    assert len(job.signed) == len(game)
    assert len(job.proofs) == sum(event.kind in ("join", "dice") for event in game)
    rows = {row.name: row for row in audit_rows("game", [job], library, 1)}
    assert rows["game: full audit / (floor + replay alone)"].goal == "<= 1.2"
    assert [row.value > 0 for row in cores_rows([job.path], 1)] == [True, True]
    assert size_rows("game", [game], 10)[0].value > 100


def test_a_game_without_turns_has_no_size_of_a_turn(library: Library) -> None:
    """A division by their number ended the whole run after its last measurement."""
    game = finished_game(library, "table", 1, "table")
    assert size_rows("table", [game], run.turns([game], library)) == []


@pytest.mark.long
def test_a_game_with_hands_is_replayed_to_its_end(library: Library, tmp_path: Path) -> None:
    events = list(read_events(LOGS / "singapore" / "corps.pbem"))
    table = Table(library)
    for event in events:
        table.take(event)
    assert table.play is not None
    job = Job(write_log(tmp_path / "corps.pbem", events), events, library)
    again = job.replay()
    assert (again.result, again.position) == (table.play.result, table.play.position)
    data = [plain_data(event) for event in events]
    proofs = (
        sum(isinstance(one, kinds.Shuffle) for one in data)
        + sum(len(one.draws) for one in data if isinstance(one, kinds.Unmask))
        + sum(len(one.proofs or ()) for one in data if isinstance(one, kinds.Orders))
        + sum(len(one.masks) for one in data if isinstance(one, kinds.LayOpen))
    )
    assert job.decks.check() == proofs > 20
    job.floor()


def test_rows_of_the_client(library: Library, tmp_path: Path) -> None:
    (tmp_path / "desks").mkdir()
    assert len(mailing.keeper_rows(tmp_path / "records", library, 2)) == 4
    quick = pytest.MonkeyPatch()
    with quick.context() as patched:
        patched.setattr(mailing, "QUICK_LONG", 20)
        patched.setattr(mailing, "SHORT", 10)
        rows = mailing.take_rows(tmp_path / "desks", library, 2, quick=True)
    assert [row.unit for row in rows] == ["times", "ms", "times", "us"]


def test_rows_of_hands_and_stocks() -> None:
    rows = {row.name: row for row in hiding_rows(1)}
    assert rows["shuffle of 40 cards in a log"].value == 2 * (160 + 128 * 40 + 32 * 41)
    assert rows["spending from a hidden supply in a log"].value == 2 * 160 * 8
    goals = {row.name: row.goal for row in rows.values() if row.goal}
    assert goals == {
        "shuffle of 40 cards, made": "<= 500",
        "shuffle of 40 cards, checked": "<= 500",
        "decryption of one card, made and checked": "<= 5",
    }


@pytest.mark.parametrize(
    ("name", "commands"),
    sample(
        [
            ("saipan", ["show", "legal", "odds", "order", "mail", "show"]),
            ("meiktila", ["show", "legal", "order", "mail", "show"]),
        ],
        0,
        of=1,
    ),
)
def test_rows_of_what_a_player_types(tmp_path: Path, name: str, commands: list[str]) -> None:
    rows = typed_rows(tmp_path / "typed", 1, name, run.GAMES[name][0])
    assert [row.name.split()[2].strip("',") for row in rows] == commands
    assert all(row.name.startswith(f"{name}: 'pbem ") for row in rows)
    assert all(row.goal == "<= 6" and row.value > 1 for row in rows)


def test_what_is_measured_keeps_compiled_modules(
    game: list[Event], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A start without them takes twice as long, and no player starts pbem so."""
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    monkeypatch.setenv("PYTHONPYCACHEPREFIX", str(tmp_path / "compiled"))
    start_rows(write_log(tmp_path / "a.pbem", game), 1)
    assert list((tmp_path / "compiled").rglob("*.pyc"))


@pytest.mark.long
def test_rows_of_an_archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The cost of processes is paid elsewhere: here everything is done by one and a half."""
    from distributed import LocalCluster  # takes long, and few tests need it

    monkeypatch.setattr(archive, "CORES", 1)
    monkeypatch.setattr(archive, "_workers", lambda: LocalCluster(
        n_workers=1, processes=False, protocol="tcp://", dashboard_address="127.0.0.1:0"
    ))  # fmt: skip
    reported: list[str] = []
    rows = archive.archive_rows(tmp_path / "archive", 5, reported.append)
    assert [row.unit for row in rows] == ["games/s", *["times"] * 4, "MiB"]
    assert all(row.value > 0 for row in rows)
    assert reported == [f"  by {name} ..." for name in ("one", "two", "workers")]
    made = sorted((tmp_path / "archive").iterdir())
    assert len({next(read_events(path)).id for path in made}) == 5
    made[0].unlink()  # it alone is made again
    made[1].write_bytes(made[1].read_bytes()[:-1])
    with pytest.raises(PbemError, match="not a finished game"):
        archive.archive_rows(tmp_path / "archive", 2, reported.append)
    assert made[0].exists()
    dask_threads.end()


def test_rows_of_results_rated() -> None:
    history = rating.made(4, 3)
    for round_ in history.rounds:
        assert sorted(number for board in round_.boards for number in board) == list(range(1, 9))
    assert len({board for round_ in history.rounds for board in round_.boards}) == 12
    assert [row.name for row in rating.rating_rows(200)] == [
        f"results rated by {name}" for name in ("AREA", "Elo", "Glicko-2")
    ]


def test_every_scenario_of_every_game_is_measured() -> None:
    assert set(run.GAMES) == set(registry.names())
    assert set(run.TYPED) <= set(run.GAMES)
    for name, scenarios in run.GAMES.items():
        assert set(scenarios) == set(rules_of(name).scenarios)


def test_medians_of_interleaved_cases() -> None:
    order: list[str] = []
    took = interleaved({name: lambda name=name: order.append(name) for name in "ab"}, 3)
    assert order == ["a", "b", "b", "a", "a", "b"]
    assert set(took) == {"a", "b"}


def test_goals() -> None:
    assert at_most("x", 1.1, 1.2).met
    assert at_least("x", 1.1, 1.2).met is False
    reported = list(run.lines([at_most("x", 1.3, 1.2), Row("longer name", 12345, "bytes")]))
    assert reported[0].split() == ["x", "1.30", "times", "<=", "1.2", "NOT", "MET"]
    assert reported[1].split() == ["longer", "name", "12,345", "bytes"]


@pytest.mark.long
def test_random_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "GAMES", {"saipan": ("free",), "singapore": ("company", "battalion")})
    rows = run.random_rows(1)
    assert all(row.value > 0 for row in rows)
    assert len(rows) == 6


def test_a_game_can_be_watched(library: Library) -> None:
    signed = Signed(library)
    assert signed.table.active().handle == "alice" or signed.table.active().handle == "bob"


@pytest.mark.long
def test_rows_of_knowing_before_signing() -> None:
    rows = {row.name: row for row in knowing_rows("saipan", "historical", 12)}
    assert {name.partition(",")[0] for name in rows} == {
        "saipan: odds of an attack",
        "saipan: what a unit can do",
        "saipan: the same with odds beside attacks",
        "saipan: a list tried past its dice",
    }
    assert all(row.value > 0 and row.unit == "ms" for row in rows.values())


def test_a_module_to_measure_with_is_read_whole(tmp_path: Path) -> None:
    """It has what its size says: the rows measure a table that can be played."""
    size = Size(kinds=12, scripts=5, places=9, cards=4, pieces=11)
    write_module(tmp_path / "small.vmod", size)
    found = reading.read(tmp_path / "small.vmod")
    assert (len(found.counters), len(found.cards)) == (12, 8)
    assert found.left_out.traits == {"globalkey": 60}
    saved = found.setups["Campaign"]
    assert (len(saved.pieces), saved.decks) == (19, {"Blue": 4, "Red": 4})
    assert {one.place for one in saved.pieces.values() if not one.deck} == {
        f"Place {number}" for number in range(9)
    }
    rows = {row.name: row for row in importing_rows(tmp_path, size, 1)}
    assert len(rows) == 6
    read = next(row for name, row in rows.items() if name.endswith(", read"))
    assert (read.unit, read.goal) == ("s", "<= 15")
    assert all(row.value > 0 for row in rows.values() if row.unit == "kB")
