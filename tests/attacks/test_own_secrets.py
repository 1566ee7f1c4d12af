"""Attacks on what a player's own program says aloud: passwords in what it prints."""

from __future__ import annotations

import base64
import warnings
from urllib.parse import quote

import pytest
from typer.testing import CliRunner

from pbem.commands.main import app
from pbem.crypto.struck import strike
from toy.cheat import OWN, attack

SECRET = "s3cretW0rd"  # noqa: S105 - planted

PLANTED = (
    "postgresql://ann:{}@server.example/games",
    "postgresql+psycopg://ann:{}@server.example:abc/games",
    "postgresql://server.example/games?user=ann&password={}",
    "postgresql://server.example/games?password={}&port=abc",
    "postgresql://server.example:{}/games",
    "postgresql://ann:{}/more@server.example/games",
    "postgresql://ann:12/{}@server.example/games",
    "postgresql://ann:{}?more@server.example/games",
    "postgresql://ann:12?{}@server.example/games",
    "mysql+nosuch://ann:{}@server.example/games",
    "nosuch://ann:{}@server.example/games?password={}",
    "{}",
    "sqlite:///{folder}/a.sqlite?password={}",
    "sqlite:///{folder}/b.sqlite?timeout={}",
    "sqlite:///{folder}/c.sqlite?mode={}&uri=true",
    "sqlite:///{folder}/d.sqlite?check_same_thread={}",
    "sqlite+pysqlcipher://:{}@/{folder}/e.sqlite?kdf_iter=abc",
)
"""Addresses of databases with a secret in each place where a person may put one, well or badly."""

COMMANDS = (("store", "check"), ("store", "rebuild"), ("games", "--json"), ("card", "show"))


@pytest.mark.parametrize("planted", PLANTED)
@attack(OWN, "put a password in each place of a database's address", "pbem never prints it")
def test_a_password_in_the_address_of_a_database(planted, tmp_path):
    address = planted.replace("{}", SECRET).replace("{folder}", str(tmp_path))
    for words in COMMANDS:
        with warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            ran = CliRunner().invoke(
                app,
                list(words),
                env={"PBEM_HOME": str(tmp_path / "home"), "PBEM_DATABASE": address},
            )
        said = ran.stdout + ran.stderr + "".join(str(one.message) for one in warned)
        assert ran.exception is None or isinstance(ran.exception, SystemExit), ran.exception
        assert SECRET.lower() not in said.lower()
        assert "Traceback" not in said


@attack(
    OWN, "have a server repeat a password, plain or in base64", "pbem removes it from every text"
)
def test_a_secret_that_a_server_says_again():
    for before in ("", "a", "\0ann\0", "ann:", "xy"):
        for after in ("", "z", "\0", "\0\0"):
            whole = (before + SECRET + after).encode()
            for spelled in (
                whole.decode(),
                quote(whole),
                base64.b64encode(whole).decode(),
                base64.urlsafe_b64encode(whole).decode(),
                base64.b64encode(base64.b64encode(whole)).decode(),
            ):
                said = strike(f"535 5.7.8 bad credentials {spelled} for ann", [SECRET])
                assert "535 5.7.8 bad credentials " in said
                assert "***" in said
                assert SECRET not in said
                for word in said.split():
                    assert SECRET[2:8].encode() not in _unpacked(word)


def _unpacked(word: str) -> bytes:
    """Return what a reader gets who takes base64 apart, wherever they begin in it."""
    found = b""
    for start in range(4):
        piece = "".join(char for char in word[start:] if char.isalnum() or char in "+/-_")
        piece = piece[: len(piece) // 4 * 4].replace("-", "+").replace("_", "/")
        found += base64.b64decode(piece)
    return found
