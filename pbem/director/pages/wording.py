"""The words on the pages of a tournament: points as its format does, days, players' names."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date
from typing import Protocol, TypeVar
from unicodedata import combining, normalize

import msgspec

from pbem.errors import PackError
from pbem.kit.wording import MONTHS
from pbem.table.events.kinds import Signer
from pbem.table.library import Library
from pbem.tournament.events.kinds import Entries
from pbem.tournament.events.term_kinds import Board
from pbem.tournament.history import Entrant, History, Keeper

_SOURCE = re.compile(r"( \([^()]*\))+$")
"""The end of a title that names its source: "(14.1)"."""

# --- ratings --------------------------------------------------------------------------------------


def system_words(system: str) -> str:
    """Write a rating system, by its word in the log, as people do: Elo."""
    return {"elo": "Elo", "area": "AREA", "glicko-2": "Glicko-2"}[system]


# --- days -----------------------------------------------------------------------------------------


def day_words(day: str, *, year: bool = True) -> str:
    """Write a day, or the day of a time, in words: 6 December 2026.

    ``day``: as 2026-12-06, with or without a time. Without ``year``: 6 December.
    """
    at = date.fromisoformat(day[:10])
    return f"{at.day} {MONTHS[at.month - 1]}" + (f" {at.year}" if year else "")


def local_day(due: Entries) -> str:
    """Return the day of a deadline in the director's time zone: 2026-12-06."""
    return due.local.date().isoformat()


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


def told_apart(
    called: Mapping[AKey, tuple[str, str]], others: Iterable[str] = ()
) -> dict[AKey, str]:
    """Return everybody's name, and nobody with the name of another.

    If two have the same name, the handle stands beside it, and the key if need be. The same holds
    for a name by which pbem shows another player already, or which is somebody else's handle.

    Args:
        called: Number or key -> name, handle.
        others: The handles of people who do not play.
    """
    forms = {
        who: (name, f"{name} ({handle})", f"{name} ({handle}, {str(who)[:8]})")
        for who, (name, handle) in called.items()
    }
    taken = {_folded(one) for one in others}
    at = {
        who: int(_folded(name) in taken and name != handle)
        for who, (name, handle) in called.items()
    }
    while True:
        groups: dict[str, list[AKey]] = {}
        for who, form in forms.items():
            groups.setdefault(_folded(form[at[who]]), []).append(who)
        alike = [group for group in groups.values() if len(group) > 1]
        shortest = [(group, min(at[who] for who in group)) for group in alike]
        longer = [who for group, least in shortest for who in group if at[who] == least < 2]
        if not longer:
            return {who: form[at[who]] for who, form in forms.items()}
        for who in longer:
            at[who] += 1


def staff(history: History) -> list[str]:
    """Return the handles of who directs, umpires, keeps lots or looks on, and does not play."""
    found = history.found
    those = [
        found.director,
        *([] if found.deputy is None else [Signer(found.deputy.handle, found.deputy.sign)]),
        *(umpire for umpire, *_ in history.umpired()),
        *history.lot_keepers(),
        *history.observers(),
    ]
    return [one.handle for one in those if not history.has_entered(one)]


def _folded(name: str) -> str:
    return " ".join(name.casefold().split())


def in_order(name: str) -> tuple[str, str]:
    """Return by what a name is sorted as it is shown: neither capitals nor accents count."""
    letters = normalize("NFKD", _folded(name))
    return "".join(one for one in letters if not combining(one)), name


def person_file(known_by: str) -> str:
    """Return the file of somebody's page in a season, by what they are known by."""
    short = known_by if known_by.startswith("team ") else known_by[:16]
    return f"player-{short}.html".replace(" ", "-")


