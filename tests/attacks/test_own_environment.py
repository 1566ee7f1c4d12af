"""Attacks by programs that pbem starts: what they find in the environment that they inherit."""

from __future__ import annotations

import ast
import json
import os
import sys
import webbrowser
from pathlib import Path

import pytest
from typer.testing import CliRunner

import pbem
from pbem.agent import credentials
from pbem.agent.config import Login, Server
from pbem.board import serving
from pbem.commands.main import app
from pbem.system import as_for_foreign, foreign_environment
from toy.cheat import OWN, attack

OURS = {"PBEM_PASSPHRASE": "correct horse", "PBEM_DATABASE": "postgresql://ann:pw@server/games"}
PROGRAM = Path(pbem.__file__).parent
STARTS = {"Popen", "run", "call", "check_call", "check_output", "system", "popen", "startfile"}
STARTS |= {
    f"{how}{which}"
    for how in ("exec", "spawn")
    for which in ("l", "le", "lp", "v", "ve", "vp", "vpe")
}
LIBRARIES = {"webbrowser", "sync_playwright"}
"""Libraries that start a program, and let nobody say with which environment."""
OUR_OWN = {
    "author/skeletons/hexes/tests/test_mygame.py": "pbem itself, in the tests of a new game",
    "author/skeletons/python/tests/test_mygame.py": "pbem itself, in the tests of a new game",
    "bench/boards.py": "pbem itself, measured: its home and passphrase are what it is given",
    "bench/processes.py": "pbem itself, measured",
    "bench/suite.py": "our own tests, in a checkout of pbem",
}


@pytest.fixture
def ours(monkeypatch):
    for name, value in OURS.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("UNTOUCHED", "yes")


@attack(
    OWN,
    "have the command for a mailbox's password read the passphrase",
    "it gets none of pbem's variables",
)
def test_the_command_for_a_password_finds_nothing_of_ours(ours):
    reported = "import json, os; print(json.dumps(dict(os.environ)))"
    login = Login("password", [sys.executable, "-c", reported])
    found = json.loads(credentials.secret_of(Server("imap.example", 993, "ann"), login))
    assert found["UNTOUCHED"] == "yes"
    assert not [name for name in found if name.startswith("PBEM_")]


@attack(
    OWN,
    "have a browser read the passphrase from its environment",
    "it gets none of pbem's variables",
)
def test_a_browser_finds_nothing_of_ours(ours, monkeypatch, tmp_path):
    seen = []
    monkeypatch.setattr(webbrowser, "open", lambda _: seen.append(dict(os.environ)))

    class Served:
        address = "http://127.0.0.1/"

        def run(self):
            seen.append(dict(os.environ))

    monkeypatch.setattr(serving, "served", lambda *_: Served())
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PBEM_HOME", str(tmp_path / "home"))
    ran = CliRunner().invoke(app, ["board", "--practice", "saipan"])
    assert ran.exit_code == 0, ran.output
    browser, after = seen
    assert not [name for name in browser if name.startswith("PBEM_")]
    assert browser["UNTOUCHED"] == "yes"
    assert after["PBEM_PASSPHRASE"] == OURS["PBEM_PASSPHRASE"]


@attack(OWN, "make the browser fail to start", "pbem gets its variables back all the same")
def test_what_is_taken_out_comes_back_also_after_an_error(ours):
    def fails():
        with as_for_foreign():
            raise RuntimeError(sorted(os.environ))

    with pytest.raises(RuntimeError) as raised:
        fails()
    assert not [name for name in raised.value.args[0] if name.startswith("PBEM_")]
    assert OURS.items() <= os.environ.items()
    assert foreign_environment().keys().isdisjoint(OURS)


def places() -> dict[str, list[str]]:
    """Return each place of the program where another one is started: file -> what stands there."""
    found: dict[str, list[str]] = {}
    for path in sorted(PROGRAM.rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        within: list[tuple[ast.AST, bool]] = [(tree, False)]
        while within:
            node, guarded = within.pop()
            if isinstance(node, ast.With):
                guarded |= any("as_for_foreign" in ast.unparse(one) for one in node.items)
            within += [(child, guarded) for child in ast.iter_child_nodes(node)]
            if isinstance(node, ast.Call) and (how := started(node, guarded)) is not None:
                found.setdefault(path.relative_to(PROGRAM).as_posix(), []).append(how)
    return found


def started(call: ast.Call, guarded: bool) -> str | None:
    """Say how a call starts a program: ``guarded``, with an ``environment``, or ``open``."""
    words = ast.unparse(call.func).split(".")
    of_library = not LIBRARIES.isdisjoint(words)
    if not of_library and (words[0] not in ("subprocess", "os") or words[-1] not in STARTS):
        return None
    given = [ast.unparse(one.value) for one in call.keywords if one.arg == "env"]
    if guarded or given == ["foreign_environment()"]:
        return "guarded"
    return "environment" if given and "os.environ," not in given[0] else "open"


@attack(
    OWN,
    "read pbem's variables in any other program that it starts",
    "a test finds each such place in the source",
)
def test_no_place_starts_a_program_of_others_with_our_variables():
    found = places()
    assert {"agent/credentials.py", "commands/board.py", "bench/browsers.py"} <= found.keys()
    left = {file for file, hows in found.items() if "open" in hows}
    assert left <= OUR_OWN.keys(), f"give these foreign_environment(): {left - OUR_OWN.keys()}"
    assert found.keys() >= OUR_OWN.keys(), "one of these starts nothing any more"
