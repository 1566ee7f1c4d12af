"""Teams of several boards: a match of two teams has a board for each pair of players.

Points of a match are 2, 1 and 0, and boards in turn are White's, as FIDE's report format has it
(TRF26, lines 362 and 352).
"""

from __future__ import annotations

import csv
import re
from io import StringIO

import msgspec
import pytest

from pbem.director import office
from pbem.director.evidence import outcome_of, read_evidence
from pbem.director.pages.book import Book
from pbem.director.words.events import event_words
from pbem.director.words.reporting import show_lines
from pbem.log.file import create
from pbem.tournament.binding import terms
from pbem.tournament.events import kinds, term_kinds, word_kinds
from pbem.tournament.events.terms import contradiction
from pbem.tournament.events.words import sign_word
from pbem.tournament.exchange import table, trf, trf26
from pbem.tournament.faults import BadTournament
from pbem.tournament.history import BoardOf
from pbem.tournament.ranking.rating_list import rating_list
from pbem.tournament.ranking.ratings import ratings
from pbem.tournament.ranking.standings import standings
from second.cup_reader import Contest
from toy.group import Group, identity, signer, toy_library
from toy.meeting import BOARD, Meeting, knockout, robin, swiss

ROOKS, KNIGHTS, PAWNS = ("ann", "bob", "cas"), ("dan", "eve", "fay"), ("gus", "hal", "ida")
MATCH = term_kinds.Scale(win=2, draw=1, loss=0, bye=2)
POINTS = term_kinds.Scale(win=2, draw=1, loss=0, bye=3)
UMPIRED = msgspec.structs.replace(BOARD, umpire=signer("uma"))


def team(handle: str, *players: str) -> term_kinds.Team:
    return term_kinds.Team(
        handle=handle, name=f"Club {handle.title()}", players=tuple(map(signer, players))
    )


def of(boards: int = 2, first="match", teams=None) -> term_kinds.Teams:
    teams = teams or (team("rooks", *ROOKS), team("knights", *KNIGHTS), team("pawns", *PAWNS))
    return term_kinds.Teams(boards=boards, match=MATCH, first=first, list=tuple(teams))


def begun(found=None, *handles: str) -> Meeting:
    """The first two of each team enter; each later player has a lower rating."""
    usual = robin(teams=of(), ties=("board-points", "direct"), points=POINTS, edition=2)
    made = Meeting(found or usual)
    for place, handle in enumerate(handles or (*ROOKS[:2], *KNIGHTS[:2], *PAWNS[:2])):
        made.enters(handle, rating=2000 - 100 * place)
    made.begins()
    return made


def handles(meeting, at: BoardOf) -> list[str]:
    return [one.handle for one in meeting.now.pair_of(at)]


def lines_up(meeting, who: str, *places: int, from_: int = 1) -> word_kinds.AnyWord:
    fields = office.said(meeting.fold, identity(who))
    made = word_kinds.LineUp(**fields, from_=from_, players=places)
    return sign_word(made, identity(who).sign_seed)


def names(meeting, who: str, named: str, at: BoardOf) -> word_kinds.AnyWord:
    made = word_kinds.Substitute(
        **office.said(meeting.fold, identity(who)),
        round=at.round, board=at.board, player=signer(named), until="2027-01-02T23:59:59Z",
    )  # fmt: skip
    return sign_word(made, identity(who).sign_seed)


def refused(meeting, word) -> str:
    kind = type(word).__struct_config__.tag
    return meeting.refused(kind, kinds.Said(word=word)).code


def wins(meeting, at: BoardOf, who: str) -> None:
    meeting.decides(at, ("first", "second")[handles(meeting, at).index(who)])


def match_of(meeting, round_: int, *teams: str) -> list[BoardOf]:
    """The boards of a match of two teams, in their order."""
    number = {one.handle: one.number for one in meeting.now.entrants}
    wanted = {number[one] for one in teams}
    boards = enumerate(meeting.now.rounds[round_ - 1].boards, 1)
    return [BoardOf(round_, no) for no, pair in boards if {*pair} == wanted]


# --- who enters, and who plays --------------------------------------------------------------------


def test_a_team_enters_with_the_last_player_who_is_needed():
    meeting = Meeting(swiss(3, teams=of()))
    meeting.enters("bob", rating=1500)
    assert meeting.now.entrants == []
    meeting.enters("ann", rating=1700)
    (rooks,) = meeting.now.entrants
    assert (rooks.handle, rooks.name, rooks.rating) == ("rooks", "Club Rooks", 1600)
    assert rooks.sign == signer("ann").sign
    meeting.enters("cas")
    assert len(meeting.now.entrants) == 1


