"""The text of a message as people read it: out of HTML, out of flowed lines, without quotations."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from contextlib import suppress
from html import unescape

_BREAKS = frozenset(
    {"address", "blockquote", "br", "dd", "div", "dl", "dt", "h1", "h2", "h3", "h4", "hr", "li"}
    | {"ol", "p", "pre", "table", "tbody", "td", "th", "tr", "ul"}
)
"""Tags before and after which a line ends."""

_MARKS = {
    codecs.BOM_UTF32_LE: "utf-32", codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16",
}  # fmt: skip
"""How a text begins that is not in UTF-8; the longer marks stand first."""

_HIDDEN = frozenset({"script", "style", "head", "title"})
_MAY_BE_OPEN = frozenset({"head", "title"})
DEPTH_MOST = 20
"""The limit of quotations within quotations; deeper ones are quoted no more."""

_COMMENT_END = re.compile("--!?>")
_NAME = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9]{0,20})")
_ENTITY = re.compile(r"&(?:#(?:[0-9]{1,7}|[xX][0-9a-fA-F]{1,6});?|[A-Za-z][A-Za-z0-9]{1,30};)")
_CONTROL = re.compile("[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\ud800-\udfff]")
_QUOTE = re.compile(r"^(?:[ \t]*[>|])+")
_INVISIBLE = re.compile("[\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff\u00ad]")


def in_utf8(data: bytes) -> bytes:
    """Return a text that begins with the mark of UTF-16 or UTF-32 in UTF-8; others as they are.

    The end may be cut off. If the rest is no such text, the mark says nothing.
    """
    for mark, charset in _MARKS.items():
        if data.startswith(mark):
            with suppress(ValueError):
                return codecs.getincrementaldecoder(charset)().decode(data).encode()
    return data


def is_text(data: bytes) -> bool:
    """Whether bytes have no sign that is in no text as an editor saves it."""
    return not any(sign < 32 and sign not in b"\t\n\v\f\r\x1a\x1b" for sign in in_utf8(data))


class _Page:
    """An HTML page read from its beginning to its end, each sign once, however broken it is.

    The standard library's parser takes minutes for pages that were made to be slow.
    """

    def __init__(self, page: str) -> None:
        self._page = page
        self._lower = page.lower()
        self._pieces: list[str] = []
        self._quoted = 0
        self._pre = 0
        self._never_closed: set[str] = set()

    def text(self) -> str:
        """Return what is seen."""
        page, at, end = self._page, 0, -1
        while (open_ := page.find("<", at)) >= 0:
            self._see(page[at:open_])
            if page.startswith("<!--", open_):
                ends = _COMMENT_END.search(page, open_ + 2)
                if ends is None:  # what never ends is not seen
                    return "".join(self._pieces)
                at = ends.end()
                continue
            if end < open_:
                end = page.find(">", open_)
                if end < 0:
                    return "".join(self._pieces)
            name = _NAME.match(page, open_)
            if name is not None:
                at = self._tag(name[2].lower(), closing=bool(name[1]), end=end + 1)
            elif page[open_ + 1] in "!?":
                at = end + 1
            else:
                self._see("<")
                at = open_ + 1
        self._see(page[at:])
        return "".join(self._pieces)

    def _tag(self, tag: str, *, closing: bool, end: int) -> int:
        """Look at a tag that ends at ``end``; return where to go on."""
        step = -1 if closing else 1
        if tag in _HIDDEN and not closing:
            # Looked for once: what is not closed after here is not closed further on either.
            hidden = -1 if tag in self._never_closed else self._lower.find(f"</{tag}", end)
            if hidden < 0:
                self._never_closed.add(tag)
            return hidden if hidden >= 0 else end if tag in _MAY_BE_OPEN else len(self._page)
        if tag == "blockquote":
            self._quoted = min(max(0, self._quoted + step), DEPTH_MOST)
        if tag == "pre":
            self._pre = max(0, self._pre + step)
        if tag in _BREAKS:
            self._pieces.append("\n" + "> " * self._quoted)
        return end

    def _see(self, text: str) -> None:
        reported = without_entities(text)
        self._pieces.append(
            reported.replace("\n", "\n" + "> " * self._quoted)
            if self._pre
            else reported.replace("\n", " ")
        )


def of_html(page: str) -> str:
    """Return the text of an HTML page, a line for each block; quoted blocks after ``>``."""
    return _Page(page).text()


def without_entities(text: str) -> str:
    """Return a text in which the entities of HTML are the signs that they mean."""
    return _ENTITY.sub(_meant, text)


def _meant(entity: re.Match[str]) -> str:
    meant = unescape(entity[0])
    return "" if meant == entity[0] else meant


def unflowed(text: str, *, delsp: bool = False) -> str:
    """Join the lines of ``format=flowed`` that were broken (RFC 3676, 4.1 to 4.4).

    ``delsp``: the blank at the end of such a line was added too (its parameter ``DelSp=yes``).
    """
    lines: list[list[str]] = []
    open_depth: int | None = None
    for line in text.splitlines():
        body = line.lstrip(">")
        depth = len(line) - len(body)
        body = body.removeprefix(" ")
        flows = body.endswith(" ") and body != "-- "
        said = body[:-1] if delsp and flows else body
        if open_depth == depth and body != "-- ":
            lines[-1].append(said)
        else:
            lines.append([">" * depth + (" " if depth else ""), said])
        open_depth = depth if flows else None
    return "\n".join("".join(pieces) for pieces in lines)


def plain_lines(text: str) -> Iterator[tuple[bool, str]]:
    """Yield the lines of a text, each with whether it is quoted, without quotation marks.

    Blanks of every kind and signs that steer a terminal become spaces, and signs that are not seen
    are dropped.
    """
    for line in _CONTROL.sub(" ", _INVISIBLE.sub("", text)).splitlines():
        mark = _QUOTE.match(line)
        body = line[mark.end() :] if mark else line
        yield mark is not None, " ".join(body.split())
