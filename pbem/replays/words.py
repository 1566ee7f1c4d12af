"""Events as items of a list on a page: who did what, his orders, and what came of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pbem.view.markup import Markup, tag

if TYPE_CHECKING:
    from pbem.view.history import Entry, Happening


def item(entry: Entry, key: str = "", *, marked: bool = False) -> Markup:
    """Return one event; ``key`` names it where its number does not, as in a fork.

    ``marked``: with its kind, and of each step what it is in a summary, for a page that makes one;
    in a file they would be a fortieth of it, for nothing.
    """
    key = key or str(entry.seq)
    marks = {"data_kind": entry.kind} if marked else {}
    return tag("li", *_parts(entry, key, marked=marked), **marks)


def _parts(entry: Entry, key: str, *, marked: bool) -> Iterator[Markup]:
    turn = f", turn {entry.turn}" if entry.turn else ""
    yield tag(
        "p",
        tag("a", key, href=f"#{key}.0"),
        " ",
        tag("b", entry.by),
        f" {entry.did} ",
        tag("small", f"{entry.at}{turn}"),
    )
    if entry.orders:
        yield tag("pre", *_lines(entry.orders))
    if entry.happened:
        yield tag("ol", *(_step(one, marked=marked) for one in entry.happened))
    if entry.note:
        yield tag("q", *_lines(entry.note.split("\n")))


def _lines(lines: Sequence[str]) -> Iterator[str]:
    for number, line in enumerate(lines):
        if number:
            yield Markup("\n")
        yield line


def _step(one: Happening, *, marked: bool) -> Markup:
    dice = [tag("b", face, aria_hidden="true") for face, _ in one.dice]  # the words say them too
    behind = [" ", tag("i", f"[{one.paragraph}]")] if one.paragraph else []
    told = {"news": one.news, "brief": one.brief}
    marks = {f"data_{name}": words for name, words in told.items() if words and marked}
    return tag("li", *dice, one.text, *behind, **marks)