def test_only_who_is_listed_can_enter_and_once():
    meeting = Meeting(swiss(3, teams=of()), "ann")
    assert refused(meeting, meeting.word("kim", "enter")) == "enter.twice"
    assert refused(meeting, meeting.word("ann", "enter")) == "enter.twice"


def test_nobody_enters_by_a_listed_handle_with_another_key():
    meeting = Meeting(swiss(3, teams=of()))
    forged = msgspec.structs.replace(meeting.word("kim", "enter"), handle="ann", sig="")
    assert refused(meeting, sign_word(forged, identity("kim").sign_seed)) == "enter.twice"


def test_a_team_that_is_complete_too_late_does_not_play_a_round_robin():
    meeting = Meeting(robin(teams=of()), "ann", "bob", "dan", "eve", "gus")
    meeting.begins()
    assert refused(meeting, meeting.word("hal", "enter")) == "enter.late"
    meeting.enters("cas")  # a reserve of a team that plays is never too late
    assert [one.handle for one in meeting.now.entrants] == ["rooks", "knights"]


def test_each_board_has_its_players_and_sides_in_turn():
    meeting = begun(robin(teams=of(3)), *ROOKS, *KNIGHTS)
    meeting.pairs()
    pairs = [handles(meeting, BoardOf(1, no)) for no in (1, 2, 3)]
    first, second = (ROOKS, KNIGHTS) if pairs[0][0] == "ann" else (KNIGHTS, ROOKS)
    assert pairs == [
        [first[0], second[0]], [second[1], first[1]], [first[2], second[2]],
    ]  # fmt: skip


def test_the_first_of_the_list_who_have_entered_play():
    meeting = begun(None, "cas", "bob", *KNIGHTS[1:], *PAWNS[:2])
    meeting.pairs()
    meeting.pairs()
    meeting.pairs()
    there = {who for at in meeting.now.boards() for who in handles(meeting, at)}
    assert there == {"bob", "cas", "eve", "fay", "gus", "hal"}


def test_a_captain_lines_up_a_reserve_from_the_next_round_on():
    meeting = begun(None, *ROOKS, *KNIGHTS[:2])
    meeting.says("ann", lines_up(meeting, "ann", 1, 3))
    meeting.pairs()
    (one, two) = match_of(meeting, 1, "rooks", "knights")
    assert [{*handles(meeting, at)} for at in (one, two)] == [{"ann", "dan"}, {"cas", "eve"}]


def test_a_line_up_keeps_the_order_of_the_list_and_has_nobody_twice():
    meeting = begun(None, *ROOKS, *KNIGHTS[:2])
    for places in ((2, 1), (1, 1), (1, 2, 3), (3, 4)):
        assert refused(meeting, lines_up(meeting, "ann", *places)) == "team.none", places
    assert refused(meeting, lines_up(meeting, "dan", 1, 3)) == "team.none"  # fay has not entered
    assert refused(meeting, lines_up(meeting, "bob", 1, 3)) == "word.who"  # ann is the captain


def test_there_is_no_line_up_without_teams():
    meeting = Meeting(robin(), "ann", "bob")
    assert refused(meeting, lines_up(meeting, "ann", 1, 2)) == "team.none"


def test_the_captain_speaks_for_the_team():
    meeting = begun(swiss(3, teams=of()))
    assert refused(meeting, meeting.word("bob", "withdraw")) == "word.who"
    meeting.says("ann", meeting.word("ann", "withdraw"))
    assert not meeting.now.by_handle("rooks").plays(2)
    meeting.says("ann", meeting.word("ann", "return"))
    assert meeting.now.by_handle("rooks").plays(2)


def test_a_captain_who_has_not_entered_says_nothing():
    meeting = begun(swiss(3, teams=of()), "bob", "cas", *KNIGHTS)
    assert refused(meeting, meeting.word("ann", "withdraw")) == "word.who"


