"""Forks: what settles one, and whether what a ruling shows is one (protocol section 8)."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from typing import Any, NamedTuple, Protocol

from pbem.crypto import canonical
from pbem.log.event import Event, read_event
from pbem.log.finding import BadLog, finding
from pbem.log.tree import Tree
from pbem.table.events.kinds import OnFork
from pbem.table.state import Player, RuledFork
from pbem.table.tabletop import Tabletop


class Judge(Protocol):
    """The log up to an earlier event: it judges what else may stand there."""

    @property
    def head(self) -> str:
        """The id of the last event it has."""

    @property
    def following(self) -> Event | None:
        """The first event after it in the log that is no ruling, if any."""

    def refuses(self, event: Event) -> str:
        """Return why ``event`` is not valid there, as far as the level can say, or nothing."""


Replayed = Callable[[int], Judge]
"""Gives the log up to the event before this number."""


class Following(NamedTuple):
    """A fork of the second kind (protocol section 3): nothing put its author out between the two.

    ``first``: what they wrote on a predecessor; ``rulings``: those on the same predecessor, one
    after the other; ``second``: what they wrote after these.
    """

    first: Event
    rulings: tuple[Event, ...]
    second: Event


def after_rulings(
    tree: Tree, prev: str, valid: Container[str] | None = None
) -> Iterator[Following]:
    """Yield a fork of the second kind at an event, one for each author.

    Each author has one fork: the one with the fewest rulings between. One proves it, and thousands
    must not fill a verdict. It is left out if one of the rulings is on a fork of that author there:
    then they have to write again. Nobody who was put out by a ruling has a valid event after it.

    Args:
        tree: The events of several logs.
        prev: The id of the event where the fork begins.
        valid: Ids of the valid events of the tree, or None for all. Anybody can write a line in
            somebody's name.

    Source: docs/protocol.md, section 9.
    """

    def following(event: str) -> list[Event]:
        return [one for one in tree.following(event) if valid is None or one.id in valid]

    sides = following(prev)
    firsts: dict[str, Event] = {}
    for one in sides:
        if one.kind != "ruling":
            firsts.setdefault(one.by, one)
    # With each ruling: the authors who have to write again after it.
    waiting = deque((one, _again(one, firsts)) for one in sides if one.kind == "ruling")
    while waiting and firsts:
        ruling, again = waiting.popleft()
        for event in following(ruling.id):
            if event.kind == "ruling":
                waiting.append((event, again | _again(event, firsts)))
            elif event.by in firsts and event.by not in again:
                yield Following(firsts.pop(event.by), _between(tree, prev, event), event)


def _between(tree: Tree, prev: str, event: Event) -> tuple[Event, ...]:
    """Return what stands between two events, oldest first."""
    found = list[Event]()
    while (before := found[-1].prev if found else event.prev) != prev:
        found.append(tree.events[before])
    return tuple(reversed(found))


def _again(ruling: Event, firsts: Mapping[str, Event]) -> frozenset[str]:
    """Return of whom a ruling is on the fork of which their event of ``firsts`` is one side."""
    shown = [held["body"] for held in ruling.data.get("fork") or ()]
    mine = (firsts.get(body["by"]) for body in shown)
    return frozenset(
        first.by
        for first, body in zip(mine, shown, strict=True)
        if first is not None and first.prev == body["prev"]
    )


def after_words(found: Following) -> str:
    """Say in a part of a sentence what its author signed."""
    by, following = found.first.by, _rulings(len(found.rulings))
    return (
        f"{by} signed event {found.first.seq}, {found.first.id}, and another event, "
        f"{found.second.id}, after {following} on the same predecessor that did not put {by} "
        "out"
    )


def settled_by(changes: Iterable[tuple[str, int]], author: str, seq: int) -> int | None:
    """Return the first event by which a change of keys settles a fork, or None.

    The change settles what an old key signed on earlier events. Otherwise a thief of the key could
    convict its owner. Changes to which nobody else agreed are named beside the fork
    (`former_words`).

    Args:
        changes: The owners of changed signing keys, each with the number of the event with which
            that took effect, in the logs with the predecessor of the fork. Only changes to which
            somebody else answered yes.
        author: The author of the two events.
        seq: The number of the two events.

    Source: docs/protocol.md, section 9.
    """
    return min((event for who, event in changes if who == author and event >= seq), default=None)


def settled_words(
    author: str, seq: int, ids: tuple[str, str], renewed: int, rulings: int = 0
) -> str:
    """Say in a sentence what two events prove if a change of keys settles their fork.

    Args:
        author: Their author.
        seq: Their number.
        ids: Their ids.
        renewed: The number of the event with which the key was changed.
        rulings: How many rulings are between the predecessor and the second event.
    """
    one, other = ids
    what = (
        f"Event {seq}, {one[:16]}..., and another event, {other[:16]}..., after "
        f"{_rulings(rulings)} on the same predecessor"
        if rulings
        else f"Two different events {seq} on one predecessor, {one[:16]}... and {other[:16]}..."
    )
    return (
        f"{what}, are signed with a key that {author} changed by agreement in event "
        f"{renewed}. The log cannot show who used the old key, or when. So it convicts "
        "nobody."
    )


def former_words(author: str, changed: int | None) -> str:
    """Say in a sentence, after a blank, that a former key signed a fork that no change settles.

    ``author``: of both events. ``changed``: the event with which they changed the key and nobody
    else answered; None: no such, and nothing is said.
    """
    if changed is None:
        return ""
    return (
        f" Both are signed with a former key of {author}, who changed it in event "
        f"{changed}. Nobody else agreed to that change, so it settles nothing. But anyone "
        f"who got hold of the former key can have signed one of them. If {author} says so, "
        "an umpire can rule 'branch'."
    )


def _rulings(many: int) -> str:
    return "a ruling" if many == 1 else f"{many} rulings"


def proven(table: Tabletop, event: Event, data: OnFork, at: Replayed | None) -> Player | None:
    """Carry out a ruling on a fork; return who is put out by it, None for nobody.

    Args:
        table: The table.
        event: The ruling.
        data: Its data.
        at: Replays the log up to an earlier event; None if the ruling was judged before.

    Raises:
        BadLog: With ``ruling.wrong`` unless it shows a fork that can be ruled on.
    """
    shown = _shown(event, data)
    first = shown[0]
    player = table.roster.find(first.by)
    if player is None or player is table.roster.umpire:
        raise _wrong(event, f"{first.by} is not a player of this game")
    if not 1 <= first.seq <= table.chain.count:
        raise _wrong(event, f"this log has no event before event {first.seq}")
    _check_bounds(table, event, data, first)
    if at is not None:
        _judge(event, shown, at(first.seq))
    table.forks.append(RuledFork(first.by, first.prev, data.then, event.seq))
    if data.then == "branch":
        return None
    author = table.roster.successor(first.by)
    return author if author is not None and author.out is None else None


def _judge(event: Event, shown: list[Event], judge: Judge) -> None:
    """Raise BadLog unless what the ruling shows is a fork of the log before."""
    first = shown[0]
    if judge.head != first.prev:
        raise _wrong(
            event, f"in this log, event {first.seq - 1} is another one than the fork follows"
        )
    _check_shown(event, shown, judge.following)
    for one in shown:
        if why := judge.refuses(one):
            raise _wrong(
                event, f"its event {one.id[:16]}... is not valid, so this is no fork: {why}"
            )


def _shown(event: Event, data: OnFork) -> list[Event]:
    """Return the events that a ruling holds: of one author, on one predecessor, in order."""
    try:
        shown = [read_event(_line(one), version=event.v) for one in data.fork]
    except BadLog as bad:
        raise _wrong(event, f"it shows something that is no event: {bad}") from None
    first, last = shown[0], shown[-1]
    if len(shown) == 2 and not first.id < last.id:
        raise _wrong(event, "the event with the lower id must come first")
    if (first.by, first.prev, first.seq) != (last.by, last.prev, last.seq):
        raise _wrong(event, "the two events must have one author and one predecessor")
    return shown


def _line(shown: dict[str, Any]) -> bytes:
    return canonical.encode_trusted(shown)


def _check_bounds(table: Tabletop, event: Event, data: OnFork, first: Event) -> None:
    """Refuse what would send a reader back again and again, or let a stolen key convict."""
    ruled = [fork for fork in table.forks if fork.by == first.by]
    if any(fork.prev == first.prev for fork in ruled):
        raise _wrong(event, "an earlier ruling already settled this fork")
    if any(fork.then == "forfeit" for fork in ruled):
        raise _wrong(event, f"{first.by} has already forfeited for another fork")
    if data.then == "branch" and ruled:
        raise _wrong(
            event, f"a ruling already chose a branch for {first.by}. A second fork forfeits"
        )
    if settled_by(table.keys_changed.items(), first.by, first.seq) is not None:
        raise _wrong(
            event, f"everyone has since agreed to new keys of {first.by}, which settles this fork"
        )


def _check_shown(event: Event, shown: list[Event], following: Event | None) -> None:
    """Raise BadLog unless the ruling shows just what the log has not."""
    if following is not None and any(one.id == following.id for one in shown):
        raise _wrong(event, f"it shows event {following.seq}, which this log has already")
    if len(shown) == 1 and (following is None or following.by != shown[0].by):
        raise _wrong(
            event, "it shows only one event of a fork, and this log does not have the other"
        )


def _wrong(event: Event, what: str) -> BadLog:
    message = f"Event {event.seq} (ruling on a fork): {what.rstrip('.')}."
    return BadLog(finding("ruling.wrong", event, message=message, blame=(event.by,)))
