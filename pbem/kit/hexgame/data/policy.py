"""The choices that a hex-and-counter game makes, each with the paragraph of its rulebook."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from pbem.kit.hexgame.data.terms import (
    Column,
    Effect,
    Hexes,
    Name,
    Part,
    Points,
    Shift,
    Text,
    Turn,
    Word,
)
from pbem.kit.maps.hexes import HexNumber


class Movement(Part, frozen=True, kw_only=True):
    """Units move one by one, each once in its side's movement phase."""


class Stacking(Part, frozen=True, kw_only=True):
    """So many points of ``size`` may end a move, retreat or advance in one hex."""

    limit: Points = 1


class Zones(Part, frozen=True, kw_only=True):
    """The effect of the hexes beside enemy units.

    ``enter``: a unit that enters one must ``stop``, or pays ``extra`` points (``cost``).
    ``direct``: whether a unit may step from one such hex straight into another. ``kinds``: the
    kinds of unit that have a zone; all if it is left out.
    """

    enter: Literal["stop", "cost"] = "stop"
    extra: Points = 1
    direct: bool = True
    kinds: tuple[Word, ...] = ()


class Arrivals(Part, frozen=True, kw_only=True):
    """Reinforcements enter by a move whose first hex is one of their entry hexes."""


class Exits(Part, frozen=True, kw_only=True):
    """The hexes from which the units of each side may leave the map, for one movement point."""

    hexes: dict[Word, Hexes]


class Choice(Part, frozen=True, kw_only=True):
    """One of the choices of a plan: where the units ``enter``."""

    paragraph: str = ""
    text: Text
    entry: Hexes


class Plan(Part, frozen=True, kw_only=True):
    """One secret choice: where some ``units`` of a side enter.

    It is written when the movement of the side begins in turn ``write``, and shown when it begins
    in turn ``show``; then the units arrive. ``choices``: word -> what it means.
    """

    side: Word
    prompt: Text
    units: Annotated[tuple[Name, ...], Meta(min_length=1, max_length=50)]
    choices: dict[Word, Choice]
    write: Turn = 1
    show: Turn


class Cup(Part, frozen=True, kw_only=True):
    """Units of a side that arrive by chance.

    One is drawn when the movement of the side begins in each of the ``turns``; it arrives at once.
    """

    side: Word
    units: Annotated[tuple[Name, ...], Meta(min_length=1, max_length=50)]
    turns: Annotated[tuple[Turn, ...], Meta(min_length=1, max_length=50)]
    entry: Hexes


class Outcomes(Part, frozen=True, kw_only=True):
    """The effects of a result of the table, in this order."""

    paragraph: str = ""
    text: Text
    effects: tuple[Effect, ...] = ()


class Combat(Part, frozen=True, kw_only=True):
    """The combat table, with one die of as many faces as it has rows.

    ``columns``: where each begins, ascending; less than the first is read in the first. Odds are
    rounded in favour of the defender. ``rows``: a result for each column, for die 1, 2 and so on.
    """

    compare: Literal["odds", "difference"] = "odds"
    columns: Annotated[tuple[Column, ...], Meta(min_length=2, max_length=20)]
    rows: Annotated[tuple[tuple[Word, ...], ...], Meta(min_length=2, max_length=20)]
    results: dict[Word, Outcomes]


class Losses(Part, frozen=True, kw_only=True):
    """Steps are lost by units of the battle that their owner chooses."""


class Retreats(Part, frozen=True, kw_only=True):
    """How units retreat: each by a path of as many hexes as the result says, and so far away.

    ``by``: who chooses the path. ``zones``: hexes beside enemies are ``closed``, or only if no
    friend is there (``friends``). ``stuck``: a unit without a path is ``lost`` or loses a ``step``.
    """

    by: Literal["owner", "victor"] = "owner"
    zones: Literal["closed", "friends"] = "closed"
    stuck: Literal["lost", "step"] = "lost"


class Advances(Part, frozen=True, kw_only=True):
    """How many attackers may enter the hex that was attacked, if it is empty after the battle."""

    units: Literal["one", "all"] = "one"


class Supply(Part, frozen=True, kw_only=True):
    """Supply: a unit is in supply within ``length`` hexes of a source of its side.

    The way leads through no enemy, no closed hex or hexside, and no enemy zone without a friend.
    ``attack``, ``defence``: the shift of the column if an attacker, or a defender, is out of it.
    ``move``: the most movement points of a unit that is out of it.
    """

    sources: dict[Word, Hexes]
    length: Points
    attack: Shift = 0
    defence: Shift = 0
    move: Points | None = None


class Count(Part, frozen=True, kw_only=True):
    """A thing that is counted for a side.

    ``what``: ``left``: its units that left the map; ``lost``: enemy units that were lost;
    ``steps``: enemy steps that were lost; ``hexes``: those of ``hexes`` that it holds. ``kinds``:
    only units of these kinds. A side holds a hex if it was the last to end a move, a retreat or an
    advance there.
    """

    paragraph: str = ""
    side: Word
    what: Literal["left", "lost", "steps", "hexes"]
    kinds: tuple[Word, ...] = ()
    hexes: tuple[HexNumber, ...] = ()


class Scored(Count, frozen=True, kw_only=True):
    """A thing that is worth points at the end: ``each``."""

    each: Points = 1


class AtOnce(Count, frozen=True, kw_only=True):
    """A thing that wins the game at once, when ``count`` of it are reached; ``why`` in words."""

    count: Points = 1
    why: Text


class Victory(Part, frozen=True, kw_only=True):
    """The winner after the last turn.

    ``side`` wins if its points exceed those of the other by ``margin`` or more. At exactly
    ``draw`` the game is drawn. Otherwise the other side wins. ``held``: who holds hexes at first.
    """

    side: Word
    margin: Annotated[int, Meta(ge=-999, le=999)] = 1
    draw: Annotated[int, Meta(ge=-999, le=999)] | None = None
    points: tuple[Scored, ...] = ()
    at_once: tuple[AtOnce, ...] = ()
    held: dict[HexNumber, Word] = field(default_factory=dict)
