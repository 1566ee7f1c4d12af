"""Everything that a game waits for, as plain data."""

from __future__ import annotations

from msgspec import Struct

from pbem.kit.contract import Result


class Position(Struct):
    """The whole table; ``runs``: a die is due."""

    turn: int
    side: str
    miles: dict[str, int]
    runs: bool = False
    ended: Result | None = None
