"""Markup for a browser, in which no text of others can be anything but text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape as quoted

from pbem.crypto.text import escape

_FIGURE = re.compile(r"[+\N{MINUS SIGN}-]?[0-9]+(\.[0-9]+)?")
_TAGS = re.compile(r"<[^>]*>")
_FEW, _SHORT = 5, 24
"""So many columns, each with so many letters at most, stand side by side on a telephone."""
_FIGURES = 7
"""So many columns do if one of them has text, and the others have figures."""


_HOLDING = {"div", "p", "span", "ul", "ol", "li", "td", "th", "nav", "section", "details", "script"}
"""Elements of HTML that hold others, of those that pages have."""


class Markup(str):
    """Text that is markup already; all other text is quoted where it is put."""

    __slots__ = ()


def tag(name: str, *inside: object, **marks: object) -> Markup:
    """Return an element with what is ``inside``, none of it for one that is empty.

    A browser takes an empty element as begun alone if it is one that can hold others, so that has
    an end. ``marks``: its attributes; in a name a last underscore is dropped, others are dashes.
    """
    given = "".join(
        f' {key.removesuffix("_").replace("_", "-")}="{quoted(escape(str(value)))}"'
        for key, value in marks.items()
    )
    if inside or name in _HOLDING:
        return Markup(f"<{name}{given}>{joined(inside)}</{name}>")
    return Markup(f"<{name}{given}/>")


def exactly(text: str) -> Markup:
    """Return text of ASCII signs as it is, backslashes too: JSON, say."""
    return Markup(quoted(text.encode("ascii").decode(), quote=False))


def joined(parts: Iterable[object]) -> Markup:
    """Return parts one after the other, quoted where they are no markup."""
    return Markup(
        "".join(
            part if isinstance(part, Markup) else quoted(escape(str(part)), quote=False)
            for part in parts
        )
    )


def link(to: str, *inside: object) -> Markup:
    """Return a link to a page beside this one, or to a place in it; ``inside``: what is shown."""
    return tag("a", *inside, href=to)


def commas(parts: Iterable[object]) -> Markup:
    """Return parts with commas between them."""
    between: list[object] = []
    for part in parts:
        between += [part] if not between else [", ", part]
    return joined(between)


def table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> Markup:
    """Return a table whose cells say their heading, for a page that has no room for columns.

    Columns of numbers stand right. ``few``, as a class: a telephone has room for all columns, as
    they are few and short, or all but one have figures.
    """
    made = [list(row) for row in rows]
    figures = [_has_figures(column) for column in zip(*made, strict=True)]
    marks = [{"class_": "number"} if figure else {} for figure in figures or [False] * len(heads)]
    short = all(len(_TAGS.sub("", str(one))) <= _SHORT for row in made for one in row)
    most = _FIGURES if figures.count(False) == 1 else _FEW if short else 0
    top = (tag("th", head, scope="col", **mark) for head, mark in zip(heads, marks, strict=True))
    lines = (tag("tr", *map(_cell, heads, row, marks)) for row in made)
    return tag(
        "div",
        tag("table", tag("thead", tag("tr", *top)), tag("tbody", joined(lines))),
        class_="wide few" if len(heads) <= most else "wide",
    )


def _has_figures(column: Sequence[object]) -> bool:
    """Say whether a column has figures alone; a cell can be empty."""
    said = [one for one in column if str(one)]
    return bool(said) and all(map(_is_figure, said))


def _is_figure(value: object) -> bool:
    return isinstance(value, int) or _FIGURE.fullmatch(str(value)) is not None


def _cell(head: str, value: object, marks: dict[str, str]) -> Markup:
    return tag("td", value, data_head=head, **marks)
