"""Logs that are not whole, proofs of forks, and folders of what came, as a person types it."""

from __future__ import annotations

import json
import mailbox
import re
import shutil
from email.message import EmailMessage
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LOG = ROOT / "logs" / "saipan" / "historical.pbem"
FORK = ROOT / "logs" / "hostile" / "fork.author-two-thoughts.fork"
NO_FORK = ROOT / "logs" / "hostile" / "fork.form-one-illegal.fork"
TWO_AUTHORS = ROOT / "logs" / "hostile" / "fork.form-two-authors.fork"


@pytest.fixture
def ann(home):
    return home("ann")


@pytest.fixture
def changed(tmp_path):
    """A log of which one event in the middle was changed."""
    path = tmp_path / "changed.pbem"
    path.write_bytes(LOG.read_bytes().replace(b'"do":"move"', b'"do":"MOVE"', 1))
    return path


# --- a log with a finding ---------------------------------------------------------------------


def test_the_good_part_is_shown(ann, changed):
    log = ann.run("log", str(changed))
    good = ann.run("log", str(changed), "--json").json["events"]
    result = ann.run("show", str(changed))
    assert (log.code, result.code) == (1, 1)
    assert f"NOT valid from event {good} on" in result.out
    assert f"{good} events, head" in result.out
    shown = ann.run("show", str(changed), "--json")
    assert shown.code == 1
    assert shown.json["trouble"]["finding"]["code"] == "sig.bad"
    assert shown.json["events"] == good
    whole = ann.run("show", str(LOG), "--json")
    assert (whole.code, whole.json["trouble"]) == (0, None)
    # A log without one good event shows nothing.
    changed.write_bytes(changed.read_bytes().replace(b"alice", b"aline", 1))
    assert "pbem: " in ann.fails("show", str(changed))


def test_a_file_without_an_event_is_reported_as_that_everywhere(ann, tmp_path):
    empty = tmp_path / "empty.pbem"
    empty.touch()
    reported = ann.run("verify", str(empty), "--json")
    assert reported.code == 1
    [one] = reported.json["logs"]
    assert (one["finding"]["code"], one["finding"]["line"], one["warnings"]) == (
        "file.empty",
        None,
        [],
    )
    for words in (
        ["verify", str(empty)],
        ["log", str(empty)],
        ["show", str(empty)],
        ["explain", str(empty), "1"],
        ["compare", str(empty), str(LOG)],
        ["replay", str(empty), "--to", str(tmp_path / "game.html")],
        ["board", str(empty), "--no-browser"],
    ):
        result = ann.run(*words)
        assert result.code == 1, words
        said = " ".join((result.out + result.err).split())
        assert re.search(r"there is no event in it|(has|holds) no events?\b", said), (words, said)
        assert "from number" not in said
    assert not (tmp_path / "game.html").exists()


def test_ones_own_log_that_was_damaged_is_shown_with_what_mends_it(game):
    ann, _ = game
    ann("show", "saipan-ann-bob")
    path = ann.folder / "games" / "saipan-ann-bob.pbem"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:-1], lines[-1][:-4], b'x"}\n']))
    result = ann.run("show", "saipan-ann-bob")
    assert result.code == 1
    said = " ".join(result.out.split())
    assert "NOT valid from event 2 on" in said
    assert "pbem store mend saipan-ann-bob" in said


# --- the proof of a fork ----------------------------------------------------------------------


def test_the_proof_of_a_fork_is_reported(ann):
    said = ann("log", str(FORK))
    lines = FORK.read_bytes().splitlines()
    seq = len(lines) - 3
    assert f"FORK: bob signed two different events {seq}" in said or (
        f"FORK: ann signed two different events {seq}" in said
    )
    reported = json.loads(ann("log", str(FORK), "--json"))
    assert [entry["seq"] for entry in reported["entries"]] == [*range(seq), seq, seq]
    assert reported["entries"][-1]["by"] == reported["entries"][-2]["by"]
    assert reported["entries"][-1]["id"] != reported["entries"][-2]["id"]
    assert reported["fork"]
    assert ann.run("log", str(LOG), "--json").json["fork"] == ""
    said = ann("show", str(FORK))
    assert f"signed two different events {seq}" in said
    shown = json.loads(ann("show", str(FORK), "--json"))
    assert shown["events"] == seq
    both = shown["trouble"]["branches"]
    assert [entry["id"] for entry in both] == [entry["id"] for entry in reported["entries"][-2:]]


@pytest.mark.parametrize("path", [NO_FORK, TWO_AUTHORS])
@pytest.mark.parametrize("command", ["log", "show"])
def test_a_file_that_proves_no_fork_convicts_nobody(ann, command, path):
    result = ann.run(command, str(path))
    assert result.code == 1
    said = " ".join((result.out + result.err).split())
    assert "This is not a fork" in said
    assert "FORK: " not in said


