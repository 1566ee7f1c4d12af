"""The second reader of tournaments and the program agree: on tournaments by chance, on altered
logs, and on the games of boards.
"""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest
from msgspec import UNSET
from msgspec.structs import replace

from long import times
from pbem.director.evidence import outcome_of, read_evidence
from pbem.director.judging import verify
from pbem.log.file import create
from pbem.table.events import kinds as table
from pbem.tournament import going_on
from pbem.tournament.binding import terms
from pbem.tournament.events import kinds, term_kinds
from pbem.tournament.faults import BadTournament
from pbem.tournament.history import BoardOf
from pbem.tournament.ranking.rating_list import rating_list
from second import cup_after, cup_games, cups
from second.cup_form import fits
from second.cup_list import through
from second.cup_reader import Contest, read
from second.cups import Cup
from second.form import Finding
from toy.group import Group, signer, toy_library
from toy.meeting import BOARD, Meeting, laddered, robin

AT = BoardOf(1, 1)
EVERY = 5
"""How many tournaments one test runs: their common part is that each is cheap."""


@pytest.mark.parametrize("first", range(0, times(5, 10), EVERY))
def test_tournaments_by_chance(first):
    """By hand: ``PYTHONPATH=tests python -m second.cups FIRST COUNT``."""
    for number in range(first, first + EVERY):
        Cup(number).runs()


@pytest.mark.long(2)
def test_what_may_be_wrong_is_often_wrong_in_many_ways():
    missing = {
        *("", "sign.other", "word.other", "word.old", "word.sign", "word.who", "enter.twice"),
        *("enter.late", "keep.late", "keep.proof", "closed.list", "lot.due", "lot.proof"),
        *("pair.due", "pair.other", "board.none", "game.twice", "result.twice", "result.game"),
        *("rule.nothing", "close.order", "after.close", "found.first"),
        *("bid.due", "bid.seal", "bid.owed", "bid.low", "bye.none"),
    }
    for number in range(120):
        cup = Cup(number)
        cup.runs()
        missing -= {code for _, code in cup.reported}
        if not missing:
            break
    assert not missing


def many_games(drawn):
    """The terms that are drawn, but with two to four games for each pairing."""

    def terms(rng):
        found = drawn(rng)
        while not isinstance(found.format, cups.MATCHED) or found.bids or found.teams:
            found = drawn(rng)
        return replace(found, games=rng.randint(2, 4))

    return terms


@pytest.mark.parametrize("first", range(0, times(2, 10), 2))
def test_tournaments_of_several_games_a_pairing(first, monkeypatch):
    monkeypatch.setattr(cups, "terms", many_games(cups.terms))
    for number in range(first, first + 2):
        Cup(number).runs()


ELIMINATIONS = (
    term_kinds.SingleElimination(draws="seed", third=False),
    term_kinds.DoubleElimination(draws="seed", again=False),
)


GROUPS = term_kinds.Groups(groups=2, best=1, draws="seed", third=False)


@pytest.mark.parametrize("format_", [*ELIMINATIONS, GROUPS], ids=repr)
def test_nobody_enters_an_elimination_for_a_later_round(format_):
    """Neither judges it by when the word came: its first round is the only one to come into."""
    meeting = Meeting(robin(format=format_, ties=()), "ann", "bob")
    word = meeting.word("cas", "enter", from_=2)
    event = meeting.made("enter", kinds.Said(word=word), "dora")
    contest = Contest()
    for one in meeting.events:
        contest.event(one.line)
    with pytest.raises(Finding, match=r"enter\.late"):
        contest.event(event.line)
    with pytest.raises(BadTournament) as reported:
        meeting.fold.judge(event)
    assert reported.value.fault.code == "enter.late"


@pytest.mark.parametrize("format_", ELIMINATIONS, ids=repr)
@pytest.mark.parametrize("ties", [(), ("wins",)], ids=str)
def test_an_elimination_has_no_tie_breaks(ties, format_):
    found = robin(format=format_, ties=ties)
    reported = ""
    try:
        Meeting(found)
    except BadTournament as error:
        reported = error.fault.code
    assert reported == ("found.terms" if ties else "")
    assert fits(msgspec.to_builtins(found)) == (not ties)


