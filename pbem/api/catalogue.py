"""List the games of this release, with their scenarios and options."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from pbem.games import registry
from pbem.kit.contract import Option
from pbem.selfplay.unsigned import rules_of


class GameInfo(msgspec.Struct, frozen=True):
    """A game that this release plays.

    - ``name``: the name for `new_game`;
    - ``title``: the printed title;
    - ``version``: the newest version of its rules;
    - ``scenarios``: name -> title, the default first;
    - ``options``: name -> `Option`, whose ``choices`` are all allowed values;
    - ``reconstructed``: a description of each value that is reconstructed, not printed.
    """

    name: str
    title: str
    version: int
    scenarios: Mapping[str, str]
    options: Mapping[str, Option]
    reconstructed: tuple[str, ...]


def catalogue() -> dict[str, GameInfo]:
    """Return every game of this release.

    Returns:
        Name -> game, in order of name.
    """
    return {name: _about(name) for name in registry.names()}


def _about(name: str) -> GameInfo:
    rules = rules_of(name)
    return GameInfo(
        rules.name,
        rules.title,
        rules.version,
        dict(rules.scenarios),
        dict(rules.options),
        rules.reconstructed,
    )
