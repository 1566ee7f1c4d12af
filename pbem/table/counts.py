"""Decide which of several logs of one game counts (protocol section 9).

Every log by itself is valid; where two part, all events after that branch point decide. So
the answer is a function of the set of events, and never of the order in which they came.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from pbem.kit.wording import listed
from pbem.log.event import Event
from pbem.log.finding import BadLog
from pbem.table.dicing import Trigger
from pbem.table.handlers.active import OPENINGS
from pbem.table.library import Library
from pbem.table.table import Table

WAYS = {
    "all": "all others continued with it, and not all with the other",
    "back": "the umpire withdrew the other ruling",
    "keys": "on its side all agreed to new keys of the author, which settles the fork",
    "closed": "on its side the umpire closed the game",
}
"""How rule 4 decides but by openings, in the order in which it is asked, and in words."""


class BranchPoint(NamedTuple):
    """A place where logs part, and the decision there.

    - ``sides``: The first event of each side, by id.
    - ``counts``: The first event of the side that counts; None if nothing decides.
    - ``rules``: The rules of section 9 that decided for it against each of the others, lowest
      first. If none counts: the rules that decided nothing or in a circle.
    - ``ruled``: Ids of the sides that have a ruling by rule 1.
    - ``opened``: For each rule that decided by an opening: the rule, and who opened something on
      the side that counts.
    - ``ways``: Other ways by which rule 4 decided, each one of `WAYS`.
    - ``both``: Authors who have written on more than one side.
    - ``unsure``: Authors on a side that does not count, so that their openings may be for nothing.
    - ``everybody``: The players whose word decides by section 9, *all* of them.

    Handles stand in their order.
    """

    seq: int
    sides: tuple[Event, ...]
    counts: Event | None
    rules: tuple[int, ...]
    ruled: tuple[str, ...]
    opened: tuple[tuple[int, tuple[str, ...]], ...]
    ways: tuple[str, ...]
    both: tuple[str, ...]
    unsure: tuple[str, ...]
    everybody: tuple[str, ...]

    def why(self) -> str:
        """Say in one sentence, without its last mark, what was decided here and why."""
        if self.counts is None:
            return f"nothing decides yet which of the events {self.seq} counts"
        one = self.counts
        what = f"event {one.seq} by {one.by} ({one.kind}, {one.id[:16]}...) counts"
        return f"{what}: {' and '.join(self._reasons(one))}"

    def _reasons(self, one: Event) -> Iterator[str]:
        ruling, opened = one.kind == "ruling", dict(self.opened)
        for rule in self.rules:
            match rule:
                case _ if rule in opened:
                    who = f"after it {listed(opened[rule])} revealed what was hidden"
                    yield f"{who}, which nobody can undo"
                case 1 if one.id in self.ruled:
                    yield "on its side the umpire ruled on the author's fork"
                case 1:
                    yield "all others continued with it, and not all with the ruling on the fork"
                case 2 if ruling:
                    yield (
                        "it puts out the author of the other event, and too few continued "
                        "with that event"
                    )
                case 2:
                    yield "more continued with it than with the ruling that puts its author out"
                case 3:
                    yield "a ruling that does not put its author out cannot undo it"
                case _:
                    yield from (WAYS[way] for way in self.ways)


def two_faced_words(umpire: str) -> str:
    """Say in a sentence, without its last mark, what an umpire with two faces did (section 9)."""
    return (
        f"the umpire {umpire} wrote two rulings on one predecessor, or ruled for two branches of "
        "a fork"
    )


def decides_words(umpire: str | None, choose: Sequence[str], forked: Collection[str]) -> str:
    """Say in a sentence who decides while nothing does yet, and what holds until then.

    Args:
        umpire: The umpire, or None if there is none.
        choose: The players who together could decide by continuing one side.
        forked: The authors of two proven events at that place.
    """
    if umpire is not None and umpire in forked:
        return f"The umpire {umpire} decides by withdrawing one of the two rulings."
    names = listed(sorted(forked))
    have = f"{names} {'has' if len(forked) == 1 else 'have'} forfeited the game"
    ruling = [] if umpire is None else [f"the umpire {umpire}"]
    others = [listed(choose)] if choose else []
    if not ruling and not others:
        return f"By section 3 of the protocol, {have}." if forked else "Nobody is left to decide."
    if forked:
        agree = [f"{who} agrees to one side by a ruling" for who in ruling]
        verb = "agrees" if len(choose) == 1 else "agree"
        agree += [
            f"{who} {'' if ruling else f'{verb} to one side '}by continuing on one side only"
            for who in others
        ]
        return f"By section 3 of the protocol, {have}, unless {', or '.join(agree)}."
    decide = [*(f"{who} by a ruling" for who in ruling),
              *(f"{who} by continuing on one side only" for who in others)]  # fmt: skip
    return f"The first to act decides: {', or '.join(decide)}."


def unsure_words(everybody: Iterable[str]) -> str:
    """Say, without the last mark, that what one opens may be for nothing.

    ``everybody``: *all* at the branch point, without the reader.
    """
    others = listed(sorted(everybody)) or "the umpire"
    return (
        "You have an event on a branch that does not count. It can still come to count, and what "
        f"you reveal here would then be known there. Before you reveal anything, ask {others} "
        "which branch they have; 'pbem show' lists the branches"
    )


class Counted(NamedTuple):
    """The log that counts, up to its end or to where nobody may go on, and its branch points.

    ``umpire``: the umpire's handle if they ruled for two branches of a fork or wrote two rulings on
    one predecessor; it is named before everything else.
    """

    events: tuple[Event, ...]
    branch_points: tuple[BranchPoint, ...]
    umpire: str | None

    @property
    def open(self) -> BranchPoint | None:
        """The branch point after which no log goes on, None where all is decided."""
        last = self.branch_points[-1] if self.branch_points else None
        return last if last is not None and last.counts is None else None


def which_counts(library: Library, logs: Iterable[Sequence[Event]], level: int = 3) -> Counted:
    """Say which of several logs of one game counts.

    Args:
        library: Has the rules.
        logs: The logs. Each begins with the first event of the game. It may hold the events of
            several logs after it, if every predecessor is in one of them.
        level: The level at which each log was verified.

    Raises:
        ValueError: They are not logs of one game.
        BadLog: A log is not valid after all.

    Source: docs/protocol.md, section 9.
    """
    tree = _Tree(logs, library, level)
    table = Table(library, level)
    events: list[Event] = []
    branch_points: list[BranchPoint] = []
    at = tree.first
    while at is not None:
        table.take(at)
        events.append(at)
        sides = tree.after(at)
        at = sides[0] if sides else None
        if len(sides) > 1:
            branch_point = _Judge(tree, table, sides).judge()
            branch_points.append(branch_point)
            at = branch_point.counts
    return Counted(tuple(events), tuple(branch_points), tree.two_faced())


def taken_back(
    library: Library, logs: Sequence[Sequence[Event]], ruling: Event
) -> tuple[Event, ...] | None:
    """Return the log on which the umpire can take a ruling back so that it counts.

    It is what counts on that side of the branch point, with all that these logs have on it.

    Args:
        library: Has the rules.
        logs: The logs, as for `which_counts`.
        ruling: The ruling.

    Returns:
        The events; empty if no side would count even then; None if there is no other side.

    Raises:
        ValueError: As `which_counts`.
        BadLog: As `which_counts`.
    """
    found: list[tuple[Event, ...]] = []
    others = [log for log in logs if len(log) > ruling.seq and log[ruling.seq].id != ruling.id]
    others = [log for log in others if log[ruling.seq].prev == ruling.prev]
    for side in sorted({log[ruling.seq].id for log in others}):
        on_it = [log for log in others if log[ruling.seq].id == side]
        counted = which_counts(library, on_it)
        end = counted.events[-1]
        # As if they had: of an event on a side only this is asked, and nobody's signature.
        back = msgspec.structs.replace(
            ruling, id="", prev=end.id, seq=end.seq + 1, data={"back": ruling.id}
        )
        tree = _Tree([*logs, [*counted.events, back]], library)
        table = Table(library)
        for event in counted.events[: ruling.seq]:
            table.take(event)
        branch_point = _Judge(tree, table, tree.after(counted.events[ruling.seq - 1])).judge()
        if (
            counted.open is None
            and branch_point.counts is not None
            and branch_point.counts.id == side
        ):
            found.append(counted.events)
    return None if not others else found[0] if found else ()


class _Tree:
    """All events that one has: what stands after each, and what is said of it on each side.

    They are numbered so that a side is a row of numbers. For each question of section 9 about a
    side, the numbers of the events that answer it are kept once. So an answer is one lookup,
    however many branch points there are.
    """

    def __init__(self, logs: Iterable[Sequence[Event]], library: Library, level: int = 3) -> None:
        self._library, self._level = library, level
        self.first: Event | None = None
        self._after: dict[str, dict[str, Event]] = {}
        self._known: dict[str, Event] = {}
        for log in logs:
            if not log:
                continue
            if self.first is not None and self.first.id != log[0].id:
                raise ValueError("these logs are of different games")
            self.first = self.first or log[0]
            for event in log[1:]:
                self._known[event.id] = event
                self._after.setdefault(event.prev, {})[event.id] = event
        self._events: list[Event] = []
        self._begin: dict[str, int] = {}
        self._places: list[Mapping[str, str]] = []
        self._number()
        self._end = list(range(1, len(self._events) + 1))
        self._removed_at_once: dict[str, frozenset[str]] = {}
        self._where: dict[tuple[str, ...], list[int]] = {}
        self._renewals_known = False
        self._collect()
        self._authors = [said[1] for said in self._where if said[0] == "wrote"]

    def _number(self) -> None:
        """Number all events, each side in a row, and say in whose place who writes there."""
        waiting: list[tuple[Event, Mapping[str, str]]] = []
        if self.first is not None:
            waiting.append((self.first, {}))
        while waiting:
            event, places = waiting.pop()
            self._begin[event.id] = len(self._events)
            self._events.append(event)
            self._places.append(places)
            if event.kind == "ruling" and event.data.get("as") == "replace":
                old = event.data["out"]
                places = {**places, event.data["handle"]: places.get(old, old)}
            waiting += [(one, places) for one in reversed(self.after(event))]

    def _collect(self) -> None:
        """Enter what each event says, and from the ends where each side ends."""
        for number, (event, places) in enumerate(zip(self._events, self._places, strict=True)):
            for said in _says(event, places):
                self._where.setdefault(said, []).append(number)
        for number in reversed(range(1, len(self._events))):
            event = self._events[number]
            before = self._begin[event.prev]
            self._end[before] = max(self._end[before], self._end[number])
            if event.kind == "ruling":
                out = self._removed_at_once.get(event.id, frozenset())
                out |= {one[1] for one in _says(event, self._places[number]) if one[0] == "removed"}
                self._removed_at_once[event.id] = out
                if out:
                    more = self._removed_at_once.get(event.prev, frozenset())
                    self._removed_at_once[event.prev] = out if out >= more else out | more

    def after(self, event: Event) -> list[Event]:
        """Return what stands right after an event, by id: an order that nobody's arrival chose."""
        found = self._after.get(event.id, {})
        return [found[key] for key in sorted(found)]

    def place(self, side: Event, handle: str) -> str:
        """Return whose place somebody has at a branch point: who was replaced, and by whom."""
        return self._places[self._begin[side.id]].get(handle, handle)

    def find(self, side: Event, *said: str) -> Event | None:
        """Return the first event on a side that says something, None for none."""
        numbers, begin = self._where.get(said, ()), self._begin[side.id]
        at = bisect_left(numbers, begin)
        found = at < len(numbers) and numbers[at] < self._end[begin]
        return self._events[numbers[at]] if found else None

    def says(self, side: Event, *said: str) -> bool:
        """Whether an event on a side says something: the first one, or one after it."""
        return self.find(side, *said) is not None

    def wrote(self, side: Event) -> frozenset[str]:
        """Return whose events stand on a side."""
        return frozenset(who for who in self._authors if self.says(side, "wrote", who))

    def removed_at_once(self, ruling: Event) -> frozenset[str]:
        """Return whose places a ruling empties, or one after it with only rulings between."""
        return self._removed_at_once[ruling.id]

    # --- new keys ------------------------------------------------------------------------------

    def renewed(self, side: Event, author: str) -> bool:
        """Whether somebody's signing key was changed on a side, and somebody else said yes to it.

        This asks who had to answer, so the log is read again, but only as far as such offers.
        """
        if not self._renewals_known:
            self._renewals_known = True
            self._find_renewals()
        return self.says(side, "renewed", author)

    def _find_renewals(self) -> None:
        ways = self._ways_to_new_keys()
        waiting = [(self.first, Table(self._library, self._level))] if self.first and ways else []
        found: dict[tuple[str, str], set[int]] = {}
        while waiting:
            event, table = waiting.pop()
            before = dict(table.keys_changed)
            try:
                table.take(event)
            except BadLog:
                continue  # a side that is not valid after all shows no change
            for author, seq in table.keys_changed.items() - before.items():
                at = event
                while at.seq > seq:  # who was in doubt has shown by this event which key is theirs
                    at = self._known[at.prev]
                found.setdefault(("renewed", author), set()).add(self._begin[at.id])
            on = [one for one in self.after(event) if one.id in ways]
            waiting += [(one, table.copy()) for one in on[1:]]
            waiting += [(one, table) for one in on[:1]]
        self._where.update((said, sorted(numbers)) for said, numbers in found.items())

    def _ways_to_new_keys(self) -> set[str]:
        """Return all events up to where it shows whether an offered signing key is now good."""
        offers: dict[str, str] = {}
        ways: set[str] = set()
        for event in self._events[1:]:
            if event.kind == "offer" and event.data["what"] == "keys" and "sign" in event.data:
                offers[event.id] = event.by
            elif (author := offers.get(event.prev)) is not None:
                if event.by != author:
                    offers[event.id] = author  # until they have signed again
                at = event
                while at.id not in ways and at is not self.first:
                    ways.add(at.id)
                    at = self._known.get(at.prev, self._events[0])
        return ways

    def two_faced(self) -> str | None:
        """Return the umpire if they ruled twice on one predecessor, or for two branches of a fork.

        They may rule twice for one: again after an event that crossed their ruling.
        """
        branches: dict[tuple[str, str], str | None] = {}
        if self.first is None:
            return None
        for event in self._events:
            if sum(one.kind == "ruling" for one in self.after(event)) > 1:
                return next(one.by for one in self.after(event) if one.kind == "ruling")
            if event.kind == "ruling" and event.data.get("then") == "branch":
                fork, branch = _forked(event), self._branch(event)
                if branches.setdefault(fork, branch) != branch:
                    return event.by
        return None

    def _branch(self, ruling: Event) -> str | None:
        """Return the first event that is no ruling between a fork and a ruling on it."""
        _, fork = _forked(ruling)
        at, first = ruling, None
        while at.prev != fork:
            at = self._known[at.prev]
            first = at.id if at.kind != "ruling" else first
        return first


