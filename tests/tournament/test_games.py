"""Games that are to count: bound, as agreed, ended, once; and what a stranger finds of them."""

from __future__ import annotations

import msgspec
import pytest
from msgspec import UNSET

from pbem.director.directing.collecting import collect
from pbem.director.evidence import outcome_of, read_evidence
from pbem.director.judging import verify
from pbem.director.words.reporting import report_lines
from pbem.log.file import create, read_events
from pbem.log.finding import finding
from pbem.table.events import kinds as table
from pbem.table.table import Table
from pbem.tournament.binding import board_of, terms
from pbem.tournament.events import kinds, term_kinds
from pbem.tournament.faults import BadTournament
from pbem.tournament.history import BoardOf
from second.crypt import jcs, signed_by, tagged
from toy.directing import Directed
from toy.group import Group, identity, rules_id, signer, toy_library
from toy.meeting import BOARD, Meeting, robin

AT = BoardOf(1, 1)
SEEN = "seen on the board"


@pytest.fixture
def meeting():
    made = Meeting(robin(), "ann", "bob")
    made.begins()
    made.pairs()
    return made


def log_of(folder, name, data, *, ends=True, by=None):
    """Write the log of a game that is opened like this, and given up by ``by``, or the second."""
    group = Group(folder / name, data)
    group.join_all()
    if ends:
        group.play("ann" if by == "first" else group.table.active().handle, "resign")
    path = folder / f"{name}.pbem"
    create(path, group.events)
    return path


def refused(meeting, path):
    with pytest.raises(BadTournament) as reported:
        outcome_of(meeting.now, read_evidence(path, toy_library()))
    return reported.value.fault.code


def counted(meeting, tmp_path):
    """A game that counts, entered in the tournament's log; return its path."""
    path = log_of(tmp_path, "game", terms(meeting.now, AT))
    evidence = read_evidence(path, toy_library())
    _, outcome = outcome_of(meeting.now, evidence)
    meeting.write("game", kinds.GameOf(round=1, board=1, game=evidence.game))
    head = evidence.verdict.head
    data = kinds.ResultOf(round=1, board=1, game=evidence.game, head=head, outcome=outcome)
    meeting.write("result", data)
    return path


def file_of(meeting, tmp_path, events=None):
    path = tmp_path / "cup.tournament"
    path.unlink(missing_ok=True)
    create(path, events or meeting.events)
    return path


def test_the_winner_is_who_holds_the_winning_side(meeting, tmp_path):
    path = log_of(tmp_path, "game", terms(meeting.now, AT))
    evidence = read_evidence(path, toy_library())
    at, outcome = outcome_of(meeting.now, evidence)
    first, second = meeting.now.pair_of(at)
    assert {first.handle: "first", second.handle: "second"}[evidence.verdict.winner] == outcome


@pytest.mark.parametrize(
    "change",
    [
        {"options": {"rounds": 3}},
        {"umpire": signer("eve")},
        {"clock": table.Clock(days=7, bank=30, grace=7, turn=None)},
        "sides",
        "players",
        "witness",
    ],
    ids=str,
)
def test_a_game_on_other_terms_does_not_count(meeting, tmp_path, change):
    agreed = terms(meeting.now, AT)
    first, second = agreed.players
    if change == "sides":
        change = {"seats": {"red": second.handle, "blue": first.handle}}
    elif change == "players":
        change = {"players": (second, first)}
    elif change == "witness":
        change = {"players": (first, second, signer("eve"))}
    data = msgspec.structs.replace(agreed, **change)
    assert refused(meeting, log_of(tmp_path, "game", data, ends=False)) == "log.terms"


@pytest.mark.parametrize("forged", ["signature", "key", "nothing"])
def test_an_opening_that_a_player_did_not_sign_convicts_them_of_nothing(meeting, tmp_path, forged):
    """Mallory opens a game on other terms in a player's name, and the director enters it."""
    agreed = terms(meeting.now, AT)
    first, second = agreed.players
    key = first.sign if forged != "key" else signer("mallory").sign
    players = (msgspec.structs.replace(first, sign=key), second)
    data = msgspec.structs.replace(agreed, options={"rounds": 3}, players=players)
    who = first.handle if forged == "nothing" else "mallory"
    group = Group(tmp_path / "game", agreed).at(())
    opened = group.forge(first.handle, "open", data, seed=identity(who).sign_seed)
    create(tmp_path / "game.pbem", [opened])
    where = {"round": 1, "board": 1, "game": opened.id}
    meeting.write("game", kinds.GameOf(**where))
    meeting.write("result", kinds.ResultOf(**where, head=opened.id, outcome="second"))
    report = verify(file_of(meeting, tmp_path), [tmp_path / "game.pbem"], toy_library())
    convicted = {"signature": "", "key": "dora", "nothing": first.handle}[forged]
    assert [(one.code, one.whose) for one in report.faults] == [("log.terms", convicted)]


