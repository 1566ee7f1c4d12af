"""Attacks by text on what a player sees: the invisible, what turns around, what is no text."""

from __future__ import annotations

import json
import os
import shutil
import sys
import unicodedata
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pbem.client.exchange.arriving import look
from pbem.commands.main import app
from pbem.crypto.text import check_note, escape, in_command
from pbem.errors import FormError
from toy.cheat import OWN, attack

# Default_Ignorable_Code_Point and Bidi_Control as Unicode's own files list them
# (DerivedCoreProperties and PropList), and what is blank without being called so.
INVISIBLE = (
    (0x00AD, 0x00AD),
    (0x034F, 0x034F),
    (0x061C, 0x061C),
    (0x115F, 0x1160),
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x200B, 0x200F),
    (0x202A, 0x202E),
    (0x2060, 0x206F),
    (0x2800, 0x2800),
    (0x3164, 0x3164),
    (0xFE00, 0xFE0F),
    (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0),
    (0xFFF0, 0xFFF8),
    (0x1BCA0, 0x1BCA3),
    (0x1D173, 0x1D17A),
    (0xE0000, 0xE0FFF),
)
CODES = [code for first, last in INVISIBLE for code in range(first, last + 1)]


@attack(OWN, "hide words in a note by invisible characters, or turn them around", "shown escaped")
@pytest.mark.long
def test_what_nobody_sees_in_a_text_of_others():
    for code in CODES:
        shown = escape(f"a{chr(code)}b")
        assert shown.isascii()
        assert f"{code:x}" in shown.lower()
    # Every blank but the plain one, every control and half of a pair.
    for code in range(sys.maxunicode + 1):
        if unicodedata.category(chr(code)) in {"Cc", "Cf", "Cs", "Co", "Zs", "Zl", "Zp"}:
            assert (escape(chr(code)) == chr(code)) == (code == 0x20)


@attack(
    OWN, "make the display depend on the Python version", "it comes from a table in the repository"
)
def test_what_is_shown_is_the_same_under_every_python():
    """The letter was added in Unicode 15, which Python 3.12 knows and 3.11 does not."""
    assert escape("\U0001e030 \u00fc \u65e5 \U0001f600") == "\\U0001e030 \u00fc \u65e5 \U0001f600"
    source = Path(sys.modules["pbem.crypto.shown"].__file__ or "").read_text()
    assert "unicodedata" not in source
    # By the page, section 2, and not by what is shown: these stand in notes, escaped.
    assert check_note("\u3164\u061c\ufe0f\U000e0041") == "\u3164\u061c\ufe0f\U000e0041"
    for refused in "\u200b\u202e\u2066\u2069\ufeff\u0085":
        with pytest.raises(FormError):
            check_note(refused)


NAMES = (b"\xff\xfe.pbem", b"a\xff.card", b"\xe9t\xe9.fork", b"\xff.eml", b"\xff.head")
COMMANDS = (
    ("verify", "{}", "--json"),
    ("verify", "{}", "{}", "--json"),
    ("take", "{}", "--json"),
    ("show", "{}", "--json"),
    ("log", "{}", "--json"),
    ("mail", "read", "{}", "--json"),
    ("dice", "--all", "{}", "--json"),
    ("games", "--json", "{}"),
    ("verify", "{}"),
    ("take", "{}"),
    ("mail", "read", "{}"),
    ("dice", "--all", "{}"),
    ("card", "import", "{}"),
)


@pytest.mark.few(1)
@pytest.mark.parametrize("name", NAMES)
@attack(
    OWN, "mail a file whose name is not UTF-8", "shown escaped, in JSON too; no command ends by it"
)
def test_a_name_that_is_no_text(name, tmp_path):
    env = {"PBEM_HOME": str(tmp_path / "home"), "PBEM_PASSPHRASE": "correct horse"}
    for words in (("identity", "new", "ann"), ("new", "saipan", "--dice", "self")):
        ran = CliRunner().invoke(app, [*words], env=env)
        assert ran.exit_code == 0, ran.stderr
    log = next((tmp_path / "home" / "games").glob("*.pbem"))
    for content in (log, None):
        path = tmp_path / os.fsdecode(name)
        if content is None:
            path.write_bytes(b"nothing of pbem")
        else:
            shutil.copy(content, path)
        for words in COMMANDS:
            ran = CliRunner().invoke(app, [one.replace("{}", str(path)) for one in words], env=env)
            assert ran.exception is None or isinstance(ran.exception, SystemExit), (words, ran)
            assert "\udcff" not in ran.stdout + ran.stderr
            if "--json" in words:
                json.loads(ran.stdout)


@attack(
    OWN,
    "name a file so that a shell carries out its name, if its reader types the command for it",
    "the command says `FILE` in its place",
)
@pytest.mark.parametrize("name", ["a;b.card", "$(b).card", "a b.card", "`b`.card", "-b.card"])
def test_a_name_that_a_shell_carries_out(tmp_path, monkeypatch, name):
    assert in_command(name) == "FILE"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PBEM_HOME", str(tmp_path / "home"))
    Path(f"./{name}").write_bytes(b'{"card":1}\n')
    for words in (["take"], ["mail", "read"]):
        said = CliRunner().invoke(app, [*words, "--", name]).output
        assert f"import {name}" not in said
    path = Path(name)
    with pytest.raises(FormError, match="'pbem card import FILE'"):
        look(path)
