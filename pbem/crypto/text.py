"""Names, times, hexadecimal and free text as protocol section 2 admits them."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from pbem.crypto.shown import replaced
from pbem.errors import FormError

NOTE_BYTES = 2_000
"""Longest note in UTF-8: a letter, not a book."""

_NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,31}")
_TYPED = re.compile(r"(?!-)[\w./\\:@+=,~-]+")
_TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z")
# Controls but the line feed, and of the marks that are invisible or turn the direction of writing
# those that section 2 names: what else nobody sees stands in notes, and `escape` shows it.
_NOT_IN_NOTES = re.compile(
    "[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]"
)


def is_name(text: object) -> bool:
    """Say whether ``text`` is a name: 1 to 32 of ``a-z 0-9 . _ -``, a letter or digit first."""
    return isinstance(text, str) and _NAME.fullmatch(text) is not None


def check_name(text: object, what: str = "name") -> str:
    """Return ``text`` if `is_name` holds; raise `FormError` naming ``what`` otherwise."""
    if isinstance(text, str) and _NAME.fullmatch(text):
        return text
    raise FormError(
        f"{what} {ascii(text)[:60]}: a name has 1 to 32 of a-z, 0-9, '.', '_', '-', and "
        "begins with a letter or a digit"
    )


def check_note(text: object) -> str:
    """Return ``text`` if it may stand in a ``note``; raise `FormError` otherwise.

    At most 2,000 bytes of UTF-8; line feeds, but no other control, and none of U+200B to U+200F,
    U+2028 to U+202E, U+2060 to U+2069, U+FEFF. Other invisible characters may stand there.
    """
    if not isinstance(text, str):
        raise FormError("a note must be text")
    try:
        size = len(text.encode())
    except UnicodeEncodeError:
        raise FormError("the note has half of a surrogate pair") from None
    if size > NOTE_BYTES:
        raise FormError(f"the note has {size} bytes; at most {NOTE_BYTES} are allowed")
    found = _NOT_IN_NOTES.search(text)
    if found:
        raise FormError(
            f"the note has U+{ord(found[0]):04X} at character {found.start()}. Control "
            "characters are not allowed, nor marks that are invisible or reverse the text"
        )
    return text


def check_hex(text: object, n_bytes: int) -> bytes:
    """Return the ``n_bytes`` bytes that ``text`` spells in lower-case hex, or raise `FormError`."""
    try:
        raw = bytes.fromhex(text)  # type: ignore[arg-type]  # TypeError is caught below
    except (TypeError, ValueError):
        raw = b""
    # fromhex lets blanks and capitals pass; one value has one spelling here.
    if len(raw) != n_bytes or raw.hex() != text:
        raise FormError(f"{ascii(text)[:70]}: {2 * n_bytes} lower-case hex digits are required")
    return raw


def check_time(text: object) -> str:
    """Return ``text`` if it is a real UTC time like ``2026-11-20T15:04:05Z``.

    Years 0001 to 9999, no leap second. Raises `FormError` otherwise.
    """
    if isinstance(text, str) and _TIME.fullmatch(text):
        try:
            datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)
        except ValueError:
            pass
        else:
            return text
    raise FormError(f"{ascii(text)[:40]}: a time must exist, and look like 2026-11-20T15:04:05Z")


def in_ascii(text: str) -> str:
    r"""Return ``text`` with ``\xNN``, ``\uNNNN`` or ``\UNNNNNNNN`` for all that is not ASCII.

    Text that Python or a library quotes is escaped if this Python's Unicode calls it unprintable.
    After this it is alike under every version.
    """
    return text.encode("ascii", "backslashreplace").decode()


def escape(text: str) -> str:
    r"""Return ``text`` so that a terminal shows it and nothing else happens.

    Backslashes are doubled; whatever `pbem.crypto.shown` does not show becomes ``\xNN``,
    ``\uNNNN`` or ``\UNNNNNNNN``, line feeds too. Two different texts never give the same. Unlike
    `ascii`, letters of every script stay readable.
    """
    return replaced(text.replace("\\", "\\\\"))


def in_command(name: object) -> str:
    """Return the name of a file as a word of a command that somebody is to type.

    Others name files, and a shell would carry out some of their names. For such a name it is
    ``FILE``, and for one that begins like an option, too.
    """
    text = str(name)
    return text if _TYPED.fullmatch(text) else "FILE"


def as_json(value: object) -> str:
    r"""Return a value as JSON; of a file name that is no UTF-8, bytes stand as ``\udcNN``."""
    import msgspec  # noqa: PLC0415 - a command that prints text does without it

    try:
        return msgspec.json.encode(value).decode()
    except UnicodeEncodeError:
        return msgspec.json.encode(_encodable(msgspec.to_builtins(value))).decode()


def shown_json(value: object) -> str:
    r"""Return a value as JSON for a terminal: controls and hidden marks stand as ``\uNNNN``."""
    return _NOT_IN_NOTES.sub(lambda found: f"\\u{ord(found[0]):04x}", as_json(value))


def _encodable(value: object) -> object:
    if isinstance(value, str):
        return value.encode("utf-8", "backslashreplace").decode()
    if isinstance(value, dict):
        return {_encodable(key): _encodable(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_encodable(one) for one in value]
    return value
