"""Deadlines as players and umpires type them; the clock is moved, nobody waits."""

from __future__ import annotations

import re
from email import message_from_bytes
from email.policy import default
from pathlib import Path

import pytest

from toy.moved import Moved

LANDING = """land 1/2 1203; land 1/6 1102; land 1/8 1002; land 1/23 0902; land 1/24 0801
land 1/25 0802 from 0703
end movement
"""
GAME = "saipan-ann-bob"


@pytest.fixture
def calendar(monkeypatch):
    return Moved(monkeypatch)


@pytest.fixture
def judged(calendar, both, home):
    """uma judges; everybody joined on the 1st, and on the 4th uma hears of it: ann is active."""
    ann, bob = both
    uma = home("uma")
    for one in (ann, bob, uma):
        one("card", "export", "--to", str(uma.outbox))
    for one in (ann, bob):
        one("card", "import", str(uma.outbox / "uma.card"))
    uma("card", "import", str(uma.outbox / "ann.card"), str(uma.outbox / "bob.card"))
    ann("new", "saipan", "--seat", "us=ann", "--seat", "jp=bob", "--umpire", "uma",
        "--days", "7", "--bank", "10", "--grace", "2")  # fmt: skip
    for one, other in ((uma, ann), (ann, uma), (bob, ann)):
        one("take", other.sends())
        one("join")
    ann("take", bob.sends())
    calendar.to(4)
    uma("take", bob.sends())
    return ann, bob, uma


def unfolded(text: str) -> str:
    return " ".join(text.split())


def test_every_report_names_the_deadline(judged, calendar):
    ann, _, uma = judged
    for said in (uma("show", "--no-map"), uma("mail", "write", "--print")):
        assert (
            "The answer is due on 2026-12-11 UTC (7 days from event 3, which reached the umpire on"
            in (unfolded(said))
        )
    for said in (ann("show", "--no-map"), ann("mail", "write", "--print"), ann("clock")):
        assert (
            "The answer is due on 2026-12-08 UTC (7 days from event 3, 2026-12-01 UTC by the dates"
            in (unfolded(said))
        )
        assert "what counts is when mail reached the umpire, uma" in unfolded(said)
    calendar.to(12)
    assert "using the bank since 2026-12-12 UTC, due on 2026-12-23 UTC at the latest" in uma(
        "clock"
    )


def test_what_was_read_from_mail_counts_from_that_day(judged, calendar, tmp_path):
    ann, _, uma = judged
    ann("order", stdin=LANDING)
    ann("mail", "write", "--to", str(tmp_path))
    calendar.to(9)
    uma("mail", "read", *map(str, tmp_path.glob("*.eml")))
    [record] = (uma.folder / "clock" / "uma").glob("*.jsonl")
    entered = record.read_bytes()
    assert b'"seq":4,' in entered
    assert entered.endswith(b'"day":"2026-12-09"}\n')
    calendar.to(12)  # the same once more changes nothing
    uma("mail", "read", *map(str, tmp_path.glob("*.eml")))
    assert record.read_bytes() == entered
    # ann is still active: ann's own events gave no new days.
    assert "since 2026-12-12" in uma("clock")
    assert "7 days from event 3, which reached the umpire on 2026-12-04" in unfolded(uma("clock"))


def test_absences_and_more_time(judged, calendar):
    _, _, uma = judged
    said = uma("clock", "--absent", "ann", "2026-12-06", "2026-12-10")
    assert said.splitlines()[0] == (
        f"{GAME}: 7 days to answer, 10 days of bank, 2 days of grace; umpire uma."
    )
    assert "  ann  10 days of bank left; away 2026-12-06 to 2026-12-10 UTC" in said
    assert "due on 2026-12-16" in said
    calendar.to(9)
    assert "due on 2026-12-14" in uma("clock", "--back", "ann")
    assert "due on 2026-12-17 UTC (7 days and 3 more from event 3" in uma(
        "clock", "--more", "ann", "3"
    )
    found = uma.run("clock", "--json").json
    assert found["left"] == {"ann": 10, "bob": 10}
    assert (found["held"]["due"], found["held"]["stage"], found["kept"]) == (
        "2026-12-17", "time", True,
    )  # fmt: skip


