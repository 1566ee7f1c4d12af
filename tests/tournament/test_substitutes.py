"""A substitute plays for somebody who is away for a time, and gives the seat back."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from msgspec import UNSET

from pbem.crypto import signing
from pbem.director import office
from pbem.director.evidence import outcome_of, read_evidence, was_played
from pbem.director.judging import verify
from pbem.director.pages.book import Book
from pbem.director.words.events import event_words
from pbem.director.words.reporting import report_lines, show_lines
from pbem.log.file import create
from pbem.tournament.binding import terms
from pbem.tournament.events import kinds, word_kinds
from pbem.tournament.events.terms import contradiction
from pbem.tournament.events.words import sign_word
from pbem.tournament.exchange import report
from pbem.tournament.faults import BadTournament
from pbem.tournament.history import BoardOf
from pbem.tournament.substitutes import agreed_bytes
from second import cup_games
from second.cup_reader import Contest
from toy.group import Group, identity, move, signer, toy_library
from toy.meeting import BOARD, Meeting, alone, robin

AT = BoardOf(1, 1)
UNTIL = "2027-01-02T23:59:59Z"
UMPIRED = msgspec.structs.replace(BOARD, umpire=signer("uma"))


@pytest.fixture
def meeting():
    """ann and bob are paired; three have entered; a player who is away can name a substitute."""
    made = Meeting(robin(board=UMPIRED, substitutes=True), "ann", "bob", "cas")
    made.begins()
    made.pairs()
    return made


def away(meeting) -> str:
    """The opener of the game has the first turn, and is away."""
    return meeting.now.pair_of(AT)[0].handle


def other(meeting) -> str:
    return meeting.now.pair_of(AT)[1].handle


def names(meeting, who: str, named: str, **changes) -> word_kinds.AnyWord:
    fields = {"round": 1, "board": 1, "player": signer(named), "until": UNTIL, **changes}
    made = word_kinds.Substitute(**office.said(meeting.fold, identity(who)), **fields)
    return sign_word(made, identity(who).sign_seed)


def is_back(meeting, who: str, player: str, by: str = "", **changes) -> word_kinds.AnyWord:
    """``by``: whose key signs for the new handle, if it is not that handle's own."""
    text = agreed_bytes(meeting.now.id, who, signer(who).sign)
    agreed = signing.sign(identity(by or player).sign_seed, text).hex()
    fields = {"round": 1, "board": 1, "player": signer(player), "agreed": agreed, **changes}
    made = word_kinds.Back(**office.said(meeting.fold, identity(who)), **fields)
    return sign_word(made, identity(who).sign_seed)


def goes_and_returns(meeting) -> None:
    who = away(meeting)
    meeting.says(who, names(meeting, who, "hal"))
    meeting.says(who, is_back(meeting, who, f"{who}-2"))


def played(meeting, folder: Path, *players: str) -> Path:
    """The game of the board, in which each of these replaces the one before; the last gives up."""
    group = Group(folder / "game", terms(meeting.now, AT))
    group.join_all()
    now = group.table.active().handle
    assert now == away(meeting)
    for new in players:
        heir = {"handle": new, "sign": signer(new).sign}
        group.play("uma", "ruling", {"out": now, "as": "replace", "late": None, **heir})
        group.play(new, "join")
        now = new
    group.play(now, "resign")
    path = folder / "game.pbem"
    create(path, group.events)
    return path


def judged(meeting, path: Path) -> tuple[str, str]:
    """Return what the program and the second reader say of a game, as the code of a fault."""
    evidence = read_evidence(path, toy_library())
    try:
        _, outcome = outcome_of(meeting.now, evidence)
        program = ""
    except BadTournament as error:
        outcome, program = "second", error.fault.code
    where = {"round": 1, "board": 1, "game": evidence.game}
    meeting.write("game", kinds.GameOf(**where))
    ended = {"head": evidence.verdict.head, "outcome": outcome}
    meeting.write("result", kinds.ResultOf(**where, **ended))
    contest = Contest()
    for event in meeting.events:
        contest.event(event.line)
    return program, cup_games.check(contest, 1, 1, path.read_bytes())


