"""A feature of the base is used by a game that ships or by a whole test game; no other is built.

Reads the files of the games, and compares them with the fields and words that the forms allow.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml
from msgspec import inspect

from hexgame import games
from pbem.kit.hexgame.data.forms import HexData

ROOT = Path(__file__).resolve().parents[2]
FILES = {
    **games.FILES,
    "lantern": ROOT / "pbem" / "games" / "lantern" / "data" / "lantern.yaml",
    "sealers": ROOT / "tests" / "hexgame" / "sealers" / "sealers.yaml",
}
FREE = {"paragraph", "provenance", "text", "symbol", "glossary", "rulings", "version"}
"""Fields whose values change no adjudication."""
OFFERED = {"scenarios", "options"}
"""They replace parts that stand here already; `test_offer.py` plays with them."""


def uses(form: inspect.Type, value: Any, path: str) -> Iterator[str]:
    """Yield each field and each word of a fixed set that a value of a form uses."""
    if isinstance(form, inspect.StructType) and isinstance(value, Mapping):
        for field in form.fields:
            if field.encode_name in value:
                yield (inside := f"{path}.{field.encode_name}")
                yield from uses(field.type, value[field.encode_name], inside)
    elif isinstance(form, inspect.LiteralType | inspect.BoolType):
        yield f"{path}={value}"
    else:
        for kind, one in members(form, value):
            yield from uses(kind, one, path)


def members(form: inspect.Type, value: Any) -> Iterator[tuple[inspect.Type, Any]]:
    """Yield what is in a value of several, each with its form."""
    match form:
        case inspect.DictType(value_type=inside) if isinstance(value, Mapping):
            yield from ((inside, one) for one in value.values())
        case inspect.VarTupleType(item_type=inside) if isinstance(value, list):
            yield from ((inside, one) for one in value)
        case inspect.UnionType(types=types):
            yield from ((one, value) for one in types)


def allowed(form: inspect.Type, path: str) -> Iterator[str]:
    """Yield everything that a form allows; a word that is meant by leaving out a field is not."""
    match form:
        case inspect.StructType(fields=fields):
            for field in fields:
                if field.encode_name in FREE | OFFERED:
                    continue
                inside = f"{path}.{field.encode_name}"
                yield inside
                words = set(allowed(field.type, inside))
                yield from words - {f"{inside}={said(field.default)}"}
        case inspect.LiteralType(values=values):
            yield from (f"{path}={value}" for value in values if value)
        case inspect.BoolType():
            yield from (f"{path}={value}" for value in ("false", "true"))
        case inspect.DictType(value_type=inside) | inspect.VarTupleType(item_type=inside):
            yield from allowed(inside, path)
        case inspect.UnionType(types=types):
            for one in types:
                yield from allowed(one, path)


def said(default: Any) -> str:
    return str(default).lower() if isinstance(default, bool) else str(default)


FORM = inspect.type_info(HexData)


def test_each_policy_is_used_by_a_whole_game() -> None:
    found: set[str] = set()
    for path in FILES.values():
        data = yaml.load(path.read_text(), yaml.BaseLoader)  # noqa: S506 - every value is a text
        found |= {one.replace("at_once", "points") for one in uses(FORM, data, "")}  # one count
    every = {one.replace("at_once", "points") for one in allowed(FORM, "")}
    assert len(every) > 80
    assert sorted(every - found) == []
