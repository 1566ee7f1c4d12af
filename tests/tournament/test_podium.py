"""The winner, the second and the third on the pages of a tournament that is over."""

from __future__ import annotations

import pytest

from pbem.director.pages.publishing import publish
from pbem.log.file import create
from pbem.tournament.events import kinds
from pbem.tournament.history import BoardOf
from pbem.tournament.ranking.standings import standings
from tournament.test_publishing import check_whole, text
from toy.meeting import Meeting, knockout, laddered, robin
from toy.pages import ELO


def ended(meeting, winners, *, over=True):
    """Play all boards of two: each is won by the one who comes first in ``winners``."""
    meeting.begins()
    while len(meeting.now.rounds) < meeting.now.length:
        meeting.pairs()
        number = len(meeting.now.rounds)
        for at in meeting.now.boards(number):
            places = [winners.index(one.handle) for one in meeting.now.pair_of(at)]
            outcome = ("first", "draw", "second")[(places[0] > places[1]) * 2]
            meeting.decides(BoardOf(*at), outcome)
    if over:
        order = tuple(row.number for row in standings(meeting.now))
        meeting.write("close", kinds.Close(order=order))
    return meeting


def box_of(meeting, tmp_path):
    log = tmp_path / "cup.tournament"
    create(log, meeting.events)
    publish(meeting.fold, log, tmp_path / "pages", [])
    index = check_whole(tmp_path / "pages")["index.html"]
    (box,) = [one for one in index.iter("div") if "winner" in one.get("class", "").split()]
    return box


def lines_of(box):
    return [text(one) for one in box.iter() if one.tag in ("small", "b")]


def test_a_podium_has_three_with_points_and_performances(tmp_path):
    meeting = Meeting(robin(ratings=(ELO,)), "dan", "cas", "bob", "ann")
    box = box_of(ended(meeting, ["ann", "bob", "cas", "dan"]), tmp_path)
    assert lines_of(box) == [
        "Winner", "ann", "3.0 points, 1.0 ahead", "performance 2300",
        "Second", "bob", "2.0 points", "performance 1625",
        "Third", "cas", "1.0 points", "performance 1375",
    ]  # fmt: skip
    numbers = [row.number for row in standings(meeting.now)][:3]
    assert [one.get("href") for one in box.iter("a")] == [f"player-{no}.html" for no in numbers]


def test_the_rating_list_has_performances_and_the_mean_of_the_field(tmp_path):
    meeting = ended(Meeting(robin(ratings=(ELO,)), "ann", "bob", "cas"), ["ann", "bob", "cas"])
    box_of(meeting, tmp_path)
    trees = check_whole(tmp_path / "pages")
    front = trees["index.html"]
    (listed,) = [one for one in front.iter("section") if "rating list" in text(one)]
    heads = [text(one) for one in listed.iter("th")]
    rows = [[text(cell) for cell in row] for row in listed.findall(".//tbody/tr")]
    at = heads.index("performance")
    assert {row[0]: row[at] for row in rows} == {"ann": "2300", "bob": "1500", "cas": "700"}
    assert "Mean rating of the field: 1500." in text(listed)
    first = standings(meeting.now)[0]
    assert "Performance: 2300." in text(trees[f"player-{first.number}.html"])


def test_before_the_end_there_is_a_leader_alone(tmp_path):
    meeting = Meeting(robin(), "ann", "bob", "cas")
    box = box_of(ended(meeting, ["ann", "bob", "cas"], over=False), tmp_path)
    assert lines_of(box)[:2] == ["Leader", "ann"]
    assert "Second" not in text(box)


def test_who_is_equal_in_all_figures_has_no_place_by_a_number(tmp_path):
    """Two of a cup of four lost one match each, so nobody is third."""
    meeting = Meeting(knockout(), "ann", "bob", "cas", "dan")
    box = box_of(ended(meeting, ["ann", "bob", "cas", "dan"]), tmp_path)
    assert [line for line in lines_of(box) if line in ("Winner", "Second", "Third")] == [
        "Winner", "Second",
    ]  # fmt: skip


def test_two_who_are_equal_in_all_figures_are_both_second(tmp_path):
    meeting = Meeting(robin(ties=("wins",)), "ann", "bob", "cas", "dan")
    meeting.begins()
    for _ in range(3):
        meeting.pairs()
        for at in meeting.now.boards(len(meeting.now.rounds)):
            handles = [one.handle for one in meeting.now.pair_of(at)]
            low = "dan" in handles
            won = "ann" if "ann" in handles else handles[handles[0] == "dan"] if low else ""
            outcome = "draw" if not won else "second" if won == handles[1] else "first"
            meeting.decides(at, outcome)
    order = tuple(row.number for row in standings(meeting.now))
    meeting.write("close", kinds.Close(order=order))
    said = lines_of(box_of(meeting, tmp_path))
    places = [line for line in said if line in ("Winner", "Second", "Third")]
    assert places == ["Winner", "Second", "Second"]


@pytest.mark.parametrize("ties", [("wins",), ()])
def test_a_winner_by_a_number_is_said_to_be_first_by_it(tmp_path, ties):
    meeting = Meeting(robin(ties=ties), "ann", "bob")
    meeting.begins()
    meeting.pairs()
    meeting.decides(BoardOf(1, 1), "draw")
    order = tuple(row.number for row in standings(meeting.now))
    meeting.write("close", kinds.Close(order=order))
    assert "0.5 points, first by pairing number" in lines_of(box_of(meeting, tmp_path))


def test_a_ladder_has_no_podium(tmp_path):
    ladder = Meeting(laddered())
    for number, handle in enumerate(("ann", "bob", "cas")):
        ladder.enters(handle, rating=2000 - number)
    ladder.begins()
    ladder.says("bob", ladder.word("bob", "challenge", whom="ann"))
    ladder.pairs()
    ladder.plays()
    ladder.write("close", kinds.Close(order=tuple(row.number for row in standings(ladder.now))))
    assert "Second" not in text(box_of(ladder, tmp_path))
