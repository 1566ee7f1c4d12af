"""Heads of a tournament as players keep them: receipts, two histories, witnesses, what is late."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage
from pathlib import Path
from shutil import copyfile, copytree, rmtree

import pytest

from second.tiles import Published

PLAN = "name: Club Cup\nformat: round-robin\ngame: saipan\norigin: example.org/cup\n"


class Club:
    """dora directs; ann and bob enter, and have the log and the pages as of then."""

    def __init__(self, dora, ann, bob, folder: Path) -> None:
        self.dora, self.ann, self.bob, self.folder = dora, ann, bob, folder
        self.log = dora.folder / "tournaments" / "cup.tournament"
        self.pages = folder / "pages"
        plan = folder / "cup.yaml"
        plan.write_text(PLAN)
        dora("tournament", "found", str(plan))

    def enters(self, player) -> Path:
        player("tournament", "take", str(self.log))
        player("tournament", "enter", "--to", str(player.outbox))
        return player.outbox / f"cup-{player.folder.name}-enter.word"

    def publishes(self) -> Path:
        self.dora("tournament", "publish", str(self.pages))
        return copytree(self.pages, self.folder / "shown", dirs_exist_ok=True)

    def receipt(self, kind: str) -> Path:
        (*_, path) = sorted(self.pages.glob(f"receipts/*-{kind}.tlog-proof"))
        return path

    def rewrites(self, forget: bool = True) -> None:
        """Dora goes back to before the entries, forgets what dora signed, and begins again."""
        lines = self.log.read_bytes().splitlines(keepends=True)
        self.log.write_bytes(b"".join(lines[:2]))
        if forget:
            rmtree(self.dora.folder / "heads")


@pytest.fixture
def club(both, home, tmp_path):
    ann, bob = both
    made = Club(home("dora"), ann, bob, tmp_path)
    made.dora("tournament", "collect", str(made.enters(ann)), str(made.enters(bob)))
    for player in both:
        player("tournament", "take", str(made.log))
    made.publishes()
    return made


def test_what_is_published_is_a_transparency_log_that_another_reader_follows(club):
    shown = Published(club.pages)
    lines = club.log.read_bytes().splitlines()
    assert shown.entries() == lines
    assert shown.origin.startswith("example.org/cup/")
    assert sorted(shown.receipts()) == [1, 2, 3]
    found = json.loads(lines[0])["body"]["data"]["checkpoints"]
    assert (found["origin"], found["key"]) == (shown.origin, shown.key.hex())
    assert found["key"] != json.loads(lines[0])["body"]["data"]["director"]["sign"]
    before = {path: path.read_bytes() for path in club.pages.rglob("*") if path.is_file()}
    club.dora("tournament", "publish", str(club.pages))
    assert {path: path.read_bytes() for path in club.pages.rglob("*") if path.is_file()} == before
    club.dora("tournament", "pair")
    club.publishes()
    assert Published(club.pages).entries() == club.log.read_bytes().splitlines()


def test_a_published_folder_is_verified_as_a_whole(club, tmp_path):
    said = club.bob("tournament", "verify", str(club.pages))
    assert "Its checkpoint over 4 events, its tiles and receipts are correct." in said
    (tile,) = club.pages.glob("tile/0/*/4")
    kept = tile.read_bytes()
    tile.write_bytes(kept[:-1] + b"x")
    assert "checkpoint.file" in club.bob.fails("tournament", "verify", str(club.pages))
    tile.write_bytes(kept)
    receipt = club.receipt("enter")
    good = receipt.read_text()
    receipt.write_text(good.replace("index 3", "index 2"))
    assert "checkpoint.file" in club.bob.fails("tournament", "verify", str(club.pages))
    receipt.write_text(good)
    checkpoint = club.pages / "checkpoint"
    checkpoint.write_text(checkpoint.read_text().replace("\n4\n", "\n3\n"))
    assert "checkpoint.sign" in club.bob.fails("tournament", "verify", str(club.pages))


def test_a_receipt_comes_by_mail_and_is_kept(club, tmp_path):
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "d@example.org", "a@example.org", "cup"
    message.set_content("Your receipt.")
    data = club.receipt("enter").read_bytes()
    message.add_attachment(
        data, maintype="application", subtype="octet-stream", filename="r.tlog-proof"
    )
    mail = tmp_path / "receipt.eml"
    mail.write_bytes(bytes(message))
    said = club.ann("tournament", "heads", str(mail))
    assert "a head of cup over 4 events, and the receipt of event 3 (enter). Kept" in said
    assert "head over 4 events: it fits the log here" in said
    assert "Kept 1 head." in club.ann("tournament", "play", str(mail))
    forged = tmp_path / "forged.tlog-proof"
    forged.write_bytes(data.replace(b"\n4\n", b"\n5\n"))
    assert "not signed with the checkpoint key" in club.bob.fails(
        "tournament", "heads", str(forged)
    )
    assert not list((club.bob.folder / "heads").glob("*/*"))


def test_who_shows_two_histories_is_convicted_by_a_head(club, tmp_path):
    """The director leaves an entry out again, after the director has given a receipt for it."""
    club.ann("tournament", "heads", str(club.receipt("enter")))
    club.rewrites()
    club.dora("tournament", "enter", "cup", "--to", str(tmp_path / "dora.word"))
    words = (str(tmp_path / "dora.word"), str(club.bob.outbox / "cup-bob-enter.word"))
    club.dora("tournament", "collect", *words)
    log = club.ann.folder / "tournaments" / "cup.tournament"
    log.unlink()
    reported = club.ann.fails("tournament", "take", str(club.log))
    assert "is not the history that dora showed before" in reported
    assert ".checkpoint does not fit the log" in reported
    assert not log.exists()
    copyfile(club.log, log)  # no matter who puts it there all the same
    reported = club.ann.fails("tournament", "heads")
    assert "head over 4 events: it does NOT fit the log here" in reported
    assert "TWO HISTORIES" in reported
    assert "dora signed both" in reported


def test_a_head_newer_than_the_log_asks_for_the_stretch(club):
    club.dora("tournament", "pair")
    club.publishes()
    reported = club.ann("tournament", "heads", str(club.pages / "checkpoint"))
    assert "head over 7 events: it is newer than the log here" in reported
    asked = (
        "events 4 to 6 are missing here, but dora signed a head over them. Ask dora for the log."
    )
    assert asked in reported
    assert club.ann.run("tournament", "heads", "--json").json["tournaments"][0]["ask"] == [4, 6]
    club.ann("tournament", "take", str(club.log))
    assert "head over 7 events: it fits the log here" in club.ann("tournament", "heads")


def test_an_older_copy_of_the_log_gets_no_second_checkpoint(club):
    club.rewrites(forget=False)
    reported = club.dora.fails("tournament", "publish", str(club.folder / "other"))
    assert "you signed a checkpoint over 4 events" in reported
    assert not (club.folder / "other").exists()


def test_anyone_publishes_signs_nothing_in_the_directors_place(club):
    club.ann("tournament", "publish", str(club.folder / "hers"))
    assert not (club.folder / "hers" / "checkpoint").exists()
    club.ann("tournament", "heads", str(club.receipt("enter")))
    club.ann("tournament", "publish", str(club.folder / "hers"))
    assert Published(club.folder / "hers").entries() == club.log.read_bytes().splitlines()


def policy_of(*lines: str) -> str:
    names = " ".join(line.split()[1] for line in lines)
    return "\n".join([*lines, f"group all-of-them all {names}", "quorum all-of-them"]) + "\n"


def test_witnesses_cosign_and_a_forged_cosignature_is_refused(club, tmp_path):
    assert "no kept head that fits" in club.bob.fails("tournament", "cosign")
    club.bob("tournament", "heads", str(club.receipt("enter")))
    said = club.bob("tournament", "cosign", "--to", str(tmp_path))
    policy = tmp_path / "club.policy"
    policy.write_text(policy_of(said.splitlines()[-1]))
    cosigned = tmp_path / "cup-bob.checkpoint"
    at = (str(cosigned), "--policy", str(policy))
    club.ann("tournament", "heads", str(club.receipt("enter")))
    reported = club.ann.fails("tournament", "heads", "--policy", str(policy))
    assert "NOT cosigned as the policy asks" in reported
    lines = cosigned.read_text().split("\n")
    name, _, coded = lines[-2].removeprefix("\u2014 ").partition(" ")
    raw = bytearray(b64decode(coded))
    raw[-1] ^= 1
    forged = tmp_path / "forged.checkpoint"
    forged.write_text("\n".join([*lines[:-2], f"\u2014 {name} {b64encode(raw).decode()}", ""]))
    reported = club.ann.fails("tournament", "heads", str(forged), "--policy", str(policy))
    assert f"the cosignature of {name} is forged" in reported
    assert f"cosigned by {name}" in club.ann("tournament", "heads", *at)
    assert "NOT cosigned" not in club.ann("tournament", "heads", "--policy", str(policy))
    assert f"cosigned by {name}" in club.dora("tournament", "heads", *at)
    club.publishes()
    assert lines[-2] in (club.pages / "checkpoint").read_text()


def test_a_witness_cosigns_one_history_alone(club):
    club.bob("tournament", "heads", str(club.receipt("enter")))
    club.rewrites()
    club.dora("tournament", "collect", str(club.bob.outbox / "cup-bob-enter.word"),
              str(club.ann.outbox / "cup-ann-enter.word"))  # fmt: skip
    rmtree(club.pages)
    club.publishes()
    reported = club.bob.fails("tournament", "heads", str(club.pages / "checkpoint"))
    assert "TWO HISTORIES" in reported
    assert "dora signed both" in reported
    assert "two histories" in club.bob.fails("tournament", "cosign")


def test_a_word_without_an_answer_is_reported_after_some_days(club, tmp_path):
    club.ann("tournament", "withdraw", "--to", str(tmp_path))
    assert "Waits: your signed request 'withdraw'" in club.ann("tournament", "heads")
    assert "LATE" not in club.ann("tournament", "play")
    [word] = (club.ann.folder / "words" / "ann").glob("*-withdraw-*.word")
    day = datetime.now(UTC).date() - timedelta(days=8)
    word = word.rename(word.with_name(f"{day}{word.name[10:]}"))
    reported = club.ann("tournament", "heads")
    assert (
        f"LATE (8 days): your signed request 'withdraw' of {day} UTC is not in the log" in reported
    )
    assert "LATE: your signed request 'withdraw'" in club.ann("tournament", "play")
    club.dora("tournament", "collect", str(word))
    club.ann("tournament", "take", str(club.log))
    assert "withdraw" not in club.ann("tournament", "heads")


def test_a_result_that_is_missing_or_another_is_reported(club):
    club.dora("tournament", "pair")
    first, second = club.ann, club.bob
    if "ann (U.S.) - bob" not in club.dora("tournament", "show"):
        first, second = second, first
    first("tournament", "play", str(club.log))
    second("tournament", "play", str(club.log), first.sends())
    first("take", second.sends())
    first("resign", "--yes")
    game = next((first.folder / "games").glob("*.pbem"))
    reported = first("tournament", "heads")
    assert f"round 1, board 1: {game.stem} is over, but its result is not in the log" in reported
    club.dora("tournament", "collect", str(game))
    first("tournament", "take", str(club.log))
    assert "result" not in first("tournament", "heads")
    line = club.log.read_bytes().splitlines()[-1]
    assert b'"kind":"result"' in line
    assert first.sends()


# --- a director whose home was put back from a copy ----------------------------------------------


@pytest.fixture
def put_back(club):
    """Dora's round is paired and mailed; then dora's log and heads are those of a copy before."""
    kept = club.log.read_bytes()
    heads = copytree(club.dora.folder / "heads", club.folder / "heads")
    club.dora("tournament", "pair")
    for name in ("letters", "again"):
        (club.folder / name).mkdir()
    # Their cards came with the entries.
    for player in (club.ann, club.bob):
        club.dora("card", "import", str(next(player.outbox.glob("*.card"))))
    club.dora("tournament", "mail", "--to", str(club.folder / "letters"))
    club.paired = club.log.read_bytes()
    club.log.write_bytes(kept)
    rmtree(club.dora.folder / "heads")
    copytree(heads, club.dora.folder / "heads")
    return club


@pytest.mark.parametrize("named", ["folder", "file"])
@pytest.mark.parametrize("by", [("take",), ("tournament", "collect")])
def test_what_a_director_mailed_brings_back_what_they_signed(put_back, by, named):
    """Then the round is paired already, and no second history is signed."""
    club, letters = put_back, put_back.folder / "letters"
    what = letters if named == "folder" else next(letters.glob("*.eml"))
    club.dora(*by, str(what))
    assert club.log.read_bytes() == club.paired
    assert "is paired" in club.dora.fails("tournament", "pair")
    club.dora("tournament", "mail", "--to", str(club.folder / "again"))
    for letter in (club.folder / "again").glob("*.eml"):
        assert "TWO HISTORIES" not in club.ann("tournament", "heads", str(letter))


def test_what_the_agent_of_a_director_kept_brings_it_back_too(put_back):
    """Copies of the letters lie in the agent's mailbox, and it keeps the log that they bring."""
    club = put_back
    kept = club.dora.folder / "agent" / "dora" / "kept"
    kept.mkdir(parents=True)
    (kept / "mail-0123456789ab.tournament").write_bytes(club.paired)
    (kept / "mail-ba9876543210.tournament").write_bytes(b"no log")
    said = club.dora("tournament", "collect")
    assert "that were missing here" in said
    assert club.log.read_bytes() == club.paired
    assert "that were missing here" not in club.dora("tournament", "collect")


