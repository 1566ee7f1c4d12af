"""Groups with a final: by hand, and random ones against a small model of the page."""

from __future__ import annotations

from itertools import combinations
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
from toy.meeting import Meeting, grouped


def seeded(count, groups, best, **changes):
    return begun(grouped(groups, best, seeding="rating", **changes), count)


def after_groups(count, groups, best, **changes):
    """Play all rounds of the groups, the better seed winning."""
    meeting = seeded(count, groups, best, **changes)
    for _ in range(meeting.now.group_rounds):
        meeting.pairs()
    better_wins(meeting)
    return meeting


def test_eight_in_two_groups_and_the_better_seed_always_wins():
    meeting = seeded(8, 2, 2)
    assert meeting.now.groups() == [[1, 4, 5, 8], [2, 3, 6, 7]]
    assert meeting.now.length == 3 + 2
    found = [pairs(meeting)[0] for _ in range(3)]  # no round of the groups waits for results
    assert found[0] == [(1, 8), (4, 5), (2, 7), (3, 6)]
    assert {one for boards in found for one in boards} == {
        *combinations((1, 4, 5, 8), 2), *combinations((2, 3, 6, 7), 2),
    }  # fmt: skip
    assert "boards have neither result nor ruling" in why_not_due(meeting.now)
    assert "    3  group 2: " in "\n".join(show_lines(meeting.fold))
    better_wins(meeting)
    assert order(meeting) == [1, 2, 3, 4, 5, 6, 7, 8]
    # The seeds of the final: 1, 2, 4, 3, by place in the group and then by group.
    assert pairs(meeting) == ([(1, 3), (2, 4)], [])
    assert order(meeting) == [1, 2, 4, 3, 5, 6, 7, 8]
    better_wins(meeting)
    assert pairs(meeting) == ([(1, 2)], [])
    assert "    1  final: " in "\n".join(show_lines(meeting.fold))
    better_wins(meeting)
    assert order(meeting) == [1, 2, 4, 3, 5, 6, 7, 8]
    assert reached(meeting) == {1: 6, 2: 5, 3: 4, 4: 4, 5: 0, 6: 0, 7: 0, 8: 0}
    assert why_not_due(meeting.now) == "all 5 rounds are paired"
    meeting.write("close", kinds.Close(order=(1, 2, 4, 3, 5, 6, 7, 8)))
    assert meeting.again().now == meeting.now


def test_a_smaller_group_has_done_earlier():
    meeting = seeded(7, 2, 1)
    assert meeting.now.groups() == [[1, 4, 5], [2, 3, 6, 7]]
    meeting = seeded(5, 2, 1)
    assert meeting.now.groups() == [[1, 4, 5], [2, 3]]
    assert pairs(meeting) == ([(4, 5), (2, 3)], [1])
    assert pairs(meeting) == ([(1, 4)], [5])
    assert pairs(meeting) == ([(1, 5)], [4])
    better_wins(meeting)
    assert pairs(meeting) == ([(1, 2)], [])


def test_the_next_of_a_group_takes_the_place_of_who_has_gone():
    meeting = after_groups(8, 2, 2)
    meeting.says("ann", meeting.word("ann", "withdraw"))
    # The seeds: 4, 2, 5, 3.
    assert pairs(meeting) == ([(3, 4), (2, 5)], [])


def test_who_leaves_during_the_final_leaves_a_hole():
    meeting = after_groups(8, 2, 2, third=True)
    meeting.pairs()
    better_wins(meeting)
    meeting.says("bob", meeting.word("bob", "withdraw"))
    assert pairs(meeting) == ([(3, 4)], [1])
    assert "for the third place: " in "\n".join(show_lines(meeting.fold))
    decides(meeting, 1, 3)
    assert order(meeting) == [1, 2, 3, 4, 5, 6, 7, 8]


def test_a_ruling_counts_in_a_group_until_the_final_is_paired():
    meeting = seeded(4, 2, 1)
    meeting.pairs()
    better_wins(meeting)
    decides(meeting, 1, 4)
    assert pairs(meeting) == ([(2, 4)], [])
    decides(meeting, 1, 1, round_=1)
    better_wins(meeting)
    assert order(meeting) == [2, 4, 1, 3]
    assert {row.number: row.points for row in standings(meeting.now)} == {1: 2, 2: 4, 3: 0, 4: 0}
    assert meeting.again().now == meeting.now


