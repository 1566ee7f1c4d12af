"""The legal orders now, line by line: in short, or every order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from pbem.crypto.text import escape
from pbem.kit.wording import counted, movement

if TYPE_CHECKING:
    from pbem.client.views.legal import Legal
    from pbem.client.views.reach import Comers

LISTED_MOST = 24
"""So many orders are listed one by one unless somebody asks for every one; more in short."""
NAMED_MOST = 12
"""So many units or places are named in one line."""


def _comers_lines(comers: Comers, *, halves: bool) -> list[str]:
    """Say who can come to a place, and beside it, and who stands there."""
    reported = []
    for where, who, later in (
        (f"reach {comers.place}", comers.into, comers.later),
        ("move beside it", comers.beside, comers.later_beside),
    ):
        reported.append(f"Able to {where}: {_comers(who, halves=halves) or 'nobody'}.")
        reported += [
            f"Able to {where} after `{one}`: {_comers(who, halves=halves)}."
            for one, who in later.items()
        ]
    if comers.tried and not (comers.into or comers.beside or comers.later or comers.later_beside):
        reported.append("After one more order that moves nobody, still nobody can.")
    if comers.near:
        reported.append(f"Beside it: {', '.join(comers.near)}.")
    if comers.attackers:
        reported.append(f"Able to attack it: {', '.join(comers.attackers)}.")
    return [escape(line) for line in reported]


def _comers(who: Mapping[str, int | None], *, halves: bool) -> str:
    return ", ".join(
        unit if cost is None else f"{unit} {movement(cost, halves=halves)}"
        for unit, cost in who.items()
    )


def _costs(places: Mapping[str, int | None], *, halves: bool) -> list[str]:
    """Return places by the movement points that they cost."""
    by_cost: dict[int | None, list[str]] = {}
    for place, cost in places.items():
        by_cost.setdefault(cost, []).append(place)
    return [
        escape(f"  {_points(cost, halves=halves)}{', '.join(ones)}")
        for cost, ones in by_cost.items()
    ]


def _points(cost: int | None, *, halves: bool) -> str:
    if cost is None:
        return ""
    reported = movement(cost, halves=halves)
    return f"{reported} point: " if reported in {"½", "1"} else f"{reported} points: "


def legal_lines(legal: Legal, drawn: str = "", *, ways: bool = False) -> list[str]:
    """Describe what is legal now.

    Args:
        legal: The answers.
        drawn: The map of what a unit can reach.
        ways: Every order has a line; otherwise one line stands for all like it.
    """
    lines = [f"{escape(legal.active)} [{legal.paragraph}]"]
    lines += [f"  {escape(legal.note)}"] if legal.note else []
    if legal.reach is not None and not ways:
        after = f"after `{legal.reach.after}` " if legal.reach.after else ""
        start = f" from {legal.reach.at}" if legal.reach.at else ""
        lines.append(escape(f"{after}{legal.reach.unit} can go{start} to:"))
        lines += [*_costs(legal.reach.places, halves=legal.half_points), *drawn.splitlines()]
    lines += [f"  {escape(line)}" for line in _order_lines(legal, ways=ways)]
    if legal.comers is not None:
        lines += _comers_lines(legal.comers, halves=legal.half_points)
    if legal.more:
        lines.append("  ... and more. Name a unit or a place, or ask for more with --most")
    return [*lines, *map(escape, legal.unlisted)]


def _order_lines(legal: Legal, *, ways: bool) -> Iterator[str]:
    """Yield the orders, each with its odds: all of them, or those that are alike in short."""
    short, moves = legal.short, set() if ways else set(legal.moves)
    long = not ways and len(legal.lines) > LISTED_MOST and short is not None
    if long and short is not None and short.moves:
        for one in short.moves:
            yield f"{one.word} {_some(one.units, 'unit')} to {_some(one.places, 'place')}"
    attacks = {one.line: one.many for one in short.attacks} if long and short is not None else {}
    for line, many in attacks.items():
        said = [
            legal.odds.get(line, ""),
            "and others on it: --ways" if many > 1 else "",
        ]
        yield _beside(line, said)
    of_kind = Counter(_shape(line) for line in legal.lines if line in moves)
    for line in _rest(legal, long=long):
        following = legal.following.get(line)
        said = [
            legal.odds.get(line, ""),
            f"or after {counted(following, 'other')}" if following else "",
        ]
        if line in moves:
            many = of_kind.pop(_shape(line), 0)
            if not many:
                continue
            said += [f"and {many - 1} more like it: --ways"] if many > 1 else []
        yield _beside(line, said)


def _rest(legal: Legal, *, long: bool) -> Iterator[str]:
    """Yield the lines that are not reported in short."""
    short = legal.short
    if not long or short is None:
        return iter(legal.lines)
    if legal.comers is None and legal.reach is None and not legal.following:
        return iter(short.others)
    targets = {one.line.split()[0] for one in short.attacks}
    return (line for line in legal.lines if line.split()[0] not in targets)


def _beside(line: str, said: list[str]) -> str:
    reported = "; ".join(part for part in said if part)
    return f"{line}   ({reported})" if reported else line


def _some(names: Sequence[str], word: str) -> str:
    """Name some of many: ``28 units (1/2, 1/6, ...)``."""
    if len(names) <= NAMED_MOST:
        return ", ".join(names)
    return f"{counted(len(names), word)} ({', '.join(names[:NAMED_MOST])}, ...)"


def _shape(line: str) -> tuple[str, ...]:
    """Return what orders have in common that are written alike: words, and where names stand."""
    words = [word if word.isalpha() else "" for word in line.casefold().split()]
    return tuple(word for word, before in zip(words, ["", *words], strict=False) if word or before)
