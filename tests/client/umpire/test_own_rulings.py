"""A ruling by days binds its umpire, whose home was put back from a copy, like signed days do.

An umpire who comes back from a backup knows neither the day on which an event reached them nor the
line in which they signed it. The ruling that names the day comes back with the log.
"""

from __future__ import annotations

import shutil

import msgspec
import pytest

from client.umpire.test_timekeeping import calendar, events, judged, opened, reached  # noqa: F401
from pbem.audit.judging import JudgeOptions, judge
from pbem.client.exchange.taking import TakeOptions
from pbem.client.messages import composing
from pbem.client.messages.bundles import take_what_came
from pbem.client.play import acting
from pbem.client.session.day_record import keeper
from pbem.client.umpire import signing_days
from pbem.client.umpire.lateness import late
from pbem.errors import LogFileError
from toy.group import toy_library
from toy.moved import day
from toy.people import Person


@pytest.fixture
def back(judged, calendar, tmp_path, person):  # noqa: F811
    """Uma after a backup was put back, bob, and the days that uma had signed before ruling."""
    _ann, bob, uma = judged
    uma.client.close()
    shutil.copytree(uma.folder, tmp_path / "backup")
    reached(uma, e1=1, e2=2, e3=4)
    calendar.to(24)
    found = late(uma.sits(), day(24))
    signed = tmp_path / "signed.days"
    signing_days.copy_days(signing_days.sign_days(uma.sits(), uma.identity, day(24)), signed)
    uma.does(acting.rule_out, found.handle, late=found.late)
    bob.takes(uma.sends())
    uma.client.close()
    shutil.rmtree(uma.folder)
    shutil.copytree(tmp_path / "backup", uma.folder)
    calendar.to(26)
    again = Person("uma", uma.folder.parent)
    yield again, bob, signed
    again.client.close()


def test_no_days_are_signed_while_the_line_before_the_ruling_is_missing(back, tmp_path):
    uma, bob, signed = back
    taken = uma.takes(bob.sends(), day=day(26), recovered=True)
    assert any(uma.log.with_suffix(".days").name in why for why in taken.warnings)
    assert events(uma)[-1].data["late"]["day"] == str(day(4))
    assert "Your ruling in toy-ann-bob names the day" in signing_days.missing_line(uma.sits())
    with pytest.raises(LogFileError, match="the line in which you signed that day is missing"):
        signing_days.sign_days(uma.sits(), uma.identity, day(26))
    take_what_came(uma.client, [signed], TakeOptions("uma"))
    assert signing_days.missing_line(uma.sits()) == ""
    second = tmp_path / "second.days"
    path = signing_days.sign_days(uma.sits(), uma.identity, day(26))
    signing_days.copy_days(path, second)
    reported = judge([bob.log, signed, second], toy_library, JudgeOptions(processes=1))
    assert [(one.ok, one.convicted) for one in reported.days] == [(True, False)]


def test_the_day_in_a_ruling_counts_as_signed(back):
    uma, bob, _ = back
    uma.takes(bob.sends(), day=day(26), recovered=True)
    kept = keeper(uma.sits())
    assert kept.signed_days() == {events(uma)[3].id: day(4)}
    assert kept.known(kept.entries, day(26))[events(uma)[3].id] == day(4)


def test_a_day_that_no_calendar_has_stops_no_umpire(judged, calendar):  # noqa: F811
    """A ruling is valid with any digits: another program may have written it."""
    _ann, _bob, uma = judged
    reached(uma, e1=1, e2=2, e3=4)
    calendar.to(24)
    found = late(uma.sits(), day(24))
    never = msgspec.structs.replace(found.late, day="2026-02-31", on="0000-01-01")
    uma.does(acting.rule_out, found.handle, late=never)
    assert keeper(uma.sits()).ruled() == {}
    assert composing.compose(uma.sits(), whole=True).last == len(events(uma)) - 1


def test_an_umpire_without_a_clock_is_not_asked_for_days(playing, tmp_path):
    ann, _ = playing
    ann.client.close()
    shutil.copytree(ann.folder, tmp_path / "backup" / "ann")
    ann.orders("end")
    again = Person("ann", tmp_path / "backup")
    taken = again.takes(ann.sends(), recovered=True)
    assert taken.warnings
    assert not any(".days" in why for why in taken.warnings)
    again.client.close()
