"""The second verifier beside the program while a log is fuzzed: both judge each event tried.

By hand: ``PYTHONPATH=tests python -m second.beside SEED COUNT [GAME]``.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from copy import deepcopy
from unittest.mock import patch

from fuzz.openings import GAMES
from fuzz.run import Fuzz, Tally
from fuzz.world import World, chance, narrow, remembered
from pbem.log.event import NO_EVENT, Event
from pbem.log.finding import Finding
from second import active, form, reader
from second.form import admit
from second.reader import Reader

Reported = tuple[str, int | None] | None
BLIND = (1, 2)
"""Levels that need no rules: those that the second verifier has."""


class Beside(Fuzz):
    """A log being fuzzed, and a reader of the second verifier for each level and head."""

    def __init__(self, world: World, tally: Tally) -> None:
        super().__init__(world, tally)
        self.readers = {(level, NO_EVENT): Reader(level) for level in BLIND}
        self.compared = 0

    def judged(self, event: Event, verdicts: dict[int, Finding | None], head: str) -> None:
        super().judged(event, verdicts, head)
        for level in BLIND:
            if level in verdicts:
                found = verdicts[level]
                program = found and (found.code, found.seq)
                second = self.second(level, event, head)
                assert second == program, f"level {level}: program {found!r}, second {second}"
                self.compared += 1

    def second(self, level: int, event: Event, head: str) -> Reported:
        """Return what the second verifier finds in an event after a head."""
        copy = twin(self.readers[level, head])
        try:
            copy.event(admit(event.line))
        except form.Finding as finding:
            return finding.code, finding.seq
        self.readers[level, event.id] = copy
        return None


def twin(one: Reader) -> Reader:
    """Copy a reader; the events that it has read are the same ones."""
    kept = [*one.values, *one.events]
    return deepcopy(one, {id(value): value for value in kept})


@contextmanager
def both_narrow() -> Iterator[None]:
    """Make the limits of a log small for the program and the second verifier alike."""
    small = {"PLAYER": 9_000, "HEIR": 4_000, "MORE": 4_000, "RULINGS": 9_000}
    with (
        narrow(),
        patch.multiple(reader, **small),
        patch.multiple(active, MOST_HEIRS=2, MOST_UNDONE=2),
    ):
        yield


def run(number: int, name: str) -> Beside:
    """Fuzz the log with this number; raises AssertionError that names it if the two differ."""
    rng = random.Random(number)  # noqa: S311 - no secret
    with remembered(), chance(rng), both_narrow() if rng.random() < 0.1 else nullcontext():
        beside = Beside(World(name, rng), Tally())
        try:
            beside.log()
        except Exception as error:
            raise AssertionError(f"log {number} of {name}: {beside.reported(error)}") from error
    return beside


def main(seed: int, count: int, name: str = GAMES[0]) -> int:
    """Fuzz ``count`` logs; return in how many the two differ."""
    compared = differ = 0
    for number in range(seed, seed + count):
        try:
            compared += run(number, name).compared
        except AssertionError as fault:
            differ += 1
            sys.stdout.write(f"{fault}\n")
    sys.stdout.write(f"{differ} of {count} logs differ; {compared} verdicts compared\n")
    return differ


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:]) > 0)