def test_ones_own_proof_of_a_fork_is_not_called_broken(ann, tmp_path):
    shutil.copy(FORK, tmp_path / "game-4.fork")
    for command in ("log", "show", "verify"):
        result = ann.run(command, str(tmp_path / "game-4.fork"))
        assert "again" not in result.out
        assert "signed two different events" in " ".join(result.out.split())


# --- what came, as it came --------------------------------------------------------------------


def as_mail(path, name="game.pbem"):
    """A message as a mail program saves it, with a log attached."""
    message = EmailMessage()
    message["From"], message["To"] = "Ann <ann@example.org>", "uma@example.org"
    message["Subject"] = "my turn"
    message["Date"] = "Fri, 20 Nov 2026 12:00:00 +0000"
    message.set_content("Dear Uma, here it is.")
    message.add_attachment(
        Path(path).read_bytes(), maintype="application", subtype="octet-stream", filename=name
    )
    return message


@pytest.fixture
def alone(home):
    """ann plays alone, and uma is to keep ann's dice."""
    ann, uma = home("ann"), home("uma")
    for one, other, name in ((ann, uma, "uma"), (uma, ann, "ann")):
        other("card", "export", "--to", str(one.outbox))
        one("card", "import", str(one.outbox / f"{name}.card"))
    ann("new", "saipan", "--umpire", "uma")
    return ann, uma


@pytest.fixture(params=["eml", "mbox", "maildir"])
def inbox(alone, tmp_path, request):
    """A folder of mail in each form that mail programs keep it in; the log came in one of them."""
    ann, _ = alone
    message = as_mail(ann.sends())
    folder = tmp_path / "inbox"
    if request.param == "maildir":
        box = mailbox.Maildir(folder)
        box.add(message)
        box.close()
    else:
        folder.mkdir()
        (folder / "note.txt").write_text("Dear uma")
    if request.param == "eml":
        (folder / "turn.eml").write_bytes(bytes(message))
    elif request.param == "mbox":
        box = mailbox.mbox(folder / "turn.mbox")
        box.add(message)
        box.close()
    return folder


def test_dice_are_given_for_what_came_by_mail(alone, inbox):
    ann, uma = alone
    said = uma("dice", "--all", "--join", str(inbox))
    assert "joined in event 1" in said
    answers = list((inbox / "answers").iterdir())
    assert len(answers) == 1
    assert "Your move: join with 'pbem join'." in ann("take", str(answers[0]))
    if (inbox / "note.txt").exists():
        assert f"{inbox / 'note.txt'}: Skipped" in said
    # The same folder once more: the same answer, and no file of ours is taken for mail.
    assert "nothing new to sign" in uma("dice", "--all", "--join", str(inbox))


def test_a_folder_of_mail_is_taken_in(alone, inbox):
    _, uma = alone
    said = uma("take", str(inbox))
    assert "New game" in said
    assert said.count(str(inbox.parent)) == said.count(str(inbox))  # no folder of the program's
    taken = json.loads(uma("take", str(inbox), "--json"))
    assert {"same"} <= {one["status"] for one in taken} <= {"same", "passed"}
    assert all(one["file"].startswith(str(inbox)) for one in taken)


def test_a_folder_of_mail_is_judged(alone, inbox):
    _, uma = alone
    result = uma.run("verify", str(inbox))
    assert result.code == 0
    assert ": valid, 1 events" in result.out
    found = uma.run("verify", str(inbox), "--json").json
    assert [log["ok"] for log in found["logs"]] == [True]
    assert found["logs"][0]["path"].startswith(str(inbox))


def test_one_mail_is_taken_in_and_judged(alone, tmp_path):
    ann, uma = alone
    path = tmp_path / "turn.eml"
    path.write_bytes(bytes(as_mail(ann.sends())))
    assert ": valid, 1 events" in uma("verify", str(path))
    assert "New game." in uma("take", str(path))
    # Two logs of one game, one by mail: they are compared.
    found = uma.run("verify", str(path), str(ann.folder / "games" / "saipan-ann.pbem"), "--json")
    assert found.json["ok"]


def test_a_mail_or_folder_without_a_log_is_not_called_good(ann, tmp_path):
    message = EmailMessage()
    message["From"], message["Subject"] = "bob@example.org", "hello"
    message.set_content("How are you?")
    (tmp_path / "hello.eml").write_bytes(bytes(message))
    for command in ("verify", "take"):
        for path in (tmp_path, tmp_path / "hello.eml"):
            assert "There is no log" in ann.fails(command, str(path))


def test_dice_go_into_a_new_folder(alone, tmp_path):
    """Also where no file came, so that what is to be mailed is of the games here."""
    ann, uma = alone
    uma("take", ann.sends())
    to = tmp_path / "new" / "folder"
    said = uma("dice", "--all", "--join", "--to", str(to))
    assert "joined in event 1" in said
    assert to.is_dir()
    (answer,) = to.iterdir()
    assert answer.suffix == ".pbem"
    assert "Your move: join with 'pbem join'." in ann("take", str(answer))
