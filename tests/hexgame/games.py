"""The test games, as the registry asks for them: ``("hexgame.games", "mill")``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hexgame.camp.game import CampGame
from hexgame.salt.hooks import HOOKS
from pbem.kit.hexgame.module import HexRules, rules_of

FOLDER = Path(__file__).parent
FILES = {name: FOLDER / name / f"{name}.yaml" for name in ("mill", "salt")}
"""Games that have a file of their own."""

CAMP = (
    ("name: mill", "name: camp"),
    (
        '  "4.0": {about',
        '  "3.4": {about: rests, means: A unit gets a step back.}\n  "4.0": {about',
    ),
)
"""The differences in the data of The Camp, which are those of The Mill."""


def rules(name: str) -> HexRules:
    """Return the rules of a test game."""
    match name:
        case "salt":
            return rules_of(FILES["salt"].read_bytes(), hooks=HOOKS)()
        case "camp":
            text = FILES["mill"].read_text()
            for old, new in CAMP:
                assert old in text
                text = text.replace(old, new)
            return rules_of(text.encode(), made=CampGame)()
    return rules_of(FILES[name].read_bytes())()


def game(name: str) -> Any:
    """Return a test game."""
    found = rules(name)
    return found.game(name, {}, found.data())


def __getattr__(name: str) -> Any:
    if name not in (*FILES, "camp"):
        raise AttributeError(name)
    return lambda: rules(name)
