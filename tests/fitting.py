"""Options that fit a scenario: what it does not know it refuses."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from pbem.errors import FormError
from pbem.kit.contract import Rules
from pbem.selfplay.unsigned import bind


@cache
def _alone(rules: Rules, scenario: str, word: str, what: Any) -> bool:
    return _fits(rules, scenario, {word: what})


def fitting(rules: Rules, scenario: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return ``options`` without those that the scenario refuses by themselves."""
    if _fits(rules, scenario, options):
        return dict(options)
    return {word: what for word, what in options.items() if _alone(rules, scenario, word, what)}


def _fits(rules: Rules, scenario: str, options: Mapping[str, Any]) -> bool:
    try:
        bind(rules, scenario, options)
    except FormError:
        return False
    return True
