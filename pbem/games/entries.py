"""Entry points of the group `pbem.games`: read at every start, so nothing else is imported here."""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import NamedTuple

GROUP = "pbem.games"
"""The group of entry points."""


class Entries(NamedTuple):
    """The entry points of other packages, in order; or why they cannot be read."""

    found: tuple[EntryPoint, ...]
    why: str = ""


@cache
def entries() -> Entries:
    """Return the games that other packages offer, without running any of their code."""
    try:
        offered = entry_points(group=GROUP)
        return Entries(tuple(sorted(offered, key=lambda one: (one.name, one.value))))
    except Exception as error:  # noqa: BLE001 - what others installed stops nothing here
        return Entries((), f"{type(error).__name__}: {error}")
