"""Logs of a game that has no rules, full of doubt, new keys, undo and rulings.

With rules a log seldom comes into doubt, and seldom stays there: who opens something illegal is
out. Without rules every opening may have been illegal, so readers have to keep in mind what is
known and what is not. Each event tried is the end of one log.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

from pbem.log.event import NO_EVENT, read_event
from pbem.log.finding import BadLog
from pbem.table.library import Library
from pbem.table.table import Table
from readers.growing import LATE, Differ
from readers.judging import BLIND, Readers, Verdicts, of_program
from readers.permitted import differences
from second.crypt import jcs, tagged
from second.writer import Writer

SIDES = ("us", "jp", "uk", "au")
PLAYERS = ("ann", "bob", "cal", "dan")
TRIES = 40
DUE = 0.7
"""How often what is due is tried, by one of those who are due."""
NEAR = 6
"""Undo and rulings on forks name one of so many last events."""
FORKED = ("orders", "seal", "answer")
"""Kinds of which somebody is reported to have written another."""
WEIGHTS = {
    "seal": 12, "reveal": 12, "keys": 6, "undo": 6, "tie": 1, "answer": 4, "orders": 8, "dice": 12,
    "resign": 1, "forfeit": 1, "replace": 3, "join": 1, "fork": 2, "new_key": 5, "old_key": 2,
    "close": 1,
}  # fmt: skip


class Blind:
    """A log without rules that grows, and every reader after each of its events."""

    tries = most_after = TRIES

    def __init__(self, rng: random.Random, readers: Readers, seen: Counter[str]) -> None:
        self.rng, self.readers, self.seen = rng, readers, seen
        self.game = self.begin()
        self.tables = {level: Table(Library(lambda *_: None), level) for level in BLIND}
        self.seals: list[tuple[str, str]] = []
        self.offered: dict[str, str] = {}
        self.former: dict[str, str] = {}
        self.made = self.following = 0
        readers.forget()

    def begin(self) -> Writer:
        """Return a log in which everybody has joined."""
        self.names = list(PLAYERS[: self.rng.choice((3, 3, 4))])
        seats = dict(zip(SIDES, self.names, strict=False))
        if len(self.names) > 3 and self.rng.random() < 0.2:
            del seats["au"]  # dan is a witness
        witness = len(self.names) > len(seats)
        dice = ("umpire", "opponents", *["witnesses"] * witness)
        return Writer(list(self.names), seats, self.rng.choice(dice))

    @property
    def lines(self) -> list[bytes]:
        """The log, and after it the event that was tried last."""
        return [line.removesuffix(b"\n") for line in self.game.lines]

    def log(self) -> None:
        """Write the start, then try events; raises `Differ` where readers disagree."""
        start = list(zip(self.game.lines, self.game.ids, strict=True))
        self.game.lines, self.game.ids = [], []
        for line, name in start:
            self.game.lines.append(line)
            self.game.ids.append(name)
            assert self.held()
        self.first()
        for _ in range(self.tries):
            if self.following > self.most_after:
                break
            self.one(*self.next())
            self.following += self.tables[2].over

    def first(self) -> None:
        """Now and then let somebody come into doubt before all else."""
        for _ in range(self.rng.choice((0, 0, 1, 2))):
            self.one("seal", self.rng.choice(self.names))
            self.one("reveal", self.seals[-1][1])

    def next(self) -> tuple[str, str]:
        """Choose a kind of event and who writes it: often what is due, else anything."""
        table, due = self.tables[2], self.rng.random() < DUE
        joining = table.roster.joining()
        if due and table.result is None and joining is not None:
            return self.rng.choice((*("join",) * 3, "reveal", "dice")), joining.handle
        if due and table.offer is not None:
            return "answer", self.rng.choice(table.offer.waiting)
        [kind] = self.rng.choices([*WEIGHTS], [*WEIGHTS.values()])
        playing = [one.handle for one in table.roster.playing()] if due else []
        return kind, self.rng.choice(playing or self.names)

    def one(self, kind: str, by: str) -> None:
        """Try an event of a kind, if there is one; it stays if all hold it."""
        game = self.game
        before, signs = len(game.ids), dict(game.names)
        betas = list(getattr(game, "betas", []))
        trigger = getattr(game, "trigger", "")
        getattr(self, "try_" + kind)(by)
        if len(game.ids) == before:
            return
        if self.held():
            self.seen["without rules: " + kind] += 1
            self.keep(kind, by, signs)
            return
        game.cut()
        game.names, game.betas, game.trigger = signs, betas, trigger

    def keep(self, kind: str, by: str, signs: dict[str, str]) -> None:
        """Remember what an event brought that later ones can name."""
        if kind == "seal":
            self.seals.append((self.game.ids[-1], by))
        elif kind == "keys":
            self.offered[by] = f"key {self.made}"
        elif kind == "new_key":
            self.former[by] = signs.get(by, by)
        elif kind == "replace":
            self.names.append(f"heir-{self.made}")

    def held(self) -> bool:
        """Let every reader judge the last event; say whether all hold it."""
        line, head = self.lines[-1], self.tables[2].chain.head
        event, copies, reported = read_event(line), {}, {}
        good = len(self.game.ids) - 1
        for level, table in self.tables.items():
            copies[level] = table.copy()
            found = None
            try:
                copies[level].take(event)
            except BadLog as bad:
                found = bad.finding
            reported[f"program {level}"] = of_program(found, good)
        reported |= self.readers.judge(line, event.id, head if good else NO_EVENT, BLIND)
        self.count(reported)
        why = differences(reported)
        if why:
            raise Differ(self.lines, reported, why)
        if any(one.code for one in reported.values()):
            return False
        self.tables = copies
        return True

    def count(self, reported: Verdicts) -> None:
        """Count what was found, and in which states."""
        table = self.tables[2]
        self.seen["logs"] += 1
        self.seen["without rules"] += 1
        self.seen["past event 20"] += len(self.game.ids) - 1 >= LATE
        self.seen["without rules, in doubt"] += bool(table.perhaps_out)
        self.seen["without rules, two keys perhaps"] += bool(table.perhaps_keys)
        self.seen["found: " + (reported["program 2"].code or "nothing")] += 1

    # --- what is tried -------------------------------------------------------------------------

    def try_seal(self, by: str) -> None:
        self.game.seal(by, f"plan-{self.rng.randrange(40)}")

    def try_reveal(self, by: str) -> None:
        if self.seals:
            sealed, owner = self.rng.choice(self.seals[-3:])
            self.game.reveal(owner if self.rng.random() < 0.9 else by, sealed)

    def try_keys(self, by: str) -> None:
        self.made += 1
        self.game.keys(by, f"key {self.made}", f"key {self.made}")

    def try_undo(self, by: str) -> None:
        self.game.write(by, "offer", what="undo", to=self.rng.choice(self.game.ids[-NEAR:]))

    def try_tie(self, by: str) -> None:
        self.game.write(by, "offer", what="tie")

    def try_answer(self, by: str) -> None:
        self.game.write(by, "answer", yes=self.rng.random() < 0.85)

    def try_orders(self, by: str) -> None:
        self.game.orders(by, "us")

    def try_dice(self, by: str) -> None:
        """Give dice, now and then for the last event, whatever it is."""
        if self.rng.random() < 0.3 and self.game.event(-1)["body"]["kind"] != "dice":
            self.game.trigger, self.game.betas = self.game.ids[-1], []
        if not getattr(self.game, "trigger", ""):
            return
        by = self.rng.choice([by, "uma"])
        instead = self.rng.choice(["", self.rng.choice(self.names)]) if by == "uma" else ""
        self.game.dice(by, instead=instead, last=self.rng.random() < 0.5)

    def try_resign(self, by: str) -> None:
        self.game.write(by, "resign")

    def try_forfeit(self, by: str) -> None:
        self.game.write("uma", "ruling", **{"out": by, "as": "forfeit", "late": None})

    def try_replace(self, by: str) -> None:
        self.made += 1
        others = [one for one in self.names if one != by] if self.rng.random() < 0.4 else []
        self.game.replace(by, f"heir-{self.made}", *others)

    def try_join(self, by: str) -> None:
        self.game.join(by)

    def try_close(self, _: str) -> None:
        if self.rng.random() < 0.3:
            self.game.write("uma", "ruling", result={"winner": "us", "why": "victory"})

    def try_new_key(self, by: str) -> None:
        """Sign with a key that was offered."""
        if by in self.offered:
            self.game.names[by] = self.offered[by]
            self.game.orders(by, "us")

    def try_old_key(self, by: str) -> None:
        """Sign with a key that is another's, perhaps, by now."""
        if by in self.former:
            self.game.names[by] = self.former[by]
            self.game.orders(by, "us")

    def try_fork(self, _: str) -> None:
        """Rule on an event that was written again with another salt."""
        first = next(at for at in range(len(self.game.ids)) if self.body(at)["kind"] != "open")
        near = range(max(first, len(self.game.ids) - NEAR), len(self.game.ids))
        able = [at for at in near if self.body(at)["kind"] in FORKED]
        if able:
            self.rule_fork(self.rng.choice(able))

    def rule_fork(self, at: int) -> None:
        """Rule on the event of this number, written again."""
        other = self.game.event(at)
        other["body"]["salt"] = "1" * 32
        by = other["body"]["by"]
        key = self.game.key(self.game.names.get(by, by))
        other["sig"] = key.sign(tagged("event", jcs(other["body"]))).signature.hex()
        self.game.write("uma", "ruling", fork=[other], then=self.rng.choice(("forfeit", "branch")))

    def body(self, at: int) -> dict[str, Any]:
        """Return the signed part of an event of this log."""
        body: dict[str, Any] = json.loads(self.game.lines[at])["body"]
        return body
