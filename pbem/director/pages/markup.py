"""How a page of a tournament looks: its frame, its style, a plot on it.

A page is well-formed, has no script, and fetches nothing but the style sheet beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.view.markup import Markup, tag

STYLE = """\
:root { color-scheme: light dark; }
body { font: 1rem/1.45 system-ui, sans-serif; margin: 0 auto; max-width: 60rem; padding: 0 .8rem; }
h1, p { overflow-wrap: anywhere; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin-top: 1.6rem; }
.trust { border-left: .25rem solid #b58900; margin: .3rem 0; padding-left: .6rem; }
.wide { overflow-x: auto; scrollbar-width: thin; }
.wide td { min-width: 3rem; max-width: 24rem; }
table { border-collapse: collapse; }
th, td { border-bottom: 1px solid #8886; padding: .3rem .55rem; text-align: left; }
td a { white-space: nowrap; }
td.number { text-align: right; font-variant-numeric: tabular-nums; }
pre, code { font-size: .85rem; overflow-wrap: anywhere; white-space: pre-wrap; }
details { margin: .3rem 0; } summary { cursor: pointer; opacity: .75; }
@media (max-width: 48rem) {
  table, tbody, tr { display: block; }
  thead { clip-path: inset(50%); height: 1px; overflow: hidden; position: absolute; width: 1px; }
  tr { border-bottom: 1px solid #8886; padding: .3rem 0; }
  td, td.number, .wide td { border: 0; display: inline-block; max-width: 100%; min-width: 0;
    overflow-wrap: anywhere; padding: .1rem .9rem .1rem 0; text-align: left; }
  td a { white-space: normal; }
  td:empty { display: none; }
  td::before { content: attr(data-head) " "; font-size: .8rem; opacity: .75; }
}
svg { display: block; height: auto; max-width: 34rem; width: 100%; }
svg text { fill: currentColor; font: 13px system-ui, sans-serif; }
"""

_COLOURS = (
    "#0b6fb8", "#c2491d", "#0a7a5c", "#8a4fa3", "#b58900", "#5a6570", "#c2185b", "#3f7f00",
)  # fmt: skip
_DASHES = ("", "7 3", "2 3", "9 3 2 3")
MOST_LINES = len(_COLOURS)
"""How many lines a plot has that can be distinguished."""


def page(title: str, body: Iterable[object], *, of: str) -> str:
    """Return a whole page; ``of``: the id of the tournament that it is about."""
    allowed = "default-src 'none'; style-src 'self'"
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name_="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", http_equiv="Content-Security-Policy", content=allowed),
        mark(of),
        tag("title", title),
        tag("link", rel="stylesheet", href="style.css"),
    )
    whole = tag("html", head, tag("body", *body), lang="en")
    return f"<!DOCTYPE html>\n{whole}\n"


def mark(tournament: str) -> Markup:
    """Return what a page says of itself to programs: of which tournament it is one, by its id."""
    return tag("meta", name_="pbem-tournament", content=tournament)


# --- a plot ---------------------------------------------------------------------------------------

_WIDE, _HIGH, _LEFT, _TOP, _ROW = 420, 230, 48, 12, 20


def plot(title: str, lines: Sequence[tuple[str, Sequence[float]]]) -> Markup:
    """Return a picture of lines by round, from before the first on, with their names below.

    There are at most `MOST_LINES`, all as long.
    """
    values = [value for _, line in lines for value in line]
    low, high = min(values), max(values)
    low, high = (low - 1, high + 1) if low == high else (low, high)
    last = max(len(line) for _, line in lines) - 1
    wide, high_px = _WIDE - _LEFT - 12, _HIGH - _TOP - 34

    def x(number: int) -> float:
        return _LEFT + wide * number / max(1, last)

    def y(value: float) -> float:
        return _TOP + high_px * (high - value) / (high - low)

    parts: list[Markup] = [tag("title", title)]
    for step in range(4):
        value = low + (high - low) * step / 3
        at = f"{y(value):.1f}"
        parts.append(tag("line", x1=_LEFT, x2=_WIDE - 12, y1=at, y2=at, stroke="#8888"))
        parts.append(tag("text", f"{value:.0f}", x=_LEFT - 8, y=at, text_anchor="end", dy="4"))
    for number in range(0, last + 1, 1 + last // 12):
        reported = str(number) if number else "start"
        parts.append(
            tag("text", reported, x=f"{x(number):.1f}", y=_HIGH - 14, text_anchor="middle")
        )
    for place, (name, line) in enumerate(lines):
        points = " ".join(f"{x(no):.1f},{y(value):.1f}" for no, value in enumerate(line))
        drawn = {
            "fill": "none",
            "stroke": _COLOURS[place % MOST_LINES],
            "stroke_width": 2.5,
            "stroke_dasharray": _DASHES[place % len(_DASHES)] or "none",
        }
        parts.append(tag("polyline", points=points, **drawn))
        left, top = _LEFT + place % 2 * (wide // 2), _HIGH + 8 + place // 2 * _ROW
        parts.append(tag("polyline", points=f"{left},{top} {left + 26},{top}", **drawn))
        parts.append(tag("text", name, x=left + 32, y=top + 4))
    tall = _HIGH + (len(lines) + 1) // 2 * _ROW + 8
    return tag("svg", *parts, viewBox=f"0 0 {_WIDE} {tall}", role="img")
