"""Drawings of a module (SVG): their size, and what a browser would do to show them.

A browser reads a drawing as XML, and so does this: a plain search would find a size in a comment.
A few bytes can hold thousands of copies of copies, and pictures of any size.
"""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Callable, Iterator, Mapping
from typing import Any
from urllib.parse import unquote

from pbem.vassal import refusal
from pbem.vassal.refusal import ModuleRefused

WORK = 400_000
"""Elements that a browser draws, each as often as it is used; an effect counts as many."""
EFFECT = 1_000
"""An effect (`feGaussianBlur`, say) costs a browser as much as so many elements."""
_XLINK = "{http://www.w3.org/1999/xlink}"
_NAMED = re.compile(r"#([^\s\"'();#]+)")
_CLASS = re.compile(r"\.[\w-]+")
_LENGTH = re.compile(r"\s*([0-9.]{1,12})(?:e([0-9]{1,2}))?\s*([a-z%]*)\s*", re.IGNORECASE)
_UNITS = {"": 1, "px": 1, "in": 96, "cm": 37.8, "mm": 3.78, "q": 1, "pt": 1.34, "pc": 16, "em": 32,
          "rem": 32, "ex": 32, "ch": 32}  # fmt: skip
"""Pixels of a unit (CSS Values 4, 6), rounded up."""
_SIZED = re.compile(r"(?<![\w-])(width|height)\s*:\s*([^;!}]*)", re.IGNORECASE)
_CODED = re.compile(r"\\([0-9a-fA-F]{1,6})\s?|\\(.)", re.DOTALL)
_DATA = re.compile(r"\bdata:", re.IGNORECASE)
_PICTURE = re.compile(r"\bdata:image/(?:png|jpe?g|gif);base64,([A-Za-z0-9+/=_ -]*)", re.IGNORECASE)
_FONT = re.compile(
    r"\bdata:(?:font/|application/(?:x-|vnd\.ms-)?font)[\w.+-]*(?:;charset=[\w-]+)?;base64,",
    re.IGNORECASE,
)


class _FoundError(Exception):
    """The first element of a drawing was read."""


class _First:
    """Reads up to the first element."""

    found: Mapping[str, str] | None = None

    def start(self, tag: str, attrs: dict[str, str], /) -> None:
        if _local(tag) == "svg":
            self.found = attrs
        raise _FoundError

    def close(self) -> None:
        """Nothing is held."""


def first_of(data: bytes) -> Mapping[str, str] | None:
    """Return the attributes of a drawing's first element; None for anything else.

    ``data``: it, or how it begins.
    """
    target = _First()
    try:
        _parser(target).feed(data)
    except (_FoundError, *_NO_XML):
        return target.found
    return None


_NO_XML = (SyntaxError, ValueError, LookupError)
"""The errors of the parser: of XML, of entities, of a coding."""


def _parser(target: object) -> Any:
    from defusedxml.ElementTree import DefusedXMLParser  # noqa: PLC0415 - a board starts without

    return DefusedXMLParser(target=target, forbid_entities=True, forbid_external=True)


def _local(tag: str) -> str:
    return tag.rpartition("}")[2]


class _Drawing:
    """The work of a browser: each element, the elements inside it, and the names that it uses."""

    def __init__(self) -> None:
        self.first: Mapping[str, str] = {}
        self.work: list[int] = []
        self.inside: list[list[int]] = []
        self.refers: list[set[str]] = []
        self.classes: list[str] = []
        self.by_name: dict[str, int] = {}
        self.texts: list[str] = []
        self.styles: list[str] = []
        self._open: list[int] = []
        self._in_style = False

    def start(self, tag: str, attrs: dict[str, str], /) -> None:
        at, local = len(self.work), _local(tag)
        if len(self._open) >= refusal.DEPTH or at >= refusal.ELEMENTS:
            raise ModuleRefused("A drawing is too deep or too large.")
        if at == 0:
            self.first = attrs
        plain = {one.removeprefix(_XLINK): value for one, value in attrs.items()}
        texts = [_plain(value) for one, value in plain.items() if "}" not in one]
        self.texts += (one for one in texts if _DATA.search(one))
        self.work.append(EFFECT if local.startswith("fe") else 1)
        self.inside.append([])
        self.refers.append({name for one in texts for name in _NAMED.findall(one)})
        self.classes.append(plain.get("class", ""))
        self.by_name.setdefault(_plain(plain.get("id", "")), at)
        if self._open:
            self.inside[self._open[-1]].append(at)
        self._open.append(at)
        self._in_style = local == "style"
        if self._in_style:
            self.styles.append("")

    def add(self, inside: list[int]) -> int:
        """Add what is drawn by others alone, and return its number; ``inside``: those in it."""
        self.work.append(0)
        self.inside.append(inside)
        self.refers.append(set())
        return len(self.work) - 1

    def data(self, text: str, /) -> None:
        if self._in_style:
            self.styles[-1] += text

    def end(self, _tag: str, /) -> None:
        self._open.pop()
        self._in_style = False

    def close(self) -> None:
        """Nothing is held."""


