"""Options of a game to try it with, and which of them fit a scenario: others it refuses."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from pbem.errors import FormError
from pbem.kit.contract import Rules
from pbem.selfplay.unsigned import bind, rules_of


@cache
def _alone(rules: Rules, scenario: str, word: str, what: Any) -> bool:
    return _fits(rules, scenario, {word: what})


def fitting(rules: Rules, scenario: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return ``options`` without those that the scenario refuses by themselves."""
    if _fits(rules, scenario, options):
        return dict(options)
    return {word: what for word, what in options.items() if _alone(rules, scenario, word, what)}


def option_sets(name: str) -> list[dict[str, Any]]:
    """Return no option changed, then every option at once away from its default."""
    options = rules_of(name).options
    other = {
        word: next(one for one in (option.choices[-1], *option.choices) if one != option.default)
        for word, option in options.items()
    }
    return [{}, other]


def _fits(rules: Rules, scenario: str, options: Mapping[str, Any]) -> bool:
    try:
        bind(rules, scenario, options)
    except FormError:
        return False
    return True