def test_who_comes_back_by_another_handle_has_the_result(meeting, tmp_path):
    goes_and_returns(meeting)
    game = played(meeting, tmp_path, "hal", f"{away(meeting)}-2")
    assert judged(meeting, game) == ("", "")
    log = tmp_path / "cup.tournament"
    create(log, meeting.events)
    found = verify(log, [game], toy_library())
    assert found.ok, found.faults
    points = {row.handle: row.points for row in found.standings}
    assert (points[other(meeting)], points[away(meeting)]) == (2, 0)
    assert found.substitutes == (
        f"round 1, board 1: hal was named to play for {away(meeting)}.",
        f"round 1, board 1: {away(meeting)} is back as {away(meeting)}-2.",
    )
    assert any(line.startswith("Substitute: ") for line in report_lines(found, []))


@pytest.mark.parametrize("players", [(), ("hal",)], ids=str)
def test_a_substitute_may_end_the_game_and_nobody_has_to_play(meeting, tmp_path, players):
    """The umpire may never have ruled, or the game may end before the player is back."""
    meeting.says(away(meeting), names(meeting, away(meeting), "hal"))
    assert judged(meeting, played(meeting, tmp_path, *players)) == ("", "")


def test_who_is_back_may_have_played_all_the_time(meeting, tmp_path):
    goes_and_returns(meeting)
    assert judged(meeting, played(meeting, tmp_path)) == ("", "")


def test_a_substitute_who_keeps_the_seat_decides_no_board(meeting, tmp_path):
    goes_and_returns(meeting)
    path = played(meeting, tmp_path, "hal")
    with pytest.raises(BadTournament, match=r"hal kept the seat of .*, who is back"):
        outcome_of(meeting.now, read_evidence(path, toy_library()))
    assert judged(meeting, path) == ("log.seat", "log.seat")


@pytest.mark.parametrize("players", [("zoe",), ("hal", "zoe"), ("2", "hal")], ids=str)
def test_nobody_holds_a_seat_who_was_not_named_for_it(meeting, tmp_path, players):
    """Nor does a substitute hold it again after the player came back, without a new request."""
    who = away(meeting)
    goes_and_returns(meeting)
    players = [f"{who}-2" if one == "2" else one for one in players]
    path = played(meeting, tmp_path, *players)
    with pytest.raises(BadTournament, match="who did not name them"):
        outcome_of(meeting.now, read_evidence(path, toy_library()))
    assert judged(meeting, path) == ("log.seat", "log.seat")


def test_a_player_can_go_and_return_twice(meeting, tmp_path):
    who = away(meeting)
    goes_and_returns(meeting)
    meeting.says(who, names(meeting, who, "ida"))
    meeting.says(who, is_back(meeting, who, f"{who}-3"))
    players = ("hal", f"{who}-2", "ida", f"{who}-3")
    assert judged(meeting, played(meeting, tmp_path, *players)) == ("", "")


def test_orders_of_a_substitute_make_it_a_game(tmp_path):
    """A player who was away and lost by forfeit has not played; but somebody has for them."""
    meeting = Meeting(robin(board=UMPIRED, substitutes=True, edition=2), "ann", "bob")
    meeting.begins()
    meeting.pairs()
    who = away(meeting)
    meeting.says(who, names(meeting, who, "hal"))
    for orders, reported in ((False, False), (True, UNSET)):
        folder = tmp_path / str(orders)
        group = Group(folder, terms(meeting.now, AT))
        group.join_all()
        heir = {"handle": "hal", "sign": signer("hal").sign}
        group.play("uma", "ruling", {"out": who, "as": "replace", "late": None, **heir})
        group.play("hal", "join")
        if orders:
            group.orders("hal", move(1))
        group.play("uma", "ruling", {"out": "hal", "as": "forfeit", "late": None})
        create(folder / "game.pbem", group.events)
        evidence = read_evidence(folder / "game.pbem", toy_library())
        assert outcome_of(meeting.now, evidence)[1] == "second"
        assert was_played(meeting.now, evidence) is reported


def refused(meeting, word) -> str:
    """Return what the program and the second reader say alike of a request."""
    contest = Contest()
    for event in meeting.events:
        contest.event(event.line)
    kind, said = type(word).__struct_config__.tag, kinds.Said(word=word)
    event = meeting.made(kind, said)
    fault = meeting.refused(kind, said)
    with pytest.raises(Exception, match=fault.code.replace(".", r"\.")):
        contest.event(event.line)
    return fault.code


