"""Published crosstables as tournaments, and as tables of the second reader.

The rounds of each player: how it ended, side and opponent. H: a bye on request, U: the bye, Z: not
there; F: a forfeit.
"""

from __future__ import annotations

from pbem.tournament.events import term_kinds
from pbem.tournament.history import BoardOf, Decided, Paired
from pbem.tournament.ranking.standings import standings
from second.cup_order import Board, Round, Table
from toy.meeting import Meeting

POINTS = term_kinds.Scale(win=2, draw=1, loss=0, bye=2)
"""As halves of FIDE's points: Sonneborn-Berger counts quarters."""
ASKED = term_kinds.Requested(points=1, most=2)


def crosstable(reported, found):
    """A tournament of these results, and the second reader's table of the same."""
    rows = {int(line.split()[0]): line.split()[1:] for line in reported.split("\n") if line}
    meeting = Meeting(found, *(f"p{number:02}" for number in rows))
    now = meeting.now
    now.closed, now.order = "0" * 64, list(rows)
    seconds = []
    for no in range(1, 1 + len(rows[1])):
        of = {number: row[no - 1] for number, row in rows.items()}
        firsts = {a: int(said[2:]) for a, said in of.items() if said[1:2] == "W"}
        forfeits = {a: int(said[2:]) for a, said in of.items() if said.startswith("+F")}
        lost = {a: int(said[2:]) for a, said in of.items() if said.startswith("-F")}
        both = {a: b for a, b in lost.items() if a < b and b in lost}
        boards = (*firsts.items(), *forfeits.items(), *both.items())
        byes, asked = ([a for a, said in of.items() if said == mark] for mark in "UH")
        now.rounds.append(Paired("0" * 64, boards, tuple(byes), tuple(asked)))
        marks = {"+": "first", "=": "draw", "-": "second"}
        ends = ["none" if a in both else marks[of[a][0]] for a, _ in boards]
        for board, outcome in enumerate(ends, 1):
            played = boards[board - 1][0] in firsts
            now.decided[BoardOf(no, board)] = Decided(outcome, played, "" if played else "F", "")
        made = [
            Board(*pair, outcome=outcome, played=pair[0] in firsts)
            for pair, outcome in zip(boards, ends, strict=True)
        ]
        seconds.append(Round("0" * 64, made, byes, asked))
    scale = {"win": 2, "draw": 1, "loss": 0, "bye": 2}
    kind = str(found.format.__struct_config__.tag)
    second = Table(scale, seconds, len(seconds), list(rows), list(found.ties), 1, kind, requested=1)
    return {row.number: row for row in standings(now)}, second


def values(rows, tie, unit=2):
    return [rows[number].ties[tie] / unit for number in sorted(rows)]


def agree(rows, second):
    reported = second.values()
    mine = {number: [row.points, *row.ties.values()] for number, row in rows.items()}
    assert mine == reported
