"""The names of sides in text: U.S., not us."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol


class Sided(Protocol):
    """A game (`pbem.kit.contract.Game`), or what plays one."""

    side_names: Mapping[str, str]


def side_name(game: Sided | None, side: str) -> str:
    """Return the display name of a side of a game, or the side's code if it has none.

    It is the code too if there is no game, because this release does not have its rules. Orders,
    options and JSON keep the code.
    """
    return side if game is None else game.side_names.get(side, side)
