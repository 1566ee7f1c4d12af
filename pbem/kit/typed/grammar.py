"""The lines of a game's orders and standing orders, made of what their fields declare."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import partial
from typing import (
    Any,
    Generic,
    Literal,
    NamedTuple,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec

from pbem.kit.contract import Order
from pbem.kit.typed.orders import OrderForms, forms_in
from pbem.kit.typed.shapes import Naming, Shape, term_of
from pbem.kit.typed.standing import USUAL
from pbem.kit.typed.terms import After, Term, marked, opened
from pbem.kit.typed.words import Words, read_order, read_standing

W = TypeVar("W", bound=Words)
R_contra = TypeVar("R_contra", bound=Words, contravariant=True)


class Own(NamedTuple, Generic[R_contra]):
    """A part that no declaration should say: a reader, and the usages that it understands.

    ``write`` returns the words after the order's own, if its fields do not say them either.
    """

    read: Callable[[R_contra], Order]
    usages: tuple[str, ...]
    write: Callable[[Any], Iterable[object]] | None = None


class Grammar(Generic[W]):
    """The lines of one game's orders.

    ``own``: forms that a game reads by itself, as ``move UNIT to HEX``, for which rules find a way.
    They are written by their fields all the same, unless `Own` says how. ``naming`` takes the word
    of an order, and gives terms to its texts that have none.

    Raises TypeError if a field can stand on no line.
    """

    def __init__(
        self,
        forms: OrderForms[Order],
        own: Mapping[type[Order], Own[W]] | None = None,
        naming: Callable[[str], Naming] | None = None,
    ) -> None:
        self.own = own or {}
        self._forms = forms
        self._shapes = {
            form: Shape(form, naming and naming(tag(form))) for form in forms_in(forms.union)
        }
        self.readers: Mapping[str, Callable[[W], Order]] = {
            tag(form): self.own[form].read if form in self.own else partial(_read, tag(form), shape)
            for form, shape in self._shapes.items()
        }

    def read(self, line: W, without: Collection[str] = ()) -> Order:
        """Read one line, ``without`` orders that this game does not have; raise `FormError`."""
        readers = self.readers
        if without:
            readers = {do: read for do, read in readers.items() if do not in without}
        order = read_order(line, readers)
        self._forms.check(order)
        return order

    def read_fields(self, form: type[Order], line: W) -> Order:
        """Read what follows the word of an order, as its fields declare."""
        order: Order = _read(tag(form), self._shapes[form], line)
        return order

    def write(self, order: Order) -> str:
        """Write an order as the line that `read` reads back to the same order."""
        form = type(order)
        own = self.own.get(form)
        words = own.write(order) if own and own.write else self._shapes[form].write(order)
        return " ".join(map(str, (tag(form), *words)))

    def usages(self) -> dict[str, tuple[str, ...]]:
        """Return the forms of lines by the first word: ``move UNIT to HEX`` is one of `move`."""
        return {
            tag(form): tuple(
                f"{tag(form)} {usage}".strip()
                for usage in (self.own[form].usages if form in self.own else (shape.usage(),))
            )
            for form, shape in self._shapes.items()
        }


def tag(form: type[Order]) -> str:
    """Return the word by which players write an order."""
    return str(form.__struct_config__.tag)


def _read(do: str, shape: Shape, line: Words) -> Any:
    return shape.read(line, f"`{do}`")


# --- standing orders ---------------------------------------------------------------------------

Lines = Callable[[Any], Iterable[str]]
"""Returns the lines of a part of standing orders, without ``standing QUESTION``."""


class OwnLines(NamedTuple, Generic[R_contra]):
    """A part that no declaration should say: a reader, a writer, and the usages."""

    read: Callable[[R_contra], Any]
    write: Lines
    usages: tuple[str, ...]


class StandingGrammar(Generic[W]):
    """The lines of one game's standing orders, of which ``form`` has a field for each question.

    The part of a question is a `Literal`, whose words are the answers, or a struct. Each line sets
    one field of that. A list of structs has a line for each, a field with `After` begins with its
    word, and a `Literal` is its word. At most one field of a part begins with something else.
    ``own``: question -> the lines that a game reads and writes by itself.
    """

    def __init__(
        self, form: type[msgspec.Struct], own: Mapping[str, OwnLines[W]] | None = None
    ) -> None:
        hints = get_type_hints(form, include_extras=True)
        self._parts: dict[str, OwnLines[W]] = {
            field.encode_name: (own or {}).get(field.encode_name)
            or _declared(field.encode_name, opened(hints[field.name])[0])
            for field in msgspec.structs.fields(form)
        }
        self.readers: Mapping[str, Callable[[W], Any]] = {
            question: part.read for question, part in self._parts.items()
        }

    def read(self, line: W) -> dict[str, Any]:
        """Read one line; return the part of the mapping that it sets; raise `FormError`."""
        return read_standing(line, self.readers)

    def write(self, standing: Mapping[str, Any]) -> list[str]:
        """Write standing orders as lines that `read` reads back."""
        return [
            f"standing {question} {line}"
            for question, part in self._parts.items()
            if standing.get(question) is not None
            for line in part.write(standing[question])
        ]

    def usages(self) -> dict[str, tuple[str, ...]]:
        """Return the forms of lines by the question: ``standing lose UNIT ...``."""
        return {
            question: tuple(f"standing {question} {usage}" for usage in (*part.usages, USUAL))
            for question, part in self._parts.items()
        }


def _declared(question: str, hint: Any) -> OwnLines[Any]:
    if get_origin(hint) is Literal:
        choices = get_args(hint)
        return OwnLines(
            lambda line: line.choice("answer", choices), lambda said: [said], ("|".join(choices),)
        )
    fields = _fields(hint)
    return OwnLines(
        partial(_read_field, fields, f"`standing {question}`"),
        lambda said: (line for field in fields for line in field.write(said)),
        tuple(field.usage for field in fields),
    )


_NOTHING: tuple[object, ...] = (None, [], ())


class _Field(NamedTuple):
    """A field of the part of a question, and the lines that set it.

    ``begins``: the words of which one is the first; any other line sets the field without them.
    """

    key: str
    begins: tuple[str, ...]
    usage: str
    read: Callable[[Any, str, Collection[str]], Any]
    write: Callable[[Mapping[str, Any]], Iterator[str]]


def _fields(part: type[msgspec.Struct]) -> list[_Field]:
    hints = get_type_hints(part, include_extras=True)
    found = [_field(part, one, hints[one.name]) for one in msgspec.structs.fields(part)]
    if sum(not one.begins for one in found) > 1:
        raise TypeError(f"{part.__name__}: two fields begin with no word; give one `After`")
    return found


def _field(part: type[msgspec.Struct], field: msgspec.structs.FieldInfo, hint: Any) -> _Field:
    bare, marks = opened(hint)
    key, after = field.encode_name, marked(marks, After)
    item = opened(get_args(bare)[0])[0] if get_origin(bare) is tuple else None
    if isinstance(item, type) and issubclass(item, msgspec.Struct):
        shape = Shape(item)

        def each(said: Mapping[str, Any]) -> Iterator[str]:
            for one in said.get(key, ()):
                yield " ".join(shape.write(msgspec.convert(one, item)))

        return _Field(key, (), shape.usage(), lambda line, what, _: [shape.read(line, what)], each)
    term = term_of(part, field.name, hint)
    words = (after.word,) if after else ()

    def alone(said: Mapping[str, Any]) -> Iterator[str]:
        if said.get(key) not in _NOTHING:
            yield " ".join((*words, *term.write(said[key])))

    begins = words or (get_args(bare) if get_origin(bare) is Literal else ())
    usage = " ".join((*words, term.shown))
    return _Field(key, begins, usage, partial(_read_alone, term, words), alone)


def _read_alone(
    term: Term[Any], words: tuple[str, ...], line: Words, _: str, stop: Collection[str]
) -> Any:
    line.take_if(*words)
    return term.read(line, stop)


def _read_field(fields: list[_Field], what: str, line: Words) -> dict[str, Any]:
    begun = [field for field in fields if line.peek() in field.begins]
    rest = [field for field in fields if not field.begins]
    if not (begun or rest):
        line.choice(f"beginning of {what}", [word for field in fields for word in field.begins])
    (field, *_) = begun or rest
    stop = [word for other in fields if other is not field for word in other.begins]
    found = msgspec.json.encode(field.read(line, what, stop))
    return {field.key: msgspec.json.decode(found)}
