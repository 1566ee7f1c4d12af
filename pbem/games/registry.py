"""Every game by name and version: an explicit table, never an import path out of a log.

Games of other packages come after those of the table (`pbem.games.installed`).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module

from pbem.games import installed
from pbem.kit.contract import Rules

RULES: dict[tuple[str, int], tuple[str, str]] = {
    ("lantern", 1): ("pbem.games.lantern.module", "LanternRules"),
    ("manila", 1): ("pbem.games.manila.module", "ManilaRules"),
    ("meiktila", 1): ("pbem.games.meiktila.module", "MeiktilaRules"),
    ("saipan", 1): ("pbem.games.saipan.module", "SaipanRules"),
    ("singapore", 1): ("pbem.games.singapore.module", "SingaporeRules"),
    ("table", 1): ("pbem.games.table.module", "TableRules"),
    ("tokyo", 1): ("pbem.games.tokyo.module", "TokyoRules"),
}
"""(name, version) -> module and class; imported when asked for, since loading a game takes time."""

_loaded: dict[tuple[str, int], Rules] = {}
_lent: dict[tuple[str, int], Rules] = {}


def find(name: str, version: int) -> Rules | None:
    """Return one version of a game's rules, or None if it is not here."""
    key = (name, version)
    if key in _lent:
        return _lent[key]
    place = RULES.get(key)
    if place is None:
        return _brought().rules.get(key)
    if key not in _loaded:
        module, cls = place
        _loaded[key] = getattr(import_module(module), cls)()
    return _loaded[key]


def own() -> list[str]:
    """Return the games of this release, sorted."""
    return sorted({name for name, _ in RULES})


def names() -> list[str]:
    """Return the games of this release and those of other packages, sorted."""
    return sorted({name for name, _ in versions()})


def versions() -> list[tuple[str, int]]:
    """Return the name and version of all rules that are here."""
    return sorted({*RULES, *_lent, *_brought().rules})


def newest(name: str) -> int | None:
    """Return the newest version of a game that is here; None if none is."""
    mine = [version for known, version in (*RULES, *_lent) if known == name]
    return max(mine or [version for known, version in versions() if known == name], default=None)


def refused() -> tuple[installed.Refused, ...]:
    """Return the games of other packages that cannot be played, with the reasons."""
    return _brought().refused


def place(name: str) -> str | None:
    """Return where a game of another package lies; None for one of this release."""
    found = [path for (known, _), path in _brought().places.items() if known == name]
    return str(found[0]) if found else None


def _brought() -> installed.Found:
    return installed.found(tuple(own()))


@contextmanager
def lending(rules: Rules) -> Iterator[None]:
    """Find these rules by their name and version, before all others, for a while."""
    key = (rules.name, rules.version)
    _lent[key] = rules
    try:
        yield
    finally:
        del _lent[key]
