"""Leaving: what `out` and `withdraw` agree on, the boards that wait, and from which round on."""

from __future__ import annotations

import pytest

from pbem.director.directing import acts
from pbem.director.office import begin
from pbem.director.player.saying import check, composed, write_word
from pbem.director.words.events import event_words
from pbem.director.words.reporting import gone_lines, open_board_lines, word_lines
from pbem.errors import FormError
from pbem.tournament.events.words import sign_word
from pbem.tournament.exchange import report
from pbem.tournament.hearing import why_useless
from toy.directing import DORA, PLAYERS, Directed
from toy.group import identity, signer
from toy.meeting import Meeting, robin, swiss


def paired(folder, found, *, every=False):
    dora = Directed(folder)
    begin(dora.client, DORA, "cup", found)
    for handle in PLAYERS:
        write_word(dora.entry(handle), "cup", dora.inbox / f"{handle}.word")
    dora.collects()
    dora.types(lambda office: acts.pair(office, dora.client, every=every))
    return dora


def withdraws(dora, handle):
    made = composed(dora.fold(), signer(handle), "withdraw")
    check(dora.fold(), made)
    return sign_word(made, identity(handle).sign_seed)


def test_out_names_each_board_that_waits_with_the_command_that_decides_it(tmp_path):
    dora = paired(tmp_path, robin(edition=2), every=True)
    dora.types(lambda office: acts.put_out(office, "bob", "bob's gone"))
    history = dora.fold().now
    bob = history.by_handle("bob")
    lines = list(open_board_lines(history, bob.number, "bob's gone"))
    commands = [line.strip() for line in lines if "pbem tournament rule" in line]
    assert len(commands) == len(history.open_boards(bob.number)) == 3
    at = history.open_boards(bob.number)[0]
    other = next(one.handle for one in history.pair_of(at) if one.handle != "bob")
    assert commands[0] == (
        f"pbem tournament rule {at.board} {other} --round {at.round} --forfeit "
        """--why 'bob'"'"'s gone'"""
    )


def test_open_boards_of_who_is_out_are_decided_at_once(tmp_path):
    dora = paired(tmp_path, robin(edition=2), every=True)
    for handle in ("bob", "cas"):
        dora.types(lambda office, one=handle: acts.put_out(office, one, "gone"))
    dora.types(lambda office: acts.forfeit_open(office, "bob", "gone"))
    history = dora.fold().now
    bob = history.by_handle("bob").number
    assert history.open_boards(bob) == []
    ends = {
        frozenset(one.handle for one in history.pair_of(at)): history.words_of(at, done)
        for at, done in history.decided.items()
    }
    assert ends == {
        frozenset(("ann", "bob")): "ann wins, not played",
        frozenset(("bob", "cas")): "nobody wins, not played",
        frozenset(("bob", "dan")): "dan wins, not played",
    }


@pytest.mark.parametrize("found", [robin(edition=2), robin(), swiss(1, edition=2)])
def test_out_and_withdraw_agree(tmp_path, found):
    """While a board is open both are taken; after that both are refused, but where FIDE's rule
    on who left a round robin asks for it."""
    dora = paired(tmp_path, found, every=True)
    assert withdraws(dora, "bob")
    counts = dora.fold().now.edition > 1 and found.format == robin().format
    for at in dora.fold().now.owed():
        dora.types(lambda office, at=at: acts.rule(office, at, "draw", "over", played=True))
    if counts:
        assert withdraws(dora, "bob")
        dora.types(lambda office: acts.put_out(office, "bob", "gone"))
        return
    with pytest.raises(FormError, match="paired"):
        withdraws(dora, "bob")
    with pytest.raises(FormError, match="bob has no game left"):
        dora.types(lambda office: acts.put_out(office, "bob", "gone"))


def test_from_which_round_on_is_said_alike_everywhere(tmp_path):
    dora = paired(tmp_path, robin(edition=2))
    word = withdraws(dora, "bob")
    assert word.from_ == 1
    dora.mails("bob-withdraws.word", lambda to: write_word(word, "cup", to))
    dora.collects()
    dora.types(lambda office: acts.put_out(office, "cas", "no answer"))
    history, events = dora.fold().now, dora.events()
    reported = {event.kind: event_words(event, history) for event in events}
    assert reported["withdraw"] == "bob withdraws, from round 2 on."
    assert list(gone_lines(history)) == ["bob has withdrawn, from round 2 on."]
    assert "Withdrawn: bob (from round 2 on)" in report(history)
    assert reported["out"] == "cas is out, from round 2 on: no answer"
    assert list(word_lines(history)) == [
        "By the director's word: cas is out, from round 2 on: no answer"
    ]


def test_after_the_last_round_no_round_is_named_that_there_is_not(tmp_path):
    dora = paired(tmp_path, robin(edition=2), every=True)
    dora.types(lambda office: acts.put_out(office, "cas", "no answer"))
    (reported,) = word_lines(dora.fold().now)
    assert reported == (
        "By the director's word: cas is out, after the last round was paired: no answer"
    )


def test_the_report_names_everybody(tmp_path):
    dora = paired(tmp_path, robin(edition=2))
    lines = report(dora.fold().now).splitlines()
    assert [line.split()[1].rstrip(",") for line in lines if line[:1].isdigit()] != []
    assert sum(line[:1].isdigit() for line in lines) == len(PLAYERS)
    assert why_useless(dora.fold().now, withdraws(dora, "bob")) == ""


def test_who_leaves_and_returns_again_and_again_costs_no_more_each_time():
    """A turn replaces those that it makes void: thousands of them would slow every reader."""
    meeting = Meeting(swiss(3))
    meeting.enters("ann")
    for _ in range(10):
        for what in ("withdraw", "return"):
            meeting.says("ann", meeting.word("ann", what, from_=1))
    [ann] = meeting.now.entrants
    assert ann.turns == [(1, True)]
    assert ann.plays(1)


def test_a_turn_keeps_those_of_earlier_rounds():
    meeting = Meeting(swiss(3))
    meeting.enters("ann")
    meeting.says("ann", meeting.word("ann", "withdraw", from_=2))
    meeting.says("ann", meeting.word("ann", "return", from_=3))
    [ann] = meeting.now.entrants
    assert [ann.plays(number) for number in (1, 2, 3, 4)] == [True, False, True, True]
