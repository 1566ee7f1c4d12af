"""Hex-and-counter games that are one file of data: ``<name>.yaml`` (`docs/hex-games.md`).

The registry names this module and the game. ``<name>-cases.json`` holds its numbered cases in
short, if it has any.
"""

from __future__ import annotations

from pbem.kit.hexgame.module import HexRules, rules_in


def __getattr__(name: str) -> type[HexRules]:
    """Return the rules of a game of this folder, as the registry asks for them."""
    try:
        return rules_in(__name__, f"{name}.yaml")
    except LookupError as error:
        raise AttributeError(str(error)) from None
