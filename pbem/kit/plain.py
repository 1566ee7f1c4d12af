"""Text functions that mean the same under every Python: they know ASCII and nothing else.

Those of `str` follow the Unicode tables of the Python that runs them, which grow with its version.
Code that decides whether an event is valid, or what a finding says, uses these; a test reads the
tree.
"""

from __future__ import annotations

import re

_LOWER, _UPPER = "abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_TO_LOWER = str.maketrans(_UPPER, _LOWER)
_TO_UPPER = str.maketrans(_LOWER, _UPPER)
_DIGITS = re.compile("[0-9]+")
_WORD = re.compile("[^ \\t\\r\\n]+")


def lower(text: str) -> str:
    """Return ``text`` with small letters for the capitals A to Z."""
    return text.translate(_TO_LOWER)


def upper(text: str) -> str:
    """Return ``text`` with capitals for the letters a to z."""
    return text.translate(_TO_UPPER)


def capital(text: str) -> str:
    """Return ``text`` with a capital for its first letter, if that is one of a to z."""
    return upper(text[:1]) + text[1:]


def number(text: str, digits: int = 9) -> int | None:
    """Return the number that ``text`` spells in 1 to ``digits`` ASCII digits; None otherwise."""
    return int(text) if len(text) <= digits and _DIGITS.fullmatch(text) else None


def signed(text: str, digits: int = 9) -> int | None:
    """Return what `number` does, also with ``+`` or ``-`` before the digits.

    None for what is no number.
    """
    found = number(text[1:] if text[:1] in ("+", "-") else text, digits)
    return -found if found is not None and text.startswith("-") else found


def words(text: str) -> list[str]:
    """Return the words of a line: what stands between blanks of ASCII."""
    return _WORD.findall(text)
