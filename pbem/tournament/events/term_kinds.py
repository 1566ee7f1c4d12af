"""The terms of a tournament: what `found` is made of (docs/tournaments.md, 2)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from pbem.table.events.kinds import Clock, Policy, RulesId, Signer
from pbem.table.events.plain_kinds import Hex32, Name
from pbem.tournament.events.plain_kinds import (
    BOARDS_MAX,
    CARRIED_MAX,
    ENTRANTS_MAX,
    Name60,
    Part,
    Points,
    Score,
    Title,
)


class RoundRobin(Part, frozen=True, tag="round-robin", tag_field="kind"):
    """Everybody meets everybody ``cycles`` times, by Berger's tables."""

    cycles: Annotated[int, Meta(ge=1, le=2)]


class Swiss(Part, frozen=True, tag="swiss", tag_field="kind"):
    """``rounds`` rounds by the Dutch system, as the named ``engine`` pairs."""

    rounds: Annotated[int, Meta(ge=1, le=99)]
    engine: Title


class Tables(Part, frozen=True, tag="tables", tag_field="kind"):
    """``rounds`` rounds at tables of three, with others and on other sides as often as can be."""

    rounds: Annotated[int, Meta(ge=1, le=99)]


class Solitaire(Part, frozen=True, tag="score", tag_field="kind"):
    """``rounds`` rounds of everybody alone against the rules, ranked by the game's own score."""

    rounds: Annotated[int, Meta(ge=1, le=99)]


class SingleElimination(
    Part, frozen=True, kw_only=True, tag="single-elimination", tag_field="kind"
):
    """Losers are out; after a draw the better ``seed`` or the ``second`` of the pair goes on.

    ``third``: who lost the matches before the final play for the third place.
    """

    draws: Literal["seed", "second"]
    third: bool


class DoubleElimination(
    Part, frozen=True, kw_only=True, tag="double-elimination", tag_field="kind"
):
    """A second loss puts out; ``again``: a player who loses only the final plays a second one."""

    draws: Literal["seed", "second"]
    again: bool


class Groups(Part, frozen=True, kw_only=True, tag="groups", tag_field="kind"):
    """Round robins of ``groups`` groups; the ``best`` of each play a single elimination."""

    groups: Annotated[int, Meta(ge=2, le=99)]
    best: Annotated[int, Meta(ge=1, le=16)]
    draws: Literal["seed", "second"]
    third: bool


class After(Part, frozen=True, kw_only=True):
    """The log that a ladder goes on from: its tournament, its last event, its order as keys."""

    tournament: Hex32
    head: Hex32
    order: Annotated[tuple[Hex32, ...], Meta(min_length=1, max_length=CARRIED_MAX)]


class Ladder(Part, frozen=True, kw_only=True, tag="ladder", tag_field="kind"):
    """The winner takes the loser's place; one challenges up to ``reach`` places above them.

    ``idle``: after so many rounds without a game one falls by a place, 0 for never.
    """

    reach: Annotated[int, Meta(ge=1, le=ENTRANTS_MAX)]
    idle: Annotated[int, Meta(ge=0, le=99)]
    after: After | None


class RatingList(Part, frozen=True, tag="list", tag_field="kind"):
    """Open-ended: two who have challenged each other meet, all are ordered by the first rating."""


class Board(Part, frozen=True, kw_only=True):
    """The game of every board; ``sides``: what the first, the second (and the third) at it hold."""

    rules: RulesId
    scenario: Name
    options: dict[str, str | int | bool]
    sides: Annotated[
        tuple[Annotated[tuple[Name, ...], Meta(min_length=1, max_length=8)], ...],
        Meta(min_length=1, max_length=3),
    ]
    umpire: Signer | None
    dice: Policy
    clock: Clock | None


class Checkpoints(Part, frozen=True, kw_only=True):
    """By which checkpoints of this log are known: the origin that they name, and the key."""

    origin: Annotated[str, Meta(pattern=r"^[!-*,-~]{1,200}$(?!\n)")]
    key: Hex32


