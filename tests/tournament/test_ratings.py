"""Ratings: published worked examples, and the formulas where there is none."""

from __future__ import annotations

from decimal import Decimal, localcontext

import msgspec
import pytest

from pbem.tournament.events.term_kinds import Area, Elo, Glicko
from pbem.tournament.ranking.ratings import Rated, Rating, rate, ratings
from toy.meeting import Meeting, robin, swiss

ELO = Elo(start=1500, claimed=True, digits=1, k=32)
AREA = Area(start=5000, claimed=False, digits=0)
GLICKO = Glicko(start=1500, claimed=False, digits=2, deviation=350, volatility=60_000, tau=500)


def rating(value, deviation=0, volatility="0"):
    return Rating(Decimal(value), Decimal(deviation), Decimal(volatility))


def games(*given, deviations=None):
    deviations = deviations or [0] * len(given)
    return [
        Rated(rating(value, deviation), Decimal(score))
        for (value, score), deviation in zip(given, deviations, strict=True)
    ]


def test_glickmans_example():
    """Example of the Glicko-2 system (2013): 1464.06, 151.52, 0.05999."""
    before = rating(1500, 200, "0.06")
    rated = games((1400, "1"), (1550, "0"), (1700, "0"), deviations=[30, 100, 300])
    after = rate(GLICKO, before, rated)
    # The page goes on with rounded steps; unrounded they give 1464.0507.
    assert str(after.rating) == "1464.05"
    assert str(after.deviation) == "151.52"
    assert Decimal("0.05999") <= after.volatility < Decimal("0.06")


def test_who_does_not_play_gets_less_certain():
    """The same page, step 6 alone: the deviation grows by the volatility."""
    after = rate(GLICKO, rating(1500, 200, "0.06"), [])
    assert (str(after.rating), str(after.deviation)) == ("1500", "200.27")
    new = rate(GLICKO, rating(1500, 350, "0.06"), [])
    assert str(new.deviation) == "350.00"


def test_the_example_of_elo():
    """A player of 1613 scores 2.5 of an expected 2.867 against five: 1601 with K 32."""
    rated = games((1609, "0"), (1477, "0.5"), (1388, "1"), (1586, "1"), (1720, "0"))
    assert rate(ELO, rating(1613), rated).rating.quantize(Decimal(1)) == 1601
    even = rate(ELO, rating(1500), games((1500, "1")))
    assert str(even.rating) == "1516.0"


@pytest.mark.parametrize(
    ("mine", "his", "score", "after"),
    [
        (5000, 5000, "1", 5100),
        (5000, 5000, "0", 4900),
        (5400, 5000, "1", 5480),  # 100 less a twentieth of 400
        (5000, 5400, "1", 5120),
        (5000, 5400, "0", 4920),
        (9000, 5000, "1", 9001),  # never less than 1
        (5000, 9000, "1", 5200),  # and never more than 200
        (9000, 5000, "0", 8800),
        (5400, 5000, "0.5", 5380),  # a draw moves a twentieth of the difference
        (5000, 5400, "0.5", 5020),
        (5000, 5000, "0.5", 5000),
        (5010, 5000, "1", 5109),  # a half is rounded away from nothing: 100 - 1 for 0.5
    ],
)
def test_area(mine, his, score, after):
    assert rate(AREA, rating(mine), games((his, score))).rating == after


@pytest.mark.parametrize("apart", range(0, 45, 5))
def test_in_area_one_gets_what_the_other_loses(apart):
    high, low = 5000 + apart, 5000
    for score, other in (("1", "0"), ("0", "1"), ("0.5", "0.5")):
        one = rate(AREA, rating(high), games((low, score))).rating - high
        two = rate(AREA, rating(low), games((high, other))).rating - low
        assert one + two == 0


def test_a_round_is_rated_together_and_a_forfeit_not_at_all():
    meeting = Meeting(swiss(2, ratings=(AREA, ELO)))
    for handle, claimed in (("ann", 1700), ("bob", 1600), ("cas", None), ("dan", None)):
        meeting.enters(handle, rating=claimed)
    meeting.begins()
    meeting.pairs()
    one, two = meeting.now.owed()
    meeting.decides(one, "first")
    meeting.decides(two, "first", played=False)
    lines = {line.handle: line for line in ratings(meeting.now, AREA)}
    first, second = (who.handle for who in meeting.now.pair_of(one))
    assert (lines[first].rating, lines[second].rating) == ("5100", "4900")
    assert sorted(line.games for line in lines.values()) == [0, 0, 1, 1]
    elo = {line.handle: line.began for line in ratings(meeting.now, ELO)}
    assert elo == {"ann": "1700.0", "bob": "1600.0", "cas": "1500.0", "dan": "1500.0"}


def test_the_last_digit_does_not_hang_on_the_callers_context():
    rated = games((1400, "1"), (1550, "0"), deviations=[30, 100])
    before = rate(GLICKO, rating(1500, 200, "0.06"), rated)
    with localcontext() as context:
        context.prec = 6
        assert rate(GLICKO, rating(1500, 200, "0.06"), rated) == before


def test_a_whole_round_robin_keeps_the_sum_of_area():
    meeting = Meeting(robin(ratings=(AREA,)), "ann", "bob", "cas", "dan", "eve")
    meeting.begins()
    while meeting.now.next_round <= meeting.now.length:
        meeting.pairs()
    meeting.plays()
    lines = ratings(meeting.now, AREA)
    assert sum(int(line.rating) for line in lines) == 25_000
    assert lines[0].handle == "ann"


WILD = msgspec.structs.replace(
    GLICKO, start=9999, claimed=True, digits=6, volatility=1_000_000, tau=2000
)


def test_no_terms_and_no_claims_make_ratings_that_cannot_be_computed():
    """Entrants who claim 1 beat all who claim 9999: against all odds, as often as they like."""
    now = [rating(value, 350, "1") for value in (1, 9999, 1, 9999)]
    for _ in range(20):
        before = list(now)
        for at, one in enumerate(before):
            met = [
                Rated(other, Decimal(one.rating < other.rating)) for other in before if other != one
            ]
            now[at] = rate(WILD, one, met)
    assert all(abs(one.rating) < 1_000_000 for one in now)
    assert all(0 < one.volatility <= 1 for one in now)


def test_glicko_bounds_touch_no_likely_result():
    """The widest claims there are, 1 and 9999, differ by less than 60 on Glickman's scale."""
    after = rate(GLICKO, rating(1, 350, "0.06"), games((9999, "1"), deviations=[350]))
    assert (str(after.rating), str(after.volatility)) == ("473.22", "0.0600060448")
