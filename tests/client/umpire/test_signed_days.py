"""Days that an umpire signed, as they come to a player: kept, and held against each other."""

from __future__ import annotations

import pytest

from client.messages.test_mail import mails, reads
from client.umpire.test_timekeeping import calendar, events, judged, opened, reached, record  # noqa: F401
from pbem.audit.judging import JudgeOptions, judge
from pbem.client.exchange.taking import TakeOptions as Take
from pbem.client.exchange.taking import TakeResult
from pbem.client.exchange.words import taken_lines
from pbem.client.messages.bundles import take_what_came
from pbem.client.messages.words import posted_lines
from pbem.client.storage.archive import archive
from pbem.client.umpire import signing_days
from pbem.client.umpire.timekeeping import clock_of
from pbem.errors import LogFileError
from pbem.log.days import Days, Row, days_to_bytes, make_days, read_days
from toy.group import toy_library
from toy.moved import day


def takes(person, *paths) -> list[TakeResult]:
    return take_what_came(person.client, paths, Take(person.handle))


def kept(person):
    return person.log.with_suffix(".days")


def exported(uma, to):
    return signing_days.copy_days(signing_days.sign_days(uma.sits(), uma.identity, day(9)), to)


def other(uma, number: int, before: Days | None = None, by=None) -> Days:
    """Another line of the umpire's, in which event 3 arrived on another day of December."""
    identity = by or uma.identity
    game = uma.sits().table.game_id
    row = Row(0, str(day(number)), events(uma)[3].id, 0)
    return make_days(before, [row], game=game, by="uma", seed=identity.sign_seed)


def written(path, *lines: Days):
    path.write_bytes(b"".join(days_to_bytes(line) + b"\n" for line in lines))
    return path


def test_they_are_kept_beside_the_log_once(judged, tmp_path):  # noqa: F811
    ann, _, uma = judged
    reached(uma, e3=4)
    came = exported(uma, tmp_path / "came.days")
    for _ in range(2):
        [taken] = takes(ann, came)
        assert (taken.status, taken.good, taken.warnings) == ("days", True, [])
        assert (taken.game, taken.game_id) == ("game", ann.sits().table.game_id)
        assert kept(ann).read_bytes() == came.read_bytes()
    assert kept(ann).stat().st_mode & 0o077 == 0
    assert f"They are stored as {kept(ann)}." in taken_lines(taken)


def test_later_lines_are_added_and_earlier_copies_take_none_away(judged, tmp_path):  # noqa: F811
    ann, _, uma = judged
    reached(uma, e2=2)
    first = exported(uma, tmp_path / "first.days")
    early = first.read_bytes()
    reached(uma, e3=4)
    second = exported(uma, tmp_path / "second.days")
    takes(ann, second)
    first.write_bytes(early)
    takes(ann, first)
    assert kept(ann).read_bytes() == second.read_bytes()


def test_two_days_for_one_event_are_reported_and_both_lines_kept(judged, tmp_path):  # noqa: F811
    """Two players are given different days by the umpire; the first mail shows it to either."""
    ann, bob, uma = judged
    one, two = other(uma, 4), other(uma, 9)
    takes(ann, written(tmp_path / "one.days", one))
    takes(bob, written(tmp_path / "two.days", two))
    for person, came in ((ann, tmp_path / "two.days"), (bob, tmp_path / "one.days")):
        [taken] = takes(person, came)
        assert (taken.status, taken.good) == ("convicts", False)
        # In the order of their numbers, then of their digests: the same for everybody.
        first, second = sorted((one, two), key=lambda line: line.digest)
        assert taken.warnings[0] == (
            f"uma signed two days for event 3: {first.days[0].day} in line 0 and "
            f"{second.days[0].day} in line 0"
        )
        assert set(read_days(kept(person))) == {one, two}
        reported = judge([person.log, kept(person)], toy_library, JudgeOptions(processes=1))
        assert [days.convicted for days in reported.days] == [True]


