"""Performance ratings by FIDE's table, and the mean rating of a field."""

from __future__ import annotations

from decimal import Decimal

import pytest

from pbem.tournament.events import kinds
from pbem.tournament.events.term_kinds import Area, Elo, Glicko
from pbem.tournament.ranking.performance import mean_of_field, performance, performances
from pbem.tournament.ranking.ratings import courses
from toy.meeting import Meeting, laddered, robin, swiss

ELO = Elo(start=1500, claimed=True, digits=1, k=32)
AREA = Area(start=5000, claimed=False, digits=0)
GLICKO = Glicko(start=1500, claimed=False, digits=2, deviation=350, volatility=60_000, tau=500)


def of(system, others, scored):
    return performance(system, [Decimal(one) for one in others], Decimal(scored))


def test_a_published_performance():
    """Caruana in the Sinquefield Cup of 2014: 8.5 of 10, and 3098 in all reports."""
    others = [2877, 2772, 2805, 2787, 2768] * 2
    assert of(ELO, others, "8.5") == 3098


@pytest.mark.parametrize(
    ("others", "scored", "is_"),
    [
        ([1500], "1", 2300), ([1500], "0", 700), ([1500], "0.5", 1500),
        ([1500, 1700], "1", 1600),
        ([1500, 1500], "1.5", 1693),  # 0.75
        ([1500] * 3, "2", 1625),  # two thirds are 0.67
        ([1500] * 3, "1", 1375),  # a third is 0.33
        ([1500] * 8, "5", 1595),  # 0.625 is rounded up to 0.63
        ([1500] * 8, "3", 1413),  # 0.375 is rounded up to 0.38
        ([1500, 1501], "1", 1501), (["1500.4", "1500.5"], "1", 1500),
        ([-3, -4], "1", -3),
    ],
)  # fmt: skip
def test_fides_table_with_its_roundings(others, scored, is_):
    """C.07: the mean and the share to the nearest, halves up; then table 8.1.1 of B.02."""
    assert of(ELO, others, scored) == of(GLICKO, others, scored) == is_


def test_of_area_it_is_the_rating_that_its_results_would_not_change():
    assert of(AREA, [5000], "1") == 7000
    assert of(AREA, [5000, 5200], "1") == 5100
    # A fourth of a win more than half: a player 1000 above wins 50 three times and loses 150 once.
    assert of(AREA, [5000] * 4, "3") == 6000
    assert of(AREA, [5000] * 3, "2") == 5667


def test_games_that_were_played_count_with_the_ratings_of_the_beginning():
    meeting = Meeting(robin(ratings=(ELO,)))
    claimed = {"ann": 1700, "bob": 1600, "cas": 1500}
    for handle, rating in claimed.items():
        meeting.enters(handle, rating=rating)
    meeting.begins()
    for number in (1, 2, 3):
        meeting.pairs()
        first, second = meeting.now.pair_of(meeting.now.boards(number)[0])
        handles = {first.handle, second.handle}
        outcome = "first" if first.handle < second.handle else "second"
        rule = kinds.Rule(
            round=number, board=1, outcome=outcome, played=handles != {"ann", "cas"}, why="so"
        )
        meeting.write("rule", rule)
    course = courses(meeting.now, ELO)
    found = performances(meeting.now, ELO, course)
    by_handle = {meeting.now.entrant(number).handle: value for number, value in found.items()}
    # Ann beat Bob; the forfeit of Cas counts for nobody. Bob lost to Ann and beat Cas.
    assert by_handle == {"ann": 1600 + 800, "bob": 1600, "cas": 1600 - 800}
    assert mean_of_field(course) == 1600


def test_nobody_performed_before_a_game_and_in_a_ladder():
    meeting = Meeting(swiss(3, ratings=(ELO,)))
    assert mean_of_field(courses(meeting.now, ELO)) is None
    meeting.enters("ann")
    assert performances(meeting.now, ELO, courses(meeting.now, ELO)) == {}
    ladder = Meeting(laddered(ratings=(ELO,)))
    for number, handle in enumerate(("ann", "bob")):
        ladder.enters(handle, rating=2000 - number)
    ladder.begins()
    ladder.says("bob", ladder.word("bob", "challenge", whom="ann"))
    ladder.pairs()
    ladder.plays()
    assert performances(ladder.now, ELO, courses(ladder.now, ELO)) == {}
