"""Which modules of pbem a browser needs: what its worker imports, all games, and their data."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from pbem.files import read_plain
from pbem.replays.bundle import FILE_MOST

ROOT = Path(__file__).parents[1]
FIRST = ("pbem.web.worker",)
WHOLE = ("games",)
"""Folders that are taken whole: their modules are found by name."""
WITHOUT = (
    "pbem.agent", "pbem.commands", "pbem.board.serving", "pbem.crypto.backend.native",
    "pbem.lobby.directing", "pbem.lobby.founding", "pbem.lobby.standing",
    "pbem.store.address", "pbem.store.database", "pbem.store.rebuild", "pbem.store.statements",
    "pbem.store.store", "pbem.store.tables",
)  # fmt: skip
"""Packages that no browser runs."""
DRAWN = "lobby/page/dice.svg"
"""A picture of a page that the program sends, too."""
PAGES = ("web/page", "board/page", "lobby/page")
"""Folders of pages, which lie in the folder as they are."""


def needed() -> list[tuple[str, Path]]:
    """Return the files of the program: the name of each within it, and where it lies."""
    found: dict[str, Path] = {}
    waiting = [*FIRST, *(name for folder in WHOLE for name in _modules(folder))]
    while waiting:
        name = waiting.pop()
        if name.startswith(WITHOUT):
            continue
        path = _file(name)
        if path is None or name in found:
            continue
        found[name] = path
        parent = name.rpartition(".")[0]
        waiting += [parent] * bool(parent)
        waiting += _imported(ast.parse(read_plain(path, FILE_MOST)))
    files = {path.relative_to(ROOT.parent).as_posix(): path for path in found.values()}
    files[f"{ROOT.name}/{DRAWN}"] = ROOT / DRAWN
    for folder in {path.parent for path in found.values()}:
        files |= {path.relative_to(ROOT.parent).as_posix(): path for path in _data(folder)}
    return sorted(files.items())


def _modules(folder: str) -> Iterator[str]:
    for path in (ROOT / folder).rglob("*.py"):
        inside = path.relative_to(ROOT.parent).with_suffix("")
        yield ".".join(inside.parts).removesuffix(".__init__")


def _file(name: str) -> Path | None:
    """Return the file of a module of ours, None where there is no such module."""
    if name.split(".", maxsplit=1)[0] != ROOT.name:
        return None
    path = ROOT.parent.joinpath(*name.split("."))
    package = path / "__init__.py"
    if package.is_file():
        return package
    module = path.with_suffix(".py")
    return module if module.is_file() else None


def _imported(tree: ast.AST) -> Iterator[str]:
    """Yield what a module imports, inside functions too; not what is for types alone."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{one.name}" for one in node.names)
        else:
            yield from _imported(node)


def _data(folder: Path) -> Iterator[Path]:
    """Yield what lies in a package besides modules, and in its folders that are no packages."""
    for path in folder.iterdir():
        inside = path.relative_to(ROOT).as_posix()
        if path.name == "__pycache__":
            continue
        if path.is_file() and path.suffix not in {".py", ".pyc"}:
            yield path
        elif path.is_dir() and inside not in PAGES and not (path / "__init__.py").is_file():
            yield from _data(path)
