"""The vector of decks and stocks is what the program makes; `second` reads it from the page."""

from __future__ import annotations

from pathlib import Path

import vector_cards


def test_the_vector_is_current() -> None:
    """If not: ``PYTHONPATH=tests python -m vector_cards docs/vector``."""
    path = Path(__file__).parents[1] / "docs" / "vector" / vector_cards.NAME
    assert path.read_text() == vector_cards.text()
