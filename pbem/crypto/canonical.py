"""The one spelling of a JSON value: RFC 8785 in the narrow profile of protocol section 2.

A value has exactly one text, so a digest or a signature of the text is one of the value. Bytes
that say the same in another spelling (white space, another order of keys, a key twice, another
escape, ``-0``, ``1.0``) are refused and never repaired.

Reading is on the path of every audit. The profile is therefore checked in two steps. A *screen*
looks at the bytes as a whole, and in most lines excludes every violation in a few hundred
nanoseconds. Only if it cannot, the values are walked one by one.
"""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from functools import lru_cache
from typing import Any, TypeVar, cast
from uuid import UUID

import msgspec

from pbem.errors import FormError

LINE_BYTES = 262_144
"""Longest line: two events and what is ruled on them, yet small enough to hold and to mail."""
STRING_BYTES = 16_384
"""Longest string in UTF-8: the proof of a shuffle fits, a picture does not."""
KEY_BYTES = 64
"""Longest key of an object; keys are named by programmers."""
LIST_MEMBERS = 4_096
"""Most members of a list: more than the spaces of any map."""
DEPTH = 32
"""Deepest nesting, the outermost value being 1: safe for a recursive reader in any language."""
INT_MAX = 2**53 - 1
"""Largest integer, and its negative the smallest, that every JSON reader keeps exactly."""

_T = TypeVar("_T")

_KEY = re.compile(r"[ !#-\[\]-~]{1,64}")
# Possessive quantifiers: without them a hostile line makes a search quadratic.
_STRING = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"?', re.DOTALL)
_ALL_BYTES = bytes(range(256))
_NOT_BRACKETS = bytes(set(_ALL_BYTES) - set(b"[]{}"))
_NOT_BRACKETS_OR_QUOTES = _NOT_BRACKETS.replace(b'"', b"")
_SQUARE = bytes.maketrans(b"{}", b"[]")
_OPENS = ord("[")
# The shape of a text, in which few searches exclude every violation. Digits and '-' become 0. The
# signs that may stand before the first member of a list or object become a comma. Every byte that
# asks for a closer look becomes a backslash.
_CLOSER_LOOK = bytes(set(_ALL_BYTES) - set(range(0x20, 0x7F))) + b"\\"
_SHAPE = bytes.maketrans(
    b"0123456789-" + b"[{" + _CLOSER_LOOK, b"0" * 11 + b",," + b"\\" * len(_CLOSER_LOOK)
)
_LONG_NUMBER = b"0" * len(str(INT_MAX))
_BAD_KEY = re.compile(rb',"(?:":|[^"]{65,}+":)')
# Python types that msgspec would turn into text of its own choice: they are no JSON values.
_FOREIGN = (bytes, bytearray, memoryview, datetime, date, time, timedelta, UUID, Decimal)


def _no_float(text: str) -> Any:
    raise FormError(f"number {text[:40]}: only integers are allowed, without fraction or exponent")


_ENCODER = msgspec.json.Encoder(order="sorted")


@lru_cache(maxsize=256)
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind, float_hook=_no_float)


def encode_trusted(value: object) -> bytes:
    """Return the canonical text of a value that is known to be inside the profile.

    For positions and records that the program itself built: nothing is checked, floats included.
    ``value`` is made of dict, list, tuple, str, int, bool, None and msgspec Structs.
    """
    return _ENCODER.encode(value)


def encode(value: object, max_bytes: int = LINE_BYTES, depth: int = DEPTH) -> bytes:
    """Return the canonical text of a value that a person or a module made.

    Args:
        value: Made of dict, list, tuple, str, int, bool, None and msgspec Structs.
        max_bytes: The longest text allowed.
        depth: The deepest nesting allowed.

    Raises:
        FormError: The value is outside the profile; the message has its path. Not allowed are
            floats, integers beyond +-(2^53-1), lone surrogates, other types, and strings, keys,
            lists, nesting or a text over their limits.

    Source: docs/protocol.md, section 2.
    """
    try:
        plain = msgspec.to_builtins(value, builtin_types=_FOREIGN)
    except RecursionError:
        raise FormError(f"nested more than {depth} deep, or a value contains itself") from None
    except (TypeError, ValueError) as error:
        raise FormError(f"JSON cannot hold this value: {error}") from None
    _walk(plain, "$", depth)
    data = _ENCODER.encode(plain)
    if len(data) > max_bytes:
        raise FormError(f"{len(data)} bytes are too long; at most {max_bytes} are allowed")
    return data


def decode(data: bytes, max_bytes: int = LINE_BYTES, depth: int = DEPTH) -> Any:
    """Return the value of a canonical text: dict, list, str, int, bool and None.

    Args:
        data: The text, in UTF-8.
        max_bytes: The longest text allowed.
        depth: The deepest nesting allowed: less than `DEPTH` for a part of a line, more for a line
            that holds other lines.

    Raises:
        FormError: The text is too long, outside the profile, or not the canonical spelling of its
            value. The message says what is wrong and where.

    Source: docs/protocol.md, section 2.
    """
    return _decode(data, Any, max_bytes, depth)


def decode_as(data: bytes, kind: type[_T], max_bytes: int = LINE_BYTES) -> _T:
    """Return the value that canonical text spells, as a type that msgspec knows.

    A field that the type does not have is found because the value, spelled again, lacks it.

    Args:
        data: The text, in UTF-8.
        kind: Made of dict, list, str, int, bool, None, Any and msgspec Structs, none of which
            leaves out defaults.
        max_bytes: The longest text allowed.

    Raises:
        FormError: As `decode`, or the value is not of this type.
    """
    return cast("_T", _decode(data, kind, max_bytes, DEPTH))


