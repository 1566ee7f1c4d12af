"""The mistakes of a new user, and the messages."""

from __future__ import annotations

import html
import os
from pathlib import Path

import pytest
import typer.testing

from pbem.commands import terminal
from pbem.commands.main import ERRANDS, MEANT, app

TURN = "land 1/2 1203; land 1/6 1102; land 1/8 1002; land 1/23 0902; land 1/24 0801"


@pytest.fixture
def never_asked(monkeypatch):
    """No passphrase may be asked for."""

    def asked(*_: object, **__: object) -> str:
        raise AssertionError("a passphrase was asked for")

    monkeypatch.setattr(terminal, "ask", asked)


def files(folder, *names: str) -> None:
    """Make files, the first one the oldest."""
    folder.mkdir(exist_ok=True)
    for age, name in enumerate(names):
        (folder / name).write_text("x")
        os.utime(folder / name, (1000 + age, 1000 + age))


@pytest.mark.parametrize(
    "words", [["mail", "read"], ["take"], ["order"], ["card", "import"], ["verify"]], ids=" ".join
)
def test_a_missing_file_is_reported_with_what_is_there(game, tmp_path, words):
    ann, _ = game
    inbox = tmp_path / "inbox"
    files(inbox, "from-ann.txt", "form-ann.eml", "from-ann.eml.txt", "from-ann (1).eml", "holiday")
    result = ann.run(*words, str(inbox / "from-ann.eml"))
    assert result.code == 1
    reported = result.out + result.err
    assert (
        f"There is no from-ann.eml in {inbox}. Perhaps you mean: from-ann (1).eml, "
        "from-ann.eml.txt, form-ann.eml" in reported
    )
    assert "holiday" not in reported
    assert "from-ann.txt" not in reported  # three at most, the newest
    result = ann.run(*words, str(tmp_path / "nowhere" / "from-ann.eml"))
    assert "There is no folder" in result.out + result.err


@pytest.mark.parametrize(
    ("data", "reported"),
    [
        (b"{\\rtf1\\ansi land", "word processor's file (RTF): save it as plain text"),
        (b"PK\x03\x04....word/document.xml", "word processor's file: save it as plain text"),
        (b"PK\x03\x04" + b"." * 26 + b"mimetypeapplication/vnd.oasis.opendocument.text",
         "word processor's file: save it as plain text"),
        (b"PK\x03\x04....game.pbem", "zip archive: unpack it"),
        (b"%PDF-1.7", "PDF file, which contains no readable log: save the attachment that ends"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", ".msg) or a Word file: if it is a message, save"),
    ],
)  # fmt: skip
def test_files_of_other_programs_are_reported(game, tmp_path, data, reported):
    ann, _ = game
    file = tmp_path / "turn1.txt"
    file.write_bytes(data)
    assert reported in ann.fails("order", str(file))
    read = ann.run("mail", "read", str(file))
    assert (read.code, reported in read.out) == (1, True)


def test_orders_typed_without_m_or_with_curly_quotes(game):
    ann, _ = game
    assert '-m "fpf 3/10 2/3"' in ann.fails("order", "fpf", "3/10", "2/3")
    assert "only straight quotes" in ann.fails("order", "-m", "\u201cend", "movement\u201d")
    assert "only straight quotes" in ann.fails("order", "-m", "\u201eend movement\u201c")


@pytest.mark.parametrize(
    "words", [["order", "-m"], ["agent", "prepare", "-m"], ["notes", "saipan"]]
)
def test_typed_bytes_that_are_no_text(game, words):
    ann, _ = game
    assert "bytes that are no text in UTF-8" in ann.fails(*words, "move\udcff")


def test_the_words_of_a_card_before_whose_they_are(both):
    ann, _ = both
    said = ann.fails("card", "words", "abandon", "ability", "bob")
    assert "Put the handle before the words: 'pbem card words bob WORDS'." in said


@pytest.mark.parametrize(
    "words",
    [["send"], ["confirm"], ["card", "export"], ["mail", "write"], ["pack", "export", "saipan"]],
    ids=" ".join,
)
def test_a_folder_that_is_not_there(game, tmp_path, words):
    """No file is made that is called like the folder: it would be looked for in vain."""
    ann, _ = game
    for there in (tmp_path / "outbox", tmp_path / "no" / "outbox"):
        reported = ann.fails(*words, "--to", f"{there}/")
        assert (
            reported.strip()
            == f"pbem: {there} is not a folder. Create it, or name another one with --to"
        )
        assert not there.exists()


