"""A game as one sees it, and what is legal in it, line by line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from pbem.cells import wrap
from pbem.crypto.text import escape
from pbem.desk.seat.words import pen_line, sentence
from pbem.table.owned import pack_words

if TYPE_CHECKING:
    from pbem.desk.look.legal import Legal
    from pbem.desk.look.looking import Shown


def shown_lines(
    shown: Shown, drawn: str = "", happened: Sequence[str] = (), width: int | None = None
) -> list[str]:
    """A game as one sees it; ``drawn`` is the map, already safe to print and as wide as it may be.

    Everything else is folded to ``width`` columns (None: not at all).
    """
    above, below = _around_the_map(shown, happened, drawn=bool(drawn))
    if drawn:
        above = [*folded(above, width), "", *drawn.rstrip("\n").split("\n")]
        return [*above, *folded(below, width)]
    return folded([*above, *below], width)


def folded(lines: Iterable[str], width: int | None) -> list[str]:
    """Fold lines that are too long; what is folded stands further in than where it begins."""
    folded: list[str] = []
    for line in lines:
        if width is None or len(line) <= width:
            folded.append(line)
            continue
        first = line[: len(line) - len(line.lstrip())]
        folded += wrap(line, width, initial_indent="", subsequent_indent=f"{first}  ")
    return folded


def _around_the_map(
    shown: Shown, happened: Sequence[str], *, drawn: bool
) -> tuple[list[str], list[str]]:
    """Return what is told above a map and what below it."""
    seats = ", ".join(
        f"{seat.side}: {seat.handle}{f' ({seat.out})' if seat.out else ''}" for seat in shown.seats
    )
    umpire = f", umpire {shown.umpire}" if shown.umpire else ""
    what = f"{shown.game}: {escape(shown.title)}, {shown.scenario}"
    ruled = " (rests on the umpire's word)" if shown.ruled else ""
    lines = [
        f"{what}; {seats}{umpire}; dice: {shown.dice}",
        f"{shown.events} events, head {shown.head[:16]}{ruled}",
    ]
    if shown.chosen:
        lines.append(f"Options: {escape('; '.join(shown.chosen))}.")
    if shown.pack is not None:
        lines.append(pack_words(shown.pack))
    # The notes beside the map tell the position and what is reconstructed already.
    noted = bool(drawn and shown.picture is not None and shown.picture.notes)
    above, lines = lines, []
    if not noted:
        lines += ["", *(escape(line) for line in shown.position)]
    if shown.since is not None:
        lines += ["", *_since(shown, happened)]
    lines += _own(shown)
    if shown.reconstructed and not noted:
        lines.append(
            f"Of the module's data {len(shown.reconstructed)} things are reconstructed or "
            f"second-hand; 'pbem pack show {shown.rules}' lists them."
        )
    lines += [sentence(line) for line in shown.forked]
    lines += ["", pen_line(shown.pen, shown.may, yours=shown.yours)]
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
    return [f"Since your last look (event {shown.since}):", *happened]


def _own(shown: Shown) -> list[str]:
    """What stands in one's own name: sealed choices and standing answers."""
    lines = [f"Sealed by you: {escape(line)}" for line in shown.sealed]
    if shown.waiting:
        rest = escape("; ".join(shown.waiting))
        lines.append(f"Of your list there remains, unless you write new orders: {rest}")
    for side, answers in shown.standing.items():
        lines.append(f"Your standing answers ({side}): {escape('; '.join(answers))}")
    return lines


def legal_lines(legal: Legal) -> list[str]:
    """What is legal now."""
    lines = [f"{escape(legal.pen)} [{legal.paragraph}]"]
    lines += [f"  {escape(legal.note)}"] if legal.note else []
    lines += [f"  {escape(line)}" for line in legal.lines]
    if legal.more:
        lines.append("  ... and more: name a unit or a place, or ask for more with --most")
    return [*lines, *map(escape, legal.unlisted)]
