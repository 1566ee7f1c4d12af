"""A log with one fault each: the code, whom it convicts, and that nothing was taken."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from pbem.crypto import vrf
from pbem.director.office import next_event
from pbem.log.event import compose
from pbem.tournament import lots
from pbem.tournament.events import kinds, term_kinds
from pbem.tournament.events.words import sign_word
from pbem.tournament.faults import FAULTS, BadTournament
from pbem.tournament.folding import Fold, fold
from pbem.tournament.ranking.standings import standings
from toy.group import identity, signer
from toy.meeting import Meeting, robin, swiss

ROOT = Path(__file__).parents[2]
NO_GAME = "1" * 64


def begun(rounds=1):
    meeting = Meeting(swiss(3), "ann", "bob", "cas", "dan")
    meeting.begins()
    meeting.pairs()
    for _ in range(rounds - 1):
        meeting.plays()
        meeting.pairs()
    return meeting


def said(word):
    return kinds.Said(word=word)


def altered(word, who, **changes):
    """The word, changed and signed again by ``who``; with ``sig`` only changed."""
    made = msgspec.structs.replace(word, **changes)
    return made if "sig" in changes else sign_word(made, identity(who).sign_seed)


def game(meeting, of=NO_GAME, board=1):
    return kinds.GameOf(round=len(meeting.now.rounds), board=board, game=of)


def result(outcome="first", of=NO_GAME, board=1):
    return kinds.ResultOf(round=1, board=board, game=of, head=NO_GAME, outcome=outcome)


def fresh(*handles):
    return Meeting(swiss(3), *handles)


def case_kind():
    return begun().refused("orders", kinds.Close(order=(1, 2)))


def case_second_found():
    return begun().refused("found", swiss(3))


def case_terms():
    with pytest.raises(BadTournament) as reported:
        Meeting(robin(points=term_kinds.Scale(win=1, draw=2, loss=0, bye=1)))
    return reported.value.fault


def case_signed_by_another():
    return begun().refused("game", game(begun()), by="ann")


def case_signed_with_another_key():
    meeting = begun()
    event = meeting.made("game", game(meeting))
    forged = compose(
        game=event.game, seq=event.seq, prev=event.prev, by="dora", at=event.at, kind=event.kind,
        data=event.data, seed=identity("ann").sign_seed,
    )  # fmt: skip
    with pytest.raises(BadTournament) as reported:
        meeting.fold.take(forged)
    return reported.value.fault


def case_chain():
    meeting = begun()
    with pytest.raises(BadTournament) as reported:
        fold([*meeting.events[:3], *meeting.events[4:]])
    return reported.value.fault


def case_size():
    keys = tuple(f"{number:064x}" for number in range(1000))
    return fresh("ann", "bob").refused("closed", kinds.Closed(entrants=keys, note="x" * 1999))


def case_word_unsigned():
    meeting = fresh()
    word = altered(meeting.word("ann", "enter"), "ann", sig="0" * 128)
    return meeting.refused("enter", said(word))


def case_word_changed():
    meeting = fresh()
    word = msgspec.structs.replace(meeting.word("ann", "enter"), rating=1900)
    return meeting.refused("enter", said(word))


def case_word_of_another_tournament():
    return fresh().refused("enter", said(fresh("zoe").word("ann", "enter")))


def case_word_of_another_kind():
    meeting = fresh("ann")
    return meeting.refused("return", said(meeting.word("ann", "withdraw")))


def case_word_used_again():
    """ann withdraws, returns, and that old withdrawal is brought once more."""
    meeting = fresh("ann", "bob", "cas")
    word = meeting.word("ann", "withdraw")
    meeting.says("ann", word)
    meeting.says("ann", meeting.word("ann", "return"))
    return meeting.refused("withdraw", said(word))


def case_withdrawn_by_who_never_entered():
    meeting = fresh("ann")
    return meeting.refused("withdraw", said(meeting.word("bob", "withdraw")))


def case_withdrawn_in_the_name_of_another():
    meeting = fresh("ann", "bob")
    word = altered(meeting.word("bob", "withdraw"), "bob", handle="ann")
    return meeting.refused("withdraw", said(word))


def case_enters_twice():
    meeting = fresh("ann")
    return meeting.refused("enter", said(meeting.word("ann", "enter")))


def case_enters_under_two_names():
    meeting = fresh("ann")
    word = altered(meeting.word("ann", "enter"), "ann", handle="anna")
    return meeting.refused("enter", said(word))


def case_enters_a_round_robin_that_is_laid_out():
    meeting = Meeting(robin(), "ann", "bob")
    meeting.begins()
    return meeting.refused("enter", said(meeting.word("cas", "enter")))


def case_name_of_two_lines():
    with pytest.raises(BadTournament) as reported:
        Fold().take(next_event(Fold(), identity("dora"), robin(name="Cup\nEverything"), "found"))
    return reported.value.fault


def case_keeper_after_the_entries():
    meeting = begun()
    return meeting.refused("keep", said(meeting.word("eve", "keep")))


def case_keeper_with_the_key_of_another():
    meeting = fresh("ann")
    other = meeting.word("eve", "keep")
    mine = altered(meeting.word("bob", "keep"), "bob", vrf=other.vrf, proof=other.proof)
    return meeting.refused("keep", said(mine))


def case_entrant_left_out():
    meeting = fresh("ann", "bob", "cas")
    keys = sorted(one.sign for one in meeting.now.entrants)[:2]
    return meeting.refused("closed", kinds.Closed(entrants=tuple(keys)))


def case_lot_out_of_turn():
    meeting = Meeting(swiss(1), "ann", "bob", keepers=("dora", "eve"))
    meeting.closes()
    return meeting.refused("lot", said(meeting.lot("eve")))


def case_lot_over_something_else():
    meeting = fresh("ann", "bob")
    meeting.closes()
    lot = altered(meeting.lot("dora"), "dora", proof=meeting.now.keepers[0].vrf[:0] + "0" * 160)
    return meeting.refused("lot", said(lot))


def case_lot_over_another_event():
    """A good proof, over another event than the list of entrants."""
    meeting = fresh("ann", "bob")
    meeting.closes()
    dora, other = identity("dora"), "1" * 64
    alpha = lots.lot_alpha(meeting.now.id, other)
    proof = vrf.prove(dora.vrf_secret(meeting.now.id), alpha).hex()
    lot = altered(meeting.lot("dora"), "dora", on=other, proof=proof)
    return meeting.refused("lot", said(lot))


def case_challenges_in_a_swiss():
    meeting = begun()
    return meeting.refused("challenge", said(meeting.word("ann", "challenge", whom="bob")))


def case_pairs_before_the_results():
    return begun().refused("pair", kinds.Pair(round=2, boards=((1, 2), (3, 4)), byes=()))


def case_pairs_before_the_lots():
    meeting = fresh("ann", "bob")
    meeting.closes()
    return meeting.refused("pair", kinds.Pair(round=1, boards=((1, 2),), byes=()))


def case_pairs_otherwise():
    """The director exchanges the sides of one pair."""
    meeting = begun()
    meeting.plays()
    twin = Fold()
    for event in meeting.events:
        twin.take(event)
    good = meeting.pairs()
    meeting.fold = twin
    (one, two), *others = good.boards
    wrong = kinds.Pair(round=2, boards=((two, one), *others), byes=())
    return meeting.refused("pair", wrong)


def case_no_such_board():
    meeting = begun()
    return meeting.refused("game", game(meeting, board=3))


def case_second_game():
    meeting = begun()
    meeting.write("game", game(meeting))
    return meeting.refused("game", game(meeting, "2" * 64))


def case_one_game_for_two_boards():
    meeting = begun()
    meeting.write("game", game(meeting))
    return meeting.refused("game", game(meeting, board=2))


def case_second_result():
    meeting = begun()
    meeting.write("game", game(meeting))
    meeting.write("result", result())
    return meeting.refused("result", result("second"))


def case_result_of_another_game():
    meeting = begun()
    meeting.write("game", game(meeting))
    return meeting.refused("result", result(of="2" * 64))


def case_ruled_as_it_is():
    meeting = begun()
    at = meeting.now.owed()[0]
    meeting.decides(at, "first")
    data = kinds.Rule(round=1, board=at.board, outcome="first", played=True, why="again")
    return meeting.refused("rule", data)


def case_changed_after_what_is_paired():
    change = kinds.Change(from_=1, rounds=None, board=None, why="so")
    return begun().refused("change", change)


def case_puts_out_nobody():
    return begun().refused("out", kinds.PutOut(entrant=9, why="gone"))


def dismissal(entrant=1):
    return kinds.Dismiss(round=1, board=1, entrant=entrant, why="too late")


def case_dismissed_where_nothing_is_decided():
    return begun().refused("dismiss", dismissal())


def case_dismissed_twice():
    meeting = begun()
    meeting.plays()
    meeting.write("dismiss", dismissal())
    return meeting.refused("dismiss", dismissal())


def case_dismissed_of_who_has_not_entered():
    meeting = begun()
    meeting.plays()
    return meeting.refused("dismiss", dismissal(9))


def case_dismissed_on_no_board():
    return begun().refused("dismiss", msgspec.structs.replace(dismissal(), board=7))


def case_another_order():
    meeting = begun(3)
    meeting.plays()
    order = tuple(one.number for one in meeting.now.entrants)
    right = tuple(row.number for row in standings(meeting.now))
    wrong = order if order != right else tuple(reversed(order))
    return meeting.refused("close", kinds.Close(order=wrong))


def case_closed_with_boards_owed():
    meeting = begun()
    order = tuple(row.number for row in standings(meeting.now))
    return meeting.refused("close", kinds.Close(order=order))


def case_after_the_end():
    meeting = begun(3)
    meeting.plays()
    order = tuple(row.number for row in standings(meeting.now))
    meeting.write("close", kinds.Close(order=order))
    return meeting.refused("out", kinds.PutOut(entrant=1, why="late"))


CASES = {
    case_kind: "kind.form",
    case_second_found: "found.first",
    case_terms: "found.terms",
    case_signed_by_another: "sign.other",
    case_signed_with_another_key: "sign.other",
    case_chain: "line.bad",
    case_size: "size.event",
    case_word_unsigned: "word.sign",
    case_word_changed: "word.sign",
    case_word_of_another_tournament: "word.other",
    case_word_of_another_kind: "word.other",
    case_word_used_again: "word.old",
    case_withdrawn_by_who_never_entered: "word.who",
    case_withdrawn_in_the_name_of_another: "word.who",
    case_enters_twice: "enter.twice",
    case_enters_under_two_names: "enter.twice",
    case_enters_a_round_robin_that_is_laid_out: "enter.late",
    case_name_of_two_lines: "kind.form",
    case_keeper_after_the_entries: "keep.late",
    case_keeper_with_the_key_of_another: "keep.proof",
    case_entrant_left_out: "closed.list",
    case_lot_out_of_turn: "lot.due",
    case_lot_over_something_else: "lot.proof",
    case_lot_over_another_event: "lot.proof",
    case_challenges_in_a_swiss: "challenge.none",
    case_pairs_before_the_results: "pair.due",
    case_pairs_before_the_lots: "pair.due",
    case_pairs_otherwise: "pair.other",
    case_no_such_board: "board.none",
    case_second_game: "game.twice",
    case_one_game_for_two_boards: "game.twice",
    case_second_result: "result.twice",
    case_result_of_another_game: "result.game",
    case_ruled_as_it_is: "rule.nothing",
    case_changed_after_what_is_paired: "change.none",
    case_puts_out_nobody: "rule.nothing",
    case_dismissed_where_nothing_is_decided: "rule.nothing",
    case_dismissed_twice: "rule.nothing",
    case_dismissed_of_who_has_not_entered: "rule.nothing",
    case_dismissed_on_no_board: "board.none",
    case_another_order: "close.order",
    case_closed_with_boards_owed: "close.order",
    case_after_the_end: "after.close",
}
CONVICTS = {"pair.other", "closed.list", "game.twice", "result.twice", "result.game", "close.order"}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__.removeprefix("case_"))
def test_a_fault_is_named(case):
    fault = case()
    assert fault.code == CASES[case], fault
    if fault.code in CONVICTS:
        assert fault.whose == "dora"


def test_every_code_has_a_case_here_or_with_the_games():
    here = Path(__file__).parent
    games = "".join(
        (here / f"test_{name}.py").read_text()
        for name in (
            "games",
            "ladder",
            "tlog",
            "deputy",
            "bids",
            "requests",
            "deadlines",
            "substitutes",
            "pauses",
            "teams",
        )
    )
    lacking = [code for code in FAULTS if code not in CASES.values() and f'"{code}"' not in games]
    assert lacking == []


def test_the_page_lists_every_code():
    page = (ROOT / "docs" / "tournaments.md").read_text()
    assert dict(re.findall(r"^\| `([a-z]+\.[a-z]+)` \| (.*) \|$", page, re.MULTILINE)) == FAULTS


def test_an_appeal_that_is_dismissed_changes_nothing_and_may_come_again_after_a_ruling():
    meeting = begun(3)
    meeting.plays()
    before = [(row.handle, row.points) for row in standings(meeting.now)]
    meeting.write("dismiss", dismissal())
    meeting.write("dismiss", dismissal(2))
    assert [(row.handle, row.points) for row in standings(meeting.now)] == before
    at = meeting.now.boards()[0]
    meeting.decides(at, "draw")
    meeting.write("dismiss", dismissal())
    assert [(one.at, one.entrant) for one in meeting.again().now.dismissed] == [
        (at, 1),
        (at, 2),
        (at, 1),
    ]


def test_another_engine_is_reported_and_convicts_nobody(monkeypatch):
    meeting = begun()
    monkeypatch.setattr("pbem.tournament.pairings.pairing.engine", lambda: "another 1.0")
    assert meeting.again().uncompared == [1]


def test_two_keepers_and_the_lots_are_those_of_both():
    meeting = Meeting(swiss(1), "ann", "bob", "cas", keepers=("dora", "eve"))
    meeting.begins()
    assert sorted(meeting.now.order) == [1, 2, 3]
    assert signer("eve").handle in [one.handle for one in meeting.now.keepers]
