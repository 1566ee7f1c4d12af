"""A director's mail, as files: who, which side, who opens, what to run; receipts; reminders."""

from __future__ import annotations

from email import message_from_bytes, policy
from pathlib import Path

import pytest

from pbem.log.file import read_events

PLAN = "name: Club Cup\nformat: round-robin\ngame: saipan\nclock: {days: 7}\n"


@pytest.fixture
def club(home, tmp_path):
    """dora directs; ann and bob do not know each other, and enter with their cards."""
    return entered(home, tmp_path, PLAN, "ann", "bob")


def entered(home, tmp_path, plan, *names):
    dora, *players = (home(name) for name in ("dora", *names))
    (tmp_path / "cup.yaml").write_text(plan)
    dora("tournament", "found", str(tmp_path / "cup.yaml"))
    inbox = tmp_path / "inbox"
    inbox.mkdir()
    for player in players:
        player("tournament", "take", str(log_of(dora)))
        said = player("tournament", "enter", "--to", str(inbox))
        assert f"{player.folder.name}.card. Mail it with the entry" in said
    said = dora("tournament", "collect", str(inbox))
    assert "the card of ann, ann@example.org" in said
    (tmp_path / "out").mkdir()
    return dora, *players


def log_of(dora) -> Path:
    return Path(dora.folder / "tournaments" / "cup.tournament")


def written(dora, tmp_path, *words: str):
    """Return the mails that a command writes, read as a mail program reads them."""
    out = tmp_path / "out"
    for old in out.iterdir():
        old.unlink()
    dora("tournament", "mail", "--to", str(out), *words)
    files = sorted(out.glob("*.eml"))
    return {one: message_from_bytes(one.read_bytes(), policy=policy.default) for one in files}


def attached(message) -> dict[str, bytes]:
    return {one.get_filename(): one.get_content() for one in message.iter_attachments()}


def text_of(message) -> str:
    return " ".join(message.get_body().get_content().split())


def test_entries_are_answered_with_receipts(club, tmp_path):
    dora, ann, _ = club
    mails = written(dora, tmp_path)
    assert [str(one["To"]) for one in mails.values()] == [
        "ann <ann@example.org>", "bob <bob@example.org>",
    ]  # fmt: skip
    file, message = next(iter(mails.items()))
    assert "you have entered, as number 1." in text_of(message)
    assert set(attached(message)) == {"cup.tournament", "2-enter.tlog-proof"}
    said = ann("tournament", "heads", str(file))
    assert "the receipt of event 2 (enter). Kept" in said


def test_a_pairing_says_all_that_its_two_need_and_they_play(club, tmp_path):
    dora, *players = club
    dora("tournament", "pair")
    ((file, message),) = written(dora, tmp_path).items()
    [pair] = [event for event in read_events(log_of(dora)) if event.kind == "pair"]
    text = text_of(message)
    first = text.partition(" plays U.S. and opens the game")[0].rpartition(" ")[2]
    second = {"ann": "bob", "bob": "ann"}[first]
    assert f"{first} plays U.S. and opens the game; {second} plays Japan." in text
    assert f"The pairing is event {pair.seq} of the log, {pair.id}." in text
    assert "You have 7 days for each answer." in text
    assert "pbem tournament play FILE" in text
    assert str(message["To"]) == f"{first} <{first}@example.org>, {second} <{second}@example.org>"
    files = attached(message)
    assert files["cup.tournament"] == log_of(dora).read_bytes()
    assert {f"{first}.card", f"{second}.card"} < set(files)
    opener, joiner = sorted(players, key=lambda one: one.folder.name != first)
    said = opener("tournament", "play", str(file))
    assert f"Imported the card of {second}, with whom you are paired." in said
    game = opener("mail", "write", "--to", str(tmp_path)).partition(" ")[0]
    game = str(next(tmp_path.glob("cup-r1b1*.eml")))
    said = joiner("tournament", "play", str(file), game)
    assert f"the card of {first}" in said
    joiner("mail", "write", "--to", str(joiner.outbox))
    opener("tournament", "play", str(next(joiner.outbox.glob("*.eml"))))
    opener("resign", "--yes")
    dora("tournament", "collect", opener.sends())
    dora("tournament", "close")
    mails = written(dora, tmp_path)
    assert len(mails) == 2
    message = next(iter(mails.values()))
    assert f"1 {second} 2 {first}" in text_of(message)
    assert any(name.endswith("-result.tlog-proof") for name in attached(message))


