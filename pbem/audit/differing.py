"""In which fields events differ that stand in one place of a log, and by what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any

import msgspec

from pbem.audit.compared import Difference
from pbem.errors import PbemError
from pbem.kit.wording import without_stop
from pbem.log.event import Event
from pbem.play.lists import write_text
from pbem.play.play import Play
from pbem.table.events.kinds import read_data
from pbem.table.table import Table
from pbem.table.words.deeds import did, fold

SHOWN = 200
"""So many characters of a value are reported."""
DIFFERENCES_MOST = 200
"""So many fields are reported."""
_PASSED = ("salt", "prev", "seq", "game", "v")
"""The salt differs in any two events; the others cannot, or do in every event after."""


IN_WORDS = "what it says"
"""Instead of a field, where events have few in common: of different kinds, and rulings."""
_ROOTS = {"order": "orders", "die": "rolls"}
"""The fields whose parts have a number after such a word."""
WORDS_SHOWN = 600
"""So many characters of what an event says are reported."""


def differences(events: Sequence[Event], table: Table | None) -> tuple[Difference, ...]:
    """Return the fields in which events on one predecessor differ; orders as lines, dice as faces.

    ``table``: the game before them, None where it is not known: then orders are reported as they
    stand. For rulings, and for events of different kinds, the words of each are reported.
    """
    if len({event.kind for event in events}) > 1 or events[0].kind == "ruling":
        reported = tuple(_in_words(event, table) for event in events)
        return (Difference(IN_WORDS, reported),)
    play = None if table is None else table.play
    fields = [dict(_fields(event, play)) for event in events]
    names = dict.fromkeys(name for one in fields for name in one)
    found = []
    for name in names:
        values = tuple(one.get(name) for one in fields)
        if len(set(values)) > 1:
            found.append(Difference(name, values))
    return tuple(found[:DIFFERENCES_MOST])


def _in_words(event: Event, table: Table | None) -> str:
    """Return what the author of an event says by it, as far as that is known."""
    known = None if table is None else _did(event, table)
    fields = "; ".join(f"{name} {value}" for name, value in _data(event))
    said = known or f"writes {event.kind}: {fields}"
    said = f"{event.by} {without_stop(said)}"
    note = event.data.get("note")
    if isinstance(note, str):
        said += f". Note: {note}"
    return said if len(said) <= WORDS_SHOWN else f"{said[:WORDS_SHOWN]}..."


def _did(event: Event, table: Table) -> str:
    """Say what an event does that is valid on a table, with its orders; nothing of another."""
    following = table.copy()
    try:
        [folded] = fold([event], following)
        said = did(following, read_data(event.kind, event.data), folded)
    except PbemError:
        return ""
    orders = event.data.get("orders")
    if not isinstance(orders, list):
        return said
    return f"{without_stop(said)}: {'; '.join(_order(raw, table.play) for raw in orders)}."


def _data(event: Event) -> Iterator[tuple[str, str]]:
    return ((name, value) for name, value in _fields(event, None)
            if name not in ("by", "kind", "at", "note"))  # fmt: skip


def _fields(event: Event, play: Play | None) -> Iterator[tuple[str, str]]:
    """Yield every field of an event by its name, as text."""
    yield from (("by", event.by), ("kind", event.kind), ("at", event.at))
    for name, value in event.data.items():
        if name in _PASSED:
            continue
        if name == "orders" and isinstance(value, list):
            for number, raw in enumerate(value, 1):
                yield f"order {number}", _order(raw, play)
        elif name == "rolls" and isinstance(value, list):
            for number, roll in enumerate(value, 1):
                yield f"die {number}", _die(roll)
        else:
            yield from _flat(name, value)


def _order(raw: Any, play: Play | None) -> str:
    if play is not None:
        try:
            return _short(write_text(play, [raw])[0])
        except (PbemError, KeyError, TypeError):
            pass  # an order that is none is reported as it stands
    return _text(raw)


def order_lines(event: Event, most: int, table: Table | None) -> list[str]:
    """Return the first orders of an event as lines.

    Args:
        event: The event.
        most: How many orders at most.
        table: The table before the event, as for `differences`.
    """
    play = None if table is None else table.play
    return [_order(raw, play) for raw in event.data["orders"][:most]]


def _die(roll: Any) -> str:
    match roll:
        case [int(n), int(got)]:
            return f"{got + 1} of {n}"
        case _:
            return _text(roll)


def _flat(name: str, value: Any) -> Iterator[tuple[str, str]]:
    """Yield the parts of a value that has parts, by a path of names."""
    if isinstance(value, dict) and value:
        for key, one in value.items():
            yield from _flat(f"{name}.{key}", one)
    elif isinstance(value, list) and value:
        for number, one in enumerate(value, 1):
            yield from _flat(f"{name}.{number}", one)
    else:
        yield name, _text(value)


def _text(value: Any) -> str:
    return _short(value if isinstance(value, str) else msgspec.json.encode(value).decode())


def _short(text: str) -> str:
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}..."


def nothing_else(one: Event, other: Event, found: Sequence[Difference]) -> bool:
    """Say whether two events differ in no signed field but those found.

    It is False too if that is not certain: a value is shown in part, or fields are put in words.

    Args:
        one: One event.
        other: The other event.
        found: The differences.
    """
    fields = [dict(_fields(event, None)) for event in (one, other)]
    if any(len(value) > SHOWN for some in fields for value in some.values()):
        return False
    differ = {
        name for some in fields for name in some if fields[0].get(name) != fields[1].get(name)
    }
    roots = {_ROOTS.get(name.split(" ")[0], name.split(".")[0]) for name in differ}
    rest = [{name: event.data[name] for name in event.data if name not in roots}
            for event in (one, other)]  # fmt: skip
    places = {(event.game, event.seq, event.prev) for event in (one, other)}
    return differ == {one.field for one in found} and rest[0] == rest[1] and len(places) == 1


def missing_lines(one: Difference, names: Sequence[str]) -> list[str]:
    """Return the values of a difference, each after a name of ``names``, in their order."""
    return [
        f"{name}: {'(none)' if value is None else value}"
        for name, value in zip_longest(names, one.values)
    ]
