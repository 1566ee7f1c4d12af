"""Players across the tournaments of a season, by their keys: names, games, ratings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec

from pbem.director.pages.wording import person_file, staff, told_apart
from pbem.director.season.form import Played, Season
from pbem.errors import FormError
from pbem.tournament.history import Entrant
from pbem.tournament.ranking.rating_list import Listed, rating_list
from pbem.tournament.ranking.ratings import Rating, courses


class Person(NamedTuple):
    """A player or a team: their key, how they are shown, in which tournaments they were whom."""

    sign: str
    name: str
    entries: list[tuple[Played, Entrant]]

    @property
    def is_team(self) -> bool:
        """Whether it is a team, whose handle stands in place of a key."""
        return self.entries[0][1].team is not None

    @property
    def file(self) -> str:
        """The file of their page."""
        return person_file(self.sign)


class Ratings(NamedTuple):
    """A rating list over tournaments, and each player's rating before and after each of them.

    ``courses``: of each tournament, by its name in the season, the ratings by numbers and rounds.
    """

    system: str
    played: list[Played]
    lines: list[Listed]
    steps: dict[str, list[float | None]]
    courses: dict[str, dict[int, list[Rating]]]


def people(season: Season, played: Sequence[Played]) -> dict[str, Person]:
    """Return everybody by their key, named as they signed last, or as the season calls them."""
    found: dict[str, Person] = {}
    for one in played:
        history = one.fold.now
        players = [] if history.teams is None else history.people()
        for entrant in [*history.entrants, *players]:
            before = found.get(entrant.known_by)
            entries = [*(before.entries if before else []), (one, entrant)]
            signed = [each.name for _, each in entries if each.name]
            name = signed[-1] if signed else season.names.get(entrant.handle, entrant.handle)
            found[entrant.known_by] = Person(entrant.known_by, name, entries)
    called = {one.sign: (one.name, one.entries[-1][1].handle) for one in found.values()}
    others = [who for one in played for who in staff(one.fold.now)]
    told = told_apart(called, others)
    return {sign: one._replace(name=told[sign]) for sign, one in found.items()}


def with_names(season: Season, people: Mapping[str, Person], one: Played) -> Season:
    """Return the season with the names that the players of one tournament have in all of it."""
    history = one.fold.now
    everybody = [*history.entrants, *([] if history.teams is None else history.people())]
    names = {each.handle: people[each.known_by].name for each in everybody}
    return msgspec.structs.replace(season, names={**season.names, **names})


def ratings(played: Sequence[Played]) -> list[Ratings]:
    """Return the lists of all systems that a season's tournaments have, with equal figures."""
    names = [
        type(system).__struct_config__.tag
        for one in played
        for system in one.fold.now.found.ratings
    ]
    found = []
    for name in dict.fromkeys(map(str, names)):
        those = [one for one in played if _system(one, name) is not None]
        try:
            lines = rating_list([one.fold.now for one in those], name)
        except FormError:  # with other figures: those of the first alone
            first = _system(those[0], name)
            those = [one for one in those if _system(one, name) == first]
            lines = rating_list([one.fold.now for one in those], name)
        found.append(Ratings(name, those, lines, *_steps(those, name)))
    return found


def _system(one: Played, name: str) -> object:
    systems = one.fold.now.found.ratings
    return next((sys for sys in systems if type(sys).__struct_config__.tag == name), None)


def _steps(
    played: Sequence[Played], name: str
) -> tuple[dict[str, list[float | None]], dict[str, dict[int, list[Rating]]]]:
    """Return each player's rating before the first tournament and after each, and all courses."""
    now: dict[str, Rating] = {}
    steps: dict[str, list[float | None]] = {}
    ways: dict[str, dict[int, list[Rating]]] = {}
    for place, one in enumerate(played):
        history = one.fold.now
        system = next(
            sys for sys in history.found.ratings if type(sys).__struct_config__.tag == name
        )
        course = ways[one.name] = courses(history, system, now)
        for entrant in history.people():
            line = steps.setdefault(entrant.sign, [None] * place)
            line += [float(course[entrant.number][0].rating)] if len(line) == place else []
            now[entrant.sign] = course[entrant.number][-1]
        for sign, line in steps.items():
            line.append(float(now[sign].rating))
    return steps, ways
