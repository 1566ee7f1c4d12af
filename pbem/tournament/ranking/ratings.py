"""Ratings recomputed from results, the same to the last digit on every machine.

Everything is decimal: of what is not exact only ``exp`` and ``ln`` are used, which are rounded
correctly everywhere, with `DIGITS` digits.

Source: docs/tournaments.md, section 5.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Context, Decimal, localcontext
from typing import NamedTuple

import msgspec

from pbem.tournament.events.term_kinds import Area, Elo, Glicko, System
from pbem.tournament.history import History
from pbem.tournament.ranking.meetings import Met, games_of

DIGITS = 30
ONE, HALF, NOTHING = Decimal(1), Decimal("0.5"), Decimal(0)
_CONTEXT = Context(prec=DIGITS, rounding=ROUND_HALF_EVEN)


class Rating(NamedTuple):
    """A rating; ``deviation`` and ``volatility`` are those of Glicko-2, and 0 elsewhere."""

    rating: Decimal
    deviation: Decimal = NOTHING
    volatility: Decimal = NOTHING


class Rated(NamedTuple):
    """A game: the opponent's rating before it, and 1, 0.5 or 0 scored against them."""

    opponent: Rating
    score: Decimal


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """An entrant in a rating list: numbers as text, with the digits of the system.

    ``began``: before the first round; ``games``: how many were rated, at a table of three two.
    """

    handle: str
    began: str
    rating: str
    deviation: str
    games: int


def ratings(
    history: History, system: System, course: Mapping[int, list[Rating]] | None = None
) -> list[Line]:
    """Return the rating list of a system, the best first: every round's games rated together.

    ``course``: everybody's ratings (`courses`), if they were computed already.
    """
    games, people = games_rated(history), {one.number: one for one in history.people()}
    course = courses(history, system) if course is None else course
    now = {number: passed[-1] for number, passed in course.items()}
    return [
        Line(
            handle=people[number].handle,
            began=str(course[number][0].rating),
            rating=str(now[number].rating),
            deviation=str(now[number].deviation) if isinstance(system, Glicko) else "",
            games=games[number],
        )
        for number in sorted(now, key=lambda number: (-now[number].rating, number))
    ]


def courses(
    history: History, system: System, known: Mapping[str, Rating] | None = None
) -> dict[int, list[Rating]]:
    """Return everybody's ratings by number: the one they began with, then that after each round.

    The numbers of teams' players are those of `History.people`.

    ``known``: key -> rating of who begins with that.
    """
    known = known or {}
    with localcontext(_CONTEXT):
        course = {
            one.number: [known.get(one.sign) or _begin(system, one.rating)]
            for one in history.people()
        }
        rounds: list[dict[int, list[Met]]] = [{} for _ in history.rounds]
        for number, ones in rated_games(history).items():
            for one in ones:
                rounds[one.round - 1].setdefault(number, []).append(one)
        for round_ in rounds:
            now = {number: passed[-1] for number, passed in course.items()}
            for number, before in now.items():
                games = [
                    Rated(now[other], SCORES[result])
                    for one in round_.get(number, ())
                    for other, result in zip(one.opponents, one.against, strict=True)
                ]
                course[number].append(rate(system, before, games))
    return course


def games_rated(history: History) -> dict[int, int]:
    """Return how many games of everybody are rated, at a table of three two, by their number."""
    return {
        number: sum(len(one.opponents) for one in games)
        for number, games in rated_games(history).items()
    }


def rated_games(history: History) -> dict[int, list[Met]]:
    """Return everybody's games that are rated."""
    return {
        number: [one for one in games if one.played and not one.lost_by_both]
        for number, games in games_of(history).items()
    }


SCORES = {"win": ONE, "draw": HALF, "loss": NOTHING}
"""Result -> what it counts in ratings."""


def rate(system: System, before: Rating, games: Sequence[Rated]) -> Rating:
    """Return a rating after the games of one round, rounded as the system says."""
    with localcontext(_CONTEXT):
        return _SYSTEMS[type(system)](system, before, games)


def _begin(system: System, claimed: int) -> Rating:
    rating = _rounded(Decimal(claimed if system.claimed and claimed else system.start), system)
    if isinstance(system, Glicko):
        deviation = _rounded(Decimal(system.deviation), system)
        return Rating(rating, deviation, Decimal(system.volatility).scaleb(-6))
    return Rating(rating)


def _rounded(value: Decimal, system: System) -> Decimal:
    return value.quantize(ONE.scaleb(-system.digits), ROUND_HALF_EVEN)


