"""How wide text is in a terminal, with wide and combining characters."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator

_CODES = re.compile("\x1b\\[[0-9;]*m")


def cells(text: str) -> int:
    """Return how many cells ``text`` takes; codes of colour count as their characters."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len  # noqa: PLC0415 - most text is ASCII, and it takes long to load

    bare = _CODES.sub("", text)
    return cell_len(bare) + len(text) - len(bare)


def wrap(
    text: str,
    width: int,
    *,
    initial_indent: str = "",
    subsequent_indent: str = "",
    break_words: bool = True,
) -> list[str]:
    """Return ``text`` in lines of at most ``width`` cells, broken at white space where it can be.

    A word that is longer than a line is broken, unless ``break_words`` is false. Indents stand
    before the first line and the others.
    """
    if text.isascii():
        return textwrap.wrap(
            text,
            width,
            initial_indent=initial_indent,
            subsequent_indent=subsequent_indent,
            break_on_hyphens=False,
            break_long_words=break_words,
        )
    lines, line, empty = list[str](), initial_indent, True
    room = (
        width - max(len(initial_indent), len(subsequent_indent)) if break_words else len(text) * 2
    )
    for word in _words(text, room):
        wanted = word if empty else f"{line} {word}"
        if not empty and cells(wanted) > width:
            lines.append(line)
            line, empty = subsequent_indent, True
        line = f"{line}{word}" if empty else f"{line} {word}"
        empty = False
    return lines if empty else [*lines, line]


def _words(text: str, room: int) -> Iterator[str]:
    """Yield the words of ``text``, those broken that no line of ``room`` cells can hold."""
    from rich.cells import chop_cells  # noqa: PLC0415

    for word in re.split("[ \t\n]+", text):
        if cells(word) > room:
            yield from chop_cells(word, max(room, 2))
        elif word:
            yield word
