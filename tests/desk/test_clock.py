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

from pbem.desk.clock import Granted, Held, Move, reckon
from pbem.table.kinds import Clock

PAGE = (Path(__file__).parents[2] / "docs" / "time.md").read_text()
START = date(2026, 3, 1)


def day(number: int) -> date:
    """Return a day of March 2026 (and on): day(1) is the first."""
    return START + timedelta(days=number - 1)


def moves(*given: tuple[str, int]) -> list[Move]:
    return [Move(seq, by, day(number)) for seq, (by, number) in enumerate(given)]


def held(terms: Clock, today: int, granted: Granted | None = None, *, bank: int = 0) -> Held:
    """Return how bob holds the pen that ann gave him on day 10, having spent ``bank`` days."""
    played = moves(("ann", 1), ("bob", 1 + terms.days + bank), ("ann", 1 + terms.days + bank))
    late = timedelta(days=terms.days + bank - 9)
    played = [move._replace(day=move.day - late) for move in played]
    stands = reckon(terms, played, "bob", day(today), granted=granted).held
    assert stands is not None
    return stands


# --- the example of the page -------------------------------------------------------------------


def table_after(heading: str) -> list[list[str]]:
    part = PAGE.split(heading, 1)[1]
    rows = [line for line in part.split("\n\n#")[0].splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows[2:]]


def test_the_example_of_the_page():
    rows = table_after("## An example")
    seen: list[Move] = []
    away = {"bob": [(date(2026, 3, 24), date(2026, 3, 28))]}
    more = {("ann", 6): 4}
    terms = Clock(7, 10, 2, None)
    for number, who, came, _counted, bank in rows:
        seen.append(Move(int(number), who, date.fromisoformat(came)))
        spent = reckon(terms, seen, None, seen[-1].day, umpire="eve",
                       granted=Granted(away, more)).spent  # fmt: skip
        assert terms.bank - spent.get(who, 0) == (10 if bank == "-" else int(bank)), number
    [last] = [line for line in PAGE.splitlines() if line.startswith("Today is ")]
    today, due, bank_end, grace_end = map(date.fromisoformat, re.findall("[0-9-]{10}", last))
    now = reckon(terms, seen, "ann", today, umpire="eve", granted=Granted(away, more)).held
    assert now is not None
    assert (now.due, now.bank_end, now.grace_end) == (due, bank_end, grace_end)
    assert now.stage == "bank"


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
    stands = reckon(
        Clock(7, 10, 5, None), moves(("ann", 1), ("bob", answered)), "ann", day(answered)
    )
    assert 10 - stands.spent.get("bob", 0) == left
    assert "ann" not in stands.spent


def test_days_that_were_not_used_are_not_saved():
    played = moves(("ann", 1), ("bob", 1), ("ann", 1), ("bob", 11))
    assert reckon(Clock(7, 10, 5, None), played, "ann", day(11)).spent == {"bob": 3}


def test_who_writes_twice_has_the_days_twice():
    """Every event is a reply: the protocol knows no turn of a player."""
    assert (
        reckon(Clock(7, 5, 0, None), moves(("a", 1), ("b", 8), ("b", 15)), "a", day(15)).spent == {}
    )


def test_the_umpires_time_is_nobodys():
    played = moves(("ann", 1), ("eve", 40), ("bob", 48))
    stands = reckon(Clock(7, 10, 5, None), played, "eve", day(60), umpire="eve")
    assert stands.spent == {"bob": 1}
    assert stands.held is None


def test_time_that_a_ruling_ended_is_nobodys_and_begins_anew():
    played = moves(("ann", 1), ("bob", 2), ("eve", 30))
    now = reckon(Clock(7, 10, 5, None), played, "ann", day(30), umpire="eve")
    assert now.spent == {}
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
    ],
)
def test_absent_days_do_not_count(spans, due):
    away = {"bob": [(day(first), day(last)) for first, last in spans]}
    assert held(Clock(7, 0, 0, None), 10, Granted(away)).due == day(due)
    assert held(Clock(7, 0, 0, None), due, Granted(away)).stage == "time"
    assert held(Clock(7, 0, 0, None), due + 1, Granted(away)).stage == "late"
    assert held(Clock(7, 0, 0, None), 10, Granted({"ann": away["bob"]})).due == day(17)


def test_an_absence_saves_the_bank():
    away = Granted({"bob": [(day(5), day(8))]})
    played = moves(("ann", 1), ("bob", 14))
    assert reckon(Clock(7, 10, 0, None), played, "ann", day(14)).spent == {"bob": 6}
    assert reckon(Clock(7, 10, 0, None), played, "ann", day(14), granted=away).spent == {"bob": 2}


def test_more_days_are_for_one_event_and_one_player():
    terms = Clock(7, 10, 0, None)
    played = moves(("ann", 1), ("bob", 11), ("ann", 11), ("bob", 21))
    granted = Granted(more={("bob", 0): 3, ("ann", 2): 9, ("bob", 1): 9})
    assert reckon(terms, played, "ann", day(21), granted=granted).spent == {"bob": 3}
    now = reckon(terms, played, "ann", day(21), granted=Granted(more={("ann", 3): 2})).held
    assert now is not None
    assert (now.allowed, now.more, now.due) == (9, 2, day(30))