def _says(event: Event, places: Mapping[str, str]) -> Iterator[tuple[str, ...]]:
    """Yield what an event says of its side; ``places``: in whose place who writes there."""
    yield "wrote", event.by
    yield "wrote in place of", places.get(event.by, event.by)
    if event.kind in OPENINGS:
        yield "opened", event.by
    if event.kind != "ruling":
        return
    data = event.data
    if "out" in data:
        yield "removed", places.get(data["out"], data["out"])
    elif "fork" in data:
        author, prev = _forked(event)
        yield "fork", prev
        if data["then"] == "forfeit":
            yield "forfeit", author
            yield "removed", places.get(author, author)
    elif "back" in data:
        yield "back", data["back"]
    else:
        yield ("closed",)


class _Won(NamedTuple):
    """Which of two sides counts, None for neither, by which rule, and how.

    ``openers``: by whose openings if by those; ``way``: else how rule 4 decided.
    """

    side: Event | None
    rule: int
    openers: frozenset[str] = frozenset()
    way: str = ""


class _Judge:
    """Decides one branch point; ``table`` is folded up to it."""

    def __init__(self, tree: _Tree, table: Table, sides: list[Event]) -> None:
        self._tree = tree
        self._table = table
        self._sides = sides
        self._wrote = {side.id: tree.wrote(side) for side in sides}

    def judge(self) -> BranchPoint:
        """Say which side counts: the one that counts against each of the others."""
        best, rules, openers, ways = self._best()
        written = Counter(who for side in self._sides for who in self._wrote[side.id])
        both = {who for who, sides in written.items() if sides > 1}
        at = self._sides[0].seq
        by = Counter(side.by for side in self._sides if side.kind != "ruling")
        ruled = tuple(
            side.id
            for side in self._sides
            if self._rules_here(side) or (by[side.by] > 1 and self._forfeits(side))
        )
        everybody = self._everybody(self._author(self._sides[0], self._sides[1]))
        return BranchPoint(
            seq=at,
            sides=tuple(self._sides),
            counts=best,
            rules=tuple(sorted(rules)),
            ruled=ruled,
            opened=tuple((rule, tuple(sorted(openers[rule]))) for rule in sorted(openers)),
            ways=tuple(way for way in WAYS if way in ways),
            both=tuple(sorted(both)),
            unsure=tuple(sorted(self._unsure(best))),
            everybody=tuple(sorted(everybody)),
        )

    def _best(self) -> tuple[Event | None, set[int], dict[int, frozenset[str]], set[str]]:
        """Return the side that counts against each of the others, and the rules that say so.

        Somebody may have signed thousands of sides, so not each is held against each. A side that
        loses to one, or does not win, is out: the last one left is held against all. None: the
        rules that were asked. Then: for a rule by which an opening decided, who opened, and how
        rule 4 decided.
        """
        asked: set[int] = set()
        best: Event | None = None
        for side in self._sides:
            if best is None:
                best = side
                continue
            won = self._between(best, side)
            best = won.side
            asked.add(won.rule)
        rules: set[int] = set()
        openers: dict[int, frozenset[str]] = {}
        ways: set[str] = set()
        for side in self._sides:
            if best is None:
                return None, asked | rules, {}, set()
            if side is not best:
                won = self._between(*((best, side) if best.id < side.id else (side, best)))
                rules.add(won.rule)
                ways |= {won.way} - {""}
                if won.openers:
                    openers[won.rule] = openers.get(won.rule, frozenset()) | won.openers
                best = best if won.side is best else None
        if best is None:
            return None, asked | rules, {}, set()
        return best, rules, openers, ways

    def _between(self, a: Event, b: Event) -> _Won:
        """Return which of two sides counts, None for neither, and the first rule that fits."""
        ruled = [side for side, other in ((a, b), (b, a)) if self._ruled(side, other)]
        if ruled and (won := self._alone_opened(a, b, 1)):
            return won
        if len(ruled) == 1:
            other = b if ruled[0] is a else a
            return _Won(other if self._chosen(other, ruled[0]) else ruled[0], 1)
        rulings = [side for side in (a, b) if side.kind == "ruling"]
        if len(rulings) == 1:
            ruling, event = rulings[0], b if rulings[0] is a else a
            if self._puts_out(ruling, event.by):
                return self._out_or_event(ruling, event)
            won = self._alone_opened(a, b, 3)
            if won and won.side is ruling:
                return won
            if event.by not in self._wrote[ruling.id]:
                return won or _Won(event, 3)
        return self._went_on_with(a, b, two_rulings=len(rulings) == 2)

    def _went_on_with(self, a: Event, b: Event, *, two_rulings: bool) -> _Won:
        """Return what counts of two events of one author, or of two rulings (rule 4)."""
        if won := self._only("all", a, b, self._all_wrote):
            return won
        if two_rulings:
            won = self._alone_opened(a, b, 4) or self._only("back", a, b, self._took_back)
        else:
            author = self._author(a, b)
            won = self._only("keys", a, b, lambda one, _: self._tree.renewed(one, author))
        won = won or self._only("closed", a, b, lambda one, _: self._tree.says(one, "closed"))
        return won or _Won(None, 4)

    @staticmethod
    def _only(way: str, a: Event, b: Event, holds: Callable[[Event, Event], bool]) -> _Won | None:
        """Return the one side of which something holds against the other; None for neither."""
        found = [one for one, two in ((a, b), (b, a)) if holds(one, two)]
        return _Won(found[0], 4, way=way) if len(found) == 1 else None

    def _alone_opened(self, a: Event, b: Event, rule: int) -> _Won | None:
        """Return the side that alone was opened, for a rule; None for neither or both."""
        by = [(one, self._openers(one, two)) for one, two in ((a, b), (b, a))]
        opened = [(one, openers) for one, openers in by if openers]
        return _Won(opened[0][0], rule, opened[0][1]) if len(opened) == 1 else None

    def _openers(self, side: Event, other: Event) -> frozenset[str]:
        """Return who of all has opened something on a side and written nothing on the other.

        An author on both opens nothing here. Otherwise an umpire and one player could undo what
        others built on, by a late ruling and an opening of their own. Nor does who was removed on
        the other side, if all the others have written there: else they could do it with a forker.
        """
        everybody = self._everybody(self._author(side, other))
        return frozenset(
            who
            for who in everybody - self._wrote[other.id]
            if self._tree.says(side, "opened", who) and not self._is_left(who, side, other)
        )

    def _is_left(self, who: str, side: Event, other: Event) -> bool:
        """Whether somebody was removed on the other side, and all the others have written there."""
        others = self._everybody(self._author(side, other)) - {who}
        return (
            self._is_removed(who, other)
            and not others.isdisjoint(self._wrote[other.id])
            and all(self._wrote_or_left(one, other, side) for one in others)
        )

    def _unsure(self, best: Event | None) -> set[str]:
        """Return who has written on a side that does not count, while one does."""
        lost = [side for side in self._sides if best is not None and side is not best]
        return {who for side in lost for who in self._wrote[side.id]}

    # --- what the rules ask --------------------------------------------------------------------

    def _all_wrote(self, side: Event, other: Event) -> bool:
        """Whether all have written on a side, held against another.

        A player who was removed on it need not have, unless they or a successor built on the other.
        But somebody has, or a successor of theirs.
        """
        everybody = self._everybody(self._author(side, other))
        return not everybody or (
            all(self._wrote_or_left(who, side, other) for who in everybody)
            and any(self._wrote_in_place_of(who, side) for who in everybody)
        )

    def _wrote_or_left(self, who: str, side: Event, other: Event) -> bool:
        if who in self._wrote[side.id]:
            return True
        gone = self._is_removed(who, side) and not self._wrote_in_place_of(who, other)
        return gone and not self._tree.says(other, "closed")

    def _wrote_in_place_of(self, who: str, side: Event) -> bool:
        """Whether somebody has written on a side, or a successor of theirs."""
        return self._tree.says(side, "wrote in place of", self._tree.place(side, who))

    def _is_removed(self, who: str, side: Event) -> bool:
        """Whether a ruling on a side removes somebody who was in the game at the branch point."""
        return self._tree.says(side, "removed", self._tree.place(side, who))

    def _chosen(self, side: Event, other: Event) -> bool:
        """Whether all have written on one side and not all on the other."""
        return self._all_wrote(side, other) and not self._all_wrote(other, side)

    def _author(self, a: Event, b: Event) -> str:
        """Return who wrote what parts from a ruling, or forked: none of those who choose."""
        for side in (a, b):
            if side.kind != "ruling":
                return side.by
        ruled = (self._tree.find(side, "fork", side.prev) for side in (a, b))
        return next((_forked(one)[0] for one in ruled if one is not None), "")

    def _everybody(self, author: str) -> frozenset[str]:
        """Return *all*: who has a seat at this event, else who would keep there for the author.

        Never the author: who practises alone keeps their own dice, and agrees with nobody.
        """
        seated = frozenset(self._table.seated()) - {author}
        if seated:
            return seated
        one = self._sides[0]
        owed = self._table.owed(Trigger(one.id, one.seq, author, one.prev))
        return frozenset(keeper.handle for keeper in owed.keepers) - {author}

    def _ruled(self, side: Event, other: Event) -> bool:
        """Whether a side has a ruling on the fork here, or puts its author out by another."""
        alike = side.by == other.by and other.kind != "ruling"
        return self._rules_here(side) or (alike and self._forfeits(side))

    def _rules_here(self, side: Event) -> bool:
        return self._tree.says(side, "fork", side.prev)

    def _forfeits(self, side: Event) -> bool:
        """Whether a side, an event of a player, has a ruling on some fork of theirs, as forfeit."""
        return side.kind != "ruling" and self._tree.says(side, "forfeit", side.by)

    def _puts_out(self, ruling: Event, author: str) -> bool:
        """Whether a ruling puts somebody out, or one after it with only rulings between.

        The umpire decides how many these are, so no table reads them again. They are valid, and
        until one puts the author out the author is who they were at the branch point.
        """
        player = self._table.roster.find(author)
        if player is None or player.out is not None:
            return False
        return self._tree.place(ruling, author) in self._tree.removed_at_once(ruling)

    def _out_or_event(self, ruling: Event, event: Event) -> _Won:
        """Return what counts of an event and the ruling that puts out its author (rule 2)."""
        if self._all_wrote(ruling, event):
            return _Won(ruling, 2)
        if self._all_wrote(event, ruling):
            return _Won(event, 2)
        umpire = self._table.roster.umpire
        closed = self._tree.says(ruling, "closed")
        if umpire is None or umpire.handle not in self._wrote[event.id] or closed:
            return _Won(ruling, 2)
        # Also those who wrote on both sides: only an umpire who withdraws it is stopped here.
        openers = frozenset(
            who for who in self._everybody(event.by) if self._tree.says(ruling, "opened", who)
        )
        return _Won(ruling if openers else event, 2, openers)

    def _took_back(self, side: Event, other: Event) -> bool:
        return self._tree.says(side, "back", other.id)


def _forked(ruling: Event) -> tuple[str, str]:
    """Return the author of the fork that a valid ruling is on, and its predecessor."""
    body = ruling.data["fork"][0]["body"]
    return body["by"], body["prev"]
