"""Tables of three: who sits where, byes, what places give (docs/tournaments.md, 4 to 6)."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import msgspec
import pytest

from long import times
from pbem.director.evidence import outcome_of, places, read_evidence
from pbem.director.pages.publishing import publish
from pbem.errors import FormError
from pbem.log.file import create
from pbem.table.events.kinds import GameResult
from pbem.tournament.binding import terms
from pbem.tournament.events import kinds, term_kinds
from pbem.tournament.exchange import report, table, trf
from pbem.tournament.faults import BadTournament
from pbem.tournament.history import BoardOf
from pbem.tournament.outcomes import read, shares, words
from pbem.tournament.pairings.tables import meetings as meetings_at
from pbem.tournament.pairings.tables import seat
from pbem.tournament.ranking.ratings import ratings
from pbem.tournament.ranking.standings import standings
from toy.group import END, Group, move, signer, toy_library
from toy.meeting import BOARD, Meeting, robin, trio

NAMES = ("ann", "bob", "cas", "dan", "eve", "fay", "gus", "hal", "ida")
AT = BoardOf(1, 1)
STRICT = ("1-2-3", "1-3-2", "2-1-3", "2-3-1", "3-1-2", "3-2-1")


def begun(*names, rounds=4, **changes):
    """Entrants whose pairing numbers are their numbers."""
    meeting = Meeting(trio(rounds, seeding="rating", **changes))
    for number, handle in enumerate(names):
        meeting.enters(handle, rating=2000 - number)
    meeting.begins()
    return meeting


def rounds_of(count, rounds):
    """Tables and byes of so many rounds of so many, in which all play."""
    order = list(range(1, count + 1))
    tables, byes, had = [], [], Counter()
    for _ in range(rounds):
        seated, alone = seat(order, order, tables, had)
        tables.append(seated)
        byes.append(alone)
        had.update(alone)
    return tables, byes


def meetings(tables):
    return Counter(
        frozenset(pair) for seated in tables for three in seated for pair in combinations(three, 2)
    )


def fewest(left, met):
    """The least that tables of all in ``left`` can cost, by trying all of them."""
    if not left:
        return 0
    one, *others = left
    return min(
        met[frozenset((one, a))]
        + met[frozenset((one, b))]
        + met[frozenset((a, b))]
        + fewest([other for other in others if other not in (a, b)], met)
        for a, b in combinations(others, 2)
    )


# --- who sits where -------------------------------------------------------------------------------


def test_an_exchange_is_tried_without_counting_two_tables_again(monkeypatch):
    """A director can found a tournament of hundreds, and every reader pairs it again."""
    counted = Counter()

    def counting(table, met):
        counted["tables"] += 1
        return meetings_at(table, met)

    monkeypatch.setattr("pbem.tournament.pairings.tables.meetings", counting)
    rounds_of(24, 8)
    most_beginnings = 24 // 3 + 1
    assert 0 < counted["tables"] <= 8 * most_beginnings * 24 // 3


def test_the_first_round_has_one_of_each_third():
    """t and n are 0: table j has the numbers j, k + j, 2k + j of the list."""
    meeting = begun(*NAMES)
    made = meeting.pairs()
    assert [set(three) for three in made.boards] == [{1, 4, 7}, {2, 5, 8}, {3, 6, 9}]
    assert made.byes == ()


def test_the_second_round_is_shifted_by_one():
    """t is 1: the thirds are shifted by none, one and two, and nobody there has met."""
    meeting = begun(*NAMES)
    meeting.pairs()
    assert [set(three) for three in meeting.pairs().boards] == [{1, 5, 9}, {2, 6, 7}, {3, 4, 8}]


def test_nine_meet_everybody_once_in_four_rounds():
    tables, _ = rounds_of(9, 4)
    assert set(meetings(tables).values()) == {1}
    assert len(meetings(tables)) == 9 * 8 / 2


@pytest.mark.parametrize("count", [5, 6, 7, 8, 9])
def test_tables_cost_as_little_as_any_could(count):
    """Every way to seat them is tried."""
    tables, byes = rounds_of(count, times(5, 12))
    for number, seated in enumerate(tables):
        met = meetings(tables[:number])
        cost = sum(met[frozenset(pair)] for three in seated for pair in combinations(three, 2))
        there = [one for one in range(1, count + 1) if one not in byes[number]]
        assert cost == fewest(there, met), number


@pytest.mark.parametrize("count", [15, 27, 33])
def test_many_meet_nobody_twice_in_five_rounds(count):
    tables, _ = rounds_of(count, 5)
    assert max(meetings(tables).values()) == 1


@pytest.mark.parametrize("count", [6, 9, 12, 15])
def test_everybody_has_every_side_as_often(count):
    """Four of twelve rounds are each side's; nobody is more than one away from that."""
    tables, _ = rounds_of(count, 12)
    had = Counter(
        (one, at) for seated in tables for three in seated for at, one in enumerate(three)
    )
    assert {had[one, at] for one in range(1, count + 1) for at in range(3)} <= {3, 4, 5}