def test_a_ruling_between_two_rounds_of_the_groups_counts():
    meeting = seeded(8, 2, 1)
    meeting.pairs()
    better_wins(meeting)
    meeting.pairs()
    decides(meeting, 1, 8, round_=1)
    better_wins(meeting)
    meeting.pairs()
    better_wins(meeting)
    assert [row.points for row in standings(meeting.now) if row.number in (1, 4)] == [4, 4]
    assert pairs(meeting) == ([(1, 2)], [])  # 1, 4: as many points and wins, so the lower number


def test_ties_of_a_group_are_reckoned_in_its_rounds():
    ties = ("direct", "sonneborn-berger", "progressive")
    meeting = seeded(8, 2, 1, ties=ties)
    for _ in range(3):
        meeting.pairs()
    for at in meeting.now.owed():
        one, other = sorted(meeting.now.rounds[at.round - 1].boards[at.board - 1])
        winner = other if (one, other) in ((1, 4), (1, 8), (4, 5), (4, 8)) else one
        decides(meeting, at.board, winner, round_=at.round)
    # In group 1 the games give 1: 2, 4: 2, 5: 4, 8: 4, and 5 has beaten 8.
    rows = {row.number: row for row in standings(meeting.now)}
    assert [rows[no].points for no in (1, 4, 5, 8)] == [2, 2, 4, 4]
    assert [rows[no].ties["direct"] for no in (1, 4, 5, 8)] == [0, 2, 2, 0]
    assert pairs(meeting) == ([(2, 5)], [])


def test_ties_of_a_group_stay_as_they_are_in_the_final():
    meeting = after_groups(8, 2, 2, ties=("buchholz", "koya", "progressive"))
    before = {row.number: {**row.ties, "reached": 0} for row in standings(meeting.now)}
    assert before[1] == {"reached": 0, "buchholz": 4 + 2 + 0, "koya": 2, "progressive": 2 + 4 + 6}
    for _ in range(2):
        meeting.pairs()
        better_wins(meeting)
    assert {row.number: {**row.ties, "reached": 0} for row in standings(meeting.now)} == before


def test_in_the_final_the_seed_says_who_has_the_side_that_was_drawn():
    meeting = seeded(8, 2, 2, third=True)
    for _ in range(3):
        meeting.pairs()
    for _ in range(2):
        for at in meeting.now.owed():  # by forfeit, so that nobody has had a side
            first, second = meeting.now.rounds[at.round - 1].boards[at.board - 1]
            meeting.decides(at, "first" if first < second else "second", played=False)
        boards = meeting.pairs().boards
    # For the third place the seeds 3 and 4, who are 4 and 3: the higher is 4, of an odd seed.
    assert boards[1] == ((4, 3) if meeting.now.first_has_first else (3, 4))


def test_other_forms_and_what_cannot_be():
    meeting = after_groups(4, 2, 1)
    assert "092 Groups with a final" in trf(meeting.now).splitlines()
    assert table(meeting.now).startswith("rank,player,points,reached,played,")
    wrong = kinds.Pair(round=2, boards=((3, 4),), byes=())
    assert meeting.refused("pair", wrong).code == "pair.other"
    late = kinds.Said(word=meeting.word("ida", "enter"))
    assert meeting.refused("enter", late).code == "enter.late"
    open_ = Meeting(grouped(2, 1))
    later = kinds.Said(word=open_.word("ida", "enter", from_=2))
    assert open_.refused("enter", later).code == "enter.late"
    assert order(open_) == []


def test_too_few_for_the_groups():
    meeting = seeded(2, 3, 1)
    assert pairs(meeting) == ([], [1, 2])
    assert pairs(meeting) == ([(1, 2)], [])


# --- random ones ---------------------------------------------------------------------------------


def dealt(count, groups):
    there_and_back = [*range(groups), *reversed(range(groups))]
    made = [[] for _ in range(groups)]
    for number in range(count):
        made[there_and_back[number % (2 * groups)]].append(number + 1)
    return made


