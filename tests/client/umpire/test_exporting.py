"""The umpire's days, signed and in the umpire's mails (docs/time.md)."""

from __future__ import annotations

import errno
import os
import stat

import pytest

from client.umpire.test_timekeeping import calendar, events, judged, opened, reached, record  # noqa: F401
from pbem.client.messages import composing
from pbem.client.play import acting
from pbem.client.umpire import signing_days
from pbem.client.umpire.lateness import late
from pbem.client.umpire.timekeeping import clock_of
from pbem.errors import FormError, LogFileError, NotYourPen
from pbem.log.days import days_to_bytes, read_days, rows_of, verify_days
from pbem.mail.letter import messages
from toy.moved import day


def sign(uma, today: int):
    return read_days(signing_days.sign_days(uma.sits(), uma.identity, day(today)))


def test_only_what_is_new_is_signed(judged):  # noqa: F811
    _, _, uma = judged
    reached(uma, e2=2, e3=4)
    [first] = sign(uma, 5)
    assert [(row.event, row.day, row.absent, row.more) for row in first.days] == [
        (events(uma)[2].id, "2026-12-02", 0, 0), (events(uma)[3].id, "2026-12-04", 0, 0),
    ]  # fmt: skip
    assert verify_days(first, uma.identity.sign_public)
    assert sign(uma, 6) == [first]
    record(uma).more("ann", 3, events(uma)[3].id)
    record(uma).absent("bob", day(3), day(9))  # of which one day was before that player's join came
    [same, second] = sign(uma, 6)
    assert same == first
    assert (second.no, second.prev) == (1, first.digest)
    [row] = second.days
    assert (row.event, row.day, row.absent, row.more) == (
        events(uma)[3].id, "2026-12-04", 2, 3,
    )  # fmt: skip


def test_a_day_that_was_signed_stands(judged):  # noqa: F811
    """Else a letter that is found later would convict an honest umpire."""
    _, _, uma = judged
    reached(uma, e3=6)
    sign(uma, 7)
    reached(uma, e3=4)
    assert clock_of(uma.sits(), day(8)).held.day == day(6)
    assert rows_of(sign(uma, 8))[events(uma)[3].id].day == "2026-12-06"


@pytest.mark.parametrize("taken", [1, 20, 300])
def test_a_disk_that_took_a_part_of_them_keeps_no_umpire_from_signing(judged, monkeypatch, taken):  # noqa: F811
    """The lines signed before stand there whole, and a line that was cut off is signed again."""
    _, _, uma = judged
    reached(uma, e2=2)
    before = sign(uma, 3)
    reached(uma, e3=4)

    def full(file: int) -> None:
        found = os.fstat(file)
        if stat.S_ISREG(found.st_mode):
            os.ftruncate(file, found.st_size - taken)
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", full)
        with pytest.raises(LogFileError, match="No space left on device"):
            sign(uma, 5)
    [message] = messages(composing.compose(uma.sits()))
    parts = {part.get_filename(): part.get_content() for part in message.iter_attachments()}
    assert parts["toy-ann-bob_uma.days"] == days_to_bytes(before[0]) + b"\n"
    assert clock_of(uma.sits(), day(5)).held.day == day(4)
    [same, second] = sign(uma, 5)
    assert [same] == before
    assert (second.no, second.prev) == (1, same.digest)


def test_nobody_else_signs_days(judged):  # noqa: F811
    ann, _, uma = judged
    with pytest.raises(NotYourPen, match="You keep no days of game"):
        signing_days.sign_days(ann.sits(), ann.identity)
    with pytest.raises(FormError, match=r"need a file \*.days"):
        signing_days.copy_days(
            signing_days.sign_days(uma.sits(), uma.identity), uma.folder / "days.txt"
        )


def test_mails_of_the_umpire_carry_them(judged):  # noqa: F811
    ann, _, uma = judged
    reached(uma, e3=4)
    signed = signing_days.sign_days(uma.sits(), uma.identity, day(5)).read_bytes()
    [message] = messages(composing.compose(uma.sits()))
    carried = {part.get_filename(): part.get_content() for part in message.iter_attachments()}
    assert carried["toy-ann-bob_uma.days"] == signed
    [message] = messages(composing.compose(ann.sits()))
    assert [part.get_filename()[-5:] for part in message.iter_attachments()] == [".pbem"]


def test_an_honest_ruling_agrees_with_them(judged, calendar, tmp_path):  # noqa: F811
    """With an absence, days more, dice of another and an event of one's own in between."""
    from pbem.audit.judging import JudgeOptions, judge
    from toy.group import toy_library

    ann, _, uma = judged
    reached(uma, e1=2, e2=2, e3=4)
    record(uma).absent("ann", day(6), day(7))
    record(uma).more("ann", 1, events(uma)[3].id)
    calendar.to(9)
    ann.orders("move 1")
    uma.takes(ann.sends())
    reached(uma, e4=9)
    record(uma).absent("ann", day(12), day(12))
    calendar.to(28)
    found = late(uma.sits(), day(28))
    days = tmp_path / "toy.days"
    signing_days.copy_days(signing_days.sign_days(uma.sits(), uma.identity), days)
    uma.does(acting.rule_out, found.handle, late=found.late)
    reported = judge([uma.log, days], toy_library, JudgeOptions(processes=1))
    assert [one.messages for one in reported.days] == [()]
    assert reported.ok
