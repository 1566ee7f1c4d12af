"""Fuzz one log: random events one by one, each judged by every level."""

from __future__ import annotations

import random
import traceback
from collections import Counter
from contextlib import nullcontext
from typing import NamedTuple

from fuzz import junk, openings, rulings
from fuzz.coverage import Pairs, waits
from fuzz.invariants import (
    Before,
    Rolled,
    check_accepted,
    check_blind,
    check_levels,
    check_refused,
    check_same,
)
from fuzz.parties import OF_DECKS, Parties
from fuzz.world import LEVELS, World, chance, narrow, remembered, take
from pbem.log.event import Event, verify_signature
from pbem.log.finding import Finding
from pbem.table.events import kinds
from pbem.table.table import Table

TRIES = 300
"""Events tried in one log."""
AFTER = 15
"""How many of them, at most, after the end of its game."""
ASIDE = 8
"""How many go on below level 3, now and then, where an event was refused by the rules alone."""
KINDS = tuple(kind for kind in kinds.KINDS if kind not in {"open", *OF_DECKS})
NOTHING = ("orders.nothing", "size.share")


class Tally:
    """Events ``accepted`` by form, ``refused`` by code, ``aside``: tried below level 3 alone."""

    def __init__(self) -> None:
        self.logs = self.tried = self.aside = 0
        self.accepted: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.pairs = Pairs()

    def reported(self) -> str:
        counts = [
            f"{self.tried} events in {self.logs} logs, {self.aside} of them below level 3 alone",
            f"accepted {sum(self.accepted.values())}: {_listed(self.accepted)}",
            f"refused {sum(self.refused.values())}: {_listed(self.refused)}",
        ]
        return "; ".join(counts)


def _listed(counts: Counter[str]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.most_common())


class Try(NamedTuple):
    """An event to be tried; ``must``: it is valid by the page, but for a code in ``excused``."""

    event: Event
    must: bool = False
    excused: tuple[str, ...] = ()


def run(number: int, tally: Tally, name: str) -> World:
    """Fuzz the log with this number; raises AssertionError that names it if anything is wrong."""
    rng = random.Random(number)  # noqa: S311 - no secret
    with remembered(), chance(rng), narrow() if rng.random() < 0.1 else nullcontext():
        world = World(name, rng)
        fuzz = Fuzz(world, tally)
        try:
            fuzz.log()
        except Exception as error:
            raise AssertionError(f"log {number} of {name}: {fuzz.reported(error)}") from error
    return world