def test_what_cannot_be_entered_changes_nothing(judged):
    ann, _, uma = judged
    assert "The umpire, uma, keeps the days" in ann.fails("clock", "--more", "ann", "3")
    assert not (ann.folder / "clock").exists()
    [record] = (uma.folder / "clock" / "uma").glob("*.jsonl")
    before = record.read_bytes()
    for words, said in (
        ("--absent ann 2026-12-10 2026-12-06", "ends before it begins"),
        ("--absent ann 2026-12-10 2062-12-11", "Check the year"),
        ("--absent ann 10.12.2026 2026-12-11", "'10.12.2026' is not a day"),
        ("--absent anm 2026-12-10 2026-12-11", "did you mean ann?"),
        ("--absent ann 2026-12-10", "requires 3 arguments"),
        ("--back ann", "no absence of ann"),
        ("--more bob 3", "bob has none to answer"),
        ("--more ann many", "'many' is not a number of days"),
        ("--more ann 0", "1 to 365 days"),
    ):
        failed = uma.run("clock", *words.split())
        assert failed.code != 0
        assert said in failed.err
        assert record.read_bytes() == before


def test_a_claim_lays_out_the_facts(judged, calendar, tmp_path):
    ann, bob, uma = judged
    calendar.to(20)  # by the log's dates the grace ends on this day
    said = bob.fails("claim")
    assert "ann is in time, as far as the log shows. The answer is in the grace period" in said
    calendar.to(21)
    assert "saipan-ann-bob waits for you" in ann.fails("claim")
    assert "You are the umpire" in uma.fails("claim")
    assert list(tmp_path.glob("*.eml")) == []
    said = bob("claim", "--to", str(tmp_path))
    assert "Subject: [PBEM] claim: ann is late in saipan-ann-bob #3" in said
    [file] = tmp_path.glob("*.eml")
    assert file.name == f"{GAME}_003-claim-2026-12-21.eml"
    message = message_from_bytes(file.read_bytes(), policy=default)
    assert message["To"] == "ann <ann@example.org>, uma <uma@example.org>"
    body = unfolded(message.get_body().get_content())
    assert "bob claims that ann is late in saipan-ann-bob. The umpire is uma." in body
    last = Path(bob.folder / "games" / f"{GAME}.pbem").read_bytes().splitlines()[3]
    assert b'"kind":"join"' in last
    since = (
        "ann has been the active player since event 3 (join) by bob, dated 2026-12-01T12:00:00Z."
    )
    assert since in body
    assert "7 days to answer, 10 days of bank, 2 days of grace." in body
    assert "ended on 2026-12-08 UTC. The remaining bank of 10 days ended on 2026-12-18 UTC" in body
    assert "The day when mail reached uma counts." in body
    assert "'pbem rule --late' rules" in body
    # It brings the log, and is another message than the one that brought the turn.
    bob("mail", "write", "--to", str(tmp_path))
    turn = message_from_bytes((tmp_path / f"{GAME}_003.eml").read_bytes())
    assert turn["Message-ID"] != message["Message-ID"]
    assert "Nothing new" in uma("mail", "read", str(file))
    assert "bob claims that ann is late" in unfolded(bob("claim", "--print"))


def test_a_date_that_is_still_to_come_stops_no_claim(judged, calendar):
    ann, bob, _ = judged
    calendar.to(31)
    ann("order", "-m", "land 1/2 1203")
    calendar.to(5)
    bob("take", ann.sends())
    said = unfolded(bob("claim", "--print"))
    assert "The date of event 4 is in the future, so it is wrong." in said
    assert "the days to answer ended" not in said


