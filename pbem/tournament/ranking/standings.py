"""Points, tie-breaks and the order that follows from them (docs/tournaments.md)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from pbem.tournament import berger
from pbem.tournament.bracket import Bracket
from pbem.tournament.events.term_kinds import Elimination, Groups, RatingList
from pbem.tournament.history import History
from pbem.tournament.ranking.meetings import Met, met, surplus
from pbem.tournament.ranking.ratings import courses
from pbem.tournament.ranking.tie_breaks import Reported, TieBreaks


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """An entrant in the standings; ``ties``: tie-break -> value, in their order.

    ``played``, ``wins``, ``draws``, ``losses``: games that were played and count, forfeits apart;
    before edition 2 forfeits are wins and losses too.
    In an elimination ``reached`` is there instead: the last round in which a place was theirs.
    """

    rank: int
    number: int
    handle: str
    points: int
    ties: dict[str, int]
    played: int
    wins: int
    draws: int
    losses: int
    forfeits_won: int | UnsetType = UNSET
    forfeits_lost: int | UnsetType = UNSET


def totals(history: History) -> dict[int, int]:
    """Return number of an entrant -> their points."""
    return {number: sum(one.points for one in rounds) for number, rounds in met(history).items()}


def counted(history: History, rounds: dict[int, list[Met]]) -> dict[int, int]:
    """Return the points of every entrant that count for the order: of all rounds, or the best.

    ``rounds``: number of an entrant -> their rounds.
    """
    out = {number: surplus(history, ones) for number, ones in rounds.items()}
    return {
        number: sum(one.points for one in ones if one.round not in out[number])
        for number, ones in rounds.items()
    }


def standings(history: History) -> list[Row]:
    """Return everybody in order: points, tie-breaks as founded, then the order that was drawn.

    Those of an elimination are in the order of the round they reached, as those of a final; those
    of a ladder by their places, those of a rating list by the first rating.
    """
    rounds = met(history)
    points = counted(history, rounds)
    if isinstance(history.found.format, Groups):
        order, values = _with_groups(history)
    elif isinstance(history.found.format, Elimination):
        reached = bracket(history)
        order, values = reached.order(), {no: {"reached": reached.reached[no]} for no in points}
    elif history.ladder is not None:
        order, values = history.ladder.order, {number: {} for number in points}
    elif isinstance(history.found.format, RatingList):
        order, values = _by_rating(history), {number: {} for number in points}
    else:
        early = berger.dropped(history)
        stay = [number for number in history.places() if number not in early]
        last = [number for number in history.places() if number in early]
        order, values = _by_points(history, [stay, last], rounds, points)
    return [
        Row(
            rank=place,
            number=number,
            handle=history.entrant(number).handle,
            points=points[number],
            ties=values[number],
            **_counts(history, rounds[number]),
        )
        for place, number in enumerate(order, 1)
    ]


def _counts(history: History, rounds: Sequence[Met]) -> dict[str, Any]:
    """Count the games of somebody; since edition 2 those that were played, and forfeits apart."""
    apart = history.edition > 1
    games = [one for those in rounds for one in those.games if one.counts]
    those = [one for one in games if one.played or not apart]
    forfeits = [one for one in games if one.opponents and not one.played]
    counts: dict[str, Any] = {
        "played": sum(one.played for one in those),
        "wins": sum(one.result == "win" for one in those),
        "draws": sum(one.result == "draw" for one in those),
        "losses": sum(one.result == "loss" for one in those),
    }
    if apart:
        counts["forfeits_won"] = sum(one.result == "win" for one in forfeits)
        counts["forfeits_lost"] = sum(one.result == "loss" for one in forfeits)
    return counts


def _by_rating(history: History) -> list[int]:
    """Return everybody by the rating of the first list, equal ones by pairing number."""
    course = courses(history, history.found.ratings[0])
    return sorted(history.places(), key=lambda number: -course[number][-1].rating)


def columns(history: History) -> tuple[str, ...]:
    """Return what stands beside the points in every row."""
    reached = isinstance(history.found.format, Elimination | Groups)
    return ("reached", *history.found.ties) if reached else history.found.ties


def bracket(history: History) -> Bracket:
    """Return the bracket of an elimination, or of the final of groups as it would be paired now."""
    if not isinstance(history.found.format, Groups):
        return Bracket(history, history.order)
    best, since = history.found.format.best, history.group_rounds
    goes = [
        [number for number in group if history.entrant(number).plays(since + 1)][:best]
        for group in _tables(history)[0]
    ]
    seeded = [group[place] for place in range(best) for group in goes if place < len(group)]
    return Bracket(history, seeded, since)


def _tables(
    history: History,
) -> tuple[list[list[int]], dict[int, int], dict[int, dict[str, int]]]:
    """Return the order of each group, and points and tie-breaks from its rounds."""
    rounds = met(history, history.group_rounds)
    points = {number: sum(one.points for one in ones) for number, ones in rounds.items()}
    tables, values = [], {}
    for group in history.groups():
        order, reported = _by_points(history, [group], rounds, points)
        tables.append(order)
        values.update(reported)
    return tables, points, values


def _with_groups(history: History) -> tuple[list[int], dict[int, dict[str, int]]]:
    """Return the order of groups with a final, and what stands beside the points."""
    tables, points, values = _tables(history)
    drawn = {number: place for place, number in enumerate(history.places())}
    rank = {number: place for group in tables for place, number in enumerate(group)}
    last = len(drawn)
    rest = sorted(drawn, key=lambda no: (rank.get(no, last), -points[no], drawn[no]))
    final: list[int] = []
    reached: dict[int, int] = {}
    if len(history.rounds) > history.group_rounds > 0:
        made = bracket(history)
        reached = made.reached
        final = [number for number in made.order() if number in made.seeded]
    nothing = dict.fromkeys(history.found.ties, 0)
    beside = {no: {"reached": reached.get(no, 0), **values.get(no, nothing)} for no in drawn}
    return final + [number for number in rest if number not in final], beside


def _by_points(
    history: History,
    groups: Sequence[Sequence[int]],
    rounds: dict[int, list[Met]],
    points: dict[int, int],
) -> tuple[list[int], dict[int, dict[str, int]]]:
    """Return the order of all in ``groups``, and the tie-breaks of everybody."""
    every = {number: sum(one.points for one in ones) for number, ones in rounds.items()}
    reckon = TieBreaks(history, rounds, every)
    groups = _split(groups, lambda number, _: points[number])
    values: dict[int, dict[str, int]] = {number: {} for group in groups for number in group}
    for tie in history.found.ties:
        reported = reckon.of(tie)
        for group in groups:
            for number in group:
                values[number][tie] = reported(number, group)
        groups = _split(groups, reported)
    return [number for group in groups for number in group], values


def _split(groups: Sequence[Sequence[int]], reported: Reported) -> list[list[int]]:
    """Split groups of tied entrants by a value, the highest first; equal ones keep their order."""
    split: list[list[int]] = []
    for group in groups:
        values = {number: reported(number, group) for number in group}
        split += [
            [number for number in group if values[number] == value]
            for value in sorted(set(values.values()), reverse=True)
        ]
    return split
