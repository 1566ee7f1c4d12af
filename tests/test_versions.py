"""The output that `.ci/versions` compares under every Python is alike under two hash seeds."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from long import sample

SCRIPT = Path(__file__).parent / "versions.py"


# Logs and cases are compared by .ci/versions too, in processes that each have a hash seed.
@pytest.mark.parametrize("asked", sample(["lists", "logs cases"], 0, of=1))
def test_nothing_depends_on_the_order_of_sets(asked: str) -> None:
    reported = [
        subprocess.run(
            [sys.executable, str(SCRIPT), "300", *asked.split()],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True, text=True, check=True,
        ).stdout
        for seed in ("1", "2")
    ]  # fmt: skip
    assert reported[0] == reported[1]
    assert [line.split()[0] for line in reported[0].splitlines()] == asked.split()
    assert all(int(line.split()[1]) > 80 for line in reported[0].splitlines())
