"""Bids for sides: as section 4 of the page has it, by the program and the second reader."""

from __future__ import annotations

from datetime import UTC, datetime

import msgspec
import pytest

from pbem.director.evidence import outcome_of, read_evidence
from pbem.director.judging import verify
from pbem.director.words.reporting import Desk, bid_lines, board_words, missing_lines
from pbem.log.file import create
from pbem.tournament.binding import board_of, terms
from pbem.tournament.events import kinds, term_kinds
from pbem.tournament.faults import BadTournament
from pbem.tournament.history import BoardOf
from second import cup_games
from second.cup_bids import terms as second_terms
from second.cup_reader import read
from toy.group import Group, toy_library
from toy.meeting import BOARD, Meeting, robin

AT = BoardOf(1, 1)
RED = term_kinds.Price(option="rounds", step=-1, most=2)
BLUE = term_kinds.Price(option="extra", step=2, most=3)
OPTIONS = {"rounds": 4, "extra": 1}


def begun(prices=(RED, BLUE), options=OPTIONS):
    board = msgspec.structs.replace(BOARD, options=options)
    meeting = Meeting(robin(board=board, bids=term_kinds.SealedBids(prices=prices)), "ann", "bob")
    meeting.begins()
    meeting.pairs()
    return meeting


def names(meeting):
    return [one.handle for one in meeting.now.pair_of(AT)]


def refused(meeting, word):
    """The fault of a word, the same in both readers."""
    return refused_event(meeting, type(word).__struct_config__.tag, kinds.Said(word=word))


def refused_event(meeting, kind, data):
    fault = meeting.refused(kind, data)
    lines = [event.line + b"\n" for event in (*meeting.events, meeting.made(kind, data))]
    assert read(b"".join(lines))[1].code == fault.code
    return fault.code


def seals(meeting, *said):
    """Seal these bids, each (who, side, price); return them by who."""
    bids = {who: meeting.bid(who, side, price) for who, side, price in said}
    for who, bid in bids.items():
        meeting.says(who, meeting.seal(who, bid))
    return bids


def opens(meeting, bids, *whose):
    for who in whose or bids:
        meeting.says(who, meeting.opened(who, bids[who]))


def silent(meeting, who):
    number = meeting.now.by_handle(who).number
    return kinds.Unbid(round=1, board=1, entrant=number, why="two weeks without a word")


def came_to(meeting):
    """Return who holds red, and what the options are: as both readers say."""
    made = meeting.now.board_terms(AT)
    contest, finding = read(b"".join(event.line + b"\n" for event in meeting.events))
    assert finding is None
    sides, options = second_terms(contest.found, contest.rounds[0].boards[0])
    assert (sides, options) == ([list(held) for held in made.sides], made.options)
    red = names(meeting)[[held == ("red",) for held in made.sides].index(True)]
    return red, made.options["rounds"], made.options["extra"]


# The bids of the first and of the second of the pair: the side and the price; who has red; rounds,
# extra.
TABLE = [
    (("first", 2), ("second", 3), 0, 2, 7),
    (("second", 1), ("first", 0), 1, 4, 3),
    (("first", 1), ("first", 2), 1, 2, 1),
    (("first", 2), ("first", 1), 0, 2, 1),
    (("first", 1), ("first", 1), 0, 3, 1),
    (("second", 1), ("second", 1), 1, 4, 3),
    (("second", 1), ("second", 3), 0, 4, 7),
    (("second", 3), None, 1, 4, 1),
    (None, ("first", 2), 1, 4, 1),
    (None, None, 0, 4, 1),
]


@pytest.mark.parametrize(("one", "two", "red", "rounds", "extra"), TABLE, ids=range(len(TABLE)))
def test_what_bids_come_to(one, two, red, rounds, extra):
    meeting = begun()
    pair = names(meeting)
    said = dict(zip(pair, (one, two), strict=True))
    bids = seals(meeting, *((who, *(bid or ("first", 2))) for who, bid in said.items()))
    for who, bid in said.items():
        if bid is None:
            meeting.write("unbid", silent(meeting, who))
        else:
            opens(meeting, bids, who)
    assert came_to(meeting) == (pair[red], rounds, extra)
    assert meeting.now.bids_owed(AT) == []


def test_nobody_opens_before_both_have_sealed():
    meeting = begun()
    bids = seals(meeting, ("ann", "first", 1))
    early = meeting.opened("ann", bids["ann"])
    assert refused(meeting, early) == "bid.due"
    bids |= seals(meeting, ("bob", "second", 2))
    assert refused(meeting, early) == "bid.due"  # signed before ann saw that bob is bound
    opens(meeting, bids)
    assert refused(meeting, meeting.opened("ann", bids["ann"])) == "bid.due"