def test_the_calendar_ends():
    last = Move(0, "ann", date.max)
    now = reckon(Clock(365, 3650, 365, None), [last], "bob", date.max).held
    assert now is not None
    assert now.grace_end == date.max
    assert now.stage == "time"


def test_nobody_has_the_pen():
    assert reckon(Clock(7, 1, 1, None), moves(("ann", 1)), None, day(1)).held is None
    assert reckon(Clock(7, 1, 1, None), [], "ann", day(1)).held is None


# --- properties --------------------------------------------------------------------------------

numbers = st.integers(0, 60)
terms_ = st.builds(Clock, st.integers(1, 20), st.integers(0, 20), st.integers(0, 10))
players = st.sampled_from(["ann", "bob", "eve"])
spans_ = st.tuples(numbers, st.integers(0, 15)).map(lambda span: (day(span[0]), day(sum(span))))
aways = st.dictionaries(players, st.lists(spans_, max_size=3))
games = st.lists(st.tuples(players, st.integers(0, 25)), min_size=1, max_size=12)
more_ = st.dictionaries(st.tuples(players, st.integers(0, 11)), st.integers(1, 9), max_size=4)


def played(game) -> list[Move]:
    moved, now = [], 1
    for seq, (by, wait) in enumerate(game):
        now += wait
        moved.append(Move(seq, by, day(now)))
    return moved


def on_fingers(first: date, last: date, spans) -> int:
    """Count day by day."""
    days = (first + timedelta(days=n) for n in range(1, (last - first).days + 1))
    return sum(not any(begin <= one <= end for begin, end in spans) for one in days)


@given(terms_, games, aways, more_)
def test_banks_as_counted_on_fingers(terms, game, away, more):
    moved = played(game)
    left: dict[str, int] = {}
    for giving, taking in pairwise(moved):
        if taking.by == "eve":
            continue
        used = on_fingers(giving.day, taking.day, away.get(taking.by, []))
        over = used - terms.days - more.get((taking.by, giving.seq), 0)
        left[taking.by] = max(0, left.get(taking.by, terms.bank) - max(0, over))
    spent = reckon(terms, moved, None, moved[-1].day, umpire="eve",
                   granted=Granted(away, more)).spent  # fmt: skip
    assert {who: terms.bank - gone for who, gone in spent.items() if gone} == {
        who: days for who, days in left.items() if days < terms.bank
    }


@given(terms_, games, aways, more_, st.integers(0, 80))
def test_each_stage_ends_with_the_last_day_that_fits(terms, game, away, more, later):
    moved = played(game)
    today = moved[-1].day + timedelta(days=later)
    now = reckon(terms, moved, "ann", today, umpire="eve", granted=Granted(away, more)).held
    assert now is not None
    spans = away.get("ann", [])
    assert 0 <= now.bank <= terms.bank
    for end, days in (
        (now.due, now.allowed),
        (now.bank_end, now.allowed + now.bank),
        (now.grace_end, now.allowed + now.bank + terms.grace),
    ):
        assert on_fingers(now.day, end, spans) == days
        assert on_fingers(now.day, end + timedelta(days=1), spans) == days + 1
    stages = [("time", now.due), ("bank", now.bank_end), ("grace", now.grace_end)]
    assert now.stage == next((name for name, end in stages if today <= end), "late")
    assert now.used + now.away == later


@given(terms_, games, aways, spans_, st.integers(1, 9))
def test_what_is_granted_harms_nobody(terms, game, away, span, days):
    moved = played(game)
    plain = reckon(terms, moved, "ann", day(1), umpire="eve", granted=Granted(away))
    longer = {**away, "ann": [*away.get("ann", []), span]}
    more = {("ann", move.seq): days for move in moved}
    for granted in (Granted(longer), Granted(away, more)):
        kind = reckon(terms, moved, "ann", day(1), umpire="eve", granted=granted)
        assert plain.held is not None
        assert kind.held is not None
        assert kind.held.due >= plain.held.due
        assert kind.held.grace_end >= plain.held.grace_end
        assert kind.spent.get("ann", 0) <= plain.spent.get("ann", 0)
        assert kind.spent.get("bob", 0) == plain.spent.get("bob", 0)


@given(terms_, games)
def test_an_answer_on_the_day_that_is_told_costs_nothing_and_one_a_day_later_does(terms, game):
    moved = played(game)
    before = reckon(terms, moved, "ann", moved[-1].day, umpire="eve")
    assert before.held is not None
    for late in (0, 1):
        answer = Move(len(moved), "ann", before.held.due + timedelta(days=late))
        after = reckon(terms, [*moved, answer], "bob", answer.day, umpire="eve").spent
        paid = after.get("ann", 0) - before.spent.get("ann", 0)
        assert paid == min(late, before.held.bank)
