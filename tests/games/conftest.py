"""The fixtures for every test of a game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from pbem.errors import IllegalOrder


@pytest.fixture(autouse=True)
def _whatever_is_refused_is_refused_in_words(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """By a paragraph, with a reason, and with advice or none."""
    mute: list[tuple[Any, ...]] = []
    make = IllegalOrder.__init__

    def made(self: IllegalOrder, *said: Any, **named: Any) -> None:
        make(self, *said, **named)
        reported = (self.paragraph, self.why, self.instead)
        if not (all(isinstance(part, str) for part in reported) and self.paragraph and self.why):
            mute.append(reported)

    monkeypatch.setattr(IllegalOrder, "__init__", made)
    yield
    assert not mute
