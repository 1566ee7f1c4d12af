"""Many logs for every reader: some grow event by event, some are read from their first byte."""

from __future__ import annotations

import random
import traceback
from collections import Counter
from collections.abc import Callable
from contextlib import nullcontext
from itertools import count
from pathlib import Path
from typing import NamedTuple

from fuzz.world import World, chance, remembered
from pbem.kit.hidden import cards_of
from pbem.table.events.kinds import read_data
from readers.growing import Differ, Ending, Reading
from readers.javascript import Node
from readers.judging import Readers, judge_file
from readers.mixed import grown
from readers.permitted import differences
from readers.quick import quick
from readers.shrinking import shrunk
from second.beside import both_narrow
from second.mutants import mutant

DEALT = "singapore with hands"
"""Singapore in which cards are dealt: chance hardly ever chooses it."""
GAMES = (
    *("toy",) * 12, *("fate",) * 3, *("depots",) * 2,
    "saipan", "tokyo", "manila", "meiktila", "singapore", DEALT,
)  # fmt: skip
"""By turns: the toys show most, and cost least."""
BLIND_EACH = 4
"""One number in so many lets a log without rules grow too: most of those are short."""
MIXED_EACH = 24
"""One number in so many lets one grow in which masks and stocks are hidden."""
ENDING, ENDING_EACH = ("depots",), 3
"""One number in so many of these games is played to the end that only its rules know."""
MUTANTS = 4
"""The number of mutants of every log that grew: the middle of it is changed."""
FROM_SCRATCH = 40
"""One of so many that grew is read again, from its first byte on, with nothing remembered."""


class Found(NamedTuple):
    """A log on which readers disagree: its bytes, shrunk, and what they say."""

    log: bytes
    why: list[str]


def run(number: int, node: Node, seen: Counter[str], folder: Path) -> list[Found]:
    """Let every reader read the logs of one number; return those on which they disagree."""
    name = GAMES[number % len(GAMES)]
    if name in ENDING and number % ENDING_EACH == 0:
        return ending(number, node, seen, folder)
    rng = random.Random(number)  # noqa: S311 - no secret
    narrowed = rng.random() < 0.1
    small = both_narrow() if narrowed else nullcontext()
    with remembered(), quick(), chance(rng), small:
        reading = Reading(world_of(name, rng), Readers(node, checker=not narrowed), seen)
        judge = _judge(node, folder)
        found = _grown(reading, None if narrowed else judge)
        if not narrowed and number % BLIND_EACH == 0:
            found += blind(number, node, seen, judge)
        if not narrowed and number % MIXED_EACH == 1:
            found += blind(number, node, seen, judge, mixed=True)
        lines = [event.line + b"\n" for event in reading.world.events]
        if lines and not narrowed:
            for _ in range(MUTANTS):
                found += _whole(lines, rng, seen, judge)
    if number % FROM_SCRATCH == 0 and reading.last and not narrowed:
        found += _again(reading, node, seen, folder)
    return found


def hidden(number: int, node: Node, seen: Counter[str], folder: Path) -> list[Found]:
    """Do the same with logs alone in which allies hide something, and the rules end games."""
    if number % ENDING_EACH == 0:
        return ending(number, node, seen, folder)
    with remembered(), quick():
        return blind(number, node, seen, _judge(node, folder), mixed=True)


def ending(number: int, node: Node, seen: Counter[str], folder: Path) -> list[Found]:
    """Let a log be played to the end that only its rules know, and go on after it."""
    rng = random.Random(f"ending {number}")  # noqa: S311 - no secret
    with remembered(), quick(), chance(rng):
        reading = Ending(allied(rng.choice(ENDING), rng), Readers(node), seen)
        return _grown(reading, _judge(node, folder))


def _grown(reading: Reading, judge: Callable[[bytes], list[str]] | None) -> list[Found]:
    """Let a log grow; return those on which readers disagree, shrunk if there is a ``judge``."""
    found: list[Found] = []
    try:
        reading.log()
    except Differ:
        pass
    except AssertionError as error:  # an invariant of the fuzz itself
        found.append(Found(b"".join(one + b"\n" for one in reading.last), [str(error)]))
    except Exception as error:  # noqa: BLE001 - whatever ends a reader is what we look for
        why = "".join(traceback.format_exception(error)[-4:])
        found.append(Found(b"".join(one + b"\n" for one in reading.last), [why]))
    for differ in reading.differing[:3]:
        log = b"".join(line + b"\n" for line in differ.lines)
        shorter = log if judge is None else shrunk(differ.lines, judge)
        found.append(Found(shorter, differ.why))
    return found


def blind(
    number: int,
    node: Node,
    seen: Counter[str],
    judge: Callable[[bytes], list[str]],
    *,
    mixed: bool = False,
) -> list[Found]:
    """Let a log without rules grow; ``mixed``: with masks and stocks that are hidden."""
    rng = random.Random(f"{'mixed' if mixed else 'blind'} {number}")  # noqa: S311 - no secret
    blind = grown(rng, Readers(node), seen, mixed=mixed)
    try:
        blind.log()
    except Differ as differ:
        return [Found(shrunk(differ.lines, judge), differ.why)]
    except Exception as error:  # noqa: BLE001 - whatever ends a reader is what we look for
        why = "".join(traceback.format_exception(error)[-4:])
        return [Found(b"".join(one + b"\n" for one in blind.lines), [why])]
    return []


def world_of(name: str, rng: random.Random) -> World:
    """Return a new log of a game, or of Singapore with hands."""
    if name != DEALT:
        return World(name, rng)
    worlds = (World("singapore", rng) for _ in count())
    return next(world for world in worlds if dealt(world))


def allied(name: str, rng: random.Random) -> World:
    """Return a new log of a game with an umpire, in which somebody has an ally."""
    worlds = (World(name, rng) for _ in count())
    return next(one for one in worlds if "groups" in one.opening and one.opening["umpire"])


def dealt(world: World) -> bool:
    """Say whether cards are dealt in the game of a log."""
    _, game = world.library.game(read_data("open", world.opening))
    return cards_of(game) is not None


def _judge(node: Node, folder: Path) -> Callable[[bytes], list[str]]:
    return lambda log: differences(judge_file(log, folder, node))


def _whole(
    lines: list[bytes],
    rng: random.Random,
    seen: Counter[str],
    judge: Callable[[bytes], list[str]],
) -> list[Found]:
    """Read one mutant of a log, whole."""
    try:
        log = mutant(lines, rng)
    except ValueError:  # what was changed is no JSON of ours
        return []
    seen["logs"] += 1
    seen["read whole"] += 1
    kinds = [kind for kind in (b"shuffle", b"ruling") if b'"kind":"%s"' % kind in log]
    seen["with decks"] += b"shuffle" in kinds
    seen["with rulings"] += b"ruling" in kinds
    seen["with hidden stocks"] += b'"split":{' in log
    seen["past event 20"] += log.count(b"\n") > 20
    why = judge(log)
    return [Found(shrunk(log.splitlines(), judge), why)] if why else []


def _again(reading: Reading, node: Node, seen: Counter[str], folder: Path) -> list[Found]:
    """Read the last log once more, from scratch: to resume changes nothing."""
    seen["read again from scratch"] += 1
    log = b"".join(line + b"\n" for line in reading.last)
    reported = judge_file(log, folder, node, scratch=True)
    with remembered(), quick():
        quickly = judge_file(log, folder, node)
    if reported != quickly or any(reported[name] != one for name, one in reading.verdicts.items()):
        return [Found(log, [f"from scratch {reported}, else {reading.verdicts} and {quickly}"])]
    return []
