"""Standing orders that say nothing but `usual`, which `pbem.kit.game` answers itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.kit.contract import Order, Question


def answer(
    _setting: object, _position: object, _question: Question, _standing: Mapping[str, Any]
) -> Order | None:
    """Return None: no line of a player answers this question."""
    return None
