"""The facts of every attack; `tests/attacked.py` makes docs/attacks.md of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple, TypeVar

F = TypeVar("F", bound=Callable[..., object])


class Attack(NamedTuple):
    promise: str
    attempt: str
    outcome: str
    test: str


ATTACKS: list[Attack] = []

OWN = "own"
"""No promise of the protocol: what a player's own machine keeps from others who can reach it."""


def attack(promise: str, attempt: str, outcome: str) -> Callable[[F], F]:
    def enter(test: F) -> F:
        where = Path(test.__code__.co_filename).name
        ATTACKS.append(Attack(promise, attempt, outcome, f"{where}::{test.__name__}"))
        return test

    return enter


def chi_square(counts: Sequence[int]) -> float:
    """How far counts are from equal: the chi-square statistic."""
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 / expected for count in counts)


CHI_6_FACES = 25.7
"""Five degrees of freedom: an honest die goes beyond it once in 10,000 runs."""


def by_chance(hits: int, tries: int, odds: float) -> bool:
    """Say whether hits are what chance gives: within four standard deviations."""
    spread = (tries * odds * (1 - odds)) ** 0.5
    return abs(hits - tries * odds) <= 4 * spread