def test_who_has_not_sealed_holds_up_nobody_when_he_is_reported_silent():
    meeting = begun()
    bids = seals(meeting, ("ann", "second", 1))
    meeting.write("unbid", silent(meeting, "bob"))
    assert refused(meeting, meeting.seal("bob", meeting.bid("bob", "first", 0))) == "bid.due"
    assert refused_event(meeting, "unbid", silent(meeting, "bob")) == "bid.due"
    opens(meeting, bids)
    assert came_to(meeting) == ("bob", 4, 1)
    assert refused_event(meeting, "unbid", silent(meeting, "ann")) == "bid.due"


def test_a_bid_is_what_was_sealed():
    meeting = begun()
    bids = seals(meeting, ("ann", "first", 1), ("bob", "first", 2))
    for change in ({"price": 2}, {"side": "second"}, {"salt": "5" * 64}):
        other = msgspec.structs.replace(bids["ann"], **change)
        assert refused(meeting, meeting.opened("ann", other)) == "bid.seal"


def test_a_price_above_the_most_is_no_bid():
    meeting = begun((RED, None), {"rounds": 4, "extra": 1})
    bids = seals(meeting, ("ann", "first", 3), ("bob", "second", 1))
    for who in bids:
        assert refused(meeting, meeting.opened(who, bids[who])) == "bid.due"


def test_bids_that_nobody_asks_for():
    plain = Meeting(robin(), "ann", "bob")
    plain.begins()
    plain.pairs()
    assert refused(plain, plain.seal("ann", plain.bid("ann", "first", 0))) == "bid.due"
    meeting = begun()
    seal = meeting.seal("ann", meeting.bid("ann", "first", 0))
    meeting.decides(AT, "draw")
    assert refused(meeting, seal) == "bid.due"
    assert meeting.now.bids_owed(AT) == []


@pytest.mark.parametrize(
    "prices",
    [
        (None, None),
        (RED, RED),
        (term_kinds.Price(option="gold", step=1, most=1), None),
        (term_kinds.Price(option="rounds", step=0, most=1), None),
        (term_kinds.Price(option="fog", step=1, most=1), None),
    ],
    ids=range(5),
)
def test_terms_that_bids_cannot_have(prices):
    with pytest.raises(BadTournament, match=r"found\.terms"):
        begun(prices, {**OPTIONS, "fog": True})


def test_a_game_has_the_sides_and_options_of_its_bids(tmp_path):
    """The second of the pair has bid more for red, at two rounds fewer: the second plays it."""
    meeting = begun((RED, None), {"rounds": 4})
    first, second = names(meeting)
    before = terms(meeting.now, AT)
    game = kinds.GameOf(round=1, board=1, game="1" * 64)
    assert refused_event(meeting, "game", game) == "bid.owed"
    with pytest.raises(BadTournament, match=r"bid\.owed"):
        board_of(meeting.now, "game", before, first)
    assert list(missing_lines(meeting.now, Desk("cup", datetime(2026, 12, 1, tzinfo=UTC)))) == [
        f"Missing: {AT}, {first} - {second}: no bid of {first} and {second} yet."
    ]
    assert board_words(meeting.now, AT).startswith(
        f"waiting for {first} and {second} to seal a bid"
    )
    bids = seals(meeting, (first, "first", 1), (second, "first", 2))
    assert board_words(meeting.now, AT).startswith(
        f"waiting for {first} and {second} to open a bid"
    )
    opens(meeting, bids)
    assert list(bid_lines(meeting.now, AT)) == [
        f"       bids: {first} has blue; {second} has red; rounds=2"
    ]
    with pytest.raises(BadTournament, match=r"log\.terms.*sides, options"):
        board_of(meeting.now, "game", before, first)
    group = Group(tmp_path / "game", terms(meeting.now, AT))
    group.join_all()
    assert group.table.opening.seats == {"red": second, "blue": first}
    loser = group.table.active().handle
    group.play(loser, "resign")
    path, log = tmp_path / "game.pbem", tmp_path / "cup.tournament"
    create(path, group.events)
    evidence = read_evidence(path, toy_library())
    _, outcome = outcome_of(meeting.now, evidence)
    assert outcome == ("second" if loser == first else "first")
    head = evidence.verdict.head
    meeting.write("game", kinds.GameOf(round=1, board=1, game=evidence.game))
    result = {"round": 1, "board": 1, "game": evidence.game, "head": head, "outcome": outcome}
    meeting.write("result", kinds.ResultOf(**result))
    create(log, meeting.events)
    assert verify(log, [path], toy_library()).ok
    contest, finding = read(log.read_bytes())
    assert finding is None
    assert cup_games.check(contest, 1, 1, path.read_bytes()) == ""


# --- open bids ------------------------------------------------------------------------------------


def in_turn(prices=(RED, BLUE)):
    board = msgspec.structs.replace(BOARD, options=OPTIONS)
    meeting = Meeting(robin(board=board, bids=term_kinds.OpenBids(prices=prices)), "ann", "bob")
    meeting.begins()
    meeting.pairs()
    return meeting


