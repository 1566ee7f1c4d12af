"""An umpire's clock that was wrong makes nobody late who is in time by what else is known."""

from __future__ import annotations

import re
import shutil
from datetime import date

import pytest

from pbem.client.session.day_record import Timekeeping
from pbem.client.umpire.lateness import find_late, late
from pbem.client.umpire.timekeeping import clock_of
from pbem.client.umpire.words import clock_lines
from pbem.errors import NotYourPen
from pbem.log.file import read_events
from pbem.table.events.kinds import Clock
from toy.moved import Moved, day


@pytest.fixture
def calendar(monkeypatch):
    return Moved(monkeypatch)


@pytest.fixture
def judged(calendar, person, tmp_path, judged_folder):
    """7 days, 10 of bank, 2 of grace: ann is active by event 3, bob's join of the 1st."""
    assert calendar.day == day(1)
    shutil.copytree(judged_folder(Clock(7, 10, 2, None)), tmp_path, dirs_exist_ok=True)
    return person("ann"), person("bob"), person("uma")


def entered(uma, seq: int, on: date) -> None:
    record = Timekeeping(uma.client, "uma", uma.sits().table.game_id)
    record.reached([list(read_events(uma.log))[seq]], on)


def passed_on(calendar, people, who, on: int) -> None:
    calendar.to(on)
    who.orders("end")
    for other in people:
        other.takes(who.sends())


def test_mail_that_came_before_it_was_written_by_its_date_makes_nobody_late(judged):
    _, _, uma = judged
    entered(uma, 3, date(2016, 5, 8))
    with pytest.raises(
        NotYourPen,
        match=re.escape(
            "By your record, event 3 reached you on 2016-05-08 UTC, but bob dated it 2026-12-01 "
            "UTC. A clock was wrong. Counted from what else is known, ann is in time until "
            "2026-12-20 UTC. From the day after it, 'pbem rule --late' rules; before it, use "
            "'pbem rule --out ann --anyway'"
        ),
    ):
        late(uma.sits(), day(20))
    assert find_late(uma.sits(), "ann", anyway=True, today=day(20)) is None
    reported = clock_lines(uma.sits(), clock_of(uma.sits(), day(20)))
    assert "may rule" not in reported[-2]
    assert "contradict each other, so nobody can rule by them" in reported[-2]
    assert reported[-1].endswith(
        "Counted from what else is known, ann is in time until 2026-12-20 UTC."
    )
    assert "the umpire may rule" in clock_lines(uma.sits(), clock_of(uma.sits(), day(21)))[-1]
    assert late(uma.sits(), day(21)).handle == "ann"


def test_a_day_by_a_clock_ahead_costs_no_bank(judged, calendar):
    """Event 4 came on the 3rd, and the clock said the 20th: ten days of ann's bank."""
    ann, bob, uma = people = judged
    entered(uma, 3, day(1))
    for seq, who, on, by_the_clock in (
        (4, ann, 3, 20), (5, bob, 5, 5), (6, ann, 8, 8), (7, bob, 21, 21),
    ):  # fmt: skip
        passed_on(calendar, people, who, on)
        entered(uma, seq, day(by_the_clock))
    assert uma.sits().table.active().handle == "ann"
    why = "By your record, event 4 reached you on 2026-12-20 UTC, but event 5, which follows it"
    with pytest.raises(
        NotYourPen, match=f"^{why}, on 2026-12-05 UTC.* ann is in time until 2027-01-09 UTC"
    ):
        late(uma.sits(), day(31))
    assert late(uma.sits(), date(2027, 1, 10)).handle == "ann"


def test_a_date_still_to_come_keeps_nobody_in_time(judged, calendar):
    ann, bob, uma = people = judged
    entered(uma, 3, day(1))
    passed_on(calendar, people, ann, 3)
    entered(uma, 4, day(3))
    passed_on(calendar, people, bob, 30)
    entered(uma, 5, day(4))
    assert late(uma.sits(), day(24)).handle == "ann"


def test_an_event_that_came_before_what_it_stands_on_may_have_come_today(judged, calendar):
    """Event 4 came by a clock that was a year slow: nobody knows since when bob is active."""
    ann, _, uma = people = judged
    entered(uma, 3, day(2))
    passed_on(calendar, people, ann, 20)
    entered(uma, 4, date(2025, 12, 20))
    assert uma.sits().table.active().handle == "bob"
    reported = (
        "By your record, event 3 reached you on 2026-12-02 UTC, but event 4, which follows it,"
    )
    for today in (day(28), date(2027, 3, 1)):
        with pytest.raises(
            NotYourPen,
            match=rf"^{reported} on 2025-12-20 UTC\. A clock was wrong, so it is unknown how long "
            r"bob has had\. To rule, use 'pbem rule --out bob --anyway', without your record$",
        ):
            late(uma.sits(), today)
    assert find_late(uma.sits(), "bob", anyway=True, today=day(28)) is None