def test_without_an_umpire_the_log_proves_what_it_proves(calendar, game, tmp_path):
    _, bob = game
    calendar.to(31)
    said = unfolded(bob("claim", "--to", str(tmp_path)))
    assert "The log proves that event 2 (join) by bob is the last one here" in said
    assert "that only ann can write the next one" in said
    assert "It does not prove that this event reached ann" in said
    assert "Nobody can rule, because the game has no umpire." in said
    assert re.search(r"to offer a draw \('pbem offer \S+ tie'\)", said)
    assert list(tmp_path.glob("*.eml")) == []


def test_without_a_clock_no_day_was_agreed_on(both):
    ann, _ = both
    ann("new", "saipan", "--seat", "us=ann", "--seat", "jp=bob")
    said = unfolded(ann("claim"))
    assert "The game was opened without a clock, so no answer is due on any day." in said
    assert "Waiting for bob to join the game." in said
    assert "- ask bob to continue, or to give the game up" in said
    assert "was opened without a clock" in ann("clock")
    assert ann.run("clock", "--json").json is None
    assert "without a clock, so no days are recorded" in ann.fails("clock", "--back", "bob")


def test_the_umpire_rules_by_the_record(judged, calendar):
    _, bob, uma = judged
    calendar.to(23)
    said = uma.fails("rule", "--late", "--yes")
    assert "Nobody is late in saipan-ann-bob" in said
    assert "you may rule from 2026-12-24 UTC on" in said
    calendar.to(24)
    asked = uma.run("rule", "--late", stdin="n\n")
    assert "Rule that ann must forfeit in saipan-ann-bob?" in asked.out
    assert "uma on 2026-12-04" in asked.out
    assert "Waiting for ann (U.S.)" in uma("clock")  # nothing was signed
    calendar.to(23)
    said = uma.fails("rule", "--out", "ann", "--yes")
    assert "Nobody is late in saipan-ann-bob" in said
    assert "With --anyway you can sign the ruling" in unfolded(said)
    calendar.to(24)
    assert "Choose one ruling: --out" in uma.fails("rule", "--late", "--out", "ann")
    assert "Only the umpire, uma, rules" in bob.fails("rule", "--late")
    said = uma("rule", "--late", "--yes", "--note", "We wish you well.")
    assert "Result: Japan (bob) wins (forfeit)." in said
    assert "pbem rule saipan-ann-bob --result" in said
    reported = unfolded(uma("log"))
    assert "On 2026-12-24 UTC, no answer had come. We wish you well." in reported
    assert "ann has forfeited, who was late on 2026-12-24 by the umpire's count" in reported
    assert "No clock runs" in uma("clock")


def test_the_umpires_days_are_signed_and_held_against_the_ruling(judged, calendar, tmp_path):
    ann, _, uma = judged
    days = tmp_path / "saipan.days"
    calendar.to(24)
    uma("rule", "--late", "--yes")
    assert "You keep no days" in ann.fails("clock", "--export", str(days))
    uma("clock", "--export", str(days))
    log = str(uma.folder / "games" / f"{GAME}.pbem")
    said = unfolded(ann("verify", log, str(days)))
    assert "signed days agree with each other and with every ruling" in said
    uma("mail", "write", "--to", str(tmp_path))
    [mail] = tmp_path.glob("*.eml")
    read = ann("mail", "read", str(mail))
    assert "Days that the umpire signed, stored beside the log" in unfolded(read)
    kept = ann.folder / "games" / f"{GAME}.days"
    assert kept.read_bytes() == days.read_bytes()
    days.write_bytes(days.read_bytes().replace(b"2026-12-04", b"2026-12-03"))
    assert "did not sign do not count" in ann.run("verify", log, str(days)).out


def test_somebody_plays_on_in_the_place_of_who_is_late(judged, calendar, home):
    _, _, uma = judged
    dan = home("dan")
    dan("card", "export", "--to", str(uma.outbox))
    uma("card", "import", str(uma.outbox / "dan.card"))
    calendar.to(24)
    said = uma("rule", "--late", "--replace", "dan", "--yes")
    assert "Waiting for dan to join the game." in said
    assert "  dan  10 days of bank left" in uma("clock")
    assert "due on 2026-12-31" in uma("clock")