def points_and_wins(meeting, last):
    """Return points and games won of everybody from the rounds of the groups."""
    points = dict.fromkeys((one.number for one in meeting.now.entrants), 0)
    wins = dict(points)
    for at in meeting.now.boards():
        if at.round > last or at not in meeting.now.decided:
            continue
        done = meeting.now.decided[at]
        first, second = meeting.now.rounds[at.round - 1].boards[at.board - 1]
        if done.outcome == "draw":
            points[first] += 1
            points[second] += 1
        elif done.outcome != "none":
            winner = first if done.outcome == "first" else second
            points[winner] += 2
            wins[winner] += done.played
    for paired in meeting.now.rounds[:last]:
        for number in paired.byes:
            points[number] += 2
    return points, wins


def plays_groups(meeting, random, groups, last):
    """Play the rounds of the groups, and look at each."""
    met = set()
    for no in range(1, last + 1):
        playing = {one.number for one in meeting.now.entrants if one.plays(no)}
        boards, byes = pairs(meeting)
        there = [number for pair in boards for number in pair] + byes
        assert len(there) == len(set(there))
        busy = [group for group in groups if group and no <= len(group) - 1 + len(group) % 2]
        assert set(there) == {number for group in busy for number in group} & playing
        assert all(any({*pair} <= {*group} for group in groups) for pair in boards)
        assert not met & {*boards}
        met |= {*boards}
        if random.random() < 0.5:
            decides_all(meeting, random)
        rules_late(meeting, random)
        stir(meeting, random)
    decides_all(meeting, random)


@pytest.mark.parametrize("seed", range(times(8, 60)))
def test_random_groups_are_those_of_the_model(seed):
    random = Random(seed)  # noqa: S311
    count, number, best = random.randint(4, 11), random.randint(2, 3), random.randint(1, 3)
    draws, third = random.choice(["seed", "second"]), seed % 2 == 0
    meeting = seeded(count, number, best, draws=draws, third=third)
    groups = dealt(count, number)
    last = max(len(group) - 1 + len(group) % 2 for group in groups)
    plays_groups(meeting, random, groups, last)
    points, wins = points_and_wins(meeting, last)
    tables = [sorted(group, key=lambda no: (-points[no], -wins[no], no)) for group in groups]
    playing = {one.number for one in meeting.now.entrants if one.plays(last + 1)}
    go = [[no for no in ones if no in playing][:best] for ones in tables]
    seeds = [ones[place] for place in range(best) for ones in go if place < len(ones)]
    model = Single(len(seeds), draws, third)
    for no in range(1, model.rounds + 1):
        if no > 1:
            stir(meeting, random)
        playing = {one for one in seeds if meeting.now.entrant(one).plays(last + no)}
        holders = [[seeds[one - 1] for one in pair if one] for pair in model.holders(no)]
        here = [[one for one in pair if one in playing] for pair in holders]
        if not any(here):
            assert why_not_due(meeting.now) == "the bracket has no match left"
            break
        boards, byes = pairs(meeting)
        assert boards == [tuple(sorted(pair)) for pair in here if len(pair) == 2]
        assert byes == sorted(pair[0] for pair in here if len(pair) == 1)
        rules_late(meeting, random)
        decides_all(meeting, random)
        seed_of = {one: place for place, one in enumerate(seeds, 1)}
        reported = {
            frozenset(seed_of[one] for one in pair): tuple(seed_of[one] for one in won)
            if isinstance(won, tuple)
            else seed_of.get(won, 0)
            for pair, won in results(meeting, last + no).items()
        }
        model.keep(no, {seed_of[one] for one in playing}, reported)
        final = [seeds[place - 1] for place in model.order()]
        rank = {one: place for ones in tables for place, one in enumerate(ones)}
        rest = sorted(rank.keys() - {*final}, key=lambda one: (rank[one], -points[one], one))
        assert order(meeting) == final + rest
        assert reached(meeting) == {
            **dict.fromkeys(rest, 0),
            **{seeds[place - 1]: last + at for place, at in model.reached.items()},
        }
    meeting.write("close", kinds.Close(order=tuple(order(meeting))))
    assert meeting.again().now == fold(meeting.events, compare=False).now == meeting.now


def test_a_game_that_counts_as_decided_at_the_pairing_of_the_final_counts_for_ever():
    """The same ruling twice, before and after: only the first moves anybody."""
    meeting = seeded(4, 2, 1)
    meeting.pairs()
    better_wins(meeting)
    assert pairs(meeting) == ([(1, 2)], [])
    meeting.decides(BoardOf(1, 1), "none")
    assert order(meeting) == [1, 2, 3, 4]
