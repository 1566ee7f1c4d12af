"""The outcome of a check of a tournament, in sentences for who clicks."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.client.session.words import sentence
from pbem.crypto.text import escape
from pbem.director.judging import Report
from pbem.kit.wording import counted, listing


def findings(report: Report) -> Iterator[str]:
    """Say what was computed again, what stands on the director's word, and what is wrong."""
    if report.faults:
        for fault in report.faults:
            whose = f" It convicts {fault.whose}." if fault.whose else ""
            yield f"{sentence(fault.message)}{whose}"
        yield "Keep this file. Ask the director for the right one, and show others the difference."
    else:
        results = counted(report.games, "result")
        yield f"All pairings and points follow from the log, and {results} from logs of games."
    if boards := [_board(one) for one in report.missing]:
        yield f"The log of {listing(boards)} is not here. Ask the players or the director for it."
    if boards := [_board(one) for one in report.unseen]:
        yield f"The director decided {listing(boards)}, and its log is not here."
    for one in (*report.ruled, *report.word):
        yield sentence(f"By the director's word: {escape(one)}")
    for one in report.substitutes:
        yield sentence(f"Substitute: {escape(one)}")
    for one in report.dismissed:
        yield sentence(f"Appeal dismissed: {escape(one)}")
    for one in report.newer:
        yield sentence(f"Newer rules than the tournament's: {escape(one)}")
    yield from _beside(report)


def _beside(report: Report) -> Iterator[str]:
    """Say what does not follow from the files, and is no fault."""
    if report.alone:
        yield f"{report.director} alone drew the lots, and could choose them."
    if report.plays:
        yield f"{report.director} directs the tournament and plays in it."
    for number in report.uncompared:
        yield f"Another program paired round {number}, so its pairings were not compared."
    if report.before:
        yield "It continues another ladder, whose final order was not compared."
    for one in report.unpaired:
        yield sentence(f"This game is of a pairing that the log does not have: {escape(one)}")
    for one in report.others:
        yield sentence(f"This game counts for no board: {escape(one)}")


def _board(said: str) -> str:
    """Return the board in words that name a game, too."""
    return escape(said.partition(":")[0])
