"""How the fields of a struct stand on a line, by their terms and their types."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta

from pbem.errors import FormError
from pbem.kit.typed.terms import After, Once, Term, marked, opened
from pbem.kit.typed.words import Words

HIGHEST = 999_999
"""The most that a whole number without a limit of its own can be on a line."""


Naming = Callable[[str], Term[Any]]
"""Returns the term of a text that has none of its own, by the name of its field."""


class Part(NamedTuple):
    """A field on a line: ``word`` stands before it, or nothing if the word is empty.

    ``flag``: the word is all of it. ``required``: it has no ``default``.
    """

    name: str
    word: str
    term: Term[Any]
    flag: bool
    required: bool
    default: Any


class Shape:
    """How the fields of one struct stand on a line.

    Fields without a default value come first, in their order. A field with one has its own name
    before it, unless `After` gives another word, or none; so has each field after a list. A flag is
    its word alone.

    Raises TypeError if a field can stand on no line.
    """

    def __init__(self, form: type[msgspec.Struct], naming: Naming | None = None) -> None:
        self.form = form
        self.parts = _parts(form, naming)
        self.first = [part for part in self.parts if not part.word]
        self.named: Mapping[str, Part] = {part.word: part for part in self.parts if part.word}

    def read(self, line: Words, what: str) -> Any:
        """Read the fields from a line; ``what`` they are parts of, for messages.

        Raises `FormError`.
        """
        found = {part.name: part.term.read(line, self.named) for part in self.first}
        if self.named:
            for word in line.parts(lambda: line.choice(f"part of {what}", self.named)):
                part = self.named[word]
                found[part.name] = part.term.read(line, self.named)
                if len(found) == len(self.parts):
                    break
        for part in self.named.values():
            if part.required and part.name not in found:
                raise FormError(f"the line ends too early: `{part.word}` must follow")
        return self.form(**found)

    def write(self, value: msgspec.Struct) -> list[str]:
        """Return the words that `read` reads back."""
        words: list[str] = []
        for part in self.parts:
            said = getattr(value, part.name)
            if part.required or not part.word or said != part.default:
                words += [part.word] if part.word else []
                words += [] if part.flag else part.term.write(said)
        return words

    def usage(self) -> str:
        """Return the form of a line, as in ``HEX with UNIT ... [points N] [smoke]``."""
        return " ".join(filter(None, map(_usage, self.parts)))


def _usage(part: Part) -> str:
    shown = part.word if part.flag else f"{part.word} {part.term.shown}".strip()
    return shown if part.required or not part.word else f"[{shown}]"


def _parts(form: type[msgspec.Struct], naming: Naming | None) -> list[Part]:
    hints = get_type_hints(form, include_extras=True)
    fields = sorted(msgspec.structs.fields(form), key=lambda field: not field.required)
    found: list[Part] = []
    after_list = False
    for field in fields:
        hint, marks = opened(hints[field.name])
        after = marked(marks, After)
        named = after_list or not field.required
        term = term_of(form, field.name, hints[field.name], naming)
        found.append(
            Part(
                field.name,
                after.word if after else field.encode_name if named else "",
                term,
                flag=hint is bool,
                required=field.required,
                default=field.default,
            )
        )
        if hint is bool and field.required:
            raise TypeError(
                f"{form.__name__}.{field.name} is a flag; give it the default False, or write a "
                "module `text`"
            )
        after_list = after_list or get_origin(hint) in _LISTS
    return found


_LISTS = (tuple, list)


def term_of(
    form: type[msgspec.Struct], name: str, hint: Any, naming: Naming | None = None
) -> Term[Any]:
    """Return the term of a field: its own, or that of its type.

    Args:
        form: The struct that has the field.
        name: The field.
        hint: The type of the field, with its marks.
        naming: Gives terms to texts that have none.

    Raises:
        TypeError: It has none.
    """
    bare, marks = opened(hint)
    if (own := marked(marks, Term)) is not None:
        return own
    if get_origin(bare) in _LISTS:
        item, beside = opened(get_args(bare)[0])
        one = marked(beside, Term) or _single(form, name, item, beside, naming)
        if one is not None:
            once = marked(marks, Once) is not None
            return Term(f"{one.shown} ...", partial(_several, one, once=once))
    elif (single := _single(form, name, bare, marks, naming)) is not None:
        return single
    raise TypeError(
        f"{form.__name__}.{name} is no whole number, text with a term, Literal, optional flag or "
        "list of these; give it a term, or write a module `text`"
    )


def _several(one: Term[Any], line: Words, stop: Collection[str], *, once: bool) -> tuple[Any, ...]:
    return line.several(lambda: one.read(line, stop), stop, once=once)


def _single(
    form: type[msgspec.Struct], name: str, hint: Any, marks: list[Any], naming: Naming | None
) -> Term[Any] | None:
    said = name.rstrip("_")
    if hint is bool:
        return Term("", lambda _, __: True)
    if hint is int:
        most = next((one.le for one in marks if isinstance(one, Meta) and one.le is not None), None)
        return Term("N", lambda line, _: line.number(said, int(most or HIGHEST)))
    if get_origin(hint) is Literal:
        choices = [*map(str, get_args(hint))]
        tag = form.__struct_config__.tag
        what = f"{said} of `{tag}`" if tag else said
        return Term("|".join(choices), lambda line, _: line.choice(what, choices))
    return naming(name) if hint is str and naming is not None else None
