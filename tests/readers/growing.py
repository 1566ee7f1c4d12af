"""Logs that grow at random: each event tried is the end of one log, which every reader judges."""

from __future__ import annotations

import json
from collections import Counter
from io import BytesIO

from fuzz import rulings
from fuzz.run import Fuzz, Tally, Try
from fuzz.world import LEVELS, World, take
from pbem.log.event import NO_EVENT, Event, read_event
from pbem.log.file import read_lines
from pbem.log.finding import BadLog, Finding
from readers.judging import BLIND, Readers, Verdicts, of_program
from readers.permitted import differences

FAR = (0, 8, 16, 24, 28, 36, 36, 48)
"""So many events a log is given, by turns, before others are tried after it."""
TRIES = 50
LATE = 20
SPOILT = 0.15
"""How often a line is tried that is not an event as anybody would write it."""


SOON = 0.8
"""How often the player who is asked ends their phase, if they can."""
LONGEST = 60
"""An ending log has so many events at most when its rules have ended the game."""
FOLLOWING = 12
"""So many events are tried after the end."""


class Differ(Exception):
    """Readers disagree on a log: its lines, and what each said."""

    def __init__(self, lines: list[bytes], reported: Verdicts, why: list[str]) -> None:
        super().__init__("; ".join(why))
        self.lines, self.reported, self.why = lines, reported, why


class Reading(Fuzz):
    """A log being fuzzed, and every reader after each of its events."""

    def __init__(self, world: World, readers: Readers, seen: Counter[str]) -> None:
        super().__init__(world, Tally())
        self.readers, self.seen = readers, seen
        self.taken: dict[str, Event] = {}
        self.good = {NO_EVENT: 0}
        self.differing: list[Differ] = []
        self.last: list[bytes] = []
        self.verdicts: Verdicts = {}
        readers.forget()

    def log(self) -> None:
        """Let the log grow, then try events and lines after it."""
        far = self.rng.choice(FAR)
        for _ in range(2 * far):
            if len(self.world.events) >= far or self.world.table.result is not None:
                break
            made = self.legal() if self.world.events else self.first()
            if made is not None:
                self.one(made)
        for _ in range(TRIES):
            made = self.next()
            if made is None:
                continue
            self.one(made)
            if self.rng.random() < SPOILT:
                self.spoilt_line(made.event.line)

    def judged(self, event: Event, verdicts: dict[int, Finding | None], head: str) -> None:
        super().judged(event, verdicts, head)
        good = self.good[head]
        reported = {f"program {n}": of_program(found, good) for n, found in verdicts.items()}
        blind = tuple(level for level in verdicts if level < 3)
        reported |= self.readers.judge(event.line, event.id, head, blind)
        if any(found is None for found in verdicts.values()):
            self.taken[event.id], self.good[event.id] = event, good + 1
        self.count(event, good, reported)
        self.compare(event.line, head, reported)

    def compare(self, line: bytes, head: str, reported: Verdicts) -> None:
        """Keep a log on which readers disagree; end this one where they cannot go on together."""
        self.last = [*(event.line for event in self.path(head)), line]
        self.verdicts = reported
        why = differences(reported)
        if not why:
            return
        differ = Differ(self.last, reported, why)
        self.differing.append(differ)
        blind = [one for name, one in reported.items() if name != "program 3"]
        if len({one.code is None for one in blind}) > 1 or any("crash" in one for one in why):
            raise differ

    def spoilt_line(self, line: bytes) -> None:
        """Let every reader read a line of which a bit, a piece or its signature is another."""
        spoilt, head = self.spoil(line), self.world.chain.head
        good = self.good[head]
        if b"\n" in spoilt:
            return
        try:
            [(_, whole)] = read_lines(BytesIO(spoilt + b"\n"))
            event = read_event(whole)
        except BadLog as bad:
            reported = {f"program {n}": of_program(bad.finding, good) for n in LEVELS}
            reported |= self.readers.judge(spoilt, "spoilt", head, BLIND)
        else:
            if event.id in self.taken:
                return
            found = {n: take(self.world.thawed(n), event) for n in LEVELS}
            reported = {f"program {n}": of_program(one, good) for n, one in found.items()}
            reported |= self.readers.judge(spoilt, event.id, head, BLIND)
        self.count(None, good, reported)
        self.compare(spoilt, head, reported)

    def spoil(self, line: bytes) -> bytes:
        changed, what = bytearray(line), self.rng.random()
        at = self.rng.randrange(len(line))
        if what < 0.5:
            changed[at] ^= 1 << self.rng.randrange(8)
        elif what < 0.7:
            del changed[at : at + self.rng.randint(1, 3)]
        elif what < 0.85:
            changed[at:at] = self.rng.choice((b" ", b"0", b"-", b"\\u0061", b"\r", b"{", b"\xff"))
        else:
            changed[-130:-2] = self.rng.randbytes(64).hex().encode()
        return bytes(changed)

    def path(self, head: str) -> list[Event]:
        """Return the events up to one, which every reader took."""
        found: list[Event] = []
        while head != NO_EVENT:
            found.append(self.taken[head])
            head = found[-1].prev
        return found[::-1]

    def count(self, event: Event | None, good: int, reported: Verdicts) -> None:
        """Count what kind of log this is, and what was found in it."""
        table = self.world.table
        ruled = bool(table.ruled_on) or (event is not None and event.kind == "ruling")
        self.seen["logs"] += 1
        self.seen["past event 20"] += good >= LATE
        self.seen["with decks"] += bool(table.decks)
        self.seen["with hidden stocks"] += bool(table.stocks)
        self.seen["with rulings"] += ruled
        self.seen["lines that are no event of ours"] += event is None
        codes = [
            reported[name].code
            for name in ("program 1", "program 2", "program 3")
            if name in reported
        ]
        first = next((code for code in codes if code), None)
        self.seen["found: " + (first or "nothing")] += 1
        for low, high, level in zip(codes, codes[1:], (2, 3), strict=False):
            if low != high:
                self.seen[f"level {level}: {low or 'holds'}, then {high}"] += 1


