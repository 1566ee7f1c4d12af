"""The arithmetic of deadlines, against tables computed by hand and a clock that counts on fingers.

`docs/time.md` says what is counted; the table of its example is read from there.
"""

from __future__ import annotations

import re
from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.table.clock import Course, Held, Move, Reckoning, Turn, days_away, days_of, reckon
from pbem.table.events.kinds import Clock

PAGE = (Path(__file__).parents[2] / "docs" / "time.md").read_text()
START = date(2026, 3, 1)


def day(number: int) -> date:
    """Return a day of March 2026 (and on): day(1) is the first."""
    return START + timedelta(days=number - 1)


def moves(*given: tuple[str, int] | tuple[str, int, str]) -> list[Move]:
    """Return events by (author, day, kind); orders where no kind is named."""
    return [
        Move(seq, one[2] if len(one) > 2 else "orders", one[0], day(one[1]))
        for seq, one in enumerate(given)
    ]


def stands(
    terms: Clock, played: list[Move], holder: str | None, today: date, *, away=(), **more
) -> Reckoning:
    """Reckon with eve as the umpire, ``away`` being absences of the holder."""
    course = Course(terms=terms, moves=played, umpire="eve", **more)
    return reckon(course, holder, today, away=away)


def held(terms: Clock, today: int, away=(), *, bank: int = 0, **more) -> Held:
    """Return how bob is active, after ann's event on day 10, having spent ``bank`` days."""
    used = terms.days + bank
    played = moves(("ann", 10 - used), ("bob", 10), ("ann", 10))
    now = stands(terms, played, "bob", day(today), away=away, **more).held
    assert now is not None
    return now


def spent(terms: Clock, played: list[Move], **more) -> dict[str, int]:
    """Return who has lost days of bank."""
    gone = stands(terms, played, None, played[-1].day, **more).spent
    return {who: days for who, days in gone.items() if days}


# --- the example of the page -------------------------------------------------------------------


def table_after(heading: str) -> list[list[str]]:
    part = PAGE.split(heading, 1)[1]
    block = part.split("\n```\n")[1]
    return [re.split(r" {2,}", row) for row in block.splitlines()[1:]]


def test_the_example_of_the_page():
    seen: list[Move] = []
    bob_away = [(date(2026, 3, 24), date(2026, 3, 28))]
    terms = Clock(7, 10, 2, 20)
    more = {"phases": frozenset({3}), "more": {("ann", 9): 4}}
    for number, kind, who, came, counted, bank in table_after("## An example"):
        on = date.fromisoformat(came)
        absent = days_away(bob_away, seen[-1].day, on) if who == "bob" else 0
        assert f"{absent} of them absent" in counted or not absent
        seen.append(Move(int(number), kind, who, on, absent))
        lost = spent(terms, seen, **more).get(who, 0)
        assert terms.bank - lost == (10 if bank == "-" else int(bank)), number
    [last] = [line for line in PAGE.splitlines() if line.startswith("Today is ")]
    today, due, bank_end, grace_end = map(date.fromisoformat, re.findall("[0-9-]{10}", last))
    now = stands(terms, seen, "ann", today, **more).held
    assert now is not None
    assert (now.due, now.bank_end, now.grace_end) == (due, bank_end, grace_end)
    assert (now.stage, now.seq, now.allowed, now.used, now.bank) == ("bank", 8, 11, 9, 6)
    assert now.turn == Turn(allowed=24, used=27, more=4, away=0)


# --- tables by hand ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("today", "stage", "used"),
    [(10, "time", 0), (17, "time", 7), (18, "bank", 8), (20, "bank", 10), (21, "grace", 11),
     (22, "grace", 12), (23, "late", 13), (99, "late", 89)],
)  # fmt: skip
def test_the_stages_one_after_the_other(today, stage, used):
    """7 days, 10 of bank of which 7 are spent, 2 of grace; given on the 10th."""
    now = held(Clock(7, 10, 2, None), today, bank=7)
    assert (now.stage, now.used, now.bank) == (stage, used, 3)
    assert (now.due, now.bank_end, now.grace_end) == (day(17), day(20), day(22))


