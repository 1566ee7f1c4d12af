"""Other forms, read back by a parser that somebody else wrote."""

from __future__ import annotations

import csv
from io import StringIO

import pytest
from caissify_pairings.fpc import check_trf
from caissify_pairings.trf import TRFParser

from pbem.director.pages.publishing import publish
from pbem.director.words.reporting import show_lines, standing_lines
from pbem.log.file import create
from pbem.tournament.events import term_kinds
from pbem.tournament.exchange import report, table, trf, trf26
from pbem.tournament.history import BoardOf
from pbem.tournament.ranking.standings import columns, standings
from toy.group import toy_library
from toy.meeting import Meeting, robin, swiss

PAGES = "Pages write 2 points as 1.0, as in chess."
NAMES = tuple(f"p{number:02}" for number in range(11))


def played(rounds=4, **changes):
    """A Swiss of eleven with a forfeit, a draw, somebody who leaves and somebody who comes late."""
    meeting = Meeting(swiss(rounds, **changes), *NAMES)
    meeting.begins()
    for number in range(rounds):
        meeting.pairs()
        first, second, *_ = meeting.now.owed()
        meeting.decides(first, "second", played=False)
        meeting.decides(second, "draw")
        meeting.plays()
        if number == 0:
            meeting.says("p03", meeting.word("p03", "withdraw"))
            meeting.enters("p99")
    return meeting


def test_a_trf_says_what_the_log_says():
    meeting = played()
    read = TRFParser(trf(meeting.now)).parse()
    assert read["tournament"]["name"] == "Toy Cup"
    assert read["tournament"]["total_rounds"] == 4
    places = {number: place for place, number in enumerate(meeting.now.places(), 1)}
    by_place = {one["starting_number"]: one for one in read["players"]}
    assert len(by_place) == 12
    for no, paired in enumerate(meeting.now.rounds, 1):
        for first, second in paired.boards:
            one, other = by_place[places[first]], by_place[places[second]]
            assert one["name"] == meeting.now.entrant(first).handle
            reported, reply = one["results"][no], other["results"][no]
            assert (reported["opponent"], reported["color"]) == (places[second], "w")
            assert (reply["opponent"], reply["color"]) == (places[first], "b")
            assert reported["result"] + reply["result"] in ("10", "01", "==", "+-", "-+")
        for number in paired.byes:
            assert by_place[places[number]]["results"][no]["result"] == "U"
    gone = by_place[places[4]]["results"]
    assert [gone[no]["result"] for no in (2, 3, 4)] == ["Z", "Z", "Z"]


def test_the_checker_of_the_engine_finds_the_same_pairings_from_the_trf():
    """It derives points, sides, floats and byes from the file by itself."""
    meeting = Meeting(swiss(5), *NAMES)
    meeting.begins()
    for _ in range(5):
        meeting.pairs()
        first, second, *_ = meeting.now.owed()
        meeting.decides(first, "second", played=False)
        meeting.decides(second, "draw")
        meeting.plays()
    found = check_trf(trf(meeting.now))["summary"]
    assert (found["rounds_checked"], found["total_discrepancies"]) == (5, 0)


def test_points_of_another_scale_stand_as_they_are():
    meeting = played(points=term_kinds.Scale(win=10, draw=4, loss=1, bye=7))
    reported = trf(meeting.now)
    for line in ("XXS W=10.0", "XXS D=4.0", "XXS L=1.0", "XXS PAB=7.0"):
        assert f"\n{line}\n" in reported
    best = max(float(line[80:84]) for line in reported.splitlines() if line.startswith("001"))
    assert best == max(int(row["points"]) for row in csv.DictReader(StringIO(table(meeting.now))))


def test_the_version_of_2026():
    """Lines by the columns of its description; the parser of 2016 reads what both have."""
    meeting = played(points=term_kinds.Scale(win=10, draw=4, loss=1, bye=7))
    reported = trf26(meeting.now)
    lines = dict.fromkeys(reported.split("\r\n"))
    assert reported.count("\n") == reported.count("\r\n") == len(lines) - 1
    by_tag = {line[:3]: line for line in lines}
    assert by_tag["142"] == "142 4"
    assert by_tag["152"] == f"152 {'W' if meeting.now.first_has_first else 'B'}"
    assert by_tag["192"] == "192 FIDE_DUTCH_2026"
    points = by_tag["162"]
    signs = {points[at]: float(points[at + 1 : at + 5]) for at in range(5, len(points), 9)}
    assert signs == {"W": 10, "D": 4, "L": 1, "P": 7}
    assert not [line for line in lines if line.startswith("XX")]
    before = trf(meeting.now).splitlines()
    of_players = [line for line in lines if line.startswith("001")]
    assert of_players == [line for line in before if line.startswith("001")]
    assert TRFParser(reported).parse()["players"] == TRFParser(trf(meeting.now)).parse()["players"]
    usual = trf26(played().now)
    assert "\n162" not in usual


