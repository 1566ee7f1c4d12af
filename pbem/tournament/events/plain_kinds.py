"""The common parts of a tournament's log: numbers, names, outcomes, their limits."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

ENTRANTS_MAX = 1000

ROUNDS_MAX = 1998
"""A double round robin of a thousand entrants."""

BOARDS_MAX = 8
"""Boards of a team."""

LEVELS_MAX = 9
"""Levels of victory above the plain one."""

CARRIED_MAX = 900
"""The most keys that one event takes beside all else that `found` says."""

Number = Annotated[int, Meta(ge=1, le=ENTRANTS_MAX)]
"""An entrant's number: 1 for the first who entered."""

Round = Annotated[int, Meta(ge=1, le=ROUNDS_MAX)]

Place = Annotated[int, Meta(ge=1, le=ENTRANTS_MAX)]
"""The number of a board in its round, from 1."""

Points = Annotated[int, Meta(ge=0, le=1_000_000)]

Name60 = Annotated[str, Meta(min_length=1, max_length=60, pattern=r"^[^ \n]+( [^ \n]+)*$(?!\n)")]
"""How somebody is shown: no spaces at its ends, nor two of them together."""

Title = Annotated[str, Meta(min_length=1, max_length=200)]

Why = Annotated[str, Meta(min_length=1, max_length=2000)]
"""The reason that a director gives, for everybody to read."""

Moment = Annotated[str, Meta(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z$(?!\n)")]
"""A time of UTC, as an event's ``at``."""

Zone = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_+/-]+$(?!\n)")]
"""How a time zone is called: Europe/Berlin."""

Then = Literal["remind", "adjudicate"]
"""The effect of a deadline: a reminder, or the director decides what is open."""

Outcome = Literal[
    "first", "second", "draw", "none",
    "1-2-3", "1-3-2", "2-1-3", "2-3-1", "3-1-2", "3-2-1",
    "1-2-2", "2-1-2", "2-2-1", "1-1-3", "1-3-1", "3-1-1", "1-1-1",
]  # fmt: skip
"""The winner; ``none``: nobody wins, and it is not drawn either.

At a table of three the places of the first, the second and the third; shared ones are the best.
"""

Tie = Literal[
    "buchholz", "buchholz-cut-1", "sonneborn-berger", "direct", "koya", "progressive", "wins",
    "score", "match-points", "board-points",
]  # fmt: skip


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The base of what stands inside an event."""


Score = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
"""The game's own score of who played it alone."""

Scores = tuple[Score, Score]
"""The game's own score of the first and of the second at a board."""

LevelOf = Annotated[int, Meta(ge=0, le=LEVELS_MAX)]
"""How many of the levels of victory in ``found`` a winner has reached."""