class Scale(Part, frozen=True, kw_only=True):
    """The points of a win, a draw, a loss and a round with a bye; at a table, of three places."""

    win: Points
    draw: Points
    loss: Points
    bye: Points


class Rates(Part, frozen=True, kw_only=True):
    """A rating system: all begin with ``start``, or with what they claim, in ``digits``."""

    start: Annotated[int, Meta(ge=0, le=9999)]
    claimed: bool
    digits: Annotated[int, Meta(ge=0, le=6)]


class Elo(Rates, frozen=True, kw_only=True, tag="elo", tag_field="system"):
    """Elo's, with the same factor ``k`` for everybody."""

    k: Annotated[int, Meta(ge=1, le=200)]


class Area(Rates, frozen=True, kw_only=True, tag="area", tag_field="system"):
    """AREA's, for games of two."""


class Glicko(Rates, frozen=True, kw_only=True, tag="glicko-2", tag_field="system"):
    """Glickman's second: a round is a period; volatility in millionths, tau in thousandths."""

    deviation: Annotated[int, Meta(ge=1, le=1000)]
    volatility: Annotated[int, Meta(ge=1, le=1_000_000)]
    tau: Annotated[int, Meta(ge=100, le=2000)]


System = Elo | Area | Glicko

Elimination = SingleElimination | DoubleElimination

Format = RoundRobin | Swiss | Tables | Solitaire | Elimination | Groups | Ladder | RatingList

LAID_OUT = RoundRobin | Groups | Tables | Solitaire
"""Formats of which rounds are paired before those before are played."""

OPEN = Swiss | Tables | Solitaire | Ladder | RatingList
"""Formats into which somebody may still come when they have begun."""


class Deputy(Part, frozen=True, kw_only=True):
    """The deputy, who rules and closes if the director has written nothing for ``days`` days."""

    handle: Name
    sign: Hex32
    days: Annotated[int, Meta(ge=1, le=365)]


class Price(Part, frozen=True, kw_only=True):
    """The payment for a side: its price times ``step`` is added to an option of the game."""

    option: Name
    step: Annotated[int, Meta(ge=-1000, le=1000)]
    most: Annotated[int, Meta(ge=1, le=1000)]


class SealedBids(Part, frozen=True, kw_only=True, tag="sealed", tag_field="kind"):
    """Both at a board bid for a side, sealed; a side without a price is bid for at 0 alone."""

    prices: tuple[Price | None, Price | None]


class OpenBids(Part, frozen=True, kw_only=True, tag="open", tag_field="kind"):
    """The two at a board bid for a side in turn, each more than the other, until one passes."""

    prices: tuple[Price | None, Price | None]


class Level(Part, frozen=True, kw_only=True):
    """A level of victory: from which ``score`` of the winning side on, and what it gives."""

    score: Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
    win: Points
    loss: Points


class OwnScores(Part, frozen=True, kw_only=True):
    """The game's own score of who is in a game that its rules did not end, and of a bye."""

    win: Score
    draw: Score
    loss: Score
    bye: Score


class Team(Part, frozen=True, kw_only=True):
    """A team: how it is typed and shown, and its players in the order of their boards.

    The first is its captain. Players after the last board are reserves.
    """

    handle: Name
    name: Name60
    players: Annotated[tuple[Signer, ...], Meta(min_length=2, max_length=2 * BOARDS_MAX)]


class Teams(Part, frozen=True, kw_only=True):
    """The teams of a tournament: each pairing is a match of so many ``boards``.

    ``match``: what a match gives; ``first``: which points order the teams.
    """

    boards: Annotated[int, Meta(ge=2, le=BOARDS_MAX)]
    match: Scale
    first: Literal["match", "board"]
    list: Annotated[tuple[Team, ...], Meta(min_length=2, max_length=ENTRANTS_MAX)]


class Requested(Part, frozen=True, kw_only=True):
    """Byes on request: each gives ``points``, and one may have ``most`` of them."""

    points: Points
    most: Annotated[int, Meta(ge=1, le=9)]