class Names:
    """How the players of a tournament are called: in full, in a cell, and on a telephone.

    ``club``: whose file says names for handles.
    """

    def __init__(self, history: History, club: Called) -> None:
        called = {
            one.number: (one.name or club.names.get(one.handle, one.handle), one.handle)
            for one in history.entrants
        }
        self.full = told_apart(called, staff(history))
        self.players = {
            one.sign: one.name or club.names.get(one.handle, one.handle)
            for one in history.members.values()
        }
        """The names of players of teams, by their keys."""
        self.firsts = _first_alone(
            {key: (name.split() or [name])[0] for key, name in self.players.items()},
            {key: _with_initial(name) for key, name in self.players.items()},
            self.players,
        )
        self.others = _named_others(history, club, {*self.full.values(), *self.players.values()})
        """The names of who directs, umpires, keeps lots or looks on, by their handles."""
        count = Counter(one.handle for one in history.entrants)
        self.known = {one.handle: self.full[one.number] for one in history.entrants}
        self.known |= {one.handle: self.players[one.sign] for one in history.members.values()}
        self.known |= {handle: handle for handle in count if count[handle] > 1}
        """The names of those who play, by their handles; a handle that two had stays as it is."""
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

    def of_handle(self, handle: str) -> str:
        """Return how somebody is shown who has a handle in the log, whatever they do there."""
        return self.known.get(handle) or self.others.get(handle, handle)

    def at_board(self, one: Entrant, *, full: bool = False) -> str:
        """Return how who plays at a board is called: of a team the player.

        ``full``: by the whole name.
        """
        of_teams = self.players if full else self.firsts
        return of_teams.get(one.sign) or (self.full if full else self.short)[one.number]

    def told(self, history: History) -> History:
        """Return the history with names in place of handles, for sentences."""
        found, entrants = history.found, [replace(one) for one in history.entrants]
        for one in entrants:
            one.handle = self.full[one.number]
        known = {one.sign: self.full[one.number] for one in history.entrants if one.team is None}
        known |= self.players

        def called(one: Signer) -> Signer:
            name = known.get(one.sign) or self.others.get(one.handle, one.handle)
            return Signer(name, one.sign)

        def keeper(one: Keeper) -> Keeper:
            name = called(Signer(one.handle, one.sign)).handle
            deputy = None if one.deputy is None else keeper(one.deputy)
            return replace(one, handle=name, deputy=deputy)

        def umpired(board: Board) -> Board:
            return msgspec.structs.replace(board, umpire=board.umpire and called(board.umpire))

        deputy = found.deputy
        if deputy is not None:
            deputy = msgspec.structs.replace(
                deputy, handle=called(Signer(deputy.handle, deputy.sign)).handle
            )
        seen = tuple(map(called, history.observers())) or found.observers
        return replace(
            history,
            entrants=entrants,
            keepers=[keeper(one) for one in history.keepers],
            members={
                key: replace(one, handle=self.players[key]) for key, one in history.members.items()
            },
            named={
                at: {no: [called(one) for one in those] for no, those in board_.items()}
                for at, board_ in history.named.items()
            },
            found=msgspec.structs.replace(
                found,
                director=called(found.director),
                deputy=deputy,
                board=umpired(found.board),
                observers=seen,
            ),
            changes=[
                one if one.board is None else msgspec.structs.replace(one, board=umpired(one.board))
                for one in history.changes
            ],
        )


def _named_others(history: History, club: Called, taken: set[str]) -> dict[str, str]:
    """Return how a club calls people who do not play, by their handles, unlike any player."""
    names = {_folded(name) for name in taken}
    return {
        handle: f"{name} ({handle})" if _folded(name) in names else name
        for handle, name in club.names.items()
        if history.by_handle(handle) is None
    }


def _first_alone(*forms: Mapping[AKey, str]) -> dict[AKey, str]:
    """Return for each the first form that nobody else has in that form, else the last."""
    found: dict[AKey, str] = {}
    for form in reversed(forms):
        count = Counter(map(_folded, form.values())) if found else Counter[str]()
        found.update({who: said for who, said in form.items() if count[_folded(said)] < 2})
    return found


def _with_initial(name: str) -> str:
    """Return first name and initial: Ann M."""
    first, *others = name.split() or [name]
    return f"{first} {others[-1][0]}." if others else first


def _initials(name: str) -> str:
    return "".join(part[0] for part in name.split()[:3]).upper()


def title_words(history: History, library: Library | None) -> str:
    """Name the game, by its title where the rules are here."""
    rules = history.found.board.rules
    try:
        assert library is not None  # noqa: S101 - as below
        return _SOURCE.sub("", library.rules(rules.name, rules.version).title)
    except (AssertionError, PackError):
        return rules.name


def game_words(history: History, library: Library | None) -> str:
    """Name game and scenario, by their titles where the rules are here.

    ``library``: None where no rules are at hand.
    """
    board = history.found.board
    try:
        assert library is not None  # noqa: S101 - as below
        rules = library.rules(board.rules.name, board.rules.version)
    except (AssertionError, PackError):
        return f"{board.rules.name}, {board.scenario}"
    title = title_words(history, library)
    scenario = _SOURCE.sub("", rules.scenarios.get(board.scenario, board.scenario))
    return title if len(rules.scenarios) == 1 else f"{title}, {scenario}"