def test_a_directors_log_that_is_older_than_a_head_of_it_is_not_signed_on(put_back, tmp_path):
    """The head came alone, in a receipt, or was kept: no command of the director signs then."""
    club = put_back
    receipt = tmp_path / "receipt.tlog-proof"
    letter = message_from_bytes(next((club.folder / "letters").glob("*.eml")).read_bytes())
    [data, *_] = [
        part.get_payload(decode=True)
        for part in letter.walk()
        if (part.get_filename() or "").endswith(".tlog-proof")
    ]
    receipt.write_bytes(data)
    before = club.log.read_bytes()
    club.dora("take", str(receipt))
    for typed in (
        ("pair",),
        ("out", "ann", "--why", "gone", "--yes"),
        ("collect", str(club.ann.outbox)),
        ("close",),
        ("mail", "--to", str(tmp_path)),
    ):
        said = club.dora.fails("tournament", *typed)
        assert "An older copy of it was restored" in " ".join(said.split()), typed
        assert club.log.read_bytes() == before
    club.dora("tournament", "take", str(next((club.folder / "letters").glob("*.eml"))))
    assert "is paired" in club.dora.fails("tournament", "pair")


def test_a_tournament_of_somebody_else_comes_by_take_too(club, home, tmp_path):
    """A player who imports a folder of mail has all of it: no second command is needed."""
    cas = home("cas")
    said = cas("take", str(club.log))
    assert "Part of a tournament, and stored" in said
    assert (cas.folder / "tournaments" / "cup.tournament").read_bytes() == club.log.read_bytes()
    [reported] = json.loads(cas("take", "--json", str(club.log)))
    assert (reported["status"], reported["usable"]) == ("tournament", 0)
    torn = tmp_path / "torn.tournament"
    torn.write_bytes(club.log.read_bytes()[:-200])
    assert "NOT imported" in cas.fails("take", str(torn))