def test_sides_at_first_go_by_lots_and_not_by_ratings():
    """Seeded by ratings, each of three is the first, by what was drawn, in some tournament."""
    firsts = set()
    for _ in range(40):
        made = begun("ann", "bob", "cas").pairs()
        firsts.add(made.boards[0][0])
    assert firsts == {1, 2, 3}


def test_three_who_stay_together_exchange_all_sides():
    meeting = begun("ann", "bob", "cas", rounds=3)
    seats = [meeting.pairs().boards[0] for _ in range(3)]
    assert [{three[at] for three in seats} for at in range(3)] == [{1, 2, 3}] * 3


@pytest.mark.parametrize(("count", "alone"), [(3, 0), (4, 1), (5, 2), (6, 0), (7, 1), (8, 2)])
def test_who_is_left_has_a_bye(count, alone):
    """The highest pairing numbers first, nobody twice before all have had one."""
    _, byes = rounds_of(count, count)
    assert byes[0] == tuple(range(count - alone + 1, count + 1))
    had = Counter(one for round_ in byes for one in round_)
    assert {had[one] for one in range(1, count + 1)} == {alone}


def test_fewer_than_three_are_not_paired():
    meeting = begun("ann", "bob", "cas")
    meeting.pairs()
    meeting.says("cas", meeting.word("cas", "withdraw"))
    data = kinds.Pair(round=2, boards=(), byes=(1, 2))
    assert meeting.refused("pair", data).code == "pair.due"


def test_rounds_wait_for_no_result():
    meeting = begun(*NAMES)
    for _ in range(4):
        meeting.pairs()
    assert len(meeting.now.owed()) == 12
    assert meeting.refused("pair", kinds.Pair(round=5, boards=(), byes=())).code == "pair.due"


def test_who_comes_late_sits_down_in_the_next_round():
    meeting = begun("ann", "bob", "cas", "dan", "eve")
    meeting.pairs()
    meeting.enters("fay")
    made = meeting.pairs()
    assert sorted(one for three in made.boards for one in three) == [1, 2, 3, 4, 5, 6]
    assert meeting.now.by_lots()[-1] == 6


def test_other_tables_than_follow_convict_the_director():
    meeting = begun(*NAMES)
    data = kinds.Pair(round=1, boards=((1, 2, 3), (4, 5, 6), (7, 8, 9)), byes=())
    fault = meeting.refused("pair", data)
    assert (fault.code, fault.whose) == ("pair.other", "dora")


def test_a_log_read_again_has_the_same_tables():
    rng = random.Random(3)  # noqa: S311 - no secret
    meeting = begun(*NAMES, rounds=6)
    for _ in range(6):
        meeting.pairs()
        for at in meeting.now.owed():
            meeting.decides(at, rng.choice(STRICT))
        if len(meeting.now.rounds) == 3:
            meeting.says("dan", meeting.word("dan", "withdraw"))
    again = meeting.again().now
    assert again.rounds == meeting.now.rounds
    assert [row.number for row in standings(again)] == [
        row.number for row in standings(meeting.now)
    ]


