"""What only another process can show: memory, and the time to start."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from time import perf_counter

from pbem.bench.games import write_idle_log
from pbem.bench.measure import Row, at_most
from pbem.errors import PbemError
from pbem.table.library import Library

SMALL, QUICK_LARGE, LARGE = 1_000, 5_000, 15_000
"""Events of a log; the largest nearly uses up the shares of its two players."""
_PEAK = """
import resource, sys
from pathlib import Path

def peak():
    # In KiB. What the system reports of a child may count the pages of its parent too.
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


def memory_rows(
    folder: Path, library: Library, told: Callable[[int], None], *, quick: bool
) -> list[Row]:
    """Measure the memory of auditing as long a log as two players can make, against a small one."""
    large = QUICK_LARGE if quick else LARGE
    peaks: dict[int, float] = {}
    for events in (SMALL, large):
        path = folder / f"idle-{events}.pbem"
        for count in write_idle_log(path, library, events):
            if count % 1000 == 0:
                told(count)
        peaks[events] = int(_run([sys.executable, "-c", _PEAK, str(path)])) / 1024
        path.unlink()
    return [
        Row(f"memory to audit {large:,} events", peaks[large], "MiB"),
        at_most(f"the same / {SMALL:,} events", peaks[large] / peaks[SMALL], 1.2),
    ]


def start_rows(log: Path, rounds: int) -> list[Row]:
    """Measure the start of commands against a bare import of what every command needs."""
    bare = [sys.executable, "-c", "import typer, nacl"]
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
        at_most(f"start of 'pbem {name}' / bare imports", s[name] / s["bare"], 3.0)
        for name in ("--help", "identity list", "card show")
    ]
    return [
        *starts,
        Row("'pbem verify' of a whole game / bare imports", s[whole] / s["bare"], "times"),
    ]


def _run(line: Sequence[str], *, check: bool = True) -> str:
    ran = subprocess.run(line, capture_output=True, text=True, check=False)  # noqa: S603
    if check and ran.returncode:
        raise PbemError(f"a process to measure failed: {ran.stderr.strip()[-500:]}")
    return ran.stdout
