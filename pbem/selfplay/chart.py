"""One picture of many simulated games: the tracks turn by turn, and who won.

The same games give the same file (`pbem.plot`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from textwrap import fill
from types import MappingProxyType
from typing import TYPE_CHECKING

from pbem import plot
from pbem.selfplay.series import Level, Summary

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLOURS = ("#1f5a96", "#6aa3d5", "#b6d3ec"), ("#a33b2a", "#dc8a70", "#f0c9b8")
"""Shades for the victories of the first side, and for those of everybody else."""

WIDTH = 7.2
"""Inches."""


def draw(
    path: Path,
    title: str,
    side: str,
    summaries: Mapping[str, Summary],
    names: Mapping[str, str] = MappingProxyType({}),
) -> None:
    """Draw the tracks of the first summary, and the wins of all.

    Args:
        path: The file, whose ending says its form.
        title: The title of the picture.
        side: The side whose victories have the first colours.
        summaries: Variant -> its games.
        names: Side or track -> its display name; one without has its id.

    Raises:
        As `pbem.plot.check` and `pbem.plot.save`.
    """
    plot.check(path)
    from matplotlib.figure import Figure  # noqa: PLC0415

    name, first = next(iter(summaries.items()))
    rows = len(first.tracks)
    bars = 0.9 + 0.3 * len(summaries)
    heights = [2.4] * rows + [bars + 0.25 * len(_victories(summaries, side))]
    with plot.style():
        figure = Figure(figsize=(WIDTH, 0.5 + sum(heights)), layout="constrained")
        figure.suptitle(title)
        axes = figure.subplots(rows + 1, 1, squeeze=False, height_ratios=heights)[:, 0]
        for axis, (track, levels) in zip(axes, first.tracks.items(), strict=False):
            _draw_track(axis, f"{names.get(track, track)} ({name})", levels)
        _draw_wins(axes[-1], side, summaries, names)
        plot.save(figure, path)


def _draw_track(axis: Axes, label: str, levels: Sequence[Level]) -> None:
    turns = [level.turn for level in levels]
    axis.fill_between(
        turns,
        [level.lower for level in levels],
        [level.upper for level in levels],
        color=COLOURS[0][2],
        label="the middle half of the games",
    )
    axis.plot(turns, [level.median for level in levels], "o-", color=COLOURS[0][0], label="median")
    axis.set_ylabel(label)
    axis.set_ylim(bottom=0)
    marks = [f"{level.turn}\n{level.games}" for level in levels]
    axis.set_xticks(turns, marks)
    axis.set_xlabel("end of turn (below: games that reached it)")
    axis.grid(axis="y", alpha=0.3)
    axis.legend(loc="best", frameon=False)


def _victories(summaries: Mapping[str, Summary], side: str) -> list[tuple[str, str]]:
    """Return (side, why) of every victory there was, those of ``side`` first."""
    found = {
        (won, why): None
        for summed in summaries.values()
        for won, victory in summed.wins.items()
        for why in victory.why
    }
    return sorted(found, key=lambda entry: (entry[0] != side, entry))


def _draw_wins(
    axis: Axes, side: str, summaries: Mapping[str, Summary], sides: Mapping[str, str]
) -> None:
    """Draw one bar for each summary: its victories side by side, the interval where they meet."""
    names = list(summaries)
    left = [0.0] * len(names)
    drawn = {True: 0, False: 0}
    for won, why in _victories(summaries, side):
        shades = COLOURS[won != side]
        widths = [
            100 * summed.wins[won].why.get(why, 0) / summed.games if won in summed.wins else 0.0
            for summed in summaries.values()
        ]
        colour = shades[drawn[won == side] % len(shades)]
        drawn[won == side] += 1
        axis.barh(
            names, widths, left=left, color=colour, label=fill(f"{sides.get(won, won)}: {why}", 90)
        )
        left = [at + width for at, width in zip(left, widths, strict=True)]
    for row, summed in enumerate(summaries.values()):
        victory = summed.wins[side]
        share = 100 * victory.share
        whisker = [[share - 100 * victory.low], [100 * victory.high - share]]
        axis.errorbar([share], [row], xerr=whisker, color="black", capsize=3, linewidth=1)
    axis.set_xlim(0, 100)
    axis.invert_yaxis()
    games = next(iter(summaries.values())).games
    axis.set_xlabel(f"% of {games} games (line: 95% interval for wins of {sides.get(side, side)})")
    below = 0.45 / (1.2 + 0.22 * len(names))  # the bars are about so many inches high
    axis.legend(loc="upper center", bbox_to_anchor=(0.5, -below), frameon=False)
