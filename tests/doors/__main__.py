"""``PYTHONPATH=tests python -m doors DOOR --runs N [--to FOLDER]``, or ``--all`` for each door.

``--by-chance SEED`` needs no fuzzer: it changes known inputs by a seed, in this one process, and
sees no branches. ``--kept FILE`` adds what was tried to the figures of earlier runs, and tells all
of them.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NoReturn

from doors.all_doors import NAMES, doors
from doors.door import corpus
from doors.kept import Night, add, table
from doors.mutating import mutant
from doors.run import Watch, inputs

HANG_SECONDS = 60
MEMORY_MIB = 2048


def fuzz(name: str, runs: int, to: Path, kept: Path | None) -> NoReturn:
    """Try one door and end the process: 1 where anything was found, else 0."""
    try:
        import atheris
    except ImportError:
        sys.exit("the fuzzer is not installed: pip install -e '.[fuzz]', or use --by-chance SEED")
    with atheris.instrument_imports(include=["pbem"]):
        door = doors()[name]
    watch = Watch(door)

    def one(data: bytes) -> None:
        watch.enter(data)
        if watch.tried >= runs:
            os._exit(_told(name, watch, to, kept))  # the fuzzer would not come back

    def changed(data: bytes, most: int, seed: int) -> bytes:
        rng = random.Random(seed)  # noqa: S311
        return mutant(data, rng, most) if rng.random() < 0.5 else atheris.Mutate(data, most)

    with TemporaryDirectory() as here:
        for number, data in enumerate(corpus(name, door)):
            (Path(here) / f"{number:04}").write_bytes(data)
        wish = [f"-max_len={door.most}", f"-timeout={HANG_SECONDS}", f"-rss_limit_mb={MEMORY_MIB}",
                "-verbosity=0", f"-artifact_prefix={to}/", "-len_control=0"]  # fmt: skip
        atheris.Setup([sys.argv[0], *wish, here], one, custom_mutator=changed)
        atheris.Fuzz()
    raise AssertionError("the fuzzer came back")


def by_chance(name: str, runs: int, seed: int, to: Path, kept: Path | None) -> int:
    """Try mutations of known inputs at one door; return 1 where anything was found, else 0."""
    door = doors()[name]
    watch = Watch(door)
    for data in inputs(name, door, runs, seed):
        watch.enter(data)
    return _told(name, watch, to, kept)


def _told(name: str, watch: Watch, to: Path, kept: Path | None) -> int:
    """Say what a door did, and keep the inputs that are to be looked at."""
    slow, took = watch.slow(), watch.seconds
    if kept is not None:
        add(kept, Night(name, watch.tried, round(took, 3), len(watch.finds), len(slow)))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    sys.stdout.write(f"{name}: {watch.tried} inputs, {len(watch.finds)} finds, {len(slow)} slow, "
                     f"{watch.tried / took:.0f} inputs a second, {peak} MiB at most\n")  # fmt: skip
    for what, data in {**watch.finds, **slow}.items():
        kept = to / f"{name}-{sha256(data).hexdigest()[:12]}"
        kept.write_bytes(data)
        sys.stdout.write(f"  {what}: {kept}\n")
    sys.stdout.flush()
    return int(bool(watch.finds or slow))


def main() -> int:
    """Read the command line; each door has a process of its own where all are tried."""
    parser = argparse.ArgumentParser(prog="python -m doors")
    parser.add_argument("door", nargs="?", metavar="DOOR")
    parser.add_argument("--all", action="store_true", help="try each door")
    parser.add_argument("--runs", type=int, required=True, help="inputs at each door")
    parser.add_argument("--by-chance", type=int, metavar="SEED", help="without the fuzzer")
    parser.add_argument("--to", type=Path, default=Path(), help="where inputs are kept")
    parser.add_argument("--kept", type=Path, help="the file of figures to which they are added")
    given = parser.parse_args()
    if given.all == (given.door is not None):
        parser.error("name a door, or --all")
    if given.door is not None and given.door not in NAMES:
        parser.error(f"there is no door {given.door}; there are {', '.join(NAMES)}")
    names = NAMES if given.all else (given.door,)
    if given.by_chance is not None:
        seed = given.by_chance
        ends = [by_chance(name, given.runs, seed, given.to, given.kept) for name in names]
    elif given.all:
        ends = [_fuzzed(name, given) for name in NAMES]
    else:
        fuzz(given.door, given.runs, given.to, given.kept)
    if given.kept is not None:
        sys.stdout.writelines(f"{line}\n" for line in table(given.kept))
    return int(any(ends))


def _fuzzed(name: str, given: argparse.Namespace) -> int:
    """Try one door in a process of its own, which the fuzzer ends."""
    words = [name, "--runs", str(given.runs), "--to", str(given.to)]
    kept = [] if given.kept is None else ["--kept", str(given.kept)]
    command = [sys.executable, "-m", "doors", *words, *kept]
    return subprocess.run(command, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
