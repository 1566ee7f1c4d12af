"""Years of clubs, each by its number."""

from __future__ import annotations

from collections.abc import Callable
from sqlite3 import DatabaseError

from pbem.errors import LogFileError, StoreError
from pbem.log.finding import BadLog
from simulation.broken import Broken
from simulation.checks import Checks
from simulation.place import placed
from simulation.plan import Plan, typed
from simulation.world import Club, founded


def live(seed: int, plan: Plan, report: Callable[[str], None] = lambda _: None) -> Club:
    """Live through one year; raises `Broken` with the day, what happened before, and what to type.

    A log, a record or a book that its own client can no longer read is broken too, and words that
    are none.
    """
    with placed() as folder, founded(folder, seed, plan) as club:
        checks = Checks(club)
        try:
            for _ in club.days():
                checks.after_a_day()
            checks.at_the_end()
        except (AssertionError, BadLog, LogFileError, StoreError, DatabaseError) as broken:
            before = "\n  ".join([*club.reported[-12:], typed(seed, plan)])
            raise Broken(f"year {seed}, {club.now:%Y-%m-%d}: {broken}\n  {before}") from None
        except Exception as error:
            error.add_note(f"year {seed}, {club.now:%Y-%m-%d}\n  {typed(seed, plan)}")
            raise
        finally:
            for line in club.reported:
                report(line)
        return club


def found(seeds: range, plan: Plan) -> int | None:
    """Return the first of these years in which something does not hold, None where all do."""
    for seed in seeds:
        try:
            live(seed, plan)
        except Broken:
            return seed
    return None
