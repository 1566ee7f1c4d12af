"""Only the best rounds of each player count: docs/tournaments.md, 5, and decision 57."""

from __future__ import annotations

import csv
from copy import copy
from io import StringIO

import msgspec
import pytest
from msgspec import UNSET

from pbem.director.pages.publishing import publish
from pbem.errors import FormError
from pbem.log.file import create
from pbem.tournament.events import kinds
from pbem.tournament.exchange import table, trf
from pbem.tournament.faults import BadTournament
from pbem.tournament.history import BoardOf
from pbem.tournament.pairings import pairing
from pbem.tournament.ranking.ratings import ratings
from pbem.tournament.ranking.standings import standings
from second import cup_reader
from tournament.test_publishing import check_whole, text
from toy.meeting import Meeting, alone, knockout, laddered, listed, robin, swiss, trio
from toy.pages import ELO

NAMES = ("ann", "bob", "cas", "dan")


def rules(meeting, at, outcome):
    meeting.write(
        "rule", kinds.Rule(round=at.round, board=at.board, outcome=outcome, played=True, why="so")
    )


def won_by(meeting, at, *order):
    """Decide a board for the one who comes first in an order of handles."""
    pair = [one.handle for one in meeting.now.pair_of(at)]
    rules(meeting, at, "first" if order.index(pair[0]) < order.index(pair[1]) else "second")


def season(counted, *orders, ties=("wins",), **more):
    """Four meet each other; in round n everybody loses to all who stand before them in order n."""
    meeting = Meeting(robin(counted=counted, ties=ties, ratings=(ELO,), **more), *NAMES)
    meeting.begins()
    for order in orders:
        meeting.pairs()
        number = len(meeting.now.rounds)
        for board in (1, 2):
            won_by(meeting, BoardOf(number, board), *order)
    return meeting


def points(meeting):
    return {row.handle: row.points for row in standings(meeting.now)}


def test_the_rounds_that_gave_most_count():
    """Each loses to those who are named before: ann wins three, bob two, cas one."""
    meeting = season(1, NAMES, NAMES, NAMES)
    assert points(meeting) == {"ann": 2, "bob": 2, "cas": 2, "dan": 0}
    assert points(season(2, NAMES, NAMES, NAMES)) == {"ann": 4, "bob": 4, "cas": 2, "dan": 0}
    assert points(season(3, NAMES, NAMES, NAMES)) == {"ann": 6, "bob": 4, "cas": 2, "dan": 0}


def test_before_so_many_rounds_are_decided_all_count():
    meeting = season(2, NAMES)
    every = {row.handle: row.points for row in standings(every_round(meeting))}
    assert points(meeting) == every


def test_a_missed_round_gives_more_than_a_score_below_zero():
    """Rounds of -1, 8 and a missed one: of the best two the -1 is none."""
    meeting = Meeting(alone(3, counted=2), "ann", "bob")
    meeting.begins()
    for number, scores in enumerate(((-1, 5), (8, 5), (None, 5)), 1):
        if number == 3:
            meeting.says("ann", meeting.word("ann", "withdraw"))
        meeting.pairs()
        for at in meeting.now.owed():
            (one,) = meeting.now.pair_of(at)
            score = scores[("ann", "bob").index(one.handle)]
            meeting.decides(at, "none", score=score)
    assert points(meeting) == {"ann": 8, "bob": 10}


def every_round(meeting):
    """The same history, by terms that count all rounds."""
    history = copy(meeting.now)
    history.found = msgspec.structs.replace(history.found, counted=UNSET)
    return history


def test_tie_breaks_and_ratings_keep_all_rounds():
    meeting = season(1, NAMES, NAMES, NAMES, ties=("sonneborn-berger", "wins"))
    rows = {row.handle: row.ties for row in standings(meeting.now)}
    assert rows == {row.handle: row.ties for row in standings(every_round(meeting))}
    assert ratings(meeting.now, ELO) == ratings(every_round(meeting), ELO)
    assert next(row.handle for row in standings(meeting.now)) == "ann"  # tied with two others


def test_a_swiss_is_paired_by_all_points():
    meeting = Meeting(swiss(3, counted=1), *NAMES)
    meeting.begins()
    for _ in range(2):
        meeting.pairs()
        for at in meeting.now.owed():
            won_by(meeting, at, *NAMES)
    assert pairing.pairings(meeting.now) == pairing.pairings(every_round(meeting))


@pytest.mark.parametrize("form", [knockout, laddered, listed])
def test_only_where_all_play_rounds(form):
    with pytest.raises(BadTournament, match="best rounds count"):
        Meeting(form(counted=2))
    for fits in (swiss(3, counted=2), robin(counted=2), trio(3, counted=2), alone(3, counted=2)):
        Meeting(fits)


@pytest.mark.parametrize("counted", [0, 99, -1, "2", True, None])
def test_a_number_in_another_form_is_refused(counted):
    data = kinds.write_data(robin())
    with pytest.raises(FormError):
        kinds.read_data("found", {**data, "counted": counted})


def test_a_director_cannot_close_by_other_points():
    """The last pairing number wins twice; all who win once are equal by the best."""
    last = Meeting(robin(counted=1, ties=()), *NAMES)
    last.begins()
    order = [last.now.entrant(number).handle for number in reversed(last.now.places())]
    for _ in range(3):
        last.pairs()
        for at in last.now.owed():
            won_by(last, at, *order)
    right = tuple(row.number for row in standings(last.now))
    wrong = tuple(row.number for row in standings(every_round(last)))
    assert right != wrong
    assert last.refused("close", kinds.Close(order=wrong)).code == "close.order"
    last.write("close", kinds.Close(order=right))
    assert cup_reader.read(b"".join(one.line + b"\n" for one in last.events))[1] is None


def test_what_does_not_count_stands_in_brackets(tmp_path):
    meeting = season(1, NAMES, NAMES, NAMES)
    log = tmp_path / "cup.tournament"
    create(log, meeting.events)
    publish(meeting.fold, log, tmp_path / "pages", [])
    trees = check_whole(tmp_path / "pages")
    ann = next(row for row in trees["index.html"].iter("tr") if "ann" in [text(one) for one in row])
    cells = [text(one) for one in ann if one.get("class") == "round"]
    assert [cell.startswith("(1*)") for cell in cells] == [False, True, True]
    said = "".join(text(one) for one in trees["index.html"].iter("p"))
    assert "the best 1 count" in said
    assert "In brackets: not counted." in said
    rows = {row["player"]: row for row in csv.DictReader(StringIO(table(meeting.now)))}
    assert rows["ann"]["points"] == "2"
    assert [rows["ann"][f"round {no}"].endswith("(not counted)") for no in (1, 2, 3)] == [
        False, True, True,
    ]  # fmt: skip
    (line,) = (one for one in trf(meeting.now).splitlines() if "ann" in one and one[:3] == "001")
    assert line[80:84] == " 1.0"
