"""Eliminations of the toy game: entrants whose numbers are their seeds, and much that happens."""

from __future__ import annotations

from random import Random
from typing import Any

from pbem.tournament.events import kinds, plain_kinds
from pbem.tournament.history import BoardOf
from pbem.tournament.ranking.standings import standings
from toy.meeting import Meeting

NAMES = ("ann", "bob", "cas", "dan", "eve", "fay", "gus", "hal", "ida", "jan", "kim")
OUTCOMES = ("first", "second", "draw", "none")


def begun(found: kinds.Found, count: int) -> Meeting:
    """A meeting whose pairing numbers are the numbers of the entrants."""
    meeting = Meeting(found)
    for number, handle in enumerate(NAMES[:count]):
        meeting.enters(handle, rating=2000 - number)
    meeting.begins()
    assert meeting.now.order == list(range(1, count + 1))
    return meeting


def pairs(meeting: Meeting) -> tuple[list[tuple[int, ...]], list[int]]:
    """Pair a round; return its boards with the lower number first, and its byes."""
    made = meeting.pairs()
    return [tuple(sorted(pair)) for pair in made.boards], list(made.byes)


def better_wins(meeting: Meeting) -> None:
    for at in meeting.now.owed():
        first, second = meeting.now.rounds[at.round - 1].boards[at.board - 1]
        meeting.decides(at, "first" if first < second else "second")


def decides(meeting: Meeting, board: int, winner: int, round_: int | None = None) -> None:
    """Decide a board for an entrant."""
    at = BoardOf(round_ or len(meeting.now.rounds), board)
    first, second = meeting.now.rounds[at.round - 1].boards[board - 1]
    assert winner in (first, second)
    meeting.decides(at, "first" if winner == first else "second")


def order(meeting: Meeting) -> list[int]:
    return [row.number for row in standings(meeting.now)]


def reached(meeting: Meeting) -> dict[int, int]:
    return {row.number: row.ties["reached"] for row in standings(meeting.now)}


def outcome_of(meeting: Meeting, at: BoardOf) -> int | tuple[int, int]:
    """Return the winner of a board, 0 for nobody, the pair of a draw."""
    pair = meeting.now.rounds[at.round - 1].boards[at.board - 1]
    done = meeting.now.decided[at].outcome
    return {"first": pair[0], "second": pair[1], "none": 0, "draw": pair}[done]


def results(meeting: Meeting, no: int) -> dict[frozenset[int], Any]:
    return {
        frozenset(meeting.now.rounds[no - 1].boards[at.board - 1]): outcome_of(meeting, at)
        for at in meeting.now.boards(no)
    }


def stir(meeting: Meeting, random: Random) -> None:
    """Have somebody leave, come back or be put out."""
    now = meeting.now
    for number, handle in [(one.number, one.handle) for one in now.entrants]:
        here = now.entrant(number).plays(plain_kinds.ROUNDS_MAX + 1)
        if here and random.random() < 0.08:
            meeting.says(handle, meeting.word(handle, "withdraw"))
        elif here and random.random() < 0.04:
            meeting.write("out", kinds.PutOut(entrant=number, why="gone"))
        elif not here and random.random() < 0.3:
            meeting.says(handle, meeting.word(handle, "return"))


def rules_late(meeting: Meeting, random: Random) -> None:
    """Decide some old boards otherwise."""
    for at in [at for at in meeting.now.decided if random.random() < 0.2]:
        other: Any = random.choice(OUTCOMES)
        if meeting.now.decided[at].outcome != other:
            meeting.decides(at, other, played=random.random() < 0.7)


def decides_all(meeting: Meeting, random: Random) -> None:
    """Decide what is owed by chance."""
    for at in meeting.now.owed():
        chosen: Any = random.choices(OUTCOMES, [5, 5, 2, 1])[0]
        meeting.decides(at, chosen, played=random.random() < 0.8)
