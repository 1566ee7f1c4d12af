"""Options that fit a scenario: what it does not know it refuses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.errors import FormError
from pbem.kit.contract import Rules
from pbem.selfplay.unsigned import bind


def fitting(rules: Rules, scenario: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return ``options`` without those that the scenario refuses by themselves."""
    if _fits(rules, scenario, options):
        return dict(options)
    return {word: what for word, what in options.items() if _fits(rules, scenario, {word: what})}


def _fits(rules: Rules, scenario: str, options: Mapping[str, Any]) -> bool:
    try:
        bind(rules, scenario, options)
    except FormError:
        return False
    return True
