"""Performance ratings: how strong somebody played in one tournament, and the mean of the field.

Source: docs/decisions/0087-performance.md; FIDE's C.07, articles 10.1 and 10.2, and table 8.1.1 of
its Rating Regulations (B.02).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import ROUND_FLOOR, Decimal

from pbem.tournament.events.term_kinds import Area, System
from pbem.tournament.history import History
from pbem.tournament.ranking.ratings import HALF, NOTHING, SCORES, Rating, rated_games

_DP = (
    *(0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149),
    *(158, 166, 175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336),
    *(351, 366, 383, 401, 422, 444, 470, 501, 538, 589, 677, 800),
)
"""FIDE's difference of ratings for a score of 50, 51 ... 100 hundredths."""

_AREA_SPAN = 4000
"""AREA's difference between a score of nothing and of everything.

By its formula a player who scores p gains nothing against opponents who stand 4000 x (p - 1/2)
below.
"""


def performances(
    history: History, system: System, course: Mapping[int, list[Rating]]
) -> dict[int, int]:
    """Return number -> performance of everybody with a rated game; of nobody in an open-ended one.

    ``course``: everybody's ratings (`courses`), of which the first count.
    """
    if history.is_open_ended:
        return {}
    found = {}
    for number, ones in rated_games(history).items():
        others = [course[other][0].rating for one in ones for other in one.opponents]
        scored = sum((SCORES[result] for one in ones for result in one.against), NOTHING)
        if others:
            found[number] = performance(system, others, scored)
    return found


def performance(system: System, others: Sequence[Decimal], scored: Decimal) -> int:
    """Return the performance of who ``scored`` so much against opponents with these ratings."""
    return _mean(others) + _difference(system, scored, len(others))


def mean_of_field(course: Mapping[int, list[Rating]]) -> int | None:
    """Return the mean of the ratings with which everybody began; None if nobody is there."""
    return _mean([steps[0].rating for steps in course.values()]) if course else None


def _mean(ratings: Sequence[Decimal]) -> int:
    return _nearest(sum(ratings, NOTHING) / len(ratings))


def _nearest(value: Decimal) -> int:
    """Round to a whole number, halves up, as FIDE does."""
    return int((value + HALF).to_integral_value(ROUND_FLOOR))


def _difference(system: System, scored: Decimal, games: int) -> int:
    """Return how far above the opponents' mean a score lies."""
    if isinstance(system, Area):
        return _nearest(_AREA_SPAN * scored / games) - _AREA_SPAN // 2
    hundredths = _nearest(100 * scored / games)
    return _DP[hundredths - 50] if hundredths >= 50 else -_DP[50 - hundredths]
