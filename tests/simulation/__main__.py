"""Years on the command line: ``PYTHONPATH=tests python -m simulation --help``, and the package.

With a file, years that it says were good are passed over, the others lived through and added, and
one in which something does not hold does not end the run: the same command goes on every night.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import as_completed
from pathlib import Path

import memory
from pbem.pool import pool
from simulation.checks import Broken
from simulation.kept import Kept, Year, name
from simulation.plan import GAMES, Plan, with_modules
from simulation.run import live


def main(given_words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m simulation")
    parser.add_argument("seed", type=int)
    parser.add_argument("count", type=int, nargs="?", default=1)
    parser.add_argument("cheats", choices=["cheats"], nargs="?", help="with somebody who cheats")
    parser.add_argument("--kept", type=Path, metavar="FILE", help="where figures are kept")
    parser.add_argument("--cup", action="store_true", help="a tournament instead of single games")
    parser.add_argument(
        "--modules", action="store_true", help="games of the program's rules modules"
    )
    parser.add_argument(
        "--workers", type=int, default=1, metavar="N", help="so many years side by side"
    )
    given = parser.parse_args(given_words)
    usual = Plan(cheats=given.cheats is not None, cup=given.cup, games=0 if given.cup else GAMES)
    kept = Kept(given.kept)
    plans = {
        seed: with_modules(seed, usual) if given.modules else usual
        for seed in range(given.seed, given.seed + given.count)
    }
    wanted = [(seed, plan) for seed, plan in plans.items() if not kept.has(seed, plan)]
    for year in _years(wanted, given.workers, aloud=given.count == 1):
        kept.add(year)
        said = f"{year.things} things happened, {year.messages} messages"
        say(year.broken or f"year {year.seed}: good; {said}; {year.seconds:.1f} s")
        if year.broken and given.kept is None:
            return 1
    if kept.years:
        say(kept.told())
    return int(bool(kept.bad()))


def _years(wanted: Sequence[tuple[int, Plan]], workers: int, *, aloud: bool) -> Iterator[Year]:
    """Live through years, so many side by side; yield each when it is over."""
    if workers == 1 or len(wanted) < 2:
        for seed, plan in wanted:
            yield lived(seed, plan, aloud=aloud)
        return
    with pool(workers) as processes:
        under_way = [processes.submit(lived, seed, plan, aloud=False) for seed, plan in wanted]
        try:
            for year in as_completed(under_way):
                yield year.result()
        finally:
            processes.shutdown(cancel_futures=True)


def lived(seed: int, plan: Plan, *, aloud: bool) -> Year:
    """Live through a year; return its figures, and what did not hold.

    What nobody foresaw that it could be raised does not hold either.
    """
    began, broken, things, messages = time.process_time(), "", 0, 0
    with tempfile.TemporaryDirectory(dir=memory.folder()) as folder:
        try:
            club = live(seed, plan, Path(folder), say if aloud else lambda _: None)
            things, messages = len(club.told), club.post.sent
        except Broken as found:
            broken = str(found)
        except Exception as error:  # noqa: BLE001 - whatever it is, other years go on
            broken = f"year {seed}: {type(error).__name__}: {error}"
    return Year(seed, name(plan), round(time.process_time() - began, 2), things, messages, broken)


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
