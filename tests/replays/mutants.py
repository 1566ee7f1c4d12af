"""The checker in a browser and the program at level 2 judge the same mutants of logs.

By hand: ``PYTHONPATH=tests python -m replays.mutants SEED COUNT``; a mutant is known by its number.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from playwright.sync_api import sync_playwright

from fuzz.world import remembered
from replays.conftest import Checker
from second import both
from servers.conftest import need

AT_ONCE = 50
"""Logs that go to the browser together."""


class Compared(NamedTuple):
    """How many hold, which findings the others have, and where the two differ."""

    good: int
    codes: Counter[str]
    differ: list[str]


def compare(checker: Checker, first: int, count: int, folder: Path) -> Compared:
    """Judge mutants ``first`` and so on by both."""
    good, codes, differ = 0, Counter[str](), list[str]()
    path = folder / "mutant.pbem"
    with remembered():
        for start in range(first, first + count, AT_ONCE):
            numbers = range(start, min(start + AT_ONCE, first + count))
            made = {n: both.made(n) for n in numbers}
            logs = {n: log for n, log in made.items() if log is not None}
            for (n, log), report in zip(
                logs.items(), checker.reports(list(logs.values())), strict=True
            ):
                path.write_bytes(log)
                program, found = both.by_program(path, 2), report["finding"]
                mine = both.Reported(
                    found and found["code"], found and found["event"], report["good"]
                )
                good += program.code is None
                codes[program.code or "none"] += 1
                if mine != program:
                    differ.append(f"mutant {n}: program {program}, checker {mine}")
    return Compared(good, codes, differ)


def main(first: int, count: int) -> int:
    """Print where the two differ; return in how many."""
    with sync_playwright() as driver, TemporaryDirectory() as folder:
        program = need("chromium", "chromium")
        browser = driver.chromium.launch(executable_path=program, args=["--no-sandbox"])
        reported = compare(Checker(browser, Path(folder)), first, count, Path(folder))
        browser.close()
    lines = [
        *reported.differ,
        f"{len(reported.differ)} of {count} differ; {reported.good} hold; {reported.codes}",
    ]
    sys.stdout.write("\n".join(lines) + "\n")
    return len(reported.differ)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2])) > 0)
