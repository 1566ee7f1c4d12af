"""Logs of one game that part, as the model has them and as real ones: every key, the toy game.

Anyone who may write after a log writes there, as often as they like: nobody here is honest, and no
record is asked. The model leaves to chance what the game needs next; the real rules say it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from pathlib import Path
from random import Random
from typing import Any

from model.counting import Known, Log, Reader, first_after, known, on_both, two_faced, unsure
from model.growing import NOTHING
from model.searching import report
from model.walking import Apart, Walk
from model.writing import ROLL, Event, active, may
from pbem.crypto import canonical
from pbem.log import event as real
from pbem.table.counts import Counted, which_counts
from pbem.table.events import kinds
from toy import group as toy
from toy.group import identity

ROLLS = ({"do": "draw"}, {"do": "turn-up"})
HALVES = (2, 3)
"""Salts of the halves of forks that rulings show, and that stand on no log."""


class Branch(Walk):
    """One log: the end of a walk from which others start."""

    forest: Forest

    def after(self, e: Event, line: real.Event) -> Branch:
        """Return the log with one event more."""
        other = copy(self)
        other.group = copy(self.group)
        other.group.table, other.group.events = self.group.table.copy(), [*self.group.events]
        other.log = [*self.log]
        other.write(e, line)
        return other

    def real(self, e: Event) -> real.Event | None:
        """The event with the key that its author has here."""
        line = super().real(e)
        if line is None or all(who != e.by for who, _ in self.model.renewed):
            return line
        seed, salt = identity(renewed(e.by)).sign_seed, bytes.fromhex(line.salt)
        return self.group.forge(e.by, e.kind, line.data, salt=salt, seed=seed)

    def _offer(self, e: Event) -> dict[str, Any]:
        if e.what != "keys":
            return super()._offer(e)
        return kinds.write_data(self.group.new_keys(e.by, renewed(e.by)))

    def _orders(self, e: Event) -> dict[str, Any] | None:
        play = self.group.table.play
        assert play is not None
        assert play.asked is not None
        side, rolls = play.asked.side, e.then == ROLL
        if self.model.gone(self.model.holder(side)):
            return None if rolls else self.group.orders_data(side, toy.PASS)
        return self.group.orders_data(side, *(ROLLS if rolls else (toy.END,)))

    def _ruling(self, e: Event) -> dict[str, Any] | None:
        match e.what:
            case ("back", log) if log is not None:
                return {"back": self.forest.line(log).id}
            case ("fork", handle, n, then):
                shown = self.forest.halves(self._after_trunk(), handle, n)
                if not shown:
                    return None  # a plan that could not be sealed legally is opened by nobody here
                return {"fork": [canonical.decode(one.line) for one in shown], "then": then}
        return super()._ruling(e)

    def _after_trunk(self) -> Log:
        return tuple(self.log[len(self.forest.trunk) :])


class Forest:
    """All logs that were written of one game after its ``trunk``, in which everybody joined."""

    def __init__(self, folder: Path, opening: Any) -> None:
        walk = Branch(folder, opening, Random(0))  # noqa: S311 - nothing is left to chance
        while (handle := walk.model.has_to_join()) is not None:
            e = Event(handle, "join")
            line = walk.real(e)
            assert line is not None
            walk.write(e, line)
        walk.forest = self
        self.trunk: Log = tuple(walk.log)
        self.reader = Reader(walk.model.opening, self.trunk)
        self._branches: dict[Log, Branch] = {(): walk}
        self._added: dict[tuple[Log, Event], Log | None] = {}

    # --- writing ---

    def written(self, *events: Event) -> Log:
        """Return the log of these events, each of which may be written."""
        log: Log = ()
        for e in events:
            longer = self.add(log, e)
            assert longer is not None, report(e)
            log = longer
        return log

    def add(self, log: Log, e: Event) -> Log | None:
        """Return a log with one event more; None where it may not be written.

        Raises Apart where table and model disagree on that.
        """
        if (log, e) not in self._added:
            self._added[log, e] = self._add(log, e)
        return self._added[log, e]

    def _add(self, log: Log, e: Event) -> Log | None:
        at = self._branches[log]
        line = at.real(e)
        if line is None:
            return None
        why = at.refusal(line)
        if (why is None) != may(at.model, e):
            raise at.apart(f"{report(e)}: the table says {why or 'yes'}")
        if why is not None:
            return None
        new = at.after(e, line)
        longer = (*log, new.log[-1])
        self._branches.setdefault(longer, new)
        return longer

    def added(self, tree: Known, log: Log) -> Iterator[Log]:
        """Every log of one event more after this one, by everybody who may write there."""
        for e in self._may_be(tree, log):
            if (new := self.add(log, e)) is not None and new not in tree:
                yield new

    def grown(self, chance: Random, events: int, start: Known = NOTHING) -> Known:
        """Return what is known once so many events were written, most after ends.

        Two or three come first of all, unless it is known from the ``start`` where logs part.
        """
        tree = start
        sides = chance.choice((2, 2, 3)) if start == NOTHING else 0
        for number in range(events):
            anywhere = ends(tree) if chance.random() < 0.7 else sorted(tree, key=repr)
            log = () if number < sides else chance.choice(anywhere)
            new = sorted(self.added(tree, log), key=repr)
            if new:
                weights = [0.25 if one[-1].kind == "ruling" else 1 for one in new]
                tree |= set(chance.choices(new, weights))
        return tree

    def every(self, events: int) -> Known:
        """Every log of at most so many events; taken back are rulings that stand first."""
        tree: Known = frozenset({()})
        rulings = frozenset(log for log in self.added(tree, ()) if log[-1].kind == "ruling")
        for _ in range(events):
            tree |= {new for log in tree for new in self.added(rulings, log)}
        return tree

    def _may_be(self, tree: Known, log: Log) -> Iterator[Event]:
        s = self._branches[log].model
        handle, kinds = active(s)
        for kind in kinds:
            match kind:
                case "orders":
                    yield Event(handle or "", kind)
                    yield from (Event(handle or "", kind, None, ROLL, salt) for salt in (0, 1))
                case "seal" | "reveal":
                    # A sealed choice can be opened as it was sealed, and nothing else can be.
                    yield Event(handle or "", kind, kind == "reveal" or None)
                case "dice":
                    yield from (Event(handle or "", kind, None, None, salt) for salt in (0, 1))
                case "answer":
                    yield from (Event(handle or "", kind, yes) for yes in (True, False))
                case "offer":
                    yield Event(handle or "", kind, "tie")
                    if not any(e.kind == "offer" and e.by == handle for e in log):
                        yield Event(handle or "", kind, "keys")
                case "resign":
                    yield Event(handle or "", kind)
        yield from (
            Event(s.opening.umpire or "", "ruling", what) for what in self._rulings(log, tree)
        )

    def _rulings(self, log: Log, tree: Known) -> Iterator[tuple[Any, ...]]:
        handle = active(self._branches[log].model)[0]
        if self.reader.opening.umpire is None:
            return
        yield ("back", None)
        yield from (("back", one) for one in tree if one and one[-1].kind == "ruling")
        yield ("result",)
        if handle is not None:
            yield ("forfeit", handle)
            yield from (("replace", handle, handle + "2", agreed) for agreed in (True, False))
        for n in range(len(log) + 1):
            at = self._branches[log[:n]].model
            author = active(at)[0]
            # The model does not say when keys were changed: a fork with new ones is left out.
            if author is not None and all(who != author for who, _ in at.renewed):
                yield from (("fork", author, n, then) for then in ("forfeit", "branch"))

    def halves(self, log: Log, handle: str, n: int) -> list[real.Event]:
        """Return what a ruling at the end shows of a fork: the events that the log has not."""
        at = self._branches[log[:n]]
        kind = active(at.model)[1][0]
        e = Event(handle, kind, kind in ("answer", "reveal") or None)
        both = [at.real(e._replace(salt=salt)) for salt in HALVES]
        shown = [one for one in both if one is not None]
        own = first_after(log, n)
        one_is_its_own = bool(own) and own[-1].by == handle
        return shown[:1] if one_is_its_own else sorted(shown, key=lambda one: one.id)

    # --- which counts ---

    def line(self, log: Log) -> real.Event:
        """The last event of a log, as it really is."""
        return self._branches[log].group.events[-1]

    def program(self, logs: Iterable[Log]) -> Counted:
        """Return what the program says of logs, in this order."""
        return which_counts(toy.toy_library(), [self._branches[log].group.events for log in logs])

    def compare(self, logs: Sequence[Log]) -> None:
        """Raise Apart if program and model differ on what counts of these logs, or who is named."""
        found, tree = self.program(logs), known(*logs)
        counts = self.reader.counts(tree)
        real = [event.id for event in self._branches[counts].group.events]
        if [event.id for event in found.events] != real:
            following = " / ".join(f"{e.by}: {e.kind}" for e in found.events[len(self.trunk) + 1 :])
            raise self._apart(logs, f"the model counts {reported(counts)}, the program {following}")
        if two_faced(tree) != (found.umpire is not None):
            raise self._apart(logs, f"of the umpire the program says {found.umpire}")
        for branch_point in found.branch_points:
            at = counts[: branch_point.seq - len(self.trunk) - 1]
            sides = [log for log in tree if log and log[:-1] == at]
            both = on_both(tree, sides)
            if both != set(branch_point.both):
                raise self._apart(
                    logs, f"{both} have written on both, the program: {branch_point.both}"
                )
            on = counts[: len(at) + 1] if branch_point.counts is not None else None
            asked = unsure(tree, sides, on)
            if asked != set(branch_point.unsure):
                raise self._apart(logs, f"{asked} are asked first, by {branch_point.unsure}")

    @staticmethod
    def _apart(logs: Iterable[Log], what: str) -> Apart:
        return Apart("\n".join([*map(reported, logs), "-> " + what]))


def renewed(handle: str) -> str:
    """Return whose key somebody has once their keys were changed: each is new once in a log."""
    return f"{handle}-anew"


def reported(log: Log) -> str:
    return " / ".join(map(report, log)) or "what all have"


def ends(tree: Known) -> list[Log]:
    """The logs of a tree that none goes on from, in an order that is the same in every run."""
    inner = {log[:-1] for log in tree if log}
    return sorted(tree - inner, key=repr)
