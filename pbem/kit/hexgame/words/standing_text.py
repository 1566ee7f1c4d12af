"""Standing orders as players write them, both ways."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.kit.hexgame.rules.position import HexPosition
from pbem.kit.hexgame.rules.setting import HexSetting
from pbem.kit.hexgame.words.line import Line
from pbem.kit.maps.hexstanding import (
    print_advance,
    print_retreat,
    read_advance,
    read_retreat,
    standing_line,
)
from pbem.kit.typed.words import read_standing

WHAT_IS_USUAL: Mapping[str, str] = {
    "retreat": "to the hex with the best cover, away from enemies and near what counts",
    "lose": "the steps that are worth least, and no whole unit if another can pay",
    "advance": "who gains cover by it, or a hex that counts; or nobody",
}


def parse_standing(
    setting: HexSetting, position: HexPosition, side: str, line: str
) -> dict[str, Any]:
    """Read one line; return the part of the side's mapping that it sets; raise `FormError`."""
    return read_standing(Line(setting, position, side, line), _READERS)


def print_standing(standing: Mapping[str, Any]) -> list[str]:
    """Write standing orders as lines that `parse_standing` reads back."""
    lines = [*print_retreat(standing.get("retreat", {}))]
    lines += print_advance(standing.get("advance", {}))
    lose = standing.get("lose", {})
    if lose.get("first"):
        lines.append(standing_line("lose", *lose["first"]))
    if lose.get("rest"):
        lines.append(standing_line("lose", "weakest"))
    return lines


def _lose(words: Line) -> dict[str, Any]:
    if words.take_if("weakest"):
        return {"rest": "weakest"}
    return {"first": list(words.units())}


_READERS = {"retreat": read_retreat, "advance": read_advance, "lose": _lose}