def test_who_was_put_in_by_the_handle_of_an_entrant_convicts_them_of_nothing(tmp_path):
    """By an umpire, with another key: cas plays elsewhere in the tournament."""
    meeting = Meeting(robin(), "ann", "bob", "cas")
    meeting.begins()
    meeting.pairs()
    path = log_of(tmp_path, "game", terms(meeting.now, AT))
    good = read_evidence(path, toy_library())
    first, second = (one.handle for one in meeting.now.pair_of(AT))
    [other] = {"ann", "bob", "cas"} - {first, second}
    found = finding("orders.illegal", message="It is illegal.", blame=(other, first))
    wrong = msgspec.structs.replace(good.verdict, ok=False, finding=found)
    with pytest.raises(BadTournament) as reported:
        outcome_of(meeting.now, good._replace(verdict=wrong))
    assert (reported.value.fault.code, reported.value.fault.whose) == ("log.bad", first)


@pytest.mark.parametrize("what", ["friendly", "tournament", "pair", "board"])
def test_a_game_for_something_else_does_not_count(meeting, tmp_path, what):
    agreed = terms(meeting.now, AT)
    other = {"tournament": "1" * 64, "pair": "2" * 64, "board": 2}
    bound = UNSET
    if what != "friendly":
        bound = msgspec.structs.replace(agreed.for_, **{what: other[what]})
    data = msgspec.structs.replace(agreed, for_=bound)
    assert refused(meeting, log_of(tmp_path, "game", data)) == "log.unbound"


def test_a_game_that_goes_on_waits(meeting, tmp_path):
    path = log_of(tmp_path, "game", terms(meeting.now, AT), ends=False)
    assert refused(meeting, path) == "log.unfinished"


def test_a_game_that_the_umpire_must_close_waits(tmp_path):
    board = msgspec.structs.replace(BOARD, umpire=signer("eve"), dice="umpire")
    meeting = Meeting(robin(board=board), "ann", "bob")
    meeting.begins()
    meeting.pairs()
    group = Group(tmp_path / "game", terms(meeting.now, AT))
    group.join_all()
    group.play(group.table.active().handle, "resign")
    path = tmp_path / "game.pbem"
    create(path, group.events)
    verdict = read_evidence(path, toy_library()).verdict
    assert verdict.result is not None
    assert verdict.needs
    assert refused(meeting, path) == "log.unfinished"


def test_an_altered_log_does_not_count(meeting, tmp_path):
    path = log_of(tmp_path, "game", terms(meeting.now, AT))
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:-2], lines[-1]]))
    assert refused(meeting, path) == "log.bad"
    path.write_bytes(b"no log\n")
    with pytest.raises(BadTournament) as reported:
        read_evidence(path, toy_library())
    assert reported.value.fault.code == "log.bad"


def test_newer_rules_in_the_middle_of_a_game_are_reported(meeting, tmp_path):
    """Its opening is as the tournament has it, and the result counts; that two of them agreed to
    other rules since is said to the director and to every stranger."""
    group = Group(tmp_path / "game", terms(meeting.now, AT))
    group.join_all()
    one = group.table.active().handle  # the lots say whose it is
    group.play(one, "offer_rules", rules_id(2))
    group.play("bob" if one == "ann" else "ann", "answer", True)
    group.play(group.table.active().handle, "resign")
    path = tmp_path / "game.pbem"
    create(path, group.events)
    dora = Directed(tmp_path / "dora")
    dora.client.tournaments.mkdir(mode=0o700)
    create(dora.log, meeting.events)
    reported = []
    dora.types(lambda office: reported.extend(collect(office, dora.client, [path])))
    assert reported[0].became == "taken"
    newer = "played by toy version 1, then version 2, as its players agreed during"
    assert f"NEWER RULES than the tournament's: the game was {newer}" in reported[0].reported
    report = verify(dora.log, [path], toy_library())
    assert report.ok
    assert [one.partition(": ")[0] for one in report.newer] == ["round 1, board 1"]
    said = "\n".join(report_lines(report, []))
    assert f"NEWER RULES than the tournament's: round 1, board 1: {newer}" in said


