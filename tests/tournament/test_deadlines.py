"""Deadlines of rounds, and names by which players want to be shown: what may be said, and when."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from datetime import datetime
from importlib import metadata

import msgspec
import pytest
from msgspec import UNSET
from packaging.requirements import Requirement

from pbem.director.directing.acts import due as set_due
from pbem.director.directing.acts import entries as set_entries
from pbem.director.pages.club import Club, Looks
from pbem.director.pages.publishing import publish
from pbem.director.unattended import asking
from pbem.director.words.reporting import Desk, deadline_words, overdue_lines, show_lines
from pbem.errors import FormError
from pbem.log.file import create
from pbem.tournament.events import kinds
from pbem.tournament.events.words import sign_word
from pbem.tournament.exchange import trf, trf26
from tournament.test_publishing import check_whole, who_of
from toy.group import identity
from toy.meeting import Meeting, robin, swiss

UNTIL, LATER, BEFORE = "2099-12-06T22:59:00Z", "2099-12-20T22:59:00Z", "2099-12-01T22:59:00Z"


def due(round_=1, until=UNTIL, why=UNSET, **more):
    fields = {"zone": "Europe/Berlin", "offset": 60, "then": "adjudicate", **more}
    return kinds.Due(round=round_, until=until, why=why, **fields)


def begun(form=None):
    meeting = Meeting(form or swiss(3), "ann", "bob", "cas", "dan")
    meeting.begins()
    return meeting


# --- deadlines ------------------------------------------------------------------------------------


def test_a_deadline_is_said_in_the_directors_time_zone():
    assert deadline_words(due()) == (
        "Deadline of round 1: 6 December 2099, 23:59 (Europe/Berlin, UTC+01:00). The director "
        "decides games that are open then."
    )
    assert deadline_words(due(zone="America/St_Johns", offset=-210, then="remind")) == (
        "Deadline of round 1: 6 December 2099, 19:29 (America/St_Johns, UTC-03:30). The director "
        "reminds the players of open games."
    )


def test_a_deadline_that_cannot_be_set():
    meeting = begun()
    for wrong in (due(4), due(until="2026-01-01T00:00:00Z")):
        assert meeting.refused("due", wrong).code == "due.none"
    meeting.write("due", due(1))
    meeting.write("due", due(2))
    for wrong in (due(1), due(1, LATER)):
        assert meeting.refused("due", wrong).code == "due.none"
    meeting.write("due", due(2, BEFORE, why="a holiday"))  # of a round that is not paired yet
    meeting.pairs()
    assert meeting.refused("due", due(1, BEFORE, why="a friend")).code == "due.none"
    meeting.write("due", due(1, LATER, why="a strike of the post"))
    meeting.plays()
    assert meeting.refused("due", due(1, "2099-12-31T00:00:00Z", why="so")).code == "due.none"
    assert {number: one.until for number, one in meeting.now.deadlines.items()} == {
        1: LATER, 2: BEFORE,
    }  # fmt: skip
    assert repr(meeting.again().now) == repr(meeting.now)


def entries(until=UNTIL, why=UNSET, **more):
    fields = {"zone": "Europe/Berlin", "offset": 60, **more}
    return kinds.Entries(until=until, why=why, **fields)


def test_entries_have_a_deadline():
    """It closes nothing, moves with a reason alone, and ends when the director pairs."""
    meeting = Meeting(swiss(3), "ann", "bob", "cas")
    assert meeting.refused("entries", entries("2026-01-01T00:00:00Z")).code == "due.none"
    assert meeting.refused("entries", entries("9999-01-01T00:00:00Z")).code == "due.none"
    meeting.write("entries", entries())
    said = "Deadline of entries: 6 December 2099, 23:59 (Europe/Berlin, UTC+01:00)."
    assert any(line.startswith(said) for line in show_lines(meeting.fold))
    for wrong in (entries(), entries(why="again"), entries(LATER), entries(BEFORE)):
        assert meeting.refused("entries", wrong).code == "due.none"
    meeting.write("entries", entries(LATER, why="two more asked"))
    meeting.enters("dan")
    assert meeting.now.open_entries().until == LATER
    meeting.begins()
    assert meeting.now.open_entries() is None
    assert meeting.refused("entries", entries("2099-12-24T00:00:00Z", why="so")).code == "due.none"
    assert repr(meeting.again().now) == repr(meeting.now)


def test_an_agent_asks_once_entries_are_late():
    meeting = Meeting(swiss(3), "ann", "bob")
    meeting.write("entries", entries())
    assert not list(asking.entries(meeting.now, "cup", datetime.fromisoformat(BEFORE)))
    (asked,) = asking.entries(meeting.now, "cup", datetime.fromisoformat(UNTIL))
    assert "Entered: 2 players." in asked.text
    assert "pbem tournament pair --for cup\n" in asked.text
    meeting.begins()
    assert not list(asking.entries(meeting.now, "cup", datetime.fromisoformat(UNTIL)))


@pytest.mark.parametrize("wrong", [{"zone": "Berlin & co"}, {"offset": 1440}, {"until": "soon"}])
def test_a_deadline_of_entries_in_another_form_is_refused(wrong):
    with pytest.raises(FormError):
        kinds.read_data("entries", kinds.write_data(entries(**wrong)))


def test_a_director_says_until_when_people_enter():
    office = Office(Meeting(swiss(3), "ann", "bob"))
    made = set_entries(office, "2099-07-01", "Europe/Berlin", why=None)
    assert (made.until, made.offset) == ("2099-07-01T21:59:00Z", 120)
    with pytest.raises(FormError, match="needs a reason"):
        set_entries(office, "2099-07-02", "UTC", why=None)


@pytest.mark.parametrize(
    "wrong",
    [
        {"until": "2099-02-30T00:00:00Z"}, {"until": "2099-12-06T22:59:00+01:00"},
        {"zone": "Europe/Berlin\r\nX:"}, {"zone": ""}, {"offset": 1440}, {"then": "forfeit"},
        {"round_": 0}, {"why": "\u202e"},
    ],
)  # fmt: skip
def test_a_deadline_in_another_form_is_refused(wrong):
    with pytest.raises(FormError):
        kinds.read_data("due", kinds.write_data(due(**wrong)))


@pytest.mark.parametrize(
    ("zone", "said"),
    [
        ("America/New_York", " By your computer's clock that is 6 December 2099, 17:59 (EST)."),
        ("Asia/Tokyo", " By your computer's clock that is 7 December 2099, 07:59 (JST)."),
        ("Europe/Paris", ""),  # the clock is the same there
    ],
)
def test_a_reader_is_shown_the_time_by_their_own_clock(monkeypatch, zone, said):
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        meeting = begun()
        meeting.write("due", due())
        (line,) = (one for one in show_lines(meeting.fold) if one.startswith("Deadline"))
    finally:
        monkeypatch.undo()
        time.tzset()
    assert line == f"{deadline_words(due())}{said}"


def test_no_deadline_decides_a_game():
    meeting = begun()
    meeting.write("due", due())
    meeting.pairs()
    before = meeting.now.owed()
    meeting.later = datetime.fromisoformat(LATER) - datetime.fromisoformat("2026-01-01T00:00:00Z")
    assert meeting.refused("close", kinds.Close(order=(1, 2, 3, 4))).code == "close.order"
    assert meeting.now.owed() == before
    assert any(deadline_words(due()) in one for one in show_lines(meeting.fold))
    meeting.plays()
    assert not any(deadline_words(due()) in one for one in show_lines(meeting.fold))


def test_a_deadline_that_passed_names_what_the_director_types():
    """The terminal says what an agent says: the open boards, and how to rule."""
    meeting = begun()
    meeting.write("due", due())
    meeting.pairs()
    assert not list(overdue_lines(meeting.now, datetime.fromisoformat(BEFORE)))
    first, second = ([one.handle for one in meeting.now.pair_of(at)] for at in meeting.now.owed())
    at_once = datetime.fromisoformat("2099-12-06T22:59:30Z")
    assert list(overdue_lines(meeting.now, at_once)) == [
        f"Round 1, board {number}: deadline passed at 23:59 (Europe/Berlin); decide: 'pbem "
        f"tournament rule {number} {one}|{other} --round 1 --why ...'"
        for number, (one, other) in enumerate((first, second), 1)
    ]
    (line, _) = overdue_lines(meeting.now, datetime.fromisoformat("2099-12-07T12:00:00Z"))
    assert "deadline of 6 December passed at 23:59 (Europe/Berlin); decide" in line
    shown = list(show_lines(meeting.fold, desk=Desk("cup", at_once)))
    assert sum("decide: 'pbem tournament rule" in line for line in shown) == 2
    assert not any("decide: " in line for line in show_lines(meeting.fold))
    meeting.plays()
    assert not list(overdue_lines(meeting.now, at_once))


class Office:
    """An office that writes into a meeting."""

    def __init__(self, meeting):
        self.meeting, self.fold = meeting, meeting.fold

    def require_open(self):
        pass

    def write(self, data, kind):
        self.meeting.write(kind, data)


def test_a_director_names_day_and_zone():
    office = Office(begun())
    made = set_due(
        office,
        1,
        "2099-07-01T23:59",
        "Europe/Berlin",
        then="remind",
        why=None,
    )
    assert (made.until, made.offset) == ("2099-07-01T21:59:00Z", 120)
    for zone in ("Europe/Berlim", "../../etc/passwd", "", "/etc/localtime"):
        with pytest.raises(FormError, match="no time zone"):
            set_due(office, 1, "2099-07-01", zone, then="remind", why=None)
    for day in ("soon", "2099-02-30", "2099-07-01T20:00+02:00", "2099-07-01T25:00"):
        with pytest.raises(FormError, match=r"not a day|--zone"):
            set_due(office, 1, day, "UTC", then="remind", why=None)
    with pytest.raises(FormError, match="needs a reason"):
        set_due(office, 1, "2099-07-02", "UTC", then="remind", why=None)


def test_zones_are_known_where_the_system_has_none():
    """As on Windows: Python then takes them from a package that pbem brings along."""
    asked = "import zoneinfo; print(zoneinfo.TZPATH, zoneinfo.ZoneInfo('Europe/Berlin').key)"
    bare = {**os.environ, "PYTHONTZPATH": ""}
    ran = subprocess.run(
        [sys.executable, "-c", asked], env=bare, capture_output=True, text=True, check=True
    )
    assert ran.stdout == "() Europe/Berlin\n"
    needs = map(Requirement, metadata.requires("pbem") or ())
    assert any(one.name == "tzdata" and one.marker is None for one in needs)


def test_a_refused_deadline_says_why():
    office = Office(begun())
    office.meeting.write("due", due(1))
    for number, day, why, said in (
        (9, "2099-01-01", None, "there is no round 9, because there are 3"),
        (2, "2020-01-01", None, "this time has passed"),
        (1, "2099-12-20", None, "round 1 already has another deadline, and a change needs a reas"),
    ):
        with pytest.raises(FormError, match=re.escape(f"pbem set no deadline: {said}")):
            set_due(office, number, day, "UTC", then="remind", why=why)


# --- names ----------------------------------------------------------------------------------------


def says(meeting, handle, name):
    return kinds.Said(word=meeting.word(handle, "name", name=name))


def test_a_player_is_shown_as_they_want_also_in_a_trf(tmp_path):
    meeting = begun(robin())
    meeting.write("name", says(meeting, "ann", "Ann Moreau \u0141"))
    meeting.write("name", says(meeting, "bob", "<b onload=x>Bob</b>"))
    meeting.pairs()
    log = tmp_path / "cup.tournament"
    create(log, meeting.events)
    looks = Looks(Club(name="A club", names={"ann": "Somebody else", "cas": "Cas of the club"}))
    publish(meeting.fold, log, tmp_path / "pages", [], looks=looks)
    index = check_whole(tmp_path / "pages")["index.html"]
    who = {who_of(one) for one in index.iter("td") if one.get("class") == "who"}
    assert who == {"Ann Moreau \u0141", "<b onload=x>Bob</b>", "Cas of the club", "dan"}
    for report in (trf(meeting.now), trf26(meeting.now)):
        lines = [line for line in report.splitlines() if line.startswith("001")]
        assert {line[14:47].rstrip() for line in lines} == {
            "Ann Moreau \u0141", "<b onload=x>Bob</b>", "cas", "dan",
        }  # fmt: skip
        assert {line[80:84] for line in lines} == {" 0.0"}


def test_a_long_name_moves_no_column_of_a_trf():
    meeting = begun(robin())
    meeting.write("name", says(meeting, "ann", "A" * 60))
    (line,) = (line for line in trf(meeting.now).splitlines() if "AAA" in line)
    assert line[14:47] == "A" * 33
    assert line[80:84] == " 0.0"


@pytest.mark.parametrize("name", ["Ann", "ann", "ANN", "Ann The First", "ann the first"])
def test_nobody_is_called_like_another(name):
    meeting = begun()
    meeting.write("name", says(meeting, "ann", "Ann the First"))
    assert meeting.refused("name", says(meeting, "bob", name)).code == "name.taken"
    meeting.write("name", says(meeting, "ann", "ANN"))  # one's own handle is no other's


def test_who_has_not_entered_has_no_name_here():
    meeting = begun()
    assert meeting.refused("name", says(meeting, "eve", "Eve")).code == "word.who"


@pytest.mark.parametrize("name", ["a\nb", " a", "a ", "a  b", "\u200bAnn", "A" * 61, ""])
def test_a_name_in_another_form_is_refused(name):
    meeting = begun()
    word = meeting.word("bob", "name", name="Bob")
    made = sign_word(msgspec.structs.replace(word, name=name), identity("bob").sign_seed)
    with pytest.raises(FormError):
        kinds.read_data("name", {"word": msgspec.to_builtins(made)})
