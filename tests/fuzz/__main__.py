"""Fuzz by hand: ``PYTHONPATH=tests python -m fuzz SEED COUNT [GAME]``.

Logs with the numbers SEED, SEED + 1, ... are tried until COUNT events were; what each fault says
names its log, and ``python -m fuzz NUMBER 1 GAME`` tries that one again.
"""

from __future__ import annotations

import sys

from fuzz.openings import GAMES
from fuzz.run import Tally, run

REPORTED_EVERY = 50
"""Logs between two reports on how far it is."""


def main(seed: int, count: int, name: str = GAMES[0]) -> int:
    """Try logs until ``count`` events were tried; return how many had a fault."""
    tally, number, faults = Tally(), seed, 0
    while tally.tried < count:
        try:
            run(number, tally, name)
        except AssertionError as fault:
            faults += 1
            sys.stdout.write(f"{fault}\n")
        number += 1
        if (number - seed) % REPORTED_EVERY == 0:
            sys.stderr.write(f"{faults} faults so far; {tally.reported()}\n")
    sys.stdout.write(f"{faults} faults; {tally.reported()}\n")
    return faults


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:]) > 0)