def test_a_name_is_that_of_a_player():
    meeting = begun()
    meeting.says("bob", meeting.word("bob", "name", name="Bob Bell"))
    assert meeting.now.members[signer("bob").sign].name == "Bob Bell"
    for name in ("Bob bell", "Club Rooks", "rooks", "ann"):
        assert refused(meeting, meeting.word("dan", "name", name=name)) == "name.taken", name


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"teams": of(teams=(team("rooks", "ann", "bob"), team("pawns", "cas", "ann")))}, "twice"),
        ({"teams": of(teams=(team("rooks", "ann", "bob"), team("rooks", "cas", "dan")))}, "twice"),
        ({"teams": of(teams=(team("rooks", "ann", "bob"), team("ann", "cas", "dan")))}, "twice"),
        ({"teams": of(3, teams=(team("rooks", "ann", "bob"), team("pawns", *PAWNS)))}, "fewer"),
        ({"teams": of(), "games": 2}, "teams"),
        ({"teams": of(), "ties": ("match-points",)}, "no tie-break"),
        ({"teams": of(first="board"), "ties": ("board-points",)}, "no tie-break"),
        ({"ties": ("board-points",)}, "only teams"),
        ({"format": term_kinds.Ladder(reach=1, idle=0, after=None), "teams": of()}, "teams"),
    ],
)
def test_teams_that_cannot_be_are_refused(changes, why):
    assert why in contradiction(robin(**{"ties": (), **changes}))


def test_a_key_is_in_one_team_alone():
    """A player twice, by another handle."""
    twice = msgspec.structs.replace(signer("ann"), handle="ann-2")
    pawns = term_kinds.Team(handle="pawns", name="Pawns", players=(twice, signer("bob")))
    found = robin(ties=(), teams=of(teams=(team("rooks", "ann", "cas"), pawns)))
    assert "key" in contradiction(found)


# --- points ---------------------------------------------------------------------------------------


def a_robin(first="match", ties=("board-points", "direct", "wins")) -> Meeting:
    """Three teams. By hand: rooks beat knights 3-1, pawns 2-2 rooks, knights beat pawns 4-0."""
    meeting = begun(robin(teams=of(first=first), ties=ties, points=POINTS))
    for _ in range(3):
        meeting.pairs()
    number = {tuple(sorted(pair)): None for one in meeting.now.rounds for pair in one.boards}
    assert len(number) == 3
    for no in (1, 2, 3):
        for at in match_of(meeting, no, "rooks", "knights")[:1]:
            wins(meeting, at, "ann")
        for at in match_of(meeting, no, "rooks", "knights")[1:]:
            meeting.decides(at, "draw")
        for at, who in zip(match_of(meeting, no, "rooks", "pawns"), ("ann", "hal"), strict=False):
            wins(meeting, at, who)
        for at, who in zip(match_of(meeting, no, "knights", "pawns"), ("dan", "eve"), strict=False):
            wins(meeting, at, who)
    return meeting


def rows(meeting) -> dict[str, tuple[int, ...]]:
    return {row.handle: (row.points, *row.ties.values()) for row in standings(meeting.now)}


def test_match_points_come_first_and_board_points_break_ties():
    """Each team has a bye: 2 match points and 3 board points. Rooks and knights: 2 + 1, 2."""
    found = rows(a_robin())
    assert {team: row[:2] for team, row in found.items()} == {
        "rooks": (2 + 1 + 2, 3 + 2 + 3), "knights": (0 + 2 + 2, 1 + 4 + 3),
        "pawns": (1 + 0 + 2, 2 + 0 + 3),
    }  # fmt: skip
    assert list(found) == ["rooks", "knights", "pawns"]
    assert {team: row[-1] for team, row in found.items()} == {"rooks": 2, "knights": 2, "pawns": 1}


def test_board_points_come_first_if_the_terms_say_so():
    found = rows(a_robin("board", ("match-points",)))
    assert found == {"rooks": (8, 5), "knights": (8, 4), "pawns": (5, 3)}


def test_a_match_is_undecided_until_its_last_board_is():
    meeting = begun(robin(teams=of(), ties=("board-points",), points=POINTS), *ROOKS, *KNIGHTS)
    meeting.pairs()
    one, two = match_of(meeting, 1, "rooks", "knights")
    wins(meeting, one, "ann")
    assert rows(meeting)["rooks"] == (0, 2)
    wins(meeting, two, "bob")
    assert rows(meeting)["rooks"] == (2, 4)


def test_a_match_that_nobody_wins_is_lost_by_both():
    meeting = begun(robin(teams=of(), ties=("board-points",), points=POINTS), *ROOKS, *KNIGHTS)
    meeting.pairs()
    for at in meeting.now.owed():
        meeting.decides(at, "none", played=False)
    assert rows(meeting) == {"rooks": (0, 0), "knights": (0, 0)}


