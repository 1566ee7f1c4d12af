"""Copies of one game beside each other: the same, a beginning, where they part, what counts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import groupby

from msgspec import UNSET

from pbem.audit.differing import differences
from pbem.audit.verdict import CountsVerdict, KeyChange
from pbem.court import facts
from pbem.court.judging.bench import Bench, Read
from pbem.court.judging.signed import has, table_after
from pbem.log.event import Event
from pbem.log.tree import Tree
from pbem.table.handlers.forks import after_rulings, settled_by


def state_same(bench: Bench, game: str, copies: Sequence[Read]) -> None:
    """State which copies hold the same good events."""
    by_head = sorted(copies, key=lambda one: (-len(one.events), str(one.head)))
    for head, some in groupby(by_head, key=lambda one: one.head):
        same = sorted(some, key=lambda one: one.copy.number)
        for whole in (True, False):
            these = [one for one in same if (one.verdict.finding is None) is whole]
            if not these:
                continue
            digests = tuple(one.digest for one in these)
            fact = facts.CopyFact(
                game=game,
                copies=digests,
                events=len(these[0].events),
                head=str(head),
                level=min(one.verdict.level for one in these),
                whole=whole,
            )
            bench.state(
                fact,
                copies=digests,
                events=[these[0].events[-1]],
                check=f"pbem verify {bench.file(these[0])}",
            )


def state_beginnings(bench: Bench, copies: Sequence[Read]) -> None:
    """State which copies are the beginning of which others."""
    for short in _by_head(copies):
        last = short[0].events[-1]
        longer = [
            one
            for one in copies
            if len(one.events) > len(short[0].events) and one.events[last.seq].id == last.id
        ]
        if longer:
            digests = tuple(one.digest for one in short)
            of = tuple(one.digest for one in longer)
            fact = facts.Begins(copies=digests, of=of, events=len(short[0].events))
            bench.state(
                fact,
                copies=(*digests, *of),
                events=[last],
                check=f"pbem compare {bench.file(short[0])} {bench.file(longer[0])}",
            )


def _by_head(copies: Sequence[Read]) -> list[list[Read]]:
    """Return copies together that have the same last good event, the shortest first."""
    order = sorted(copies, key=lambda one: (len(one.events), str(one.head), one.copy.number))
    return [list(some) for _, some in groupby(order, key=lambda one: one.head)]


def state_branch_points(bench: Bench, game: str, copies: Sequence[Read]) -> None:
    """State where good events of copies differ, in what, and who signed several of them."""
    tree = Tree(game)
    for one in copies:
        tree.add(one.events)
    seen = sorted(tree.events.values(), key=lambda event: (event.seq, event.id))
    for prev in seen:
        sides = tree.following(prev.id)
        if len(sides) > 1:
            _one_branch_point(bench, game, sides, copies, tree)


def _one_branch_point(
    bench: Bench, game: str, sides: Sequence[Event], copies: Sequence[Read], tree: Tree
) -> None:
    have = _have(sides, copies)
    reported = tuple(
        facts.Side(
            event=side.id,
            by=side.by,
            kind=side.kind,
            copies=tuple(one.digest for one in have[side.id]),
        )
        for side in sides
    )
    first = [have[side.id][0] for side in sides]
    check = f"pbem compare {' '.join(bench.file(one) for one in first)}"
    bench.state(
        facts.Parts(game=game, seq=sides[0].seq, prev=sides[0].prev, sides=reported),
        copies=[digest for side in reported for digest in side.copies],
        events=sides,
        check=check,
    )
    before = first[0].events[: sides[0].seq]
    for differing in differences(sides, table_after(bench.library, before)):
        bench.state(
            facts.Differs(
                game=game,
                seq=sides[0].seq,
                sides=tuple(side.id for side in sides),
                field=differing.field,
                values=differing.values,
            ),
            copies=[copy.digest for copy in first],
            events=sides,
            check=check,
        )
    # With their first event each other one is a fork: all pairs of thousands say no more.
    firsts: dict[str, Event] = {}
    changes = _Changes([one for one in copies if has(one, first[0].events[sides[0].seq - 1])])
    for b in sides:
        a = firsts.setdefault(b.by, b)
        if a is not b:
            _fork(bench, game, (a, have[a.id][0]), (b, have[b.id][0]), changes)
    for found in after_rulings(tree, sides[0].prev):
        following = next(one for one in copies if has(one, found.second))
        first_of = (found.first, have[found.first.id][0])
        _fork(bench, game, first_of, (found.second, following), changes, between=found.rulings)


def _have(sides: Sequence[Event], copies: Sequence[Read]) -> dict[str, list[Read]]:
    """Return for each side, by id, the copies that have it."""
    have: dict[str, list[Read]] = {side.id: [] for side in sides}
    seq = sides[0].seq
    for one in copies:
        if len(one.events) > seq and one.events[seq].id in have:
            have[one.events[seq].id].append(one)
    return have


class _Changes:
    """The changes of signing keys in copies that have one event: looked for once for each author.

    ``settling``: the first after it to which somebody else agreed; ``alone``: the first to which
    nobody else did; each with the copy that has it, None for none.
    """

    def __init__(self, copies: Sequence[Read]) -> None:
        self._all = [(change, one) for one in copies for change in one.verdict.keys_changed]

    @cache  # noqa: B019 - it lives as long as one branch point is described
    def settling(self, by: str, seq: int) -> tuple[int, Read] | None:
        return self._first(by, seq, lambda change: change.settles)

    @cache  # noqa: B019 - the same
    def alone(self, by: str, seq: int) -> tuple[int, Read] | None:
        return self._first(by, seq, lambda change: change.alone)

    def _first(
        self, by: str, seq: int, asked: Callable[[KeyChange], bool]
    ) -> tuple[int, Read] | None:
        found = [
            (change.event, one)
            for change, one in self._all
            if asked(change) and settled_by([(change.handle, change.event)], by, seq) is not None
        ]
        return min(found, key=lambda one: one[0], default=None)


def _fork(
    bench: Bench,
    game: str,
    one: tuple[Event, Read],
    other: tuple[Event, Read],
    changes: _Changes,
    *,
    between: Sequence[Event] = (),
) -> None:
    """State a fork; ``between``: the rulings between the predecessor and the other event."""
    (a, of_a), (b, of_b) = one, other
    # A change of keys settles what the old key signed on events before it (protocol, section 8).
    settling, alone = changes.settling(a.by, a.seq), changes.alone(a.by, a.seq)
    renewed = None if settling is None else settling[0]
    former = UNSET if settling is not None or alone is None else alone[0]
    by_copy = (settling or alone or (0, of_a))[1]
    both = (a, b) if between or a.id < b.id else (b, a)
    proven = renewed is None and min(of_a.verdict.level, of_b.verdict.level) == 3
    bench.state(
        facts.Forked(
            game=game,
            by=a.by,
            seq=a.seq,
            prev=a.prev,
            events=(both[0].id, both[1].id),
            renewed=renewed,
            rulings=tuple(event.id for event in between),
            former=former,
        ),
        "proved" if proven else "open",
        copies=dict.fromkeys((of_a.digest, of_b.digest, by_copy.digest)),
        events=(*both, *between),
        blames=(a.by,) if proven else (),
        check=f"pbem compare {bench.file(of_a)} {bench.file(of_b)}",
    )


def state_what_counts(
    bench: Bench, game: str, copies: Sequence[Read], found: CountsVerdict
) -> None:
    """State which copies count, why, and what is open."""
    by_path = {str(bench.path(one)): one for one in copies}
    able = [by_path[path].digest for path in found.counts]
    files = " ".join(bench.file(one) for one in copies)
    check = f"pbem compare {files}"
    if found.umpire is not None:
        bench.state(
            facts.TwoFaces(game=game, by=found.umpire),
            copies=[one.digest for one in copies],
            blames=(found.umpire,),
            check=check,
        )
    decided = [one for one in found.branch_points if one.decided is not None]
    waits = [one for one in found.branch_points if one.decided is None]
    forked = {
        one.fact.by
        for one in bench.statements
        if isinstance(one.fact, facts.Forked) and one.weight == "proved"
        if (one.fact.game, one.fact.prev) == (game, found.head)
    }
    fact = facts.Counts(
        game=game,
        copies=tuple(able),
        seq=found.seq,
        head=found.head,
        why=tuple(one.why for one in decided),
        umpire=copies[0].verdict.umpire if waits else None,
        choose=tuple(name for one in waits for name in one.choose),
        forked=tuple(sorted(forked)) if waits else (),
    )
    bench.state(fact, copies=[one.digest for one in copies], check=check)
