"""Entry points of the group `pbem.games`: read at every start, so nothing else is imported here."""

from __future__ import annotations

import sys
from functools import cache
from importlib.machinery import PathFinder
from typing import TYPE_CHECKING, NamedTuple

from pbem.files import is_mentioned

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "pbem.games"
"""The group of entry points."""

_ABOUT = (".dist-info", ".egg-info")
"""How the folders end in which packages describe themselves."""


class Entries(NamedTuple):
    """The entry points of other packages, in order; or why they cannot be read."""

    found: tuple[EntryPoint, ...]
    why: str = ""


@cache
def entries() -> Entries:
    """Return the games that other packages offer, without running any of their code."""
    if not _may_be_offered():
        return Entries(())
    from importlib.metadata import entry_points  # noqa: PLC0415 - it takes as long as a command

    try:
        offered = entry_points(group=GROUP)
        return Entries(tuple(sorted(offered, key=lambda one: (one.name, one.value))))
    except Exception as error:  # noqa: BLE001 - what others installed stops nothing here
        return Entries((), f"{type(error).__name__}: {error}")


def _may_be_offered() -> bool:
    """Say whether any package may offer a game: nearly always none does."""
    finders = [one for one in sys.meta_path if hasattr(one, "find_distributions")]
    return finders != [PathFinder] or any(map(_may_offer, sys.path))


def _may_offer(place: str) -> bool:
    """Say whether a package in one place of the path may offer a game."""
    try:
        return is_mentioned(GROUP.encode(), place or ".", _ABOUT, "entry_points.txt")
    except NotADirectoryError:
        return True  # an archive, into which `importlib.metadata` looks
    except OSError:
        return False
