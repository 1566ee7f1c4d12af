"""Several logs that grow from one: by all parties with all keys, but those who are honest."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from fuzz.run import Fuzz, Tally, Try
from fuzz.world import World, take
from pbem.log.event import Event
from pbem.table.table import Table

Log = tuple[Event, ...]


class Grove(World):
    """Every log that was written of one toy game; what a `World` has is that where one stands.

    ``honest``: who writes at their own client alone; ``signed``: what all others have signed and
    shown to nobody.
    """

    def __init__(self, rng: random.Random) -> None:
        super().__init__("toy", rng)
        names = [signer["handle"] for signer in self.opening["players"]]
        if self.opening["umpire"] is not None:
            names.append(self.opening["umpire"]["handle"])
        self.names: list[str] = names
        self.honest = frozenset(
            rng.sample(names, rng.randint(min(1, len(names) - 1), len(names) - 1))
        )
        self.logs: dict[str, Log] = {}
        self.signed: list[Event] = []
        self._tables: dict[str, Table] = {}
        self._fuzz = Fuzz(self, Tally())
        first = self.compose(names[0], "open", self.opening)
        assert first is not None
        self.learn([first])

    def learn(self, log: Sequence[Event]) -> None:
        """Hear a log, of which any beginning may be known."""
        for count, event in enumerate(log, 1):
            if event.id in self.logs:
                continue
            table = self._tables[event.prev].copy() if event.seq else Table(self.library)
            table.take(event)
            self._tables[event.id], self.logs[event.id] = table, tuple(log[:count])

    def ends(self) -> list[Log]:
        """Return the logs from which none goes on."""
        inner = {event.prev for event in self.events_of_all()}
        return [log for head, log in self.logs.items() if head not in inner]

    def events_of_all(self) -> Iterator[Event]:
        """Yield every event that is on any log, once."""
        return (log[-1] for log in self.logs.values())

    # --- growing -----------------------------------------------------------------------------

    def stand_on(self, log: Log) -> None:
        """Make this log the one that is written on."""
        self.events = list(log)
        self.straight = {3: self._tables[log[-1].id].copy()}
        self.chain = self.table.chain
        ids = {event.id for event in log}
        beside = [*self.events_of_all(), *self.signed]
        self.drawer = [
            one for one in beside if one.prev in ids and one.id not in ids and one.kind != "ruling"
        ]
        self._keep()

    def grow(self, log: Log) -> Log | None:
        """Return a log with one event more, by anybody who is not honest; None: nothing came."""
        self.stand_on(log)
        made = self._next()
        if made is None or made.event.by in self.honest or made.event.data.get("what") == "rules":
            return None
        event = made.event
        if take(self.thawed(3), event) is not None:
            return None
        if self.rng.random() < 0.05 and event.kind != "ruling":
            self.signed.append(event)
            return None
        self.learn([*log, event])
        return self.logs[event.id]

    def goes_on(self, log: Log) -> None:
        """Let the active player write what is valid for sure, if chance offers it."""
        self.stand_on(log)
        made = self._fuzz.honest()
        wanted = made is not None and made.event.kind in self.table.active().kinds[:1]
        if made is not None and wanted and take(self.thawed(3), made.event) is None:
            self.learn([*log, made.event])

    def _next(self) -> Try | None:
        what = self.rng.random()
        if what < 0.5:
            return self._fuzz.honest()
        if what < 0.65:
            return self._fuzz.legal()
        if what < 0.85:
            return self._fuzz.ruled()
        return self._back() if what < 0.95 else self._fuzz.anyhow()

    def _back(self) -> Try | None:
        """Return a ruling that takes another back, which stands on another log, or does nothing."""
        if self.opening["umpire"] is None:
            return None
        here = {event.id for event in self.events}
        others = [one.id for one in self.events_of_all() if one.kind == "ruling"]
        back = [one for one in others if one not in here] or ["ab" * 32]
        by = self.opening["umpire"]["handle"]
        event = self.compose(by, "ruling", {"back": self.rng.choice(back)})
        return None if event is None else Try(event)

    def rules_on(self, log: Log, count: int) -> None:
        """Let the umpire, honest or not, take back so many rulings that nobody knows."""
        umpire = self.opening["umpire"]
        if umpire is None:
            return
        self.stand_on(log)
        table, line = self.table.copy(), list(log)
        for number in range(count):
            self.chain = table.chain
            event = self.compose(umpire["handle"], "ruling", {"back": f"{number:064x}"})
            if event is None or take(table, event) is not None:
                return
            line.append(event)
            self._tables[event.id] = table.copy()
            self.logs[event.id] = tuple(line)

    # --- what holds of any logs --------------------------------------------------------------

    def check_branch_points(self) -> int:
        """Check that logs part at one predecessor, by one author or a ruling; return how many."""
        branch_points = set()
        for a, b in combinations(self.ends(), 2):
            one, two = next((x, y) for x, y in zip(a, b, strict=False) if x.id != y.id)
            assert one.prev == two.prev
            apart = f"{one.by} {one.kind} and {two.by} {two.kind} part"
            assert one.by == two.by or "ruling" in (one.kind, two.kind), apart
            branch_points.add(one.prev)
        return len(branch_points)

    def check_honest(self) -> None:
        """Nobody honest signed twice on one predecessor, or gave dice for two triggers on one."""
        signed: dict[tuple[str, str], str] = {}
        answered: dict[tuple[str, str, str], str] = {}
        for log in self.logs.values():
            event = log[-1]
            if event.by not in self.honest:
                continue
            other = signed.setdefault((event.by, event.prev), event.id)
            assert other == event.id, f"{event.by} signed twice on {event.prev[:16]}"
            if event.kind == "dice":
                on, trigger = _trigger(log)
                first = answered.setdefault((event.by, trigger.by, on.id), trigger.id)
                assert first == trigger.id, f"{event.by} gave dice for two triggers of {trigger.by}"


def _trigger(log: Log) -> tuple[Event, Event]:
    """Return the trigger of the dice at the end of a log, and what that stands on, no ruling."""
    at = _back_over(log, len(log) - 1, ("dice", "ruling"))
    return log[_back_over(log, at - 1, ("ruling",))], log[at]


def _back_over(log: Log, at: int, kinds: Iterable[str]) -> int:
    while log[at].kind in kinds:
        at -= 1
    return at
