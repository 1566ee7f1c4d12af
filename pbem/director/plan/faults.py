"""A mistake in a file that a director writes: the line, what stands there, and what could.

msgspec says what is wrong in its own words, by which alone it can be known; they are read here.
"""

from __future__ import annotations

import re
import types
from collections.abc import Iterator
from pathlib import Path
from typing import (
    Annotated,
    Any,
    Literal,
    NamedTuple,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec
from msgspec import Meta

from pbem.crypto.text import escape
from pbem.errors import FormError
from pbem.files import read_plain
from pbem.kit.typed import strict_yaml
from pbem.kit.typed.suggest import did_you_mean
from pbem.log.disk import explaining

T = TypeVar("T")

_STEP = re.compile(r"\.([A-Za-z0-9_]+)|\[([0-9]+)\]")
_REPORTED = re.compile(r"Expected `([a-z]+)")
_FIELD = re.compile(r"Object (contains unknown|missing required) field `(.*)`")
_FORMS = {
    "int": "a whole number",
    "str": "text",
    "bool": "true or false",
    "array": "a list, as [one, another]",
    "object": "names with values, as {one: 1, another: 2}",
}


class Called(NamedTuple):
    """The name of files of a form, a line as they have, and the command that prints a whole one."""

    called: str
    line: str
    prints: str


def read_form(path: Path, form: type[T], words: Called) -> tuple[T, bytes]:
    """Read a YAML file of a form that a person writes; return what it says, and its bytes.

    ``form``: its type. ``words``: what messages say of it.

    Raises:
        FormError: There is no such file, or something in it is wrong. The message names it.
        LogFileError: The file cannot be read.
    """
    name = escape(str(path))
    if not path.exists():
        there = sorted(one.name for one in path.parent.glob("*.yaml"))
        raise FormError(f"there is no file {name}{did_you_mean(path.name, there)}. {words.prints}")
    with explaining(path, "Reading"):
        data = read_plain(path, strict_yaml.LIMIT)
    said = strict_yaml.read(data, name=name)
    if not isinstance(said, dict):
        what = "is empty" if said is None else f"is not {words.called}"
        lines = f"{words.called.capitalize()} has lines like '{words.line}'"
        raise FormError(f"{name} {what}. {lines}. {words.prints}")
    try:
        return msgspec.convert(said, form), data
    except msgspec.ValidationError as error:
        reported = escape(fault_words(data, said, form, error, called=words.called))
        raise FormError(f"{name}{reported}. {words.prints}") from None


def fault_words(
    data: bytes, value: Any, form: type, error: msgspec.ValidationError, *, called: str
) -> str:
    """Say what is wrong in a plan: the line, as far as it is known, what, and what could stand.

    ``data`` is the file, ``value`` what it says, ``form`` the type that it has to have, ``called``
    what such a file is called.
    """
    what, _, where = str(error).partition(" - at ")
    path = tuple(field or int(index) for field, index in _STEP.findall(where))
    there, at = _form_at(form, value, path)
    field = _FIELD.fullmatch(what)
    if field is not None and field[1] == "missing required":
        name = f"{_named(path)}: " if path else ""
        return f"{_line(data, path) if path else ': '}{name}'{field[2]}: ...' is missing"
    if field is not None:
        names = list(_fields(there))
        reported = f"there is no '{field[2]}' in {_named(path) if path else called}"
        near = did_you_mean(field[2], names)
        key = _line(data, path, field[2])
        return f"{key}{reported}{near or '.'} Choose one of: {', '.join(names)}"
    words = list(_words(there))
    if words and what.startswith("Invalid"):
        near = did_you_mean(str(at), words)
        reported = (
            f"{_named(path)}: there is no '{at}'{near or '.'} Choose one of: {', '.join(words)}"
        )
        return f"{_line(data, path)}{reported}"
    return f"{_line(data, path)}{_named(path)} must be {_wanted(what, there)}, not {_shown(at)}"


def _named(path: tuple[str | int, ...]) -> str:
    """Name a place in a plan: its words, and of lists the number from 1."""
    return ", ".join(f"number {step + 1}" if isinstance(step, int) else step for step in path)


def _line(data: bytes, path: tuple[str | int, ...], key: str = "") -> str:
    """Say in which line something stands; of a ``key`` that is none, in which it is written."""
    if key:
        wanted = re.compile(rf"(^|[\s{{,-])[\"']?{re.escape(key)}[\"']?\s*:")
        lines = data.decode(errors="replace").splitlines()
        plain = (no for no, line in enumerate(lines, 1) if wanted.search(line.split("#")[0]))
        number = next(plain, None)
    else:
        place = strict_yaml.locate(data, path)
        number = None if place is None else place.line
    return ": " if number is None else f", line {number}: "


def _form_at(form: Any, value: Any, path: tuple[str | int, ...]) -> tuple[Any, Any]:
    """Return the type that is wanted at a place, with its bounds, and the value there."""
    for step in path:
        plain = _plain(form, value)
        if isinstance(step, str) and isinstance(plain, type) and issubclass(plain, msgspec.Struct):
            names = dict(zip(plain.__struct_encode_fields__, plain.__struct_fields__, strict=True))
            if step not in names:  # the field that says which of several forms it is
                return form, value.get(step)
            form = get_type_hints(plain, include_extras=True)[names[step]]
        elif isinstance(plain, tuple):  # of several forms, and the value is of none
            return form, value.get(step)
        else:
            form = get_args(plain)[0]
        value = value[step] if isinstance(step, int) else value.get(step)
    return form, value


def _plain(form: Any, value: Any) -> Any:
    """Return a type without bounds and null; of several that which the value says it is."""
    if get_origin(form) is Annotated:
        return _plain(get_args(form)[0], value)
    if get_origin(form) not in (Union, types.UnionType):
        return form
    arms = [arm for arm in get_args(form) if arm is not type(None)]
    reported = [
        arm
        for arm in arms
        if isinstance(arm, type) and issubclass(arm, msgspec.Struct) and isinstance(value, dict)
        and value.get(arm.__struct_config__.tag_field) == arm.__struct_config__.tag
    ]  # fmt: skip
    if reported:
        return reported[0]
    return _plain(arms[0], value) if len(arms) == 1 else tuple(arms)


def _fields(form: Any) -> Iterator[str]:
    """Give the names that can stand in a mapping."""
    plain = _plain(form, None)
    for one in plain if isinstance(plain, tuple) else (plain,):
        if isinstance(one, type) and issubclass(one, msgspec.Struct):
            tag = one.__struct_config__.tag_field
            yield from one.__struct_encode_fields__
            yield from (tag,) if tag else ()


def _words(form: Any) -> Iterator[str]:
    """Give the words of which one has to stand at a place; none where it is no such place."""
    plain = _plain(form, None)
    if get_origin(plain) is Literal:
        yield from map(str, get_args(plain))
    for one in plain if isinstance(plain, tuple) else ():
        if isinstance(one, type) and issubclass(one, msgspec.Struct):
            yield str(one.__struct_config__.tag)


def _wanted(what: str, form: Any) -> str:
    """Say of what form something has to be, within which bounds."""
    reported = _REPORTED.match(what)
    names = list(_fields(form))
    if reported is not None and reported[1] == "object" and names:
        return f"names with values, {{{', '.join(f'{name}: ...' for name in names)}}}"
    if wish := next((one.description for one in _bounds(form) if one.description), ""):
        return wish
    said = _FORMS.get(reported[1] if reported is not None else "", "something else")
    ends = [(one.ge, one.le) for one in _bounds(form)]
    low = next((low for low, _ in ends if low is not None), None)
    high = next((high for _, high in ends if high is not None), None)
    if low is not None or high is not None:
        said += f", {low} to {high}" if high is not None else f", {low} or more"
    words = list(_words(form))
    return f"one of {', '.join(words)}" if words else said


def _bounds(form: Any) -> Iterator[Meta]:
    """Give what limits a type, that of the arm which is not null too."""
    if get_origin(form) is Annotated:
        yield from (one for one in get_args(form)[1:] if isinstance(one, Meta))
        yield from _bounds(get_args(form)[0])
    elif get_origin(form) in (Union, types.UnionType):
        for arm in get_args(form):
            yield from _bounds(arm)


def _shown(value: Any) -> str:
    """Return a value as it was written; lists and mappings would fill the screen."""
    if isinstance(value, dict | list):
        return "a list" if isinstance(value, list) else "names with values"
    if value is None or isinstance(value, bool):
        return "nothing" if value is None else str(value).lower()
    return str(value) if isinstance(value, int) else f"'{value}'"
