"""Trying a door: what came out that should not have, and which inputs took long for their size."""

from __future__ import annotations

import random
import time
import traceback
from collections import defaultdict, deque
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from statistics import median

from doors.door import Door, corpus
from doors.kept import Tried
from doors.mutating import mutant

SLOWER = 10
"""So many times the median for its size an input may take."""

LEAST_SECONDS = 0.02
"""Less than this is no wait, whatever the median is; a garbage collection takes as long."""

_KEPT = 1000
"""Times that are kept for each size."""

_LAST = 256
"""Mutants that others are made of."""


class Watch:
    """Lets bytes in at a door and keeps what was wrong: by where it was raised, and the slow.

    ``tried`` inputs came in, of them ``inputs`` that had not come before, in ``seconds`` of one
    processor.
    """

    def __init__(self, door: Door, tried: Tried | None = None) -> None:
        self.door = door
        self._known = tried or Tried.in_memory()
        self.tried = self.inputs = 0
        self.seconds = 0.0
        self.finds: dict[str, bytes] = {}
        self._times: dict[int, list[float]] = defaultdict(list)
        self._slowest: dict[int, tuple[float, bytes]] = {}

    def enter(self, data: bytes) -> None:
        """Try one input."""
        self.tried += 1
        self.inputs += self._known.new(data)
        begun = time.process_time()
        try:
            self.door.enter(data)
        except Exception as error:  # noqa: BLE001 - that nothing else comes out is what is tried
            last = traceback.extract_tb(error.__traceback__)[-1]
            where = f"{type(error).__name__} at {Path(last.filename).name}:{last.lineno}"
            self.finds.setdefault(where, data)
        took, size = time.process_time() - begun, len(data).bit_length()
        self.seconds += took
        if len(self._times[size]) < _KEPT:
            self._times[size].append(took)
        if took > self._slowest.get(size, (0.0, b""))[0]:
            self._slowest[size] = took, data

    def slow(self) -> dict[str, bytes]:
        """Return inputs that take long each time: the slowest of a size, tried once more."""
        found = {}
        for size, (_, data) in sorted(self._slowest.items()):
            usual = median(self._times[size])
            took = min(self._again(data) for _ in range(3))
            if took > max(SLOWER * usual, LEAST_SECONDS):
                found[f"{took:.3f} s for {len(data)} bytes, usual {usual:.4f} s"] = data
        return found

    def _again(self, data: bytes) -> float:
        begun = time.process_time()
        with suppress(Exception):  # it was noted when it came first
            self.door.enter(data)
        return time.process_time() - begun


def inputs(name: str, door: Door, count: int, seed: int) -> Iterable[bytes]:
    """Yield the corpus of a door and ``count`` mutants of it, the same for each seed.

    Half of them are made of one of the last mutants, so that changes add up.
    """
    known, rng = corpus(name, door), random.Random(f"{seed} {name}")  # noqa: S311
    yield from known
    last: deque[bytes] = deque(maxlen=_LAST)
    for _ in range(count):
        made = mutant(rng.choice(last if last and rng.random() < 0.5 else known), rng, door.most)
        last.append(made)
        yield made
