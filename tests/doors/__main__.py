"""``PYTHONPATH=tests python -m doors DOOR --runs N [--to FOLDER]``, or ``--all`` for each door.

``--by-chance SEED`` needs no fuzzer: it changes known inputs by a seed, in this one process, and
sees no branches. ``--kept FOLDER`` adds what was tried to what earlier runs left there, reports all
of them, and counts no input twice; the fuzzer goes on from what led on before.
"""

from __future__ import annotations

import argparse
import atexit
import os
import random
import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Literal, NoReturn

from doors.all_doors import NAMES, doors
from doors.door import Door, corpus
from doors.kept import Night, Tried, add, led, table
from doors.mutating import mutant
from doors.run import Watch, inputs
from doors.scratch import folder

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
    rng = random.Random()  # noqa: S311

    def changed(data: bytes, most: int, seed: int) -> bytes:
        return mutant(data, rng, most) if rng.random() < 0.5 else atheris.Mutate(data, most)

    with ExitStack() as stack:
        watch = stack.enter_context(_watch(name, door, kept))
        here = stack.enter_context(folder())

        def one(data: bytes) -> None:
            watch.enter(data)
            if watch.tried >= runs:  # the fuzzer would not come back
                found = _reported(name, watch, to, kept, "fuzzer")
                stack.close()
                atexit._run_exitfuncs()  # the fuzzer's threads outlive what ends a process
                os._exit(found)

        for number, data in enumerate(corpus(name, door)):
            (here / f"{number:04}").write_bytes(data)
        wish = [f"-max_len={door.most}", f"-timeout={HANG_SECONDS}", f"-rss_limit_mb={MEMORY_MIB}",
                "-verbosity=0", f"-artifact_prefix={to}/", "-len_control=0"]  # fmt: skip
        folders = (
            [] if kept is None else [str(led(kept, name))]
        )  # what leads on goes into the first
        atheris.Setup([sys.argv[0], *wish, *folders, str(here)], one, custom_mutator=changed)
        atheris.Fuzz()
    raise AssertionError("the fuzzer came back")


def by_chance(name: str, runs: int, seed: int, to: Path, kept: Path | None) -> int:
    """Try mutations of known inputs at one door; return 1 where anything was found, else 0."""
    door = doors()[name]
    with _watch(name, door, kept) as watch:
        for data in inputs(name, door, runs, seed):
            watch.enter(data)
        return _reported(name, watch, to, kept, "chance")


@contextmanager
def _watch(name: str, door: Door, kept: Path | None) -> Iterator[Watch]:
    if kept is None:
        yield Watch(door)
        return
    with Tried.kept(kept / "tried" / name) as tried:
        yield Watch(door, tried)


def _reported(
    name: str, watch: Watch, to: Path, kept: Path | None, way: Literal["fuzzer", "chance"]
) -> int:
    """Say what a door did, and keep the inputs that are to be looked at."""
    slow, took = watch.slow(), watch.seconds
    if kept is not None:
        figures = watch.inputs, watch.tried, round(took, 3), len(watch.finds), len(slow)
        add(kept, Night(name, way, *figures))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    sys.stdout.write(f"{name}: {watch.inputs} inputs, {len(watch.finds)} finds, {len(slow)} slow, "
                     f"{watch.tried / took:.0f} a second, {peak} MiB at most\n")  # fmt: skip
    for what, data in {**watch.finds, **slow}.items():
        path = to / f"{name}-{sha256(data).hexdigest()[:12]}"
        path.write_bytes(data)
        sys.stdout.write(f"  {what}: {path}\n")
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
    parser.add_argument("--kept", type=Path, help="the folder to which figures are added")
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
