"""Which of two logs counts: section 9 of docs/protocol.md written a second time.

A log is the tuple of its events. Somebody's knowledge is a set of logs with each beginning of each
among them: a tree, whose branches are the sides of its branch points.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache, reduce
from itertools import combinations
from typing import NamedTuple

from model.writing import NOW, Event, Opening, Rules, State, active, opened, take

Log = tuple[Event, ...]
Known = frozenset[Log]


def known(*logs: Log) -> Known:
    return frozenset(log[:n] for log in logs for n in range(len(log) + 1))


class Reader(NamedTuple):
    """Somebody who reads logs of one game: they all begin with a trunk, which is left off them."""

    opening: Opening
    trunk: Log
    rules: Rules = NOW

    def state(self, log: Log) -> State:
        return state_of(self, log)

    def counts(self, tree: Known) -> Log:
        """The log that counts, as far as it is decided: it ends where nobody's log goes on."""
        return counting(self, tree)

    def between(self, tree: Known, a: Log, b: Log) -> Log | None:  # noqa: PLR0911 - one a rule
        """Which of two sides of one branch point counts, or neither; the first rule that fits."""
        ruled_a, ruled_b = a[-1].kind == "ruling", b[-1].kind == "ruling"
        fork_a, fork_b = self.rules_on_fork(tree, a, b), self.rules_on_fork(tree, b, a)
        alone = self.alone_opened(tree, a, b)
        if alone and (fork_a or fork_b):
            return alone
        if fork_a != fork_b:
            for_, other = (a, b) if fork_a else (b, a)
            return other if self.chosen(tree, other, for_) else for_
        if ruled_a != ruled_b:
            ruling, event = (a, b) if ruled_a else (b, a)
            if self.rules.ruling_stands:
                return ruling
            author = event[-1].by
            if self.puts_out(tree, ruling, author) or self.rules.any_ruling_voids:
                return event if self.outweighs(tree, ruling, event) else ruling
            forked = author in wrote(tree, ruling)
            if alone == ruling and not (forked and self.rules.fork_before_opening):
                return ruling
            if not forked:
                return alone or event
        return self.gone_on_with(tree, a, b, alone)

    def gone_on_with(self, tree: Known, a: Log, b: Log, alone: Log | None) -> Log | None:
        """Rule 4: two events of one author, or two rulings."""
        two_rulings = a[-1].kind == b[-1].kind == "ruling"
        for one, other in ((a, b), (b, a)):
            if self.chosen(tree, one, other) and not (two_rulings and self.rules.back_before_all):
                return one
        if two_rulings and alone:
            return alone
        took = {one for one, other in ((a, b), (b, a)) if took_back(tree, one, other)}
        keys = set() if self.rules.keys_freeze else {x for x in (a, b) if self.renewed(tree, x, a)}
        shut = set() if self.rules.closed_freeze else {x for x in (a, b) if closed(tree, x)}
        for found in (took if two_rulings else keys, shut):
            if len(found) == 1:
                return found.pop()
        return None

    def chosen(self, tree: Known, one: Log, other: Log) -> bool:
        """Whether all have written on one side, and not all on the other."""
        if self.rules.fork_ruling_stands and self.rules_on_fork(tree, other, one):
            return False
        return self.all_on(tree, one, other) and not self.all_on(tree, other, one)

    def renewed(self, tree: Known, side: Log, a: Log) -> bool:
        """Whether the author has new keys somewhere on a side to which somebody else said yes."""
        author = self.author(tree, side, a)
        new = (author, True)
        return any(
            new in self.state(log).renewed and new not in self.state(log[:-1]).renewed
            for log in tree
            if log[: len(side)] == side
        )

    # --- all have written ---

    def author(self, tree: Known, a: Log, b: Log) -> str | None:
        """Return who forked or parted from a ruling; nobody parts two rulings without a fork."""
        forks = self.rules_on_fork(tree, a, b) or self.rules_on_fork(tree, b, a)
        rulings_only = a[-1].kind == b[-1].kind == "ruling"
        return active(self.state(a[:-1]))[0] if forks or not rulings_only else None

    def all_on(self, tree: Known, side: Log, other: Log) -> bool:
        """Whether all have written on a side, held against another."""
        everybody = self.all(side[:-1], self.author(tree, side, other))
        if self.rules.removed_are_waited_for or not everybody:
            return everybody <= wrote(tree, side)
        somebody = any(self.places(tree, side, h) & wrote(tree, side) for h in everybody)
        return somebody and all(self.spoke(tree, side, other, h) for h in everybody)

    def spoke(self, tree: Known, side: Log, other: Log, handle: str) -> bool:
        """Whether somebody has written on a side, or was removed there and built not on the other.

        A side that the umpire closed is built, and nobody is removed elsewhere to undo it.
        """
        if handle in wrote(tree, side):
            return True
        built = self.places(tree, other, handle) & wrote(tree, other) or closed(tree, other)
        return self.removed(tree, side, handle) and not built

    def removed(self, tree: Known, side: Log, handle: str) -> bool:
        """Whether a ruling on a side puts somebody out, by forfeit or by a replacement."""
        return any(
            self.state(log).gone(handle) and not self.state(log[:-1]).gone(handle)
            for log in tree
            if log[: len(side)] == side and log[-1].kind == "ruling"
        )

    def places(self, tree: Known, side: Log, handle: str) -> frozenset[str]:
        """Somebody, and anyone who follows them in their place on a side."""
        place = {handle}
        for log in sorted((log for log in tree if log[: len(side)] == side), key=len):
            what = log[-1].what
            if log[-1].kind == "ruling" and what[0] == "replace" and what[1] in place:
                place.add(what[2])
        return frozenset(place)

    def puts_out(self, tree: Known, ruling: Log, author: str) -> bool:
        """Whether on this side nothing but rulings stand before they are out.

        Nobody who was out at the branch point is put out again: they may still open what they hide.
        """
        if self.state(ruling[:-1]).gone(author) is not None:
            return False
        if self.rules.first_ruling_only:
            return self.state(ruling).gone(author) is not None
        return any(
            self.state(log).gone(author) is not None
            for log in tree
            if log[: len(ruling)] == ruling and all(e.kind == "ruling" for e in log[len(ruling) :])
        )

    def outweighs(self, tree: Known, ruling: Log, event: Log) -> bool:
        """Rule 2: whether an event counts against the ruling that puts out its author."""
        following = self.all_on(tree, ruling, event)
        s, author = self.state(event[:-1]), event[-1].by
        if s.rolling and self.rules.trigger_has_spoken:
            everybody = self.all(event[:-1], author)
            following = (everybody - {s.author} or everybody) <= wrote(tree, ruling)
        if self.all_on(tree, event, ruling) and (not following or self.rules.late_friends_count):
            return True
        held = following or closed(tree, ruling) or self.opened(tree, ruling, event, by_any=True)
        return self.opening.umpire in wrote(tree, event) and not held

    def opened(self, tree: Known, side: Log, other: Log, *, by_any: bool = False) -> bool:
        """Whether one of all opened something on a side, and if not ``by_any`` only there wrote."""
        if self.rules.openings_are_taken_back:
            return False
        openers = {e.by for e in events(tree, side) if e.kind in ("reveal", "lay-open")}
        openers &= self.all(side[:-1], self.author(tree, side, other))
        if by_any:
            return bool(openers)
        openers -= wrote(tree, other)
        return any(not self.left_alone(tree, side, other, one) for one in openers)

    def left_alone(self, tree: Known, side: Log, other: Log, opener: str) -> bool:
        """Whether who opened was put out on the other side, and all the others wrote there."""
        if self.rules.removed_may_open or not self.removed(tree, other, opener):
            return False
        others = self.all(side[:-1], self.author(tree, side, other)) - {opener}
        somebody = bool(others & wrote(tree, other))
        return somebody and all(self.spoke(tree, other, side, one) for one in others)

    def alone_opened(self, tree: Known, a: Log, b: Log) -> Log | None:
        opened = [one for one, two in ((a, b), (b, a)) if self.opened(tree, one, two)]
        return opened[0] if len(opened) == 1 else None

    def rules_on_fork(self, tree: Known, side: Log, other: Log) -> bool:
        """Whether a side has a ruling on the fork here, or one by which its author is out."""
        seq, author = len(side) - 1, side[-1].by
        of_one = author == other[-1].by and "ruling" not in (side[-1].kind, other[-1].kind)
        out = of_one and not self.rules.one_fork_of_many
        rulings = [e.what for e in events(tree, side) if e.kind == "ruling"]
        return any(
            what[2] == seq or (out and what[1] == author and what[3] == "forfeit")
            for what in rulings
            if what[0] == "fork"
        )

    def all(self, at: Log, author: str | None) -> frozenset[str]:
        """The players in the game at the branch point with a seat, but the author of what parts."""
        s = self.state(at)
        others = frozenset(handle for handle in s.seated() if handle != author)
        # Under `self` the author keeps their own dice, and is none of *all* all the same.
        return others or frozenset(k.handle for k in s.keepers(author or "")) - {author}