class Fuzz:
    """One log being fuzzed; ``trying`` is the event that is being tried."""

    def __init__(self, world: World, tally: Tally) -> None:
        self.world = world
        self.rng = world.rng
        self.tally = tally
        self.parties = Parties(world)
        self.trying: Event | None = None
        self.rolled = Rolled()
        self.goes_on = False

    def log(self) -> None:
        """Try events until the game is long over or the log long enough."""
        self.tally.logs += 1
        after, last = 0, None
        for _ in range(TRIES):
            made = self.next()
            if made is None:
                continue
            if not self.one(made):
                last = made.event
            after += self.world.table.result is not None
            if after > AFTER:
                break
        if last is not None:
            self.refused_straight(last)

    def reported(self, error: Exception) -> str:
        """Say what happened, and how the log went up to it."""
        log = [f"{e.seq} {e.by} {e.kind} {e.data}"[:300] for e in self.world.events]
        last = self.trying
        tried = "" if last is None else f"{last.seq} {last.by} {last.kind} {last.data}"
        where = "".join(traceback.format_tb(error.__traceback__)[-3:])
        return "\n".join([f"{type(error).__name__}: {error}", *log, "tried: " + tried, where])

    # --- trying ------------------------------------------------------------------------------

    def one(self, made: Try) -> bool:
        """Try one event at every level; return whether it was accepted."""
        world, event = self.world, made.event
        self.trying = event
        self.tally.tried += 1
        thawed = {level: world.thawed(level) for level in LEVELS}
        verdicts = {level: take(thawed[level], event) for level in LEVELS}
        self.judged(event, verdicts, world.chain.head)
        self.check_blame(event, verdicts)
        found = verdicts[3]
        if found is None:
            self.tally.accepted[_form(event)] += 1
            self.accepted(event, thawed)
            return True
        self.tally.refused[found.code] += 1
        assert not made.must or found.code in made.excused, f"refused, and it is valid: {found}"
        if verdicts[1] is None and (self.goes_on or self.rng.random() < 0.05):
            self.below(event)
        self.goes_on = False
        return False

    def judged(self, event: Event, verdicts: dict[int, Finding | None], head: str) -> None:
        """Compare what the levels said of an event that was tried after ``head``."""
        check_levels(verdicts)

    def check_blame(self, event: Event, verdicts: dict[int, Finding | None]) -> None:
        known = self.world.table.roster.find(event.by)
        key = known.sign if known is not None else _own_key(event)
        signed = key is not None and verify_signature(event, bytes.fromhex(key))
        for found in verdicts.values():
            if found is not None:
                check_refused(found, event, signed=signed, good=self.world.chain.count)

    def accepted(self, event: Event, thawed: dict[int, Table]) -> None:
        world = self.world
        if event.kind == "open" or not rulings.drawn(self.rng):
            before = Before.of(world.table)
            keys = {one.handle: one.sign for one in world.table.roster.everybody()}
            world.fold(event)
            if event.kind == "answer":
                for one in world.table.roster.everybody():
                    if keys.get(one.handle, one.sign) != one.sign:
                        world.agreed[one.handle] = event.seq
            check_same(world, thawed)
            check_accepted(before, event, world.table)
            check_blind(world)
            self.rolled.wrote(event)
            self.rolled.check(world.table)
            self.tally.pairs.add(event, world.straight[2], world.table)
        else:
            world.drawer.append(event)

    def below(self, event: Event) -> None:
        """Go on at levels 1 and 2 after an event that only the rules refuse."""
        world = self.world
        tables = {level: world.thawed(level) for level in (1, 2)}
        here, world.chain = world.chain, tables[1].chain
        for _ in range(ASIDE):
            self.trying = event
            self.tally.aside += 1
            kept = {level: table.freeze() for level, table in tables.items()}
            head = world.chain.head
            verdicts = {level: take(table, event) for level, table in tables.items()}
            self.judged(event, verdicts, head)
            for level, found in verdicts.items():
                if found is not None:
                    tables[level] = Table.thaw(world.library, kept[level], tables[level].past)
            if verdicts[1] is None and verdicts.get(2) is not None:
                del tables[2]
            world.chain = tables[1].chain
            made = self.next() if world.table.opening else self.enters(tables[1])
            if made is None:
                break
            event = made.event
        world.chain = here

    def enters(self, table: Table) -> Try | None:
        """Return what the player who is to join, or to start it, writes after such an opening."""
        now, umpire = table.active(), table.roster.umpire
        if now.handle is None:
            return None
        by, kind, data = now.handle, now.kinds[0], {"yes": True}
        if kind == "join":
            data = self.parties.data("join", by)
        if umpire is not None and umpire.vrf and by != umpire.handle and self.rng.random() < 0.3:
            by, kind, data = umpire.handle, "ruling", {"out": by, "as": "forfeit", "late": None}
        event = self.world.compose(by, kind, data)
        return None if event is None else Try(event)

    def refused_straight(self, event: Event) -> None:
        """A table that took every event refuses as one that was thawed; it is of no more use."""
        world = self.world
        if event.seq != world.chain.count or event.prev != world.chain.head:
            return
        for level in LEVELS:
            thawed = take(world.thawed(level), event)
            assert take(world.straight[level], event) == thawed, f"level {level} refuses otherwise"

    # --- choosing ----------------------------------------------------------------------------

    def next(self) -> Try | None:
        """Return the next event to be tried: a good one, a doubtful one, or nonsense."""
        world = self.world
        if not world.events:
            return self.first()
        if world.straight[2].perhaps_out and self.rng.random() < 0.5:
            return self.in_doubt()
        what = self.rng.random()
        if what < 0.15 and waits(world.table):
            made = self.ruled()
        elif what < 0.06 and world.drawer:
            made = self.renews()
        elif what < 0.45:
            made = self.honest()
        elif what < 0.6:
            made = self.legal()
        elif what < 0.64:
            made = self.ruled()
        elif what < 0.82:
            made = self.anyhow()
        else:
            made = self.spoilt()
        return made

    def first(self) -> Try | None:
        data = self.world.opening
        good = self.rng.random() < 0.6
        if not good and self.rng.random() < 0.3:
            return self.bare()
        by = data["players"][0]["handle"] if good else self.rng.choice(openings.HANDLES)
        event = self.world.compose(by, "open", data if good else junk.changed(data, self.rng))
        return None if event is None else Try(event, must=good)

    def bare(self) -> Try | None:
        """Return an opening that lacks something; now and then the game goes on after it."""
        data = dict(self.world.opening)
        empty: dict[str, object] = {
            "seats": {}, "options": {}, "umpire": None, "players": data["players"][:1],
        }  # fmt: skip
        what = self.rng.choice(sorted(empty))
        data[what] = empty[what]
        event = self.world.compose(data["players"][0]["handle"], "open", data)
        if event is not None:
            self.goes_on = True
        return None if event is None else Try(event)

    def honest(self) -> Try | None:
        """Return what the active player may write: by section 5 it is valid."""
        now = self.world.table.active()
        if now.handle is None or not self.world.signs(now.handle):
            return self.anyhow()
        kind = now.kinds[0] if self.rng.random() < 0.93 else self.rng.choice(now.kinds)
        if kind == "resign" and self.rng.random() < 0.75:
            kind = now.kinds[0]
        data = self.parties.data(kind, now.handle)
        event = self.world.compose(now.handle, kind, data)
        if event is None:
            return None
        sound = self.parties.sound(kind, now.handle, data)
        return Try(event, must=sound, excused=("size.share",))

    def legal(self) -> Try | None:
        """Return one legal order: valid, unless it does nothing."""
        world, play = self.world, self.world.table.play
        now = world.table.active()
        asked = None if play is None else play.asked
        if asked is None or now.kinds[:1] != ("orders",) or not world.signs(now.handle or ""):
            return self.honest()
        assert play is not None
        assert now.handle is not None
        if play.seats[asked.side] in play.gone:
            return self.honest()
        order = self.rng.choice(self.parties.legal(self.rng.choice((1, 12, 60))))
        data = {"side": asked.side, "orders": [order], "state": world.table.digest()}
        data |= self.parties.hands.proofs(now.handle, [order])
        event = world.compose(now.handle, "orders", data)
        return None if event is None else Try(event, must=True, excused=NOTHING)

    def in_doubt(self) -> Try | None:
        """Return what lets dice, an answer or a join follow while somebody is in doubt."""
        world, now = self.world, self.world.table.active()
        umpire, what = world.table.roster.umpire, self.rng.random()
        if now.handle is None or not world.signs(now.handle) or what < 0.5:
            return self.legal()
        if what < 0.8 and "offer" in now.kinds:
            data = self.parties.data("offer", now.handle)
            event = world.compose(now.handle, "offer", data)
            sound = self.parties.sound("offer", now.handle, data)
            return None if event is None else Try(event, must=sound, excused=("size.share",))
        if umpire is None or umpire.vrf is None or world.table.closed:
            return self.honest()
        event = world.compose(umpire.handle, "ruling", rulings.replaced(world, now.handle))
        return None if event is None else Try(event)

    def ruled(self) -> Try | None:
        """Return a ruling that puts out the active player, or on a fork: valid by section 8."""
        world, table = self.world, self.world.table
        umpire = table.roster.umpire
        if umpire is None or umpire.vrf is None or table.closed:
            return self.anyhow()
        who = table.active().handle
        data = rulings.fork(world) if world.drawer and self.rng.random() < 0.6 else None
        if data is not None:
            ids = [one.line for one in world.drawer]
            shown = rulings.events_of(data)
            proven = all(one.line in ids for one in shown) and rulings.proves(world, data, shown)
            event = world.compose(umpire.handle, "ruling", data)
            return None if event is None else Try(event, must=proven, excused=("size.share",))
        if who is None or self.rng.random() < 0.6:
            return self.honest()
        player = table.roster.find(who)
        due = player is not None and player.out is None and player is not umpire
        event = world.compose(umpire.handle, "ruling", rulings.put_out(world, who))
        return None if event is None else Try(event, must=due, excused=("size.share",))

    def renews(self) -> Try | None:
        """Return new keys that somebody offers who has forked, if they can write now."""
        who = self.world.table.active().handle
        if who is None or not any(one.by == who for one in self.world.drawer):
            return self.ruled()
        data = {**self.parties.new_key(who), "what": "keys"}
        event = self.world.compose(who, "offer", data)
        return None if event is None else Try(event)

    def anyhow(self) -> Try | None:
        """Return an event of anybody, of any kind, with what they might write."""
        now = self.world.table.active()
        umpire = self.world.table.roster.umpire
        handles = self.parties.handles()
        by = now.handle if now.handle and self.rng.random() < 0.5 else self.rng.choice(handles)
        hiding = "groups" in self.world.opening
        kind = self.rng.choice((*KINDS, *OF_DECKS) if hiding else KINDS)
        if kind == "ruling" and umpire is not None and self.rng.random() < 0.8:
            by = umpire.handle
        event = self.world.compose(by, kind, self.parties.data(kind, by))
        return None if event is None else Try(event)

    def spoilt(self) -> Try | None:
        """Return an event with something changed, signed by its author all the same or not."""
        made = self.honest() if self.rng.random() < 0.7 else self.anyhow()
        if made is None:
            return None
        event, rng = made.event, self.rng
        what = rng.random()
        data, changes, by = event.data, {}, event.by
        if what < 0.6:
            data = junk.changed(data, rng)
        elif what < 0.7:
            by = rng.choice(self.parties.handles())
        elif what < 0.78:
            changes["seed"] = openings.identity(rng.choice(openings.HANDLES)).sign_seed
        elif what < 0.84:
            changes["seq"] = max(0, event.seq + rng.choice((-1, 1, 1000)))
        elif what < 0.9:
            changes["prev"] = rng.choice([one.id for one in self.world.events])
        elif what < 0.94:
            changes["game"] = rng.choice(("", "ab" * 32))
        else:
            changes["seed"] = self.world.seed_of(by)
            event = rng.choice([*self.world.events, *self.world.drawer])
            return Try(event)
        again = self.world.compose(by, event.kind, data, **changes)
        return None if again is None else Try(again)


def _form(event: Event) -> str:
    """Return the kind of an event, with its form where there are several."""
    data = event.data
    if event.kind == "offer":
        return f"offer {data['what']}"
    if event.kind != "ruling":
        return event.kind
    form = next(form for form in kinds.RULINGS if form in data)
    return " ".join(["ruling", form, *(data[how] for how in ("as", "then") if how in data)])


def _own_key(event: Event) -> str | None:
    """Return the key that an opening gives its author."""
    players = event.data.get("players")
    if event.kind != "open" or not isinstance(players, list):
        return None
    for player in players:
        if isinstance(player, dict) and player.get("handle") == event.by:
            key = player.get("sign")
            return key if isinstance(key, str) and len(key) == 64 else None
    return None
