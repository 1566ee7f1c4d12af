"""Let three readers read many logs: ``PYTHONPATH=tests python -m readers --logs 100000``.

Logs are made until LOGS were read, by several processes side by side. Each log on which readers
disagree is shrunk and written to a folder, with what they say beside it. A line each minute says
how far it is. The last lines say how many logs there were, of what kinds, and what was found in
them. The exit code is 1 if readers disagree on any. It needs ``node``.

A number decides which logs are made: ``--seed NUMBER --logs 1 --jobs 1`` makes those of one number
again. ``--hidden`` lets only those grow in which allies have masks and know stocks, and those that
go on after an end which only the rules know. Logs grow event by event, as `readers.growing` says,
or are changed in the middle and read whole. Readers resume after the event before the one that is
tried. `readers.run` reads some logs again from their first byte, with nothing remembered: that
shows that resuming changes nothing.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

from readers.javascript import Node
from readers.run import hidden, run

REPORTED_EVERY = 60.0
"""Seconds between two lines that say how far it is."""
Batch = tuple[int, int, int, Path, bool]


def work(given: Batch) -> tuple[Counter[str], int]:
    """Read logs of every so-many-th number until enough were read."""
    first, step, logs, out, hides = given
    read = hidden if hides else run
    seen: Counter[str] = Counter()
    differ, number, reported = 0, first, time.monotonic()
    with Node() as node, TemporaryDirectory() as folder:
        while seen["logs"] < logs:
            for at, found in enumerate(read(number, node, seen, Path(folder))):
                differ += 1
                (out / f"{number}-{at}.pbem").write_bytes(found.log)
                (out / f"{number}-{at}.txt").write_text("\n".join(found.why) + "\n", "utf-8")
            number += step
            if time.monotonic() - reported > REPORTED_EVERY:
                reported = time.monotonic()
                sys.stderr.write(f"{seen['logs']} logs, {differ} differ, number {number}\n")
                (out / f"seen-{first}.txt").write_text(words(seen, differ), "utf-8")
    return seen, differ


def words(seen: Counter[str], differ: int) -> str:
    """Say what was read, one count a line."""
    kinds = [f"{count:8} {name}" for name, count in seen.most_common() if count]
    return "\n".join([f"{differ:8} on which readers disagree", *kinds]) + "\n"


def main(arguments: list[str] | None = None) -> int:
    """Read so many logs; return 1 where readers disagree on any, else 0."""
    parser = argparse.ArgumentParser(prog="readers", description="Let three readers read logs.")
    parser.add_argument("--logs", type=int, default=2_000, help="how many (%(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="the first number (%(default)s)")
    parser.add_argument("--jobs", type=int, default=2, help="processes (%(default)s)")
    parser.add_argument("--folder", type=Path, default=Path("readers-differ"), help="for logs")
    parser.add_argument("--hidden", action="store_true", help="those of allies who hide something")
    given = parser.parse_args(arguments)
    given.folder.mkdir(parents=True, exist_ok=True)
    each = -(-given.logs // given.jobs)
    rest = given.jobs, each, given.folder, given.hidden
    batches = [(given.seed + at, *rest) for at in range(given.jobs)]
    if given.jobs == 1:
        done = [work(batches[0])]
    else:
        with ProcessPoolExecutor(given.jobs) as pool:
            done = list(pool.map(work, batches))
    seen = sum((counts for counts, _ in done), Counter[str]())
    differ = sum(count for _, count in done)
    sys.stdout.write(words(seen, differ))
    return int(differ > 0)


if __name__ == "__main__":
    sys.exit(main())
