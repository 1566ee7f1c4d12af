"""Independent copies of positions.

Ways of dice are followed on copies, hundreds for one answer. Through bytes and back all texts of a
position would be made again, which is most of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar

from msgspec import Struct, inspect

S = TypeVar("S", bound=Struct)
Copier = Callable[[Any], Any]


def copied(value: S) -> S:
    """Return a copy of a struct that shares nothing which can be changed, as its fields' types say.

    Texts, numbers and frozen structs of these are shared.
    """
    copier = _of_struct(type(value))
    made: S = value if copier is None else copier(value)
    return made


@cache
def _of_struct(kind: type[Struct]) -> Copier | None:
    """Return what copies structs of a kind; None of one that cannot change."""
    found = inspect.type_info(kind)
    assert isinstance(found, inspect.StructType)  # noqa: S101 - that is what a struct is
    names = [field.name for field in found.fields]
    copiers = [_of(field.type) for field in found.fields]
    parts = [(place, copier) for place, copier in enumerate(copiers) if copier is not None]
    if kind.__struct_config__.frozen:
        return deepcopy if parts else None

    if not parts:
        return lambda one: one.__copy__()
    if tuple(names) != kind.__match_args__:  # a field is given by its name alone
        return deepcopy
    values = attrgetter(*names, names[0])  # the first twice, so that even one comes in a tuple

    def copy(one: Any) -> Any:
        *made, _ = values(one)
        for place, copier in parts:
            made[place] = copier(made[place])
        return kind(*made)

    return copy


def _of(kind: inspect.Type) -> Copier | None:
    """Return what copies values of a type; None where none of them can change."""
    make = _MAKERS.get(type(kind))
    return deepcopy if make is None else make(kind)


def _of_list(kind: Any) -> Copier:
    copier = _of(kind.item_type)
    return list.copy if copier is None else lambda one: [copier(value) for value in one]


def _of_mapping(kind: Any) -> Copier:
    copier = _of(kind.value_type)
    if copier is None:
        return dict.copy
    return lambda one: {name: copier(value) for name, value in one.items()}


def _of_union(kind: Any) -> Copier | None:
    structs = [one for one in kind.types if isinstance(one, inspect.StructType)]
    if any(_of(one) for one in kind.types if one not in structs):
        return deepcopy
    return _among({one.cls: _of_struct(one.cls) for one in structs})


def _among(by_kind: Mapping[type, Copier | None]) -> Copier | None:
    """Return what copies structs of these kinds, and nothing else: None or UNSET stay."""
    copiers = {kind: copier for kind, copier in by_kind.items() if copier is not None}
    if not copiers:
        return None

    def copy(one: Any) -> Any:
        copier = copiers.get(type(one))
        return one if copier is None else copier(one)

    return copy


_MAKERS: Mapping[type[inspect.Type], Callable[[Any], Copier | None]] = {
    inspect.ListType: _of_list,
    inspect.DictType: _of_mapping,
    inspect.SetType: lambda _: set.copy,
    inspect.VarTupleType: lambda kind: _of(kind.item_type) and deepcopy,
    inspect.TupleType: lambda kind: deepcopy if any(map(_of, kind.item_types)) else None,
    inspect.StructType: lambda kind: _among({kind.cls: _of_struct(kind.cls)}),
    inspect.UnionType: _of_union,
    **dict.fromkeys(
        (
            inspect.StrType,
            inspect.BytesType,
            inspect.IntType,
            inspect.BoolType,
            inspect.NoneType,
            inspect.LiteralType,
            inspect.FrozenSetType,
        ),
        lambda _: None,
    ),
}
"""Type of a field -> what makes the copier of its values; what is not here is copied at length."""
