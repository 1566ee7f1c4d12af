"""Nonsense: values that stand where others should, and events with something changed."""

from __future__ import annotations

import random
from typing import Any

VALUES: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2**53 - 1, "", "a", "pass", "end", "A", "0" * 64, "f" * 64,
    "0" * 128, "0" * 160, "ann", "uma", "red", [], {}, [[]], [{}], {"do": "pass"},
    {"do": "nonsense"}, {"do": 1}, [[6, 3]], "\u00e9", "x" * 300,
)  # fmt: skip
NAMES = ("note", "do", "standing", "orders", "side", "out", "fork", "result", "back", "what", "n")


def value(rng: random.Random) -> Any:
    return rng.choice(VALUES)


def changed(plain: Any, rng: random.Random) -> Any:
    """Return a copy of some data in which one thing, however deep, is another."""
    if isinstance(plain, dict):
        twin = dict(plain)
        what = rng.random()
        if what < 0.15 or not twin:
            twin[rng.choice(NAMES)] = value(rng)
        elif what < 0.3:
            del twin[rng.choice(sorted(twin))]
        else:
            name = rng.choice(sorted(twin))
            twin[name] = changed(twin[name], rng)
        return twin
    if isinstance(plain, (list, tuple)) and plain and rng.random() < 0.8:
        members = list(plain)
        place = rng.randrange(len(members))
        what = rng.random()
        if what < 0.2:
            del members[place]
        elif what < 0.4:
            members.insert(place, members[place])
        else:
            members[place] = changed(members[place], rng)
        return members
    if isinstance(plain, str) and plain and rng.random() < 0.4:
        place = rng.randrange(len(plain))
        return plain[:place] + rng.choice("0a7f") + plain[place + 1 :]
    if type(plain) is int and rng.random() < 0.6:
        return plain + rng.choice((-1, 1))
    return value(rng)
