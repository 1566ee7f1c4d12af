"""Fork files: one that convicts its author, and some that prove nothing."""

from __future__ import annotations

from hostile.faults import fault, joined, owing
from pbem.crypto import canonical
from toy.group import Group


def fork_file(group: Group, *two: bytes) -> bytes:
    header = canonical.encode({"events": len(group.events), "pbem": "fork/v1"})
    return b"".join(
        line + b"\n" for line in (header, *(event.line for event in group.events), *two)
    )


def two_orders(group: Group, by: str, *lists: list[dict[str, object]]) -> list[bytes]:
    events = [
        group.forge(by, "orders", group.orders_data(group.table.play.asked.side, *orders))
        for orders in lists
    ]
    return [event.line for event in sorted(events, key=lambda event: event.id)]


@fault("fork.author-two-thoughts.fork", joined, good=4, blame="ann")
def two_thoughts(group: Group) -> bytes:
    """Ann signed two different lists of orders as event 4: the file convicts ann."""
    standing = [{}, {"us": {}}]
    events = [
        group.forge("ann", "orders", group.orders_data("us", *_first(group), standing=given))
        for given in standing
    ]
    return fork_file(group, *[e.line for e in sorted(events, key=lambda event: event.id)])


@fault("fork.form-one-illegal.fork", joined, good=None, seq=None)
def one_illegal(group: Group) -> bytes:
    """One of the two events is not legal, so it is part of no log: nobody forked."""
    illegal = [{"do": "move", "unit": "317", "path": ["1104"]}]
    return fork_file(group, *two_orders(group, "ann", _first(group), illegal))


@fault("fork.form-two-authors.fork", owing, good=None, seq=None)
def two_authors(group: Group) -> bytes:
    """The two events are by two authors: only one of them was active."""
    events = [group.forge(by, "resign", {}) for by in ("ann", "bob")]
    return fork_file(group, *[e.line for e in sorted(events, key=lambda event: event.id)])


def _first(group: Group) -> list[dict[str, object]]:
    play = group.table.play
    return [play.game.write_order(play.game.sensible(play.position, 1)[0])]
