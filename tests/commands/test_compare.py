"""`pbem compare` as a judge types it: whatever was sent to the judge, as one tree."""

from __future__ import annotations

import json
from email.message import EmailMessage
from pathlib import Path

ROOT = Path(__file__).parents[2]
LOG = ROOT / "logs" / "saipan" / "historical.pbem"
FORK = ROOT / "logs" / "hostile" / "fork.author-two-thoughts.fork"


def test_a_folder_with_mail_and_a_changed_copy(judge, tmp_path):
    inbox = tmp_path / "inbox"
    inbox.mkdir()
    message = EmailMessage()
    message["From"], message["Subject"] = "bob@example.org", "the game"
    message.set_content("as I have it")
    lines = LOG.read_bytes().splitlines(keepends=True)
    message.add_attachment(
        b"".join(lines[:20]), maintype="application", subtype="octet-stream", filename="game.pbem"
    )
    (inbox / "from-bob.eml").write_bytes(bytes(message))
    (inbox / "from-ann.pbem").write_bytes(
        LOG.read_bytes().replace(b'"do":"move"', b'"do":"MOVE"', 1)
    )
    (inbox / "rest.pbem").write_bytes(b"".join(lines[18:]))
    (inbox / "notes.txt").write_text("he cheated\n")
    result = judge.run("compare", "inbox")
    assert result.code == 1
    for reported in (
        "Game 38aa00be4fbc77f2..., saipan version 1, alice and bob: 3 copies as one tree.",
        "common  events 0 to 5; signed: alice 4, bob 2",
        "it lacks events 20 to 35",
        "There are 2 different events 6:",
        "bob's key did not sign it",
        "inbox/rest.pbem goes furthest, to event 35.",
        "inbox/notes.txt: skipped: not a copy of a log",
    ):
        assert reported in result.out
    assert "from-bob.eml" in result.out
    assert result.err == ""
    found = judge.run("compare", "inbox", "--json").json
    assert [one["proven"] for one in found["games"][0]["branch_points"]] == [[]]


def test_a_fork_is_proven_and_its_proof_can_be_verified(judge, tmp_path):
    result = judge.run("compare", str(FORK), "--proof", "proof.fork")
    assert result.code == 1
    assert "The signatures alone prove that ann forked" in result.out
    assert "Wrote the proof of ann's fork to proof.fork." in result.out
    assert (tmp_path / "proof.fork").read_bytes() == FORK.read_bytes()
    assert "ann signed two different events 4" in judge.run("verify", "proof.fork").out


def test_two_rulings_of_one_umpire_are_named_as_in_a_verdict(judge, tmp_path):
    heap = ROOT / "tests" / "court" / "cases" / "umpire-with-two-faces"
    compared = judge.run("compare", *map(str, sorted(heap.glob("*.pbem")))).out
    judge("court", *map(str, sorted(heap.glob("*.pbem"))), "--to", "case")
    verdict = (tmp_path / "case" / "verdict.md").read_text()
    for reported in (
        "he umpire uma wrote two rulings on one predecessor, or ruled for two branches of a fork.",
        "uma forked",
        "two histories of one game",
        "The umpire uma decides by withdrawing one of the two rulings.",
        "uma rules that dan takes the place of ann and now plays U.S.",
        "uma rules that ann has forfeited",
    ):
        assert reported in compared
        assert reported in verdict


def test_one_good_log_is_good(judge):
    said = judge("compare", str(LOG), str(LOG))
    assert "2 copies as one tree" in said
    assert "Event" not in said.partition("common")[2].replace("Events", "")
    assert json.loads(judge("compare", str(LOG), "--json"))["ok"] is True


def test_what_is_not_there_is_reported(judge):
    assert "There is no nothing.pbem" in judge.fails("compare", "nothing.pbem")
