"""Heaps of files as parties hand them in, and what the court makes of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pbem.court.exhibits import gather
from pbem.court.hearing import Heard, hear

ROOT = Path(__file__).parents[2]
LOGS = ROOT / "logs"
LOG = LOGS / "saipan" / "historical.pbem"

Hearing = Callable[..., Heard]


@pytest.fixture
def hearing(tmp_path_factory) -> Hearing:
    """Hear files or folders."""

    def heard(*files: Path) -> Heard:
        within = tmp_path_factory.mktemp("within")
        return hear(gather(files, within), within)

    return heard


@pytest.fixture
def heap(tmp_path) -> Path:
    """A folder into which things are handed in."""
    folder = tmp_path / "heap"
    folder.mkdir()
    return folder