def test_a_team_that_is_not_there_loses_all_boards():
    meeting = begun()
    meeting.says("ann", meeting.word("ann", "withdraw"))
    for _ in range(3):
        meeting.pairs()
    for at in meeting.now.owed():
        meeting.decides(at, "draw")
    found = rows(meeting)  # rooks left early, so nothing of theirs counts
    assert {team: row[:2] for team, row in found.items()} == {
        "knights": (1 + 2, 2 + 3), "pawns": (1 + 2, 2 + 3), "rooks": (0, 0),
    }  # fmt: skip
    assert second_of(meeting).standings()[0][1:] == (3, {"board-points": 5, "direct": 1})
    assert list(found)[-1] == "rooks"


def test_a_team_that_leaves_late_forfeits_match_and_boards():
    """Rooks have played both boards of one of their two matches: half of their games."""
    meeting, met = begun(), set[str]()
    for _ in range(3):
        boards = meeting.pairs().boards
        there = {meeting.now.entrant(number).handle for pair in boards for number in pair}
        for at in meeting.now.owed():
            meeting.decides(at, "draw")
        if "rooks" in there:
            met = there - {"rooks"}
            meeting.says("ann", meeting.word("ann", "withdraw"))
    (won,) = {"knights", "pawns"} - met
    found = rows(meeting)
    byes = sum(meeting.now.by_handle("rooks").number in one.byes for one in meeting.now.rounds)
    assert found["rooks"][:2] == (1 + 2 * byes, 2 + 3 * byes)
    assert found[won][:2] == (2 + 1 + 2, 4 + 2 + 3)
    assert found[met.pop()][:2] == (1 + 1 + 2, 2 + 2 + 3)


def test_teams_of_a_bracket_go_on_by_board_points():
    meeting = begun(knockout(teams=of(), seeding="rating"), *ROOKS[:2], *KNIGHTS[:2])
    meeting.pairs()
    one, two = match_of(meeting, 1, "rooks", "knights")
    wins(meeting, one, "dan")
    meeting.decides(two, "draw")
    assert standings(meeting.now)[0].handle == "knights"


def test_a_swiss_pairs_teams_by_the_points_that_come_first():
    teams = [team(f"t{no}", f"a{no}", f"b{no}") for no in range(4)]
    names = [who.handle for one in teams for who in one.players]
    meeting = begun(swiss(2, teams=of(teams=teams), ties=(), seeding="rating"), *names)
    meeting.pairs()
    assert {frozenset(pair) for pair in meeting.now.rounds[0].boards} == {
        frozenset((1, 3)), frozenset((2, 4)),
    }  # fmt: skip
    # t0 wins narrowly and t3 by both boards: both have 2 match points, and meet
    wins(meeting, match_of(meeting, 1, "t0", "t2")[0], "a0")
    meeting.decides(match_of(meeting, 1, "t0", "t2")[1], "draw")
    wins(meeting, match_of(meeting, 1, "t1", "t3")[0], "a3")
    wins(meeting, match_of(meeting, 1, "t1", "t3")[1], "b3")
    meeting.pairs()
    assert {frozenset(pair) for pair in meeting.now.rounds[1].boards} == {
        frozenset((1, 4)), frozenset((2, 3)),
    }  # fmt: skip


# --- a substitute inside a team -------------------------------------------------------------------


@pytest.fixture
def umpired():
    found = robin(board=UMPIRED, substitutes=True, teams=of(), ties=("board-points",))
    meeting = begun(found, *ROOKS, *KNIGHTS, *PAWNS)
    meeting.pairs()
    return meeting


def board_of(meeting, who: str) -> BoardOf:
    return next(at for at in meeting.now.boards(1) if who in handles(meeting, at))


def test_a_reserve_plays_for_a_player_who_is_away(umpired):
    who = handles(umpired, BoardOf(1, 1))[0]
    reserve = {"ann": "cas", "dan": "fay", "gus": "ida"}[who]
    umpired.says(who, names(umpired, who, reserve, BoardOf(1, 1)))
    assert signer(reserve) in umpired.now.at_board(BoardOf(1, 1))


def test_nobody_is_twice_in_a_team(umpired):
    """Not at two boards of a round: as players, or as a substitute for two."""
    at = BoardOf(1, 1)
    who = handles(umpired, at)[0]
    mate, reserve = {"ann": ("bob", "cas"), "dan": ("eve", "fay"), "gus": ("hal", "ida")}[who]
    assert refused(umpired, names(umpired, who, mate, at)) == "substitute.none"
    umpired.says(who, names(umpired, who, reserve, at))
    again = names(umpired, mate, reserve, board_of(umpired, mate))
    assert refused(umpired, again) == "substitute.none"
    outsider = names(umpired, mate, "kim", board_of(umpired, mate))
    umpired.says(mate, outsider)


