"""A game as one sees it, and what is legal in it, line by line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec

from pbem.cells import cells, wrap
from pbem.client.session.reported import Reported
from pbem.client.session.words import active_line, entry_lines, reported_lines, sentence
from pbem.crypto.text import escape
from pbem.table.owned import pack_words

if TYPE_CHECKING:
    from pbem.client.views.looking import Shown
    from pbem.client.views.steps import Steps
    from pbem.kit.picture import HexPicture
    from pbem.table.words.steps import Moved


def shown_lines(
    shown: Shown, drawn: str = "", happened: Sequence[str] = (), width: int | None = None
) -> list[str]:
    """Describe a game as one sees it.

    ``drawn``: the map, already safe to print and as wide as it may be. ``happened``: lines on what
    came since one looked last. Everything else is folded to ``width`` columns (None: not at all).
    """
    above, below = _around_the_map(shown, happened, drawn=bool(drawn))
    if drawn:
        above = [*folded(above, width), "", *drawn.rstrip("\n").split("\n")]
        return [*above, *folded(below, width)]
    return folded([*above, *below], width)


def folded(lines: Iterable[str], width: int | None) -> list[str]:
    """Fold lines that take more than ``width`` cells of a terminal (None: no line is too long).

    The rest of a folded line is indented further than its beginning.
    """
    folded: list[str] = []
    for line in lines:
        if width is None or cells(line) <= width:
            folded.append(line)
            continue
        text = line.lstrip()
        indent = line.removesuffix(text)
        folded += wrap(text, width, initial_indent=indent, subsequent_indent=f"{indent}  ")
    return folded


def _around_the_map(
    shown: Shown, happened: Sequence[str], *, drawn: bool
) -> tuple[list[str], list[str]]:
    """Return what is reported above a map and what below it."""
    seats = ", ".join(
        f"{seat.name}: {seat.handle}{f' ({seat.out})' if seat.out else ''}" for seat in shown.seats
    )
    umpire = f", umpire {shown.umpire}" if shown.umpire else ""
    what = f"{shown.game}: {escape(shown.title)}, {shown.scenario}"
    ruled = " (depends on the umpire's ruling)" if shown.ruled else ""
    lines = [
        f"{what}; {seats}{umpire}; dice: {shown.dice}",
        f"{shown.events} events, head {shown.head[:16]}{ruled}",
    ]
    if shown.chosen:
        lines.append(f"Options: {escape('; '.join(shown.chosen))}.")
    if shown.pack is not None:
        lines.append(pack_words(shown.pack))
    # The notes beside the map have the position and what is reconstructed already.
    noted = bool(drawn and shown.picture is not None and shown.picture.notes)
    above, lines = lines, []
    if not noted:
        lines += ["", *(escape(line) for line in shown.position)]
    if shown.since is not None:
        lines += ["", *_since(shown, happened)]
    lines += _own(shown)
    if shown.reconstructed and not noted:
        lines.append(
            f"{len(shown.reconstructed)} values in the module's data are reconstructed or "
            f"second-hand. 'pbem pack show {shown.rules}' lists them."
        )
    lines += [sentence(line) for line in shown.forked]
    lines += ["", active_line(shown.active, shown.type_it, yours=shown.yours)]
    if shown.offer:
        lines.append(escape(shown.offer))
    if shown.deadline:
        lines.append(f"The answer is {shown.deadline}.")
    if shown.result:
        lines.append(f"Result: {escape(shown.result)}.")
    return above, lines


def _since(shown: Shown, happened: Sequence[str]) -> list[str]:
    if not happened:
        return [f"Nothing has happened since your last look (event {shown.since})."]
    return [
        f"Since your last look (event {shown.since}):",
        *(f"  {escape(line)}" for line in shown.short),
        "Event by event:",
        *happened,
    ]


def _own(shown: Shown) -> list[str]:
    """List what stands in one's own name: sealed choices and standing orders."""
    lines = [f"You sealed: {escape(line)}" for line in shown.sealed]
    if shown.waiting:
        rest = escape("; ".join(shown.waiting))
        lines.append(f"Rest of your list, unless you write new orders: {rest}")
    names = {seat.side: seat.name for seat in shown.seats}
    for side, answers in shown.standing.items():
        lines.append(
            f"Your standing orders ({names.get(side, side)}): {escape('; '.join(answers))}"
        )
    return lines


def steps_lines(found: Steps, drawn: Callable[[HexPicture], str] | None) -> list[str]:
    """An event and what came of it, step by step; ``drawn`` draws the part of the map it is about.

    The drawing is safe to print already.
    """
    entry = msgspec.structs.replace(found.entry, reported=[], note="")
    lines = entry_lines([entry])
    for step in found.steps:
        lines += reported_lines([Reported(step.text, step.paragraph)]) if step.text else []
        lines += [f"      {escape(_moved(one, found.sides))}" for one in step.moved]
        if drawn is not None and step.near is not None:
            lines += [f"      {line}".rstrip() for line in drawn(step.near).splitlines()]
    lines += reported_lines(found.entry.reported) if not found.steps else []
    return lines + [f'    "{escape(line)}"' for line in found.entry.note.splitlines()]


def _moved(one: Moved, sides: Mapping[str, str]) -> str:
    side = sides.get(one.side, one.side)
    if not one.origin:
        return f"{one.piece} ({side}) comes to {one.to}"
    if not one.to:
        return f"{one.piece} ({side}) leaves {one.origin}"
    return f"{one.piece} ({side}): {one.origin} -> {one.to}"
