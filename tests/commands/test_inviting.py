"""A game by one link at the command line: docs/browser.md."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from client.invitations.test_tables import BOX, noise
from commands.conftest import Home

PAGE = Path(__file__).resolve().parents[2] / "docs" / "browser.md"


@pytest.fixture
def alice(tmp_path: Path) -> Home:
    home = Home(tmp_path / "alice")
    home("identity", "new", "alice", "--email", "alice@example.org")
    return home


@pytest.fixture
def bob(tmp_path: Path) -> Home:
    home = Home(tmp_path / "bob")
    home("identity", "new", "bob")
    return home


def link(alice: Home) -> str:
    """The link of the command that the page shows."""
    [shown] = re.findall(r"^pbem (invite .*)$", PAGE.read_text(), re.MULTILINE)
    return alice(*shown.split()).splitlines()[-1]


def test_one_link_out_and_one_back(alice: Home, bob: Home) -> None:
    invited = link(alice)
    looked = bob("open", "--look", invited)
    assert "alice invites you to Lantern Bridge." in looked
    opened = bob("open", invited)
    assert "Signed event 1: your join." in opened
    back = bob("send", "--link", "--site", "https://play.example.org/").strip()
    assert back.startswith("https://play.example.org/#log=")
    came = alice("open", "-", stdin=f"Yes! {back}\n")
    assert "bob (not compared)" in came
    assert "Verified and imported events 0 to 1." in came
    alice("join")
    assert "event 2" in bob("open", alice("send", "--link").strip())


def test_programs_read_the_same_as_json(alice: Home, bob: Home) -> None:
    made = json.loads(alice("invite", "saipan", "--side", "jp", "--json"))
    assert set(made) == {"link", "until"}
    said = json.loads(bob("open", "--look", "--json", made["link"]))
    assert (said["who"], said["sides"], said["days"]) == ("alice", ["U.S."], None)
    assert json.loads(bob("open", "--json", made["link"]))["game"].startswith("saipan")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("invite",), "Name a game, as in 'pbem invite lantern'."),
        (("invite", "latern"), "lantern"),
        (("invite", "lantern", "--side", "bras"), "There is no side 'bras'"),
        (("invite", "lantern", "--valid", "0"), "1 to 365 days"),
        (("invite", "lantern", "--message", "a\nb"), "one line"),
        (("invite", "lantern", "--site", "http://x"), "not the address of a page"),
        (("open", "hello"), "This is no link of pbem."),
        (("open", "pbem:#invite=abc"), "not whole, or was altered"),
        (("open", "pbem:#log=abc"), "not whole, or was altered"),
        (("open", "pbem:#card=abcdefgh"), "not whole, or was altered"),
    ],
)
def test_what_is_typed_wrong_is_said_in_one_message(alice: Home, words, said) -> None:
    ran = alice.run(*words)
    assert ran.code
    assert said in ran.err.replace("\n", " ")
    assert ran.out == ""


def test_without_an_identity_a_link_names_the_command_that_makes_one(alice: Home, tmp_path) -> None:
    ran = Home(tmp_path / "new").run("open", link(alice))
    assert ran.code
    assert "pbem identity new" in ran.err


def test_ones_own_link_is_refused(alice: Home) -> None:
    ran = alice.run("open", link(alice))
    assert ran.code
    assert "your own invitation" in ran.err


def test_a_table_file_goes_in_the_link_or_beside_it(alice: Home, bob: Home, tmp_path) -> None:
    small, large = tmp_path / "war.yaml", tmp_path / "large.yaml"
    small.write_bytes(BOX)
    large.write_bytes(noise())
    words = ("invite", "table", "--pack")
    within = alice(*words, str(small)).splitlines()
    assert len(within) == 2
    assert "alice invites you to Salt Road War." in bob("open", "--look", within[-1])
    assert "Signed event 1: your join." in bob("open", within[-1])
    first, beside, shown = alice(*words, str(large), "--message", "Again?").splitlines()
    assert first.startswith("Salt Road War: you play")
    assert beside == f"Send {large} with it: it is too long for a link."
    ran = bob.run("open", shown)
    assert ran.code
    assert "too long for a link. Ask alice for it" in ran.err.replace("\n", " ")
    wrong = bob.run("open", shown, "--pack", str(small))
    assert "another table file" in wrong.err.replace("\n", " ")
    assert "Signed event 1: your join." in bob("open", shown, "--pack", str(large))
    back = bob("send", "table-bob-alice-2", "--link").strip()
    assert "Verified and imported" in alice("open", back)
    made = json.loads(alice(*words, str(large), "--json"))
    assert (set(made), made["file"]) == ({"link", "until", "file"}, str(large))