def test_without_bank_or_grace_late_comes_at_once():
    assert held(Clock(7, 0, 0, None), 17).stage == "time"
    assert held(Clock(7, 0, 0, None), 18).stage == "late"
    assert held(Clock(7, 0, 2, None), 18).stage == "grace"


@pytest.mark.parametrize(
    ("answered", "left"),
    [(1, 10), (8, 10), (9, 9), (12, 6), (18, 0), (19, 0), (60, 0)],
)
def test_what_an_answer_takes_from_the_bank(answered, left):
    """Given on the 1st with 7 days: the 8th is in time, each day after it costs one."""
    lost = spent(Clock(7, 10, 5, None), moves(("ann", 1), ("bob", answered)))
    assert 10 - lost.get("bob", 0) == left
    assert "ann" not in lost


def test_days_that_were_not_used_are_not_saved():
    played = moves(("ann", 1), ("bob", 1), ("ann", 1), ("bob", 11))
    assert spent(Clock(7, 10, 5, None), played) == {"bob": 3}


def test_the_umpires_time_is_nobodys():
    played = moves(("ann", 1), ("eve", 40, "join"), ("bob", 48))
    now = stands(Clock(7, 10, 5, None), played, "eve", day(60))
    assert now.spent == {"bob": 1}
    assert now.held is None


def test_time_that_a_ruling_ended_is_nobodys_and_begins_again():
    played = moves(("ann", 1), ("bob", 2), ("ann", 8), ("eve", 30, "ruling"))
    now = stands(Clock(7, 10, 5, None), played, "ann", day(30))
    assert now.spent == {"ann": 0, "bob": 0}
    assert now.held is not None
    assert (now.held.day, now.held.due) == (day(30), day(37))


@pytest.mark.parametrize(
    ("spans", "due"),
    [
        ([(12, 14)], 20),  # three days within
        ([(8, 10)], 17),  # over before the time began
        ([(9, 12)], 19),  # two of four days
        ([(17, 18)], 19),  # the last day, and the one after it
        ([(18, 20)], 20),  # it begins when the time is up: nothing counts until it ends
        ([(19, 20)], 17),  # it begins too late to help
        ([(12, 14), (13, 15)], 21),  # each day once
        ([(15, 15), (12, 12)], 19),  # in any order
        ([(11, 30)], 37),  # all of it
        ([(14, 12)], 17),  # ends before it begins
    ],
)
def test_absent_days_do_not_count(spans, due):
    away = [(day(first), day(last)) for first, last in spans]
    assert held(Clock(7, 0, 0, None), 10, away).due == day(due)
    assert held(Clock(7, 0, 0, None), due, away).stage == "time"
    assert held(Clock(7, 0, 0, None), due + 1, away).stage == "late"


def test_an_absence_saves_the_bank():
    played = moves(("ann", 1), ("bob", 14))
    assert spent(Clock(7, 10, 0, None), played) == {"bob": 6}
    played[1] = played[1]._replace(absent=4)
    assert spent(Clock(7, 10, 0, None), played) == {"bob": 2}


def test_more_days_are_for_one_event_and_one_player():
    terms = Clock(7, 10, 0, None)
    played = moves(("ann", 1), ("bob", 11), ("ann", 11), ("bob", 21))
    more = {("bob", 0): 3, ("ann", 2): 9, ("bob", 1): 9}
    assert spent(terms, played, more=more) == {"bob": 3}
    now = stands(terms, played, "ann", day(21), more={("ann", 3): 2}).held
    assert now is not None
    assert (now.allowed, now.more, now.due) == (9, 2, day(30))


def test_the_calendar_ends():
    last = Move(0, "orders", "ann", date.max)
    now = stands(Clock(365, 3650, 365, None), [last], "bob", date.max).held
    assert now is not None
    assert now.grace_end == date.max
    assert now.stage == "time"


def test_nobody_has_the_active():
    assert stands(Clock(7, 1, 1, None), moves(("ann", 1)), None, day(1)).held is None
    assert stands(Clock(7, 1, 1, None), [], "ann", day(1)).held is None


# --- what restarts a clock ---------------------------------------------------------------------

SEVEN = Clock(7, 10, 2, None)


