"""The one way in which pbem reads YAML that people wrote: small, strict, no surprises.

Only four things are not text: ``null`` (also ``~`` and nothing at all), ``true`` and ``false``, and
plain decimal whole numbers without a leading zero. So ``0802`` stays the hex 0802, ``1:30`` is no
number of minutes, ``no`` is the word no, ``2026-01-01`` is no date and ``1.5`` no float. A key is
always text, exactly as it was written.

These are refused, each with its line and column:

- anchors and aliases (they can make a small file huge), and tags,
- keys that stand twice, and keys that are not one word,
- several documents in one file, nesting deeper than `DEPTH`, and files above a limit.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

import yaml

from pbem.errors import FormError

Value: TypeAlias = "str | int | bool | list[Value] | dict[str, Value] | None"

LIMIT = 1 << 20
"""Bytes that a file may have unless the caller says otherwise."""

DEPTH = 32
"""How many lists and mappings may stand inside each other."""

LARGEST = 2**53 - 1
"""The largest whole number that canonical JSON can carry."""

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_INTEGER = re.compile(r"0|-?[1-9][0-9]*")
_WORDS: dict[str, bool | None] = {
    "": None,
    "~": None,
    "null": None,
    "Null": None,
    "NULL": None,
    "true": True,
    "True": True,
    "TRUE": True,
    "false": False,
    "False": False,
    "FALSE": False,
}


_PLAIN = {
    "mapping values are not allowed": (
        "a second ': ' in one line, or none in the line above (put text with ': ' in quotes)"
    ),
    "could not find expected ':'": "a line without ': ' after its first word",
    "found a tab character": "a tab instead of spaces",
    "did not find expected ',' or": "an open bracket, or a missing comma",
}
"""A part of what the library says, and the same for people who know no YAML."""


class Place(NamedTuple):
    """A place in a file; lines and columns count from 1."""

    line: int
    column: int

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}"


def read(data: bytes | str, *, name: str = "the text", limit: int = LIMIT) -> Value:
    """Return what one YAML document says.

    Args:
        data: The document.
        name: The name of the file, for messages.
        limit: The most bytes allowed.

    Raises:
        FormError: The message says the file, line and column, what is wrong there and what to do.
    """
    return _Reader(text_of(data, name, limit), name, None).document()


def locate(data: bytes | str, path: Sequence[str | int]) -> Place | None:
    """Return where the value at ``path`` (keys and indexes from the root) stands.

    If the path leaves the document, the place of the last step that is there; None if ``data``
    cannot be read at all. It reads the file again: meant for messages, not for every value.
    """
    best = Place(1, 1)
    depth = -1

    def note(here: tuple[str | int, ...], place: Place) -> None:
        nonlocal best, depth
        if len(here) > depth and here == tuple(path[: len(here)]):
            best, depth = place, len(here)

    try:
        _Reader(text_of(data, ""), "", note).document()
    except FormError:
        return None
    return best


def text_of(data: bytes | str, name: str, limit: int = LIMIT) -> str:
    """Return the text of a file that a person wrote: UTF-8, not above the limit.

    The byte order mark that some editors put before UTF-8 is dropped.

    Args:
        data: The file.
        name: Its name, for messages.
        limit: The most bytes allowed.

    Raises:
        FormError: It is no UTF-8, or too long.
    """
    try:
        raw = data.encode() if isinstance(data, str) else data
    except UnicodeEncodeError as error:
        raise FormError(f"{name}: character {error.start + 1} is half of a character") from None
    if len(raw) > limit:
        raise FormError(
            f"{name}: {len(raw)} bytes, but pbem reads at most {limit}; send only what belongs here"
        )
    if raw[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
        raise FormError(
            f"{name}: this is UTF-16 text; save it as UTF-8 (in Notepad: Save as, Encoding UTF-8; "
            "in PowerShell: Out-File -Encoding utf8)"
        )
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        column = error.start - raw.rfind(b"\n", 0, error.start)
        raise FormError(
            f"{name}, line {line}, column {column}: not UTF-8; save the file as UTF-8 text"
        ) from None


class _Reader:
    """Builds the value from the parser's events, so that nothing is made of what is refused."""

    def __init__(
        self,
        text: str,
        name: str,
        note: Callable[[tuple[str | int, ...], Place], None] | None,
    ) -> None:
        self.name = name
        self.note = note
        self.events: Iterator[Any] = yaml.parse(text, Loader=_LOADER)

    def document(self) -> Value:
        """Read the only document; an empty file says null."""
        try:
            return self._document()
        except yaml.MarkedYAMLError as error:
            mark: Any = error.problem_mark
            library = " ".join(filter(None, (error.context, error.problem)))
            what = next((plain for part, plain in _PLAIN.items() if part in library), library)
            begun: Any = error.context_mark
            if begun is not None:
                what += f" (begun in line {begun.line + 1})"
            raise self._refusal(
                mark, f"not YAML: {what}", "check the indent (spaces, no tabs), brackets and quotes"
            ) from None
        except yaml.YAMLError as error:
            raise FormError(
                f"{self.name}: not YAML: {' '.join(str(error).split())}; save the file as "
                "plain text without control characters"
            ) from None
        except RecursionError:  # pragma: no cover - the depth is checked before
            raise FormError(f"{self.name}: nested too deep") from None

    def _document(self) -> Value:
        next(self.events)  # the start of the stream
        event = next(self.events)
        if isinstance(event, yaml.StreamEndEvent):
            return None
        value = self._value(next(self.events), ())
        next(self.events)  # the end of the document
        event = next(self.events)
        if not isinstance(event, yaml.StreamEndEvent):
            raise self._refusal(
                event.start_mark, "a second document begins", "leave out the line '---'"
            )
        return value

    def _value(self, event: Any, path: tuple[str | int, ...]) -> Value:
        self._refuse_tricks(event)
        if self.note is not None:
            self.note(path, _place(event.start_mark))
        if isinstance(event, yaml.ScalarEvent):
            return self._scalar(event)
        if len(path) >= DEPTH:
            raise self._refusal(
                event.start_mark, f"nested deeper than {DEPTH} levels", "make it flatter"
            )
        if isinstance(event, yaml.SequenceStartEvent):
            return self._list(path)
        return self._mapping(path)

    def _list(self, path: tuple[str | int, ...]) -> list[Value]:
        items: list[Value] = []
        while not isinstance(event := next(self.events), yaml.SequenceEndEvent):
            items.append(self._value(event, (*path, len(items))))
        return items

    def _mapping(self, path: tuple[str | int, ...]) -> dict[str, Value]:
        fields: dict[str, Value] = {}
        lines: dict[str, int] = {}
        while not isinstance(event := next(self.events), yaml.MappingEndEvent):
            self._refuse_tricks(event)
            if not isinstance(event, yaml.ScalarEvent) or (event.implicit[0] and not event.value):
                raise self._refusal(
                    event.start_mark,
                    "a key must be one word or text",
                    'write text before the colon, and put it in quotes if it has signs: "1,2": ...',
                )
            key = str(event.value)
            if key in fields:
                raise self._refusal(
                    event.start_mark,
                    f"{key!r} is here twice, first in line {lines[key]}",
                    "keep one of the two",
                )
            lines[key] = _place(event.start_mark).line
            fields[key] = self._value(next(self.events), (*path, key))
        return fields

    def _scalar(self, event: Any) -> Value:
        text = str(event.value)
        if not event.implicit[0]:
            return text
        if text in _WORDS:
            return _WORDS[text]
        if not _INTEGER.fullmatch(text):
            return text
        if len(text) > 17 or abs(int(text)) > LARGEST:
            raise self._refusal(
                event.start_mark,
                f"the number is larger than {LARGEST}",
                "put it in quotes if it is text",
            )
        return int(text)

    def _refuse_tricks(self, event: Any) -> None:
        """Refuse anchors, aliases and tags: they make YAML say more than it shows."""
        if isinstance(event, yaml.AliasEvent):
            raise self._refusal(
                event.start_mark,
                f"*{event.anchor} is a YAML alias, and pbem reads none",
                'write the value out, or quote text that begins with *: "*..."',
            )
        if event.anchor is not None:
            raise self._refusal(
                event.start_mark,
                f"&{event.anchor} is a YAML anchor, and pbem reads none",
                'leave it out, or quote text that begins with &: "&..."',
            )
        if event.tag is not None:
            raise self._refusal(
                event.start_mark,
                f"{event.tag} is a YAML tag, and pbem reads none",
                'leave it out, or quote text that begins with !: "!..."',
            )

    def _refusal(self, mark: Any, what: str, cure: str) -> FormError:
        where = f"{self.name}, {_place(mark)}" if mark is not None else self.name
        return FormError(f"{where}: {what}; {cure}")


def _place(mark: Any) -> Place:
    return Place(mark.line + 1, mark.column + 1)
