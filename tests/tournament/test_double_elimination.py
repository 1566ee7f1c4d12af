"""Double eliminations: brackets by hand, and random ones against a small model of the page."""

from __future__ import annotations

from random import Random

import pytest

from long import times
from pbem.director.words.reporting import show_lines
from pbem.tournament.events import kinds
from pbem.tournament.exchange import trf
from pbem.tournament.folding import fold
from pbem.tournament.history import BoardOf
from pbem.tournament.pairings.pairing import why_not_due
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
from toy.meeting import Meeting, double


def seeded(count, **changes):
    return begun(double(seeding="rating", **changes), count)


def test_eight_and_the_better_seed_always_wins():
    meeting = seeded(8)
    assert meeting.now.length == 7
    expected = [
        [(1, 8), (4, 5), (2, 7), (3, 6)],
        [(1, 4), (2, 3), (5, 8), (6, 7)],
        [(1, 2), (3, 5), (4, 6)],  # who lost the winners' second round, exchanged
        [(3, 4)],
        [(2, 3)],
        [(1, 2)],
    ]
    for boards in expected:
        assert pairs(meeting) == (boards, [])
        better_wins(meeting)
    assert order(meeting) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert reached(meeting) == {1: 7, 2: 6, 3: 5, 4: 4, 5: 3, 6: 3, 7: 2, 8: 2}
    assert why_not_due(meeting.now) == "the bracket has no match left"
    meeting.write("close", kinds.Close(order=tuple(range(1, 9))))
    assert meeting.again().now == meeting.now


def test_nine_and_in_the_winners_third_round_nothing_is_exchanged():
    meeting = seeded(9)
    expected = [
        ([(8, 9)], [1, 2, 3, 4, 5, 6, 7]),
        ([(1, 8), (4, 5), (2, 7), (3, 6)], [9]),
        ([(1, 4), (2, 3), (6, 9)], [5, 7, 8]),
        ([(1, 2), (6, 7), (5, 8)], []),
        ([(4, 6), (3, 5)], []),
        ([(3, 4)], []),
        ([(2, 3)], []),
        ([(1, 2)], []),
    ]
    for boards, byes in expected:
        assert pairs(meeting) == (boards, byes)
        better_wins(meeting)
    assert order(meeting) == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert why_not_due(meeting.now) == "the bracket has no match left"


@pytest.mark.parametrize("again", [True, False])
def test_who_comes_from_the_losers_has_to_win_twice_where_it_was_founded_so(again):
    meeting = seeded(4, again=again)
    for _ in range(3):
        meeting.pairs()
        better_wins(meeting)
    assert pairs(meeting) == ([(1, 2)], [])
    assert "    1  final: " in "\n".join(show_lines(meeting.fold))
    decides(meeting, 1, 2)
    if again:
        assert reached(meeting) == {1: 5, 2: 5, 3: 3, 4: 2}
        assert pairs(meeting) == ([(1, 2)], [])
        assert "    1  final again: " in "\n".join(show_lines(meeting.fold))
        decides(meeting, 1, 2)
    assert order(meeting) == [2, 1, 3, 4]
    assert reached(meeting) == {1: 4 + again, 2: 5 + again, 3: 3, 4: 2}
    assert why_not_due(meeting.now) == f"all {4 + again} rounds are paired"
    assert meeting.again().now == meeting.now


def test_two_entrants():
    meeting = seeded(2)
    assert pairs(meeting) == ([(1, 2)], [])
    decides(meeting, 1, 2)
    assert pairs(meeting) == ([(1, 2)], [])
    decides(meeting, 1, 1)
    assert pairs(meeting) == ([(1, 2)], [])
    decides(meeting, 1, 1)
    assert order(meeting) == [1, 2]
    assert reached(meeting) == {1: 4, 2: 3}


