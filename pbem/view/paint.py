"""The common parts of drawings in a terminal: colours, wrapped sentences, columns of entries.

``width`` and ``indent`` count columns of the terminal.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from textwrap import wrap

LEAST_TEXT = 40
"""Columns that sentences get on the narrowest of terminals."""

TIED = "\u00a0"
"""A blank at which no line ends; it cannot come from anybody's text, where it is escaped."""

BOLD, DIM, YELLOW, RESET = "\x1b[1m", "\x1b[2m", "\x1b[33m", "\x1b[0m"

COUNTERS = ((231, 25), (231, 124), (231, 28), (16, 178), (231, 90), (16, 37), (231, 52), (16, 250))
"""Ink and paper of the counters of the first, second, ... side, of the 256-colour palette."""


def paint(code: str, text: str, *, colour: bool) -> str:
    """Return text after an escape sequence, if there are colours and anything to be seen.

    ``code``: the sequence. ``colour``: there are colours.
    """
    return f"{code}{text}{RESET}" if colour and text.strip() else text


def ink(pair: tuple[int, int], *, bold: bool = False) -> str:
    """Return the escape sequence of a pair: ink and paper, numbers of the 256-colour palette.

    ``bold``: in bold letters.
    """
    return f"\x1b[{'1;' * bold}38;5;{pair[0]};48;5;{pair[1]}m"


def counter_ink(rank: int) -> str:
    """Return the escape sequence of the counters of a side, by its rank from 0."""
    return ink(COUNTERS[rank % len(COUNTERS)], bold=True)


def wrapped(text: str, width: int, indent: int = 2) -> list[str]:
    """Return a sentence as lines; all but the first are indented. `TIED` words stay together."""
    lines = wrap(
        text, max(width, LEAST_TEXT), subsequent_indent=" " * indent, break_on_hyphens=False
    )
    return [line.replace(TIED, " ") for line in lines] or [""]


def in_columns(entries: Sequence[str], width: int, indent: int) -> Iterable[str]:
    """Set entries in as many columns as fit, read downwards; one too wide goes on below itself.

    ``indent``: of the lines with which it goes on.
    """
    longest = max(map(len, entries))
    if longest > width:
        for entry in entries:
            yield from wrapped(entry, width, indent)
        return
    across = max(1, (width + 3) // (longest + 3))
    down = -(-len(entries) // across)
    for line in range(down):
        yield "   ".join(entry.ljust(longest) for entry in entries[line::down]).rstrip()


def plain(line: str) -> str:
    """Return a line without its colours."""
    return re.sub(r"\x1b\[[0-9;]*m", "", line)
