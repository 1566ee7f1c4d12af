"""Which events were written in which states of the table: a count of every pair.

By hand: ``PYTHONPATH=tests python -m fuzz.coverage LOGS`` fuzzes so many logs of every game and
plays as many games of lists that wait. It prints the table that `tests/fuzz/README.md` shows.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable

from pbem.log.event import Event
from pbem.table.events import kinds
from pbem.table.handlers import groups
from pbem.table.table import Table

STATES = (
    "list waiting", "dice owed", "ruling pending", "player out", "in doubt", "deck open",
    "box open", "stocks hidden", "offer open",
)  # fmt: skip
KINDS = tuple(kinds.KINDS)


def states(table: Table, blind: Table) -> set[str]:
    """Return the states of a table; ``blind`` is the same log at level 2.

    - *list waiting*: an order list is suspended; *dice owed*: not all keepers have given;
    - *ruling pending*: nobody has written since a ruling; *player out*: somebody is;
    - *in doubt*: an opening may have put somebody out, as far as level 2 knows;
    - *deck open*: a deck lies there, and not all masks were opened; *box open*: a sealed box waits
      for its answer; *stocks hidden*: a pair of stocks is; *offer open*: somebody has to answer.
    """
    play = table.play
    found = {
        "list waiting": play is not None and bool(play.lists),
        "dice owed": table.dicing is not None or blind.dicing is not None,
        "ruling pending": bool(table.ruled_on) and table.chain.head != table.last_written,
        "player out": any(player.out for player in table.roster.players),
        "in doubt": bool(blind.perhaps_out),
        "deck open": any(not all(deck.masks) or not deck.masks for deck in table.decks),
        "box open": bool(groups.answering(table)),
        "stocks hidden": any(pair.open is not True for pair in table.stocks),
        "offer open": table.offer is not None,
    }
    return {state for state, holds in found.items() if holds}


def waits(table: Table) -> bool:
    """Say whether anybody is asked while something is half done: a list, a box, an opening."""
    play = table.play
    if play is None or table.result is not None:
        return False
    return bool(play.lists) or table.active().kinds[:1] in (("answer",), ("lay-open",), ("dice",))


class Pairs(Counter[tuple[str, str]]):
    """How often an event of a kind was written in a state."""

    def __init__(self) -> None:
        super().__init__()
        self._before: set[str] = set()

    def add(self, event: Event, blind: Table, whole: Table) -> None:
        """Count an event that both tables took, in the states in which they were before it."""
        for state in self._before if event.seq else ():
            self[event.kind, state] += 1
        self._before = states(whole, blind)


def reported(pairs: Pairs) -> str:
    """Return the table of all pairs, as Markdown."""
    rows = [f"| event | {' | '.join(STATES)} |", "| --- |" + " ---: |" * len(STATES)]
    for kind in KINDS:
        cells = (str(pairs[kind, state] or "-") for state in STATES)
        rows.append(f"| `{kind}` | {' | '.join(cells)} |")
    return "\n".join(rows) + "\n"


def measured(logs: int, games: tuple[str, ...]) -> Pairs:
    """Fuzz so many logs of each game, and play as many games of lists that wait."""
    from fuzz import run, waiting

    pairs, tally = Pairs(), run.Tally()
    tally.pairs = pairs
    for number in range(logs):
        for name in games:
            _tried(run.run, number, tally, name)
        _tried(waiting.run, number, pairs)
    return pairs


def _tried(what: Callable[..., object], *given: object) -> None:
    """Try one log; what is wrong with it is said, and ends nothing."""
    try:
        what(*given)
    except AssertionError as fault:
        sys.stderr.write(f"{fault}\n")


if __name__ == "__main__":
    from fuzz.openings import GAMES

    sys.stdout.write(reported(measured(int(sys.argv[1]), tuple(sys.argv[2:]) or GAMES)))
