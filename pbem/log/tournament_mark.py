"""How the log of a tournament begins (docs/tournaments.md): no log of a game begins so.

Anyone who opens the one where the other is meant learns which commands take what they have.
"""

from __future__ import annotations

import codecs
from pathlib import Path

import msgspec

from pbem.files import open_plain

LINE_BYTES = 65_535
"""The longest line of a tournament's log."""

WORDS = (
    "is the log of a tournament, not of a game. 'pbem tournament take' imports it, 'pbem "
    "tournament show' shows it, and 'pbem tournament verify' checks it"
)
"""The message about such a file if the log of a game was meant."""


class _Body(msgspec.Struct, frozen=True):
    kind: str


class _Line(msgspec.Struct, frozen=True):
    """As much of an event's line as says what log it begins."""

    body: _Body


def begins_tournament(data: bytes) -> bool:
    """Say whether the first line of ``data`` is the `found` of a tournament; it must be whole."""
    line, _, _ = data[: 2 * LINE_BYTES].removeprefix(codecs.BOM_UTF8).lstrip().partition(b"\n")
    if b'"found"' not in line:
        return False
    try:
        return msgspec.json.decode(line, type=_Line).body.kind == "found"
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return False


def is_tournament(path: Path) -> bool:
    """Say whether a file is the log of a tournament; what cannot be read is none."""
    try:
        with open_plain(path) as file:
            return begins_tournament(file.readline(2 * LINE_BYTES))
    except (OSError, ValueError):  # a name that no file can have is a ValueError
        return False
