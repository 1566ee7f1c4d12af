"""Statements on single rows, by their keys, each made once.

SQLAlchemy compiles a statement once that it is given again; one that is built again each time costs
several times what it takes to carry it out. So queries stand at the heads of modules, with
`bindparam` for what differs from time to time.

``form``: the type of a row. ``key``: the values of its key, in the order of the columns.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, TypeVar

from sqlalchemy import Connection, Executable, and_, bindparam, delete, insert, select, update
from sqlmodel import SQLModel

from pbem.store.tables import table_of

Form = TypeVar("Form", bound=SQLModel)

Values = Mapping[str, Any]
"""Values by the names of columns."""

_KEY = "key "
"""How parameters begin that say which row is meant: no column is called so."""


def add(connection: Connection, form: type[SQLModel], values: Values | Sequence[Values]) -> None:
    """Write a new row, or several at once."""
    connection.execute(_insert(form), values)


def put(connection: Connection, form: type[SQLModel], values: Values) -> None:
    """Write a row, in the place of that with the same key if there is one.

    The key is not set again: a database would look for all rows that refer to it.
    """
    key = {column.name: values[column.name] for column in table_of(form).primary_key}
    others = {name: value for name, value in values.items() if name not in key}
    if not change(connection, form, list(key.values()), others):
        add(connection, form, values)


def change(
    connection: Connection, form: type[SQLModel], key: Sequence[Any], values: Values
) -> bool:
    """Change the row with this key; False where there is none."""
    return connection.execute(_update(form), {**values, **_named(form, key)}).rowcount > 0


def remove(connection: Connection, form: type[SQLModel], key: Sequence[Any]) -> None:
    """Take the row with this key out, if there is one."""
    connection.execute(_delete(form), _named(form, key))


def get(connection: Connection, form: type[Form], key: Sequence[Any]) -> Form | None:
    """Return the row with this key, None where there is none."""
    return first(connection, form, _select(form), _named(form, key))


def get_one(connection: Connection, form: type[Form], key: Sequence[Any]) -> Form:
    """Return the row with this key, which is there; raises an error of SQLAlchemy's."""
    return form(**connection.execute(_select(form), _named(form, key)).one()._asdict())


def first(
    connection: Connection, form: type[Form], query: Executable, values: Values
) -> Form | None:
    """Return the first whole row that a query finds, None where it finds none.

    ``values``: those of its parameters.
    """
    found = connection.execute(query, values).first()
    return None if found is None else form(**found._asdict())


def rows(
    connection: Connection, form: type[Form], query: Executable, values: Values | None = None
) -> list[Form]:
    """Return what a query for whole rows finds; ``values``: those of its parameters."""
    return [form(**row._asdict()) for row in connection.execute(query, values)]


def _named(form: type[SQLModel], key: Sequence[Any]) -> dict[str, Any]:
    names = (column.name for column in table_of(form).primary_key)
    return {_KEY + name: value for name, value in zip(names, key, strict=True)}


@cache
def _insert(form: type[SQLModel]) -> Any:
    return insert(table_of(form))


@cache
def _select(form: type[SQLModel]) -> Any:
    return select(table_of(form)).where(_is_meant(form))


@cache
def _update(form: type[SQLModel]) -> Any:
    return update(table_of(form)).where(_is_meant(form))


@cache
def _delete(form: type[SQLModel]) -> Any:
    return delete(table_of(form)).where(_is_meant(form))


def _is_meant(form: type[SQLModel]) -> Any:
    key = table_of(form).primary_key
    return and_(*(column == bindparam(_KEY + column.name) for column in key))