# --- what places give -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("outcome", "points"),
    [
        ("1-2-3", [12, 6, 0]), ("3-1-2", [0, 12, 6]), ("1-2-2", [12, 3, 3]), ("2-2-1", [3, 3, 12]),
        ("1-1-3", [9, 9, 0]), ("3-1-1", [0, 9, 9]), ("1-1-1", [6, 6, 6]), ("none", [0, 0, 0]),
    ],
)  # fmt: skip
def test_places_and_shared_ones(outcome, points):
    scale = term_kinds.Scale(win=12, draw=6, loss=0, bye=6)
    assert [share.points for share in shares(outcome, 3, scale)] == points


@pytest.mark.parametrize(
    ("outcome", "points"), [("1-1-3", [7, 7, 1]), ("1-2-2", [10, 2, 2]), ("1-1-1", [5, 5, 5])]
)
def test_what_does_not_divide_is_rounded_down(outcome, points):
    """10, 4 and 1: 14 of two is 7, 5 of two 2, 15 of three 5."""
    scale = term_kinds.Scale(win=10, draw=4, loss=1, bye=0)
    assert [share.points for share in shares(outcome, 3, scale)] == points


def six_twice():
    """Six, two rounds; outcomes by entrants, so that sides do not matter."""
    ties = ("wins", "buchholz", "buchholz-cut-1", "progressive")
    meeting = begun("ann", "bob", "cas", "dan", "eve", "fay", ties=ties)
    for _ in range(2):
        made = meeting.pairs()
        for board, three in enumerate(made.boards, 1):
            better = sorted(three)
            outcome = "-".join(str(better.index(one) + 1) for one in three)
            meeting.decides(BoardOf(made.round, board), outcome)
    return meeting


def test_a_worked_table():
    """Round 1: 1 3 5, 2 4 6 in this order; round 2: 1 4 5 and 2 3 6, each by number again."""
    meeting = six_twice()
    assert [set(three) for three in meeting.now.rounds[0].boards] == [{1, 3, 5}, {2, 4, 6}]
    assert [set(three) for three in meeting.now.rounds[1].boards] == [{1, 4, 5}, {2, 3, 6}]
    rows = {row.number: row for row in standings(meeting.now)}
    assert {no: row.points for no, row in rows.items()} == {1: 24, 2: 24, 3: 12, 4: 12, 5: 0, 6: 0}
    assert [rows[no].wins for no in range(1, 7)] == [2, 2, 0, 0, 0, 0]
    assert [rows[no].losses for no in range(1, 7)] == [0, 0, 2, 2, 2, 2]
    # 1 met 3 and 5, 4 and 5; 2 met 4 and 6, 3 and 6; 3 met 1, 5, 2, 6; 5 met 1, 3, 1, 4.
    assert [rows[no].ties["buchholz"] for no in (1, 2, 3, 5)] == [24, 24, 48, 72]
    assert [rows[no].ties["buchholz-cut-1"] for no in (1, 2, 3, 5)] == [24, 24, 48, 60]
    assert [rows[no].ties["progressive"] for no in (1, 3, 5)] == [12 + 24, 6 + 12, 0]
    assert [row.number for row in standings(meeting.now)] == [1, 2, 3, 4, 5, 6]


def test_a_bye_counts_as_two_against_oneself():
    meeting = begun("ann", "bob", "cas", "dan", rounds=1, ties=("buchholz",))
    meeting.pairs()
    meeting.decides(AT, "1-1-1")
    rows = {row.number: row for row in standings(meeting.now)}
    assert (rows[4].points, rows[4].ties["buchholz"]) == (6, 12)
    assert [rows[no].ties["buchholz"] for no in (1, 2, 3)] == [12, 12, 12]


def test_a_table_is_rated_as_a_game_against_each():
    """From 1500 each expects a half: 1.5 of two against the others won is a half more, times k."""
    elo = term_kinds.Elo(start=1500, claimed=False, digits=1, k=20)
    meeting = begun("ann", "bob", "cas", ratings=(elo,))
    made = meeting.pairs()
    meeting.decides(AT, "1-1-3")
    lines = {line.handle: line for line in ratings(meeting.now, elo)}
    names = [meeting.now.entrant(one).handle for one in made.boards[0]]
    assert [lines[name].rating for name in names] == ["1510.0", "1510.0", "1480.0"]
    assert {line.games for line in lines.values()} == {2}


