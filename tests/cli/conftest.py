"""The command as people run it: in a home of their own, with what they would see."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from pbem.commands.main import app
from toy.schema import checked

WORDS = "correct horse"


class Result:
    """What a command said and how it ended."""

    def __init__(self, ran: Any) -> None:
        self.out: str = ran.stdout
        self.err: str = ran.stderr
        self.code: int = ran.exit_code

    @property
    def json(self) -> Any:
        return json.loads(self.out)


class Home:
    """One person's home; calling it runs the command there."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.outbox = folder / "outbox"
        self.outbox.mkdir(parents=True)

    def run(self, *words: str, stdin: str | None = None, **environment: str) -> Result:
        variables = {
            "PBEM_HOME": str(self.folder),
            "PBEM_PASSPHRASE": WORDS,
            "PBEM_DATABASE": "",
            "COLUMNS": "100",
            **environment,
        }
        ran = CliRunner().invoke(app, list(words), input=stdin, env=variables)
        assert ran.exception is None or isinstance(ran.exception, SystemExit), ran.exception
        result = Result(ran)
        if words[:1] == ("verify",) and "--json" in words and not result.err:
            found = checked(result.out)
            assert found["ok"] == (result.code == 0)
        return result

    def __call__(self, *words: str, stdin: str | None = None, **environment: str) -> str:
        """Run a command that must succeed; return what it printed."""
        result = self.run(*words, stdin=stdin, **environment)
        assert result.code == 0, result.out + result.err
        assert result.err == ""
        return result.out

    def fails(self, *words: str, stdin: str | None = None, code: int = 1, **env: str) -> str:
        """Run a command that must fail with one message; return it."""
        result = self.run(*words, stdin=stdin, **env)
        assert result.code == code, result.out + result.err
        assert "Traceback" not in result.out + result.err
        if code == 1 and result.err:
            assert result.err.startswith(("pbem: ", "Aborted"))
        return result.err or result.out

    def sends(self, *words: str) -> str:
        """Write the file to mail; return its path."""
        path: str = json.loads(self("send", *words, "--json", "--to", str(self.outbox)))["file"]
        return path


@pytest.fixture
def home(tmp_path):
    def make(handle: str, folder: str = "") -> Home:
        made = Home(tmp_path / (folder or handle))
        made("identity", "new", handle, "--email", f"{handle}@example.org")
        return made

    return make


@pytest.fixture
def both(home):
    """ann and bob know each other's cards."""
    ann, bob = home("ann"), home("bob")
    for one, other, name in ((ann, bob, "bob"), (bob, ann, "ann")):
        other("card", "export", "--to", str(one.outbox))
        one("card", "import", str(one.outbox / f"{name}.card"))
    return ann, bob


@pytest.fixture
def game(both):
    """Saipan has begun, and ann, the US, has the pen."""
    ann, bob = both
    ann("new", "saipan", "--seat", "us=ann", "--seat", "jp=bob", "--days", "7")
    bob("take", ann.sends())
    bob("join")
    ann("take", bob.sends("--since", "1"))
    return ann, bob
