"""The luck of every player along a game as one picture; the same logs give the same file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pbem import plot
from pbem.audit.luck.report import LogLuck, Luck, by_player, course

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLOURS = ("#1f5a96", "#a33b2a", "#4c7a34", "#7a4c8f")
WIDTH = 7.2
"""Inches."""
HEIGHT = 2.8


def draw(path: Path, found: Luck) -> None:
    """Draw the luck of each player, throw by throw, with the band of what is usual, into ``path``.

    Raises what `plot.check` and `plot.save` raise.
    """
    plot.check(path)
    from matplotlib.figure import Figure  # noqa: PLC0415 - only anyone who draws has and loads it

    drawn = [log for log in found.logs if log.players]
    with plot.style():
        figure = Figure(figsize=(WIDTH, 0.6 + HEIGHT * max(1, len(drawn))), layout="constrained")
        odd = "something is unusual" if found.flagged else "nothing is unusual"
        figure.suptitle(f"Luck, roll by roll: {odd} for fair dice")
        axes = figure.subplots(max(1, len(drawn)), 1, squeeze=False)[:, 0]
        for axis, log in zip(axes, drawn, strict=False):
            _draw(axis, log)
        plot.save(figure, path)


def _draw(axis: Axes, log: LogLuck) -> None:
    shares = by_player(log.throws)
    for number, (handle, some) in enumerate(sorted(shares.items())):
        sums, widths = course(some)
        colour = COLOURS[number % len(COLOURS)]
        at = range(1, len(sums) + 1)
        if number == 0:
            axis.fill_between(at, [-one for one in widths], widths, color="#dddddd",
                              label="95% of fair games are here after any one roll")  # fmt: skip
        axis.plot(at, sums, "-", color=colour, label=handle)
    axis.axhline(0, color="black", linewidth=0.6)
    axis.set_title(f"{Path(log.path).name}, {log.rules}", fontsize=9)
    axis.set_xlabel("rolls with an immediate effect")
    axis.set_ylabel("total luck")
    axis.legend(loc="best", frameon=False)