def test_players_of_other_teams_and_captains_name_nobody_for_a_board(umpired):
    at = BoardOf(1, 1)
    who, other = handles(umpired, at)
    rival = {"ann": "cas", "dan": "fay", "gus": "ida"}[other]
    assert refused(umpired, names(umpired, who, rival, at)) == "substitute.none"
    second = BoardOf(1, 2)
    assert refused(umpired, names(umpired, who, "kim", second)) == "substitute.none"


# --- games, pages, other forms --------------------------------------------------------------------


def test_the_game_of_a_board_is_that_of_its_players(tmp_path):
    meeting = begun(None, *ROOKS[:2], *KNIGHTS[:2])
    meeting.pairs()
    at = BoardOf(1, 2)
    opening = terms(meeting.now, at)
    assert [one.handle for one in opening.players] == handles(meeting, at)
    group = Group(tmp_path / "game", opening)
    group.join_all()
    gives_up = group.table.active().handle
    group.play(gives_up, "resign")
    path = tmp_path / "game.pbem"
    create(path, group.events)
    found, outcome = outcome_of(meeting.now, read_evidence(path, toy_library()))
    lost = opening.players[0].handle == gives_up
    assert (found, outcome) == (at, "second" if lost else "first")


def test_a_game_of_the_captain_does_not_count_for_another_board(tmp_path):
    meeting = begun(None, *ROOKS[:2], *KNIGHTS[:2])
    meeting.pairs()
    first, second = terms(meeting.now, BoardOf(1, 1)), terms(meeting.now, BoardOf(1, 2))
    group = Group(tmp_path / "game", msgspec.structs.replace(first, for_=second.for_))
    path = tmp_path / "game.pbem"
    create(path, group.events)
    with pytest.raises(BadTournament, match="players"):
        outcome_of(meeting.now, read_evidence(path, toy_library()))


def test_the_csv_names_teams_and_has_both_points():
    lines = list(csv.DictReader(StringIO(table(a_robin().now))))
    assert [one["player"] for one in lines] == ["rooks", "knights", "pawns"]
    assert [one["board-points"] for one in lines] == ["8", "8", "5"]
    assert any("&" in value for value in lines[0].values())


def test_a_trf_has_the_players_and_the_teams():
    """TRF16: 001 for each player, 013 for each team, with the numbers of its players."""
    meeting = a_robin()
    lines = trf(meeting.now).splitlines()
    players = [line for line in lines if line.startswith("001")]
    assert len(players) == 6
    assert "062 6" in lines
    assert "082 3" in lines
    teams = {line[4:36].strip(): line[36:].split() for line in lines if line.startswith("013")}
    by_number = {line[4:8].strip(): line[14:47].strip() for line in players}
    assert {name: [by_number[no] for no in those] for name, those in teams.items()} == {
        "Club Rooks": ["ann", "bob"], "Club Knights": ["dan", "eve"], "Club Pawns": ["gus", "hal"],
    }  # fmt: skip
    ann = next(line for line in players if line[14:17] == "ann")
    assert ann[80:84].strip() == "2.0"  # two games won; the bye is the team's
    marks = [ann[91 + 10 * no : 99 + 10 * no].split() for no in range(3)]
    won = sorted(by_number[mark[0]] for mark in marks if mark[-1] == "1")
    assert won == ["dan", "gus"]


def test_a_trf26_has_the_points_of_teams():
    """Lines 310 (a team: pairing number, name, match points, game points, rank, players), 352."""
    lines = trf26(a_robin().now).split("\r\n")
    teams = [line for line in lines if line.startswith("310")]
    found = {line[8:40].strip(): (line[54:60], line[61:67], line[68:71]) for line in teams}
    assert found["Club Rooks"] == ("   5.0", "   4.0", "  1")
    assert "352 WB" in lines
    assert not any(line.startswith("362") for line in lines)  # the usual needs none
    bye = next(line for line in lines if line.startswith("320"))
    assert bye.split()[1:3] == ["2.0", "1.5"]
    assert len(bye.split()[3:]) == 3


