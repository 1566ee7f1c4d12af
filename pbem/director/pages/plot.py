"""Ratings as lines on a page: an SVG whose colours its style sheet gives, for light and dark."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.view.markup import Markup, tag

MOST_LINES = 12
"""How many lines have a name at their end; a page plots no more."""

BOLD = 3
"""How many lines have a colour and a dash of their own."""

_WIDE, _HIGH, _LEFT, _TOP, _RIGHT, _BOTTOM, _ROW = 640, 300, 46, 12, 180, 34, 17
_NICE = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000)
_LETTERS = 18


def plot(
    title: str, lines: Sequence[tuple[str, Sequence[float | None]]], marks: Sequence[str]
) -> Markup:
    """Return a picture of lines, the highest at the end first, with names; nothing without values.

    Args:
        title: The title of the picture, in words.
        lines: Names and values. None: not there yet, so the line begins later.
        marks: The marks below, one for each value.
    """
    lines = sorted(lines, key=lambda line: -(line[1][-1] or 0))[:MOST_LINES]
    values = [value for _, line in lines for value in line if value is not None]
    if not values:
        return Markup()
    step = next(
        (one for one in _NICE if (max(values) - min(values)) / one <= 6), int(max(values)) or 1
    )
    low, high = (min(values) // step) * step, -(-max(values) // step) * step
    high = high if high > low else low + step
    last, wide, tall = len(marks) - 1, _WIDE - _LEFT - _RIGHT, _HIGH - _TOP - _BOTTOM

    def x(number: int) -> float:
        return _LEFT + wide * number / max(1, last)

    def y(value: float) -> float:
        return _TOP + tall * (high - value) / (high - low)

    parts: list[Markup] = [tag("title", title)]
    for number in range(round((high - low) / step) + 1):
        value = low + number * step
        at = f"{y(value):.1f}"
        parts.append(tag("line", x1=_LEFT, x2=_WIDE - _RIGHT, y1=at, y2=at, class_="grid"))
        parts.append(tag("text", f"{value:.0f}", x=_LEFT - 8, y=at, dy="4", class_="axis end"))
    for number in range(0, last + 1, 1 + last // 8):
        side = "start" if number == 0 else "middle"
        parts.append(
            tag("text", marks[number], x=f"{x(number):.1f}", y=_HIGH - 12, class_=f"axis {side}")
        )
    ends = _apart([y(line[-1] or low) for _, line in lines], tall + _TOP)
    drawn = [
        _line(place, name, [(x(no), y(at)) for no, at in enumerate(line) if at is not None], end)
        for place, ((name, line), end) in enumerate(zip(lines, ends, strict=True))
    ]
    return tag(
        "svg", *parts, *reversed(drawn), viewBox=f"0 0 {_WIDE} {_HIGH}", role="img", class_="plot"
    )


def _line(place: int, name: str, at: Sequence[tuple[float, float]], end: float) -> Markup:
    """Return a line with its points, and its name at height ``end``."""
    x, y = at[-1]
    short = name if len(name) <= _LETTERS else f"{name[: _LETTERS - 1]}\N{HORIZONTAL ELLIPSIS}"
    return tag(
        "g",
        tag("title", name),
        tag("polyline", points=" ".join(f"{one:.1f},{other:.1f}" for one, other in at)),
        *(tag("circle", cx=f"{one:.1f}", cy=f"{other:.1f}", r=3) for one, other in at),
        tag("path", d=f"M{x + 5:.1f} {y:.1f}L{x + 16:.1f} {end:.1f}", class_="lead"),
        tag("text", short, x=f"{x + 20:.1f}", y=f"{end:.1f}", dy="4"),
        class_=f"l{place if place < BOLD else 'x'}",
    )


def _apart(heights: Sequence[float], bottom: float) -> list[float]:
    """Return heights of names, in order from the top, none over another."""
    ends: list[float] = []
    for height in heights:
        ends.append(max(height, ends[-1] + _ROW) if ends else height)
    for place in range(len(ends) - 1, -1, -1):
        below = bottom if place == len(ends) - 1 else ends[place + 1] - _ROW
        ends[place] = min(ends[place], below)
    return ends
