"""Hex-and-counter games that are one file of data: ``<name>.yaml`` (`docs/hex-games.md`).

The registry names this module and the game. ``<name>-cases.json`` holds its numbered cases in
short, if it has any.
"""

from __future__ import annotations

import pkgutil

from pbem.kit.hexgame.module import HexRules, rules_of


def __getattr__(name: str) -> type[HexRules]:
    """Return the rules of a game of this folder, as the registry asks for them."""
    data = _beside(f"{name}.yaml")
    if not data:
        raise AttributeError(f"this folder has no game {name}")
    return rules_of(data, _beside)


def _beside(file: str) -> bytes:
    """Return a file of this folder; nothing if it is not there."""
    try:
        return pkgutil.get_data(__name__, file) or b""
    except FileNotFoundError:
        return b""
