"""The scale of points: whole numbers in a log, and wins and halves on pages."""

from __future__ import annotations

from msgspec import UnsetType

from pbem.tournament.events.kinds import Found

_OWN_UNITS = ("wins", "reached", "score", "match-points")
"""Columns that are no sums of points."""


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


def points_words(found: Found, points: int) -> str:
    """Write points as the format does: 3.0 of halves, otherwise as they are counted.

    ``points``: whole numbers, as the log counts them.
    """
    return str(points) if by_match(found) else board_points_words(found, points)


def board_points_words(found: Found, points: int) -> str:
    """Write points of boards, which may not be those that come first."""
    return f"{points / found.points.win:.1f}" if halves(found) else str(points)


def tie_words(found: Found, tie: str, value: int) -> str:
    """Write a tie-break, ``value``, on the scale of the points; ``tie``: its name."""
    if tie == "board-points":
        return board_points_words(found, value)
    if tie in _OWN_UNITS or not halves(found) or by_match(found):
        return str(value)
    if tie == "sonneborn-berger":  # a sum of products of points
        return f"{value / found.points.win**2:.2f}"
    return points_words(found, value)


def scale_line(found: Found) -> str:
    """Say what a win counts in the log, if pages write it otherwise; empty if they do not."""
    if by_match(found) or not halves(found):
        return ""
    return (
        f"Points as in the plan: a win counts {found.points.win}, a draw {found.points.draw}. "
        f"Pages write {found.points.win} points as 1.0, as in chess."
    )


def shown_scale_line(found: Found) -> str:
    """Say what a win counts where points are written as on pages; empty if as in the log."""
    if not scale_line(found):
        return ""
    return f"Points: a win is 1.0, which counts {found.points.win} in the log and the CSV."
