"""Rating lists: section 5 of docs/tournaments.md, and the papers that it names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Context, Decimal, localcontext
from typing import Any

from second.cup_order import Round
from second.cup_tables import against

PI = Decimal("3.14159265358979323846264338327950288")
SCALE, NEAR = Decimal("173.7178"), Decimal("1e-15")
FAR, HALF = Decimal(60), Decimal("0.5")
SCORES = {"won": Decimal(1), "drawn": HALF, "lost": Decimal(0)}


@dataclass(frozen=True)
class Rated:
    """Somebody in a list; the deviation and the volatility are Glicko's."""

    rating: Decimal
    deviation: Decimal
    volatility: Decimal
    games: int = 0


Met = list[tuple[Rated, Decimal]]


def games_of(who: int, one: Round, table: dict[int, Rated]) -> Met:
    """Give opponents and scores of a round: games that were played and not lost by both."""
    found = []
    for board in one.boards:
        if who not in board.pair() or not board.counts() or board.outcome == "none":
            continue
        if board.third:
            at = board.pair().index(who)
            for place, other in enumerate(board.pair()):
                if place != at:
                    how = against(board.outcome, at, place)
                    found.append((table[other], SCORES[how]))
        else:
            own = "first" if who == board.first else "second"
            other = board.second if who == board.first else board.first
            score = HALF if board.outcome == "draw" else Decimal(int(board.outcome == own))
            found.append((table[other], score))
    return found


def elo(me: Rated, met: Met, system: dict[str, Any]) -> Rated:
    gained = sum(
        (
            score - 1 / (1 + (Decimal(10).ln() * (other.rating - me.rating) / 400).exp())
            for other, score in met
        ),
        Decimal(0),
    )
    return replace(me, rating=me.rating + system["k"] * gained)


def area(me: Rated, met: Met, _: dict[str, Any]) -> Rated:
    rating = me.rating
    for other, score in met:
        more = ((other.rating - me.rating) / 20).quantize(Decimal(1), ROUND_HALF_UP)
        if score == HALF:
            rating += max(Decimal(-200), min(Decimal(200), more))
        elif score:
            rating += max(Decimal(1), min(Decimal(200), 100 + more))
        else:
            rating -= max(Decimal(1), min(Decimal(200), 100 - more))
    return replace(me, rating=rating)


def glicko_2(me: Rated, met: Met, system: dict[str, Any]) -> Rated:
    """Follow Glickman's example, step by step."""
    phi, sigma, tau = me.deviation / SCALE, me.volatility, Decimal(system["tau"]) / 1000
    if not met:
        return replace(me, deviation=SCALE * (phi * phi + sigma * sigma).sqrt())
    mu = (me.rating - 1500) / SCALE
    v = total = Decimal(0)
    for other, score in met:
        far = other.deviation / SCALE
        g = 1 / (1 + 3 * far * far / (PI * PI)).sqrt()
        ahead = max(-FAR, min(FAR, mu - (other.rating - 1500) / SCALE))
        expected = 1 / (1 + (-g * ahead).exp())
        v += g * g * expected * (1 - expected)
        total += g * (score - expected)
    v = 1 / v
    delta = v * total
    sigma = volatility(sigma, phi, v, delta, tau)
    spread = (phi * phi + sigma * sigma).sqrt()
    phi = 1 / (1 / (spread * spread) + 1 / v).sqrt()
    mu += phi * phi * total
    return replace(me, rating=SCALE * mu + 1500, deviation=SCALE * phi, volatility=sigma)


def volatility(sigma: Decimal, phi: Decimal, v: Decimal, delta: Decimal, tau: Decimal) -> Decimal:
    """Find the new volatility by the iteration of step 5."""
    start = (sigma * sigma).ln()

    def f(x: Decimal) -> Decimal:
        grown = phi * phi + v + x.exp()
        return x.exp() * (delta * delta - grown) / (2 * grown * grown) - (x - start) / (tau * tau)

    low = start
    if delta * delta > phi * phi + v:
        high = (delta * delta - phi * phi - v).ln()
    else:
        k = 1
        while f(start - k * tau) < 0:
            k += 1
        high = start - k * tau
    at_low, at_high = f(low), f(high)
    while abs(high - low) > NEAR:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = f(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return min(Decimal(1), (low / 2).exp()).quantize(Decimal("1e-10"))


SYSTEMS = {"elo": elo, "area": area, "glicko-2": glicko_2}


def rounded(one: Rated, system: dict[str, Any]) -> Rated:
    """Round after a round."""
    digits = Decimal(1).scaleb(-system["digits"])
    most = Decimal(system.get("deviation", 0))
    return replace(
        one,
        rating=one.rating.quantize(digits),
        deviation=min(most, one.deviation).quantize(digits),
    )


def begins(system: dict[str, Any], claim: int | None) -> Rated:
    """Give what somebody begins with."""
    own = claim if system["claimed"] and claim else system["start"]
    wide = Decimal(system.get("deviation", 0))
    restless = Decimal(system.get("volatility", 0)) / 1_000_000
    return rounded(Rated(Decimal(own), wide, restless), system)


def lists(
    systems: list[dict[str, Any]],
    claims: dict[int, int | None],
    rounds: list[Round],
    known: dict[int, Rated] | None = None,
) -> Iterator[tuple[str, dict[int, Rated]]]:
    """Give each system's list after all rounds; ``known`` begin with what they have."""
    with localcontext(Context(prec=30, rounding=ROUND_HALF_EVEN)):
        for system in systems:
            table = {who: begins(system, claim) for who, claim in claims.items()} | (known or {})
            for one in rounds:
                met = {who: games_of(who, one, table) for who in table}
                rate = SYSTEMS[system["system"]]
                table = {
                    who: replace(
                        rounded(rate(me, met[who], system), system), games=me.games + len(met[who])
                    )
                    for who, me in table.items()
                }
            yield system["system"], table
