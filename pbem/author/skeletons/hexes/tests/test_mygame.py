"""The game holds to everything that pbem asks of a module: 'pytest' in this folder runs it."""

import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).parent.parent


def test_the_module_is_right() -> None:
    command = [sys.executable, "-m", "pbem", "module", "check", str(FOLDER)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
