"""Berger's tables: who meets whom in each round of a round robin (FIDE Handbook, C.05, annex 1)."""

from __future__ import annotations

from pbem.tournament.events.term_kinds import RoundRobin
from pbem.tournament.history import History

NOBODY = 0
"""Stands where a table has no opponent for somebody."""


def berger_round(size: int, number: int) -> list[tuple[int, int]]:
    """Return the pairs of round ``number``, the first first: places from 1 to an even ``size``."""
    half, ring = size // 2, size - 1
    at = (number - 1) * half % ring
    top = (at + 1, size) if number % 2 else (size, at + 1)
    return [top, *(((at + step) % ring + 1, (at - step) % ring + 1) for step in range(1, half))]


def meetings(history: History, order: list[int], round_: int) -> list[tuple[int, int]]:
    """Return who of ``order`` meets whom in a round, the first first, whether or not they play.

    `NOBODY` is the opponent of who has none. Since edition 2 the last two rounds of the first of
    two cycles are exchanged: else some have one side three times in a row. A round that the tables
    do not have is empty.
    """
    size = len(order) + len(order) % 2
    form, turns = history.found.format, max(1, size - 1)
    cycle, turn = divmod(round_ - 1, turns)
    cycles = form.cycles if isinstance(form, RoundRobin) else 1
    if not order or cycle >= cycles:
        return []
    if cycles > 1 and history.edition > 1 and not cycle and turns > 1:
        turn = {turns - 1: turns - 2, turns - 2: turns - 1}.get(turn, turn)
    places = [*order, NOBODY] if len(order) % 2 else order
    pairs = [(places[one - 1], places[two - 1]) for one, two in berger_round(size, turn + 1)]
    return [(two, one) if cycle else (one, two) for one, two in pairs]


def dropped(history: History) -> set[int]:
    """Return whose results count in no standing of a round robin: who left it too early.

    They play no longer and have played under half of the games that they would have had. Their
    games are rated all the same.

    Source: docs/tournaments.md, section 5 (FIDE Tournament Rules, 5.4).
    """
    form = history.found.format
    if history.edition < 2 or not isinstance(form, RoundRobin):
        return set()
    played = dict.fromkeys(history.order, 0)
    for at, done in history.decided.items():
        for one in history.pair_of(at):
            played[one.number] += done.played
    games = form.cycles * (len(history.order) - 1) * history.legs
    gone = (no for no in history.order if not history.entrant(no).plays(history.length + 1))
    return {number for number in gone if 2 * played[number] < games}


def walkovers(history: History, round_: int) -> list[tuple[int, int, int]]:
    """Return who won a round without a board, since the other was not there: first, second, winner.

    `NOBODY` has won where neither was there. Before edition 2, and in other formats, nobody has:
    who was there has a bye.
    """
    if history.edition < 2 or not isinstance(history.found.format, RoundRobin):
        return []
    paired = history.rounds[round_ - 1]
    boards = {frozenset(board) for board in paired.boards}
    return [
        (one, two, next((no for no in (one, two) if no in paired.byes), NOBODY))
        for one, two in meetings(history, history.order, round_)
        if NOBODY not in (one, two) and frozenset((one, two)) not in boards
    ]


def byes(history: History, round_: int) -> list[int]:
    """Return who has a bye in a round, and no win because the other was not there."""
    won = {winner for *_, winner in walkovers(history, round_)}
    return [number for number in history.rounds[round_ - 1].byes if number not in won]
