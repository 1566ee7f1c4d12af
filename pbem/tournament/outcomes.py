"""The share of each player in the result of a board (docs/tournaments.md, 5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from pbem.tournament.events.kinds import Found
from pbem.tournament.events.plain_kinds import Outcome, Scores
from pbem.tournament.events.term_kinds import Scale

SIDES = ("first", "second", "third")
_PAIR: dict[str, tuple[str, str]] = {
    "first": ("win", "loss"),
    "second": ("loss", "win"),
    "draw": ("draw", "draw"),
}
_SOLO = {"first": "won", "draw": "drawn", "none": "lost"}
_ALONE: dict[str, str] = {"first": "win", "draw": "draw", "none": "loss"}
_ORDINALS = ("", "1st", "2nd", "3rd")

SAID = ("draw", "none", "log")
"""The words that a director types for a board instead of a handle."""


class Share(NamedTuple):
    """A player's share of a board: ``win``, ``draw``, ``loss``, or empty while it is undecided.

    ``place``: 1 to 3 at a table that is decided, else 0; ``against``: the result against each of
    the others, by which ratings go; ``points``.
    """

    result: str
    place: int
    against: tuple[str, ...]
    points: int


def shares(
    outcome: Outcome | None, seats: int, scale: Scale, score: int | None = None
) -> list[Share]:
    """Return what each player at a board of one to three gets for its outcome, in order.

    Args:
        outcome: The outcome; None: there is none yet.
        seats: The number of players.
        scale: The points of the tournament.
        score: The score of somebody who plays alone.

    Source: docs/tournaments.md, section 5.
    """
    if outcome is None:
        return [Share("", 0, ("",) * (seats - 1), 0)] * seats
    if outcome == "none" and seats > 1:
        return [Share("loss", 0, ("loss",) * (seats - 1), scale.loss)] * seats
    gives = {"win": scale.win, "draw": scale.draw, "loss": scale.loss}
    if seats == 1:
        result = _ALONE[outcome]
        return [Share(result, 0, (), gives[result] + (score or 0))]
    if outcome in _PAIR:
        return [Share(one, 0, (one,), gives[one]) for one in _PAIR[outcome]]
    places = places_in(outcome)
    return [
        Share(
            _result(places, mine),
            mine,
            tuple(_against(mine, his) for other, his in enumerate(places) if other != seat),
            _points(places, mine, scale),
        )
        for seat, mine in enumerate(places)
    ]


def scale_at(found: Found, level: int) -> Scale:
    """Return what a board gives whose winner has reached a level of victory, 0 for none."""
    if isinstance(found.levels, UnsetType) or not level:
        return found.points
    reached = found.levels[level - 1]
    return msgspec.structs.replace(found.points, win=reached.win, loss=reached.loss)


def places_in(outcome: Outcome) -> list[int]:
    """Return the places that an outcome at a table says, the first's first."""
    return [int(place) for place in outcome.split("-")]


def placed(worth: Sequence[object]) -> Outcome:
    """Return the outcome in which the places follow from what each is worth, the most the best."""
    better = [sum(other > mine for other in worth) for mine in worth]  # type: ignore[operator]
    return "-".join(str(place + 1) for place in better)  # type: ignore[return-value]


def _result(places: Sequence[int], mine: int) -> str:
    if mine > 1:
        return "loss"
    return "win" if places.count(1) == 1 else "draw"


def _against(mine: int, his: int) -> str:
    return "draw" if mine == his else "win" if mine < his else "loss"


def _points(places: Sequence[int], mine: int, scale: Scale) -> int:
    """Return what a place gives; who share places share what these give, rounded down."""
    all_of_them = (scale.win, scale.draw, scale.loss)
    count = places.count(mine)
    return sum(all_of_them[mine - 1 : mine - 1 + count]) // count


def scores_for(found: Found, outcome: str) -> Scores | UnsetType:
    """Return the game's own scores of a board whose game its rules did not end, where they count.

    ``outcome``: how it ended.

    Source: docs/tournaments.md, section 6.
    """
    own = found.scores
    if isinstance(own, UnsetType):
        return UNSET
    mine, his = _PAIR.get(outcome, ("loss", "loss"))
    return getattr(own, mine), getattr(own, his)


def words(
    outcome: Outcome,
    handles: Sequence[str],
    score: int | None = None,
    level: int = 0,
    scores: Sequence[int] = (),
) -> str:
    """Say how a board of these ended, at which level of victory, and by which scores.

    ``handles``: those at the board. ``score``, ``level``, ``scores``: as in `Decided`, if there are
    any.
    """
    reported = _words(outcome, handles, score)
    reported = f"{reported} at level {level}" if level else reported
    return f"{reported}, {':'.join(map(str, scores))}" if scores else reported


def _words(outcome: Outcome, handles: Sequence[str], score: int | None) -> str:
    if len(handles) == 1:
        return f"{_SOLO[outcome]}, score {score}"
    if outcome == "none":
        return "nobody wins"
    if outcome in _PAIR:
        return {"first": f"{handles[0]} wins", "second": f"{handles[1]} wins"}.get(outcome, "drawn")
    places = places_in(outcome)
    reported = []
    for place in sorted(set(places)):
        there = [one for one, his in zip(handles, places, strict=True) if his == place]
        share = "share " if len(there) > 1 else ""
        *some, last = there
        reported.append(
            f"{', '.join(some)}{' and ' if some else ''}{last} {share}{_ORDINALS[place]}"
        )
    return ", ".join(reported)


def read(typed: str, handles: Sequence[str]) -> Outcome | None:
    """Return the outcome that somebody typed for a board of these; None where it is none.

    For two, and for one who plays alone, it is a handle, ``draw`` or ``none``. For three, it is the
    handles by their places, as ``ann,bob=cas``.
    """
    if len(handles) == 1:
        alone: Mapping[str, Outcome] = {handles[0]: "first", "draw": "draw", "none": "none"}
        return alone.get(typed)
    if len(handles) == 2:
        known: Mapping[str, Outcome] = {
            handles[0]: "first", handles[1]: "second", "draw": "draw", "none": "none",
        }  # fmt: skip
        return known.get(typed)
    if typed in ("draw", "none"):
        return "1-1-1" if typed == "draw" else "none"
    groups = [group.split("=") for group in typed.split(",")]
    worth = {one: -at for at, group in enumerate(groups) for one in group}
    if sorted(one for group in groups for one in group) != sorted(handles):
        return None
    return placed([worth[one] for one in handles])
