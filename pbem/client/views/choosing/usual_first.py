"""The order in which choices are shown: what is usual first, and 2 before 10."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from pbem.kit.contract import Arrow


def usual_first(lines: Iterable[str]) -> Callable[[str, Arrow], Any]:
    """Return by what the orders of these lines are sorted.

    One form after the other, as they come in the lines. Attacks by their targets, those with most
    units first, fire without a unit of one's own last; moves by their units, those of one alone
    first, and then the cheapest.
    """
    forms = list(dict.fromkeys(_form(line) for line in lines))

    def key(line: str, arrow: Arrow) -> Any:
        return (
            forms.index(_form(line)),
            bool(arrow.against) and not arrow.units,
            natural(" ".join(arrow.against)),
            -len(arrow.units) if arrow.against else len(arrow.units),
            natural(" ".join(arrow.units)),
            arrow.cost or 0,
            natural(line),
        )

    return key


def natural(text: str) -> list[tuple[bool, int, str]]:
    """Return what texts are sorted by as people sort them: the numbers in them as numbers."""
    parts = re.findall(r"[0-9]+|[^0-9]+", text)
    return [(False, int(one), "") if one.isdecimal() else (True, 0, one) for one in parts]


def _form(line: str) -> str:
    return line.partition(" ")[0]
