"""Measurements that need another process: memory, and the time to start."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter

import pbem
from pbem.bench.games import write_idle_log
from pbem.bench.measure import Row, at_most, processor_seconds
from pbem.errors import PbemError
from pbem.selfplay.simulate import Setup, bind
from pbem.selfplay.unsigned import begin
from pbem.table.library import Library

IMPORTS = "import typer, nacl"
"""The imports that every command needs."""
SMALL, QUICK_LARGE, LARGE = 1_000, 5_000, 15_000
"""Events of a log; the largest nearly uses up the shares of its two players."""
_PEAK = """
import resource, sys
from pathlib import Path

def peak():
    # In KiB. The system's number for a child may count the pages of its parent too.
    status = Path("/proc/self/status")
    if status.exists():
        return status.read_text().split("VmHWM:")[1].split()[0]
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

from pbem.audit.verify import verify
from pbem.bench.auditing import make_library
verdict = verify(Path(sys.argv[1]), make_library())
assert verdict.ok, verdict
print(peak())
"""
_TYPED = """
import json, os, sys
from pbem.commands.main import main
for home, *words in json.loads(sys.argv[1]):
    os.environ["PBEM_HOME"], sys.argv[1:] = home, words
    try:
        main()
    except SystemExit as ended:
        if ended.code:
            raise