def test_a_final_of_one_has_no_round():
    meeting = Meeting(robin(format=GROUPS), "ann", "bob")
    meeting.begins()
    meeting.pairs()
    meeting.says("bob", meeting.word("bob", "withdraw"))
    contest = Contest()
    for one in meeting.events:
        contest.event(one.line)
    final = kinds.Pair(round=2, boards=(), byes=(1,))
    with pytest.raises(BadTournament, match=r"pair\.due"):
        meeting.write("pair", final)
    with pytest.raises(Finding, match=r"pair\.due"):
        contest.event(meeting.made("pair", final, "dora").line)


def test_who_goes_before_the_last_lot_is_drawn_with_the_others():
    """Else one who has seen all lots but one could choose among several orders by a ruling."""
    orders = []
    for goes in (False, True):
        meeting = Meeting(robin(), "ann", "bob", "cas", "dan", keepers=("kim", "dora"))
        meeting.closes()
        meeting.says("kim", meeting.lot("kim"))
        if goes:
            meeting.write("out", kinds.PutOut(entrant=2, why="no answer"))
        meeting.says("dora", meeting.lot("dora"))
        orders.append(meeting.now.order)
        contest, finding = read(b"".join(event.line + b"\n" for event in meeting.events))
        assert finding is None
        assert contest.numbers == meeting.now.order
    assert [len(order) for order in orders] == [4, 4]


@pytest.fixture(scope="module")
def cup():
    made = Cup(2)
    made.runs()
    return [event.line + b"\n" for event in made.events]


@pytest.mark.parametrize("number", range(times(20, 50)))
def test_an_altered_log_is_refused_by_both_with_one_code(cup, number, tmp_path):
    rng = random.Random(number)  # noqa: S311 - no secret
    lines = list(cup)
    at = rng.randrange(len(lines))
    what = rng.randrange(5)
    if what == 0:
        byte = rng.randrange(len(lines[at]) - 1)
        lines[at] = lines[at][:byte] + bytes([rng.randrange(32, 127)]) + lines[at][byte + 1 :]
    elif what == 1:
        del lines[at]
    elif what == 2:
        lines.insert(at, lines[at])
    elif what == 3:
        other = rng.randrange(len(lines))
        lines[at], lines[other] = lines[other], lines[at]
    else:
        lines[at] = lines[at][: rng.randrange(len(lines[at]))]
        del lines[at + 1 :]
    path = tmp_path / "cup.tournament"
    path.write_bytes(b"".join(lines))
    report = verify(path, [], toy_library())
    _, finding = read(path.read_bytes())
    reported = [fault.code for fault in report.faults]
    assert reported == ([finding.code] if finding else [])


# --- games ----------------------------------------------------------------------------------------


@pytest.fixture
def meeting():
    made = Meeting(robin(), "ann", "bob")
    made.begins()
    made.pairs()
    return made


def judged(meeting, path, outcome=None):
    """Return what both say of a game: the program's code, and that of the second reader."""
    evidence = read_evidence(path, toy_library())
    try:
        _, found = outcome_of(meeting.now, evidence)
        program = ""
    except BadTournament as error:
        found, program = "draw", error.fault.code
    where = {"round": 1, "board": 1, "game": evidence.game}
    meeting.write("game", kinds.GameOf(**where))
    head = evidence.verdict.head or "1" * 64
    meeting.write("result", kinds.ResultOf(**where, head=head, outcome=outcome or found))
    contest = Contest()
    for event in meeting.events:
        contest.event(event.line)
    return program, cup_games.check(contest, 1, 1, path.read_bytes())


def game(meeting, folder, *, ends=True, **changes):
    agreed = msgspec.structs.replace(terms(meeting.now, AT), **changes)
    group = Group(folder / "game", agreed)
    group.join_all()
    if ends:
        group.play(group.table.active().handle, "resign")
    create(folder / "game.pbem", group.events)
    return folder / "game.pbem"


