"""Names that other people's files, scripts and programs use stay as they are.

`tests/frozen/names.json` lists them. New names may be added to it, and nothing is taken out.
``python tests/test_what_stays.py`` run in the project's folder writes the list again.
"""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, get_args, get_type_hints

import click
import pytest
import typer
from sqlmodel import SQLModel

import pbem
import pbem.agent.memory.rows  # names its tables
import pbem.store.tables  # names its tables
from pbem.commands.main import app
from pbem.log.codes import CODES

ROOT = Path(__file__).resolve().parents[1]
LIST = ROOT / "tests" / "frozen" / "names.json"


def findings() -> Iterator[str]:
    """Yield the codes of findings."""
    yield from CODES


def commands() -> Iterator[str]:
    """Yield each command, with each of its options and arguments."""
    yield from _commands(typer.main.get_command(app), "pbem")


def _commands(command: click.Command, name: str) -> Iterator[str]:
    yield name
    for part in command.params:
        for option in part.opts if isinstance(part, click.Option) else [str(part.name).upper()]:
            yield f"{name} {option}"
    for key, inner in getattr(command, "commands", {}).items():
        yield from _commands(inner, f"{name} {key}")


def json_keys() -> Iterator[str]:
    """Yield each key of each published schema, and each word: those of orders are among them."""
    for path in (ROOT / "schemas").glob("*.json"):
        for key in _keys(json.loads(path.read_text())):
            yield f"{path.stem} {key}"


def _keys(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        yield from schema.get("properties", {})
        yield from (f"={one}" for one in schema.get("enum", ()) if isinstance(one, str))
        for value in schema.values():
            yield from _keys(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from _keys(value)


def python_names() -> Iterator[str]:
    """Yield what ``import pbem`` offers: each name, its members, its parameters, its parts."""
    offered = {name: getattr(pbem, name) for name in pbem.__all__}
    parts: set[type] = set()
    for found in offered.values():
        _reached(found, parts)
    for name, found in {**{part.__name__: part for part in parts}, **offered}.items():
        yield name
        for one in dir(found) if inspect.isclass(found) else ():
            if not one.startswith("_") and not hasattr(Exception, one):
                yield from _called(f"{name}.{one}", getattr(found, one))
        if not inspect.isclass(found):
            yield from _called(name, found)


def _reached(form: Any, known: set[type]) -> None:
    """Add the records that stand in a public record, or in what it is made of."""
    for part in get_args(form):
        _reached(part, known)
    if inspect.isclass(form) and form.__module__.startswith("pbem.") and form not in known:
        known.add(form)
        for part in get_type_hints(form).values():
            _reached(part, known)


def _called(name: str, found: Any) -> Iterator[str]:
    yield name
    if inspect.isfunction(found):
        parameters = inspect.signature(found).parameters
        yield from (f"{name} {one}" for one in parameters if one != "self")


def columns() -> Iterator[str]:
    """Yield each table of a database and its columns."""
    for table in SQLModel.metadata.sorted_tables:
        yield from (f"{table.name} {column.name}" for column in table.columns)


def endings() -> Iterator[str]:
    """Yield the endings of files that the program reads or writes."""
    for path in (ROOT / "pbem").rglob("*.py"):
        yield from re.findall(r'"(\.[a-z]{3,}(?:-[a-z]+)?)"', path.read_text())


KINDS: dict[str, Callable[[], Iterator[str]]] = {
    "findings": findings, "commands": commands, "json keys": json_keys,
    "python names": python_names, "columns": columns, "file endings": endings,
}  # fmt: skip


def listed() -> dict[str, list[str]]:
    return {kind: sorted(set(names())) for kind, names in KINDS.items()}


@pytest.mark.parametrize("kind", KINDS)
def test_a_name_that_others_use_stays(kind: str) -> None:
    kept, now = json.loads(LIST.read_text())[kind], listed()[kind]
    assert set(kept) - set(now) == set(), "a name is gone that others use"
    assert kept == now, "a name is new: write the list again"


if __name__ == "__main__":
    LIST.write_text(json.dumps(listed(), indent=0) + "\n")
