"""The odds of an order in short: the chances of its results, and the columns they are read in.

Effects after a result are not reported here, so they are not followed (`pbem.kit.chances.odds` does
that). The chances are exactly the same, with fewer and shorter ways.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, NamedTuple

from pbem.kit.chances.chance import AnyGame, Way, ways
from pbem.kit.chances.odds import Odds, Watched
from pbem.kit.chances.supposing import Supposed
from pbem.kit.contract import Order, Term
from pbem.kit.cups import Cups


class Results(NamedTuple):
    """The chances of the results of one order, ``supposed`` that questions are answered so.

    ``shares``: result -> its chance, likeliest first, "" where nothing is read; ``columns``: those
    of the table; ``open``: the chance of what was not followed to its end. ``terms``: the strengths
    and modifiers, ``faces``: face of the die -> its result; empty where dice make them differ.
    ``said``: what is ``supposed``, in words for a person, if somebody answers other than by `pass`:
    the side's name, and what it does. ``favours``: result -> how good it is for the attacker.
    """

    supposed: tuple[str, ...]
    shares: dict[str, Fraction]
    columns: tuple[str, ...]
    open: Fraction = Fraction(0)
    terms: tuple[Term, ...] = ()
    faces: dict[int, str] = {}  # noqa: RUF012 - nobody changes it
    said: tuple[tuple[str, str], ...] = ()
    favours: dict[str, int] = {}  # noqa: RUF012 - nobody changes it


def results(
    game: AnyGame, position: Any, cups: Cups, side: str, order: Order, *, most: int
) -> list[Results]:
    """Return the chances of an order's results, and again as others may answer.

    Answers are supposed as `odds.reckon` does. Only the next round of a whole battle counts.

    Args:
        game: The game.
        position: The position before the order.
        cups: The cups.
        side: The side that orders.
        order: The order.
        most: The most ways.

    Raises:
        TooManyWaysError: There are more ways.
    """
    found: list[Results] = []
    for passing in (True, False):
        supposed = Supposed(game, side, passing=passing)
        watched = Watched(game)
        way = ways(watched, position, cups, order, supposed, most=most, results=True)
        one = _summed(watched, way, supposed, say=not passing)
        if not found or one.supposed != found[0].supposed:
            found.append(one)
        if not supposed.asked:
            break
    return found


def results_of(odds: Odds) -> Results:
    """Return the results of odds that were reckoned with all that follows."""
    shares: dict[str, Fraction] = {}
    for case in odds.cases:
        shares[case.result] = shares.get(case.result, Fraction(0)) + case.chance
    columns = dict.fromkeys(one.column for one in odds.footings if one.column)
    return Results(odds.supposed, shares, tuple(columns), odds.open)


def _summed(game: Watched, all_ways: Iterable[Way], given: Supposed, *, say: bool) -> Results:
    shares: dict[str, Fraction] = {}
    columns: dict[str, None] = {}
    supposed: dict[str, None] = {}
    answered: dict[tuple[str, ...], Way] = {}
    terms: dict[tuple[Term, ...], None] = {}
    faces: dict[tuple[int, str], None] = {}
    favours: dict[str, int] = {}
    for way in all_ways:
        result = column = ""
        face, own = 0, tuple[Term, ...]()
        for outcome in way.outcomes:
            reading = game.reading(outcome)
            if reading is not None:
                result, column = reading.result, reading.column or column
                face, own = reading.face or face, own or game.terms(outcome)
                favours[result] = reading.favour
        shares[result] = shares.get(result, Fraction(0)) + way.chance
        if column:
            columns[column] = None
        terms[own] = faces[face, result] = None
        answers = tuple(given.reported(game, way))
        supposed.update(dict.fromkeys(answers))
        answered.setdefault(answers, way)
    likeliest = dict(sorted(shares.items(), key=lambda share: -share[1]))
    fall = dict(sorted(faces))
    sure = 0 not in fall and len(fall) == len(faces)
    strengths = next(iter(terms)) if len(terms) == 1 else ()
    found = Results(
        tuple(supposed),
        likeliest,
        tuple(columns),
        terms=strengths,
        faces=fall if sure else {},
        favours=favours,
    )
    if not say:
        return found
    said = (one for way in answered.values() for one in given.in_words(way))
    return found._replace(said=tuple(said))
