"""What a list of legal orders has beyond those that the rules yield: nothing, they yield all."""

from __future__ import annotations

from collections.abc import Iterator

from example_game.rules.position import Position
from example_game.rules.setting import Setting
from pbem.kit.contract import Order


def candidates(_: Setting, __: Position, ___: str) -> Iterator[Order]:
    """Yield nothing."""
    return iter(())


def unlisted(_: Setting, __: Position) -> list[str]:
    """Name nothing."""
    return []
