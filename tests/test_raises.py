"""Public functions say which of our errors they raise themselves: a caller can rely on it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SOURCES = sorted(ROOT.glob("pbem/**/*.py"))
BY_NAME = re.compile(r"(check|refuse)(_|$)")
"""A function of that name raises `IllegalOrder` (`pbem.kit.contract`), and need not say it."""


CLASS = re.compile(r"^class (\w+)\(([^)]*)\)", re.MULTILINE)


def bases(texts: Iterable[str]) -> dict[str, set[str]]:
    """Return our errors, each with those that it is a kind of."""
    found: dict[str, set[str]] = {"PbemError": set()}
    classes = [one.groups() for text in texts for one in CLASS.finditer(text)]
    before = 0
    while before != len(found):
        before = len(found)
        for called, kinds in classes:
            for base in set(re.findall(r"\w+", kinds)) & found.keys():
                found[called] = {base, *found[base]}
    return found


def name(node: ast.AST | None) -> str:
    """Return how a class is called, with or without a module before it."""
    return getattr(node, "id", getattr(node, "attr", ""))


def public(body: list[ast.stmt], within: str = "") -> Iterator[tuple[str, ast.FunctionDef]]:
    """Yield functions and methods that others may call; the help of a command is for people."""
    for node in body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and not node.name.startswith("_"):
            if isinstance(node, ast.ClassDef):
                yield from public(node.body, f"{within}{node.name}.")
            elif not any(".command(" in ast.unparse(one) for one in node.decorator_list):
                yield within + node.name, node


def raised(node: ast.AST, errors: dict[str, set[str]], caught: frozenset[str]) -> Iterator[str]:
    """Yield each error of ours that leaves a piece of code, as far as one can read it."""
    if isinstance(node, ast.Raise):
        error = name(node.exc.func if isinstance(node.exc, ast.Call) else node.exc)
        if error in errors and not caught & {error, *errors[error]}:
            yield error
    inside = caught
    if isinstance(node, ast.Try):
        kinds = [kind for one in node.handlers for kind in ast.walk(one.type or ast.Pass())]
        inside |= {name(kind) for kind in kinds}
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.FunctionDef | ast.Lambda | ast.ClassDef):
            tried = isinstance(node, ast.Try) and child in node.body
            yield from raised(child, errors, inside if tried else caught)


def unsaid(source: str, errors: dict[str, set[str]]) -> Iterator[str]:
    """Yield the functions of a module that do not name an error that they raise."""
    if not re.search(rf"\braise (\w+\.)?({'|'.join(errors)})\b", source):
        return  # most modules: to parse them takes long
    for called, node in public(ast.parse(source).body):
        _, _, said = re.sub("Raise", "raise", ast.get_docstring(node) or "").partition("raise")
        for error in dict.fromkeys(raised(node, errors, frozenset())):
            expected = error == "IllegalOrder" and BY_NAME.match(node.name)
            if not expected and not re.search(rf"\b{error}\b", said):
                yield f"{called} raises {error}"


@pytest.fixture(scope="module")
def errors() -> dict[str, set[str]]:
    return bases(path.read_text() for path in SOURCES)


def test_public_functions_name_the_errors_that_they_raise(errors: dict[str, set[str]]) -> None:
    assert {"BadLog", "WrongSide", "NotFound"} <= errors.keys()
    assert [
        f"{path.relative_to(ROOT)}: {found}"
        for path in SOURCES
        for found in unsaid(path.read_text(), errors)
    ] == []


def test_an_error_that_is_not_named_is_seen() -> None:
    source = '''
class Table:
    def take(self):
        """Take. Raises FormError."""
        raise FormError("no")
    def open(self):
        """Open FormError."""
        raise log.FormError("no")
    def kept(self):
        """Keep."""
        try:
            raise WrongSide
        except (FormError, KeyError):
            raise PbemError from None
def check_move():
    raise IllegalOrder
def _own():
    raise FormError
'''
    errors = {"PbemError": set(), "FormError": {"PbemError"}, "IllegalOrder": {"PbemError"}}
    errors["WrongSide"] = {"FormError", "PbemError"}
    assert list(unsaid(source, errors)) == [
        "Table.open raises FormError",
        "Table.kept raises PbemError",
    ]
