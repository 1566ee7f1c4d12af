"""Standing orders as players write them, both ways."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from example_game.rules.position import Position
from example_game.rules.setting import Setting
from example_game.rules.standing import Standing
from pbem.kit.typed.grammar import StandingGrammar
from pbem.kit.typed.words import Words

GRAMMAR: StandingGrammar[Words] = StandingGrammar(Standing)
WHAT_IS_USUAL: Mapping[str, str] = {"pursuit": "when Red has one step left"}


def parse_standing(_: Setting, __: Position, ___: str, line: str) -> Mapping[str, Any]:
    """Read one line; return the part of the side's mapping that it sets; raise `FormError`."""
    return GRAMMAR.read(Words(line))


print_standing = GRAMMAR.write
