"""Public functions say which errors they raise: a caller can rely on it.

A program can follow a `raise` in the function, in private functions of its module that it calls,
and in functions that only make an error.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[1]
SOURCES = sorted(ROOT.glob("pbem/**/*.py"))
BY_NAME = re.compile(r"(check|refuse)(_|$)")
"""A function of that name raises `IllegalOrder` (`pbem.kit.contract`), and need not say it."""

PYTHONS = {
    called
    for called, kind in vars(builtins).items()
    if isinstance(kind, type) and issubclass(kind, Exception)
} - {"AssertionError", "NotImplementedError", "StopIteration"}
"""Errors of Python. One that a private function raises is too often caught on its way."""

UNREACHABLE = {
    "pbem/crypto/vrf.py: verify raises FormError",  # the point was checked before
    "pbem/table/own/record.py: Record.gave raises KeyFileError",  # nothing is signed
    "pbem/table/own/record.py: Record.adopt raises KeyFileError",
    "pbem/table/own/record.py: Record.strike raises KeyFileError",
    "pbem/table/own/dealing.py: Dealer.proofs raises RulesFault",  # their key is known before
    "pbem/table/own/dealing.py: Dealer.masks_owed raises RulesFault",
    "pbem/table/own/dealing.py: Dealer.hand raises RulesFault",
}
"""Errors of a private function that never come out of the public one."""

CLASS = re.compile(r"^class (\w+)\(([^)]*)\)", re.MULTILINE)
MAKER = re.compile(r"^( *)def (\w+)\((?:[^()]|\([^()]*\))*\) -> (\w+):", re.MULTILINE)

Errors = dict[str, set[str]]


def bases(texts: Iterable[str]) -> Errors:
    """Return errors, each with those that it is a kind of."""
    found = {one: {kind.__name__ for kind in getattr(builtins, one).__mro__} for one in PYTHONS}
    classes = [one.groups() for text in texts for one in CLASS.finditer(text)]
    before = 0
    while before != len(found):
        before = len(found)
        for called, kinds in classes:
            for base in set(re.findall(r"\w+", kinds)) & found.keys():
                found[called] = {base, *found[base]}
    return found


def makers(texts: Iterable[str], errors: Errors) -> dict[str, str]:
    """Return functions that make an error, each with that error; methods have a dot before them."""
    found = [one.groups() for text in texts for one in MAKER.finditer(text)]
    return {"." * bool(indent) + called: made for indent, called, made in found if made in errors}


def name(node: ast.AST | None) -> str:
    """Return how a class is called, with or without a module before it."""
    return getattr(node, "id", getattr(node, "attr", ""))


EACH = re.compile(r"\bEach\b[^.]*\braises\b.*?(?:\.\s|$)", re.DOTALL)
"""A sentence in the docstring of a package, module or class that speaks for its functions."""


class Place(NamedTuple):
    """A function or method, and what docstrings say that it raises."""

    called: str
    node: ast.FunctionDef
    said: str


def functions(body: list[ast.stmt], said: str, within: str = "") -> Iterator[Place]:
    """Yield functions and methods; ``said``: what the docstrings around them say."""
    for node in body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            own = ast.get_docstring(node) or ""
            if isinstance(node, ast.ClassDef):
                around = said + "".join(EACH.findall(own))
                yield from functions(node.body, around, f"{within}{node.name}.")
            else:
                after = re.sub("Raise", "raise", own).partition("raise")[2]
                yield Place(within + node.name, node, said + after)


def is_public(place: Place) -> bool:
    """Say whether others may call a function; the help of a command is for people."""
    hidden = any(part.startswith("_") for part in place.called.split("."))
    decorators = map(ast.unparse, place.node.decorator_list)
    return not hidden and not any(".command(" in one for one in decorators)


class Reader(NamedTuple):
    """Reads the functions of one module."""

    errors: Errors
    makers: dict[str, str]
    private: dict[str, set[str]]
    """The errors of ours that private functions of the module raise."""

    def leaving(self, node: ast.AST) -> Iterator[str]:
        """Yield what a piece of code raises itself, caught or not."""
        if isinstance(node, ast.Raise):
            if isinstance(node.exc, ast.Call):
                called = name(node.exc.func)
                dot = "." * isinstance(node.exc.func, ast.Attribute)
                yield self.makers.get(dot + called, called)
            else:
                yield name(node.exc)
        elif isinstance(node, ast.Call) and name(node.func) in self.private:
            ours = name(getattr(node.func, "value", None)) in ("", "self", "cls")
            yield from self.private[name(node.func)] if ours else ()

    def raised(self, node: ast.AST, caught: frozenset[str] = frozenset()) -> Iterator[str]:
        """Yield each error that leaves a piece of code, as far as one can read it."""
        for error in self.leaving(node):
            if error in self.errors and not caught & {error, *self.errors[error]}:
                yield error
        inside = caught
        if isinstance(node, ast.Try):
            bare = ast.Name("BaseException")
            kinds = [kind for one in node.handlers for kind in ast.walk(one.type or bare)]
            inside |= {name(kind) for kind in kinds}
        for child in ast.iter_child_nodes(node):
            if not isinstance(child, ast.FunctionDef | ast.Lambda | ast.ClassDef):
                tried = isinstance(node, ast.Try) and child in node.body
                yield from self.raised(child, inside if tried else caught)


def unsaid(source: str, errors: Errors, made: dict[str, str], package: str = "") -> Iterator[str]:
    """Yield the functions of a module that do not name an error that they raise."""
    if "raise " not in source:
        return  # most modules: to parse them takes long
    tree = ast.parse(source)
    around = "".join(EACH.findall(f"{package}\n{ast.get_docstring(tree) or ''}"))
    places = list(functions(tree.body, around))
    reader = Reader(errors, {**made, **makers([source], errors)}, {})
    before = -1
    while before != (before := sum(map(len, reader.private.values()))):
        for place in places:
            if place.node.name.startswith("_") and not place.node.name.endswith("__"):
                found = {*reader.raised(place.node)} - PYTHONS
                reader.private.setdefault(place.node.name, set()).update(found)
    for place in filter(is_public, places):
        for error in dict.fromkeys(reader.raised(place.node)):
            expected = error == "IllegalOrder" and BY_NAME.match(place.node.name)
            if not expected and not re.search(rf"\b{error}\b", place.said):
                yield f"{place.called} raises {error}"


def package_of(path: Path) -> str:
    """Return the docstring of the package in which a module is."""
    package = path.with_name("__init__.py")
    return (package.exists() and ast.get_docstring(ast.parse(package.read_text()))) or ""


@pytest.fixture(scope="module")
def errors() -> Errors:
    return bases(path.read_text() for path in SOURCES)


def test_public_functions_name_the_errors_that_they_raise(errors: Errors) -> None:
    assert {"BadLog", "WrongSide", "NotFound", "OSError"} <= errors.keys()
    found = makers((path.read_text() for path in SOURCES), errors)
    made = {called: error for called, error in found.items() if called.strip(".")[0] != "_"}
    assert made["bad"] == "BadTournament"
    assert {
        f"{path.relative_to(ROOT)}: {found}"
        for path in SOURCES
        for found in unsaid(path.read_text(), errors, made, package_of(path))
    } == UNREACHABLE


def test_an_error_that_is_not_named_is_seen() -> None:
    source = '''
class Table:
    """Each method raises `KeyFileError` if its file is gone. FormError is another."""
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
    def key(self):
        """Return the key."""
        raise KeyFileError
    def read(self):
        """Read."""
        self._read()
    def _read(self):
        if own():
            raise _wrong("no")
        raise ValueError
    def asked(self):
        """Ask."""
        try:
            self._read()
        except FormError:
            raise ValueError from None
def _wrong(text) -> FormError:
    return FormError(text)
def check_move():
    raise IllegalOrder
def _own():
    raise FormError
class _Hidden:
    def own(self):
        raise FormError
'''
    errors = bases(["class PbemError(Exception):"])
    for kind in ("FormError", "KeyFileError", "IllegalOrder"):
        errors[kind] = {"PbemError", "Exception"}
    errors["WrongSide"] = {"FormError", "PbemError", "Exception"}
    assert list(unsaid(source, errors, {})) == [
        "Table.open raises FormError",
        "Table.kept raises PbemError",
        "Table.read raises FormError",
        "Table.asked raises ValueError",
    ]


def test_a_package_speaks_for_its_modules() -> None:
    errors = bases(["class BadLog(Exception):"])
    source = "def take():\n    raise bad(1)\ndef open():\n    raise word.bad(1)\n"
    made = {"bad": "BadLog"}
    assert list(unsaid(source, errors, made)) == ["take raises BadLog"]
    assert list(unsaid(source, errors, made, "Judges. Each raises BadLog.")) == []
