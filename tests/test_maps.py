"""Docstrings, comments and pages name modules that exist: a map that is out of date misleads."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SOURCES = {
    path.relative_to(ROOT).as_posix(): path.read_text()
    for folder in ("pbem", "tests")
    for path in sorted(ROOT.glob(f"{folder}/**/*.py"))
}
MODULES = {
    path.removesuffix(".py").removesuffix("/__init__").replace("/", "."): text
    for path, text in SOURCES.items()
}
NAME = re.compile(r"`(pbem(?:\.\w+)+)(?:\(\))?`")
FILE = re.compile(r"(?<![\w/.*])([a-z_]\w*(?:/\w+)*\.py)\b")


def exists(name: str) -> bool:
    """Say whether a dotted name is a module, or in the text of the module with which it begins."""
    module, rest = name, list[str]()
    while module not in MODULES:
        module, _, last = module.rpartition(".")
        rest.append(last)
    return all(re.search(rf"\b{one}\b", MODULES[module]) for one in rest)


def gone(text: str) -> Iterator[str]:
    """Yield the modules that a text names and that are not there."""
    yield from (name for name in NAME.findall(text) if not exists(name))
    for file in FILE.findall(text):
        if not any(f"/{path}".endswith(f"/{file}") for path in SOURCES):
            yield file


def docstrings(source: str) -> Iterator[str]:
    """Yield the docstrings of a module, those of its constants too."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield str(node.value.value)


def test_docstrings_and_comments_name_modules_that_exist() -> None:
    found = []
    for path, source in SOURCES.items():
        texts = [line for line in source.splitlines() if NAME.search(line)]
        if path.startswith("pbem/") and FILE.search(source):
            texts += [*docstrings(source), *re.findall(r"# .*", source)]
        found += [(path, one) for text in texts for one in gone(text)]
    assert found == []


def test_pages_name_modules_that_exist() -> None:
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(ROOT.glob("docs/*.md"))]
    assert len(pages) > 30
    assert [(page.name, one) for page in pages for one in gone(page.read_text())] == []


def test_a_module_that_is_gone_is_seen() -> None:
    names = ["log.fork", "log.fork.Fork", "log.fork.Knife", "log.spoon"]
    text = " ".join(f"`pbem.{name}`" for name in names)
    assert list(gone(text)) == ["pbem.log.fork.Knife", "pbem.log.spoon"]
    assert list(gone("fork.py, log/fork.py, spoon.py, log/spoon.py")) == [
        "spoon.py",
        "log/spoon.py",
    ]
