"""The words of ``given`` in numbered cases, made of the code: their forms, and what they stand for.

A word stands for the field of a position that is called alike. The comments on the fields
of a form say what each means, or else those on the fields of the position.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Container, Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from inspect import getsource
from types import ModuleType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

MODULES = ("cases", "cases_map", "cases_cards")
"""Modules of a game's words that have such a form."""
COMMON = ("scenario", "options", "turn", "phase", "clear")
"""Words of every game, which the page explains once."""

_ROW = re.compile(r"^\| (`[^|]*`) \|", re.MULTILINE)
_MADE = re.compile(r"<!-- generated: .*?<!-- end -->", re.DOTALL)
_NAMED = re.compile(r"((?:``\w+``, )*``\w+``): ([^;]+?)(?=;|\.\s|\.$|$)", re.DOTALL)
"""In the comment of a class: names of its fields, and what they are."""


def given(game: str, page: str) -> Iterator[str]:
    """Yield a table for each form of ``given`` that a game has.

    ``page``: the text of the page where they stand. A word that has a row in a table of the game's
    section there, written by hand, has none here.
    """
    before, _, after = page.partition(f"(given: {game})")
    by_hand = before.rpartition("\n### ")[2] + after.partition("<!-- end -->")[2]
    by_hand = re.split(r"\n##", by_hand)[0]
    rows = " ".join(_ROW.findall(_MADE.sub("", by_hand)))
    known = {*COMMON, *re.findall(r"`(\w+)", rows)}
    package = package_of(game)
    meanings = _meanings(import_module(f"{package}.rules.position"))
    for name in MODULES:
        if find_spec(f"{package}.words.{name}") is None:
            continue
        module = import_module(f"{package}.words.{name}")
        [form] = [one for word, one in vars(module).items() if word.startswith("Given")]
        yield from _table(form, meanings | _meanings(module, form.__name__), known)


def package_of(game: str) -> str:
    """Return the package that has the modules of a game; the base's, if it has none of its own."""
    own = f"pbem.games.{game}"
    return own if find_spec(own) and find_spec(f"{own}.words") else "pbem.kit.hexgame"


def _table(
    form: type[msgspec.Struct], meanings: Mapping[str, str], known: Container[str]
) -> Iterator[str]:
    hints = get_type_hints(form, include_extras=True)
    fields = [one for one in msgspec.structs.fields(form) if one.encode_name not in known]
    if fields:
        yield "\n| word | form | meaning |\n| --- | --- | --- |"
    for field in fields:
        meaning = meanings.get(field.name, "")
        yield f"| `{field.encode_name}` | {_form(hints[field.name])} | {meaning} |"


def _form(hint: Any) -> str:
    """Return in words what may be written."""
    kind, inner = get_origin(hint), get_args(hint)
    if kind is Annotated:
        bounds = next(one for one in inner if isinstance(one, msgspec.Meta))
        whole = bounds.ge is not None and bounds.le is not None
        return f"{bounds.ge} to {bounds.le}" if whole else _form(inner[0])
    if kind is Literal:
        return ", ".join(f"`{one}`" for one in inner if one)
    if kind in (Union, UnionType):
        forms = dict.fromkeys(_form(one) for one in inner if one is not type(None))
        return " or ".join(one for one in forms if one)
    if kind is dict:
        return " -> ".join(map(_form, inner))
    return f"list of {_form(inner[0])}".removesuffix(" of text") if inner else _simple(hint)


def _simple(hint: Any) -> str:
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return f"`{{{', '.join(field.name for field in msgspec.structs.fields(hint))}}}`"
    return {str: "text", int: "number", bool: "`true`"}.get(hint, "any")


def _meanings(module: ModuleType, only: str = "") -> dict[str, str]:
    """Return field -> what a comment says of it, of the classes of a module, the last one first.

    ``only``: of this class alone.
    """
    found: dict[str, str] = {}
    for node in reversed(ast.parse(getsource(module)).body):
        if not isinstance(node, ast.ClassDef) or only not in ("", node.name):
            continue
        for names, meaning in _NAMED.findall(ast.get_docstring(node) or ""):
            for name in re.findall(r"\w+", names):
                found.setdefault(name, _plain(meaning))
        for field, comment in zip(node.body, node.body[1:], strict=False):
            if (
                isinstance(field, ast.AnnAssign)
                and isinstance(field.target, ast.Name)
                and isinstance(comment, ast.Expr)
                and isinstance(comment.value, ast.Constant)
            ):
                found.setdefault(field.target.id, _plain(str(comment.value.value)))
    return found


def _plain(text: str) -> str:
    text = " ".join(text.replace("``", "`").split()).removesuffix(".")
    return (text[:1].upper() + text[1:]).replace("|", "\\|")
