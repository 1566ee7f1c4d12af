"""A deputy rules and closes, after the director was silent so long (docs/tournaments.md, 2)."""

from __future__ import annotations

from datetime import timedelta

import msgspec
import pytest

from pbem.client.client import Client
from pbem.client.storage.tournament_heads import leaves_of
from pbem.crypto.transparency.merkle import root_of
from pbem.director.directing import acts
from pbem.director.judging import verify
from pbem.director.office import check_director, directing
from pbem.director.player.playing import take
from pbem.director.transparency.heads import keep, key_of, sign_checkpoint
from pbem.director.words.reporting import board_words, report_lines, trust_lines
from pbem.errors import FormError, NotYourPen
from pbem.log.file import create, to_bytes
from pbem.tournament.events import kinds, term_kinds
from pbem.tournament.faults import BadTournament
from pbem.tournament.history import BoardOf
from pbem.tournament.ranking.standings import standings
from toy.group import identity, signer, toy_library
from toy.meeting import Meeting, robin

DAYS = 14
AT = BoardOf(1, 1)
SECOND = timedelta(seconds=1)
KIM = term_kinds.Deputy(handle="kim", sign=signer("kim").sign, days=DAYS)


def paired(*names, **changes):
    meeting = Meeting(robin(deputy=KIM, **changes), *(names or ("ann", "bob")))
    meeting.begins()
    meeting.pairs()
    return meeting


def ruling(outcome="first", why="he never answered"):
    return kinds.Rule(round=1, board=1, outcome=outcome, played=False, why=why)


def early(meeting, kind, data):
    fault = meeting.refused(kind, data, by="kim")
    assert (fault.code, fault.whose) == ("deputy.early", "kim")
    return fault.message


@pytest.fixture
def meeting(monkeypatch):
    """Its clock stands still, but for ``later``."""
    monkeypatch.setattr("pbem.director.office.now_utc", lambda: "2026-11-20T15:04:05Z")
    return paired()


def test_a_deputy_waits_for_so_many_days(meeting):
    meeting.later += timedelta(days=DAYS) - SECOND
    assert "nothing for 14 days" in early(meeting, "rule", ruling())
    meeting.later += SECOND
    meeting.write("rule", ruling(), by="kim")
    assert meeting.now.decided[AT].deputy == "kim"


def test_he_rules_and_closes_as_often_as_is_needed_and_nothing_else(meeting):
    meeting.later += timedelta(days=DAYS)
    meeting.write("rule", ruling(), by="kim")
    meeting.write("rule", ruling("draw"), by="kim")  # the deputy need not wait again
    for kind, data in (
        ("out", kinds.PutOut(entrant=1, why="gone")),
        ("dismiss", kinds.Dismiss(round=1, board=1, entrant=1, why="no")),
        ("pair", kinds.Pair(round=2, boards=(), byes=())),
        ("game", kinds.GameOf(round=1, board=1, game="1" * 64)),
    ):
        early(meeting, kind, data)
    order = tuple(row.number for row in standings(meeting.now))
    meeting.write("close", kinds.Close(order=order), by="kim")
    assert meeting.again().now.over


def test_whatever_the_director_writes_begins_the_time_again(meeting):
    meeting.later += timedelta(days=DAYS)
    meeting.write("rule", ruling())
    meeting.later += timedelta(days=DAYS - 1)
    early(meeting, "rule", ruling("draw"))
    meeting.later += timedelta(days=1)
    meeting.write("rule", ruling("draw"), by="kim")
    meeting.write("rule", ruling("second"))  # the director is back, and goes on after it
    assert (meeting.now.decided[AT].outcome, meeting.now.decided[AT].deputy) == ("second", "")


def test_a_day_beyond_all_days_is_no_crash():
    """The director claims the last second that there is: the deputy waits for ever."""
    meeting = paired()
    meeting.fold._directed = "9999-12-31T23:59:59Z"
    early(meeting, "rule", ruling())


