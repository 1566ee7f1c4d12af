"""How long the tests of a checkout take."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from time import perf_counter

from pbem.bench.measure import Row, processor_seconds
from pbem.errors import PbemError


def suite_rows(checkout: Path, *words: str) -> list[Row]:
    """Run the tests of a checkout as the README does, and measure them.

    ``words``: other arguments for pytest.

    Raises:
        PbemError: There are no tests, or one fails.
    """
    if not (checkout / "tests").is_dir() or not (checkout / "pyproject.toml").is_file():
        raise PbemError(
            "This folder is not a checkout of pbem, so it has no tests. Run 'pbem bench --suite' "
            "in one."
        )
    command = [sys.executable, "-m", "pytest", *(words or ("-n", "3"))]
    runs = []

    def run() -> None:
        runs.append(
            subprocess.run(  # noqa: S603 - our own tests
                command, cwd=checkout, capture_output=True, text=True, check=False
            )
        )

    begun = perf_counter()
    used = processor_seconds(run)
    took, [ran] = perf_counter() - begun, runs
    passed = re.search(r"(\d+) passed", ran.stdout)
    if ran.returncode or passed is None:
        reported = (ran.stdout + ran.stderr).strip().splitlines()[-1:] or ["no output"]
        raise PbemError(f"The tests do not pass, so nothing was measured: {reported[0]}")
    count = int(passed.group(1))
    return [
        Row("suite: as in the README", took, "s", note=f"{count:,} tests"),
        Row("suite: processor time", used, "s"),
        Row("suite: processor time a test", 1000 * used / count, "ms"),
    ]
