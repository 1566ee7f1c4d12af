"""The program and the second verifier judge the same mutants of logs.

By hand: ``PYTHONPATH=tests python -m second.both SEED COUNT``; a mutant is known by its number.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import rfc8785

from fuzz import openings, run
from fuzz.world import remembered
from pbem.audit.verify import verify
from pbem.table.library import Library
from second.mutants import SPOILS, mutant
from second.reader import lines_of, read

LOGS = Path(__file__).parents[2] / "logs"
TOYS = 8
"""Fuzzed logs of the toy game, each with all that its parties thought of."""


class Reported(NamedTuple):
    """A verdict: code and number of the first finding, and how many events before it are good."""

    code: str | None
    seq: int | None
    good: int


@cache
def toy(number: int) -> list[bytes]:
    world = run.run(50_000 + number, run.Tally(), "toy")
    return [event.line + b"\n" for event in world.events]


@cache
def files() -> tuple[list[Path], list[Path]]:
    """Return the finished games and the hostile logs."""
    finished, hostile = sorted(LOGS.glob("[!h]*/*.pbem")), sorted(LOGS.glob("hostile/*.pbem"))
    return finished, [path for path in hostile if path.stat().st_size < 100_000]


def made(number: int) -> bytes | None:
    """Return the mutant with this number; None where what was changed is no JSON of ours."""
    rng = random.Random(number)  # noqa: S311 - no secret
    what, (finished, hostile) = rng.random(), files()
    if what < 0.7:
        lines = toy(rng.randrange(TOYS))
    else:
        lines = lines_of(rng.choice(finished if what < 0.72 else hostile).read_bytes())
    try:
        return mutant(lines, rng)
    except rfc8785.CanonicalizationError:
        return None
    except (ValueError, KeyError, TypeError, AttributeError):  # a hostile log is no log to link
        return b"".join(rng.choice(SPOILS)(lines, rng))


def by_program(path: Path, level: int) -> Reported:
    found = verify(path, Library(openings.find_rules), level=level)
    if found.finding is None:
        return Reported(None, None, found.events)
    return Reported(found.finding.code, found.finding.seq, found.events)


def by_second(data: bytes, level: int) -> Reported:
    reader, found = read(data, level)
    return Reported(found and found.code, found and found.seq, len(reader.ids))


def differences(number: int, folder: Path, tally: Counter[str]) -> list[str]:
    """Judge one mutant by both at both levels; return where they differ."""
    data, path, found = made(number), folder / "mutant.pbem", []
    if data is None:
        return []
    path.write_bytes(data)
    for level in (1, 2):
        program, second = by_program(path, level), by_second(data, level)
        tally[program.code or "valid"] += 1
        if program != second:
            found.append(f"mutant {number}, level {level}: program {program}, second {second}")
    return found


def main(seed: int, count: int) -> int:
    """Judge ``count`` mutants; return how often the two differ."""
    tally: Counter[str] = Counter()
    differ = 0
    with TemporaryDirectory() as folder, remembered():
        for number in range(seed, seed + count):
            for one in differences(number, Path(folder), tally):
                differ += 1
                sys.stdout.write(one + "\n")
    counts = ", ".join(f"{code} {count}" for code, count in tally.most_common())
    sys.stdout.write(f"{differ} differences in {sum(tally.values())} verdicts: {counts}\n")
    return differ


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2])) > 0)