def test_nobody_else_is_his_deputy(meeting):
    meeting.later += timedelta(days=DAYS)
    assert meeting.refused("rule", ruling(), by="zoe").code == "sign.other"
    forged = msgspec.structs.replace(KIM, sign=signer("zoe").sign)
    other = Meeting(robin(deputy=forged), "ann", "bob")
    other.begins()
    other.pairs()
    other.later += timedelta(days=DAYS)
    assert other.refused("rule", ruling(), by="kim").code == "sign.other"


@pytest.mark.parametrize(
    "changes", [{"handle": "dora"}, {"sign": signer("dora").sign}], ids=("name", "key")
)
def test_the_director_is_no_deputy_of_himself(changes):
    with pytest.raises(BadTournament, match=r"found\.terms"):
        Meeting(robin(deputy=msgspec.structs.replace(KIM, **changes)))


def test_his_word_is_reported_as_his(meeting, tmp_path):
    meeting.later += timedelta(days=DAYS)
    meeting.write("rule", ruling(), by="kim")
    first = meeting.now.pair_of(AT)[0].handle
    reported = f"{first} wins, not played (ruled by the deputy, kim: he never answered)"
    assert board_words(meeting.now, AT) == reported
    assert "If dora is silent for 14 days, kim rules and closes." in list(trust_lines(meeting.now))
    log = tmp_path / "cup.tournament"
    create(log, meeting.events)
    report = verify(log, [], toy_library())
    (reported,) = report.ruled
    assert reported.endswith("(kim, the deputy: he never answered)")
    assert any("kim, the deputy" in line for line in report_lines(report, []))


def test_a_deputy_who_plays_is_reported():
    meeting = paired("ann", "kim")
    assert any("kim rules and closes (a player)" in one
               for one in trust_lines(meeting.now))  # fmt: skip


def test_who_may_sit_in_the_office():
    meeting = paired()
    for handle in ("dora", "kim"):
        check_director(meeting.fold, handle)
    with pytest.raises(NotYourPen, match="only dora directs"):
        check_director(meeting.fold, "zoe")


@pytest.mark.parametrize("who", ["dora", "kim"])
def test_nobody_signs_on_a_log_that_is_shorter_than_a_head_here(
    meeting, monkeypatch, tmp_path, who
):
    """The director was there: their event was published with a head, and only that came."""
    before = list(meeting.events)
    meeting.later += timedelta(days=DAYS - 2)
    meeting.write("rule", ruling())
    client = Client(tmp_path / "desk", "sqlite://")
    client.tournaments.mkdir(parents=True)
    log = client.tournaments / "cup.tournament"
    create(log, before)
    key = key_of(meeting.now.found)
    seed = identity("dora").checkpoint_seed(key.name)
    head = sign_checkpoint(key, seed, len(meeting.events), root_of(leaves_of(meeting.events)))
    keep(client, meeting.now.id, head, key)
    monkeypatch.setattr("pbem.director.office.now_utc", lambda: "2026-12-10T15:04:05Z")
    whose = "you signed" if who == "dora" else "dora signed"
    with (
        pytest.raises(FormError, match=f"Nothing was signed: {whose} a checkpoint over"),
        directing(client, log, identity(who)) as office,
    ):
        acts.rule(office, AT, "draw", "silent", played=False)
    assert log.read_bytes() == to_bytes(before)
    log.write_bytes(to_bytes(meeting.events))
    with directing(client, log, identity("dora")) as office:
        assert office.fold.chain.count == len(meeting.events)


def test_logs_that_part_where_the_deputy_began_name_both(meeting, tmp_path):
    client = Client(tmp_path / "desk", "sqlite://")
    before = list(meeting.events)
    meeting.later += timedelta(days=DAYS)
    his = meeting.made("rule", ruling("draw"))
    meeting.write("rule", ruling(), by="kim")
    for name, events in (("kims", meeting.events), ("doras", [*before, his])):
        create(tmp_path / f"{name}.tournament", events)
    take(client, tmp_path / "kims.tournament")
    with pytest.raises(FormError) as reported:
        take(client, tmp_path / "doras.tournament")
    said = str(reported.value)
    assert "dora signed it in the first, kim in the other" in said
    assert "convict" not in said