def is_light(data: bytes, area: Callable[[bytes], int | None]) -> bool:
    """Return whether a browser can hold and draw a drawing.

    ``area``: returns the pixels of a picture inside; None for one that is none, or is too large.
    """
    read = _Drawing()
    parser = _parser(read)
    try:
        parser.feed(data)
        parser.close()
        styles = [_plain(one) for one in read.styles]
        return (
            _is_small(read, styles)
            and _worn(read, styles)
            and _work(read) <= WORK
            and _held([*read.texts, *styles], area)
        )
    except (ModuleRefused, *_NO_XML):
        return False


def _plain(text: str) -> str:
    """Return text without the spellings by which a browser reads the same from other letters."""
    text = _CODED.sub(lambda one: _letter(one[1]) if one[1] else one[2], text)
    return re.sub(r"[\t\r\n]", "", unquote(text))


def _letter(digits: str) -> str:
    number = int(digits, 16)
    return chr(number) if number < 0x110000 else ""


# --- how large ----------------------------------------------------------------------------------


def _is_small(read: _Drawing, styles: list[str]) -> bool:
    """Say whether a drawing is not larger than a picture may be, in whatever way it says so."""
    if any(_SIZED.search(one) for one in styles):  # which of them counts is hard to say
        return False
    own = _SIZED.findall(_plain(read.first.get("style", "")))
    given = [(one, read.first.get(one, "")) for one in ("width", "height")] + own
    sides = {one: [_pixels(said) for name, said in given if name.lower() == one] for one in
             ("width", "height")}  # fmt: skip
    return max(sides["width"], default=0) * max(sides["height"], default=0) <= refusal.AREA


def _pixels(said: str) -> float:
    """Return a length in pixels; 0 for one that the page decides."""
    found = _LENGTH.fullmatch(said)
    if found is None:
        return 0
    try:
        return float(f"{found[1]}e{found[2] or 0}") * _UNITS.get(found[3].lower(), 0)
    except (ValueError, OverflowError):
        return float("inf")


# --- how much work ------------------------------------------------------------------------------


def _worn(read: _Drawing, styles: list[str]) -> bool:
    """Add what elements refer to by the styles of their classes; say whether all could be read.

    Each class and each rule is an element that many refer to: copies for each would have no limit.
    """
    worn: dict[str, int] = {}
    for one in styles:
        for selectors, body in _rules(one):
            names = set(_NAMED.findall(body)) & read.by_name.keys()
            rule = read.add([read.by_name[name] for name in names]) if names else 0
            for selector in {each.strip() for each in selectors.split(",")} if names else ():
                if _CLASS.fullmatch(selector) is None:
                    return False
                if selector[1:] not in worn:
                    worn[selector[1:]] = read.add([])
                read.inside[worn[selector[1:]]].append(rule)
    for at, classes in enumerate(read.classes if worn else ()):
        read.inside[at] += (worn[one] for one in set(classes.split()) & worn.keys())
    return True


def _rules(style: str) -> Iterator[tuple[str, str]]:
    """Yield selectors and body of each rule of a style sheet; of nested ones, the inner rule.

    A search by a pattern would begin again at each letter of a text without braces.
    """
    for one in style.split("}")[:-1]:
        before, brace, body = one.rpartition("{")
        if brace:
            yield before.rpartition("{")[2], body


def _work(read: _Drawing) -> float:
    """Return how many elements a browser draws; infinite where one is drawn within itself."""
    under_way = -1
    done = [0.0] * len(read.work)
    todo = [0] if done else []
    while todo:
        at = todo[-1]
        if done[at] == under_way:
            below = sum(done[one] for one in _below(read, at))
            done[at] = read.work[at] + below
        elif not done[at]:
            done[at] = under_way
            for one in _below(read, at):
                if done[one] == under_way:
                    return float("inf")
                if not done[one]:
                    todo.append(one)
            continue
        todo.pop()
    return done[0] if done else 0


def _below(read: _Drawing, at: int) -> Iterator[int]:
    yield from read.inside[at]
    yield from (read.by_name[one] for one in read.refers[at] if one in read.by_name)


# --- what lies inside ---------------------------------------------------------------------------


def _held(texts: list[str], area: Callable[[bytes], int | None]) -> bool:
    """Say whether the files inside are fonts, and pictures that a browser can hold together."""
    seen, together = set[str](), 0
    for text in texts:
        for found in _DATA.finditer(text):
            if _FONT.match(text, found.start()):
                continue
            picture = _PICTURE.match(text, found.start())
            if picture is None:
                return False
            if picture[1] in seen:
                continue
            seen.add(picture[1])
            try:
                size = area(b64decode(f"{picture[1].replace(' ', '')}=="))
            except ValueError:
                return False
            if size is None or (together := together + size) > refusal.AREA:
                return False
    return True
