"""Published tournaments beside those of `test_tie_breaks`: facts alone, with numbers for names.

| tournament | source |
| --- | --- |
| a Swiss of 16, nine rounds | FIDE, "Exercises in Tie-Breaking" (M. Held, 2024), exercise 25 |
| a Swiss of 14 teams, four boards, seven rounds | the same, exercises 34 to 36 |
| a Swiss of 20, ten rounds | open championship of the KNDB (draughts), 1970 |
| a double round robin of six | 2nd Sinquefield Cup, 2014 (chess-results.com 143628) |
| a double round robin of eleven, with byes | world championship of draughts, 1948 (`published/`) |
| a double round robin of 18 | world championship of draughts programs, 2022 (`published/`) |

The last four are as C. Pippel's collection has them (GitHub, `clpippel/tiebreak`). With the four of
`test_tie_breaks` they are ten.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.tournament.events import term_kinds
from pbem.tournament.history import BoardOf, Decided, Entrant, Paired
from pbem.tournament.ranking.standings import standings
from second.cup_order import Board, Round, Table
from toy.crosstables import ASKED, POINTS, agree, crosstable, values
from toy.group import signer
from toy.meeting import Meeting, robin, swiss

# The rounds of each: how it ended, side and opponent, as in `test_tie_breaks`.
NINE = """
1  +W9  =B13 =W2  +B15 =W4  =B6  =B3  =W16 +B8
2  +B10 +W7  =B1  +W16 +B3  =W4  -W6  =B15 =W5
3  =W11 +B6  +W8  =B4  -W2  +B16 =W1  +W14 +B10
4  +B12 H    +W13 =W3  =B1  =B2  =W16 =B6  +W15
5  -W13 -B15 +W11 =B7  +W10 -B14 +B9  -W8  =B2
6  -B14 -W3  U    +W10 +B8  =W1  +B2  =W4  +B16
7  +W15 -B2  -B16 =W5  -B11 -B10 +W13 +W9  +B14
8  =B16 +W14 -B3  +W13 -W6  =B11 =W15 +B5  -W1
9  -B1  -W10 H    -F11 U    +B13 -W5  -B7  =W12
10 -W2  +B9  -W15 -B6  -B5  +W7  +B12 +W11 -W3
11 =B3  -W16 -B5  +F9  +W7  =W8  -B14 -B10 =W13
12 -W4  U    +F14 Z    Z    -B15 -W10 =B13 =B9
13 +B5  =W1  -B4  -B8  -W14 -W9  -B7  =W12 =B11
14 +W6  -B8  -F12 Z    +B13 +W5  +W11 -B3  -W7
15 -B7  +W5  +B10 -W1  -B16 +W12 =B8  =W2  -B4
16 =W8  +B11 +W7  -B2  +W15 -W3  =B4  =B1  -W6
"""
NINE_RANKS = {
    3: 1, 6: 2, 1: 3, 4: 3, 2: 5, 7: 6, 8: 6, 16: 6, 5: 9, 10: 9, 14: 9, 15: 9, 11: 13, 9: 14,
    12: 14, 13: 16,
}  # fmt: skip
"""Places by points, then the games among those tied: shared where these say nothing."""

KNDB = """
1  +W17 +B19 +W14 +B13 +W15 =B5  +W11 =B8  +B2  =W3
2  =W6  +B16 +W20 +B12 +W18 =B7  +W10 =B9  -W1  =B4
3  +W16 =B6  +W12 =B20 =W7  +B18 =W9  =B10 =W4  =B1
4  +W19 =B17 =W13 =B14 =W5  =B15 +W8  =B11 =B3  =W2
5  =W7  =B18 =W16 =B6  =B4  =W1  -W12 =B20 +B9  +W10
6  =B2  =W3  =B15 =W5  -B11 =W8  =B17 +W19 =B14 +W13
7  =B5  -B15 +W19 +B17 =B3  =W2  -W13 +B14 =B8  =W11
8  +W12 =B20 =W9  =B10 =W16 =B6  -B4  =W1  =W7  +B18
9  =W13 =B14 =B8  =W11 +W19 =B17 =B3  =W2  -W5  +B15
10 =W14 +B13 =B11 =W8  +W17 +B19 -B2  =W3  =W15 -B5
11 +W20 -B12 =W10 =B9  +W6  +B16 -B1  =W4  =W18 =B7
12 -B8  +W11 -B3  -W2  =B13 =W14 +B5  =W15 =W19 +B17
13 =B9  -W10 =B4  -W1  =W12 =B20 +B7  +W18 +W16 -B6
14 =B10 =W9  -B1  =W4  +W20 =B12 +B18 -W7  =W6  =B16
15 =W18 +W7  =W6  -B16 -B1  =W4  =W20 =B12 =B10 -W9
16 -B3  -W2  =B5  +W15 =B8  -W11 -B19 =W17 -B13 =W14
17 -B1  =W4  -B18 -W7  -B10 =W9  =W6  =B16 +B20 -W12
18 =B15 =W5  +W17 =B19 -B2  -W3  -W14 -B13 =B11 -W8
19 -B4  -W1  -B7  =W18 -B9  -W10 +W16 -B6  =B12 +W20
20 -B11 =W8  -B2  =W3  -B14 =W13 =B15 =W5  -W17 -B19
"""
KNDB_POINTS = [17, 14, 13, 12, *[11] * 7, *[10] * 3, 8, *[6] * 4, 5]

SINQUEFIELD = """
1 +B3 +W4 +B2 +B6 +W5 +W3 +B4 =W2 =W6 =B5
2 =B4 =B6 -W1 +B5 =W3 =W4 +W6 =B1 =W5 =B3
3 -W1 -B5 +W6 +W4 =B2 -B1 =W5 +B6 =B4 =W2
4 =W2 -B1 +W5 -B3 =W6 =B2 -W1 =B5 =W3 =B6
5 =W6 +W3 -B4 -W2 -B1 =B6 =B3 =W4 =B2 =W1
6 =B5 =W2 -B3 -W1 =B4 =W5 -B2 -W3 =B1 =W4
"""


def test_a_swiss_of_nine_rounds():
    rows, second = crosstable(NINE, swiss(9, ties=("direct",), points=POINTS, requested=ASKED))
    agree(rows, second)
    key = {number: (-row.points, -row.ties["direct"]) for number, row in rows.items()}
    places = {
        number: 1 + sum(other < mine for other in key.values()) for number, mine in key.items()
    }
    assert places == NINE_RANKS


def test_a_swiss_of_ten_rounds():
    rows, second = crosstable(KNDB, swiss(10, ties=("buchholz",), points=POINTS))
    agree(rows, second)
    assert [rows[number].points for number in sorted(rows)] == KNDB_POINTS
    four = [rows[number].rank for number in (1, 2, 3, 4)]
    assert four == [1, 2, 3, 4]


def test_a_double_round_robin():
    rows, second = crosstable(SINQUEFIELD, robin(2, ties=("sonneborn-berger",), points=POINTS))
    agree(rows, second)
    assert [rows[number].points / 2 for number in sorted(rows)] == [8.5, 5.5, 5, 4, 4, 3]


DRAUGHTS = {
    "draughts-1948": [37, 28, 26, 23, 22, 21, 21, 20, 15, 4, 3],
    "computer-draughts-2022": [
        52,
        50,
        49,
        48,
        47,
        46,
        43,
        43,
        41,
        35,
        35,
        31,
        27,
        22,
        17,
        16,
        9,
        1,
    ],
}


@pytest.mark.parametrize("name", DRAUGHTS)
def test_two_championships_of_draughts(name):
    """A bye gave nothing there; the places are the order of the file, but for ties."""
    reported = (Path(__file__).parent / "published" / f"{name}.txt").read_text()
    rows, second = crosstable(reported, robin(2, ties=("sonneborn-berger",), points=POINTS))
    agree(rows, second)
    assert [rows[number].points for number in sorted(rows)] == DRAUGHTS[name]
    alone = [one for one in DRAUGHTS[name] if DRAUGHTS[name].count(one) == 1]
    ranks = {points: DRAUGHTS[name].index(points) + 1 for points in alone}
    assert {row.points: row.rank for row in rows.values() if row.points in ranks} == ranks


# --- teams ----------------------------------------------------------------------------------------

TEAMS = """
1  8w2.5  4b1.5  7w3    2b2.5  5w1.5  6+     3b2.5
2  9b3    3w4    5b0    1w1.5  13w3   4b2.5  10b3
3  10w2.5 2b0    9w3    6b2.5  4w3    5b3.5  1w1.5
4  11b3   1w2.5  13b3   5w3.5  3b1    2w1.5  9b2.5
5  12w4   6b3    2w4    4b0.5  1b2.5  3w0.5  13b3.5
6  13b2   5w1    8b3    3w1.5  11b2.5 1-     12w2.5
7  14w2   8b2    1b1    10w2.5 9b2    13w2   Z
8  1b1.5  7w2    6w1    12b3.5 10b2   9w2    11w3
9  2w1    12b4   3b1    14w3   7w2    8b2    4w1.5
10 3b1.5  11w1.5 12b2.5 7b1.5  8w2    14b3   2w1
11 4w1    10b2.5 14w2   13b1.5 6w1.5  12w2   8b1
12 5b0    9w0    10w1.5 8w0.5  U      11b2   6b1.5
13 6w2    14b2.5 4w1    11w2.5 2b1    7b2    5w0.5
14 7b2    13w1.5 11b2   9b1    H      10w1   U
"""
"""Opponent, side on the first board, points of four boards; a match won by forfeit (+)."""

MATCH_POINTS = [10, 10, 10, 10, 10, 7, 6, 7, 6, 5, 4, 2, 6, 4]
GAME_POINTS = [17.5, 17, 16, 17, 18, 12.5, 11.5, 15, 14.5, 13, 11.5, 7.5, 11.5, 11.5]
BUCHHOLZ = [61, 57, 58, 56, 55, 46, 44, 41, 50, 44, 41, 41, 52, 36]
"""Since March 2026 a dummy is worth seven draws at most, so team 1 has 61, and had 64."""
CUT = [54, 52, 53, 52, 53, 39, 38, 39, 48, 42, 39, 39, 48, 32]
BY_MATCH = [5, 1, 2, 4, 3, 8, 6, 9, 7, 13, 10, 11, 14, 12]
BY_GAME = [5, 1, 2, 4, 3, 8, 9, 10, 6, 7, 13, 11, 14, 12]
BOARDS = 4


def outcomes(points: float) -> list[str]:
    """How four boards end, of which the first team has these points: the first of each is White."""
    ends = []
    for board in range(BOARDS):
        had, points = min(1.0, points), points - min(1.0, points)
        ends.append({1: "first", 0.5: "draw", 0: "second"}[had if board % 2 == 0 else 1 - had])
    return ends


def matches() -> list[tuple[list[tuple[int, int, float | None]], list[int], list[int]]]:
    """Return each round: first team, second team, points of the first (None: a forfeit); U; H."""
    rows = {int(line.split()[0]): line.split()[1:] for line in TEAMS.split("\n") if line}
    rounds = []
    for no in range(7):
        of = {number: row[no] for number, row in rows.items()}
        here: list[tuple[int, int, float | None]] = []
        for number, said in of.items():
            if "w" in said:
                other, points = said.split("w")
                here.append((number, int(other), float(points)))
            elif said.endswith("+"):
                here.append((number, int(said[:-1]), None))
        byes = [[number for number, said in of.items() if said == mark] for mark in "UH"]
        rounds.append((here, byes[0], byes[1]))
    return rounds


def played(first: str, ties: tuple[str, ...]):
    """The tournament of teams, and the second reader's table of it."""
    match = term_kinds.Scale(win=2, draw=1, loss=0, bye=1)
    listed = [
        term_kinds.Team(
            handle=f"t{number}", name=f"Team {number}",
            players=tuple(signer(f"t{number}-{board}") for board in range(1, BOARDS + 1)),
        )
        for number in range(1, 15)
    ]  # fmt: skip
    teams = term_kinds.Teams(boards=BOARDS, match=match, first=first, list=tuple(listed))
    points = term_kinds.Scale(win=2, draw=1, loss=0, bye=4)
    given = 1 if first == "match" else 4
    asked = term_kinds.Requested(points=given, most=2)
    meeting = Meeting(swiss(7, teams=teams, ties=ties, points=points, requested=asked))
    now, seconds = meeting.now, []
    for number, team in enumerate(listed, 1):
        one = Entrant(number, team.handle, team.players[0].sign, 1, 0, name=team.name, team=team)
        now.entrants.append(one)
    now.closed, now.order = "0" * 64, list(range(1, 15))
    for no, (here, byes, asked_for) in enumerate(matches(), 1):
        pairs, made = [], []
        for one, other, had in here:
            ends = ["first", "second"] * 2 if had is None else outcomes(had)
            for board, outcome in enumerate(ends):
                pair = (other, one) if board % 2 else (one, other)
                pairs.append(pair)
                done = Decided(outcome, had is not None, "" if had is not None else "F", "")
                now.decided[BoardOf(no, len(pairs))] = done
                made.append(Board(*pair, outcome=outcome, played=done.played))
        now.rounds.append(Paired("0" * 64, tuple(pairs), tuple(byes), tuple(asked_for)))
        seconds.append(Round("0" * 64, made, byes, asked_for))
    scale = {"win": 2, "draw": 1, "loss": 0, "bye": 4}
    plain = {"first": first, "match": {"win": 2, "draw": 1, "loss": 0, "bye": 1}, "boards": BOARDS}
    second = Table(
        scale, seconds, 7, now.order, list(ties), 1, "swiss", requested=given,
        games_each=BOARDS, teams=plain,
    )  # fmt: skip
    return {row.number: row for row in standings(now)}, second


@pytest.fixture(scope="module")
def by_match():
    return played("match", ("board-points", "buchholz", "buchholz-cut-1"))


def test_teams_have_the_published_match_and_game_points(by_match):
    rows, second = by_match
    agree(rows, second)
    assert [rows[number].points for number in sorted(rows)] == MATCH_POINTS
    assert values(rows, "board-points") == GAME_POINTS
    rows, _ = played("match", ("board-points",))
    assert [row.number for row in rows.values()] == BY_MATCH


def test_teams_have_the_published_buchholz(by_match):
    rows, _ = by_match
    assert values(rows, "buchholz", 1) == BUCHHOLZ
    assert values(rows, "buchholz-cut-1", 1) == CUT


def test_teams_by_game_points_have_the_published_order():
    rows, second = played("board", ("match-points",))
    agree(rows, second)
    assert values(rows, "match-points", 1) == MATCH_POINTS
    assert [row.number for row in rows.values()] == BY_GAME
