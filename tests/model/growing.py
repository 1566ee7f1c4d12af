"""Several logs grow from one: everything that honest people, cheats and a slow umpire can add.

Honest players write only after the log that counts by all that was published, and never twice on
one predecessor. Cheats write wherever they may, again and again, late or early. The umpire is
honest, but slow in the mail: the umpire may rule after any event, as if without all that came
after, once on each predecessor. An event that they take back, or rule on a fork, is left to them
and not forced.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from model.counting import Known, Log, Reader, first_after, wrote
from model.searching import needs, report
from model.writing import ROLL, Ask, Event, Keeper, State, active, may

NOTHING: Known = frozenset({()})


def grow(
    reader: Reader,
    cheats: frozenset[str],
    length: int,
    *,
    slow: bool,
    start: Known = NOTHING,
) -> Iterator[tuple[Known, Known]]:
    """Yield all that can be known up to ``length`` events later: before and after each."""
    layer, seen = [start], {start}
    for _ in range(length):
        following = []
        for tree in layer:
            for new in added(reader, tree, cheats, slow=slow):
                after = tree | {new}
                if after not in seen:
                    seen.add(after)
                    following.append(after)
                    yield tree, after
        layer = following


def added(reader: Reader, tree: Known, cheats: frozenset[str], *, slow: bool) -> Iterator[Log]:
    """Every log with one event more that somebody could publish now."""
    counting = reader.counts(tree)
    for log in tree:
        s = reader.state(log)
        handle, umpire = active(s)[0], s.opening.umpire or ""
        if handle is None:
            continue
        wrote = {one[-1].by for one in tree if one and one[:-1] == log}
        honest = handle not in wrote and log == counting and not looks_again(reader, tree, log)
        if handle in cheats or (honest and not refuses(reader, tree, log, handle)):
            yield from (new for e in answers(s) if (new := (*log, e)) not in tree)
        if umpire in wrote or handle == umpire:
            continue
        for what in rulings(reader, tree, log, slow=slow or handle in cheats):
            if may(s, e := Event(umpire, "ruling", what)):
                yield (*log, e)


def rulings(reader: Reader, tree: Known, log: Log, *, slow: bool) -> Iterator[tuple[Any, ...]]:
    """Yield what an honest umpire may rule here; ``slow``: the active player may seem late."""
    if slow:
        yield ("forfeit", active(reader.state(log))[0])
    yield ("back", None)
    for ruling in tree:
        if ruling and ruling[-1].kind == "ruling" and log == following(reader, tree, ruling):
            yield ("back", ruling)
    for n in range(len(log) + 1):
        author = active(reader.state(log[:n]))[0]
        halves = {first for one in tree if (first := first_after(one, n)) and one[:n] == log[:n]}
        if len({half for half in halves if half[-1].by == author}) > 1:
            yield ("fork", author, n, "forfeit")
            yield ("fork", author, n, "branch")


def trigger_of(log: Log) -> int:
    """The number of the trigger whose dice are owed at the end of a log."""
    return next(n for n in reversed(range(len(log))) if log[n].kind not in ("dice", "ruling"))


def refuses(reader: Reader, tree: Known, log: Log, handle: str) -> bool:
    """Whether a keeper's record forbids: one trigger of its author, rulings passed over, ever."""
    if reader.rules.keeper_answers_twice or not reader.state(log).rolling:
        return False
    mine = trigger_on(log)
    given = (one[:-1] for one in tree if one and one[-1].by == handle and one[-1].kind == "dice")
    others = (trigger_on(one) for one in given)
    return any(one[0] == mine[0] and one[1] != mine[1] for one in others)


def trigger_on(log: Log) -> tuple[tuple[Log, str], Log]:
    """Return what a trigger stands on, without rulings, and its author; and the log up to it."""
    n = at = trigger_of(log)
    while at and log[at - 1].kind == "ruling":
        at -= 1
    return (log[:at], log[n].by), log[: n + 1]


def following(reader: Reader, tree: Known, ruling: Log) -> Log | None:
    """Return where the umpire takes a ruling back: on the log that counts but for it."""
    others = frozenset(log for log in tree if log[: len(ruling)] != ruling)
    log = reader.counts(others)
    return log if log[: len(ruling) - 1] == ruling[:-1] else None


def looks_again(reader: Reader, tree: Known, log: Log) -> bool:
    """Whether the umpire is to stand in, and what was owed has come meanwhile."""
    s = reader.state(log)
    if reader.rules.stands_in_without_looking or not s.owed or not s.owed[0].stands_for:
        return False
    trigger = log[: trigger_of(log) + 1]
    return any(roll[0] == trigger for one in tree for roll in complete(reader, one))


