"""The same orders on other dice: how the game would have gone, as far as they stay legal.

Everybody orders what they have signed, event by event, while the dice fall by a seed. A course ends
where an order that was signed is not legal any more, or somebody else is asked: what they would
have ordered there nobody knows. Nothing of it is signed, and nothing of it is a game.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from pbem.audit.luck.measuring import stands
from pbem.errors import FormError, IllegalOrder
from pbem.kit.contract import Question
from pbem.kit.dice import SeededDice
from pbem.log.event import Event
from pbem.log.file import read_events
from pbem.log.finding import BadLog
from pbem.play.outcomes import TookBack
from pbem.play.play import Play
from pbem.table.events import kinds
from pbem.table.library import Library
from pbem.table.table import Table

FEW = 10
"""A place learns that one of so many courses at least has reached."""
KINDS = ("orders", "dice", "seal", "reveal", "offer", "answer")
"""The events that can be done again without anybody's keys. Any other event ends what is followed.
"""


class Others(msgspec.Struct, frozen=True, kw_only=True):
    """The results of the same orders in ``runs`` other courses of the dice, by ``seed``.

    - ``followed``: Event number of each roll of the log -> how many courses came to it.
    - ``event``: The last of these that a tenth of them reached; null if there is none.
    - ``worse``: For each player the share of those courses in which they stand worse there than in
      the log. Half of the courses in which they stand as well are counted in.
    """

    runs: int
    seed: int
    followed: dict[int, int]
    event: int | None
    worse: dict[str, float]


class _Do(NamedTuple):
    """The effect of an event on a play, and after a roll how everybody stands in the log."""

    event: int
    kind: str
    by: str
    data: dict[str, Any]
    stands: dict[str, int]


def others(path: Path, library: Library, runs: int, seed: int) -> Others:
    """Play the orders of a log ``runs`` times on other dice, from where the game begins.

    ``seed``: of these dice; the same one gives the same courses. Raises `LogFileError`, RulesFault.
    """
    begun, todo = _script(path, library)
    followed: dict[int, int] = {one.event: 0 for one in todo if one.kind == "dice"}
    stood: dict[int, list[dict[str, int]]] = {event: [] for event in followed}
    for number in range(runs if begun is not None else 0):
        assert begun is not None  # noqa: S101 - else there are no runs
        dice = SeededDice(random.Random(f"{seed} {number}"))  # noqa: S311 - nobody has to trust it
        for event, stands_then in _course(begun.copy(), todo, dice):
            followed[event] += 1
            stood[event].append(stands_then)
    reached = [event for event, many in followed.items() if many and many * FEW >= runs]
    at = reached[-1] if reached else None
    worse: dict[str, float] = {}
    if at is not None:
        actual = next(one.stands for one in todo if one.event == at)
        for handle, merit in actual.items():
            below = sum(one[handle] < merit for one in stood[at])
            equal = sum(one[handle] == merit for one in stood[at])
            worse[handle] = (below + equal / 2) / len(stood[at])
    return Others(runs=runs, seed=seed, followed=followed, event=at, worse=worse)


def _script(path: Path, library: Library) -> tuple[Play | None, list[_Do]]:
    """Return the game as it begins, and what was done in it as far as that can be done again."""
    table = Table(library)
    begun: Play | None = None
    todo: list[_Do] = []
    try:
        for event in read_events(path):
            started = table.play is not None
            table.take(event)
            reported = table.reported()
            if table.play is None:
                continue
            if begun is None:
                begun = table.play.copy()
            if not started:
                continue
            if not _again(event) or any(isinstance(one, TookBack) for one in reported):
                break
            whole = event.kind != "dice" or table.dicing is None
            if event.kind in ("offer", "answer") or not whole:
                continue
            now = stands(table.play.game, table.play.position, table.seats)
            todo.append(_Do(event.seq, event.kind, event.by, event.data, now))
    except BadLog:
        pass  # as far as it is good
    return begun, todo


def _again(event: Event) -> bool:
    return event.kind in KINDS and "proofs" not in event.data


def _course(play: Play, todo: list[_Do], dice: SeededDice) -> Iterator[tuple[int, dict[str, int]]]:
    """Do one thing after the other; yield after every roll its event and how everybody stands."""
    for one in todo:
        try:
            if not _done(play, one, dice):
                return
        except (IllegalOrder, FormError):
            return
        play.forget()
        if one.kind == "dice":
            yield one.event, stands(play.game, play.position, play.seats)


def _done(play: Play, one: _Do, dice: SeededDice) -> bool:
    """Do what an event did; return whether it is what the game waits for."""
    if one.kind == "dice":
        if play.due is not None:
            play.roll(dice)
            return True
        return False
    return play.due is None and play.asked is not None and _written(play, play.asked, one)


def _written(play: Play, asked: Question, one: _Do) -> bool:
    """Do what somebody wrote, if they are asked that."""
    match kinds.read_data(one.kind, one.data):
        case kinds.Orders() as data if data.side == asked.side and asked.secret is None:
            if isinstance(data.standing, dict):
                play.stand(one.by, data.standing)
            play.order(one.by, data.orders)
        case kinds.Seal() as data if asked.secret == data.label and not asked.opens:
            play.seal(data.label)
        case kinds.Reveal() as data if asked.secret is not None and asked.opens:
            play.open(data.value)
        case _:
            return False
    return True
