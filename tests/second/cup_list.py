"""A rating list through several tournaments: section 5 of docs/tournaments.md."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from second.cup_field import Field
from second.cup_ratings import Rated, lists


class Line(NamedTuple):
    """Somebody, by their key: handle of the last log, what they have, number of logs."""

    handle: str
    sign: str
    rated: Rated
    logs: int


def through(contests: Sequence[Field], name: str) -> list[Line]:
    """Give the list by one system, the highest rating first, equal ones by key."""
    lines: dict[str, Line] = {}
    for contest in contests:
        system = [one for one in contest.found["ratings"] if one["system"] == name]
        people, rounds = contest.rated()
        claims = {who: one.claim for who, one in people.items()}
        known = {who: lines[one.sign].rated for who, one in people.items() if one.sign in lines}
        [(_, table)] = lists(system, claims, rounds, known)
        for who, one in people.items():
            logs = lines[one.sign].logs if one.sign in lines else 0
            lines[one.sign] = Line(one.handle, one.sign, table[who], logs + 1)
    return sorted(lines.values(), key=lambda line: (-line.rated.rating, line.sign))