# --- Elo -----------------------------------------------------------------------------------------


_LN_TEN = _CONTEXT.ln(Decimal(10))


def _elo(system: Elo, before: Rating, games: Sequence[Rated]) -> Rating:
    gained = NOTHING
    for game in games:
        odds = (_LN_TEN * (game.opponent.rating - before.rating) / 400).exp()
        gained += game.score - 1 / (1 + odds)
    return Rating(_rounded(before.rating + system.k * gained, system))


# --- AREA ----------------------------------------------------------------------------------------


_MOST = Decimal(200)


def _area(system: Area, before: Rating, games: Sequence[Rated]) -> Rating:
    """A win takes 100 and a twentieth of the difference, 1 to 200; a draw a twentieth."""
    gained = NOTHING
    for game in games:
        apart = ((game.opponent.rating - before.rating) / 20).quantize(ONE, ROUND_HALF_UP)
        if game.score == HALF:
            gained += max(-_MOST, min(_MOST, apart))
        elif game.score == ONE:
            gained += max(ONE, min(_MOST, apart + 100))
        else:
            gained -= max(ONE, min(_MOST, 100 - apart))
    return Rating(_rounded(before.rating + gained, system))


# --- Glicko-2 (Glickman, "Example of the Glicko-2 system", 2013; its steps by number) -------------

_SCALE = Decimal("173.7178")
_PI = Decimal("3.14159265358979323846264338328")
_CLOSE = Decimal("1e-15")  # so near that ten digits do not hang on the way there
_VOLATILITY = Decimal("1e-10")
_FAR = Decimal(60)
"""No difference counts as more, on Glickman's scale: some 10,400 points.

A director chooses the terms, and entrants claim ratings. Without this and `_WILD`,
a result against all odds makes ratings of any length, which no decimal of 30 digits holds.
"""
_WILD = ONE
"""No volatility is higher."""


def _glicko(system: Glicko, before: Rating, games: Sequence[Rated]) -> Rating:
    phi = before.deviation / _SCALE  # 2
    if not games:
        spread = (phi**2 + before.volatility**2).sqrt()
        return Rating(before.rating, _capped(spread, system), before.volatility)
    mu = (before.rating - 1500) / _SCALE
    inverse, gained = NOTHING, NOTHING
    for game in games:  # 3 and 4
        weight = _weight(game.opponent.deviation / _SCALE)
        ahead = mu - (game.opponent.rating - 1500) / _SCALE
        expected = 1 / (1 + (-weight * max(-_FAR, min(_FAR, ahead))).exp())
        inverse += weight**2 * expected * (1 - expected)
        gained += weight * (game.score - expected)
    variance = 1 / inverse
    sigma = _volatility(system, phi, before.volatility, variance, variance * gained)
    star = phi**2 + sigma**2  # 6
    after = 1 / (1 / star + inverse).sqrt()  # 7
    rating = _SCALE * (mu + after**2 * gained) + 1500  # 8
    return Rating(_rounded(rating, system), _capped(after, system), sigma)


def _capped(phi: Decimal, system: Glicko) -> Decimal:
    """Return a deviation on the scale of ratings; idle players never get above a new one's."""
    return _rounded(min(_SCALE * phi, Decimal(system.deviation)), system)


def _weight(phi: Decimal) -> Decimal:
    return 1 / (1 + 3 * phi**2 / _PI**2).sqrt()


def _volatility(
    system: Glicko, phi: Decimal, sigma: Decimal, variance: Decimal, delta: Decimal
) -> Decimal:
    """Return the new volatility: step 5, the Illinois algorithm, to ten digits."""
    tau = Decimal(system.tau) / 1000
    a = 2 * sigma.ln()

    def f(x: Decimal) -> Decimal:
        grown = x.exp()
        spread = phi**2 + variance + grown
        return grown * (delta**2 - spread) / (2 * spread**2) - (x - a) / tau**2

    low = a
    if delta**2 > phi**2 + variance:
        high = (delta**2 - phi**2 - variance).ln()
    else:
        high = a - tau
        while f(high) < 0:
            high -= tau
    at_low, at_high = f(low), f(high)
    while abs(high - low) > _CLOSE:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = f(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return min(_WILD, (low / 2).exp()).quantize(_VOLATILITY)


_SYSTEMS: Mapping[type, Callable[..., Rating]] = {Elo: _elo, Area: _area, Glicko: _glicko}
