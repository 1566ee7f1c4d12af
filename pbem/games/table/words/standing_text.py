"""Standing orders of a table as players write them, both ways."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.games.table.rules.position import Position
from pbem.games.table.rules.setting import Setting
from pbem.games.table.rules.standing import Standing
from pbem.kit.typed.grammar import StandingGrammar
from pbem.kit.typed.words import Words

WHAT_IS_USUAL: Mapping[str, str] = {"reaction": "to pass"}
GRAMMAR: StandingGrammar[Words] = StandingGrammar(Standing)


def parse_standing(_: Setting, __: Position, ___: str, line: str) -> dict[str, Any]:
    """Read one line of standing orders; return the part of the side's mapping that it sets."""
    return GRAMMAR.read(Words(line))


def print_standing(standing: Mapping[str, Any]) -> list[str]:
    """Write standing orders as lines that `parse_standing` reads back."""
    return GRAMMAR.write(standing)