def test_what_the_umpire_did_not_sign_is_not_kept(judged, tmp_path):  # noqa: F811
    ann, bob, uma = judged
    [taken] = takes(ann, written(tmp_path / "a.days", other(uma, 4, by=bob.identity)))
    assert (taken.status, taken.good) == ("refused", False)
    assert "uma, the umpire of this game, did not sign" in taken.warnings[0]
    assert not kept(ann).exists()


def test_what_is_good_of_a_file_is_kept(judged, tmp_path):  # noqa: F811
    ann, bob, uma = judged
    good = other(uma, 4)
    [taken] = takes(ann, written(tmp_path / "a.days", good, other(uma, 9, good, bob.identity)))
    assert not taken.good
    assert read_days(kept(ann)) == [good]


def test_a_line_that_is_missing_is_reported(judged, tmp_path):  # noqa: F811
    ann, _, uma = judged
    first = other(uma, 4)
    second = other(uma, 4, first)
    [taken] = takes(ann, written(tmp_path / "a.days", second))
    assert taken.status == "days"
    assert taken.warnings == ["the line before number 1 is missing: Ask uma for all signed days"]
    [taken] = takes(ann, written(tmp_path / "b.days", first))
    assert taken.warnings == []


@pytest.mark.parametrize("data", [b"", b'{"by":"uma","days":[', b"\xff\n"])
def test_what_is_no_days(judged, tmp_path, data):  # noqa: F811
    ann, _, _ = judged
    path = tmp_path / "odd.days"
    path.write_bytes(data)
    [taken] = takes(ann, path)
    assert (taken.status, taken.good) == ("refused", False)
    [taken] = takes(ann, tmp_path / "gone.days")
    assert (taken.status, taken.good) == ("refused", False)


def test_a_game_that_is_not_here(judged, person, tmp_path):  # noqa: F811
    _, _, uma = judged
    [taken] = takes(person("eve"), written(tmp_path / "a.days", other(uma, 4)))
    assert (taken.status, taken.good) == ("gap", False)
    assert "Import its log first" in taken.warnings[0]


def test_a_kept_file_that_was_changed_is_reported_and_left(judged, tmp_path):  # noqa: F811
    ann, _, uma = judged
    came = written(tmp_path / "a.days", other(uma, 4))
    takes(ann, came)
    kept(ann).write_bytes(kept(ann).read_bytes().replace(b"2026-12-04", b"2026-12-05"))
    changed = kept(ann).read_bytes()
    [taken] = takes(ann, came)
    assert (taken.status, taken.good) == ("refused", False)
    assert "Move it away" in taken.warnings[0]
    assert kept(ann).read_bytes() == changed


def test_an_umpire_is_reported_of_his_own(judged, tmp_path):  # noqa: F811
    """The umpire's record was put back from a copy, or somebody else has the umpire's key."""
    _, _, uma = judged
    reached(uma, e3=4)
    exported(uma, tmp_path / "own.days")
    [taken] = takes(uma, written(tmp_path / "a.days", other(uma, 9)))
    assert taken.status == "convicts"


def test_with_a_mail_they_come_too(judged, person, tmp_path):  # noqa: F811
    ann, _, uma = judged
    reached(uma, e3=4)
    signed = signing_days.sign_days(uma.sits(), uma.identity, day(9)).read_bytes()
    [mail] = mails(uma, tmp_path / "post", whole=True)
    got = reads(ann, mail)
    assert got.good
    assert [one.status for one in got.days] == ["days"]
    assert [one.status for one in got.taken] == ["same"]
    assert kept(ann).read_bytes() == signed
    assert str(kept(ann)) in "".join(posted_lines(got))
    eve = person("eve")
    got = reads(eve, mail)  # the game is new, and comes in the same mail
    assert kept(eve).read_bytes() == signed
    assert [one.status for one in takes(ann, mail)] == ["same", "days"]


def test_with_a_mail_of_an_unknown_game_they_are_reported(judged, person, tmp_path):  # noqa: F811
    _, _, uma = judged
    came = written(tmp_path / "a.days", other(uma, 4))
    got = reads(person("eve"), came, save=tmp_path / "kept")
    assert got.days == []
    [line] = got.others
    assert "days that an umpire signed, saved as" in line


