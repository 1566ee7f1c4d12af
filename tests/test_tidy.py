"""The tree keeps its own rules: floors, sizes, types, style."""

from __future__ import annotations

import ast
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SOURCES = sorted([*ROOT.glob("pbem/**/*.py"), ROOT / "cli.py"])
TOOLS = Path(sys.executable).parent

FUNCTION_LINES_MAX = 70


BANNED_IN_RULES = {"os", "time", "random", "secrets", "nacl", "sqlmodel", "locale"}
CLOCKS = {"now", "today", "utcnow"}


def run(*command: str) -> None:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text())


def test_floors() -> None:
    run(str(TOOLS / "lint-imports"))


def test_storeys_of_the_desk_and_of_games_hold_for_types_too(tmp_path: Path) -> None:
    """No room names, even for its types alone, what stands above it."""
    with_types = tmp_path / "pyproject.toml"
    told = (ROOT / "pyproject.toml").read_text()
    without = "exclude_type_checking_imports = true"
    assert without in told
    with_types.write_text(told.replace(without, without.replace("true", "false")))
    contracts = ("--contract", "storeys-of-the-desk", "--contract", "storeys-of-a-game")
    run(str(TOOLS / "lint-imports"), "--no-cache", "--config", str(with_types), *contracts)


def test_ruff() -> None:
    run(str(TOOLS / "ruff"), "check", ".")


def test_formatted() -> None:
    run(str(TOOLS / "ruff"), "format", "--check", ".")


@pytest.mark.long  # a third of a minute, and more where it has nothing kept
def test_types() -> None:
    run(str(TOOLS / "mypy"))


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_functions_are_short(path: Path) -> None:
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.FunctionDef):
            assert node.end_lineno is not None
            assert node.end_lineno - node.lineno < FUNCTION_LINES_MAX, node.name


@pytest.mark.parametrize(
    "path",
    [path for path in SOURCES if {"games", "kit"} & set(path.relative_to(ROOT).parts)],
    ids=lambda path: str(path.relative_to(ROOT)),
)
def test_rules_are_pure(path: Path) -> None:
    """No clock, file system, network or randomness but the dice."""
    for node in ast.walk(tree(path)):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        assert not {name.split(".")[0] for name in names} & BANNED_IN_RULES
        assert not (isinstance(node, ast.Attribute) and node.attr in CLOCKS)


OPENS = {"read_bytes", "read_text", "write_bytes", "write_text", "mkdir", "makedirs"}
MAY_OPEN = {
    "pbem/files.py",  # the room for it
    "pbem/audit/schemas.py",  # writes the tree's own schemas
    "pbem/audit/pages.py",  # and its own pages
    "pbem/agent/incoming.py",  # into a temporary folder
    "pbem/demo.py",
}


@pytest.mark.parametrize(
    "path",
    [
        path
        for path in SOURCES
        if str(path.relative_to(ROOT)) not in MAY_OPEN and "bench" not in path.parts
    ],
    ids=lambda path: str(path.relative_to(ROOT)),
)
def test_files_are_opened_in_one_room(path: Path) -> None:
    """Whoever opens a file by himself forgets a limit, a pipe or a mode."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if (name := node.func.attr) not in {*OPENS, "open"}:
                continue
            told = ast.unparse(node)
            lists = told.startswith(("lists.read_text(", "lists.write_text("))
            assert name not in OPENS or lists, told
            first = (
                node.args[0].value if node.args and isinstance(node.args[0], ast.Constant) else ""
            )
            assert not (name == "open" and set(str(first)) & set("rwax")), told


def test_nothing_names_a_place_on_somebodys_machine() -> None:
    tracked = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.split()
    # Spelled in pieces, or this file would find itself.
    banned = ["/" + "work/", "/" + "root/", "py" + "pi.org", "files.python" + "hosted"]
    for name in tracked:
        path = ROOT / name
        if path.suffix in {".py", ".md", ".toml", ".yaml", ".yml", ".json", ""} and path.is_file():
            text = path.read_text(errors="replace")
            assert not [word for word in banned if word in text], name