def test_a_game_by_the_rules_of_the_tournament_is_reported_as_no_other(meeting, tmp_path):
    game = counted(meeting, tmp_path)
    report = verify(file_of(meeting, tmp_path), [game], toy_library())
    assert report.newer == ()
    assert not any("NEWER RULES" in line for line in report_lines(report, []))


def test_who_was_replaced_has_won_nothing(meeting, tmp_path):
    path = log_of(tmp_path, "game", terms(meeting.now, AT))
    evidence = read_evidence(path, toy_library())
    seats = {**evidence.verdict.seats, "red": "zoe"}
    verdict = msgspec.structs.replace(evidence.verdict, seats=seats)
    with pytest.raises(BadTournament) as reported:
        outcome_of(meeting.now, evidence._replace(verdict=verdict))
    assert reported.value.fault.code == "log.seat"


def test_a_stranger_recomputes_it(meeting, tmp_path):
    game = counted(meeting, tmp_path)
    report = verify(file_of(meeting, tmp_path), [game], toy_library())
    assert report.ok
    assert (report.games, report.missing, report.others) == (1, (), ())
    assert report.standings[0].points == 2
    assert report.alone
    assert not report.plays


def test_a_result_without_its_log_is_not_believed(meeting, tmp_path):
    counted(meeting, tmp_path)
    report = verify(file_of(meeting, tmp_path), [], toy_library())
    assert not report.ok
    assert len(report.missing) == 1  # "log.missing"


def test_a_result_that_the_director_changed_convicts_him(meeting, tmp_path):
    game = counted(meeting, tmp_path)
    true = meeting.events[-1].data
    liar = Meeting.__new__(Meeting)
    liar.events = list(meeting.events[:-1])
    liar.fold = liar.again()
    outcome = "second" if true["outcome"] == "first" else "first"
    liar.write("result", {**true, "outcome": outcome})
    report = verify(file_of(liar, tmp_path), [game], toy_library())
    assert not report.ok
    assert [(fault.code, fault.whose) for fault in report.faults] == [("log.result", "dora")]


def test_a_result_of_another_head_convicts_nobody_alone(meeting, tmp_path):
    game = counted(meeting, tmp_path)
    liar = Meeting.__new__(Meeting)
    liar.events = list(meeting.events[:-1])
    liar.fold = liar.again()
    liar.write("result", {**meeting.events[-1].data, "head": "1" * 64})
    report = verify(file_of(liar, tmp_path), [game], toy_library())
    assert [(fault.code, fault.whose) for fault in report.faults] == [("log.result", "")]


def test_the_second_does_not_open(meeting):
    agreed = terms(meeting.now, AT)
    first, second = agreed.players
    assert board_of(meeting.now, "game", agreed, first.handle) == AT
    with pytest.raises(BadTournament) as reported:
        board_of(meeting.now, "game", agreed, second.handle)
    assert reported.value.fault.code == "log.terms"


def test_a_second_game_for_a_board_is_reported_and_counts_for_nothing(meeting, tmp_path):
    game = counted(meeting, tmp_path)
    other = log_of(tmp_path, "other", terms(meeting.now, AT))
    report = verify(file_of(meeting, tmp_path), [other, game, game], toy_library())
    assert report.ok
    assert report.games == 1
    assert report.others == (str(other),)


