"""Write every hostile log and the index: ``PYTHONPATH=tests python -m hostile logs/hostile``."""

from __future__ import annotations

import sys
from pathlib import Path

from hostile.all_faults import write

if __name__ == "__main__":
    write(Path(sys.argv[1]))
