"""Single eliminations: brackets by hand, and random ones against a small model of the page."""

from __future__ import annotations

from random import Random

import pytest

from long import times
from pbem.director.words.reporting import show_lines
from pbem.tournament.events import kinds
from pbem.tournament.exchange import table, trf
from pbem.tournament.folding import fold
from pbem.tournament.history import BoardOf
from pbem.tournament.pairings.pairing import why_not_due
from pbem.tournament.ranking.standings import standings
from toy.brackets import Single
from toy.cups import (
    NAMES,
    begun,
    better_wins,
    decides,
    decides_all,
    order,
    pairs,
    reached,
    results,
    rules_late,
    stir,
)
from toy.meeting import Meeting, knockout


def seeded(count, **changes):
    return begun(knockout(seeding="rating", **changes), count)


def test_eight_and_the_better_seed_always_wins():
    meeting = seeded(8)
    assert meeting.now.length == 3
    assert pairs(meeting) == ([(1, 8), (4, 5), (2, 7), (3, 6)], [])
    better_wins(meeting)
    assert pairs(meeting) == ([(1, 4), (2, 3)], [])
    better_wins(meeting)
    assert pairs(meeting) == ([(1, 2)], [])
    better_wins(meeting)
    assert order(meeting) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert reached(meeting) == {1: 4, 2: 3, 3: 2, 4: 2, 5: 1, 6: 1, 7: 1, 8: 1}
    assert why_not_due(meeting.now) == "all 3 rounds are paired"
    meeting.write("close", kinds.Close(order=(1, 2, 3, 4, 5, 6, 7, 8)))
    assert meeting.again().now == meeting.now


@pytest.mark.parametrize(
    ("count", "boards", "byes"),
    [
        (2, [(1, 2)], []),
        (3, [(2, 3)], [1]),
        (5, [(4, 5)], [1, 2, 3]),
        (6, [(4, 5), (3, 6)], [1, 2]),
        (9, [(8, 9)], [1, 2, 3, 4, 5, 6, 7]),
    ],
)
def test_the_best_have_byes(count, boards, byes):
    assert pairs(seeded(count)) == (boards, byes)


def test_lots_make_the_bracket_where_nobody_is_seeded():
    meeting = Meeting(knockout(), *NAMES[:5])
    meeting.begins()
    made = meeting.pairs()
    assert list(made.byes) == sorted(meeting.now.order[:3])
    assert {*made.boards[0]} == {*meeting.now.order[3:]}


@pytest.mark.parametrize("draws", ["seed", "second"])
def test_after_a_draw_the_rule_of_the_founding_decides(draws):
    meeting = seeded(4, draws=draws)
    meeting.pairs()
    sides = meeting.now.rounds[0].boards
    for at in meeting.now.owed():
        meeting.decides(at, "draw")
    goes = [min(pair) if draws == "seed" else pair[1] for pair in sides]
    reported = "\n".join(show_lines(meeting.fold))
    assert f"drawn, {NAMES[goes[0] - 1]} advances" in reported
    assert pairs(meeting) == ([tuple(sorted(goes))], [])


def test_one_of_each_pair_in_the_first_round_has_the_side_that_was_drawn():
    meeting = seeded(8)
    boards = meeting.pairs().boards
    higher_first = [pair[0] < pair[1] for pair in boards]  # the higher: 1, 4, 2, 3
    drawn = meeting.now.first_has_first
    assert higher_first == [drawn, not drawn, not drawn, drawn]


def test_a_game_that_nobody_wins_leaves_a_hole():
    meeting = seeded(8)
    meeting.pairs()
    meeting.decides(BoardOf(1, 2), "none")
    better_wins(meeting)
    assert pairs(meeting) == ([(2, 3)], [1])
    better_wins(meeting)
    assert pairs(meeting) == ([(1, 2)], [])


def test_who_withdraws_leaves_a_hole_and_has_reached_the_round_all_the_same():
    meeting = seeded(4)
    meeting.pairs()
    better_wins(meeting)
    meeting.says("bob", meeting.word("bob", "withdraw"))
    assert pairs(meeting) == ([], [1])
    assert order(meeting) == [1, 2, 3, 4]
    assert reached(meeting) == {1: 3, 2: 2, 3: 1, 4: 1}
    reported = "\n".join(show_lines(meeting.fold))
    assert "A single elimination of 2 rounds, 2 paired." in reported
    assert "ann has a bye" in reported


def test_a_round_of_nobody_is_not_paired():
    meeting = seeded(4)
    meeting.pairs()
    for at in meeting.now.owed():
        meeting.decides(at, "none")
    assert why_not_due(meeting.now) == "the bracket has no match left"
    fault = meeting.refused("pair", kinds.Pair(round=2, boards=(), byes=()))
    assert fault.code == "pair.due"
    meeting.write("close", kinds.Close(order=(1, 2, 3, 4)))


