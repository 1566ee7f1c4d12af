"""The plan of a year: which games, how many faults, who is in it."""

from __future__ import annotations

import random
from ast import literal_eval
from collections.abc import Sequence
from typing import NamedTuple

KINDS = ("kill", "kill", "power", "power", "full", "broken", "other", "clock", "hot")
PLACES = 60
"""So often, at most, a visit touches the disk before it is hit."""
GAMES = 4
"""So many games are opened in a usual year."""


class Plan(NamedTuple):
    """The plan of a year.

    - ``rules``: The games that are opened, in turn, and their ``scenarios``.
    - ``players``: How many people play, beside an umpire.
    - ``every``: Days between two games.
    - ``faults``: How often a visit is hit, by which ``kinds``, and within so many ``places``,
      touches of the disk.
    - ``restores``: How often, of all quarters of a day, somebody makes a backup, and comes back
      from one.
    - ``clocks``: How often, of these, the clock of somebody's computer is set wrong.
    - ``cheats``: Whether one member and strangers cheat.
    - ``cup``: Whether there is a tournament.
    - ``longest``: The most events of a game before the active player gives it up.
    - ``rounds``: How many a game of the tests' own has, as it is asked for, if it is not the four
      that it has.
    - ``late``: How often somebody who has to seal a choice, in a game with an umpire, leaves that
      for weeks.
    - ``by_hand``: Whether the umpire reads their mail themselves, so that their record of days goes
      by their own clock.
    - ``two_computers``: The player who has a copy of their home on a second one.
    - ``two_ends``: Whether a cheat signs nothing twice but the end of a game, which they give up.
    - ``decoys``: Whether the opener of a game of the tournament has mailed the director another
      opening for its board before, which nobody else joins.
    """

    rules: Sequence[tuple[str, str | None]] = (
        ("toy", "duel"),
        ("toy", "weather"),
        ("toy", "plans"),
    )
    games: int = GAMES
    players: int = 4
    days: int = 365
    every: int = 9
    faults: float = 0.35
    kinds: Sequence[str] = KINDS
    places: int = PLACES
    restores: float = 0.004
    clocks: float = 0.01
    cheats: bool = False
    cup: bool = False
    longest: int = 400
    rounds: str = ""
    late: float = 0
    by_hand: bool = False
    two_computers: str = ""
    two_ends: bool = False
    decoys: bool = False


def name(plan: Plan) -> str:
    """Return a plan by what differs from a usual year.

    The events of a year follow from its number and from this: a field more is no other year.
    """
    reported = [f"{key}={value}" for key, value in _different(plan, Plan()).items()]
    return " ".join(reported) or "usual"


def options(plan: Plan, usual: Plan) -> str:
    """Return what differs from a usual year, as the command line takes it."""
    different = _different(plan, usual)
    return " ".join(f'--with "{key}={value!r}"' for key, value in different.items())


def typed(seed: int, plan: Plan) -> str:
    """Return the command that lives through a year."""
    return f"PYTHONPATH=tests python -m simulation {seed} {options(plan, Plan())}".rstrip()


def _different(plan: Plan, usual: Plan) -> dict[str, object]:
    before = usual._asdict()
    return {key: value for key, value in plan._asdict().items() if value != before[key]}


def changed(plan: Plan, words: Sequence[str]) -> Plan:
    """Return a plan with fields set by ``NAME=VALUE``; raises ValueError for what is none."""
    for word in words:
        name, _, value = word.partition("=")
        plan = plan._replace(**{name: literal_eval(value)})
    return plan


MODULES = (
    ("saipan", "historical"),
    ("manila", "campaign"),
    ("meiktila", "meiktila"),
    ("singapore", "company"),
    ("singapore", "battalion"),
    ("singapore", "brigade"),
    ("tokyo", "two"),
    ("tokyo", "three"),
)
"""The games of the program, in the scenarios that a year has time for."""


def with_modules(seed: int, plan: Plan) -> Plan:
    """Return what a year of the program's games is like: which these are is drawn by its number."""
    rng = random.Random(f"{seed} games")  # noqa: S311 - nobody has to trust it
    return plan._replace(rules=tuple(rng.sample(MODULES, 2)), games=2, longest=rng.randint(20, 80))


def locked(seed: int) -> Plan:
    """Return what a small year is like in which databases are in use by other programs."""
    honest = {"cheats": False, "restores": 0, "clocks": 0}
    return small(seed)._replace(days=90, kinds=("locked",), faults=0.6, **honest)


def small(seed: int) -> Plan:
    """Return what a small year is like: a game of a few people, soon over, and all that may befall.

    Which game, how many people, how often which of them is hit, and whether somebody cheats is
    drawn by its number.
    """
    rng = random.Random(f"{seed} small")  # noqa: S311 - nobody has to trust it
    return Plan(
        rules=(rng.choice(Plan().rules),),
        games=1,
        players=rng.choice((2, 2, 3)),
        faults=rng.choice((0.3, 0.6, 0.9)),
        restores=rng.choice((0, 0.02)),
        clocks=rng.choice((0, 0.03)),
        cheats=rng.random() < 0.2,
        longest=rng.randint(12, 40),
        rounds=rng.choice(("1", "2")),
    )
