"""Fuzz several logs of one game by hand: ``PYTHONPATH=tests python -m fuzz.several SEED COUNT``.

By each number a game of the toy is opened, its logs grow apart by everybody who is not honest, and
all of them arrive at clients in any order. The events that the honest sign there are mailed to all
others, and others write on them in turn. Each fault names its number, which tries the same again.
With ``chains`` after the two numbers umpires write many rulings in a row, and no client is asked.
"""

from __future__ import annotations

import random
import secrets
import sys
import tempfile
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

from fuzz.clients import Seat
from fuzz.grove import Grove, Log
from fuzz.openings import STRANGER
from fuzz.world import remembered
from pbem.games import registry
from pbem.table.counts import which_counts
from pbem.table.own import writer

ROUNDS = 2
EVENTS = 7
"""Written in each round by who is not honest."""
CHAIN, ROOM = 150, 200
"""So many rulings an umpire writes in a row. Which log counts is said with so many calls within
each other and no more: the number of rulings must not matter."""


class Seen:
    """How much was tried."""

    def __init__(self) -> None:
        self.games = self.logs = self.branch_points = self.undecided = self.signed = (
            self.clients
        ) = 0

    def reported(self) -> str:
        return ", ".join(f"{name} {number}" for name, number in vars(self).items())


def run(number: int, seen: Seen, folder: Path) -> list[Log]:
    """Try the game with this number and return its logs, of which none goes on from another.

    Raises AssertionError that names it if anything is wrong.
    """
    rng = random.Random(number)  # noqa: S311 - no secret
    with (
        remembered(),
        patch.dict(registry.RULES, {("toy", 1): ("toy.rules", "ToyRules")}),
        patch.object(secrets, "token_bytes", rng.randbytes),
        patch.object(secrets, "token_hex", lambda count: rng.randbytes(count).hex()),
        patch.object(
            writer, "datetime", SimpleNamespace(now=lambda _: datetime(2026, 1, 1, tzinfo=UTC))
        ),
    ):
        grove = Grove(rng)
        game = Several(grove, folder)
        try:
            game.play(seen)
        except Exception as error:
            where = "".join(traceback.format_tb(error.__traceback__)[-4:])
            reported = f"game {number}: {type(error).__name__}: {error}\n{game.reported()}\n{where}"
            raise AssertionError(reported) from error
        finally:
            for seat in game.seats:
                seat.close()
    return grove.ends()


class Several:
    """The logs of one game and the clients to which they come."""

    def __init__(self, grove: Grove, folder: Path) -> None:
        self.grove = grove
        self.rng = grove.rng
        cheats = [name for name in grove.names if name not in grove.honest]
        names = [*sorted(grove.honest), *cheats[:1], STRANGER]
        self.seats = [Seat(name, folder, grove) for name in names]
        first = grove.ends()[0][0]
        for seat in self.seats:
            if seat.handle == first.by and first.by in grove.honest:
                seat.person.client.record(first.by, first.game_id).add(first)

    def play(self, seen: Seen) -> None:
        self.trunk(self.rng.randint(0, 9))
        for _ in range(ROUNDS):
            self.grow()
            self.deliver()
            self.check(seen)
        seen.games += 1
        seen.clients += len(self.seats)
        seen.logs += len(self.grove.ends())
        seen.branch_points += self.grove.check_branch_points()
        seen.signed += sum(one.by in self.grove.honest for one in self.grove.events_of_all())

    def trunk(self, beyond: int) -> None:
        """Write one log in which everybody has joined, and some more events."""
        grove = self.grove
        for _ in range(80):
            [log] = grove.ends()
            grove.stand_on(log)
            if grove.table.started:
                beyond -= 1
            if beyond < 0:
                break
            by = grove.table.active().handle
            seat = next((seat for seat in self.seats if seat.handle == by), None)
            if seat is not None and by in grove.honest:
                seat.arrives(log)
                seat.signs()
            elif grove.table.active().handle is not None:
                grove.goes_on(log)

    def grow(self) -> None:
        """Let all but the honest write on any log, most often on an end."""
        written = 0
        for _ in range(12 * EVENTS):
            logs = self.grove.ends() if self.rng.random() < 0.6 else [*self.grove.logs.values()]
            written += self.grove.grow(self.rng.choice(logs)) is not None
            if written == EVENTS:
                break

    def deliver(self) -> None:
        """Let everything come to everybody, until nobody has signed anything since."""
        for seat in self.rng.sample(self.seats, len(self.seats)):
            seat.arrive(self.grove.ends())
        for seat in self.seats:
            known = seat.everything()
            for log in self.grove.ends():
                if log[-1].id not in known:
                    seat.arrives(log)

    def check(self, seen: Seen) -> None:
        grove = self.grove
        grove.check_branch_points()
        grove.check_honest()
        with shallow(ROOM):
            expected = which_counts(grove.library, grove.ends())
        seen.undecided += expected.open is not None
        for seat in self.seats:
            seat.check(expected)

    def reported(self) -> str:
        """Say who is honest, and how every log went."""
        lines = [f"honest: {', '.join(sorted(self.grove.honest))}; {self.grove.opening}"]
        shown = set[str]()
        for log in self.grove.ends():
            new = [e for e in log if e.id not in shown]
            shown |= {e.id for e in new}
            reported = (f"{e.seq} {e.id[:6]} {e.by} {e.kind} {_short(e.data)}" for e in new)
            lines.append(" / ".join(reported))
        return "\n".join(lines)


def chains(number: int) -> None:
    """Let an umpire write many rulings in a row, beside what somebody wrote on the same event.

    No client is asked, only which log counts. Raises AssertionError that names the number.
    """
    rng = random.Random(number)  # noqa: S311 - no secret
    with remembered():
        grove = Grove(rng)
        for _ in range(40):
            [log] = grove.ends()
            grove.goes_on(log)
            if grove.table.started and rng.random() < 0.3:
                break
        for _ in range(EVENTS):
            grove.grow(rng.choice(grove.ends()))
        log = rng.choice(grove.ends())
        grove.rules_on(log[: rng.choice((-1, len(log)))], CHAIN)
        grove.check_branch_points()
        try:
            with shallow(ROOM):
                which_counts(grove.library, grove.ends())
        except RecursionError as error:
            raise AssertionError(f"chains {number}: rulings in a row end a reader") from error


@contextmanager
def shallow(room: int) -> Iterator[None]:
    """Let so many calls stand within each other from here on, and no more."""
    before, depth, frame = sys.getrecursionlimit(), 0, sys._getframe()
    while frame is not None:
        depth, frame = depth + 1, frame.f_back
    sys.setrecursionlimit(depth + room)
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


def _short(data: object) -> str:
    return str(data)[:70]


def main(seed: int, count: int, what: str = "desks") -> int:
    """Try ``count`` games from number ``seed`` on; return how many had a fault."""
    seen, faults = Seen(), 0
    for number in range(seed, seed + count):
        with tempfile.TemporaryDirectory() as folder:
            try:
                if what == "chains":
                    chains(number)
                else:
                    run(number, seen, Path(folder))
            except AssertionError as fault:
                faults += 1
                sys.stdout.write(f"{fault}\n")
    sys.stdout.write(f"{faults} faults; {seen.reported()}\n")
    return faults


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:]) > 0)
