"""``PYTHONPATH=tests python -m simulation SEED [COUNT] [cheats]``: see the package."""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

import memory
from simulation.run import live
from simulation.world import Plan


def main() -> None:
    first, count = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1
    plan = Plan(cheats="cheats" in sys.argv[3:])
    began = time.perf_counter()
    for seed in range(first, first + count):
        with tempfile.TemporaryDirectory(dir=memory.folder()) as folder:
            club = live(seed, plan, Path(folder), say if count == 1 else lambda _: None)
        told = f"{len(club.told)} things happened, {club.post.sent} messages"
        say(f"year {seed}: good; {told}; {time.perf_counter() - began:.1f} s")


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