def test_three_entrants_and_their_byes():
    meeting = seeded(3)
    assert pairs(meeting) == ([(2, 3)], [1])
    better_wins(meeting)
    assert pairs(meeting) == ([(1, 2)], [3])
    better_wins(meeting)
    assert pairs(meeting) == ([(2, 3)], [])
    better_wins(meeting)
    assert pairs(meeting) == ([(1, 2)], [])


def test_a_game_that_nobody_wins_puts_both_out():
    meeting = seeded(4)
    meeting.pairs()
    meeting.decides(BoardOf(1, 1), "none")
    better_wins(meeting)
    assert pairs(meeting) == ([], [2, 3])


def test_who_is_alone_in_the_final_has_won():
    meeting = seeded(4)
    meeting.pairs()
    better_wins(meeting)
    meeting.pairs()
    meeting.decides(BoardOf(2, 1), "none")
    better_wins(meeting)
    assert pairs(meeting) == ([], [3])
    assert pairs(meeting) == ([], [3])
    assert why_not_due(meeting.now) == "the bracket has no match left"
    assert reached(meeting) == {1: 2, 2: 2, 3: 5, 4: 2}


def test_who_waits_holds_up_the_end_and_has_neither_board_nor_bye():
    meeting = seeded(4)
    meeting.pairs()
    better_wins(meeting)
    assert pairs(meeting) == ([(1, 2), (3, 4)], [])
    better_wins(meeting)
    for handle in ("bob", "cas"):
        meeting.says(handle, meeting.word(handle, "withdraw"))
    assert pairs(meeting) == ([], [])  # ann waits for the final
    reported = "\n".join(show_lines(meeting.fold))
    assert "       ann waits for round 4" in reported
    assert reported.count("waits") == 1
    assert "waits" not in "\n".join(show_lines(meeting.fold, 2))
    assert pairs(meeting) == ([], [1])
    assert order(meeting) == [1, 2, 3, 4]
    assert reached(meeting) == {1: 5, 2: 3, 3: 3, 4: 2}


def test_a_late_ruling_exchanges_nobody_who_waits():
    meeting = seeded(8)
    for _ in range(3):
        meeting.pairs()
        better_wins(meeting)
    meeting.pairs()
    decides(meeting, 1, 2, round_=3)  # 2 had lost the winners' last match, and waits
    better_wins(meeting)
    assert pairs(meeting) == ([(2, 3)], [])
    better_wins(meeting)
    assert pairs(meeting) == ([(1, 2)], [])


def test_other_forms_report_it():
    meeting = seeded(4)
    meeting.pairs()
    assert "092 Double elimination" in trf(meeting.now).splitlines()


def test_of_two_entrants_one_leaves_before_the_lots():
    meeting = Meeting(double(), "ann", "bob")
    meeting.closes()
    meeting.says("bob", meeting.word("bob", "withdraw"))
    meeting.says("dora", meeting.lot("dora"))
    assert pairs(meeting) == ([], [1])
    assert pairs(meeting) == ([], [1])
    assert why_not_due(meeting.now) == "the bracket has no match left"
    assert order(meeting) == [1, 2]


# --- random ones ---------------------------------------------------------------------------------


