"""The tree keeps its own rules: floors, sizes, types, style."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SOURCES = sorted([*ROOT.glob("pbem/**/*.py"), ROOT / "cli.py"])
TOOLS = Path(sys.executable).parent

FUNCTION_LINES_MAX = 70
FILES_MOST = 30


BANNED_IN_RULES = {"os", "time", "random", "secrets", "nacl", "sqlmodel", "locale"}
CLOCKS = {"now", "today", "utcnow"}
LOOKED_AT = (ast.FunctionDef, ast.Import, ast.ImportFrom, ast.Attribute, ast.Call)
"""The nodes that may break a rule below."""


def run(*command: str) -> None:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def found() -> dict[str, list[str]]:
    """Return what breaks each rule, read in one pass: trees that are kept make all tests slower."""
    wrong: dict[str, list[str]] = defaultdict(list)
    for path in SOURCES:
        name, tree = str(path.relative_to(ROOT)), ast.parse(path.read_text())
        rules = bool({"games", "kit"} & set(path.relative_to(ROOT).parts))
        opens = name not in MAY_OPEN and "bench" not in path.parts
        for node in ast.walk(tree):
            if not isinstance(node, LOOKED_AT):
                continue
            line = f"{name}:{getattr(node, 'lineno', 0)}"
            wrong["long"] += [f"{line} {what}" for what in long_function(node)]
            wrong["impure"] += [f"{line} {what}" for what in impure(node) if rules]
            wrong["opens"] += [f"{line} {what}" for what in opened(node) if opens]
            wrong["loops"] += [f"{line} {what}" for what in resolved(node)]
            wrong["private"] += [line for _ in private(node) if not name.startswith(FOR_A_PLAYER)]
    return wrong


def test_no_source_breaks_a_rule() -> None:
    """Functions are short, rules pure, private files a player's alone, files opened in one file."""
    assert {rule: where for rule, where in found().items() if where} == {}


def test_floors() -> None:
    run(str(TOOLS / "lint-imports"))


def test_storeys_of_the_client_and_of_games_hold_for_types_too(tmp_path: Path) -> None:
    """No module names, even for its types alone, what stands above it."""
    with_types = tmp_path / "pyproject.toml"
    reported = (ROOT / "pyproject.toml").read_text()
    without = "exclude_type_checking_imports = true"
    assert without in reported
    with_types.write_text(reported.replace(without, without.replace("true", "false")))
    contracts = ("--contract", "layers-of-the-client", "--contract", "layers-of-a-game")
    run(str(TOOLS / "lint-imports"), "--no-cache", "--config", str(with_types), *contracts)


def test_scripts_of_pages_import_downwards_only() -> None:
    """No script imports one that imports it, however many lie between; the board has others'."""
    scripts = [*ROOT.glob("pbem/board/page/**/*.js"), *ROOT.glob("pbem/replays/page/*.js")]
    imports = {path.stem: _IMPORTS.findall(path.read_text("utf-8")) for path in scripts}
    assert {"map", "build"} <= set(imports["pointing"])
    TopologicalSorter(imports).prepare()
    with pytest.raises(CycleError):
        TopologicalSorter({**imports, "build": ["pointing"]}).prepare()


_IMPORTS = re.compile(r'^import .*"\./(\w+)\.js";$', re.MULTILINE)


def test_ruff() -> None:
    run(str(TOOLS / "ruff"), "check", ".")


def test_formatted() -> None:
    run(str(TOOLS / "ruff"), "format", "--check", ".")


@pytest.mark.long  # a third of a minute, and more where it has nothing kept
def test_types() -> None:
    run(str(TOOLS / "mypy"))


def long_function(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.FunctionDef):
        assert node.end_lineno is not None
        if node.end_lineno - node.lineno >= FUNCTION_LINES_MAX:
            yield node.name


