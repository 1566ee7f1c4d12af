"""Pairings: lots, Berger's tables, the Dutch system, byes, late and leaving players."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

from pbem.client.client import Client
from pbem.crypto.dice import Stream
from pbem.director.player.playing import take
from pbem.errors import FormError
from pbem.log.file import create
from pbem.tournament import lots
from pbem.tournament.events import kinds
from pbem.tournament.pairings import pairing
from pbem.tournament.ranking.meetings import Met, met
from pbem.tournament.ranking.standings import standings
from toy.meeting import Meeting, robin, swiss

NAMES = ("ann", "bob", "cas", "dan", "eve", "fay", "gus", "hal")


def sides_of(meeting):
    played = [pair for one in meeting.now.rounds for pair in one.boards]
    return Counter(first for first, _ in played), Counter(second for _, second in played)


@pytest.mark.parametrize("count", [2, 5, 6])
@pytest.mark.parametrize("cycles", [1, 2])
def test_in_a_round_robin_everybody_meets_everybody(count, cycles):
    meeting = Meeting(robin(cycles), *NAMES[:count])
    meeting.begins()
    while meeting.now.next_round <= meeting.now.length:
        meeting.pairs()
    played = [pair for one in meeting.now.rounds for pair in one.boards]
    met_each = Counter(frozenset(pair) for pair in played)
    assert met_each == {frozenset(pair): cycles for pair in combinations(range(1, count + 1), 2)}
    if cycles == 2:
        firsts, seconds = sides_of(meeting)
        assert firsts == seconds
        assert len(set(played)) == len(played)
    assert sum(len(one.byes) for one in meeting.now.rounds) == count * cycles * (count % 2)
    assert meeting.again().now == meeting.now


def test_the_tables_are_bergers_for_six():
    """FIDE Handbook C.05, annex 1, the table for 5 or 6 players."""
    meeting = Meeting(robin(), *NAMES[:6])
    meeting.begins()
    table = ["1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"]
    places = {number: place for place, number in enumerate(meeting.now.order, 1)}
    for row in table:
        boards = meeting.pairs().boards
        assert " ".join(f"{places[one]}-{places[two]}" for one, two in boards) == row


@pytest.mark.parametrize("count", [7, 8])
def test_in_a_swiss_nobody_meets_twice_and_byes_come_once(count):
    meeting = Meeting(swiss(4), *NAMES[:count])
    meeting.begins()
    for _ in range(4):
        meeting.pairs()
        meeting.plays()
    for rounds in met(meeting.now).values():
        opponents = [one.opponent for one in rounds]
        assert len(set(opponents)) == len(opponents) == 4
        sides = Counter(one.side for one in rounds if one.side)
        assert abs(sides["first"] - sides["second"]) <= 2
    assert standings(meeting.now)[0].handle == "ann"
    assert meeting.again().now == meeting.now


def test_winners_meet_in_the_second_round():
    meeting = Meeting(swiss(3), *NAMES)
    meeting.begins()
    meeting.pairs()
    meeting.plays()
    won = {row.number for row in standings(meeting.now) if row.points}
    for pair in meeting.pairs().boards:
        assert len(won & {*pair}) in (0, 2)


def test_who_comes_late_and_who_leaves():
    meeting = Meeting(swiss(3), *NAMES[:4])
    meeting.begins()
    meeting.pairs()
    meeting.plays()
    meeting.enters("zoe")
    meeting.says("ann", meeting.word("ann", "withdraw"))
    second = meeting.pairs()
    assert sorted(no for pair in second.boards for no in pair) == [2, 3, 4, 5]
    meeting.plays()
    meeting.says("ann", meeting.word("ann", "return"))
    third = meeting.pairs()
    assert len(third.byes) == 1
    assert 1 in (*third.byes, *(no for pair in third.boards for no in pair))


def test_who_stands_in_plays_where_somebody_would_have_a_bye():
    """docs/decisions/0041: they come and go by their own words, so that all who play are even."""
    meeting = Meeting(swiss(3), *NAMES[:5], "sam")
    meeting.begins()
    assert meeting.pairs().byes == ()
    meeting.plays()
    meeting.enters("zoe")
    meeting.says("sam", meeting.word("sam", "withdraw"))
    second = meeting.pairs()
    assert second.byes == ()
    assert 6 not in [number for pair in second.boards for number in pair]
    meeting.plays()
    meeting.says("ann", meeting.word("ann", "withdraw"))
    meeting.says("sam", meeting.word("sam", "return"))
    third = meeting.pairs()
    assert third.byes == ()
    assert 6 in [number for pair in third.boards for number in pair]
    assert meeting.again().now == meeting.now


def test_a_forfeit_is_no_game_so_they_may_meet_again():
    meeting = Meeting(swiss(3), "ann", "bob")
    meeting.begins()
    meeting.pairs()
    (at,) = meeting.now.owed()
    meeting.decides(at, "first", played=False)
    assert set(meeting.pairs().boards[0]) == {1, 2}
    meeting.plays()
    left = kinds.Pair(round=3, boards=((1, 2),), byes=())
    assert meeting.refused("pair", left).code == "pair.due"


FIRST, SECOND, DRAWN = ("first", True), ("second", True), ("draw", True)


def drawn(count, rounds, outcomes):
    """A Swiss in the order of entries, of which every board ends as is said."""
    meeting = Meeting(swiss(rounds), *NAMES[:count])
    meeting.now.closed = "0" * 64
    meeting.now.order, meeting.now.first_has_first = list(range(1, count + 1)), True
    for said in outcomes:
        meeting.pairs()
        for at, (outcome, played) in zip(meeting.now.owed(), said, strict=True):
            meeting.decides(at, outcome, played=played)
    return meeting


@pytest.mark.parametrize(
    ("count", "outcomes"),
    [
        (5, [[SECOND, SECOND], [FIRST, SECOND], [DRAWN, SECOND]]),
        (3, [[("first", False)], [("second", False)]]),
        (4, [[SECOND, ("second", False)], [SECOND, SECOND], [SECOND, FIRST]]),
    ],
    ids=["a bye", "a forfeit won", "two at once"],
)
def test_a_round_with_a_bye_for_who_has_had_his_is_not_paired(count, outcomes, monkeypatch, capsys):
    """The engine gives one where nothing else is left, and says so: it is no pairing here."""
    monkeypatch.setattr(logging.getLogger(), "handlers", [])  # as in a command, where none listens
    meeting = drawn(count, 5, outcomes)
    with pytest.raises(FormError, match="without a rematch or a second bye"):
        pairing.pairings(meeting.now)
    assert capsys.readouterr().err == ""


def test_ratings_seed_and_lots_order_equal_ones():
    meeting = Meeting(swiss(1, seeding="rating"))
    for handle, rating in zip(NAMES[:4], (None, 1500, 1700, 1500), strict=True):
        meeting.enters(handle, rating=rating)
    meeting.begins()
    assert meeting.now.order[0] == 3
    assert {*meeting.now.order[1:3]} == {2, 4}
    assert meeting.now.order[3] == 1


def test_lots_draw_every_order_as_often():
    drawn = Counter(
        tuple(lots.draw("abc", Stream(bytes([number // 256, number % 256]) * 32)))
        for number in range(6000)
    )
    assert len(drawn) == 6
    assert all(abs(count - 1000) < 150 for count in drawn.values())


def test_the_order_of_entries_decides_nothing_in_the_lots():
    """The same keys drawn from the same stream come out the same, in any order of writing."""
    stream = bytes(range(64))
    assert lots.draw(["a", "b", "c", "d"], Stream(stream)) == lots.draw(
        ["d", "b", "a", "c"], Stream(stream)
    )


def games(sides):
    """The rounds of somebody who was f(irst), s(econd), or had a bye (b)."""
    names = {"f": "first", "s": "second", "b": ""}
    return [
        Met(no, 9 if side != "b" else 0, names[side], "win", side != "b", "", 2)
        for no, side in enumerate(sides, 1)
    ]


@pytest.mark.parametrize(
    ("higher", "lower", "first", "why"),
    [
        ("s", "f", "higher", "both have what they wish"),
        ("f", "s", "lower", "both have what they wish"),
        ("fs", "sfs", "lower", "a strong wish before a mild one"),
        ("", "f", "higher", "a wish before none"),
        ("sfss", "sss", "lower", "of absolute wishes the wider difference"),
        ("fsfs", "sffs", "higher", "against the latest games in which they differed"),
        ("fsbs", "sffs", "higher", "and a bye is none of these"),
        ("fs", "fs", "higher", "the wish of the higher"),
        ("sf", "sf", "lower", "the wish of the higher"),
        ("", "", "lower", "drawn for odd pairing numbers, and the higher has 2"),
    ],
)
def test_sides_are_allocated_by_the_dutch_system(higher, lower, first, why):
    meeting = Meeting(swiss(9), "ann", "bob")
    # bob is the higher, by points: bob's pairing number is the greater one.
    rounds, places = {2: games(higher), 1: games(lower)}, {1: 1, 2: 2}
    expected = (2, 1) if first == "higher" else (1, 2)
    assert pairing._sided(meeting.now, rounds, places, 2, 1) == expected


@pytest.mark.long
def test_pairings_do_not_depend_on_the_hash_seed():
    reported = []
    for seed in ("1", "2"):
        ran = subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env={
                **os.environ,
                "PYTHONHASHSEED": seed,
                "PYTHONPATH": str(Path(__file__).parents[1]),
            },
            capture_output=True,
            text=True,
            check=True,
        )
        reported.append(ran.stdout)
    assert reported[0] == reported[1] != ""


SCRIPT = """
from toy.meeting import Meeting, swiss
meeting = Meeting(swiss(5), *(f"p{number:02}" for number in range(21)))
meeting.now.closed = "0" * 64
meeting.now.order, meeting.now.first_has_first = list(range(1, 22)), True
for _ in range(5):
    meeting.pairs()
    meeting.plays()
