"""Lists that wait while players fall silent.

By hand: ``PYTHONPATH=tests python -m fuzz.waiting SEED COUNT``.

Three play Depots with honest software, and two of them are allies. Lists run on through levies,
dice and hand-overs. At any moment the umpire puts out the ally who is asked, or somebody resigns.
These must hold: honest software can always do the duty that the table names. One trigger is rolled
once. Its keepers were settled at the trigger. A log that level 3 accepts, levels 1 and 2 accept.
"""

from __future__ import annotations

import random
import secrets
import sys
import tempfile
import traceback
from pathlib import Path
from typing import Any
from unittest.mock import patch

from fuzz import coverage
from fuzz.coverage import Pairs
from fuzz.invariants import Before, Rolled, check_accepted
from fuzz.world import remembered
from pbem.errors import FormError, IllegalOrder
from pbem.log.event import Event
from pbem.log.finding import BadLog
from pbem.table.handlers import groups
from pbem.table.table import Table
from toy.depot_group import LEVY, ROLL, SHARE, DepotGroup, give, pay, spend, split

EVENTS = 30
SILENT, RESIGNS = 0.6, 0.03
"""How often an ally who is asked is put out while a list waits, or somebody resigns."""
ALLIES = ("bob", "cec")
"""Without ann the game is over."""
OWN = {"red": ("red.a", "red.b"), "blue": ("blue.a",), "green": ("blue.b",)}
TOTAL = 12


class Abandoned:
    """One game of Depots, and a table of each level beside it."""

    def __init__(self, folder: Path, rng: random.Random, pairs: Pairs) -> None:
        self.rng, self.pairs = rng, pairs
        dice: Any = rng.choice(("opponents", "umpire"))
        self.party = DepotGroup(folder, trio=True, umpire="uli", dice=dice)
        self.beside = {level: Table(self.party.library, level) for level in (1, 2)}
        self.rolled = Rolled()
        self.read = 0

    @property
    def table(self) -> Table:
        return self.party.table

    def play(self) -> None:
        """Let everybody write what they have to, until the game is over or long."""
        while (handle := self.party.table.active().handle) and not self.table.started:
            self.party.play(handle, "join")
            self.check()
        for who in ("ann", "bob"):
            self.party.orders(who, split(self.rng.randrange(TOTAL + 1)))
            self.check()
            while self.table.active().kinds[0] == "answer":
                self.party.play(self.table.active().handle or "", "open_box")
                self.check()
        for _ in range(EVENTS):
            handle = self.table.active().handle
            if handle is None:
                break
            before = Before.of(self.table)
            if self.write(handle):
                check_accepted(before, self.party.events[-1], self.table)
            self.check()

    def write(self, handle: str) -> bool:
        """Let the active player write, or fall silent; return whether anything was written."""
        over = self.table.result is not None
        waits = not over and (self.waits() or self.rng.random() < 0.2)
        owed = over or self.table.active().kinds[0] == "dice"
        if waits and handle in ALLIES and self.rng.random() < (SILENT / 6 if owed else SILENT):
            out = {"out": handle, "as": "forfeit", "late": None}
            self.party.take(self.party.forge("uli", "ruling", out))
            return True
        kind = self.table.active().kinds[0]
        if kind == "orders":
            if self.rng.random() < RESIGNS:
                self.party.play(handle, "resign")
                return True
            return self.orders(handle)
        boxed = bool(groups.answering(self.table))
        acts = {"lay-open": "lay_open", "answer": "open_box" if boxed else "answer"}
        given = (True,) if kind == "answer" and not boxed else ()
        self.party.play(handle, acts.get(kind, kind), *given)
        return True

    def waits(self) -> bool:
        """Say whether anybody is asked while something is half done."""
        play = self.table.play
        asked = self.table.active().kinds[0] != "orders" or bool(play and play.lists)
        return asked or bool(play and play.asked and play.asked.name == "levy")

    def orders(self, handle: str) -> bool:
        """Give a list that honest software signs; what it refuses is no list."""
        play = self.table.play
        assert play is not None
        assert play.asked is not None
        if self.table.seats[play.asked.side] != handle:
            self.party.orders(handle, {"do": "pass"})
            return True
        try:
            self.party.orders(handle, *self.list(handle, play.asked.side, play.asked.name))
        except (IllegalOrder, FormError, BadLog):
            return False
        return True

    def list(self, handle: str, side: str, asked: str) -> list[dict[str, Any]]:
        mine, choice = OWN[side][0], self.rng.choice
        if asked == "levy":
            return [pay(min(3, self.party.amounts(handle).get(mine, 0) // 2))]
        if asked == "split":
            return [SHARE]
        if self.rng.random() < 0.1:
            return [give(self.rng.randrange(3), mine)]
        earn, end = {"do": "earn", "stock": mine}, {"do": "end"}
        orders = [choice((LEVY, ROLL, LEVY, ROLL, earn, end, spend(1, mine))) for _ in range(4)]
        return orders[: choice((1, 3, 4))]

    def check(self) -> None:
        """Let the other levels read what is new, and look who rolls."""
        for event in self.party.events[self.read :]:
            for level, table in self.beside.items():
                try:
                    table.take(event)
                except BadLog as bad:
                    raise AssertionError(f"level {level} refuses what 3 takes: {bad}") from bad
            self.rolled.wrote(event)
            self.pairs.add(event, self.beside[2], self.table)
        self.read = len(self.party.events)
        self.rolled.check(self.table)

    def reported(self) -> str:
        return "\n".join(_line(event) for event in self.party.events)


def _line(event: Event) -> str:
    orders = [one.get("do") for one in event.data.get("orders", [])]
    return f"{event.seq} {event.by} {event.kind} {orders or event.data.get('out', '')}"


def run(number: int, pairs: Pairs | None = None) -> None:
    """Play the game with this number; raises AssertionError that names it if anything is wrong."""
    rng = random.Random(number)  # noqa: S311 - no secret
    with (
        tempfile.TemporaryDirectory() as folder,
        remembered(),
        patch.object(secrets, "token_bytes", rng.randbytes),
    ):
        game = Abandoned(Path(folder), rng, Pairs() if pairs is None else pairs)
        try:
            game.play()
        except Exception as error:
            where = "".join(traceback.format_tb(error.__traceback__)[-2:])
            reported = f"game {number}: {type(error).__name__}: {error}\n{game.reported()}\n{where}"
            raise AssertionError(reported) from error


def main(seed: int, count: int) -> int:
    """Play ``count`` games from number ``seed`` on; return how many had a fault."""
    pairs, faults = Pairs(), 0
    for number in range(seed, seed + count):
        try:
            run(number, pairs)
        except AssertionError as fault:
            faults += 1
            sys.stdout.write(f"{fault}\n")
    sys.stdout.write(f"{faults} of {count} games have a fault\n{coverage.reported(pairs)}")
    return faults


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2])) > 0)
