"""From copies to statements: what follows of each game from all that was handed in."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from pbem.audit.counting import judge_counts
from pbem.audit.verdict import CountsVerdict
from pbem.court.judging.bench import Bench, Read
from pbem.court.judging.branches import (
    state_beginnings,
    state_branch_points,
    state_same,
    state_what_counts,
)
from pbem.court.judging.edits import first_after, state_edited
from pbem.court.judging.ending import state_dice, state_how_it_stands
from pbem.court.judging.handed_in import (
    report_other_heads,
    state_heads,
    state_mails,
    state_other_pack,
    state_strangers,
)
from pbem.court.judging.opening import state_faults, state_free, state_keys, state_opening
from pbem.court.judging.umpire import state_days, state_rulings
from pbem.log.event import Event


class GameRead(NamedTuple):
    """The copies of one game; ``counting``: the one that counts, None where nothing decides."""

    game: str
    copies: tuple[Read, ...]
    counting: Read | None


def judge(bench: Bench) -> list[GameRead]:
    """State all that follows of each game, in order; return the games."""
    for one in bench.read:
        with bench.taking(one.copy.label):
            state_faults(bench, one)
    known = [one for one in bench.read if one.verdict.game is not None and one.events]
    known.sort(key=lambda one: (str(one.verdict.game), one.copy.number))
    games = []
    for game, some in groupby(known, key=lambda one: str(one.verdict.game)):
        copies = tuple(some)
        number = copies[0].copy.exhibits[-1]
        with bench.taking(f"the game {game[:16]}..."), bench.work.on(number):
            games.append(_game(bench, game, copies))
    with bench.taking("the confirmations"):
        report_other_heads(bench, {one.game for one in games})
    for pack in bench.packs:
        with bench.taking("a pack"):
            state_other_pack(bench, pack)
    state_mails(bench)
    return games


def _game(bench: Bench, game: str, copies: tuple[Read, ...]) -> GameRead:
    counted = next(judge_counts(bench.verdicts(copies), bench.library), None)
    counting = _counting(copies, counted)
    state_opening(bench, game, counting or copies[0])
    state_free(bench, game, counting or copies[0])
    for one in copies:
        state_keys(bench, game, one)
    state_same(bench, game, copies)
    state_beginnings(bench, copies)
    state_branch_points(bench, game, copies)
    if counted is not None:
        state_what_counts(bench, game, copies, counted)
    first = first_after(bench, copies)
    for one in copies:
        state_edited(bench, one, first)
    state_heads(bench, game, copies)
    state_strangers(bench, game, copies)
    if counting is not None:
        state_dice(bench, game, counting)
    state_rulings(bench, game, copies, counting, _decided(copies, counting, counted))
    if counting is not None:
        state_how_it_stands(bench, game, counting)
    for one in [counting] if counting is not None else _ends(copies):
        state_days(bench, game, one)
    return GameRead(game, copies, counting)


def _counting(copies: Sequence[Read], counted: CountsVerdict | None) -> Read | None:
    """Return the copy that counts: the longest, where no two part."""
    if counted is None:
        return max(copies, key=lambda one: (len(one.events), -one.copy.number))
    if not counted.counts:
        return None
    able = [one for one in copies if any(event.id == counted.head for event in one.events)]
    return max(able, key=lambda one: (len(one.events), -one.copy.number))


def _ends(copies: Sequence[Read]) -> list[Read]:
    """Return the copies that are the beginning of no other, the longest first."""
    found, seen = [], set[str]()
    for one in sorted(copies, key=lambda one: (-len(one.events), one.copy.number)):
        if one.events[-1].id not in seen:
            found.append(one)
            seen |= {event.id for event in one.events}
    return found


def _decided(
    copies: Sequence[Read], counting: Read | None, counted: CountsVerdict | None
) -> tuple[Event, ...]:
    """Return the events of what counts, as far as that is decided."""
    if counting is not None:
        return counting.events
    assert counted is not None  # noqa: S101 - copies part, or the longest one counts
    ends = [one.events[: counted.seq + 1] for one in copies if len(one.events) > counted.seq]
    return next(events for events in ends if events[-1].id == counted.head)
