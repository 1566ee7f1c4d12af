"""The names in orders, declared once beside the field: how each is read, written, refused, shown.

A term stands in `Annotated`, beside the limits that msgspec reads::

    UNIT: Term[HexWords] = Term("UNIT", lambda line, stop: line.unit(others=stop))
    Unit = Annotated[str, Meta(pattern=UNIT_NAME), UNIT]
    Units = Annotated[tuple[Unit, ...], Meta(min_length=1), ONCE]

    class Shell(Order, frozen=True, tag="shell"):
        at: Hex
        guns: Annotated[Units, After("with")]
        points: Points = 0
        smoke: bool = False

reads and prints ``shell 1204 with A/1 B/1 points 2 smoke``. msgspec passes over terms, so schemas
and bytes stay as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Generic,
    NamedTuple,
    TypeVar,
    Union,
    get_args,
    get_origin,
)

W = TypeVar("W")


def _spelled(value: Any) -> list[str]:
    return [*map(str, value)] if isinstance(value, tuple | list) else [str(value)]


@dataclass(frozen=True)
class Term(Generic[W]):
    """A kind of thing that orders name.

    ``shown``: how it stands in a usage, such as ``HEX ...``. ``read`` takes the line and the words
    that end a list. ``check`` raises `FormError` for what has no sense whatever the position.
    ``write`` returns the words of a value.
    """

    shown: str
    read: Callable[[W, Collection[str]], Any]
    check: Callable[[Any], None] | None = None
    write: Callable[[Any], list[str]] = _spelled


class After(NamedTuple):
    """The word that stands before a field. Such parts stand in any order, each once.

    If the word is empty, nothing stands before the field, though it has a default value: its term
    reads and writes that too.
    """

    word: str


class Once:
    """The names of a list, and of all lists of an order that have this mark, stand once."""


ONCE = Once()

T = TypeVar("T")


def opened(hint: Any) -> tuple[Any, list[Any]]:
    """Return a type without `Annotated` and without None, and the marks that stood beside it."""
    marks: list[Any] = []
    while True:
        if get_origin(hint) is Annotated:
            marks += hint.__metadata__
            hint = hint.__origin__
        elif get_origin(hint) in {Union, UnionType}:
            others = [one for one in get_args(hint) if one is not NoneType]
            if len(others) != 1:
                return hint, marks
            (hint,) = others
        else:
            return hint, marks


def marked(marks: list[Any], kind: type[T]) -> T | None:
    """Return the mark of a kind, the one nearest to the field if there are several."""
    return next((one for one in reversed(marks) if isinstance(one, kind)), None)