def goes(meeting, *said):
    """Say these in turn, the first of the pair first: a side and a price, ``pass``, ``silent``."""
    pair = names(meeting)
    for turn, one in enumerate(said):
        who = pair[turn % 2]
        if one == "silent":
            meeting.write("unbid", silent(meeting, who))
        elif one == "pass":
            meeting.says(who, meeting.passed(who))
        else:
            meeting.says(who, meeting.raised(who, *one))


# The words in turn; who has red, what rounds and extra are.
TURNS = [
    ([("first", 0), "pass"], 0, 4, 1),
    ([("first", 1), "pass"], 0, 3, 1),
    ([("second", 1), "pass"], 1, 4, 3),
    ([("first", 0), ("first", 1), "pass"], 1, 3, 1),
    ([("second", 0), ("second", 1), ("second", 2), "pass"], 1, 4, 5),
    ([("first", 0), ("first", 2)], 1, 2, 1),
    ([("second", 3)], 1, 4, 7),
    ([("first", 1), "silent"], 0, 3, 1),
    ([("first", 0), ("first", 1), "silent"], 1, 3, 1),
    (["silent", ("second", 2)], 0, 4, 1),
    (["silent", "silent"], 0, 4, 1),
]


@pytest.mark.parametrize(("said", "red", "rounds", "extra"), TURNS, ids=range(len(TURNS)))
def test_what_bids_in_turn_come_to(said, red, rounds, extra):
    meeting = in_turn()
    goes(meeting, *said[:-1])
    assert len(meeting.now.bids_owed(AT)) == 1
    game = kinds.GameOf(round=1, board=1, game="1" * 64)
    assert refused_event(meeting, "game", game) == "bid.owed"
    meeting = in_turn()
    goes(meeting, *said)
    assert came_to(meeting) == (names(meeting)[red], rounds, extra)
    assert meeting.now.bids_owed(AT) == []
    for who in names(meeting):
        assert refused(meeting, meeting.raised(who, "first", 2)) == "bid.due"
        assert refused(meeting, meeting.passed(who)) == "bid.due"
        assert refused_event(meeting, "unbid", silent(meeting, who)) == "bid.due"
    meeting.write("game", game)


def test_a_bid_is_above_the_one_that_stands_and_for_the_same_side():
    meeting = in_turn()
    first, second = names(meeting)
    goes(meeting, ("first", 1))
    assert refused(meeting, meeting.raised(second, "first", 1)) == "bid.low"
    assert refused(meeting, meeting.raised(second, "second", 3)) == "bid.low"
    assert refused(meeting, meeting.raised(second, "first", 3)) == "bid.due"  # the most is 2
    assert refused(meeting, meeting.raised(first, "first", 2)) == "bid.due"
    assert refused(meeting, meeting.passed(first)) == "bid.due"
    assert refused_event(meeting, "unbid", silent(meeting, first)) == "bid.due"


def test_nobody_passes_before_there_is_a_bid_or_bids_for_a_side_at_more_than_its_price():
    meeting = in_turn((RED, None))
    first, second = names(meeting)
    assert refused(meeting, meeting.passed(first)) == "bid.due"
    assert refused(meeting, meeting.raised(first, "second", 1)) == "bid.due"
    assert refused(meeting, meeting.raised(second, "first", 0)) == "bid.due"
    goes(meeting, ("second", 0))
    assert meeting.now.bids_owed(AT) == []


def test_nobody_answers_a_bid_that_he_has_not_seen():
    meeting = in_turn()
    _, second = names(meeting)
    early, gives_way = meeting.raised(second, "first", 2), meeting.passed(second)
    goes(meeting, ("first", 1))
    assert refused(meeting, early) == "bid.due"
    assert refused(meeting, gives_way) == "bid.due"


def test_words_of_one_kind_of_bids_are_none_of_the_other():
    meeting, sealed_one = in_turn(), begun()
    first, _ = names(meeting)
    assert refused(meeting, meeting.seal(first, meeting.bid(first, "first", 0))) == "bid.due"
    assert refused(meeting, meeting.opened(first, meeting.bid(first, "first", 0))) == "bid.due"
    first, _ = names(sealed_one)
    assert refused(sealed_one, sealed_one.raised(first, "first", 0)) == "bid.due"
    assert refused(sealed_one, sealed_one.passed(first)) == "bid.due"


def test_open_bids_are_reported_as_they_stand():
    meeting = in_turn()
    first, second = names(meeting)
    assert board_words(meeting.now, AT) == f"waiting for {first} to bid ('pbem tournament bid')"
    assert list(bid_lines(meeting.now, AT)) == []
    goes(meeting, ("first", 1))
    assert board_words(meeting.now, AT) == f"waiting for {second} to bid ('pbem tournament bid')"
    assert list(bid_lines(meeting.now, AT)) == [
        f"       bids: {first} bids 1 for red; the other may bid more"
    ]
    meeting.says(second, meeting.passed(second))
    assert list(bid_lines(meeting.now, AT)) == [
        f"       bids: {first} has red; {second} has blue; rounds=3"
    ]
