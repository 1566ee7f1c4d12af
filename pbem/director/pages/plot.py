"""Ratings as lines on a page: an SVG whose colours its style sheet gives, for light and dark."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from pbem.view.markup import Markup, joined, tag

MOST_LINES = 12
"""How many lines have a name at their end; a page plots no more."""

BOLD = 3
"""How many lines have a colour and a dash of their own."""

_HIGH, _LEFT, _TOP, _BOTTOM, _ROW = 300, 46, 12, 48, 17
_NICE = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000)
_SIGN = 7
"""So many units of a picture a letter is wide."""


class _Room(NamedTuple):
    """A picture: its width, how much of it names have, how many letters these, and its class."""

    wide: int
    right: int
    letters: int
    kind: str


_ROOMS = (_Room(640, 200, 18, "plot"), _Room(360, 166, 12, "plot small"))
"""The picture of a screen, and that of a telephone, where the first could not be read."""


def plot(
    title: str, lines: Sequence[tuple[str, Sequence[float | None]]], marks: Sequence[str]
) -> Markup:
    """Return pictures of lines, the highest at the end first, with names; nothing without values.

    Args:
        title: The title of the picture, in words.
        lines: Names and values. None: not there yet, so the line begins later.
        marks: The marks below, one for each value.
    """
    lines = sorted(lines, key=lambda line: -(line[1][-1] or 0))[:MOST_LINES]
    if all(value is None for _, line in lines for value in line):
        return Markup()
    return joined(_picture(title, lines, marks, room) for room in _ROOMS)


def _picture(
    title: str,
    lines: Sequence[tuple[str, Sequence[float | None]]],
    marks: Sequence[str],
    room: _Room,
) -> Markup:
    values = [value for _, line in lines for value in line if value is not None]
    step = next(
        (one for one in _NICE if (max(values) - min(values)) / one <= 6), int(max(values)) or 1
    )
    low, high = (min(values) // step) * step, -(-max(values) // step) * step
    high = high if high > low else low + step
    last, wide, tall = len(marks) - 1, room.wide - _LEFT - room.right, _HIGH - _TOP - _BOTTOM

    def x(number: int) -> float:
        return _LEFT + wide * number / max(1, last)

    def y(value: float) -> float:
        return _TOP + tall * (high - value) / (high - low)

    parts: list[Markup] = [tag("title", title)]
    for number in range(round((high - low) / step) + 1):
        value = low + number * step
        at = f"{y(value):.1f}"
        parts.append(tag("line", x1=_LEFT, x2=_LEFT + wide, y1=at, y2=at, class_="grid"))
        parts.append(tag("text", f"{value:.0f}", x=_LEFT - 8, y=at, dy="4", class_="axis end"))
    parts += _below(marks, x)
    ends = _apart([y(line[-1] or low) for _, line in lines], tall + _TOP)
    drawn = [
        _line(
            place,
            (name, f"{line[-1] or 0:.0f}"),
            [(x(no), y(at)) for no, at in enumerate(line) if at is not None],
            end,
            room,
        )
        for place, ((name, line), end) in enumerate(zip(lines, ends, strict=True))
    ]
    return tag(
        "svg", *parts, *reversed(drawn),
        viewBox=f"0 0 {room.wide} {_HIGH}", role="img", class_=room.kind,
    )  # fmt: skip


def _below(marks: Sequence[str], x: Callable[[int], float]) -> Iterator[Markup]:
    """Yield the marks below, in two rows, and without those for which neither has room."""
    free = [0.0, 0.0]
    for number, said in enumerate(marks):
        half = _SIGN * len(said) / 2
        row = next((row for row, since in enumerate(free) if x(number) - half > since), None)
        if row is not None:
            free[row] = x(number) + half + _SIGN
            y = _HIGH - 28 + _ROW * row
            yield tag("text", said, x=f"{x(number):.1f}", y=y, class_="axis middle")


def _line(
    place: int,
    said: tuple[str, str],
    at: Sequence[tuple[float, float]],
    end: float,
    room: _Room,
) -> Markup:
    """Return a line with its points, and at height ``end`` its name and last value."""
    (name, value), (x, y), most = said, at[-1], room.letters
    short = name if len(name) <= most else f"{name[: most - 1]}\N{HORIZONTAL ELLIPSIS}"
    return tag(
        "g",
        tag("title", name),
        tag("polyline", points=" ".join(f"{one:.1f},{other:.1f}" for one, other in at)),
        *(tag("circle", cx=f"{one:.1f}", cy=f"{other:.1f}", r=3) for one, other in at),
        tag("path", d=f"M{x + 5:.1f} {y:.1f}L{x + 16:.1f} {end:.1f}", class_="lead"),
        tag("text", short, x=f"{x + 20:.1f}", y=f"{end:.1f}", dy="4"),
        tag("text", value, x=room.wide - 4, y=f"{end:.1f}", dy="4", class_="end"),
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