def test_a_table_that_nobody_won_is_not_rated():
    elo = term_kinds.Elo(start=1500, claimed=False, digits=0, k=20)
    meeting = begun("ann", "bob", "cas", ratings=(elo,))
    meeting.pairs()
    meeting.decides(AT, "none")
    assert {(line.rating, line.games) for line in ratings(meeting.now, elo)} == {("1500", 0)}


# --- what is no table -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "changes",
    [
        {"board": BOARD},
        {"ties": ("direct",)},
        {"ties": ("sonneborn-berger",)},
        {"ties": ("koya",)},
        {"ratings": (term_kinds.Area(start=5000, claimed=False, digits=0),)},
    ],
    ids=str,
)
def test_terms_that_no_table_can_have(changes):
    with pytest.raises(BadTournament, match=r"found\.terms"):
        Meeting(trio(2, **changes))


def test_three_sets_of_sides_are_for_tables_alone():
    with pytest.raises(BadTournament, match=r"found\.terms"):
        Meeting(robin(board=trio(1).board))


def test_outcomes_are_those_of_the_board():
    three, two = begun("ann", "bob", "cas"), Meeting(robin(), "ann", "bob")
    two.begins()
    for meeting, outcome in ((three, "first"), (three, "draw"), (two, "1-2-3")):
        meeting.pairs()
        rule = kinds.Rule(round=1, board=1, outcome=outcome, played=True, why="so")
        assert meeting.refused("rule", rule).code == "kind.form"
        result = kinds.ResultOf(round=1, board=1, game="1" * 64, head="1" * 64, outcome=outcome)
        assert meeting.refused("result", result).code == "kind.form"


def test_boards_have_as_many_as_there_are_sides():
    meeting = begun("ann", "bob", "cas", "dan")
    data = kinds.Pair(round=1, boards=((1, 2), (3, 4)), byes=())
    assert meeting.refused("pair", data).code == "kind.form"


@pytest.mark.parametrize(
    ("typed", "outcome"),
    [
        ("ann,bob,cas", "1-2-3"), ("cas,ann,bob", "2-3-1"), ("bob,ann=cas", "2-1-2"),
        ("ann=cas,bob", "1-3-1"), ("ann=bob=cas", "1-1-1"), ("draw", "1-1-1"), ("none", "none"),
        ("ann", None), ("ann,bob", None), ("ann,ann,cas", None), ("ann,bob,zed", None), ("", None),
    ],
)  # fmt: skip
def test_places_as_a_director_types_them(typed, outcome):
    assert read(typed, ["ann", "bob", "cas"]) == outcome


@pytest.mark.parametrize(
    ("outcome", "reported"),
    [
        ("2-1-3", "bob 1st, ann 2nd, cas 3rd"),
        ("1-2-2", "ann 1st, bob and cas share 2nd"),
        ("1-1-1", "ann, bob and cas share 1st"),
        ("none", "nobody wins"),
    ],
)
def test_places_in_words(outcome, reported):
    assert words(outcome, ["ann", "bob", "cas"]) == reported


# --- its game -------------------------------------------------------------------------------------


def played(folder, agreed, moves=(), resigns=()):
    """A game of the toy: in their first turn who has ``moves`` goes so far, then all end theirs."""
    group = Group(folder / "game", agreed)
    group.join_all()
    far = dict(zip(("red", "blue", "green"), moves, strict=False))
    while group.table.result is None:
        active, side = group.table.active().handle, group.table.play.asked.side
        if active in resigns:
            group.play(active, "resign")
            continue
        ahead = far.pop(side, 0)
        orders = [move(ahead)] if ahead else []
        group.orders(active, *orders, END)
    create(folder / "game.pbem", group.events)
    return folder / "game.pbem"


@pytest.mark.parametrize(
    ("moves", "outcome"),
    [((2, 1, 0), "1-2-3"), ((0, 2, 0), "2-1-2"), ((1, 0, 1), "1-3-1"), ((0, 0, 0), "1-1-1")],
)
def test_places_follow_from_the_games_own_score(tmp_path, moves, outcome):
    """Ground and strength decide the toy, and are its score: a winner, or a draw of the best."""
    meeting = begun("ann", "bob", "cas")
    meeting.pairs()
    path = played(tmp_path, terms(meeting.now, AT), moves)
    assert outcome_of(meeting.now, read_evidence(path, toy_library())) == (AT, outcome)


