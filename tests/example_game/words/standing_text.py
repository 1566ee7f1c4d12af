"""Standing answers as players write them, both ways."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from example_game.rules.position import Position
from example_game.rules.setting import Setting
from pbem.kit.typed.words import Words, read_standing

WHAT_IS_USUAL: Mapping[str, str] = {"pursuit": "when Red has one step left"}


def parse_standing(_: Setting, __: Position, ___: str, line: str) -> Mapping[str, Any]:
    """Read one line; return the part of the side's mapping that it sets; raise `FormError`."""
    return read_standing(
        Words(line), {"pursuit": lambda words: words.choice("answer", ("always", "never", "last"))}
    )


def print_standing(standing: Mapping[str, Any]) -> list[str]:
    """Write standing answers as lines that `parse_standing` reads back."""
    said = standing.get("pursuit")
    return [f"standing pursuit {said}"] if said is not None else []
