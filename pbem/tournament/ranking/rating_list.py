"""One rating list through several tournaments, each going on from the one before.

Source: docs/tournaments.md, section 5.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from pbem.errors import FormError
from pbem.tournament.events.term_kinds import Glicko, System
from pbem.tournament.history import History
from pbem.tournament.ranking.ratings import Rating, courses, games_rated


class Listed(msgspec.Struct, frozen=True, kw_only=True):
    """A player in the list: numbers as text, with the digits of the system.

    ``handle``: the one of their last tournament; ``sign``: their key, by which they are known;
    ``games``, ``tournaments``: how many were rated, how many they stood in.
    """

    handle: str
    sign: str
    rating: str
    deviation: str
    games: int
    tournaments: int


def rating_list(histories: Sequence[History], system: str) -> list[Listed]:
    """Return the list after all tournaments, the best player first.

    Args:
        histories: The tournaments, rated in this order.
        system: The name of the rating system in ``found``.

    Raises:
        FormError: A tournament comes twice, lacks the system, or has it with other figures.
    """
    agreed = _agreed(histories, system)
    now: dict[str, Rating] = {}
    lines: dict[str, Listed] = {}
    for history in histories:
        course = courses(history, agreed, now)
        games = games_rated(history)  # by number: a handle that became free is of two
        for one in history.people():
            rating, before = course[one.number][-1], lines.get(one.sign)
            now[one.sign] = rating
            lines[one.sign] = Listed(
                handle=one.handle,
                sign=one.sign,
                rating=str(rating.rating),
                deviation=str(rating.deviation) if isinstance(agreed, Glicko) else "",
                games=games[one.number] + (before.games if before else 0),
                tournaments=1 + (before.tournaments if before else 0),
            )
    return sorted(lines.values(), key=lambda line: (-now[line.sign].rating, line.sign))


def _agreed(histories: Sequence[History], name: str) -> System:
    """Return the system that all tournaments have with the same figures."""
    found: list[System] = []
    for number, history in enumerate(histories):
        title = history.found.name
        if history.id in [one.id for one in histories[:number]]:
            raise FormError(f"{title} is named twice")
        has = [one for one in history.found.ratings if type(one).__struct_config__.tag == name]
        if not has:
            raise FormError(f"{title} has no {name} ratings")
        if found and has != found:
            first = histories[0].found.name
            raise FormError(f"{title} and {first} have {name} with different values")
        found = has
    if not found:
        raise FormError("a rating list needs a tournament")
    return found[0]