class Model:
    """Two lists that a director would keep: who is where among the winners and the losers."""

    def __init__(self, count, draws, again):
        size, self.r = 1, 0
        seeds = [1]
        while size < count:
            size, self.r = 2 * size, self.r + 1
            seeds = [one for seed in seeds for one in (seed, size + 1 - seed)]
        self.draws, self.again, self.t = draws, again, 1
        self.up = [seed if seed <= count else 0 for seed in seeds]
        self.down, self.fallen, self.both = [], {}, []
        self.reached = dict.fromkeys(range(1, count + 1), 1)

    def waits(self, playing):
        """Return who is in the tournament and plays."""
        held = {
            *self.up,
            *self.down,
            *self.both,
            *(one for ones in self.fallen.values() for one in ones),
        }
        return held & playing

    def matches(self):
        """Return the holders of this round: those among winners, then those among losers."""
        if self.t == 2 * self.r + 1:
            return [], [tuple(self.both)] if self.both else []
        if self.t == 2 * self.r:
            return [], [(self.up[0], self.down[0] if self.r > 1 else self.fallen[1][0])]
        up = list(zip(self.up[::2], self.up[1::2], strict=True)) if self.t <= self.r else []
        if self.t == 1:
            return up, []
        stage = self.t - 1
        if stage == 1:
            lost = self.fallen[1]
            return up, list(zip(lost[::2], lost[1::2], strict=True))
        if stage % 2:
            return up, list(zip(self.down[::2], self.down[1::2], strict=True))
        turn = stage // 2 + 1
        lost = self.fallen[turn] if turn % 2 else self.fallen[turn][::-1]
        return up, list(zip(self.down, lost, strict=True))

    def keep(self, playing, outcomes):
        """Take what came of this round."""
        up, down = (
            [self.ended(pair, playing, outcomes) for pair in ones] for ones in self.matches()
        )
        t, r = self.t, self.r
        if t == 2 * r + 1:
            self.reach(2 * r + 2, down[0][0])
            self.both = []
        elif t == 2 * r:
            best = self.up[0]
            won, lost = down[0]
            self.up, self.down, self.fallen = [], [], {}
            if self.again and lost and lost == best:
                self.both = [lost, won]
                self.reach(2 * r + 1, won, lost)
            else:
                self.reach(2 * r + 1, won)
        else:
            if up:
                self.up, self.fallen[t] = [one for one, _ in up], [two for _, two in up]
                self.reach(t + 1 if t < r else 2 * r, *self.up)
                self.reach(2 if t == 1 else 2 * t - 1, *self.fallen[t])
            if t > 1:
                stage = t - 1
                self.down = [one for one, _ in down]
                self.reach(t + 1, *self.down)
                if stage == 1:
                    del self.fallen[1]
                elif stage % 2 == 0:
                    del self.fallen[stage // 2 + 1]
        self.t += 1

    def reach(self, no, *numbers):
        self.reached.update({one: no for one in numbers if one})

    def ended(self, pair, playing, outcomes):
        here = [one for one in pair if one in playing]
        if len(here) < 2:
            return (sum(here), 0)
        won = outcomes[frozenset(here)]
        if isinstance(won, tuple):
            won = min(won) if self.draws == "seed" else won[1]
        return (won, sum(here) - won) if won else (0, 0)

    def order(self):
        return sorted(self.reached, key=lambda one: (-self.reached[one], one))


@pytest.mark.parametrize("seed", range(times(8, 60)))
def test_random_double_eliminations_are_those_of_the_model(seed):
    random = Random(seed)  # noqa: S311
    count, draws, again = random.randint(2, 11), random.choice(["seed", "second"]), seed % 2 == 0
    meeting = seeded(count, draws=draws, again=again)
    model = Model(count, draws, again)
    while not why_not_due(meeting.now):
        if model.t > 1:
            stir(meeting, random)
            if why_not_due(meeting.now):
                break
        playing = {one.number for one in meeting.now.entrants if one.plays(model.t)}
        up, down = model.matches()
        here = [[one for one in pair if one in playing] for pair in up + down]
        boards, byes = pairs(meeting)
        assert boards == [tuple(sorted(pair)) for pair in here if len(pair) == 2]
        assert byes == sorted(pair[0] for pair in here if len(pair) == 1)
        rules_late(meeting, random)
        decides_all(meeting, random)
        model.keep(playing, results(meeting, model.t))
        assert reached(meeting) == model.reached
        assert order(meeting) == model.order()
    over = model.t > meeting.now.length
    assert over or not model.waits(
        {one.number for one in meeting.now.entrants if one.plays(model.t)}
    )
    meeting.write("close", kinds.Close(order=tuple(order(meeting))))
    assert meeting.again().now == fold(meeting.events, compare=False).now == meeting.now