def test_what_one_writes_oneself_neither_stops_nor_restarts_the_clock():
    """Else an event a week that does nothing is an answer in time for ever."""
    played = moves(("bob", 1), ("ann", 7), ("ann", 14), ("ann", 21))
    now = stands(SEVEN, played, "ann", day(22)).held
    assert now is not None
    assert (now.seq, now.day, now.used, now.stage) == (0, day(1), 21, "late")
    assert stands(SEVEN, played[:3], "ann", day(14)).spent == {"ann": 6}


@pytest.mark.parametrize("kind", ["dice", "answer"])
def test_dice_and_answers_of_others_stop_the_clock_and_do_not_restart_it(kind):
    played = moves(("bob", 1), ("ann", 5), ("bob", 11, kind))
    now = stands(SEVEN, played, "ann", day(13)).held
    assert now is not None
    assert (now.seq, now.used, now.others, now.due) == (0, 6, 6, day(14))
    assert now.had == 10
    lost = stands(SEVEN, played, "ann", day(13)).spent
    assert lost == {"ann": 0, "bob": 0}
    # They are bob's: bob has separate days for them, each time that ann asks.
    late = moves(("bob", 1), ("ann", 5), ("bob", 14, kind), ("ann", 14), ("bob", 21, kind))
    assert spent(SEVEN, late) == {"bob": 2}


def test_who_owes_dice_and_is_asked_then_has_the_active_all_the_while():
    played = moves(("ann", 1), ("bob", 5, "dice"))
    now = stands(SEVEN, played, "bob", day(6)).held
    assert now is not None
    assert (now.seq, now.used, now.due) == (0, 5, day(8))


@pytest.mark.parametrize("kind", ["orders", "seal", "reveal", "offer", "resign", "join"])
def test_another_players_answer_to_a_question_restarts_it(kind):
    played = moves(("bob", 1), ("ann", 8), ("cat", 8, kind))
    now = stands(SEVEN, played, "ann", day(9)).held
    assert now is not None
    assert (now.seq, now.day, now.used, now.due) == (2, day(8), 1, day(15))


def test_dice_that_the_umpire_keeps_restart_nothing():
    played = moves(("bob", 1), ("ann", 5), ("eve", 20, "dice"))
    now = stands(SEVEN, played, "ann", day(21)).held
    assert now is not None
    assert (now.used, now.others, now.due) == (5, 15, day(23))


def test_grace_is_given_once_until_the_clock_restarts():
    played = moves(("bob", 1), ("ann", 19))  # 7 days, 10 of bank, 1 of grace
    now = stands(SEVEN, played, "ann", day(20)).held
    assert now is not None
    assert (now.stage, now.grace_end) == ("grace", day(20))
    assert stands(SEVEN, played, "ann", day(21)).held.stage == "late"
    again = moves(("bob", 1), ("ann", 19), ("bob", 19))
    assert stands(SEVEN, again, "ann", day(28)).held.stage == "grace"


def test_who_alone_has_a_seat_is_waited_for_by_nobody():
    played = moves(("wil", 1, "dice"), ("ann", 8), ("wil", 8, "dice"), ("ann", 15))
    assert spent(SEVEN, played) == {"ann": 7}
    assert spent(SEVEN, played, alone=True) == {}


# --- a turn ------------------------------------------------------------------------------------


def weekly(attacks: int, phase: int = 0) -> list[Move]:
    """Ann attacks every seventh day, bob answers on the same day; the phase is ann's."""
    played = moves(("bob", 1))
    for number in range(attacks):
        on = day(1 + 7 * (number + 1))
        played += [
            Move(len(played), "orders", "ann", on),
            Move(len(played) + 1, "orders", "bob", on),
        ]
    return played


def test_an_attack_a_week_uses_up_the_turn_and_then_the_bank():
    """Each is answered on the same day: without a turn that is 140 days for 20 attacks."""
    phases = frozenset({0})
    assert spent(Clock(7, 30, 7, None), weekly(20), phases=phases) == {}
    terms = Clock(7, 30, 7, 60)
    assert spent(terms, weekly(8), phases=phases) == {}
    assert spent(terms, weekly(9), phases=phases) == {"ann": 3}
    assert spent(terms, weekly(12), phases=phases) == {"ann": 24}
    last = weekly(12)[-1]
    now = stands(terms, weekly(12), "ann", last.day, phases=phases).held
    assert now is not None
    # 84 of 60 days are used: all that is left are 6 of bank and 7 of grace.
    assert (now.due, now.bank_end - now.due, now.grace_end - now.bank_end) == (
        last.day, timedelta(6), timedelta(7),
    )  # fmt: skip
    # Grace that is used in a turn that is used up does not come back with the next question.
    now = stands(terms, weekly(13), "ann", last.day + timedelta(7), phases=phases).held
    assert now is not None
    assert now.grace_end - now.due == timedelta(6)


