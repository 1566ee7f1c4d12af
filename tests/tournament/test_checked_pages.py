"""Published pages say whether everything checks, and if not, what does not and why.

Issue 43; `club-cup` among the mock-ups: "Everything checks: 20 games, 1,164 signatures".
"""

from __future__ import annotations

from collections import Counter

import pytest

from pbem.director.pages.publishing import publish
from pbem.director.season.publishing import publish_season
from pbem.log.file import read_events
from pbem.table.library import Library
from pbem.table.table import Table
from tournament.test_publishing import read, text
from toy.group import toy_library
from toy.pages import played


@pytest.fixture
def cup(tmp_path):
    return played(tmp_path, "Toy Cup")


def checked(page, kind="box check"):
    """The heading and the words of the box that says what was checked."""
    (found,) = [
        one
        for one in read(page).iter("section")
        if {*kind.split()} <= {*(one.get("class") or "").split()}
    ]
    title = found.find("h2")
    return "" if title is None else title.text, text(found)


def made(cup, games, library=None):
    meeting, log, _ = cup
    pages = log.parent / "pages"
    publish(meeting.fold, log, pages, games, library or toy_library())
    return pages / "index.html"


def test_everything_checks(cup):
    title, said = checked(made(cup, [cup[2]]))
    assert title == "Everything checks"
    events = cup[0].events
    signatures = len(events) + sum("word" in one.data for one in events)
    signatures += sum(1 for _ in read_events(cup[2]))
    assert f"1 game, {signatures} signatures, " in said
    assert "1 result is the director's word" in said
    assert "pbem tournament verify" in said


def test_a_game_is_replayed_once_to_be_drawn_and_once_to_be_checked(cup, monkeypatch):
    taken, take = Counter(), Table.take

    def counted(table, event):
        taken[event.id] += 1
        return take(table, event)

    monkeypatch.setattr(Table, "take", counted)
    made(cup, [cup[2]])
    assert set(taken.values()) == {2}


def test_a_game_without_its_log_cannot_be_checked(cup):
    title, said = checked(made(cup, []))
    assert title == "Not everything can be checked"
    assert "1 game has no log here: round 1, board 1." in said


def test_a_result_that_its_log_does_not_give_is_named(cup, monkeypatch):
    meeting, log, game = cup
    at, done = next(iter(meeting.now.proven.items()))
    wrong = "first" if done.outcome == "second" else "second"
    monkeypatch.setitem(meeting.now.proven, at, done._replace(outcome=wrong))
    title, said = checked(made(cup, [game]))
    assert title == "Something does not check"
    assert "games/r1b1.pbem gives" in said
    assert str(log.parent) not in said


def test_without_rules_a_page_claims_nothing(cup):
    title, said = checked(made(cup, [cup[2]], Library(lambda *_: None)))
    assert title == "Not everything can be checked"
    assert "no rules here" in said


def test_a_season_says_it_for_all(cup, tmp_path):
    _, log, _ = cup
    log.rename(tmp_path / "toy.tournament")
    club = tmp_path / "club.yaml"
    club.write_text("name: Club\ntournaments:\n- {log: toy.tournament, games: game.pbem}\n")
    publish_season(club, tmp_path / "site", toy_library())
    _, said = checked(tmp_path / "site" / "index.html", "check")
    assert "Everything checks: 1 game, " in said
    club.write_text("name: Club\ntournaments:\n- {log: toy.tournament}\n")
    publish_season(club, tmp_path / "bare", toy_library())
    _, said = checked(tmp_path / "bare" / "index.html", "check")
    assert "Not everything can be checked: Toy Cup." in said


def test_a_cell_without_a_replay_says_what_it_opens(cup):
    """A round that was not played leads to the event that decided it, and says so."""
    page = read(made(cup, [cup[2]]))
    cells = [one for one in page.iter("a") if "cell" in (one.get("class") or "").split()]
    there = {one.get("href").partition("#")[0]: one.get("title") for one in cells}
    assert "opens" not in there["games/r1b1.html"]
    assert there["events.html"].endswith("; opens the event in the log")