def impure(node: ast.AST) -> Iterator[str]:
    """Yield a clock, file system, network, or randomness but the dice."""
    names: list[str] = []
    if isinstance(node, ast.Import):
        names = [alias.name for alias in node.names]
    elif isinstance(node, ast.ImportFrom):
        names = [node.module or ""]
    yield from (name for name in names if name.split(".")[0] in BANNED_IN_RULES)
    if isinstance(node, ast.Attribute) and node.attr in CLOCKS:
        yield node.attr


FOR_A_PLAYER = ("pbem/table/own/", "pbem/client/", "pbem/bench/")


def private(node: ast.AST) -> Iterator[str]:
    """Yield imports of the file of what one player alone knows."""
    names: list[str] = []
    if isinstance(node, ast.Import):
        names = [alias.name for alias in node.names]
    elif isinstance(node, ast.ImportFrom):
        names = [f"{node.module}.{alias.name}" for alias in node.names]
    yield from (name for name in names if "table.own.private" in name)


OPENS = {"read_bytes", "read_text", "write_bytes", "write_text", "mkdir", "makedirs"}
MAY_OPEN = {
    "pbem/files.py",  # the module for it
    "pbem/generated/schemas.py",  # writes the tree's own schemas
    "pbem/generated/pages.py",  # and its own pages
    "pbem/generated/printed.py",  # and what is printed
    "pbem/generated/layers.py",  # of which it reads its own modules
    "pbem/agent/reading/incoming.py",  # into a temporary folder
    "pbem/demo.py",
    "pbem/web/compiling.py",  # runs alone, in the Python of a browser
}


def opened(node: ast.AST) -> Iterator[str]:
    """Yield who opens a file directly: that forgets a limit, a pipe or a mode."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
        return
    if (name := node.func.attr) not in {*OPENS, "open"}:
        return
    reported = ast.unparse(node)
    lists = reported.startswith(("lists.read_text(", "lists.write_text("))
    first = node.args[0].value if node.args and isinstance(node.args[0], ast.Constant) else ""
    if (name in OPENS and not lists) or (name == "open" and set(str(first)) & set("rwax")):
        yield reported


def resolved(node: ast.AST) -> Iterator[str]:
    """Yield what raises RuntimeError, which is no OSError, for a path that somebody chose."""
    called = node.func if isinstance(node, ast.Call) and not node.args else None
    if isinstance(called, ast.Attribute) and called.attr in ("resolve", "expanduser"):
        yield ast.unparse(node)


@pytest.mark.parametrize(
    ("code", "what"),
    [
        ("path.read_text()", opened), ("path.open('w')", opened), ("import os", impure),
        ("from random import choice", impure), ("datetime.now()", impure),
        ("path.resolve().parent", resolved),
        ("def f():\n" + "    x = 1\n" * 70, long_function),
    ],
)  # fmt: skip
def test_what_breaks_a_rule_is_seen(code: str, what: Callable[[ast.AST], Iterator[str]]) -> None:
    assert [reported for node in ast.walk(ast.parse(code)) for reported in what(node)]


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


TOP = {
    *(".ci", ".editorconfig", ".github", ".gitignore", ".pre-commit-config.yaml"),
    *("CHANGELOG.md", "CODE_OF_CONDUCT.md", "CONTRIBUTING.md", "LICENSE", "README.md"),
    *("SECURITY.md", "cli.py", "docs", "logs", "pbem", "pyproject.toml", "schemas", "tests"),
}


def test_no_folder_holds_more_than_can_be_seen_at_once() -> None:
    folders = Counter(path.parent for path in ROOT.glob("pbem/**/*") if kept(path))
    crowded = {folder.relative_to(ROOT): n for folder, n in folders.items() if n > FILES_MOST}
    assert crowded == {}


def kept(path: Path) -> bool:
    """Say whether a path is a file of the project, and not what Python wrote beside it."""
    return path.is_file() and path.suffix != ".pyc"


def test_top_level_holds_nothing_else() -> None:
    """A tool's download that lies about is never committed."""
    if not (ROOT / ".git").exists():
        pytest.skip("a copy without its history may lie beside anything")
    listed = subprocess.run(
        ("git", "ls-files"), cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert {line.split("/")[0].strip('"') for line in listed.stdout.splitlines()} == TOP
