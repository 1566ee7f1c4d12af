"""Markup for a browser, in which no text of others can be anything but text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape as quoted

from pbem.crypto.text import escape


class Markup(str):
    """Text that is markup already; all other text is quoted where it is put."""

    __slots__ = ()


def tag(name: str, *inside: object, **marks: object) -> Markup:
    """Return an element; of an attribute's name a last underscore is dropped, others are dashes."""
    given = "".join(
        f' {key.removesuffix("_").replace("_", "-")}="{quoted(escape(str(value)))}"'
        for key, value in marks.items()
    )
    return Markup(f"<{name}{given}>{joined(inside)}</{name}>" if inside else f"<{name}{given}/>")


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
    """Return a link to a page beside this one, or to a place in it."""
    return tag("a", *inside, href=to)


def commas(parts: Iterable[object]) -> Markup:
    """Return parts with commas between them."""
    between: list[object] = []
    for part in parts:
        between += [part] if not between else [", ", part]
    return joined(between)


def table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> Markup:
    """Return a table whose cells say their heading, for a page that has no room for columns.

    It can scroll by itself where a screen is narrow; numbers stand right.
    """
    return tag(
        "div",
        tag(
            "table",
            tag("thead", tag("tr", *(tag("th", head, scope="col") for head in heads))),
            _body(heads, rows),
        ),
        class_="wide",
    )


def _body(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> Markup:
    made = (tag("tr", *map(_cell, heads, row)) for row in rows)
    return Markup("<tbody>" + "".join(made) + "</tbody>")


def _cell(head: str, value: object) -> Markup:
    number = {"class_": "number"} if isinstance(value, int) else {}
    return tag("td", value, data_head=head, **number)
