"""Many simulated games together: who won and how surely, how the tracks stood turn by turn."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from types import MappingProxyType

import msgspec

from pbem.kit import plain
from pbem.selfplay.simulate import Played

Z = 1.959964
"""The normal quantile of a 95% interval."""


class Victory(msgspec.Struct, frozen=True):
    """How often one side won (``"draw"``: nobody), and why; ``low`` to ``high``: 95% interval.

    Shares are between 0 and 1.
    """

    games: int
    share: float
    low: float
    high: float
    why: dict[str, int]


class Level(msgspec.Struct, frozen=True):
    """How a track stood at the end of a turn, over the ``games`` that reached this turn.

    A game that ended in this turn counts as it stood when it ended. ``ended``: the games that were
    over by then, those included.
    """

    turn: int
    games: int
    ended: int
    mean: float
    lower: float
    median: float
    upper: float


class Summary(msgspec.Struct, frozen=True, rename={"skipped": "lapsed"}):
    """Many games together; rates are per second of one core, ``wins`` by side ("draw" included).

    ``guarded`` orders a game stood after a guard; ``left_out``: theirs did not hold.
    """

    games: int
    wins: dict[str, Victory]
    turns: float
    decisions: float
    rolls: float
    skipped: float
    mails_a_turn: float
    guarded: float
    left_out: float
    decisions_a_second: float
    games_a_second: float
    tracks: dict[str, list[Level]]


def interval(wins: int, games: int) -> tuple[float, float]:
    """Return Wilson's 95% interval of the share of wins; good for 0 and for all of them too."""
    share, square = wins / games, Z * Z / games
    middle = share + square / 2
    half = Z * sqrt(share * (1 - share) / games + square / (4 * games))
    low, high = (middle - half) / (1 + square), (middle + half) / (1 + square)
    return (0.0 if wins == 0 else low, 1.0 if wins == games else high)


def summary(games: Sequence[Played], sides: Sequence[str] = ()) -> Summary:
    """Sum up at least one game; means are per game. ``sides`` are listed though they never won."""
    count = len(games)
    seconds = sum(game.s for game in games)
    winners = {*sides, *(_winner(game) for game in games)}
    return Summary(
        games=count,
        wins={side: _victory(games, side) for side in sorted(winners)},
        turns=sum(game.turn for game in games) / count,
        decisions=sum(game.decisions for game in games) / count,
        rolls=sum(game.rolls for game in games) / count,
        skipped=sum(game.skipped for game in games) / count,
        mails_a_turn=sum(game.mails for game in games) / max(1, sum(game.turn for game in games)),
        guarded=sum(game.guarded for game in games) / count,
        left_out=sum(game.left_out for game in games) / count,
        decisions_a_second=sum(game.decisions for game in games) / seconds,
        games_a_second=count / seconds,
        tracks={track: list(_levels(games, track)) for track in games[0].tracks},
    )


def _winner(game: Played) -> str:
    return game.winner or "draw"


def _victory(games: Sequence[Played], side: str) -> Victory:
    # After a colon stands how it was in just this game, such as a score.
    whys = Counter(game.why.partition(":")[0] for game in games if _winner(game) == side)
    won = whys.total()
    low, high = interval(won, len(games))
    ordered = sorted(whys.items(), key=lambda entry: (-entry[1], entry[0]))
    return Victory(won, won / len(games), low, high, dict(ordered))


def _levels(games: Sequence[Played], track: str) -> Iterator[Level]:
    stood = [game.tracks[track] for game in games]
    for turn in range(1, max(map(len, stood)) + 1):
        values = [levels[turn - 1] for levels in stood if len(levels) >= turn]
        # Quartiles of one game are the game itself, which the library would refuse.
        quartiles = statistics.quantiles(values * (1 + (len(values) == 1)), method="inclusive")
        yield Level(
            turn,
            len(values),
            sum(len(levels) <= turn for levels in stood),
            statistics.fmean(values),
            *quartiles,
        )


def lines(summed: Summary, names: Mapping[str, str] = MappingProxyType({})) -> Iterator[str]:
    """Describe many games: who won, how often and why, how the tracks stood, and how fast it was.

    Args:
        summed: The games.
        names: Side or track -> its display name; one without has its id.
    """
    width = max(6, *(len(names.get(side, side)) for side in summed.wins))
    for side, victory in summed.wins.items():
        yield f"{names.get(side, side):>{width}}: {victory.games:5}   {percent(victory)}"
        for why, often in victory.why.items():
            yield f"        {often:5} {why}"
    for track, levels in summed.tracks.items():
        what = plain.capital(names.get(track, track))
        yield f"{what} at the end of each turn, also of the last one:"
        yield "    turn   mean   quarter   half   three quarters   games   ended so far"
        for level in levels:
            yield (
                f"    {level.turn:4} {level.mean:6.1f} {level.lower:9g} {level.median:6g} "
                f"{level.upper:16g} {level.games:7} {level.ended:14}"
            )
    yield (
        f"{summed.games} games. The ranges are 95% intervals. Averages of a game: "
        f"{summed.turns:.1f} turns, {summed.decisions:.0f} orders, {summed.rolls:.0f} dice, "
        f"{summed.skipped:.1f} orders skipped, {summed.mails_a_turn:.1f} mails a turn."
    )
    if summed.guarded:
        yield (
            f"Written ahead: {summed.guarded:.1f} conditional orders a game. The condition of "
            f"{summed.left_out:.1f} did not hold."
        )
    yield (
        f"Speed of one core: {summed.decisions_a_second:,.0f} orders a second, "
        f"{summed.games_a_second:.2f} games a second."
    )


def percent(victory: Victory) -> str:
    """Return the share of wins with its 95% interval: ``61.0% (58.0 to 63.9)``."""
    low, high = 100 * victory.low, 100 * victory.high
    return f"{100 * victory.share:.1f}% ({low:.1f} to {high:.1f})"
