"""The text of a message as people read it: out of HTML, out of flowed lines, without quotations."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser

_BREAKS = frozenset(
    {"address", "blockquote", "br", "dd", "div", "dl", "dt", "h1", "h2", "h3", "h4", "hr", "li"}
    | {"ol", "p", "pre", "table", "tbody", "td", "th", "tr", "ul"}
)
"""Tags before and behind which a line ends."""

_HIDDEN = frozenset({"script", "style", "head", "title"})
_QUOTE = re.compile(r"^(?:[ \t]*[>|])+")
_INVISIBLE = re.compile("[\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff\u00ad]")


class _Reader(HTMLParser):
    """Collects what is seen; quoted blocks get the mark that they have in plain text."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.pieces: list[str] = []
        self._hidden = 0
        self._quoted = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        """Begin a line where the page does."""
        self._hidden += tag in _HIDDEN
        self._quoted += tag == "blockquote"
        if tag in _BREAKS:
            self._line()

    def handle_endtag(self, tag: str) -> None:
        """End a line where the page does."""
        self._hidden -= tag in _HIDDEN and self._hidden > 0
        self._quoted -= tag == "blockquote" and self._quoted > 0
        if tag in _BREAKS:
            self._line()

    def handle_data(self, data: str) -> None:
        """Keep what is seen."""
        if not self._hidden:
            self.pieces.append(data.replace("\n", "\n" + "> " * self._quoted))

    def _line(self) -> None:
        self.pieces.append("\n" + "> " * self._quoted)


def of_html(page: str) -> str:
    """Return the text of an HTML page, a line for each block; quoted blocks behind ``>``."""
    reader = _Reader()
    reader.feed(page)
    reader.close()
    return "".join(reader.pieces)


def unflowed(text: str, *, delsp: bool = False) -> str:
    """Join the lines of ``format=flowed`` that were broken (RFC 3676, 4.1 to 4.4)."""
    lines: list[str] = []
    open_depth: int | None = None
    for line in text.splitlines():
        body = line.lstrip(">")
        depth = len(line) - len(body)
        body = body.removeprefix(" ")
        if open_depth == depth and body != "-- ":
            joined = lines[-1].removesuffix(" ") if delsp else lines[-1]
            lines[-1] = joined + body
        else:
            lines.append(">" * depth + (" " if depth else "") + body)
        open_depth = depth if body.endswith(" ") and body != "-- " else None
    return "\n".join(lines)


def plain_lines(text: str) -> Iterator[tuple[bool, str]]:
    """Yield the lines of a text, each with whether it is quoted, without quotation marks.

    Blanks of every kind become spaces, and signs that are not seen are dropped.
    """
    for line in _INVISIBLE.sub("", text).splitlines():
        mark = _QUOTE.match(line)
        body = line[mark.end() :] if mark else line
        yield mark is not None, " ".join(body.split())
