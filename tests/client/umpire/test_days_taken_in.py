"""Days of events as mail is imported: none is lost, and none that is still to come is believed."""

from __future__ import annotations

import errno
from datetime import date

import pytest

from client.umpire.test_timekeeping import calendar, events, judged, opened, reached, record  # noqa: F401
from pbem.client.session.day_record import days_in
from pbem.client.umpire import signing_days
from pbem.client.umpire.lateness import late
from pbem.client.umpire.timekeeping import clock_of
from pbem.client.umpire.words import clock_lines
from pbem.errors import NotYourPen, StoreError
from pbem.log.days import read_days, rows_of
from pbem.store.store import Store
from toy.moved import day


def ordered(judged):  # noqa: F811
    """Ann orders; return uma, and the log with that order, event 4."""
    ann, _, uma = judged
    reached(uma, e1=1, e2=1, e3=1)
    ann.orders("move 1", "end")
    return uma, ann.sends()


def entered(uma) -> date | None:
    return days_in(record(uma).entries).get(events(uma)[4].id)


# --- a computer that fails in between ------------------------------------------------------------


def test_a_database_in_use_costs_no_day(judged, monkeypatch):  # noqa: F811
    """The event is in the log, so the message says so, and its day is in the record."""
    uma, came = ordered(judged)

    take = Store.take

    def in_use(self, name, table, events):
        if table.chain.count == 5:
            raise StoreError("the database is in use")
        return take(self, name, table, events)

    with monkeypatch.context() as patch:
        patch.setattr(Store, "take", in_use)
        taken = uma.takes(came, day=day(7))
    assert (taken.status, taken.first, taken.good) == ("longer", 4, True)
    assert "The log has it, but the database is in use" in " ".join(taken.warnings)
    assert entered(uma) == day(7)
    uma.takes(came, day=day(9))
    assert entered(uma) == day(7)


def test_a_log_that_is_not_written_leaves_its_day_to_the_first_mail(judged, monkeypatch):  # noqa: F811
    uma, came = ordered(judged)

    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("pbem.client.session.session.append", full)
        assert uma.takes(came, day=day(7)).status == "refused"
    assert len(events(uma)) == 4
    assert uma.takes(came, day=day(9)).first == 4
    assert entered(uma) == day(7)


def test_a_record_that_cannot_be_written_takes_nothing_in(judged, monkeypatch):  # noqa: F811
    """Else the event would never be new again, and its day lost for good."""
    uma, came = ordered(judged)

    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("pbem.client.session.day_record.append_lines", full)
        taken = uma.takes(came, day=day(7))
    assert (taken.status, taken.later, taken.first) == ("refused", True, None)
    assert len(events(uma)) == 4
    uma.takes(came, day=day(8))
    assert entered(uma) == day(8)


def test_a_record_that_was_damaged_is_reported_and_holds_up_no_game(judged):  # noqa: F811
    uma, came = ordered(judged)
    record(uma).path.write_bytes(b"{}\n")
    taken = uma.takes(came, day=day(7))
    assert (taken.status, taken.first) == ("longer", 4)
    assert [why for why in taken.warnings if "The umpire's record of days" in why]
    assert record(uma).path.read_bytes() == b"{}\n"


def test_what_the_record_lacks_is_entered_where_nothing_is_new(judged):  # noqa: F811
    """The log had it before: by hand, or from a program that lost its day."""
    uma, came = ordered(judged)
    assert uma.takes(came).first == 4
    assert entered(uma) is None
    assert uma.takes(came, day=day(9)).status == "same"
    assert entered(uma) == day(9)
    with pytest.raises(NotYourPen, match="due on 2026-12-16 UTC"):
        late(uma.sits(), day(9))


# --- a day that is still to come -----------------------------------------------------------------


def signed(uma, today: int):
    return rows_of(read_days(signing_days.sign_days(uma.sits(), uma.identity, day(today))))


def test_a_day_still_to_come_is_reported_and_not_signed(judged):  # noqa: F811
    uma, came = ordered(judged)
    uma.takes(came, day=date(2027, 12, 7))
    four = events(uma)[4].id
    assert four not in signed(uma, 8)
    found = clock_of(uma.sits(), day(8))
    assert (found.kept, found.to_come) == (False, {4: date(2027, 12, 7)})
    [reported] = [line for line in clock_lines(uma.sits(), found) if "in the future" in line]
    assert "event 4 reached you on 2027-12-07 UTC" in reported
    with pytest.raises(NotYourPen, match="Your record lacks the days"):
        late(uma.sits(), date(2027, 6, 1))
    uma.takes(came, day=day(9))
    assert signed(uma, 9)[four].day == "2026-12-09"
    assert clock_of(uma.sits(), day(9)).to_come == {}


def test_nor_where_a_later_event_has_its_day(judged):  # noqa: F811
    """It came no later than what stands on it, and the same mail once more says so."""
    _, bob, _ = judged
    uma, came = ordered(judged)
    uma.takes(came, day=date(2027, 12, 7))
    bob.takes(came)
    bob.orders("end")
    uma.takes(bob.sends(), day=day(8))
    assert clock_of(uma.sits(), day(9)).to_come == {}
    assert entered(uma) == day(8)


def test_a_clock_that_is_after_changes_no_day(judged, calendar):  # noqa: F811
    """The days of the record were right: an event that somebody dated later shows it."""
    ann, _, uma = judged
    reached(uma, e1=1, e2=1, e3=1)
    calendar.to(20)
    ann.orders("move 1", "end")
    came = ann.sends()
    uma.takes(came, day=day(20))
    before = record(uma).path.read_bytes()
    uma.takes(came, day=day(2))
    assert record(uma).path.read_bytes() == before
    assert clock_of(uma.sits(), day(20)).held.day == day(20)


def test_a_day_that_was_signed_stands_though_it_is_to_come(judged):  # noqa: F811
    """Another day for its event would convict; it is reported, and nobody is late by it."""
    uma, came = ordered(judged)
    ahead = date(2027, 12, 7)
    uma.takes(came, day=ahead)
    signing_days.sign_days(uma.sits(), uma.identity, ahead)
    uma.takes(came, day=day(9))
    assert signed(uma, 9)[events(uma)[4].id].day == "2027-12-07"
    assert clock_of(uma.sits(), day(9)).to_come == {4: ahead}
    with pytest.raises(NotYourPen, match="Nobody is late"):
        late(uma.sits(), day(30))