"""


def memory_rows(
    folder: Path, library: Library, reported: Callable[[int], None], *, quick: bool
) -> list[Row]:
    """Measure the memory of auditing as long a log as two players can make, against a small one.

    ``reported`` is called with how many events were written.

    Raises:
        PbemError: A measured process failed.
    """
    large = QUICK_LARGE if quick else LARGE
    peaks: dict[int, float] = {}
    for events in (SMALL, large):
        path = folder / f"idle-{events}.pbem"
        for count in write_idle_log(path, library, events):
            if count % 1000 == 0:
                reported(count)
        peaks[events] = int(_run([sys.executable, "-c", _PEAK, str(path)])) / 1024
        path.unlink()
    return [
        Row(f"memory to audit {large:,} events", peaks[large], "MiB"),
        at_most(f"the same / {SMALL:,} events", peaks[large] / peaks[SMALL], 1.2),
    ]


def start_rows(log: Path, rounds: int) -> list[Row]:
    """Measure the start of commands against a bare import of what every command needs.

    Raises:
        PbemError: A measured process failed.
    """
    bare = [sys.executable, "-c", IMPORTS]
    command = [sys.executable, "-m", "pbem"]
    whole = "verify"
    cases = {
        "bare": bare,
        "--help": [*command, "--help"],
        "identity list": [*command, "identity", "list"],
        "card show": [*command, "card", "show"],
        whole: [*command, "verify", str(log)],
    }
    took: dict[str, list[float]] = {name: [] for name in cases}
    for _ in range(rounds):
        for name, line in cases.items():
            begun = perf_counter()
            _run(line, check=name == "bare")
            took[name].append(perf_counter() - begun)
    s = {name: median(times) for name, times in took.items()}
    starts = [
        at_most(f"start of 'pbem {name}' / bare imports", s[name] / s["bare"], 1.4)
        for name in ("--help", "identity list", "card show")
    ]
    return [
        *starts,
        Row("'pbem verify' of a whole game / bare imports", s[whole] / s["bare"], "times"),
    ]


PASSPHRASE = "of keys that nobody keeps"  # noqa: S105 - no secret


def typed_rows(folder: Path, rounds: int, game: str, scenario: str) -> list[Row]:
    """Measure what a player types before they sign, its start included, against bare imports.

    In the first turn of a game of two: both players have written once, and their map is full. Odds
    are asked where a computer player attacks in it.

    Raises:
        PbemError: A measured process failed.
    """
    folder = folder / game
    folder.mkdir(parents=True)
    orders, sides = _first_turn(game, scenario)
    attack = next((at for at, line in enumerate(orders) if line.startswith("attack")), 0)
    unit = orders[0].split()[1]
    (folder / "turn.txt").write_text("\n".join(orders))
    _begin_a_game(folder, game, sides)
    cases = {
        "show": ["show"],
        f"legal {unit}": ["legal", unit],
        "odds of an attack": ["odds", "; ".join(orders[: attack + 1])],
        f"order --try of {len(orders)} orders": ["order", "--try", "turn.txt"],
        "mail write": ["mail", "write"],
        "show --draw": ["show", "--draw", "map.svg"],
    }
    if not attack:
        del cases["odds of an attack"]
    took: dict[str, list[float]] = {name: [] for name in (BARE, *cases)}
    for _ in range(rounds):
        took[BARE].append(processor_seconds(partial(_run, [sys.executable, "-c", IMPORTS])))
        for name, words in cases.items():
            took[name].append(processor_seconds(partial(run_pbem, folder, "alice", *words)))
    s = {name: median(times) for name, times in took.items()}
    return [
        at_most(
            f"{game}: 'pbem {name}', start included / bare imports",
            s[name] / s[BARE],
            6.0,
            note=f"{1000 * s[name]:.0f} ms",
        )
        for name in cases
    ]


BARE = "bare"


def _first_turn(game: str, scenario: str) -> tuple[list[str], tuple[str, ...]]:
    """Return what a computer player writes in the first turn, line by line, and the sides."""
    play = begin(bind(Setup(game, scenario)))
    orders = play.game.sensible(play.position, 0)
    return [play.game.text(order) for order in orders], play.game.sides


def _begin_a_game(folder: Path, game: str, sides: tuple[str, ...]) -> None:
    """Let two players who know each other open and join a game; it is alice the active player."""
    both = ("alice", "bob")
    seats = [f"--seat={side}={one}" for side, one in zip(sides, both, strict=True)]
    commands = [
        *((one, "identity", "new", one) for one in both),
        *((one, "card", "export") for one in both),
        ("alice", "card", "import", "bob.card"),
        ("bob", "card", "import", "alice.card"),
        ("alice", "new", game, *seats),
        ("alice", "send", "--to", "opened.pbem"),
        ("bob", "take", "opened.pbem"),
        ("bob", "join"),
        ("bob", "send", "--to", "joined.pbem"),
        ("alice", "take", "joined.pbem"),
    ]
    # Nothing is measured yet, so one process does for all.
    typed = json.dumps([(str(folder / who), *words) for who, *words in commands])
    line = [sys.executable, "-c", _TYPED, typed]
    _run(line, folder=folder, environment=_environment(folder, both[0]))


def run_pbem(folder: Path, who: str, *words: str) -> str:
    """Run a command, ``words``, at the client of somebody in a folder; return what it prints.

    ``who``: their folder in it.

    Raises:
        PbemError: The command failed.
    """
    line = [sys.executable, "-m", "pbem", *words]
    return _run(line, folder=folder, environment=_environment(folder, who))


def _environment(folder: Path, who: str) -> dict[str, str]:
    own = {"PBEM_HOME": str(folder / who), "PBEM_PASSPHRASE": PASSPHRASE}
    path = os.pathsep.join([str(Path(pbem.__file__).parents[1]), *sys.path])
    return {**os.environ, **own, "PYTHONPATH": path}


def _as_installed(environment: Mapping[str, str]) -> dict[str, str]:
    """Return an environment in which Python keeps compiled modules, as an installed pbem does."""
    return {k: v for k, v in environment.items() if k != "PYTHONDONTWRITEBYTECODE"}


def _run(
    line: Sequence[str],
    *,
    check: bool = True,
    folder: Path | None = None,
    environment: Mapping[str, str] | None = None,
) -> str:
    own = _as_installed(os.environ if environment is None else environment)
    ran = subprocess.run(  # noqa: S603
        line, capture_output=True, text=True, check=False, cwd=folder, env=own
    )
    if check and ran.returncode:
        raise PbemError(f"A measured process failed: {ran.stderr.strip()[-500:]}")
    return ran.stdout
