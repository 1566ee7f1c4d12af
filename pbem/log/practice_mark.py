"""How the file of a practice begins (docs/practice.md): it is no log, and every reader says so."""

from __future__ import annotations

import re
from pathlib import Path

from pbem.files import open_plain

SUFFIX = ".practice"
WORDS = "is a practice: unsigned, and part of no game. Only 'pbem practice' reads it"
"""The message about such a file if another was meant."""

_BEGINS = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{\s*"practice"\s*:')
_BEGINNING_BYTES = 256


def begins_practice(data: bytes) -> bool:
    """Say whether a file that begins with ``data`` is a practice, a damaged one included."""
    return _BEGINS.match(data) is not None


def is_practice(path: Path) -> bool:
    """Say whether a file is a practice; what is no file, or cannot be read, is none."""
    try:
        with open_plain(path) as file:
            return begins_practice(file.read(_BEGINNING_BYTES))
    except (OSError, ValueError):  # a name that no file can have is a ValueError
        return False