def test_who_owes_a_result_is_reminded(club, tmp_path):
    dora, *_ = club
    assert written(dora, tmp_path, "--remind") == {}
    dora("tournament", "pair")
    (message,) = written(dora, tmp_path, "--remind").values()
    assert "the result is missing. dora has received no log of this game" in text_of(message)
    dora("tournament", "rule", "1", "draw", "--why", "time is up")
    assert written(dora, tmp_path, "--remind") == {}


def test_a_card_of_nobody_who_entered_is_not_taken(club, home, tmp_path):
    dora, ann, _ = club
    eve = home("eve")
    eve("card", "export", "--to", str(tmp_path / "eve.card"))
    said = dora.fails("tournament", "collect", str(tmp_path / "eve.card"))
    assert "the card of eve, who did not enter with its key" in said
    assert not (dora.folder / "cards" / "eve.card").exists()
    said = ann.run("tournament", "play", str(tmp_path / "eve.card"))
    assert "no tournament here pairs you with its key" in said.out


def test_who_has_no_address_is_named(club, tmp_path):
    dora, *_ = club
    (dora.folder / "cards" / "bob.card").unlink()
    reported = dora.fails("tournament", "mail", "--to", str(tmp_path / "out"))
    assert "NOT reached: bob" in reported
    assert len(list((tmp_path / "out").glob("*.eml"))) == 1


def test_what_is_no_round_or_no_folder_is_reported(club, tmp_path):
    dora, *_ = club
    assert "there is no round 2" in dora.fails("tournament", "mail", "--round", "2")
    assert "is not a folder" in dora.fails("tournament", "mail", "--to", str(tmp_path / "no"))
    assert "agent setup" in dora.fails("tournament", "mail", "--send")
    assert "not both" in dora.fails("tournament", "mail", "--send", "--to", str(tmp_path))


def test_a_table_of_three_is_written_to_all_of_it(home, tmp_path):
    plan = "name: Three Cup\nformat: tables\nrounds: 1\ngame: tokyo\nscenario: three\n"
    dora, *_ = entered(home, tmp_path, plan, "ann", "bob", "cas")
    dora("tournament", "pair")
    (mail,) = written(dora, tmp_path).values()
    for who in ("ann", "bob", "cas"):
        assert f"{who}@example.org" in str(mail["To"])
        assert f"{who}.card" in attached(mail)
    reported = text_of(mail)
    for side in ("Eighth Army Group", "First Army Group", "Japan"):
        assert f" plays {side}" in reported
    assert reported.count("save this message and the one from") == 2
    assert reported.count(" and opens the game;") == 1
    (owed,) = written(dora, tmp_path, "--remind").values()
    assert " opens the game, and " in text_of(owed)


def test_who_plays_alone_is_reported_who_keeps_his_dice(home, tmp_path):
    plan = "name: Solo Cup\nformat: score\nrounds: 1\ngame: manila\numpire: dora\ndice: umpire\n"
    dora, *_ = entered(home, tmp_path, plan, "ann", "bob")
    dora("tournament", "pair")
    mails = list(written(dora, tmp_path).values())
    assert sorted(str(one["To"]) for one in mails) == [
        "ann <ann@example.org>", "bob <bob@example.org>",
    ]  # fmt: skip
    for mail in mails:
        assert "plays U.S. and opens the game." in text_of(mail)
        assert "writes the mail to dora." in text_of(mail)
        assert "save this message and" not in text_of(mail)
