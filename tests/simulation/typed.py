"""Typed commands, in this process: the command itself, as people have it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from pbem.client import people
from pbem.commands.main import app
from pbem.errors import PbemError
from pbem.identity.identity import Identity
from toy.group import identity

RECOVERED = "--recovered"
"""With this somebody has a record begin again, says whatever refuses to sign without it."""
TRY_AGAIN = "Correct that, then try again"
"""Says whatever the disk refused: nothing is wrong with what was to be imported."""
DEALT = ("shuffle", "unmask", "lay-open")


class Refused(PbemError):
    """The words of a command before it ended with an exit code."""


class Typing:
    """Types into a terminal of ``handle``, whose home is a folder."""

    def __init__(self, handle: str, home: Path) -> None:
        self._as = ("--as", handle)
        self._home = home

    def __call__(self, *words: str) -> str:
        """Run a command and return what it prints; raises `Refused`."""
        environment = {
            "PBEM_HOME": str(self._home),
            "PBEM_DATABASE": "",
            "PBEM_PASSPHRASE": "not looked at here",
        }
        ran = CliRunner().invoke(app, [*words, *self._as], env=environment)
        if ran.exception is not None and not isinstance(ran.exception, SystemExit):
            raise ran.exception
        if ran.exit_code:
            reported = ran.stderr.removeprefix("pbem: ").strip()
            raise Refused(reported or ran.stdout.strip())
        return ran.stdout

    def reads(self, files: Sequence[Path], save: Path) -> None:
        """Have mail read."""
        self("mail", "read", *map(str, files), "--save", str(save))

    def acts(self, game: Path, kind: str, text: str) -> None:
        """Sign what one has to: ``text`` is what is ordered, sealed or answered."""
        if kind == "orders":
            lines = [word for line in text.splitlines() for word in ("-m", line)]
            self("order", str(game), *lines, "--yes")
        elif kind == "seal":
            self("seal", str(game), "-m", text)
        elif kind == "answer":
            self("answer", str(game), text)
        else:
            self("deal" if kind in DEALT else kind, str(game))

    def sends(self, game: Path, folder: Path) -> Path:
        """Have the file written that is to be mailed; return it."""
        return Path(json.loads(self("send", str(game), "--to", str(folder), "--json"))["file"])

    def confirms(self, game: Path, folder: Path) -> Path:
        """Have the head of a game signed; return the file that is to be mailed."""
        said = self("confirm", str(game), "--to", str(folder))
        return Path(said.split(": your confirmation of ")[0])


@contextmanager
def known_keys() -> Iterator[None]:
    """Give the keys to any passphrase: making them from one takes a tenth of a second."""

    def unlock(_client: object, handle: str, *_: object) -> Identity:
        return identity(handle)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(people, "unlock", unlock)
        yield


_BUILT = cache(get_command)


@contextmanager
def commands_built_once() -> Iterator[None]:
    """Let what is typed find the commands built: a process has them once, for one command line."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("typer.testing._get_command", _BUILT)
        yield
