"""An archive of finished games: audited by one process, by two, and by two workers over TCP."""

from __future__ import annotations

import hashlib
import logging
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from time import process_time
from typing import Any

from pbem.audit import report
from pbem.audit.verdict import Verdict
from pbem.audit.verify import verify_many
from pbem.audit.workers import check_here, verify_far
from pbem.bench.auditing import make_library, processor_s
from pbem.bench.games import finished_game, write_log
from pbem.bench.measure import Row, at_least, at_most, interleaved
from pbem.errors import PbemError
from pbem.pool import pool
from pbem.selfplay.unsigned import rules_of

GAME, SCENARIO = "singapore", "company"
"""The shortest games of all, so that the rows show what work beside the audits costs."""
CORES = 2
PIECE = 100
"""Games that a process makes at a time."""
MEMORY_MIB = 300.0
"""Memory that giving out an archive of any size may take."""


def archive_rows(folder: Path, games: int, reported: Callable[[str], None]) -> list[Row]:
    """Measure the audit of an archive of ``games`` finished games, each way once.

    pbem makes the games that are not in ``folder`` yet.

    Raises:
        PbemError: Dask is not installed, or two ways give different results.
    """
    check_here()
    folder.mkdir(exist_ok=True)
    rules_of(GAME)  # loaded once, before processes are copied
    paths = list(_made(folder, games, reported))
    kib = sum(path.stat().st_size for path in paths) / len(paths) / 1024
    said: dict[str, str] = {}
    used: dict[str, float] = {}
    ways = {
        "one": partial(verify_many, paths, make_library, processes=1),
        "two": partial(verify_many, paths, make_library, processes=CORES),
    }
    with _workers() as cluster:
        # Theirs is the start of no process: a federation's workers are there before it asks.
        ways["workers"] = partial(verify_far, paths, make_library, cluster.scheduler_address)
        spent = partial(_processor_s, cluster.scheduler_address)

        def run(name: str) -> None:
            reported(f"  by {name} ...")
            before = spent()
            said[name] = _audit(ways[name])
            used[name] = spent() - before

        took = interleaved({name: partial(run, name) for name in ways}, 1)
    if len(set(said.values())) != 1:
        raise PbemError(f"The ways to audit {games:,} games gave different reports: {said}")
    what = f"audit of {games:,} finished games"
    note = f"{GAME} {SCENARIO}, {kib:.1f} KiB each; the same reports, byte for byte"
    return [
        Row(f"{what}, one process", games / took["one"], "games/s", note=note),
        at_least(f"{what}, two processes / one", took["one"] / took["two"], 1.9),
        at_least(f"{what}, two workers over TCP / one", took["one"] / took["workers"], 1.8),
        at_most("processor time, two processes / one", used["two"] / used["one"], 1.05),
        at_most("processor time, two workers over TCP / one", used["workers"] / used["one"], 1.08),
        *_memory_rows(games),
    ]


def _memory_rows(games: int) -> list[Row]:
    """Return the most memory that this process, which gives out the games, has had so far.

    It may not grow with the archive: verdicts are read as they come. Left out where the system does
    not say.
    """
    if find_spec("resource") is None:
        return []
    import resource  # noqa: PLC0415 - not on every system

    kib = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    mib = kib / 1024 if sys.platform != "darwin" else kib / 1024**2
    return [at_most(f"memory to give out {games:,} games", mib, MEMORY_MIB, "MiB")]


def _made(folder: Path, games: int, reported: Callable[[str], None]) -> Iterator[Path]:
    """Yield the paths of finished games of computer players, of which each is another one."""
    pieces = [range(first, min(first + PIECE, games)) for first in range(0, games, PIECE)]
    with pool(CORES) as processes:
        for numbers in processes.map(_make, [(folder, piece) for piece in pieces]):
            if numbers.stop % (50 * PIECE) == 0:
                reported(f"  {numbers.stop:,} games made")
            yield from (_place(folder, number) for number in numbers)


def _make(given: tuple[Path, range]) -> range:
    folder, numbers = given
    library = make_library()
    for number in numbers:
        if not _place(folder, number).exists():
            write_log(_place(folder, number), finished_game(library, SCENARIO, number, GAME))
    return numbers


def _place(folder: Path, number: int) -> Path:
    return folder / f"{number:07}.pbem"


def _audit(way: Callable[[], Iterable[Verdict]]) -> str:
    """Audit the archive; return by which digest all that was reported is known again."""
    digest = hashlib.sha256()
    for verdict in way():
        if not verdict.ok or verdict.result is None:
            raise PbemError(f"{verdict.path} is not a finished game: {report.one_line(verdict)}")
        digest.update(report.to_json(verdict).encode())
    return digest.hexdigest()


def _processor_s(scheduler: str) -> float:
    """Return the processor time so far of this process, its children and the workers."""
    from distributed import Client  # noqa: PLC0415 - an extra

    connect: Callable[..., Any] = Client
    with connect(scheduler, set_as_default=False) as client:
        theirs: dict[str, float] = client.run(process_time)
        return processor_s() + sum(theirs.values())


def _workers() -> Any:
    from distributed import LocalCluster  # noqa: PLC0415 - an extra

    cluster: Callable[..., Any] = LocalCluster
    return cluster(
        n_workers=CORES,
        threads_per_worker=1,
        processes=True,
        dashboard_address="127.0.0.1:0",
        silence_logs=logging.CRITICAL,
    )