def test_a_game_counts_for_both(meeting, tmp_path):
    assert judged(meeting, game(meeting, tmp_path)) == ("", "")


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"options": {"rounds": 3}}, "log.terms"),
        ({"umpire": signer("eve")}, "log.terms"),
        ({"clock": table.Clock(days=7, bank=30, grace=7, turn=None)}, "log.terms"),
        ({"for_": UNSET}, "log.unbound"),
        ({"for_": table.Pairing("1" * 64, "2" * 64, 1)}, "log.unbound"),
    ],
    ids=str,
)
def test_a_game_that_is_not_as_agreed_counts_for_neither(meeting, tmp_path, changes, code):
    assert judged(meeting, game(meeting, tmp_path, **changes)) == (code, code)


def test_a_changed_result_is_seen(meeting, tmp_path):
    assert judged(meeting, game(meeting, tmp_path), outcome="none") == ("", "log.result")


def test_a_game_that_the_umpire_has_not_closed(tmp_path: Path):
    board = msgspec.structs.replace(BOARD, umpire=signer("eve"), dice="umpire")
    meeting = Meeting(robin(board=board), "ann", "bob")
    meeting.begins()
    meeting.pairs()
    assert judged(meeting, game(meeting, tmp_path)) == ("log.unfinished",) * 2


def reported_of_going_on(new, old):
    """Return what the program says of a ladder that is to go on from another log."""
    try:
        going_on.check(new.fold, old.fold)
    except BadTournament as error:
        return error.fault.code
    return ""


@pytest.mark.parametrize("number", range(times(4, 10)))
def test_a_ladder_that_goes_on(number, monkeypatch):
    """From another ladder by chance, mostly over: as that ended, and otherwise in one thing."""
    monkeypatch.setattr(cups, "OF_TWO", (cups.a_ladder,))
    monkeypatch.setattr(cups, "OF_OTHERS", ())
    old, other = Cup(number), Cup(number + 1)
    old.runs()
    reported = going_on.after(old.fold)
    order = reported.order
    changes = {
        "": {},
        "head": {"head": old.events[-2].id},
        "tournament": {"tournament": other.now.id},
        "turned round": {"order": order[::-1]},
        "one left out": {"order": order[1:]},
        "one more": {"order": (*order, "5" * 64)},
    }
    for name, change in changes.items():
        after = replace(reported, **change)
        if not after.order:
            continue
        new = Meeting(laddered(after=after))
        contest, finding = read(b"".join(event.line + b"\n" for event in new.events))
        assert finding is None
        good = old.now.over and after == reported
        assert reported_of_going_on(new, old) == ("" if good else "found.after"), name
        assert cup_after.goes_on(contest, old.second) == good
        assert reported_of_going_on(new, other) == "found.after"
        assert not cup_after.goes_on(contest, other.second)
    begins = Meeting(laddered())
    contest, _ = read(b"".join(event.line + b"\n" for event in begins.events))
    assert not cup_after.goes_on(contest, old.second)
    assert reported_of_going_on(begins, old) == "found.after"


RATED = (
    term_kinds.Elo(start=1500, claimed=True, digits=1, k=32),
    term_kinds.Area(start=5000, claimed=True, digits=0),
    term_kinds.Glicko(
        start=1500, claimed=False, digits=2, deviation=200, volatility=60_000, tau=500
    ),
)


@pytest.mark.parametrize("first", range(0, times(3, 9), 3))
def test_a_list_through_several_tournaments(first, monkeypatch):
    """The same people, in another order and with others, meet in three tournaments."""
    drawn = cups.terms
    monkeypatch.setattr(cups, "OF_OTHERS", ())
    monkeypatch.setattr(cups, "terms", lambda rng: replace(drawn(rng), ratings=RATED))
    played = [Cup(number) for number in range(first, first + 3)]
    for cup in played:
        cup.runs()
    for system in ("elo", "area", "glicko-2"):
        mine = rating_list([cup.now for cup in played], system)
        second = through([cup.second for cup in played], system)
        assert max(line.logs for line in second) > 1
        assert [(line.handle, line.sign, line.tournaments, line.games) for line in mine] == [
            (line.handle, line.sign, line.logs, line.rated.games) for line in second
        ]
        assert [line.rating for line in mine] == [str(line.rated.rating) for line in second]
        if system == "glicko-2":
            wide = [str(line.rated.deviation) for line in second]
            assert [line.deviation for line in mine] == wide
