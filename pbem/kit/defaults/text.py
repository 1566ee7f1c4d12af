"""Orders as lines, made of the fields of their forms.

The first word is the order's. The fields without a default value follow in their order, then those
with one, each behind its own name::

    class Shell(Order, frozen=True, tag="shell"):
        at: Hex
        guns: tuple[Unit, ...]
        points: Points = 0
        smoke: bool = False

reads and prints ``shell 1204 A/1 B/1 points 2 smoke``. A field behind a list has its name before it
too, whether it has a default value or not. A flag is its name alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Any, NamedTuple

from msgspec import inspect

from pbem.kit.contract import Order, RawOrder
from pbem.kit.defaults.fields import Field, fields_of
from pbem.kit.typed.words import Words, read_order

LOOKED_AT = 500
"""Legal orders in whose fields names are looked for that somebody wrote in another case."""
HIGHEST = 999_999


class _Part(NamedTuple):
    """A field on a line: ``named``: its name stands before it; ``stop``: names that may follow."""

    field: Field
    named: bool
    stop: frozenset[str]


class FieldLines:
    """The lines of one game's orders.

    Raises TypeError if a field has another type than a whole number, a text, a `Literal`, a flag,
    or a list of texts or numbers. Such a game writes a module `text`.
    """

    def __init__(self, game: Any) -> None:
        self._game = game
        self._forms: dict[str, list[_Part]] = {
            str(form.__struct_config__.tag): _parts(form)
            for form in _forms(game.modules.orders.FORMS.union)
        }

    def parse(self, _setting: object, position: Any, _side: str, line: str) -> Order:
        """Read one line; raise `FormError` with the column, and with what would be right."""
        readers = {do: partial(self._read, do, position) for do in self._forms}
        raw: RawOrder = read_order(Words(line), readers)
        order: Order = self._game.read_order(raw)
        return order

    def print_order(self, order: Order) -> str:
        """Write an order as the line that `parse` reads back to the same order."""
        raw = self._game.write_order(order)
        words = [raw["do"]]
        for part in self._forms[raw["do"]]:
            name = part.field.name
            if name not in raw:
                continue
            words += [name] if part.named else []
            words += [] if raw[name] is True else map(str, _several(raw[name]))
        return " ".join(words)

    def _read(self, do: str, position: Any, words: Words) -> RawOrder:
        raw: RawOrder = {"do": do}
        first = [part for part in self._forms[do] if not part.named]
        named = {part.field.name: part for part in self._forms[do] if part.named}
        for part in first:
            raw[part.field.name] = self._value(do, position, words, part)
        if not named:
            return raw
        for name in words.parts(lambda: words.choice(f"part of `{do}`", named)):
            raw[name] = self._value(do, position, words, named[name])
        return raw

    def _value(self, do: str, position: Any, words: Words, part: _Part) -> Any:
        what = part.field.name
        match part.field.type:
            case inspect.BoolType():
                return True
            case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
                read = partial(self._one, do, position, words, what, _bare(item))
                return words.several(read, part.stop)
            case kind:
                return self._one(do, position, words, what, kind)

    def _one(self, do: str, position: Any, words: Words, what: str, kind: inspect.Type) -> Any:
        match kind:
            case inspect.IntType(le=most):
                return words.number(what, HIGHEST if most is None else most)
            case inspect.LiteralType(values):
                return words.choice(what, map(str, values))
        word = words.take(what)
        return word.among(self._legal(do, position, what)) or word.text

    def _legal(self, do: str, position: Any, name: str) -> Iterator[str]:
        """Yield the texts that a field has in orders that are legal now."""
        for order in islice(self._game.legal(position), LOOKED_AT):
            if order.__struct_config__.tag == do:
                yield from filter(None, map(str, _several(getattr(order, name))))


def _forms(union: Any) -> Iterable[type[Order]]:
    """Return the classes of a union of orders, or the one class."""
    found = inspect.type_info(union)
    types = found.types if isinstance(found, inspect.UnionType) else (found,)
    structs = [one.cls for one in types if isinstance(one, inspect.StructType)]
    return [form for form in structs if issubclass(form, Order)]


def _parts(form: type[Order]) -> list[_Part]:
    fields = fields_of(form)
    fields.sort(key=lambda field: not field.required)
    found: list[_Part] = []
    behind_list = False
    for at, field in enumerate(fields):
        _check(form, field)
        named = behind_list or not field.required
        stop = frozenset(other.name for other in fields[at + 1 :] + (fields[:at] if named else []))
        found.append(_Part(field, named, stop))
        behind_list = behind_list or isinstance(field.type, _LISTS)
    return found


_LISTS = (inspect.VarTupleType, inspect.ListType)
_SINGLE = (inspect.IntType, inspect.StrType, inspect.LiteralType)


def _bare(kind: inspect.Type) -> inspect.Type:
    return kind.type if isinstance(kind, inspect.Metadata) else kind


def _check(form: type[Order], field: Field) -> None:
    kind = field.type
    if isinstance(kind, inspect.VarTupleType | inspect.ListType):
        kind = _bare(kind.item_type)
    flag = isinstance(kind, inspect.BoolType) and not field.required
    if not (isinstance(kind, _SINGLE) or flag):
        raise TypeError(
            f"{form.__name__}.{field.name} is no whole number, text, Literal, optional flag or "
            "list of these; write a module `text`"
        )


def _several(value: Any) -> Collection[Any] | Sequence[Any]:
    return value if isinstance(value, list | tuple) else (value,)
