"""Every game by name and version: an explicit table, never an import path out of a log."""

from __future__ import annotations

from importlib import import_module

from pbem.kit.contract import Rules

RULES: dict[tuple[str, int], tuple[str, str]] = {
    ("lantern", 1): ("pbem.games.lantern.module", "LanternRules"),
    ("manila", 1): ("pbem.games.manila.module", "ManilaRules"),
    ("meiktila", 1): ("pbem.games.meiktila.module", "MeiktilaRules"),
    ("saipan", 1): ("pbem.games.saipan.module", "SaipanRules"),
    ("singapore", 1): ("pbem.games.singapore.module", "SingaporeRules"),
    ("tokyo", 1): ("pbem.games.tokyo.module", "TokyoRules"),
}
"""(name, version) -> module and class; imported when asked for, since loading a game takes time."""

_loaded: dict[tuple[str, int], Rules] = {}


def find(name: str, version: int) -> Rules | None:
    """Return one version of a game's rules, or None if this release does not have it."""
    place = RULES.get((name, version))
    if place is None:
        return None
    if (name, version) not in _loaded:
        module, cls = place
        _loaded[name, version] = getattr(import_module(module), cls)()
    return _loaded[name, version]


def names() -> list[str]:
    """Return the games of this release, sorted."""
    return sorted({name for name, _ in RULES})


def newest(name: str) -> int | None:
    """Return the newest version of a game that this release has."""
    versions = [version for known, version in RULES if known == name]
    return max(versions, default=None)
