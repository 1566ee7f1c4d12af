"""The fields of a struct as a default reads them: name, title, plain type, what it may hold."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec
from msgspec import inspect

from pbem.kit.contract import Game
from pbem.kit.sides import side_name
from pbem.kit.wording import listed

HIDDEN = "face down"
"""The word for a counter that nobody knows (`pbem.kit.cups`)."""


class Field(NamedTuple):
    """A field: its ``title`` is that of its `msgspec.Meta`, empty if it has none.

    ``words``: the texts that it may be, from ``Meta(extra={"words": ...})``. ``required``: it has
    no default value. ``type`` has no `Meta` around it and no None beside it.
    """

    name: str
    title: str
    type: inspect.Type
    required: bool
    words: tuple[str, ...] = ()


def fields_of(kind: type[msgspec.Struct]) -> list[Field]:
    """Return the fields of a struct, in their order."""
    found = inspect.type_info(kind)
    assert isinstance(found, inspect.StructType)  # noqa: S101 - that is what a struct is
    return [_field(one) for one in found.fields]


def _field(one: inspect.Field) -> Field:
    bare, title = one.type, ""
    words: tuple[str, ...] = ()
    while isinstance(bare, inspect.Metadata | inspect.UnionType):
        if isinstance(bare, inspect.Metadata):
            title = title or str((bare.extra_json_schema or {}).get("title", ""))
            words = words or tuple((bare.extra or {}).get("words", ()))
            bare = bare.type
        else:
            others = [part for part in bare.types if not isinstance(part, inspect.NoneType)]
            if len(others) > 1:
                break
            bare = others[0]
    return Field(one.name, title, bare, one.required, words)


def shown(value: Any) -> str:
    """Return a value of a field in words; nothing for what is empty."""
    match value:
        case bool():
            return "yes" if value else "no"
        case dict():
            return ", ".join(" ".join(filter(None, (n, shown(v)))) for n, v in value.items())
        case list() | tuple():
            return ", ".join(map(shown, value))
        case msgspec.Struct():
            return shown({name: getattr(value, name) for name in value.__struct_fields__})
    said = "" if value is None else str(value)
    return HIDDEN if said.startswith("?") else said


def in_words(game: Game[Any, Any], _: str, value: Any) -> str:
    """Return a value of an outcome as a declared sentence has it: names for the codes of sides."""
    many = value if isinstance(value, list | tuple) else (value,)
    return listed(side_name(game, shown(one)) for one in many)