def test_a_pairing_rewritten_in_a_second_history_is_reported_as_that(tmp_path):
    """Its games are witnesses of the log by which they were opened; alone they convict nobody."""
    meeting = Meeting(robin(), "ann", "bob", "cas", "dan")
    meeting.begins()
    before = list(meeting.events)
    meeting.pairs()
    game = log_of(tmp_path, "game", terms(meeting.now, AT), ends=False)
    shown = file_of(meeting, tmp_path).read_bytes()
    paired = meeting.now.rounds[0].pair
    liar = Meeting.__new__(Meeting)
    liar.events = before
    liar.fold = liar.again()
    liar.write("out", kinds.PutOut(entrant=1, why="gone"))
    liar.pairs()
    other = file_of(liar, tmp_path)
    report = verify(other, [game], toy_library())
    signed = " and ".join(sorted(one.handle for one in meeting.now.pair_of(AT)))
    reported = f"{game}, board 1 of pairing {paired}, signed by {signed}"
    assert (report.ok, report.others, report.unpaired) == (True, (), (reported,))
    lines = list(report_lines(report, []))
    assert f"This log does NOT have the pairing of this game: {reported}" in lines
    assert any("made that pairing in a second history" in line for line in lines)
    assert not any("counts for no board" in line for line in lines)
    false = msgspec.structs.replace(
        terms(meeting.now, AT), players=(signer("xan"), signer("yan")),
        seats={"red": "xan", "blue": "yan"},
    )  # fmt: skip
    strange = log_of(tmp_path, "strange", false, ends=False)
    assert verify(other, [strange], toy_library()).unpaired == ()  # made up by who never entered
    game.write_bytes(b"".join(game.read_bytes().splitlines(keepends=True)[:1]) + b"{}\n")
    assert verify(other, [game], toy_library()).unpaired == ()
    (tmp_path / "shown").write_bytes(shown)
    assert verify(tmp_path / "shown", [], toy_library()).unpaired == ()


def test_an_old_rating_changes_by_a_ruling_that_is_reported(tmp_path):
    """Ratings stand in no log: to change an old one is to change, or rule on, a result."""
    elo = term_kinds.Elo(start=1500, claimed=False, digits=1, k=20)
    meeting = Meeting(robin(2, ratings=(elo,)), "ann", "bob")
    meeting.begins()
    meeting.pairs()
    meeting.decides(AT, "first")
    meeting.pairs()
    meeting.decides(BoardOf(2, 1), "first")
    before = verify(file_of(meeting, tmp_path), [], toy_library())
    reported = [one.partition(",")[0] for one in before.ruled]
    assert reported == ["round 1", "round 2"]
    assert all(one.endswith(f"({SEEN})") for one in before.ruled)
    late = kinds.Rule(round=1, board=1, outcome="second", played=True, why="on appeal")
    meeting.write("rule", late)
    after = verify(file_of(meeting, tmp_path), [], toy_library())
    assert after.ok
    assert after.ratings["elo"] != before.ratings["elo"]
    assert after.ruled[0].endswith("(on appeal)")
    assert f"By the director's word: {after.ruled[0]}" in report_lines(after, [])


def test_a_true_entry_cannot_be_denied(meeting):
    """The log has the entrant's own signature, on this tournament, in the word."""
    said = next(event for event in meeting.events if event.kind == "enter").data["word"]
    assert said["handle"] == "ann"
    assert (said["sign"], said["tournament"]) == (signer("ann").sign, meeting.now.id)
    signed = {key: value for key, value in said.items() if key != "sig"}
    assert signed_by(signer("ann").sign, said["sig"], tagged("word", jcs(signed)))
    for field, other in (("tournament", "1" * 64), ("from", 2), ("rating", 9)):
        altered = tagged("word", jcs({**signed, field: other}))
        assert not signed_by(signer("ann").sign, said["sig"], altered)


def test_an_appeal_that_was_dismissed_is_reported(meeting, tmp_path):
    game = counted(meeting, tmp_path)
    meeting.write("dismiss", kinds.Dismiss(round=1, board=1, entrant=2, why="it was late"))
    report = verify(file_of(meeting, tmp_path), [game], toy_library())
    assert (report.ok, report.ruled) == (True, ())
    assert report.dismissed == ("round 1, board 1, of bob: it was late",)
    assert "Appeal dismissed: round 1, board 1, of bob: it was late" in report_lines(report, [])


def test_an_old_copy_beside_the_newer_one_is_nothing_wrong(meeting, tmp_path):
    game = counted(meeting, tmp_path)
    old = tmp_path / "old.pbem"
    old.write_bytes(b"".join(game.read_bytes().splitlines(keepends=True)[:-1]))
    log = file_of(meeting, tmp_path)
    for files in ([old, game], [game, old], [old, game, old]):
        report = verify(log, files, toy_library())
        assert (report.ok, report.games, report.others) == (True, 1, ())
    assert [one.code for one in verify(log, [old], toy_library()).faults] == ["log.unfinished"]