def test_a_trf26_says_what_a_match_gives_if_that_is_not_usual_and_who_was_lined_up():
    teams = msgspec.structs.replace(of(), match=term_kinds.Scale(win=3, draw=1, loss=0, bye=3))
    meeting = begun(robin(teams=teams, ties=("board-points",)), *ROOKS, *KNIGHTS[:2])
    meeting.says("ann", lines_up(meeting, "ann", 1, 3))
    meeting.pairs()
    lines = trf26(meeting.now).split("\r\n")
    assert "362  TW 3.0    TD 1.0    TL 0.0" in lines
    number = {line[14:47].strip(): line[4:8] for line in lines if line.startswith("001")}
    (out,) = (line for line in lines if line.startswith("300"))
    assert (out[4:7], out[16:20], out[21:25]) == ("  1", number["ann"], number["cas"])


ELO = term_kinds.Elo(start=1500, claimed=False, digits=1, k=20)


def rated(*, played: bool = True) -> Meeting:
    """A round robin of rated teams: the first of the first board wins, and the rest is drawn."""
    ties = ("board-points",)
    meeting = begun(robin(teams=of(), ties=ties, points=POINTS, edition=2, ratings=(ELO,)))
    meeting.pairs()
    first, *others = meeting.now.owed()
    meeting.decides(first, "first", played=played)
    for at in others:
        meeting.decides(at, "draw")
    return meeting


def ratings_of(meeting: Meeting) -> dict[str, tuple[str, int]]:
    return {line.handle: (line.rating, line.games) for line in ratings(meeting.now, ELO)}


def test_each_player_of_a_team_is_rated_by_their_own_games():
    meeting = rated()
    first, *others = meeting.now.boards()
    winner, loser = handles(meeting, first)
    got = ratings_of(meeting)
    assert (got.pop(winner), got.pop(loser)) == (("1510.0", 1), ("1490.0", 1))
    drawn = {who for at in others for who in handles(meeting, at)}
    assert drawn
    assert {got.pop(who) for who in drawn} == {("1500.0", 1)}
    bye = [*got]
    assert len(bye) == 2
    assert {got[who] for who in bye} == {("1500.0", 0)}


def test_a_forfeit_in_a_match_is_not_rated():
    meeting = rated(played=False)
    at = meeting.now.boards()[0]
    assert {ratings_of(meeting)[who] for who in handles(meeting, at)} == {("1500.0", 0)}


def test_a_list_goes_on_from_a_cup_to_a_match_of_teams():
    meeting = rated()
    winner, loser = handles(meeting, meeting.now.boards()[0])
    cup = Meeting(swiss(1, ratings=(ELO,)), winner, loser)
    cup.begins()
    cup.pairs()
    (at,) = cup.now.owed()
    wins(cup, at, winner)
    lines = {line.handle: line for line in rating_list([cup.now, meeting.now], "elo")}
    # 1510 and 1490 after the cup. Then 20 x (1 - 1 / (1 + 10 ** (-20 / 400))) = 9.4
    assert (lines[winner].rating, lines[loser].rating) == ("1519.4", "1480.6")
    assert (lines[winner].games, lines[winner].tournaments) == (2, 2)


def book(meeting) -> dict[str, str]:
    return Book(meeting.fold, meeting.events, "toy", {}, library=toy_library()).pages()


def test_pages_show_teams_and_who_played_at_each_board():
    meeting = a_robin()
    pages = book(meeting)
    front = pages["index.html"]
    assert "Club Rooks" in front
    assert "3 teams" in front
    assert "2 boards a match" in front
    assert ">1.5*<" in front  # of the match of rooks and knights
    assert "ann" in pages["round-1.html"] + pages["round-2.html"] + pages["round-3.html"]
    said = [event_words(event, meeting.now, toy_library()) for event in meeting.events]
    assert any("ann enters for rooks" in line for line in said)
    shown = " ".join(show_lines(meeting.fold, None, toy_library()))
    teams, here = "(rooks|knights|pawns)", r"[a-i]\w+ \((red|blue)\)"
    assert re.search(rf"{teams} - {teams}: {here} - {here}: ", shown)


# --- the second reader ----------------------------------------------------------------------------


def second_of(meeting) -> Contest:
    second = Contest()
    for event in meeting.events:
        second.event(event.line)
    return second


def test_the_second_reader_has_the_same():
    for first, ties in (("match", ("board-points", "direct")), ("board", ("match-points",))):
        meeting = a_robin(first, ties)
        found = [(row.handle, row.points, row.ties) for row in standings(meeting.now)]
        assert second_of(meeting).standings() == found


def test_a_log_of_teams_is_read_again_to_the_same(umpired):
    assert repr(umpired.again().now) == repr(umpired.now)