@lru_cache(maxsize=1 << 14)  # of a tree it is asked when it grows, and when it has grown
def counting(reader: Reader, tree: Known) -> Log:
    log: Log = ()
    while sides := sorted((one for one in tree if one[:-1] == log and one), key=repr):
        against = [all(reader.between(tree, a, b) == a for b in sides if b != a) for a in sides]
        if True not in against:
            return log
        log = sides[against.index(True)]
    return log


@cache
def state_of(reader: Reader, log: Log) -> State:
    if log:
        return take(state_of(reader, log[:-1]), log[-1])
    return reduce(take, reader.trunk, opened(reader.opening, reader.rules))


def events(tree: Known, side: Log) -> Iterable[Event]:
    """Every event after the branch point on this side."""
    return (log[-1] for log in tree if log[: len(side)] == side)


def wrote(tree: Known, side: Log) -> frozenset[str]:
    return frozenset(e.by for e in events(tree, side))


def closed(tree: Known, side: Log) -> bool:
    return any(e.kind == "ruling" and e.what == ("result",) for e in events(tree, side))


def took_back(tree: Known, side: Log, other: Log) -> bool:
    back = ("back", other)
    return any(e.kind == "ruling" and e.what == back for e in events(tree, side))


def first_after(log: Log, n: int) -> Log:
    """A log up to its first event from number ``n`` on that is no ruling; empty without one."""
    return next((log[: i + 1] for i in range(n, len(log)) if log[i].kind != "ruling"), ())


