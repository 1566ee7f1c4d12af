"""Events as items of a list on a page: who did what, their orders, and what came of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from pbem.table.words.reporting import DICE_REPORTED
from pbem.view.digest import Line
from pbem.view.markup import Markup, tag

if TYPE_CHECKING:
    from pbem.view.history import Entry, Happening

_QUOTED = re.compile("`([^`\n]+)`")
RESULT_MOST = 3
"""So many letters of a result at most stand beside its line."""


def item(entry: Entry, key: str = "", lines: Sequence[Line] = (), **marks: str) -> Markup:
    """Return one event.

    Args:
        entry: The event.
        key: Its name if that is not its number, as in a fork.
        lines: The same in a few lines; they stand under their phases, the last one first.
        marks: Attributes of the item.
    """
    return tag("li", *_parts(entry, key or str(entry.seq), lines), **marks)


def _parts(entry: Entry, key: str, lines: Sequence[Line]) -> Iterator[Markup]:
    turn = f", turn {entry.turn}" if entry.turn else ""
    marks = {"data_turn": f"Turn {entry.turn}"} if entry.turn else {}
    yield tag(
        "p",
        tag("a", key, href=f"#{key}.0"),
        " ",
        tag("b", entry.by),
        *_plain(f" {entry.did} "),
        tag("small", f"{entry.at}{turn}"),
        **marks,
    )
    for heading, some in groupby(reversed(lines), lambda one: one.heading):
        yield tag("h3", heading, class_="phase")
        yield tag("ul", *(_line(one, key) for one in some), class_="short")
    if entry.orders:
        yield tag("pre", *_lines(entry.orders))
    if entry.happened:
        yield tag("ol", *(_step(one) for one in entry.happened))
    if entry.note:
        yield tag("q", *_lines(entry.note.split("\n")))


def _lines(lines: Sequence[str]) -> Iterator[str]:
    for number, line in enumerate(lines):
        if number:
            yield Markup("\n")
        yield line


def _line(one: Line, key: str) -> Markup:
    """Return one line: who did what, the dice with the result, and below it the odds.

    It leads to its event; an earlier line with its name is replaced by it.
    """
    dice = [tag("b", face, aria_hidden="true") for face in one.dice]
    if one.who:
        said: list[object] = [tag("strong", one.who), *_plain(f" {one.rest}")]
    else:
        said = [*_plain(one.said)]
    below = [tag("small", *_plain(one.below))] if one.below else []
    side = {"data_of": one.side} if one.side else {}
    words = tag("a", *said, *below, href=f"#{key}.0")
    return tag("li", *dice, words, data_line=one.key, **side, **_word(one.result))


def _plain(text: str) -> Iterator[object]:
    """Yield text, with what stands between backticks as code: a page shows no such marks."""
    for number, part in enumerate(_QUOTED.split(text)):
        yield tag("code", part) if number % 2 else part


def _word(result: str) -> dict[str, str]:
    """Return the mark of a line with a word of a table that is short enough to stand beside it."""
    return {"data_result": result} if 0 < len(result) <= RESULT_MOST else {}


def _step(one: Happening) -> Markup:
    """Return one thing that came of an event; of many dice the faces open after their number.

    The news of a summary is marked, and the word of the table stands beside it.
    """
    marks = _word(one.result) | ({"class_": "news"} if one.news else {})
    dice = [tag("b", face, aria_hidden="true") for face, _ in one.dice]  # the words say them too
    following = [" ", tag("i", f"[{one.paragraph}]")] if one.paragraph else []
    if len(dice) <= DICE_REPORTED:
        return tag("li", *dice, *_plain(one.text), *following, **marks)
    what, _, faces = one.text.rpartition(": ")
    reported = tag("summary", f"{what}: {len(dice)} of them", *following)
    return tag("li", tag("details", reported, *dice, faces))