print([one[1:] for one in meeting.now.rounds])
"""


def test_a_log_that_grows_has_only_its_new_rounds_paired_again(tmp_path, monkeypatch):
    meeting = Meeting(swiss(3), *NAMES)
    meeting.begins()
    client = Client(tmp_path / "desk", "sqlite://")
    made = []
    for round_ in (1, 2, 3):
        meeting.pairs()
        meeting.plays()
        create(tmp_path / f"{round_}.tournament", meeting.events)
    real = pairing.pairings
    monkeypatch.setattr(pairing, "pairings", lambda now: made.append(now.next_round) or real(now))
    take(client, tmp_path / "2.tournament")
    assert made == [1, 2]
    take(client, tmp_path / "3.tournament")
    assert made == [1, 2, 3]
    take(client, tmp_path / "3.tournament")
    assert made == [1, 2, 3]


def test_a_round_after_what_is_here_is_still_paired_again(tmp_path):
    meeting = Meeting(swiss(3), *NAMES)
    meeting.begins()
    client = Client(tmp_path / "desk", "sqlite://")
    meeting.pairs()
    meeting.plays()
    create(tmp_path / "1.tournament", meeting.events)
    take(client, tmp_path / "1.tournament")
    boards, byes = pairing.pairings(meeting.now)
    (one, two), (three, four) = boards[:2]
    other = kinds.Pair(round=2, boards=((one, three), (two, four), *boards[2:]), byes=byes)
    create(tmp_path / "2.tournament", [*meeting.events, meeting.made("pair", other)])
    with pytest.raises(FormError, match="pairings of round 2 do not follow"):
        take(client, tmp_path / "2.tournament")
