"""What guards may ask of a position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import get_args

from example_game.data.tables import Counter
from example_game.rules.position import Position
from example_game.rules.setting import Setting
from pbem.kit.contract import Fact, Names

FACTS: Mapping[str, Fact] = {
    "turn": Fact((), "the day", "number"),
    "steps": Fact((), "steps that Red has left", "number"),
    "dug": Fact((), "points by which the garrison has dug in", "number"),
    "barrage": Fact((), "the day of the barrage, 0 while nobody has shown it", "number"),
    "garrison": Fact(
        (), "the garrison, or nothing while it lies face down", "text", ("", *get_args(Counter))
    ),
}


def names(_: Setting) -> Mapping[str, Names]:
    """Return what the words of facts can be: no fact has any."""
    return {}


def fact(_: Setting, position: Position, name: str, __: Sequence[str]) -> int | str | bool:
    """Answer one of `FACTS`."""
    match name:
        case "turn":
            return position.day
        case "garrison":
            return "" if position.face_down else position.garrison
    number: int = getattr(position, name)
    return number
