"""The scale of points: whole numbers in a log, and wins and halves on pages."""

from __future__ import annotations

from msgspec import UnsetType

from pbem.tournament.events.kinds import Found


def halves(found: Found) -> bool:
    """Say whether pages write points as wins and halves: 3.0, as chess players do.

    They do if two play, a win is worth two draws, a loss nothing, and a bye so many draws.
    """
    if len(found.board.sides) != 2:
        return False
    scale = found.points
    asked = 0 if isinstance(found.requested, UnsetType) else found.requested.points
    usual = (scale.win, scale.loss) == (2 * scale.draw, 0) and isinstance(found.levels, UnsetType)
    return usual and not scale.bye % scale.draw and not asked % scale.draw


def by_match(found: Found) -> bool:
    """Say whether the points that come first are those of matches of teams."""
    return not isinstance(found.teams, UnsetType) and found.teams.first == "match"


def scale_line(found: Found) -> str:
    """Say what a win counts in the log, if pages write it otherwise; empty if they do not."""
    if by_match(found) or not halves(found):
        return ""
    return (
        f"Points as in the plan: a win counts {found.points.win}, a draw {found.points.draw}. "
        f"Pages write {found.points.win} points as 1.0, as in chess."
    )
