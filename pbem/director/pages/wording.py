"""What the pages of a tournament write: points as its format does, days, players' names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import date
from typing import Protocol, TypeVar

from msgspec import UnsetType

from pbem.director.words.reporting import MONTHS
from pbem.errors import PackError
from pbem.table.library import Library
from pbem.tournament.events.kinds import Found
from pbem.tournament.history import History

_OWN_UNITS = ("wins", "reached")
"""Columns that are no sums of points."""


# --- points ---------------------------------------------------------------------------------------


def halves(found: Found) -> bool:
    """Say whether points are written as wins and halves: 3.0, as chess players do.

    They are where two play, a win is worth two draws, a loss nothing, and a bye so many draws.
    """
    if len(found.board.sides) != 2:
        return False
    scale = found.points
    asked = 0 if isinstance(found.requested, UnsetType) else found.requested.points
    usual = (scale.win, scale.loss) == (2 * scale.draw, 0) and isinstance(found.levels, UnsetType)
    return usual and not scale.bye % scale.draw and not asked % scale.draw


def points_words(found: Found, points: int) -> str:
    """Write points as the format does: 3.0 of halves, otherwise as they are counted."""
    return f"{points / found.points.win:.1f}" if halves(found) else str(points)


def tie_words(found: Found, tie: str, value: int) -> str:
    """Write a tie-break on the scale of the points."""
    if tie in _OWN_UNITS or not halves(found):
        return str(value)
    if tie == "sonneborn-berger":  # a sum of products of points
        return f"{value / found.points.win**2:.2f}"
    return points_words(found, value)


# --- days -----------------------------------------------------------------------------------------


def day_words(day: str, *, year: bool = True) -> str:
    """Write a day, or the day of a time, in words: 6 December 2026."""
    at = date.fromisoformat(day[:10])
    return f"{at.day} {MONTHS[at.month - 1]}" + (f" {at.year}" if year else "")


def short_month(day: str) -> str:
    """Return the month of a day in three letters."""
    return MONTHS[date.fromisoformat(day[:10]).month - 1][:3]


def span_words(first: str, last: str) -> str:
    """Write from which day to which: 2 May to 24 May 2026."""
    if first[:10] == last[:10]:
        return day_words(first)
    return f"{day_words(first, year=first[:4] != last[:4])} to {day_words(last)}"


# --- names ----------------------------------------------------------------------------------------


class Called(Protocol):
    """What names players: a club."""

    @property
    def names(self) -> Mapping[str, str]:
        """Handle -> name."""


AKey = TypeVar("AKey", int, str)


def told_apart(called: Mapping[AKey, tuple[str, str]]) -> dict[AKey, str]:
    """Return everybody's name; if two have the same, with the handle, and the key if need be.

    ``called``: number or key -> name, handle.
    """
    by_name = Counter(_folded(name) for name, _ in called.values())
    both = Counter((_folded(name), handle) for name, handle in called.values())
    return {
        who: name
        if by_name[_folded(name)] == 1
        else f"{name} ({handle})"
        if both[_folded(name), handle] == 1
        else f"{name} ({handle}, {str(who)[:8]})"
        for who, (name, handle) in called.items()
    }


def _folded(name: str) -> str:
    return " ".join(name.casefold().split())


class Names:
    """How the players of a tournament are called: in full, in a cell, and on a telephone."""

    def __init__(self, history: History, club: Called) -> None:
        called = {
            one.number: (one.name or club.names.get(one.handle, one.handle), one.handle)
            for one in history.entrants
        }
        self.full = told_apart(called)
        firsts = {number: (name.split() or [name])[0] for number, name in self.full.items()}
        many = Counter(firsts.values())
        self.short = {
            number: first if many[first] == 1 else self.full[number]
            for number, first in firsts.items()
        }
        self.letters = {number: self._letters(name) for number, name in self.short.items()}

    def _letters(self, name: str) -> str:
        """Return so many letters that nobody else has the same, three at most."""
        for count in (1, 2):
            if sum(one[:count].lower() == name[:count].lower() for one in self.short.values()) == 1:
                return name[:count].capitalize()
        return name[:3].capitalize()


def game_words(history: History, library: Library | None) -> str:
    """Name game and scenario, by their titles where the rules are here."""
    board = history.found.board
    try:
        assert library is not None  # noqa: S101 - as below
        rules = library.rules(board.rules.name, board.rules.version)
    except (AssertionError, PackError):
        return f"{board.rules.name}, {board.scenario}"
    title = rules.scenarios.get(board.scenario, board.scenario)
    return rules.title if len(rules.scenarios) == 1 else f"{rules.title}, {title}"