class Ending(Reading):
    """A log that goes on until the rules end its game; then people open, and the umpire rules.

    Readers without rules do not see such an end.
    """

    def log(self) -> None:
        """Let the game be played to its end, then try events after it."""
        for _ in range(LONGEST):
            if self.world.table.result is not None:
                break
            made = self.soon() if self.world.events else self.first()
            if made is not None:
                self.one(made)
        why = None if self.world.table.result is None else self.world.table.result.why
        for _ in range(FOLLOWING if why == "victory" else 0):
            self.seen["behind the end"] += 1
            made = self.following()
            if made is not None:
                self.one(made)

    def soon(self) -> Try | None:
        """Return what brings the game nearer to its end, if that can be ordered."""
        world, now = self.world, self.world.table.active()
        if world.table.play is None or now.kinds[:1] != ("orders",) or self.rng.random() > SOON:
            return self.legal()
        assert world.table.play.asked is not None
        assert now.handle is not None
        side = world.table.play.asked.side
        data = {"side": side, "orders": [{"do": "end"}], "state": world.table.digest()}
        event = world.compose(now.handle, "orders", data)
        return None if event is None else Try(event)

    def following(self) -> Try | None:
        """Return what is due, or a ruling: one that puts out, is on a fork, or closes."""
        world, what = self.world, self.rng.random()
        umpire, who = world.table.roster.umpire, world.table.active().handle
        if umpire is None or umpire.vrf is None or what < 0.45:
            return self.honest()
        if what < 0.6 and who is not None:
            data = rulings.put_out(world, who)
        elif what < 0.65:
            data = rulings.result(world)
        else:
            data = self.forked()
        event = world.compose(umpire.handle, "ruling", data)
        return None if event is None else Try(event)

    def forked(self) -> rulings.Data:
        """Return a ruling on an event of the log, written again with another salt."""
        by = self.rng.choice(self.parties.handles())
        own = [one for one in self.world.events if one.by == by and one.kind == "orders"]
        event = self.rng.choice(own or self.world.events[-1:])
        place = {"game": event.game, "seq": event.seq, "prev": event.prev}
        other = self.world.compose(event.by, event.kind, event.data, **place)
        assert other is not None
        return {"fork": [json.loads(other.line)], "then": "forfeit"}
