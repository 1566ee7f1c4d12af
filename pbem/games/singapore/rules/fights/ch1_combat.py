"""[1] Basic combat: the dice of each unit, the highest of both sides, margins and results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from math import prod
from typing import get_args

from pbem.games.singapore.rules.outcomes import RoundResult
from pbem.kit.dice import Dice, die

POINT = 2
"""Halves in a point: margins are counted in halves, for a river's bonus is half a point."""
ELIMINATES = 3 * POINT
"""[1.12] By so much a unit is eliminated; by less it is suppressed (R2)."""
RESULTS: tuple[RoundResult, ...] = get_args(RoundResult)


def result_of(margin: int) -> RoundResult:
    """[1.11, 1.12] Return the result of a round by what the attacker is higher, in halves."""
    if margin == 0:
        return "draw"
    if margin > 0:
        return "defender eliminated" if margin >= ELIMINATES else "defender suppressed"
    return "attacker eliminated" if margin <= -ELIMINATES else "attacker suppressed"


def margin_of(attack: tuple[int, ...], defence: tuple[int, ...], bonus: int) -> int:
    """[1.11] Return by how many halves the attacker's highest die is above the defender's.

    ``attack`` and ``defence`` are the numbers rolled; ``bonus``: the defender's, in halves.
    """
    return POINT * (max(attack) - max(defence)) - bonus


def throw(dice: Dice, faces: tuple[int, ...], purpose: str, paragraph: str) -> tuple[int, ...]:
    """[1.10] Roll dice, one after the other; ``faces``: how many faces each has."""
    return tuple(die(dice, face, purpose, paragraph) for face in faces)


@cache
def tops(faces: tuple[int, ...]) -> Mapping[int, int]:
    """Return in how many ways dice of so many ``faces`` can fall for each highest number."""

    def up_to(number: int) -> int:
        return prod(min(face, number) for face in faces)

    return {top: up_to(top) - up_to(top - 1) for top in range(1, max(faces) + 1)}


@cache
def chances(
    attack: tuple[int, ...], defence: tuple[int, ...], bonus: int
) -> Mapping[RoundResult, Fraction]:
    """Return the exact chance of every result of a round.

    ``attack`` and ``defence``: how many faces each die has; ``bonus``: the defender's, in halves.
    """
    found = dict.fromkeys(RESULTS, Fraction(0))
    for ours, theirs, chance in pairs(attack, defence):
        found[result_of(POINT * (ours - theirs) - bonus)] += chance
    return found


def pairs(attack: tuple[int, ...], defence: tuple[int, ...]) -> Iterator[tuple[int, int, Fraction]]:
    """Yield both highest dice with the chance of them; the parameters as in `chances`."""
    total = prod(attack) * prod(defence)
    for ours, many in tops(attack).items():
        for theirs, more in tops(defence).items():
            if many and more:
                yield ours, theirs, Fraction(many * more, total)
