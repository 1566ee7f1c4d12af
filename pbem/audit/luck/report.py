"""The luck in some logs: what was rolled, who had luck, and whether anything is out of the way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from math import sqrt
from pathlib import Path
from typing import NamedTuple

import msgspec

from pbem.audit.luck.measuring import Dices, Number, Share, Throw, measured_log
from pbem.audit.luck.others import Others, others
from pbem.audit.luck.testing import LEVEL, Tested, deviation, one_tail, weighed
from pbem.errors import PbemError, UnforeseenError
from pbem.items import item
from pbem.log.finding import Finding
from pbem.log.practice_mark import WORDS as A_PRACTICE
from pbem.log.practice_mark import is_practice
from pbem.log.tournament_mark import WORDS as A_TOURNAMENT
from pbem.log.tournament_mark import is_tournament
from pbem.table.library import Library

RUNS = 1000
SEED = 1


class Faces(msgspec.Struct, frozen=True):
    """How often each face of a kind of die fell: ``counts`` from the face 1 on."""

    faces: int
    counts: tuple[int, ...]


class Fortune(msgspec.Struct, frozen=True, kw_only=True):
    """The luck of one player in the throws that decided something for them.

    - ``player``: Handle and the first digits of their key, for namesakes are not one.
    - ``throws``: How many.
    - ``share``: The mean share of possible results that are worse for them, 1/2 on average.
    - ``better``: The share of fair courses with less luck than theirs.
    - ``deviations``: The same as standard deviations.
    - ``gain``: By how much they stand better than expected, in the game's own measure of positions,
      summed up.
    """

    player: str
    throws: int
    share: float
    better: float
    deviations: float
    gain: float


class LogLuck(msgspec.Struct, frozen=True, kw_only=True):
    """The luck in one log: ``players`` by their handles there; ``others``: other dice, if asked.

    ``own``: anyone who plays kept their own dice; ``events``: so many are good; ``finding``: why no
    more.
    """

    path: str
    game: str
    rules: str
    events: int
    own: bool
    numbers: int
    throws: tuple[Throw, ...]
    players: tuple[Fortune, ...]
    others: Others | None = None
    finding: Finding | None = None


class Luck(msgspec.Struct, frozen=True, kw_only=True):
    """All logs together.

    - ``faces``: For each kind of die.
    - ``players``: Over all logs.
    - ``tests``: Each question that was asked, and its answer.
    - ``level``: In so many sets of fair games of 1, anything is flagged.
    - ``flagged``: Something is.
    - ``unread``: Logs that could not be measured, and why.
    - ``failed``: The program failed at one of these.
    """

    logs: tuple[LogLuck, ...]
    faces: tuple[Faces, ...]
    players: tuple[Fortune, ...]
    tests: tuple[Tested, ...]
    level: float
    flagged: bool
    unread: tuple[str, ...] = ()
    failed: bool = False


class _One(NamedTuple):
    log: LogLuck
    numbers: list[Number]
    shares: dict[str, list[Share]]


def luck_in(
    paths: Sequence[Path],
    library: Library,
    *,
    runs: int = RUNS,
    seed: int = SEED,
    progress: Callable[[int], None] = lambda _: None,
) -> Luck:
    """Measure the luck in logs of any games, each as far as it is good.

    ``runs``: other courses of the dice that are played of each, by ``seed``; 0: none. ``progress``
    is called before each log with its place in ``paths``, from 0. A game that is named twice counts
    once. Games that cannot be measured stand in ``unread``.
    """
    found, seen, unread, failed = list[_One](), set[str](), list[str](), False
    for number, path in enumerate(paths):
        progress(number)
        if is_practice(path):
            unread.append(f"{path} {A_PRACTICE}")
            continue
        if is_tournament(path):
            unread.append(f"{path} {A_TOURNAMENT}")
            continue
        try:
            with item(str(path)):
                dices = measured_log(path, library)
                other = others(path, library, runs, seed) if runs else None
        except PbemError as error:
            unread.append(str(error))
            failed = failed or isinstance(error, UnforeseenError)
            continue
        table = dices.table
        if table.opening is None or table.play is None:
            why = "" if dices.finding is None else f": {dices.finding.message}"
            unread.append(f"{path}: the game in it has not begun{why}")
            continue
        if table.game_id in seen:
            unread.append(f"{path}: skipped, because another copy of this game is counted")
            continue
        seen.add(table.game_id)
        found.append(_one(path, dices, other))
    numbers = [one for log in found for one in log.numbers]
    shares: dict[str, list[Share]] = {}
    for log in found:
        for player, some in log.shares.items():
            shares.setdefault(player, []).extend(some)
    tests = weighed(numbers, shares)
    return Luck(
        logs=tuple(one.log for one in found),
        faces=tuple(_faces(numbers)),
        players=tuple(fortune(player, some) for player, some in sorted(shares.items())),
        tests=tuple(tests),
        level=LEVEL,
        flagged=any(one.flagged for one in tests),
        unread=tuple(unread),
        failed=failed,
    )


def _one(path: Path, dices: Dices, other: Others | None) -> _One:
    table = dices.table
    assert table.opening is not None  # noqa: S101 - the game has begun
    shares = by_player(dices.throws)
    keys = {who.handle: who.sign[:8] for who in table.opening.players}
    named = {f"{handle} ({keys.get(handle, '-')})": some for handle, some in shares.items()}
    log = LogLuck(
        path=str(path),
        game=table.game_id,
        rules=f"{table.opening.rules.name} version {table.rules_now().version}",
        events=table.chain.count,
        own=table.opening.dice == "self",
        numbers=len(dices.numbers),
        throws=tuple(dices.throws),
        players=tuple(fortune(handle, some) for handle, some in sorted(shares.items())),
        others=other,
        finding=dices.finding,
    )
    return _One(log, dices.numbers, named)


def by_player(throws: Sequence[Throw]) -> dict[str, list[Share]]:
    """Return handle -> the shares of a player, in the order in which they fell."""
    found: dict[str, list[Share]] = {}
    for throw in throws:
        for handle, share in throw.players.items():
            found.setdefault(handle, []).append(share)
    return found


def fortune(player: str, shares: Sequence[Share]) -> Fortune:
    """Sum up the luck of a player."""
    off = deviation(shares)
    return Fortune(
        player=player,
        throws=len(shares),
        share=sum(one.share for one in shares) / len(shares),
        better=one_tail(off),
        deviations=off,
        gain=sum(one.gain for one in shares),
    )


def course(shares: Sequence[Share]) -> tuple[list[float], list[float]]:
    """Return the sum of luck after each throw, and two standard deviations of what is usual."""
    sums, widths, total, spread = list[float](), list[float](), 0.0, 0.0
    for one in shares:
        total += one.share - 0.5
        spread += one.spread
        sums.append(total)
        widths.append(2 * sqrt(spread))
    return sums, widths


def _faces(numbers: Sequence[Number]) -> list[Faces]:
    counts: dict[int, Counter[int]] = {}
    for one in numbers:
        counts.setdefault(one.n, Counter())[one.got] += 1
    return [
        Faces(n, tuple(counted[face] for face in range(n))) for n, counted in sorted(counts.items())
    ]