def answers(s: State) -> Iterator[Event]:
    """Yield what the active player may write: trimmed to rolls, and to ends of the turn."""
    handle, kinds = active(s)
    assert handle
    if "dice" in kinds:
        # The result of a roll is the roll's to say: a keeper who gives it twice gives the same
        # twice.
        last = Ask(next(side for side, holder in s.seats if not s.gone(holder)))
        for salt in (0, 1):
            yield Event(handle, "dice", None, last if len(s.owed) == 1 else None, salt)
        return
    if "reveal" in kinds and s.result:
        yield Event(handle, "reveal", True)
    if "orders" in kinds:
        for then in needs(s, secrets=False):
            if then == ROLL or (isinstance(then, Ask) and s.holder(then.side) != handle):
                yield Event(handle, "orders", None, then)
        yield Event(handle, "orders", None, ROLL, 1)


def complete(
    reader: Reader, log: Log, cheats: frozenset[str] = frozenset()
) -> Iterator[tuple[Log, tuple[Keeper, ...], Log]]:
    """Each roll that is known: (the log up to its trigger, whose outputs make it, the log so far).

    Known to all once it is complete, to cheats before, if only they have still to give.
    """
    trigger: Log = ()
    for n in range(1, len(log) + 1):
        before, s = reader.state(log[: n - 1]), reader.state(log[:n])
        if s.rolling and not before.rolling:
            trigger = log[:n]
        if before.rolling and not s.rolling and not s.result:
            yield trigger, (*before.given, *before.owed), log[:n]
        elif s.rolling and all(keeper.handle in cheats for keeper in s.owed):
            yield trigger, (*s.given, *s.owed), log[:n]


def voided(reader: Reader, tree: Known, cheats: frozenset[str], *, slow: bool) -> Log | None:
    """A log with a known roll instead of which another is made, though no cheat is out for it.

    With a slow umpire, who puts out the innocent, only what is complete is asked.
    """
    now = reader.counts(tree)
    if any(log[:-1] == now for log in tree if log):
        return None  # nobody's log goes on before somebody has spoken
    known = frozenset() if slow else cheats
    kept = {(trigger, rolls) for trigger, rolls, _ in complete(reader, now, known)}
    for log in tree:
        for trigger, rolls, whole in complete(reader, log, known):
            parts = next(
                (n for n, (a, b) in enumerate(zip(whole, now, strict=False)) if a != b), len(now)
            )
            seated = {handle for handle in reader.state(whole).seated() if handle in cheats}
            paid = seated - set(reader.state(now).seated())
            another = any(len(x) > parts for *_, x in complete(reader, now))
            if (trigger, rolls) in kept or paid or not another:
                continue
            if not named(reader, tree, whole[: parts + 1], now[: parts + 1], cheats):
                return whole
    return None


def named(reader: Reader, tree: Known, a: Log, b: Log, cheats: frozenset[str]) -> bool:
    """Say what no rule mends: somebody honest kept for a late event before its author's end came.

    The author has written on both sides then, and which counts is a friend's to say, who has still
    to keep for the late event, until that friend has written after the ruling.
    """
    late = active(reader.state(a[:-1]))[0]
    ruling = next((side for side in (a, b) if side[-1].kind == "ruling"), None)
    if late not in cheats or not ruling or not reader.puts_out(tree, ruling, late):
        return False
    return bool((wrote(tree, a) & wrote(tree, b)) - cheats - {reader.opening.umpire})


def overruled(reader: Reader, before: Known, after: Known) -> Log | None:
    """An event that counted, and after which all others had written, and that counts no more."""
    was, now = reader.counts(before), reader.counts(after)
    for n, (e, other) in enumerate(zip(was, now, strict=False)):
        if e == other:
            continue
        everybody = reader.all(was[:n], active(reader.state(was[:n]))[0])
        return was[: n + 1] if everybody <= wrote(before, was[: n + 1]) else None
    return None


def opened_for_nothing(
    reader: Reader, before: Known, after: Known, cheats: frozenset[str]
) -> Log | None:
    """A log up to an opening by somebody honest that counted, and without which the game goes on.

    Not where they have written on the other side too: then their program asks them first.
    """
    was, now = reader.counts(before), reader.counts(after)
    parts = next(
        (n for n, (e, other) in enumerate(zip(was, now, strict=False)) if e != other), None
    )
    if parts is None or reader.state(now).result:
        return None
    also = cheats | wrote(after, now[: parts + 1])
    opened = (n for n, e in enumerate(was) if n > parts and e.kind == "reveal" and e.by not in also)
    return next((was[: n + 1] for n in opened), None)


def report_tree(reader: Reader, tree: Known) -> list[str]:
    """Each log of a tree after its trunk, the one that counts last."""
    ends = [log for log in tree if not any(other[:-1] == log for other in tree if other)]
    lines = [" / ".join(report(e) for e in log) for log in sorted(ends, key=repr)]
    counting = " / ".join(report(e) for e in reader.counts(tree))
    return [*lines, f"counts: {counting or 'neither'}"]