def test_a_log_that_ends_otherwise_is_reported_beside_the_one_that_counts(meeting, tmp_path):
    """The same whichever is read first."""
    game = counted(meeting, tmp_path)
    other = tmp_path / "fork.pbem"
    group = Group(tmp_path / "fork", terms(meeting.now, AT))
    lines = list(read_events(game))
    group.events, group.table = lines[:1], Table(toy_library())
    group.table.take(lines[0])
    for event in lines[1:-1]:
        group.take(event)
    loser = lines[-1].by
    create(other, [*lines[:-1], group.forge(loser, "resign", {"note": "a second thought"})])
    log = file_of(meeting, tmp_path)
    for files in ([other, game], [game, other]):
        report = verify(log, files, toy_library())
        assert (report.ok, report.others) == (True, (str(other),))
    (fault,) = verify(log, [other], toy_library()).faults
    assert (fault.code, fault.whose) == ("log.result", "")


def test_a_ruling_in_the_place_of_a_result_is_reported(meeting, tmp_path):
    game = counted(meeting, tmp_path)
    meeting.decides(AT, "draw")
    report = verify(file_of(meeting, tmp_path), [game], toy_library())
    assert report.ok
    first, second = (one.handle for one in meeting.now.pair_of(AT))
    won = meeting.now.words_of(AT, meeting.now.proven[AT])
    (reported,) = report.ruled
    assert reported.startswith(f"round 1, board 1, {first} - {second}: drawn (seen on the board). ")
    assert reported.endswith(f"The log of its game says: {won}")
    assert report.unseen == ()
    assert [row.points for row in report.standings] == [1, 1]
    assert (
        list(report_lines(report, []))[-1] == "Everything follows from the files. It is not over."
    )


def test_a_ruling_whose_game_was_not_given_is_reported_as_not_looked_at(meeting, tmp_path):
    game = counted(meeting, tmp_path)
    meeting.decides(AT, "draw")
    report = verify(file_of(meeting, tmp_path), [], toy_library())
    assert report.ok
    won = meeting.now.words_of(AT, meeting.now.proven[AT])
    assert report.ruled[0].endswith(
        f"drawn (seen on the board). You did NOT give the log of its game. By the director, "
        f"it says: {won}"
    )
    game_id = meeting.now.games[AT]
    assert report.unseen == (f"round 1, board 1: {game_id}",)
    *_, last = report_lines(report, [])
    assert "Everything follows" not in last
    assert "NOT everything was checked" in last
    assert game.exists()


def test_a_result_beneath_a_ruling_that_the_director_changed_convicts_them(meeting, tmp_path):
    path = log_of(tmp_path, "game", terms(meeting.now, AT))
    evidence = read_evidence(path, toy_library())
    _, outcome = outcome_of(meeting.now, evidence)
    meeting.write("game", kinds.GameOf(round=1, board=1, game=evidence.game))
    lie = {"first": "second", "second": "first"}[outcome]
    head = evidence.verdict.head
    data = kinds.ResultOf(round=1, board=1, game=evidence.game, head=head, outcome=lie)
    meeting.write("result", data)
    meeting.decides(AT, "draw")
    (fault,) = verify(file_of(meeting, tmp_path), [path], toy_library()).faults
    assert (fault.code, fault.whose) == ("log.result", "dora")


def test_of_a_ruling_on_a_game_that_was_never_entered_the_log_is_reported(meeting, tmp_path):
    path = log_of(tmp_path, "game", terms(meeting.now, AT))
    game = read_evidence(path, toy_library()).game
    meeting.write("game", kinds.GameOf(round=1, board=1, game=game))
    meeting.decides(AT, "draw")
    log = file_of(meeting, tmp_path)
    short = tmp_path / "0.pbem"  # a copy that says nothing comes first, and hides no other
    short.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:2]))
    for games in ([path], [short, path]):
        report = verify(log, games, toy_library())
        assert "wins, which the director never entered" in report.ruled[0]
    assert "no result that counts" in verify(log, [short], toy_library()).ruled[0]


def test_an_event_that_does_not_follow_ends_the_reading(meeting, tmp_path):
    path = file_of(meeting, tmp_path, meeting.events[:4])
    assert verify(path, [], toy_library()).ok
    path.write_bytes(path.read_bytes().replace(b'"handle":"bob"', b'"handle":"bub"'))
    report = verify(path, [], toy_library())
    assert not report.ok
    assert report.faults
