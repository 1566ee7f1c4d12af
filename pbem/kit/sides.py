"""What the sides of a game are called where people read of them: U.S., and not us."""

from __future__ import annotations

from collections.abc import Mapping


def side_name(game: object, side: str) -> str:
    """Return the display name of a side of a game, or the side's code if it has none.

    Orders, options and JSON keep the code.
    """
    names: Mapping[str, str] = getattr(game, "side_names", {})
    return names.get(side, side)
