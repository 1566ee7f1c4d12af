"""Ladders: by hand, and random ones against a small model of the page."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from long import times
from pbem.director.judging import verify
from pbem.director.pages.publishing import publish
from pbem.director.words.reporting import report_lines, show_lines
from pbem.log.file import create
from pbem.tournament.events import kinds, term_kinds
from pbem.tournament.events.words import sign_word
from pbem.tournament.exchange import table, trf
from pbem.tournament.faults import BadTournament
from pbem.tournament.going_on import after
from pbem.tournament.history import BoardOf
from pbem.tournament.pairings.pairing import why_not_due
from toy.cups import NAMES, OUTCOMES, begun, decides, order, stir
from toy.group import identity, toy_library
from toy.meeting import Meeting, laddered
from toy.rungs import Rungs


def said(meeting, who, whom):
    word = meeting.word(NAMES[who - 1], "challenge", whom=NAMES[whom - 1])
    return kinds.Said(word=word)


def challenges(meeting, who, whom):
    meeting.write("challenge", said(meeting, who, whom))


def wins(meeting, who, whom, winner=None):
    """Somebody challenges another in a round of its own and wins, or ``winner`` does."""
    challenges(meeting, who, whom)
    meeting.pairs()
    decides(meeting, 1, winner or who)


def refused(meeting, who, whom):
    fault = meeting.refused("challenge", said(meeting, who, whom))
    assert fault.code == "challenge.none"
    return fault.message


def leaves(meeting, who, what="withdraw", **more):
    meeting.says(NAMES[who - 1], meeting.word(NAMES[who - 1], what, **more))


def test_who_wins_takes_the_place_of_who_loses():
    meeting = begun(laddered(3), 5)
    assert order(meeting) == [1, 2, 3, 4, 5]
    wins(meeting, 4, 1)
    assert order(meeting) == [4, 1, 2, 3, 5]
    wins(meeting, 1, 4, winner=4)
    assert order(meeting) == [4, 1, 2, 3, 5]
    challenges(meeting, 5, 3)
    challenges(meeting, 2, 4)
    assert "bob challenges dan in round 3." in list(show_lines(meeting.fold))
    data = meeting.pairs()
    assert [tuple(sorted(pair)) for pair in data.boards] == [(3, 5), (2, 4)]
    assert data.byes == ()
    meeting.decides(BoardOf(3, 1), "draw")
    meeting.decides(BoardOf(3, 2), "none")
    assert order(meeting) == [4, 1, 2, 3, 5]
    assert "A ladder, 3 rounds paired. Entrants: 5." in list(show_lines(meeting.fold))
    wrong = meeting.refused("close", kinds.Close(order=(1, 2, 3, 4, 5)))
    assert wrong.code == "close.order"
    meeting.write("close", kinds.Close(order=(4, 1, 2, 3, 5)))
    assert meeting.again().now == meeting.now


def test_lots_are_sorted_by_no_rating_where_they_are_drawn():
    meeting = Meeting(laddered(seeding="lots"), *NAMES[:6])
    meeting.begins()
    assert order(meeting) == meeting.now.order
    assert sorted(order(meeting)) == [1, 2, 3, 4, 5, 6]


def test_a_challenge_that_cannot_be_made():
    early = Meeting(laddered(), *NAMES[:2])
    assert "the lots are not drawn yet" in refused(early, 2, 1)
    meeting = begun(laddered(2), 8)
    assert "one to 2 places above" in refused(meeting, 4, 1)
    assert "one to 2 places above" in refused(meeting, 1, 2)
    assert "one to 2 places above" in refused(meeting, 1, 1)
    nobody = msgspec.structs.replace(said(meeting, 2, 1).word, whom=9)
    nobody = sign_word(nobody, identity("bob").sign_seed)
    assert meeting.refused("challenge", kinds.Said(word=nobody)).code == "challenge.none"
    challenges(meeting, 3, 1)
    for who, whom in ((2, 1), (4, 3), (3, 2)):
        assert "or a challenge" in refused(meeting, who, whom)
    meeting.pairs()
    for who, whom in ((2, 1), (4, 3), (3, 2)):
        assert "an undecided board" in refused(meeting, who, whom)
    leaves(meeting, 6)
    assert "does not play" in refused(meeting, 7, 6)
    assert "does not play" in refused(meeting, 6, 5)
    challenges(meeting, 8, 5)  # two places above, as 6 does not play
    stranger = kinds.Said(word=meeting.word("zoe", "challenge", whom="ann"))
    assert meeting.refused("challenge", stranger).code == "word.who"


def test_a_challenge_is_paired_once_and_none_is_left_out_or_made_up():
    meeting = begun(laddered(), 4)
    assert why_not_due(meeting.now) == "nobody has challenged anybody"
    made_up = kinds.Pair(round=1, boards=((1, 2),), byes=())
    assert meeting.refused("pair", made_up).code == "pair.due"
    challenges(meeting, 2, 1)
    challenges(meeting, 4, 3)
    old = kinds.Said(word=kinds.read_data("challenge", meeting.events[-1].data).word)
    assert meeting.refused("challenge", old).code == "word.old"
    for boards in (((1, 2),), ((3, 4), (1, 2)), ((1, 3), (2, 4)), ()):
        fault = meeting.refused("pair", kinds.Pair(round=1, boards=boards, byes=()))
        assert (fault.code, fault.whose) == ("pair.other", "dora")
    meeting.pairs()
    assert meeting.refused("pair", made_up).code == "pair.due"
    assert why_not_due(meeting.now) == "nobody has challenged anybody"
    meeting.decides(BoardOf(1, 2), "none")
    assert meeting.refused("challenge", old).code == "word.old"


def test_a_round_waits_for_no_result_and_an_old_board_counts_when_it_is_decided():
    meeting = begun(laddered(), 4)
    challenges(meeting, 2, 1)
    meeting.pairs()
    wins(meeting, 4, 3)
    assert order(meeting) == [1, 2, 4, 3]
    decides(meeting, 1, 2, round_=1)
    assert order(meeting) == [2, 1, 4, 3]


def test_a_later_ruling_counts_in_the_place_of_the_first():
    meeting = begun(laddered(), 4)
    wins(meeting, 3, 1)
    wins(meeting, 2, 1)
    assert order(meeting) == [3, 2, 1, 4]
    decides(meeting, 1, 1, round_=1)  # as if 3 had never climbed: then 2 takes the first place
    assert order(meeting) == [2, 1, 3, 4]
    assert meeting.again().now == meeting.now


def test_who_is_idle_falls_and_nobody_who_falls_is_passed_by_another():
    meeting = begun(laddered(3, idle=2), 6)
    wins(meeting, 5, 4, winner=4)
    assert order(meeting) == [1, 2, 3, 4, 5, 6]
    wins(meeting, 5, 4, winner=4)
    # 1, 2, 3 and 6 were idle twice: 3 falls below 4, then 2 and 1, each by one place.
    assert order(meeting) == [4, 1, 2, 3, 5, 6]
    wins(meeting, 5, 3, winner=3)
    assert order(meeting) == [4, 1, 2, 3, 5, 6]
    wins(meeting, 5, 3, winner=3)
    assert order(meeting) == [3, 4, 1, 2, 5, 6]  # 2 changes with 3, then 1, then 4
    never = begun(laddered(3, idle=0), 6)
    for _ in range(4):
        wins(never, 5, 4, winner=4)
    assert order(never) == [1, 2, 3, 4, 5, 6]


def test_who_has_an_unfinished_board_is_not_idle():
    meeting = begun(laddered(3, idle=1), 5)
    challenges(meeting, 2, 1)
    meeting.pairs()
    assert order(meeting) == [1, 2, 3, 4, 5]
    challenges(meeting, 5, 4)
    meeting.pairs()  # 3 alone is idle
    assert order(meeting) == [1, 2, 4, 3, 5]


def test_a_challenge_falls_with_who_goes():
    meeting = begun(laddered(), 6)
    challenges(meeting, 2, 1)
    challenges(meeting, 4, 3)
    challenges(meeting, 6, 5)
    leaves(meeting, 1)
    leaves(meeting, 1, "return")
    meeting.write("out", kinds.PutOut(entrant=4, why="gone"))
    leaves(meeting, 6, from_=2)
    challenges(meeting, 3, 2)
    assert [tuple(sorted(pair)) for pair in meeting.pairs().boards] == [(5, 6), (2, 3)]


def test_who_comes_later_comes_after_the_last():
    meeting = Meeting(laddered(3, idle=1))
    for number, handle in enumerate(NAMES[:3]):
        meeting.enters(handle, rating=2000 - number)
    meeting.closes()
    meeting.enters("dan", rating=3000)
    meeting.says("dora", meeting.lot("dora"))
    assert order(meeting) == [1, 2, 3, 4]
    challenges(meeting, 2, 1)
    meeting.pairs()  # nobody below 3 and 4 who does not fall
    meeting.enters("eve")
    assert order(meeting) == [1, 2, 3, 4, 5]
    challenges(meeting, 5, 3)
    meeting.pairs()
    assert order(meeting) == [1, 2, 3, 5, 4]


def test_the_side_follows_from_earlier_games_and_from_the_pairing_number():
    meeting = begun(laddered(), 2)
    wins(meeting, 2, 1)
    first = meeting.now.rounds[0].boards[0]
    assert first == ((1, 2) if meeting.now.first_has_first else (2, 1))
    wins(meeting, 1, 2)
    assert meeting.now.rounds[1].boards[0] == first[::-1]


def test_terms_that_a_ladder_cannot_have():
    with pytest.raises(BadTournament, match=r"found\.terms.*no tie-breaks"):
        Meeting(laddered(ties=("wins",)))
    twice = term_kinds.After(tournament="1" * 64, head="2" * 64, order=("3" * 64, "3" * 64))
    with pytest.raises(BadTournament, match=r"found\.terms.*twice in the order"):
        Meeting(laddered(after=twice))


def test_other_forms():
    meeting = begun(laddered(), 3)
    wins(meeting, 3, 2)
    reported = trf(meeting.now).splitlines()
    assert "092 Ladder" in reported
    assert "XXR 1" in reported
    assert table(meeting.now).splitlines()[2].startswith("2,cas,2,1,1,0,0,")


# --- a new log that goes on ----------------------------------------------------------------------


def ended():
    """An old ladder: 1 climbed down below 3, 4 has left it."""
    meeting = begun(laddered(), 4)
    wins(meeting, 3, 1)
    leaves(meeting, 4)
    meeting.write("close", kinds.Close(order=(3, 1, 2, 4)))
    return meeting


def goes_on(old, **changes):
    said = msgspec.structs.replace(after(old.fold), **changes)
    meeting = Meeting(laddered(after=said, seeding="rating"))
    for number, handle in enumerate(("ida", "ann", "bob", "cas", "dan")):
        meeting.enters(handle, rating=1000 - number)
    meeting.begins()
    return meeting


def files(tmp_path, **meetings):
    made = []
    for name, meeting in meetings.items():
        create(tmp_path / f"{name}.tournament", meeting.events)
        made.append(tmp_path / f"{name}.tournament")
    return made


def test_a_ladder_goes_on_from_the_old_one_in_its_order(tmp_path):
    old = ended()
    new = goes_on(old)
    handles = [new.now.entrant(number).handle for number in order(new)]
    assert handles == ["cas", "ann", "bob", "ida", "dan"]
    first, second = files(tmp_path, old=old, new=new)
    report = verify(second, [], toy_library(), before=first)
    assert (report.ok, report.before) == (True, "")
    report = verify(second, [], toy_library())
    assert (report.ok, report.before) == (True, old.now.id)
    assert any("NOT compared" in line for line in report_lines(report, []))


@pytest.mark.parametrize("what", ["order", "head", "open", "none"])
def test_a_ladder_that_does_not_go_on_as_the_old_one_ended(tmp_path, what):
    old, whose = ended(), ""
    new = goes_on(old)
    if what == "order":
        new, whose = goes_on(old, order=after(old.fold).order[::-1]), "dora"
    elif what == "head":
        new = goes_on(old, head="1" * 64)
    elif what == "open":
        del old.events[-1]
        old.fold = old.again()
        new, whose = goes_on(old), "dora"
    else:
        new = begun(laddered(), 2)
    first, second = files(tmp_path, old=old, new=new)
    (fault,) = verify(second, [], toy_library(), before=first).faults
    assert (fault.code, fault.whose) == ("found.after", whose)


def test_pages_of_a_ladder(tmp_path):
    old = ended()
    (log,) = files(tmp_path, old=old)
    publish(old.fold, log, tmp_path / "pages", [])
    index = (tmp_path / "pages" / "index.html").read_text()
    ranks = [index.index(f">{name}</a>") for name in ("cas", "ann", "bob", "dan")]
    assert ranks == sorted(ranks)
    open_ = begun(laddered(), 3)
    challenges(open_, 3, 2)
    (log,) = files(tmp_path, open=open_)
    publish(open_.fold, log, tmp_path / "more", [])
    assert "cas challenges bob in round 1." in (tmp_path / "more" / "index.html").read_text()
    assert "challenge" in (tmp_path / "pages" / "player-3.html").read_text()


# --- random ones ---------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(times(6, 60)))
def test_random_ladders_are_those_of_the_model(seed):
    random = Random(seed)  # noqa: S311
    count, reach, idle = random.randint(3, 8), random.randint(1, 4), random.randint(0, 3)
    meeting, model = begun(laddered(reach, idle=idle), count), Rungs(idle)
    model.reported += [("enter", number) for number in range(1, count + 1)]
    for no in range(1, 13):
        stir(meeting, random)
        if count < len(NAMES) and random.random() < 0.1:
            count += 1
            meeting.enters(NAMES[count - 1])
            model.reported.append(("enter", count))
        claimed = dares(meeting, model, random, reach, count)
        open_ = [at for at in meeting.now.boards() if at not in meeting.now.decided]
        busy = {one.number for at in open_ for one in meeting.now.pair_of(at)}
        stands = [pair for pair in claimed if {*pair} <= playing(meeting, count)]
        if not stands:
            assert why_not_due(meeting.now)
            continue
        data = meeting.pairs()
        assert [frozenset(pair) for pair in data.boards] == [frozenset(pair) for pair in stands]
        model.reported.append(("round", busy | {number for pair in stands for number in pair}))
        decides_some(meeting, model, random)
        assert order(meeting) == model.order(), no
    assert meeting.again().now == meeting.now


def playing(meeting, count):
    now = meeting.now
    return {no for no in range(1, count + 1) if now.entrant(no).plays(now.next_round)}


def dares(meeting, model, random, reach, count):
    """Try challenges by chance, and look which of them the page admits."""
    claimed = []
    busy = {one.number for at in meeting.now.owed() for one in meeting.now.pair_of(at)}
    for _ in range(6):
        who, whom = random.sample(range(1, count + 1), 2)
        here = [number for number in model.order() if number in playing(meeting, count)]
        both = who in here and whom in here and not {who, whom} & busy
        if both and 0 < here.index(who) - here.index(whom) <= reach:
            challenges(meeting, who, whom)
            claimed.append((who, whom))
            busy |= {who, whom}
        else:
            refused(meeting, who, whom)
    return claimed


def decides_some(meeting, model, random):
    for at in meeting.now.boards():
        before = meeting.now.decided.get(at)
        if random.random() > (0.6 if before is None else 0.1):
            continue
        outcome = random.choice(OUTCOMES)
        if before is not None and before.outcome == outcome:
            continue
        meeting.decides(at, outcome)
        first, second = meeting.now.rounds[at.round - 1].boards[at.board - 1]
        reported = {"first": (first, second), "second": (second, first)}
        model.decided(at, *reported.get(outcome, (0, 0)))
