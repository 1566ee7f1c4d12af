"""Years on the command line: ``PYTHONPATH=tests python -m simulation --help``, and the package.

With a file, years that it says were good are passed over, and the others are lived through and
added. A year in which something does not hold does not end the run: the same command goes on every
night. ``shrink YEAR`` looks for the smallest year that fails as this one does, and says how to live
it.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import as_completed
from contextlib import nullcontext
from pathlib import Path

from pbem.pool import pool
from simulation.broken import Broken
from simulation.kept import Kept, Year
from simulation.plan import GAMES, Plan, changed, name, options, small, with_modules
from simulation.planted import FAULTS, planted
from simulation.run import live
from simulation.shrink import shrunk


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
    parser.add_argument("--small", action="store_true", help="a game of a few people, soon over")
    parser.add_argument(
        "--workers", type=int, default=1, metavar="N", help="so many years side by side"
    )
    parser.add_argument(
        "--with",
        dest="fields",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="what the year is like: a field of its plan, as a Python value",
    )
    planned = "with this fault put in, in the years that are planned for it"
    parser.add_argument("--planted", choices=sorted(FAULTS), help=planned)
    words = sys.argv[1:] if given_words is None else list(given_words)
    shrinks = words[:1] == ["shrink"]
    given = parser.parse_args(words[shrinks:])
    with planted(given.planted) if given.planted else nullcontext():
        return shrink(given) if shrinks else live_through(given)


def plan_of(given: argparse.Namespace, seed: int) -> Plan:
    """Return what a year is to be like; raises ValueError for a field that is none."""
    usual = Plan(cheats=given.cheats is not None, cup=given.cup, games=0 if given.cup else GAMES)
    usual = small(seed) if given.small else usual
    usual = FAULTS[given.planted].plan if given.planted and not given.small else usual
    return changed(with_modules(seed, usual) if given.modules else usual, given.fields)


def shrink(given: argparse.Namespace) -> int:
    """Say which smaller year fails as this one does."""
    least = shrunk(
        given.seed,
        plan_of(given, given.seed),
        lambda seed, plan: lived(seed, plan, aloud=False).broken,
        say,
    )
    if least is None:
        say(f"year {given.seed} holds: there is nothing to shrink")
        return 1
    words = ["PYTHONPATH=tests python -m simulation", str(least.seed)]
    words += [f"--planted {given.planted}"] if given.planted else []
    words += [options(least.plan, FAULTS[given.planted].plan if given.planted else Plan())]
    say(f"{least.broken}\n\n{' '.join(words)}")
    return 0


def live_through(given: argparse.Namespace) -> int:
    """Live through years, one after the other."""
    kept = Kept(given.kept)
    good = kept.good()
    plans = {seed: plan_of(given, seed) for seed in range(given.seed, given.seed + given.count)}
    wanted = [(seed, plan) for seed, plan in plans.items() if (name(plan), seed) not in good]
    for year in _years(wanted, given.workers, aloud=given.count == 1):
        kept.add(year)
        said = f"{year.things} things happened, {year.messages} messages"
        say(year.broken or f"year {year.seed}: good; {said}; {year.seconds:.1f} s")
        if year.broken and given.kept is None:
            return 1
    if kept.years:
        say(kept.reported())
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

    An error that nobody foresaw does not hold either.
    """
    began, broken, things, messages = time.process_time(), "", 0, 0
    try:
        club = live(seed, plan, say if aloud else lambda _: None)
        things, messages = len(club.reported), club.post.sent
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
