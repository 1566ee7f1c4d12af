"""No charts: a game without tables, whose sequence of play is one step, a turn."""

from __future__ import annotations

from pbem.kit.charts import Chart

STEP = "turn"


def charts(_setting: object) -> tuple[Chart, ...]:
    """Return no chart."""
    return ()


def stage(_setting: object, _position: object) -> str:
    """Return the one step of the sequence of play."""
    return STEP


def coming(_setting: object, _position: object) -> str:
    """Return the same step: a turn follows a turn."""
    return STEP
