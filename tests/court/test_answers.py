"""What is said of claims, where a slip would say too much (docs/court.md)."""

from __future__ import annotations

import json

import pytest

from court.conftest import LOG, LOGS
from court.test_evidence import mail
from pbem.court.claims import WORDS

LINES = LOG.read_bytes().splitlines(keepends=True)
"""Event 7 is alice's, event 8 bob's; 0 to 35, the game is over with the last."""


@pytest.fixture
def says(heap, hearing):
    """Hear one claim beside what lies in the heap; return answer and why."""

    def said(claim: str, by: str = "bob", **fields: object) -> tuple[str, str]:
        more = "".join(f"{name}: {value}\n" for name, value in fields.items())
        (heap / "one.claim").write_text(f"claim: {claim}\nby: {by}\n{more}")
        [answered] = hearing(heap).case.claims
        return answered.answer, answered.why

    return said


def authors() -> dict[int, str]:
    return {number: json.loads(line)["body"]["by"] for number, line in enumerate(LINES)}


def test_who_signed_and_who_did_not(heap, says):
    (heap / "a.pbem").write_bytes(LOG.read_bytes())
    by = authors()
    event = next(number for number, who in by.items() if number > 6 and who == "alice")
    assert says("never-signed", "alice", event=event)[0] == "refuted"
    assert says("never-signed", "bob", event=event)[0] == "proved"


def test_a_stretch_of_another_history_is_not_joined(heap, hearing):
    (heap / "a.pbem").write_bytes(b"".join(LINES[:20]))
    prev = json.loads(LINES[20])["body"]["prev"].encode()
    (heap / "b.pbem").write_bytes(LINES[20].replace(prev, b"f" * 64))
    case = hearing(heap).case
    assert len(case.copies) == 1
    assert any("begins with event 20" in one for one in case.unread)


def test_a_log_cut_short_is_no_proof_that_nobody_gave_up(heap, says):
    (heap / "a.pbem").write_bytes(b"".join(LINES[:20]))
    assert says("resigned", against="alice")[0] == "not shown"
    assert says("cut-short")[0] == "not shown"
    (heap / "a.pbem").write_bytes(LOG.read_bytes())
    assert says("resigned", against="alice")[0] == "refuted"
    assert says("cut-short")[0] == "refuted"


def test_who_signed_nothing_behind_it_may_not_have_got_it(heap, says, hearing):
    (heap / "a.pbem").write_bytes(b"".join(LINES[:8]))
    assert says("never-got", event=7)[0] == "cannot be proved"
    (heap / "a.eml").write_bytes(mail(b"".join(LINES[:8])))
    says("never-got", event=7)
    [answered] = hearing(heap).case.claims
    assert len(answered.rests_on) == 1  # on what the message says
    (heap / "a.pbem").write_bytes(LOG.read_bytes())
    assert says("never-got", event=7)[0] == "refuted"


def test_dice_kept_by_who_plays(heap, says):
    logs = sorted((LOGS / "manila").glob("*.pbem"))
    own = next(path for path in logs if b'"dice":"self"' in path.read_bytes()[:5000])
    (heap / "a.pbem").write_bytes(own.read_bytes())
    assert says("dice", "eve")[0] == "cannot be proved"
    assert says("saw-dice", "eve", event=3)[0] == "cannot be proved"


def test_orders_stand_before_the_dice_that_they_trigger(heap, says):
    (heap / "a.pbem").write_bytes(LOG.read_bytes())
    event = next(number for number, who in authors().items() if number > 6 and who == "alice")
    assert says("saw-dice", against="alice", event=event)[0] == "refuted"


def test_without_an_umpire_nobody_is_late(heap, says):
    (heap / "a.pbem").write_bytes(b"".join(LINES[:20]))
    assert says("late", against="alice")[0] == "cannot be proved"


@pytest.mark.parametrize("word", sorted(WORDS))
def test_a_claim_about_no_game_here(heap, says, word):
    (heap / "a.pbem").write_bytes(LOG.read_bytes())
    assert says(word, event=1, game="ffffffffffff")[0] == "not shown"
    assert says(word, event=99)[0] != "proved"


def test_a_copy_that_is_damaged_at_its_end_is_not_proved_to_be_cut_short(heap, says):
    (heap / "a.pbem").write_bytes(LOG.read_bytes())
    (heap / "b.pbem").write_bytes(b"".join(LINES[:20]) + LINES[20][:90])
    assert says("cut-short")[0] != "proved"
    (heap / "b.pbem").write_bytes(b"".join(LINES[:20]))
    assert says("cut-short")[0] == "proved"