def test_the_third_place():
    meeting = seeded(4, third=True)
    meeting.pairs()
    better_wins(meeting)
    assert pairs(meeting) == ([(1, 2), (3, 4)], [])
    reported = "\n".join(show_lines(meeting.fold))
    assert "    1  final: " in reported
    assert "    2  for the third place: " in reported
    decides(meeting, 1, 2)
    decides(meeting, 2, 4)
    assert order(meeting) == [2, 1, 4, 3]
    assert reached(meeting) == {1: 2, 2: 3, 3: 1, 4: 1}


def test_who_is_alone_for_the_third_place_has_it():
    meeting = seeded(4, third=True)
    meeting.pairs()
    better_wins(meeting)
    meeting.says("cas", meeting.word("cas", "withdraw"))
    assert pairs(meeting) == ([(1, 2)], [4])
    assert order(meeting)[2:] == [4, 3]


def test_there_is_no_third_of_two():
    meeting = seeded(2, third=True)
    assert pairs(meeting) == ([(1, 2)], [])
    better_wins(meeting)
    assert order(meeting) == [1, 2]


def test_a_late_ruling_changes_points_and_not_who_went_on():
    meeting = seeded(4)
    meeting.pairs()
    better_wins(meeting)
    assert pairs(meeting) == ([(1, 2)], [])
    decides(meeting, 1, 4, round_=1)
    better_wins(meeting)
    assert order(meeting) == [1, 2, 3, 4]
    assert {row.number: row.points for row in standings(meeting.now)} == {1: 2, 2: 2, 3: 0, 4: 2}
    decides(meeting, 1, 2)  # nothing is paired after the final, so this counts
    assert order(meeting) == [2, 1, 3, 4]
    assert meeting.again().now == meeting.now


def test_it_is_reported_who_went_on_where_the_result_does_not_say_so():
    meeting = seeded(8)
    meeting.pairs()
    meeting.decides(BoardOf(1, 2), "none")
    better_wins(meeting)
    meeting.pairs()
    decides(meeting, 1, 8, round_=1)
    meeting.decides(BoardOf(1, 2), "draw")
    reported = "\n".join(show_lines(meeting.fold, 1))
    assert "hal wins, ann advances (ruled: seen on the board)" in reported
    assert "drawn, nobody advances (ruled: seen on the board)" in reported
    assert reported.count("advances") == 2


def test_a_board_that_is_decided_again_before_the_next_round_counts():
    meeting = seeded(4)
    meeting.pairs()
    better_wins(meeting)
    decides(meeting, 1, 4)
    assert pairs(meeting) == ([(2, 4)], [])


def test_what_cannot_be():
    fault = seeded(4).refused("pair", kinds.Pair(round=1, boards=((1, 2), (3, 4)), byes=()))
    assert (fault.code, fault.whose) == ("pair.other", "dora")
    meeting = seeded(4)
    meeting.pairs()
    assert meeting.refused("pair", kinds.Pair(round=2, boards=(), byes=())).code == "pair.due"
    late = kinds.Said(word=meeting.word("ida", "enter"))
    assert meeting.refused("enter", late).code == "enter.late"
    open_ = Meeting(knockout())
    later = kinds.Said(word=open_.word("ida", "enter", from_=2))
    assert open_.refused("enter", later).code == "enter.late"


def test_of_two_entrants_one_leaves_before_the_lots():
    meeting = Meeting(knockout(), "ann", "bob")
    meeting.closes()
    meeting.says("bob", meeting.word("bob", "withdraw"))
    meeting.says("dora", meeting.lot("dora"))
    assert pairs(meeting) == ([], [1])
    assert order(meeting) == [1, 2]


def test_other_forms_report_it():
    meeting = seeded(5, third=True)
    while not why_not_due(meeting.now):
        meeting.pairs()
        better_wins(meeting)
    reported = trf(meeting.now).splitlines()
    assert "092 Single elimination" in reported
    assert "XXR 3" in reported
    assert table(meeting.now).startswith("rank,player,points,reached,played,")


# --- random ones ---------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(times(8, 60)))
def test_random_single_eliminations_are_those_of_the_model(seed):
    random = Random(seed)  # noqa: S311
    count, draws, third = random.randint(2, 11), random.choice(["seed", "second"]), seed % 2 == 0
    meeting = seeded(count, draws=draws, third=third)
    model = Single(count, draws, third)
    for no in range(1, model.rounds + 1):
        if no > 1:
            stir(meeting, random)
        playing = [one for one in range(1, count + 1) if meeting.now.entrant(one).plays(no)]
        here = [[one for one in pair if one in playing] for pair in model.holders(no)]
        if not any(here):
            assert why_not_due(meeting.now) == "the bracket has no match left"
            break
        boards, byes = pairs(meeting)
        assert boards == [tuple(sorted(pair)) for pair in here if len(pair) == 2]
        assert byes == sorted(pair[0] for pair in here if len(pair) == 1)
        rules_late(meeting, random)
        decides_all(meeting, random)
        model.keep(no, playing, results(meeting, no))
        assert order(meeting) == model.order()
        assert reached(meeting) == model.reached
    meeting.write("close", kinds.Close(order=tuple(order(meeting))))
    assert meeting.again().now == fold(meeting.events, compare=False).now == meeting.now