def test_one_s_own_card(both):
    ann, _ = both
    ann("card", "export", "--to", str(ann.outbox))
    card = str(ann.outbox / "ann.card")
    assert "This is your own card, ann. Ask your opponent for theirs." in ann(
        "card", "import", card
    )
    assert f"Import it with 'pbem card import {card}'." in ann("mail", "read", card)


def test_an_opening_without_an_opponent_names_the_seats(both):
    """A player who forgot them did not mean to play alone."""
    ann, _ = both
    reported = ann.fails("new", "lantern")
    assert reported.startswith(
        "pbem: Name the player of each side: --seat brask=HANDLE --seat tarle=HANDLE. If you play "
    )
    alone = ann.fails("new", "manila")
    assert alone.startswith("pbem: If you play alone, say who keeps the dice: a witness (--witness")


def test_a_try_says_that_nothing_was_signed_and_what_waits(game):
    ann, _ = game
    tried = ann("order", "--try", "-m", "land 1/2 1203")
    assert tried.endswith("\nNothing was signed.\n")
    assert "wait" not in tried
    lines = [TURN, "land 1/25 0802 from 0703", "end movement", "attack 317 with 1/2 1/6 1/8 gsp 5",
             "attack 16 with 1/23 1/24 1/25 gsp 5"]  # fmt: skip
    tried = ann("order", "--try", *(word for line in lines for word in ("-m", line)))
    assert "\nAfter that, 1 order waits.\nWith all possible dice:\n" in tried
    assert tried.endswith("\nNothing was signed.\n")
    assert "3 events" in ann("show")


def test_nothing_new_is_said_before_it_is_mailed(both, tmp_path):
    ann, bob = both
    ann("new", "saipan", "--seat", "us=ann", "--seat", "jp=bob")
    assert "Note:" not in ann("mail", "write", "--to", str(ann.outbox))
    bob("take", ann.sends())
    said = bob("mail", "write", "--to", str(tmp_path))
    assert (
        "It has no new event of yours: the last, event 1, is by ann. First, join with 'pbem join'"
        in said
    )
    bob("join")
    assert "Note:" not in bob("mail", "write", "--to", str(tmp_path))


def test_what_is_written_opens_ready_to_send(game, tmp_path):
    ann, _ = game
    ann("mail", "write", "--to", str(tmp_path))
    [message] = tmp_path.glob("*.eml")
    assert b"\r\nX-Unsent: 1\r\n" in message.read_bytes()


# --- one's games -------------------------------------------------------------------------------


def test_games_at_one_look(game, tmp_path):
    ann, bob = game
    ann("new", "manila", "--dice", "self", "--name", "manila")
    ann("dice", "manila")
    ann("resign", "--yes", "manila")
    reported = ann("games").splitlines()
    assert len(reported) == 2
    assert reported[0].startswith("saipan-ann-bob: Your move. ")
    assert "The answer is due" in reported[0]
    assert reported[1].startswith("manila: over: ")
    assert bob("games").startswith("saipan-ann-bob: Waiting for ann")
    assert "'pbem games'" in ann.fails("show")
    log = ann.folder / "games" / "manila.pbem"
    log.write_bytes(log.read_bytes().replace(b"manila", b"manola", 1))
    seen = {one["game"]: one for one in ann.run("games", "--json").json}
    assert (seen["saipan-ann-bob"]["yours"], seen["saipan-ann-bob"]["wrong"]) == (True, "")
    assert "store mend manila" in seen["manila"]["wrong"]


def test_no_games(home):
    assert "You have no game yet" in home("ann")("games")


# --- cheap checks come before a passphrase -----------------------------------------------------


@pytest.mark.parametrize(
    ("words", "reported"),
    [
        (["identity", "new", "ann"], "You already have the identity ann"),
        (["identity", "new", "Ann"], "a name has"),
        (["identity", "new", "eve", "--email", "eve"], "not a plain email address"),
        (["identity", "email", "ann"], "not a plain email address"),
        (["new", "saipna"], "saipan"),
        (["new", "saipan", "--seat", "uk=ann"], "There is no side 'uk'"),
        (["new", "saipan", "--seat", "us=ann", "--seat", "jp=eve"], "no card of 'eve'"),
        (["join"], "it is not your turn to join"),
    ],
    ids=" ".join,
)
def test_checks_come_before_the_passphrase(game, never_asked, words, reported):
    ann, _ = game
    assert reported in ann.fails(*words, PBEM_PASSPHRASE="")


# --- another address ---------------------------------------------------------------------------