def _decode(data: bytes, kind: Any, max_bytes: int, depth: int) -> Any:
    if len(data) > max_bytes:
        raise FormError(f"{len(data)} bytes are too long; at most {max_bytes} are allowed")
    if len(data.translate(None, _NOT_BRACKETS)) > 2 * depth:
        _check_depth(data, depth)
    try:
        value = _decoder(kind).decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise FormError(_malformed(data, error)) from None
    again = _ENCODER.encode(value)
    if again != data:
        raise FormError(_second_spelling(data, again))
    if not _screened(data):
        _walk(msgspec.to_builtins(value), "$", depth)
    return value


def _screened(data: bytes) -> bool:
    """Say whether no string, key, list or integer of canonical ``data`` can be out of bounds.

    Digests hold long runs of digits too, but an integer directly follows a colon or a comma of the
    shape. Without a backslash every quotation mark begins or ends a string, so a key is what stands
    between a comma of the shape with a quotation mark and the next one with a colon.
    """
    shape = data.translate(_SHAPE)
    return (
        shape[:1] == b","
        and b"\\" not in shape
        and b":" + _LONG_NUMBER not in shape
        and b"," + _LONG_NUMBER not in shape
        and _BAD_KEY.search(shape) is None
        # A string needs its bytes, a list a comma between its members.
        and (len(data) <= STRING_BYTES or _longest_string_fits(data))
        and (len(data) <= 2 * LIST_MEMBERS or data.count(b",") < LIST_MEMBERS)
    )


def _longest_string_fits(data: bytes) -> bool:
    return max(map(len, data.split(b'"'))) <= STRING_BYTES


def _check_depth(data: bytes, most: int) -> None:
    # A string without brackets leaves two quotation marks, which go together. One mark is left over
    # before the first bracket that stands inside a string.
    brackets = data.translate(_SQUARE, _NOT_BRACKETS_OR_QUOTES).replace(b'""', b"")
    if b'"' in brackets or b"\\" in data:
        brackets = _STRING.sub(b"", data).translate(_SQUARE, _NOT_BRACKETS)
    # Each pass takes the innermost pairs away, so what is nested `most` deep is gone after `most`.
    left = brackets
    for _ in range(most):
        left = left.replace(b"[]", b"")
        if not left:
            return
    level = 0
    for bracket in brackets:
        level += 1 if bracket == _OPENS else -1
        if level > most:
            raise FormError(f"nested more than {most} deep")


def _walk(value: object, where: str, left: int) -> None:
    """Check a value made of builtins against the profile.

    ``where`` is its path from the top, ``left`` how deep it may still be nested.
    """
    kind = type(value)
    if kind is str:
        _check_string(cast("str", value), where)
    elif kind is int:
        if not -INT_MAX <= cast("int", value) <= INT_MAX:
            raise FormError(f"integer at {where} is outside -(2^53-1)..2^53-1")
    elif kind in {dict, list, tuple}:
        if left < 1:
            raise FormError(f"nested too deeply at {where[:90]}")
        if kind is dict:
            _walk_object(cast("dict[object, object]", value), where, left)
        else:
            _walk_list(cast("list[object]", value), where, left)
    elif value is not None and kind is not bool:
        raise FormError(f"{kind.__name__} at {where}: canonical JSON cannot hold it")


def _walk_object(members: dict[object, object], where: str, left: int) -> None:
    for key, member in members.items():
        if not isinstance(key, str) or not _KEY.fullmatch(key):
            raise FormError(
                f"key {ascii(key)[:90]} at {where}: a key has 1 to {KEY_BYTES} printable "
                "ASCII characters, without quotation mark or backslash"
            )
        _walk(member, f"{where}.{key}", left - 1)


def _walk_list(members: list[object], where: str, left: int) -> None:
    if len(members) > LIST_MEMBERS:
        raise FormError(
            f"list at {where} has {len(members)} members; at most {LIST_MEMBERS} are allowed"
        )
    for index, member in enumerate(members):
        _walk(member, f"{where}[{index}]", left - 1)


def _check_string(text: str, where: str) -> None:
    try:
        size = len(text) if text.isascii() else len(text.encode())
    except UnicodeEncodeError:
        raise FormError(f"string at {where} has half of a surrogate pair") from None
    if size > STRING_BYTES:
        raise FormError(f"string at {where} has {size} bytes; at most {STRING_BYTES} are allowed")


def _malformed(data: bytes, error: Exception) -> str:
    if data.startswith(b"\xef\xbb\xbf"):
        return "begins with a byte order mark, which is not allowed"
    try:
        data.decode()
    except UnicodeDecodeError as found:
        return f"not UTF-8 at byte {found.start}"
    return f"not the expected JSON: {error}"


def _second_spelling(data: bytes, again: bytes) -> str:
    """Say where ``data`` leaves its canonical spelling ``again``, and how that looks."""
    at = next(
        (i for i, (a, b) in enumerate(zip(data, again, strict=False)) if a != b),
        min(len(data), len(again)),
    )
    has, want = data[at : at + 1], again[at : at + 1]
    if has in {b" ", b"\t", b"\n", b"\r"}:
        what = "white space"
    elif b"\\" in {has, want} or data[at - 1 : at] == b"\\":
        what = "a character with another escape than RFC 8785 gives it"
    elif has == b"-":
        what = "a minus sign before zero"
    else:
        what = "keys out of order, a doubled key, or an unknown or missing field"
    return f"not in canonical form from byte {at} on: {what}"