def test_they_go_with_a_game_that_is_put_away_and_come_back(judged, tmp_path):  # noqa: F811
    ann, _, uma = judged
    takes(ann, written(tmp_path / "a.days", other(uma, 4)))
    signed = kept(ann).read_bytes()
    sent = ann.sends()
    away = archive(ann.client, None)
    assert not (ann.client.games / "game.days").exists()
    assert any(path.endswith("game.days") for path in away.others)
    ann.takes(sent)
    assert kept(ann).read_bytes() == signed


# --- an umpire whose home was put back from a copy -----------------------------------------------


def put_back(uma) -> None:
    """Let uma's home lose the record of days and what was signed of it, as an old copy has it."""
    for path in (record(uma).path, record(uma).signed):
        path.unlink(missing_ok=True)


def convicted(person, *paths) -> list[bool]:
    reported = judge([person.log, *paths], toy_library, JudgeOptions(processes=1))
    return [days.convicted for days in reported.days]


def test_what_came_back_binds_an_umpire_who_lost_it(judged, tmp_path):  # noqa: F811
    """The days of a record that was lost count as they were signed, and no event has another."""
    ann, _, uma = judged
    reached(uma, e2=2, e3=4)
    first = exported(uma, tmp_path / "first.days")
    takes(ann, first)
    put_back(uma)
    assert [one.status for one in takes(uma, first)] == ["days"]
    reached(uma, e1=1, e2=8, e3=8)
    assert clock_of(uma.sits(), day(9)).held.day == day(4)
    second = exported(uma, tmp_path / "second.days")
    assert convicted(ann, first, second) == [False]
    before, after = read_days(first), read_days(second)
    assert after[: len(before)] == before
    assert [(line.no, line.prev) for line in after] == [(0, "0" * 64), (1, before[-1].digest)]
    assert [row.event for row in after[-1].days] == [events(uma)[1].id]
    assert [one.warnings for one in takes(ann, second)] == [[]]


def test_nothing_new_is_signed_but_what_came_back_is_her_own_again(judged, tmp_path):  # noqa: F811
    _, _, uma = judged
    reached(uma, e3=4)
    first = exported(uma, tmp_path / "first.days")
    put_back(uma)
    takes(uma, first)
    kept(uma).rename(tmp_path / "kept.days")
    assert not record(uma).signed.exists()
    (tmp_path / "kept.days").rename(kept(uma))
    assert exported(uma, tmp_path / "second.days").read_bytes() == first.read_bytes()
    assert record(uma).signed.read_bytes() == first.read_bytes()


def test_nothing_is_signed_while_a_line_is_missing(judged, tmp_path):  # noqa: F811
    """Nobody here knows that line: another day for an event of it would convict the umpire."""
    _, _, uma = judged
    reached(uma, e2=2)
    exported(uma, tmp_path / "first.days")
    reached(uma, e3=4)
    whole = exported(uma, tmp_path / "second.days")
    put_back(uma)
    takes(uma, written(tmp_path / "part.days", read_days(whole)[1]))
    reached(uma, e2=8)
    with pytest.raises(
        LogFileError, match=r"You signed line number 0 .* 'NAME\.days' of another player"
    ):
        exported(uma, tmp_path / "third.days")
    assert not record(uma).signed.exists()
    takes(uma, whole)
    assert exported(uma, tmp_path / "third.days").read_bytes() == whole.read_bytes()


def test_days_that_were_granted_and_signed_are_not_lost_with_the_record(judged, tmp_path):  # noqa: F811
    """Else the umpire would rule on somebody who has time by what the umpire signed."""
    _, _, uma = judged
    reached(uma, e1=1, e2=1, e3=4)
    record(uma).more("ann", 3, events(uma)[3].id)
    first = exported(uma, tmp_path / "first.days")
    due = clock_of(uma.sits(), day(9)).held.due
    put_back(uma)
    takes(uma, first)
    held = clock_of(uma.sits(), day(9)).held
    assert (held.more, held.due) == (3, due)
    assert exported(uma, tmp_path / "second.days").read_bytes() == first.read_bytes()
    record(uma).more("ann", 2, events(uma)[3].id)  # fewer than were granted: nothing is taken away
    assert clock_of(uma.sits(), day(9)).held.more == 3