def test_what_no_substitute_can_be(meeting):
    who, whom = away(meeting), other(meeting)
    third = next(one for one in ("ann", "bob", "cas") if one not in (who, whom))
    for player in (whom, third, "uma", who):
        assert refused(meeting, names(meeting, who, player)) == "substitute.none"
    a_key = msgspec.structs.replace(signer("hal"), sign=signer(whom).sign)
    assert refused(meeting, names(meeting, who, "hal", player=a_key)) == "substitute.none"
    assert refused(meeting, names(meeting, third, "hal")) == "substitute.none"
    assert refused(meeting, is_back(meeting, who, f"{who}-2")) == "substitute.none"
    assert refused(meeting, names(meeting, "hal", "ida")) == "word.who"
    assert refused(meeting, names(meeting, who, "hal", board=7)) == "board.none"


def test_they_take_turns_and_each_handle_is_there_once(meeting):
    who, whom = away(meeting), other(meeting)
    meeting.says(who, names(meeting, who, "hal"))
    assert refused(meeting, names(meeting, who, "ida")) == "substitute.none"
    assert refused(meeting, names(meeting, whom, "hal")) == "substitute.none"
    assert refused(meeting, is_back(meeting, who, who)) == "substitute.none"
    assert refused(meeting, is_back(meeting, who, "hal")) == "substitute.none"
    meeting.says(who, is_back(meeting, who, f"{who}-2"))
    assert refused(meeting, names(meeting, who, "hal")) == "substitute.none"
    assert refused(meeting, names(meeting, who, f"{who}-2")) == "substitute.none"


def test_nobody_is_back_by_a_key_that_has_not_signed_for_it(meeting):
    """Else somebody could say that they are the winner of another board, or a stronger player."""
    who, whom = away(meeting), other(meeting)
    meeting.says(who, names(meeting, who, "hal"))
    assert refused(meeting, is_back(meeting, who, "zoe", by=who)) == "substitute.none"
    for_other = agreed_bytes(meeting.now.id, whom, signer(whom).sign)
    stolen = signing.sign(identity("zoe").sign_seed, for_other).hex()
    assert refused(meeting, is_back(meeting, who, "zoe", agreed=stolen)) == "substitute.none"


def test_two_are_never_one_person(meeting):
    """A player who is back by a key has entered: nobody else is, enters or stands in by it."""
    goes_and_returns(meeting)
    who, whom = away(meeting), other(meeting)
    meeting.says(whom, names(meeting, whom, "ida"))
    assert refused(meeting, is_back(meeting, whom, f"{who}-2")) == "substitute.none"
    assert refused(meeting, meeting.word(f"{who}-2", "enter")) == "enter.twice"


def test_a_decided_board_has_no_substitute(meeting):
    meeting.decides(AT, "draw")
    assert refused(meeting, names(meeting, away(meeting), "hal")) == "substitute.none"


def test_without_the_term_nobody_is_replaced(tmp_path):
    meeting = Meeting(robin(board=UMPIRED), "ann", "bob")
    meeting.begins()
    meeting.pairs()
    assert refused(meeting, names(meeting, away(meeting), "hal")) == "substitute.none"
    assert judged(meeting, played(meeting, tmp_path, "hal")) == ("log.seat", "log.seat")


def test_a_substitute_needs_an_umpire_and_an_opponent():
    assert "umpire" in contradiction(robin(substitutes=True))
    assert "alone" in contradiction(alone(1, substitutes=True))
    assert contradiction(robin(board=UMPIRED, substitutes=True)) == ""


def test_everybody_reads_who_plays_for_whom(meeting):
    who = away(meeting)
    meeting.says(who, names(meeting, who, "hal"))
    line = f"round 1, board 1: hal plays for {who} until 2 January 2027 (UTC)."
    assert line in list(show_lines(meeting.fold))
    reported = event_words(meeting.events[-1], meeting.now)
    assert reported.endswith(f": hal plays for {who} until 2 January 2027 (UTC).")
    pages = Book(meeting.fold, meeting.events, "cup.tournament", {}).pages()
    for page in ("index.html", "round-1.html", "events.html"):
        assert f"hal plays for {who} until 2 January 2027" in pages[page]
    meeting.says(who, is_back(meeting, who, f"{who}-2"))
    assert f"{who} plays again, as {who}-2." in event_words(meeting.events[-1], meeting.now)
    assert f"Substitute: round 1, board 1: {who} is back as {who}-2." in report(meeting.now)