def test_no_day_is_taken_from_the_bank_twice():
    """9 days, of which 2 are beyond `days` and 4 beyond the turn."""
    assert spent(Clock(7, 10, 0, 5), moves(("bob", 1), ("ann", 10)), phases=frozenset({0})) == {
        "ann": 4
    }


def test_a_turn_begins_again_for_everybody_with_another_players_phase():
    played = weekly(8)
    assert spent(Clock(7, 30, 0, 50), played, phases=frozenset({0})) == {"ann": 6}
    assert spent(Clock(7, 30, 0, 50), played, phases=frozenset({0, 8})) == {}


def test_days_more_count_for_the_turn_too():
    played = moves(("bob", 1), ("ann", 13))
    assert spent(Clock(7, 10, 0, 7), played, more={("ann", 0): 5}) == {}
    now = stands(Clock(7, 10, 0, 7), played[:1], "ann", day(2), more={("ann", 0): 5}).held
    assert now is not None
    assert now.turn == Turn(allowed=12, used=1, more=5, away=0)


def test_the_defender_has_a_turn_too():
    played = moves(("ann", 1))
    for number in range(9):
        on = 1 + 7 * (number + 1)
        played += [Move(len(played), "orders", "bob", day(on)),
                   Move(len(played) + 1, "orders", "ann", day(on))]  # fmt: skip
    assert spent(Clock(7, 30, 7, 60), played, phases=frozenset({0})) == {"bob": 3}


# --- properties --------------------------------------------------------------------------------

terms_ = st.builds(
    Clock,
    st.integers(1, 20), st.integers(0, 20), st.integers(0, 10), st.none() | st.integers(1, 40),
)  # fmt: skip
players = st.sampled_from(["ann", "bob", "eve"])
numbers = st.integers(0, 60)
spans_ = st.tuples(numbers, st.integers(0, 15)).map(lambda span: (day(span[0]), day(sum(span))))
kinds_ = st.sampled_from(["orders", "dice", "answer", "offer"])
games = st.lists(
    st.tuples(players, st.integers(0, 25), kinds_, st.integers(0, 9)), min_size=1, max_size=12
)
more_ = st.dictionaries(st.tuples(players, st.integers(0, 11)), st.integers(1, 9), max_size=4)
phases_ = st.frozensets(st.integers(0, 11), max_size=4)


def played(game) -> list[Move]:
    moved, now = [], 1
    for seq, (by, wait, kind, absent) in enumerate(game):
        now += wait
        kind_ = "ruling" if by == "eve" and kind == "answer" else kind
        moved.append(Move(seq, kind_, by, day(now), min(wait, absent)))
    return moved


class OnFingers:
    """The rules of the page applied day by day, with nothing computed ahead."""

    def __init__(self, terms: Clock, more, phases) -> None:
        self.terms, self.more, self.phases = terms, more, phases
        self.bank = {"ann": terms.bank, "bob": terms.bank}
        self.hold: dict[str, list[int]] = {}  # days allowed, used
        self.turn: dict[str, list[int]] = {}
        self.graced = {"ann": 0, "bob": 0}

    def comes(self, who: str, giving: Move) -> None:
        if giving.kind == "ruling":
            self.hold.clear()
        if giving.seq in self.phases:
            self.turn.clear()
        turn = self.turn.setdefault(who, [10**9 if self.terms.turn is None else self.terms.turn, 0])
        if who not in self.hold:
            self.hold[who] = [self.terms.days, 0]
            if turn[1] < turn[0]:
                self.graced[who] = 0
        for account in (self.hold[who], turn):
            account[0] += self.more.get((who, giving.seq), 0)

    def day(self, who: str) -> str:
        """Return the stage of a day that counts."""
        hold, turn = self.hold[who], self.turn[who]
        hold[1] += 1
        turn[1] += 1
        if hold[1] <= hold[0] and turn[1] <= turn[0]:
            return "time"
        if self.bank[who]:
            self.bank[who] -= 1
            return "bank"
        self.graced[who] += 1
        return "grace" if self.graced[who] <= self.terms.grace else "late"

    def wrote(self, who: str, kind: str) -> None:
        if kind in ("orders", "offer"):
            self.hold = {who: self.hold[who]}

    def plays(self, moved: list[Move]) -> None:
        for giving, taking in pairwise(moved):
            if taking.by == "eve":
                if giving.kind == "ruling":
                    self.hold.clear()
                if giving.seq in self.phases:
                    self.turn.clear()
                continue
            self.comes(taking.by, giving)
            for _ in range((taking.day - giving.day).days - taking.absent):
                self.day(taking.by)
            self.wrote(taking.by, taking.kind)


