"""The command as people run it: in a home of their own, with what they would see."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from typer.testing import CliRunner

from pbem.commands.main import app
from toy.schema import checked

WORDS = "correct horse"


class Result:
    """The output of a command, and how it ended."""

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
        self.outbox.mkdir(parents=True, exist_ok=True)

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


# The beginning of most tests is made once in a process, and copied.


@pytest.fixture(scope="session")
def furnished(tmp_path_factory):
    """Return the folder of a home with an identity, by its handle."""

    @cache
    def make(handle: str) -> Path:
        folder: Path = tmp_path_factory.mktemp("home") / handle
        Home(folder)("identity", "new", handle, "--email", f"{handle}@example.org")
        return folder

    return make


@pytest.fixture(scope="session")
def met(furnished, tmp_path_factory):
    """A folder with the homes of ann and bob, who know each other's cards."""
    folder = tmp_path_factory.mktemp("met")
    ann, bob = (Home(copytree(furnished(one), folder / one)) for one in ("ann", "bob"))
    for one, other, name in ((ann, bob, "bob"), (bob, ann, "ann")):
        other("card", "export", "--to", str(one.outbox))
        one("card", "import", str(one.outbox / f"{name}.card"))
    return folder


@pytest.fixture(scope="session")
def begun(met, tmp_path_factory):
    """The same, and Saipan has begun."""
    folder = copytree(met, tmp_path_factory.mktemp("begun"), dirs_exist_ok=True)
    ann, bob = Home(folder / "ann"), Home(folder / "bob")
    ann("new", "saipan", "--seat", "us=ann", "--seat", "jp=bob", "--days", "7")
    bob("take", ann.sends())
    bob("join")
    ann("take", bob.sends("--since", "1"))
    return folder


@pytest.fixture
def judge(tmp_path, monkeypatch):
    """Somebody without an identity and with an empty home, which looking leaves empty."""
    one = Home(tmp_path / "judge")
    one.outbox.rmdir()
    monkeypatch.chdir(tmp_path)
    yield one
    assert [*one.folder.iterdir()] == []


@pytest.fixture
def home(furnished, tmp_path):
    return lambda handle: Home(copytree(furnished(handle), tmp_path / handle))


@pytest.fixture
def namesake(tmp_path):
    """Somebody of the same handle with other keys, which are nobody's here."""

    def make(handle: str) -> Home:
        made = Home(tmp_path / "elsewhere" / handle)
        made("identity", "new", handle)
        return made

    return make


@pytest.fixture
def both(met, tmp_path):
    """ann and bob know each other's cards."""
    copytree(met, tmp_path, dirs_exist_ok=True)
    return Home(tmp_path / "ann"), Home(tmp_path / "bob")


@pytest.fixture
def game(begun, tmp_path):
    """Saipan has begun, and ann, the US, is active."""
    copytree(begun, tmp_path, dirs_exist_ok=True)
    return Home(tmp_path / "ann"), Home(tmp_path / "bob")
