"""The words on the pages of a tournament: points as its format does, days, players' names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import date
from typing import Protocol, TypeVar

from msgspec import UnsetType

from pbem.errors import PackError
from pbem.kit.wording import MONTHS
from pbem.table.library import Library
from pbem.tournament.events.kinds import Found
from pbem.tournament.history import Entrant, History

_OWN_UNITS = ("wins", "reached", "score", "match-points")
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


def by_match(found: Found) -> bool:
    """Say whether the points that come first are those of matches of teams."""
    return not isinstance(found.teams, UnsetType) and found.teams.first == "match"


def points_words(found: Found, points: int) -> str:
    """Write points as the format does: 3.0 of halves, otherwise as they are counted."""
    return str(points) if by_match(found) else board_points_words(found, points)


def board_points_words(found: Found, points: int) -> str:
    """Write points of boards, which may not be those that come first."""
    return f"{points / found.points.win:.1f}" if halves(found) else str(points)


def tie_words(found: Found, tie: str, value: int) -> str:
    """Write a tie-break, ``value``, on the scale of the points."""
    if tie == "board-points":
        return board_points_words(found, value)
    if tie in _OWN_UNITS or not halves(found) or by_match(found):
        return str(value)
    if tie == "sonneborn-berger":  # a sum of products of points
        return f"{value / found.points.win**2:.2f}"
    return points_words(found, value)


# --- days -----------------------------------------------------------------------------------------


def day_words(day: str, *, year: bool = True) -> str:
    """Write a day, or the day of a time, in words: 6 December 2026.

    Without ``year``: 6 December.
    """
    at = date.fromisoformat(day[:10])
    return f"{at.day} {MONTHS[at.month - 1]}" + (f" {at.year}" if year else "")


def short_month(day: str) -> str:
    """Return the month of a day in three letters."""
    return MONTHS[date.fromisoformat(day[:10]).month - 1][:3]


def span_words(first: str, last: str) -> str:
    """Write from which day to which, ``last`` included: 2 May to 24 May 2026."""
    if first[:10] == last[:10]:
        return day_words(first)
    return f"{day_words(first, year=first[:4] != last[:4])} to {day_words(last)}"


# --- names ----------------------------------------------------------------------------------------


class Called(Protocol):
    """A source of players' names: a club."""

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
        self.players = {
            one.sign: one.name or club.names.get(one.handle, one.handle)
            for one in history.members.values()
        }
        """The names of players of teams, by their keys."""
        bare = {number: name for number, (name, _) in called.items()}
        handles = {number: handle for number, (_, handle) in called.items()}
        alike = {number for number, name in self.full.items() if name != bare[number]}
        firsts = {number: (name.split() or [name])[0] for number, name in bare.items()}
        self.short = _first_alone(
            firsts,
            {number: handles[number] for number in alike},
            {number: _with_initial(name) for number, name in bare.items()},
            self.full,
        )
        self.letters = _first_alone(
            {number: name[:1].capitalize() for number, name in self.short.items()},
            {number: name[:2].capitalize() for number, name in self.short.items()},
            {number: _initials(name) for number, name in bare.items()},
            {number: name[:3].capitalize() for number, name in self.short.items()},
        )

    def at_board(self, one: Entrant, *, full: bool = False) -> str:
        """Return how who plays at a board is called: of a team the player."""
        return self.players.get(one.sign) or (self.full if full else self.short)[one.number]


def _first_alone(*forms: Mapping[int, str]) -> dict[int, str]:
    """Return for each number the first form that nobody else has in that form, else the last."""
    *some, last = forms
    found = dict(last)
    for form in reversed(some):
        count = Counter(map(_folded, form.values()))
        found |= {no: said for no, said in form.items() if count[_folded(said)] == 1}
    return found


def _with_initial(name: str) -> str:
    """Return first name and initial: Ann M."""
    first, *others = name.split() or [name]
    return f"{first} {others[-1][0]}." if others else first


def _initials(name: str) -> str:
    return "".join(part[0] for part in name.split()[:3]).upper()


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
