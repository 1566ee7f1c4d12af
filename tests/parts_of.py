"""The parts of a game: in its folder, or in the base for hex-and-counter games."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType


def rules_part(game: str, part: str) -> ModuleType:
    """Return a module of the rules of a game; that of the base, if the game has none of its own."""
    own = f"pbem.games.{game}.rules.{part}"
    try:
        return import_module(own)
    except ModuleNotFoundError as error:
        if error.name is None or not own.startswith(error.name):
            raise
        return import_module(f"pbem.kit.hexgame.rules.{part}")
