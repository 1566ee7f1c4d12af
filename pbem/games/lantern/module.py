"""Lantern Bridge, version 1: a game that is a file of data."""

from __future__ import annotations

import pkgutil

from pbem.kit.hexgame.module import rules_of


def _beside(file: str) -> bytes:
    """Return a file of the data; nothing if it is not there."""
    place = "data/cases.json" if file == "lantern-cases.json" else f"data/{file}"
    try:
        return pkgutil.get_data("pbem.games.lantern", place) or b""
    except FileNotFoundError:
        return b""


LanternRules = rules_of(_beside("game.yaml"), _beside)
