"""What the tests of judging share."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def logs() -> Path:
    """The folder of finished games of Saipan."""
    return Path(__file__).parents[2] / "logs" / "saipan"
