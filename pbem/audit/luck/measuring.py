"""The promise of each throw, and its result: measured by the rules of the game itself.

A throw is all dice that were due at once. The rules carry it out in every way in which it can fall,
or in a sample by a fixed seed if there are too many ways. They say after each how well every player
stands (`Game.merit`). If that is the same after every way, the throw decided nothing at once, and
nobody had luck in it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

import msgspec

from pbem.kit.chances.chance import TooManyWaysError, falls
from pbem.kit.contract import Game
from pbem.kit.dice import Dice, SeededDice
from pbem.log.file import read_events
from pbem.log.finding import BadLog, Finding
from pbem.play.lists import write_text
from pbem.play.outcomes import Rolled
from pbem.play.play import Play
from pbem.play.rerun import Again, Thrown, thrown
from pbem.table.library import Library
from pbem.table.table import Table

WAYS_MOST = 400
"""A throw that can fall in more ways is measured by a sample."""
SAMPLE = 400
"""So many ways are drawn then."""


class Number(NamedTuple):
    """One number that was drawn: ``got`` of 0 .. ``n`` - 1, in the event ``event``."""

    n: int
    got: int
    event: int


class Share(msgspec.Struct, frozen=True):
    """How a throw fell for a player.

    ``share``: the part of all that could have fallen that is worse for them, half of what is as
    good counted in: 0 to 1, 1/2 on average. ``spread``: the variance of that share. ``gain``: by
    how much they stand better than they could expect, in the game's own measure of a position.
    """

    share: float
    spread: float
    gain: float


class Throw(msgspec.Struct, frozen=True, kw_only=True):
    """A throw that decided something at once.

    - ``event``: The number of the dice event.
    - ``purpose``, ``paragraph``: The reason for the throw.
    - ``order``: The order that led to it, with its ``side``; empty if none did.
    - ``result``: The result that was read; empty if nothing is.
    - ``chances``: The chance of every result.
    - ``sampled``: The chances come from a sample.
    - ``players``: The share of each player.
    """

    event: int
    purpose: str
    paragraph: str
    order: str
    side: str
    result: str
    chances: dict[str, float]
    sampled: bool
    players: dict[str, Share]


class Dices(NamedTuple):
    """All that was rolled in a log: every number, every throw that decided something."""

    numbers: list[Number]
    throws: list[Throw]
    table: Table
    finding: Finding | None


def measured_log(path: Path, library: Library) -> Dices:
    """Measure the dice of a log as far as it is good; raises `LogFileError`, RulesFault."""
    table = Table(library)
    numbers, throws = list[Number](), list[Throw]()
    finding = None
    try:
        for event in read_events(path):
            play = table.play
            before = None if play is None or event.kind != "dice" else play.copy()
            table.take(event)
            reported = table.reported()
            if before is None or not any(isinstance(one, Rolled) for one in reported):
                continue
            new, some = measured(before, reported, event.seq)
            numbers += new
            throws += some
    except BadLog as bad:
        finding = bad.finding
        table = _good_part(path, library, finding)
    return Dices(numbers, throws, table, finding)


def _good_part(path: Path, library: Library, finding: Finding) -> Table:
    """Return the table after the last good event: one that has refused is of no more use."""
    table = Table(library)
    try:
        for event in read_events(path):
            if event.seq == finding.good or event.id == finding.event:
                break
            table.take(event)
    except BadLog:
        pass  # the line that is no event
    return table


def measured(play: Play, reported: Sequence[Any], event: int) -> tuple[list[Number], list[Throw]]:
    """Measure what was rolled on a play whose dice were due.

    ``reported``: what came of it. ``event``: the number of the dice event.
    """
    numbers = [
        Number(one.n, one.got, event) for one in reported if isinstance(one, Rolled) and one.n > 1
    ]
    return numbers, list(_throws(play, reported, event))


def _throws(play: Play, reported: Sequence[Any], event: int) -> Iterator[Throw]:
    for number, one in enumerate(thrown(play, reported)):
        throw = _measured(play, one, event, number)
        if throw is not None:
            yield throw


def _measured(play: Play, one: Thrown, event: int, number: int) -> Throw | None:
    game, seats = play.game, play.seats
    fell = [die.got for die in one.outcomes if isinstance(die, Rolled) and die.n > 1]
    if not fell:
        return None
    result, stands = _carried_out(game, one, Again(fell), seats)
    ways, sampled = _ways(game, one, seats, event, number)
    players = {}
    for handle, actual in stands.items():
        shares = _by_merit(ways, handle)
        if len(shares) > 1:
            players[handle] = _share(shares, actual)
    if not players:
        return None
    chances: dict[str, float] = {}
    for chance, (read, _) in ways:
        chances[read] = chances.get(read, 0.0) + chance
    side, raw = one.doing or ("", None)
    line = "" if raw is None else write_text(play, [raw])[0]
    return Throw(
        event=event,
        purpose=one.roll.purpose,
        paragraph=one.roll.paragraph,
        order=line,
        side=side,
        result=result,
        chances=chances if any(chances) else {},
        sampled=sampled,
        players=players,
    )


_Stands = dict[str, int]
_Fell = tuple[str, _Stands]


def _carried_out(game: Game[Any, Any], one: Thrown, dice: Dice, seats: Mapping[str, str]) -> _Fell:
    """Let dice fall on a copy; return the last result that was read, and how each player stands."""
    kept = msgspec.msgpack.encode(one.position)
    position = msgspec.msgpack.decode(kept, type=game.position_type)
    cups = one.cups.copy()
    result = ""
    for outcome in game.roll(position, dice, cups):
        reading = game.reading(outcome)
        if reading is not None:
            result = reading.result
        game.apply(position, outcome)
    return result, stands(game, position, seats)


def stands(game: Game[Any, Any], position: Any, seats: Mapping[str, str]) -> _Stands:
    """Return how well each player stands, all their sides together; ``seats``: side -> handle."""
    found: _Stands = {}
    for side, handle in seats.items():
        found[handle] = found.get(handle, 0) + game.merit(position, side)
    return found


def _ways(
    game: Game[Any, Any], one: Thrown, seats: Mapping[str, str], event: int, number: int
) -> tuple[list[tuple[float, _Fell]], bool]:
    """Return every way with its chance; or a sample, the same each time."""

    def rolled(dice: Dice) -> _Fell:
        return _carried_out(game, one, dice, seats)

    exact: list[tuple[Fraction, _Fell]] = []
    try:
        for way in falls(game, one.position, one.cups, rolled, most=WAYS_MOST):
            exact.append(way)
            if len(exact) > WAYS_MOST:
                raise TooManyWaysError("too many to look at each")
    except TooManyWaysError:
        seed = crc32(f"{event}.{number} {one.roll.purpose}".encode())
        dice = SeededDice(random.Random(seed))  # noqa: S311 - a sample that nobody has to trust
        return [(1 / SAMPLE, rolled(dice)) for _ in range(SAMPLE)], True
    return [(float(chance), fell) for chance, fell in exact], False


def _by_merit(ways: Sequence[tuple[float, _Fell]], handle: str) -> dict[int, float]:
    found: dict[int, float] = {}
    for chance, (_, merits) in ways:
        found[merits[handle]] = found.get(merits[handle], 0.0) + chance
    return found


def _share(shares: Mapping[int, float], actual: int) -> Share:
    """Return the share below, half of the equal ones counted in, with the variance of that.

    For chances p of equal things that variance is (1 - sum of p^3) / 12.
    """
    worse = sum(chance for merit, chance in shares.items() if merit < actual)
    equal = shares.get(actual, 0.0)
    spread = (1 - sum(chance**3 for chance in shares.values())) / 12
    expected = sum(merit * chance for merit, chance in shares.items())
    return Share(worse + equal / 2, spread, actual - expected)