def test_the_table_has_every_round():
    meeting = played()
    rows = list(csv.DictReader(StringIO(table(meeting.now))))
    assert [row["rank"] for row in rows] == [str(rank) for rank in range(1, 13)]
    reported = [row[f"round {no}"] for row in rows for no in range(1, 5)]
    assert reported.count("") == 3 + 1
    assert not [one for one in reported if "*" in one]


def test_the_table_tells_a_forfeit_from_a_game_and_from_a_ruling():
    meeting = Meeting(robin(edition=2), "ann", "bob", "cas", "dan")
    meeting.begins()
    meeting.pairs()
    forfeit, ruling = meeting.now.owed()
    meeting.decides(forfeit, "first", played=False)
    meeting.decides(ruling, "first")
    rows = list(csv.DictReader(StringIO(table(meeting.now))))
    ends = {row["player"]: " ".join(row["round 1"].split()[2:]) for row in rows}
    won, lost = (one.handle for one in meeting.now.pair_of(forfeit))
    assert (ends[won], ends[lost]) == ("win by forfeit (ruled)", "loss by forfeit (ruled)")
    first, second = (one.handle for one in meeting.now.pair_of(ruling))
    assert (ends[first], ends[second]) == ("win (ruled)", "loss (ruled)")
    counts = {
        row["player"]: [row[name] for name in ("played", "wins", "forfeits won")] for row in rows
    }
    assert (counts[won], counts[first]) == (["0", "0", "1"], ["1", "1", "0"])


def test_one_figure_has_one_name_wherever_it_stands():
    """The games won are `wins`, also where they break ties; `since` says from when on."""
    meeting = played(ties=("buchholz", "wins"), edition=2)
    rows = standings(meeting.now)
    assert {row.ties["wins"] == row.wins for row in rows} == {True}
    heads = table(meeting.now).splitlines()[0].split(",")
    head, *_ = standing_lines(rows, columns(meeting.now))
    for words in (heads, head.split()):
        assert words.count("wins") == 1
        assert len(words) == len(set(words))
        assert "won" not in words
    last = report(meeting.now).splitlines()[-len(rows) :]
    assert [line.partition(".")[0] for line in last] == [str(row.rank) for row in rows]
    assert f"Withdrawn: p03 ({meeting.now.since(2)})" in report(meeting.now)


def test_the_report():
    meeting = Meeting(robin(), "ann", "bob")
    meeting.begins()
    meeting.pairs()
    meeting.plays()
    reported = report(meeting.now).splitlines()
    assert "Players: 2" in reported
    assert "Games played: 1 (2 if each counts for both players)" in reported
    assert "Decided by the director: 1" in reported
    assert "The tournament is not over. These are the standings so far." in reported
    assert reported[-3:] == [
        f"Points as in the plan: a win counts 2, a draw 1. {PAGES}",
        "1. ann, 2 points",
        "2. bob, 0 points",
    ]


@pytest.mark.parametrize("usual", [True, False])
def test_the_scale_of_points_is_said_where_the_pages_have_another(tmp_path, usual):
    points = term_kinds.Scale(win=2 if usual else 3, draw=1, loss=0, bye=0)
    meeting = Meeting(robin(points=points), "ann", "bob")
    meeting.begins()
    meeting.pairs()
    meeting.plays()
    shown = "\n".join(show_lines(meeting.fold))
    said = "a win counts 2, a draw 1. Pages write 2 points as 1.0"
    assert (said in report(meeting.now)) is usual
    # People read one scale, that of the page; a file for other programs keeps that of the log.
    assert ("Points: a win is 1.0, which counts 2 in the log and the CSV." in shown) is usual
    assert ("   1  ann        1.0     1      0       0" in shown) is usual
    assert ("   1  ann          3     1      0       0" in shown) is not usual
    log = tmp_path / "cup.tournament"
    create(log, meeting.events)
    publish(meeting.fold, log, tmp_path / "pages", [])
    page = (tmp_path / "pages" / "index.html").read_text()
    assert ("1.0 counts 2 in the log." in page) is usual


def test_a_round_says_who_plays_which_side():
    meeting = Meeting(robin(), "ann", "bob")
    meeting.begins()
    meeting.pairs()
    first, second = (one.handle for one in meeting.now.pair_of(BoardOf(1, 1)))
    named = f"    1  {first} (red) - {second} (blue): {first} opens the game"
    assert any(line.startswith(named) for line in show_lines(meeting.fold, library=toy_library()))