def test_an_address_changes_and_the_words_stay(both):
    ann, bob = both
    before = ann.run("identity", "show", "--json").json
    said = ann("identity", "email", "ann.games@example.org")
    assert "pbem card export ann" in said
    after = ann.run("identity", "show", "--json").json
    assert after == {**before, "email": "ann.games@example.org"}
    ann("card", "export", "--to", str(bob.outbox))
    bob("card", "import", str(bob.outbox / "ann.card"))
    assert bob.run("card", "show", "ann", "--json").json[0]["email"] == "ann.games@example.org"


def test_every_group_still_shows_its_help():
    shown = typer.testing.CliRunner().invoke(app, ["identity", "--help"])
    assert "email" in shown.stdout


# --- a page saved from a browser ---------------------------------------------------------------


@pytest.mark.parametrize("head", ["<html>", "<!DOCTYPE html>\n<html lang='en'>", "\ufeff\n<HTML>"])
def test_a_page_saved_from_a_browser(game, tmp_path, head):
    """The log is taken, and no tag is an order; what one typed in a line of its own is."""
    ann, bob = game
    ann("order", "-m", f"{TURN}; land 1/25 0802 from 0703")
    text = ann("mail", "write", "--print")
    page = tmp_path / "page.html"
    lines = html.escape(text).replace("\n", "<br>\n")
    page.write_text(f"{head}<head><title>Mail</title></head><body><div>{lines}</div></body></html>")
    read = bob.run("mail", "read", str(page), "--json").json
    assert [(one["status"], one["last"]) for one in read["taken"]] == [("longer", 3)]
    assert read["orders"] == []
    page.write_text(
        f"{head}<body>#pbem saipan-ann-bob ann<br>\n<br>end movement<br>#end<br></body>"
    )
    [orders] = ann.run("mail", "read", str(page), "--json").json["orders"]
    assert orders["lines"] == ["end movement"]


# --- whose game it is --------------------------------------------------------------------------


def test_the_active_of_a_namesake_is_not_ones_own(game, namesake):
    """Somebody of the same name with other keys plays there: nobody here has a seat."""
    ann, bob = game
    other = namesake("ann")
    for log in (ann.sends(), bob.sends()):
        assert "Your move" not in other.run("take", log).out
    for words in (["show", "--no-map"], ["games"]):
        assert "Your move" not in other(*words)
        assert "Your move" in ann(*words)
    assert other.run("show", "--as", "ann", "--json").json["yours"] is False
    assert "plays saipan-ann-bob with another key" in other.fails("resign", "--yes")


def test_who_has_no_seat_never_has_the_active(game, home):
    """Nor where nobody has it: the game of others is over."""
    ann, _ = game
    eve = home("eve")
    assert "Your move" not in eve("take", ann.sends())
    ann("resign", "--yes")
    assert "Your move" not in eve("take", ann.sends())
    assert "Your move" not in eve("show", "--no-map") + eve("games")


@pytest.mark.parametrize("home", ["loop", "~nobody-here/pbem", "loop/below"])
def test_a_home_that_leads_to_itself_or_is_nobodys(home, game, tmp_path, monkeypatch):
    ann, _ = game
    monkeypatch.chdir(tmp_path)
    (tmp_path / "loop").symlink_to("loop")
    result = ann.run("store", "check", PBEM_HOME=home)
    assert "Traceback" not in result.err


def test_a_link_that_leads_to_itself_is_one_message(game, tmp_path, monkeypatch):
    """It is one message when something is read, and when it is written."""
    ann, _ = game
    monkeypatch.chdir(tmp_path)
    here = Path("saipan-ann-bob.case")
    here.symlink_to(here)
    Path("loop.pbem").symlink_to("loop.pbem")
    log = ann.sends()
    name = Path(log).name
    Path(name).unlink(missing_ok=True)
    Path(name).symlink_to(name)
    for words in (
        ("court", log, "--to", str(here)), ("send", "--to", "."), ("take", "loop.pbem"),
        ("take", "loop.pben"), ("show", "loop.pbem"),
    ):  # fmt: skip
        reported = ann.fails(*words)
        assert "Traceback" not in reported, words
        assert "fault of the program" not in reported, words
    assert here.is_symlink()
    assert Path(name).is_symlink()


def test_a_word_of_another_program_names_the_command_that_does_it(home):
    ann = home("ann")
    assert " take'." in ann.fails("import", "game.pbem", code=2)
    for word, command in MEANT.items():
        assert word not in {name for names in ERRANDS.values() for name in names}
        assert "Usage" in ann(*command.split(), *([] if "--" in command else ["--help"]))
