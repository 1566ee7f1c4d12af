"""Lists of orders and standing lines as people write them, on positions of the finished games.

The first byte chooses the position and the side; what begins with ``orders:`` is read as YAML.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache, partial
from typing import Any

from doors.all_doors import GAMES
from doors.door import LOGS, Door
from pbem.errors import FormError
from pbem.games import registry
from pbem.log.file import read_events
from pbem.play.lists import ParsedList, read_text, read_yaml, write_text
from pbem.play.play import Play
from pbem.table.library import Library
from pbem.table.table import Table

PLACES = 4
"""Positions of a game that lists are tried on."""


@cache
def positions(rules: str) -> list[tuple[Play, str]]:
    """Return plays of a game where a list of orders follows, with the side that wrote it."""
    return [(play, side) for play, side, _ in _met(rules)]


@cache
def _met(rules: str) -> list[tuple[Play, str, dict[str, Any]]]:
    path = min((LOGS / rules).glob("*.pbem"), key=lambda one: one.stat().st_size)
    table, met = Table(Library(registry.find)), []
    for event in read_events(path):
        play = table.play
        if event.kind == "orders" and play is not None and play.asked is not None:
            met.append((play.copy(), play.asked.side, event.data))
        table.take(event)
    return met[:: max(1, len(met) // PLACES)][:PLACES]


def orders(rules: str, data: bytes) -> None:
    """Read a list; orders that were read are written and read again as they are."""
    where = positions(rules)
    play, side = where[(data[0] if data else 0) % len(where)]
    if data[1:].startswith(b"orders:"):
        with suppress(FormError):
            read_yaml(play, data[1:], "the list")
        return
    text = data[1:].decode("utf-8", "replace")
    parsed: ParsedList = read_text(play, side, text, all_of_it=True)
    if not parsed.unread:
        again = read_text(play, side, "\n".join(write_text(play, parsed.orders)))
        assert again.orders == parsed.orders
    try:
        read_text(play, side, text)
    except FormError:
        assert parsed.unread


def seeds(rules: str) -> list[bytes]:
    """Return the lists that were given on these positions, and lines of other kinds."""
    found = []
    for number, (play, _, data) in enumerate(_met(rules)):
        lines = write_text(play, data["orders"])
        ways = (lines, [*lines, "standing usual"], ["if 1/2: " + "; ".join(lines)])
        found += [bytes([number]) + "\n".join(some).encode() for some in ways]
    first = _met(rules)[0][2]["orders"]
    return [*found, b"\0orders: [{do: pass}]\nstanding: {}\n", f"\0orders: {first}".encode()]


DOORS = {
    f"orders-{rules}": Door(partial(orders, rules), partial(seeds, rules), 2048) for rules in GAMES
}
