r"""Lists in VASSAL's files: parts between a sign, and the sign in a part has a backslash before it.

A part that ends with a backslash stands in apostrophes. Lists stand inside lists, and each level
puts one more backslash before the sign: at level 3 a tab has three of them. `levels` undoes all
levels in one walk. Level by level it would take the square of that time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pbem.vassal.refusal import ModuleRefused


def split(text: str, sign: str) -> list[str]:
    """Return the parts of a list between a sign; an empty list has one empty part."""
    parts = text.split(sign)
    if "\\" + sign in text:
        parts = list(_joined(parts, sign))
    return [_bare(part) for part in parts] if "'" in text else parts


def _joined(parts: list[str], sign: str) -> Iterator[str]:
    """Yield the parts, with those put together between which the sign had a backslash."""
    held: list[str] = []
    for part in parts:
        if part.endswith("\\"):
            held += (part[:-1], sign)
        else:
            yield "".join((*held, part))
            held = []
    if held:
        yield "".join(held)


def _bare(part: str) -> str:
    return part[1:-1] if len(part) > 1 and part[0] == part[-1] == "'" else part


def levels(text: str, most: int) -> list[str]:
    """Return the parts of a nested list of tabs, outermost first.

    Raises:
        ModuleRefused: It has more than ``most`` parts.

    """
    quoted = text[:1] == "'" or "\t'" in text
    found = list(_levels(text, most) if quoted else _walked(text, most))
    if len(found) > most:
        raise ModuleRefused(f"A piece has more than {most:,} traits.")
    return found


def _levels(text: str, most: int) -> Iterator[str]:
    """Yield the parts level by level: slow, for lists with apostrophes."""
    for _ in range(most + 1):
        parts = _FIRST.split(text, 1)
        yield _bare(parts[0].replace("\\\t", "\t"))
        if len(parts) == 1:
            return
        text = _bare(parts[1].replace("\\\t", "\t"))


_FIRST = re.compile(r"(?<!\\)\t")


def _walked(text: str, most: int) -> Iterator[str]:
    level = start = at = 0
    for part in text.split("\t")[:-1]:
        bare = part.rstrip("\\")
        if len(part) - len(bare) == level:
            yield _outer(text[start : at + len(bare)], level)
            level, start = level + 1, at + len(part) + 1
            if level > most:
                return
        at += len(part) + 1
    yield _outer(text[start:], level)


def _outer(part: str, level: int) -> str:
    """Return a part of a level as its own trait wrote it."""
    return part.replace("\\" * (level + 1) + "\t", "\t") if "\t" in part else part


def commands(text: str, most: int) -> list[str]:
    """Return all commands of a saved game, those inside others too, in order.

    Raises:
        ModuleRefused: It has more than ``most`` commands.

    """
    if text.count("\x1b") > most:
        raise ModuleRefused(f"The saved game has more than {most:,} commands.")
    *before, last = text.split("\x1b")
    return [*(one.rstrip("\\") for one in before), last]
