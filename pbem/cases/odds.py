"""The claims of a case about the odds of orders that are not given: results, columns, losses."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from pbem.cases.legal import read_one
from pbem.errors import FormError, IllegalOrder
from pbem.kit.chances.odds import Odds, reckon
from pbem.kit.typed.suggest import did_you_mean
from pbem.kit.wording import listed
from pbem.play.play import Play

PARTS = ("results", "columns", "lost", "out")
"""The parts of the odds of an order; for each part, name -> chance."""


def odds(play: Play, wanted: Any) -> list[str]:
    """Say which odds are not as wanted.

    Results and columns must be all that there are. Only those units that are named are compared, if
    they are lost or out of a battle.

    Args:
        play: The game.
        wanted: Order -> part -> name -> chance.

    Raises:
        FormError: Something is no order or no chance.
    """
    if not isinstance(wanted, Mapping):
        raise FormError("odds: write pairs of an order and its results")
    failed = []
    for text, parts in wanted.items():
        raw = read_one(play, str(text))
        order = play.game.read_order(raw)
        try:
            play.game.check(play.position, order)
        except IllegalOrder as error:
            failed.append(f"odds of `{text}`: the order is illegal: {error}")
            continue
        assert play.asked is not None  # noqa: S101 - somebody is asked, or nothing could be read
        first = reckon(play.game, play.position, play.cups, play.asked.side, order)[0]
        failed += [f"odds of `{text}`: {wrong}" for wrong in _differ(_said(text, parts), first)]
    return failed


def _said(text: str, parts: Any) -> dict[str, dict[str, Fraction]]:
    """Read what a case says of one order."""
    if not isinstance(parts, Mapping) or not parts:
        raise FormError(f"odds: {text}: write one or more of {listed(PARTS)}, with chances")
    for part, chances in parts.items():
        if part not in PARTS:
            raise FormError(f"odds: {text}: there is no {part!r}{did_you_mean(str(part), PARTS)}")
        if not isinstance(chances, Mapping):
            raise FormError(f"odds: {text}: {part}: write pairs of a name and its chance")
    return {
        part: {str(name): _chance(text, given) for name, given in chances.items()}
        for part, chances in parts.items()
    }


def _chance(text: str, given: Any) -> Fraction:
    if isinstance(given, bool) or not isinstance(given, int | str):
        raise FormError(_no_chance(text, given))
    try:
        return Fraction(given)
    except (ValueError, ZeroDivisionError):
        raise FormError(_no_chance(text, given)) from None


def _no_chance(text: str, given: Any) -> str:
    return f"odds: {text}: {given!r} is not a chance; write it like 1/3, 0 or 1"


def _differ(said: Mapping[str, Mapping[str, Fraction]], found: Odds) -> list[str]:
    """Compare part by part."""
    columns: dict[str, Fraction] = {}
    for footing in found.footings:
        columns[footing.column] = columns.get(footing.column, Fraction(0)) + footing.chance
    results: dict[str, Fraction] = {}
    for case in found.cases:
        results[case.result] = results.get(case.result, Fraction(0)) + case.chance
    there = {"results": results, "columns": columns, "lost": found.losses, "out": found.out}
    wrong = []
    for part, chances in said.items():
        names = set(chances) if part in ("lost", "out") else {*chances, *there[part]}
        for name in sorted(names):
            is_, wanted = there[part].get(name, Fraction(0)), chances.get(name, Fraction(0))
            if is_ != wanted:
                wrong.append(f"{part}: {name!r}: expected {wanted}, got {is_}")
    return wrong
