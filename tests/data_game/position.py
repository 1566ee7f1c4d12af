"""A position of Raids."""

from __future__ import annotations

from msgspec import Struct

from pbem.kit.contract import Result


class Position(Struct):
    """The whole table: ``turn`` is the round; ``raided`` and ``stake`` are of an open raid."""

    turn: int
    side: str
    points: dict[str, int]
    raided: str = ""
    stake: int = 0
    rolls: bool = False
    ended: Result | None = None