def test_who_is_left_when_others_resign_has_won_and_they_share_the_rest(tmp_path):
    meeting = begun("ann", "bob", "cas")
    made = meeting.pairs()
    names = [meeting.now.entrant(one).handle for one in made.boards[0]]
    path = played(tmp_path, terms(meeting.now, AT), resigns=[names[0], names[2]])
    assert outcome_of(meeting.now, read_evidence(path, toy_library())) == (AT, "2-1-2")


SIDES = (("red",), ("blue", "white"), ("green",))


@pytest.mark.parametrize(
    ("winner", "why", "scores", "outcome"),
    [
        ("red", "victory", {"red": 1, "blue": 2, "white": 3, "green": 4}, "1-2-3"),
        ("green", "victory", {"red": 3, "blue": 2, "white": 1, "green": 0}, "2-2-1"),
        ("white", "victory", {}, "2-1-2"),
        (None, "victory", {"red": 5, "blue": 1, "white": 4, "green": 2}, "1-1-3"),
        (None, "tie", {"red": 5, "blue": 1, "white": 3, "green": 2}, "1-1-1"),
        ("red", "forfeit", {"red": 1, "blue": 2, "white": 3, "green": 4}, "1-2-2"),
        (None, "resigned", {"red": 1, "blue": 2, "white": 3, "green": 4}, "none"),
        ("black", "victory", {"red": 1, "blue": 2, "white": 3, "green": 4}, "none"),
    ],
)
def test_the_winner_comes_first_and_scores_count_where_the_rules_ended_it(
    winner, why, scores, outcome
):
    """The second holds two sides, whose scores are added; black is played by the rules."""
    assert places(SIDES, GameResult(winner, why), scores) == outcome


def test_a_game_by_others_does_not_count(tmp_path):
    meeting = begun("ann", "bob", "cas")
    meeting.pairs()
    agreed = terms(meeting.now, AT)
    other = msgspec.structs.replace(
        agreed,
        players=(*agreed.players[:2], signer("zed")),
        seats={**agreed.seats, "green": "zed"},
    )
    path = played(tmp_path, other)
    with pytest.raises(BadTournament, match=r"log\.terms"):
        outcome_of(meeting.now, read_evidence(path, toy_library()))


# --- reported -------------------------------------------------------------------------------------


def test_no_trf_of_tables_but_a_csv_and_a_report():
    meeting = begun("ann", "bob", "cas", "dan", rounds=1)
    made = meeting.pairs()
    meeting.decides(AT, "2-1-3")
    with pytest.raises(FormError, match="two players at a board"):
        trf(meeting.now)
    names = [meeting.now.entrant(one).handle for one in made.boards[0]]
    lines = {line.split(",")[1]: line for line in table(meeting.now).splitlines()}
    assert lines[names[1]].endswith(f",{names[0]}+{names[2]} 2 place 1 (ruled)")
    assert lines["dan"].endswith(",bye")
    assert "Games played: 1 (3 if each counts for all three players)" in report(meeting.now)


def test_pages_have_the_third_and_places(tmp_path):
    meeting = begun(*NAMES[:4], rounds=1)
    meeting.pairs()
    meeting.decides(AT, "2-1-3")
    log = tmp_path / "cup.tournament"
    create(log, meeting.events)
    publish(meeting.fold, log, tmp_path / "pages", [])
    first, second, third = (one.handle for one in meeting.now.pair_of(AT))
    page = (tmp_path / "pages" / "round-1.html").read_text()
    assert page.index(f">{first}<") < page.index(f">{second}<") < page.index(f">{third}<")
    assert "third" in page
    assert f"{second} 1st, {first} 2nd, {third} 3rd" in page
    front = (tmp_path / "pages" / "index.html").read_text()
    assert (
        f'title="Round 1: place 1 against {first} and {third}, ruled: seen on the board; opens the '
        'event in the log"' in front
    )
    assert f'<b>1.*</b><span><i class="mark p1"></i><span class="lo">{first} {third}<' in front
    assert "A number: the place at the table" in front
