"""Standing orders as players write them, both ways."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.kit.hexgame.rules.position import HexPosition
from pbem.kit.hexgame.rules.setting import HexSetting
from pbem.kit.hexgame.rules.standing import Standing
from pbem.kit.hexgame.words.line import Line
from pbem.kit.maps.hexstanding import RETREAT_LINES
from pbem.kit.typed.grammar import StandingGrammar

WHAT_IS_USUAL: Mapping[str, str] = {
    "retreat": "to the hex with the best cover, away from enemies and near what counts",
    "lose": "the steps that are worth least, and no whole unit if another can pay",
    "advance": "who gains cover by it, or a hex that counts; or nobody",
}

GRAMMAR: StandingGrammar[Line] = StandingGrammar(Standing, {"retreat": RETREAT_LINES})


def parse_standing(
    setting: HexSetting, position: HexPosition, side: str, line: str
) -> dict[str, Any]:
    """Read one line; return the part of the side's mapping that it sets; raise `FormError`."""
    return GRAMMAR.read(Line(setting, position, side, line))


print_standing = GRAMMAR.write
