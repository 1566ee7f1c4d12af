"""Tables of forms: what each is called, its fields, and what its docstring says."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator
from inspect import cleandoc
from typing import Any, Literal, get_args, get_origin

import msgspec


def forms(head: str, forms: Iterable[Any], known: Container[str] = ()) -> Iterator[str]:
    """Yield a table of forms: what each is called, its fields, and what its docstring says.

    A field's words are not listed if all are ``known``. ``head``: the title of the first column.
    """
    yield from table((head, "fields", "meaning"), (_form(form, known) for form in forms))


def _form(form: Any, known: Container[str]) -> tuple[str, str, str]:
    fields = (one for one in msgspec.structs.fields(form) if one.name != "paragraph")
    shown = ", ".join(f"`{one.encode_name}`{_choices(one.type, known)}" for one in fields)
    says = re.sub(r"``([^`]*?)_?``", r"`\1`", " ".join(cleandoc(form.__doc__).split()))
    return f"`{form.__struct_config__.tag}`", shown, says


def _choices(form: Any, known: Container[str]) -> str:
    """Return what a field may be, if its type names it."""
    words = get_args(form) if get_origin(form) is Literal else ()
    if all(one in known for one in words):
        return ""
    return f" ({', '.join(f'`{one}`' for one in words if one)})"


def table(columns: Iterable[str], found: Iterable[Iterable[str]]) -> Iterator[str]:
    """Yield a table in Markdown."""
    head = list(columns)
    yield line(head)
    yield line(["---"] * len(head))
    for cells in found:
        yield line([one.replace("|", "\\|") for one in cells])
    yield ""


def line(cells: list[str]) -> str:
    """Return a row of a table."""
    return f"| {' | '.join(cells)} |"
