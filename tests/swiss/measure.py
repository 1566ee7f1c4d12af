"""How long the rounds of a Swiss of many take.

By hand: ``PYTHONPATH=tests python -m swiss.measure COUNT ROUNDS``, processor time of each round by
py4swiss; with ``networkx`` after these by networkx too.
"""

from __future__ import annotations

import sys
import time

import msgspec

from pbem.tournament.pairings import matchings, pairing
from swiss.test_engine import Field


def measured(field: Field, many: int) -> tuple[pairing.Pairings, float]:
    """Pair the next round; ``many``: from how many entrants on by py4swiss."""
    matchings.MANY, begun = many, time.process_time()
    made = pairing.pairings(field.history)
    assert made is not None
    return made, time.process_time() - begun


def main(count: int, rounds: int, *, networkx: bool) -> None:
    """Play so many rounds of so many entrants, and say what each took."""
    field = Field(1, count, count)
    now = field.history
    now.found = msgspec.structs.replace(
        now.found, format=msgspec.structs.replace(now.found.format, rounds=rounds)
    )
    for no in range(1, rounds + 1):
        made, took = measured(field, 0)
        reported = f"{count} entrants, round {no}: {took:.1f} s"
        if networkx:
            theirs, longer = measured(field, count + 1)
            assert theirs == made
            reported += f", by networkx {longer:.1f} s"
        sys.stdout.write(f"{reported}\n")
        sys.stdout.flush()
        field.plays(made)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), networkx="networkx" in sys.argv[3:])
