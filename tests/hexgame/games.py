"""The test games, as the registry asks for them: ``("hexgame.games", "mill")``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hexgame.salt.hooks import HOOKS
from pbem.kit.hexgame.module import HexRules, rules_of

FOLDER = Path(__file__).parent
FILES = {name: FOLDER / name / f"{name}.yaml" for name in ("mill", "salt")}


def rules(name: str) -> HexRules:
    """Return the rules of a test game."""
    return rules_of(FILES[name].read_bytes(), hooks=HOOKS if name == "salt" else None)()


def game(name: str) -> Any:
    """Return a test game."""
    found = rules(name)
    return found.game(name, {}, found.data())


def __getattr__(name: str) -> Any:
    if name not in FILES:
        raise AttributeError(name)
    return lambda: rules(name)
