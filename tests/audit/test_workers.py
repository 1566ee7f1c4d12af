"""Logs verified by the workers of a scheduler, over TCP: the same verdicts, whatever happens."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from typer.testing import CliRunner

import dask_threads
import long
from pbem.audit import judging, report, workers
from pbem.audit.verify import verify_many
from pbem.audit.workers import verify_far
from pbem.client.storage.packs import library_of
from pbem.commands.main import app
from pbem.errors import PbemError
from pbem.identity.card import make_card, read_card
from pbem.log.file import to_bytes
from pbem.log.journal import journal_of
from toy.dying import counting, deadly
from toy.group import Group, attack, identity, move, toy_library


@pytest.fixture(scope="module", autouse=True)
def _threads_are_ended() -> Iterator[None]:
    yield
    dask_threads.end()
    assert not [one for one in threading.enumerate() if one.name.startswith(("Dask", "IO"))]


@pytest.fixture(scope="module")
def near() -> Iterator[str]:
    """A scheduler and a worker in this process; what they say goes over TCP all the same."""
    with _cluster(processes=False, n_workers=1, protocol="tcp://") as cluster:
        yield cluster.scheduler_address


@pytest.fixture(scope="module")
def far() -> Iterator[str]:
    """A scheduler with two workers that are processes."""
    with _cluster(processes=True, n_workers=2) as cluster:
        yield cluster.scheduler_address


def _cluster(**how):
    import distributed  # takes long, and few tests need it

    return distributed.LocalCluster(
        threads_per_worker=1, dashboard_address="127.0.0.1:0", silence_logs=logging.CRITICAL, **how
    )


@pytest.fixture
def mixed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Good logs, bad ones, what is none, and what cannot be sent as it is; in batches of three."""
    monkeypatch.setattr(workers, "BATCH", 3)
    group = Group.joined(tmp_path / "players")
    group.orders("ann", move(1), attack("blue"))
    group.roll()
    data = to_bytes(group.events)
    good = tmp_path / "good.pbem"
    good.write_bytes(data)
    changed = {
        "forged": data.replace(b"ann", b"bob", 1),
        "torn": data[:-5],
        "empty": b"",
        "zip": b"PK\x03\x04" + data,
        "practice": b'{"practice":1}\n',
    }
    for name, now in changed.items():
        (tmp_path / f"{name}.pbem").write_bytes(now)
    under_way = tmp_path / "under_way.pbem"
    under_way.write_bytes(data)
    journal_of(under_way).write_bytes(b"not a journal")
    others = [tmp_path / f"{name}.pbem" for name in (*changed, "under_way", "nowhere")]
    return [good, *others, tmp_path, good, *([good] * 4)]


def test_the_verdicts_are_those_of_one_process(near: str, mixed: list[Path]) -> None:
    cards = [read_card(make_card(identity(one))) for one in ("ann", "uma")]
    for wish in ({"cards": cards}, {"level": 1}, {"book": cards}):
        here = list(verify_many(mixed, toy_library, processes=1, **wish))
        there = list(verify_far(mixed, toy_library, near, **wish))
        assert [report.to_json(one) for one in there] == [report.to_json(one) for one in here]
    assert {one.ok for one in here} == {True, False}


def test_hostile_logs_are_reported_alike(near: str, logs: Path) -> None:
    paths = sorted(logs.parent.glob("hostile/*.pbem"))[:: [12, 4, 1][min(long.ASKED, 2)]]
    library = partial(library_of, {})
    reported = [
        report.to_json(judging.judge(paths, library, judging.JudgeOptions(processes=1, **how)))
        for how in ({}, {"scheduler": near})
    ]
    assert reported[0] == reported[1]


@pytest.mark.long
def test_the_command(far: str, logs: Path, tmp_path: Path) -> None:
    env = {"PBEM_HOME": str(tmp_path / "home"), "PBEM_DATABASE": ""}
    words = ["verify", str(logs), str(logs.parent / "tokyo"), "--json"]
    ran = [
        CliRunner().invoke(app, [*words, *how], env=env)
        for how in (["--processes", "1"], ["--scheduler", far])
    ]
    assert ran[0].stdout == ran[1].stdout
    assert ran[0].exit_code == ran[1].exit_code == 0


@pytest.mark.long
def test_a_killed_worker_costs_its_batch(
    far: str, mixed: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import distributed

    monkeypatch.setattr(workers, "BATCH", 1)
    paths = mixed[:1] * 20
    asked, fetched = tmp_path / "asked", tmp_path / "fetched"
    asked.mkdir()
    fetched.mkdir()

    class Reporting(distributed.as_completed):
        """A file for each batch of which the verdicts have come."""

        def __next__(self):
            came = super().__next__()
            (fetched / str(len(list(fetched.iterdir())))).touch()
            return came

    monkeypatch.setattr(distributed, "as_completed", Reporting)
    here = list(verify_many(paths, toy_library, processes=1))
    assert list(verify_far(paths, partial(counting, asked, 10, fetched), far)) == here
    # The batch that was cut off, and no other: what had been done there was fetched.
    assert len(list(asked.iterdir())) == len(paths) + 1


@pytest.mark.long
def test_a_batch_that_ends_every_worker(
    far: str, mixed: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    import distributed

    good, forged, *_ = mixed
    monkeypatch.setattr(workers, "BATCH", 1)
    with distributed.Client(far, set_as_default=False) as client:
        client.run_on_scheduler(
            lambda dask_scheduler: setattr(dask_scheduler, "allowed_failures", 0)
        )
    found = list(verify_far([good, forged], deadly, far))
    assert [one.ok for one in found] == [False, False]
    assert "ended one after the other" in found[0].unread


def test_who_cannot_be_reached(
    near: str, mixed: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "WAIT_SECONDS", 0.2)
    for address in ("tcp://127.0.0.1:9", "nonsense://here", "here and there"):
        with pytest.raises(PbemError, match="cannot be reached"):
            next(verify_far(mixed, toy_library, address))
    with (
        _cluster(processes=False, n_workers=0, protocol="tcp://") as empty,
        pytest.raises(PbemError, match="dask worker"),
    ):
        next(verify_far(mixed, toy_library, empty.scheduler_address))
    batch = workers.Order("0.0.0", toy_library, 3, (), ())
    with pytest.raises(PbemError, match="the same release everywhere"):
        workers.verify_batch(batch, [])
    monkeypatch.setattr(workers, "find_spec", lambda _: None)
    with pytest.raises(PbemError, match=r"pip install 'pbem\[dask\]'"):
        next(verify_far(mixed, toy_library, near))
