"""Sides of one game, by somebody with all keys: what comes after a branch point."""

from __future__ import annotations

from pbem.log.event import compose
from toy.group import END, PASS, TIME, identity

SIDES = {"ann": "red", "bob": "blue", "cat": "green"}
OUT = {"as": "forfeit", "late": None}
HARMLESS = {"back": "0" * 64}


def side(group, *events, upto=None):
    """Another log of the game: the beginning of this one, then events of these authors.

    Each is (author, kind, data): the authors hold their own keys, and ask no record.
    """
    other = group.at(group.events[:upto])
    for by, kind, data in events:
        full = data
        if kind == "orders":
            full = other.orders_data(other.table.play.asked.side, *data)
        elif kind == "dice":
            full = other.dice_data()
        other._take(other.forge(by, kind, full))
    return other


def orders(by, *data):
    return (by, "orders", data or (END,))


PASSED = orders("bob", PASS)
"""The first player in the game passes for a side whose player is out."""


def out(who):
    return ("uma", "ruling", {"out": who, **OUT})


def on_fork(event, then="forfeit"):
    names = ("v", "game", "seq", "prev", "by", "at", "kind", "salt", "data")
    body = {name: getattr(event, name) for name in names}
    return ("uma", "ruling", {"fork": [{"body": body, "sig": event.sig}], "then": then})


def following(events, *written):
    """Events after others, signed without asking whether they are valid: (author, kind, data)."""
    found = list(events)
    for by, kind, data in written:
        found.append(
            compose(
                game=found[0].id, seq=len(found), prev=found[-1].id, by=by, at=TIME, kind=kind,
                data=data, seed=identity(by).sign_seed, version=found[0].v,
            )
        )  # fmt: skip
    return found


def rulings(count):
    return [("uma", "ruling", {"back": f"{number:064x}"}) for number in range(count)]