@given(terms_, games, phases_, more_)
def test_banks_as_counted_on_fingers(terms, game, phases, more):
    moved = played(game)
    fingers = OnFingers(terms, more, phases)
    fingers.plays(moved)
    assert spent(terms, moved, phases=phases, more=more) == {
        who: terms.bank - left for who, left in fingers.bank.items() if left < terms.bank
    }


@given(terms_, games, phases_, more_, st.lists(spans_, max_size=3))
def test_each_day_has_the_stage_that_is_counted_on_fingers(terms, game, phases, more, away):
    moved = played(game)
    fingers = OnFingers(terms, more, phases)
    fingers.plays(moved)
    fingers.comes("ann", moved[-1])
    stage = "time"
    for number in range(80):
        today = moved[-1].day + timedelta(days=number)
        now = stands(terms, moved, "ann", today, away=away, phases=phases, more=more).held
        assert now is not None
        if number and not any(first <= today <= last for first, last in away):
            stage = fingers.day("ann")
        assert now.used == fingers.hold["ann"][1]
        # The stage of a day of absence is that of the last day that counted.
        assert now.stage == stage
        assert now.used + now.away + now.others == (today - now.day).days


@given(terms_, games, phases_, st.lists(spans_, min_size=1, max_size=3), st.integers(1, 9))
def test_what_is_granted_harms_nobody(terms, game, phases, spans, days):
    moved, (span, *away) = played(game), spans
    plain = stands(terms, moved, "ann", day(1), away=away, phases=phases)
    assert plain.held is not None
    for extra in (
        {"away": [*away, span]},
        {"away": away, "more": {("ann", moved[-1].seq): days}},
    ):
        kind = stands(terms, moved, "ann", day(1), phases=phases, **extra)
        assert kind.held is not None
        assert kind.held.due >= plain.held.due
        assert kind.held.grace_end >= plain.held.grace_end
        assert kind.spent == plain.spent


@given(terms_, games, phases_)
def test_an_answer_on_the_day_that_is_reported_costs_nothing_and_one_a_day_later_does(
    terms, game, phases
):
    moved = played(game)
    before = stands(terms, moved, "ann", moved[-1].day, phases=phases)
    assert before.held is not None
    for late in (0, 1):
        answer = Move(len(moved), "orders", "ann", before.held.due + timedelta(days=late))
        after = stands(terms, [*moved, answer], "bob", answer.day, phases=phases).spent
        paid = after.get("ann", 0) - before.spent.get("ann", 0)
        assert paid == (1 if late and before.held.bank else 0)


# --- which day an event has --------------------------------------------------------------------


def test_dates_are_brought_between_what_is_certain():
    """Seven events with dates that cannot be, of which 3 and 5 are known; today is the 15th."""
    dated = [1, 1, 1, 9, 30, 1, 20]
    events = [(f"e{seq}", f"{day(number)}T12:00:00Z") for seq, number in enumerate(dated)]
    known = {"e3": day(6), "e5": day(10)}
    # 4 says the 30th, and 5, which came on the 10th, extends it; 6 says the 20th on the 15th.
    assert days_of(events, known, day(15)) == [day(n) for n in (1, 1, 1, 6, 10, 10, 15)]
    # No event counts as earlier than the one that it extends.
    assert days_of(events, known | {"e6": day(8)}, day(15))[-1] == day(10)