# --- who is named ---


def unsure(tree: Known, sides: Iterable[Log], counts: Log | None) -> frozenset[str]:
    """Return who is asked before they open anything: they wrote on a side that does not count."""
    lost = [side for side in sides if counts and side != counts]
    return frozenset[str]().union(*(wrote(tree, side) for side in lost))


def on_both(tree: Known, sides: Iterable[Log]) -> frozenset[str]:
    """Return who has written on more than one side of a branch point."""
    two = combinations([wrote(tree, side) for side in sides], 2)
    return frozenset[str]().union(*(one & other for one, other in two))


def two_faced(tree: Known) -> bool:
    """Whether the umpire ruled for two branches of a fork, or wrote two rulings on one log."""
    ruled = [log for log in tree if log and log[-1].kind == "ruling"]
    return any(a[:-1] == b[:-1] or two_branches(a, b) for a, b in combinations(ruled, 2))


def two_branches(a: Log, b: Log) -> bool:
    """Whether two rulings on one fork are for two of its branches."""
    what, other = a[-1].what, b[-1].what
    if what[0] != "fork" or what != other or what[3] != "branch":
        return False
    n = what[2]
    return a[:n] == b[:n] and first_after(a, n) != first_after(b, n)


# --- how logs arrive ---


def taken(reader: Reader, logs: Iterable[Log]) -> Log:
    """Return somebody's log after these have come, in this order."""
    mine: Log = ()
    tree = known(())
    for log in logs:
        tree = known(mine, log) if reader.rules.log_against_log else tree | known(log)
        mine = reader.counts(tree)
    return mine
