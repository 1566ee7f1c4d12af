"""The second verifier and the program say the same of logs with decks, and of what is tried."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import msgspec
import pytest

from hostile.base import fixed_chance
from long import far
from pbem.crypto import group
from pbem.log.event import Event
from pbem.log.finding import BadLog
from pbem.table.events import kinds
from pbem.table.handlers.groups import answering
from pbem.table.table import Table
from second.form import Finding
from second.reader import Reader, read
from toy import dealers
from toy.fates import AGAIN, GIVE, KEEP, ROLL, TAKE, TURN_UP, FateGroup, play
from toy.group import END

EVERY = far(8, of=7)
SCALAR = group.scalar(dealers.number("second"))
OTHER = group.times_base(SCALAR).hex()


def party_of(folder: Path, ending: str) -> FateGroup:
    """A game with everything that a deck can do, and one of its ends."""
    party = FateGroup(folder, umpire="uma")
    party.join_all()
    party.deal()
    party.orders("ann", play(party.hand("ann")[0]))
    party.deal()
    for order in (TAKE, KEEP, TURN_UP, AGAIN, TAKE, KEEP, ROLL, END):
        party.orders("ann", order)
        party.deal()
    if ending == "resigned":
        party.play("bob", "resign")
    if ending == "put out":
        party.orders("bob", play(party.hand("bob")[0]))
        party.deal()
        party.orders("bob", AGAIN)
        party.play("uma", "ruling", kinds.PutOut(out="ann", as_="forfeit", late=None))
    party.finish()
    return party


def trio_of(folder: Path, ending: str) -> FateGroup:
    """A game of three, of whom two share a hand, with a box that does not open."""
    party = FateGroup(folder, umpire="uma", trio=True)
    party.join_all()
    party.play("ann", "shuffle")
    good = party.dealer("bob").shuffle()
    false = party.dealer("bob")._boxes(dealers.chance("no scalar"))
    party.take(party.forge("bob", "shuffle", msgspec.structs.replace(good, boxes=false)))
    party.deal()
    for who, orders in (("ann", (TURN_UP, END)), ("bob", (TAKE, GIVE))):
        for order in orders:
            party.orders(who, order)
            party.deal()
    party.orders("bob", AGAIN)
    party.play("ann", "shuffle")
    if ending == "trio left":
        party.play("bob", "shuffle")
        party.play("cec", "resign")
        party.deal()
    elif ending == "trio quarrel":
        for who in ("bob", "cec"):
            party.play(who, "shuffle")
            other = answering(party.table)[0]
            party.take(party.forge(other, "answer", {"yes": False}))
    elif ending == "trio put out":
        party.deal()
        party.orders("bob", END)
        party.orders("cec", TAKE)
        party.play("uma", "ruling", kinds.PutOut(out="ann", as_="forfeit", late=None))
        party.play("uma", "ruling", kinds.PutOut(out="bob", as_="forfeit", late=None))
    while party.table.result is None:
        side, handle = party.table.play.asked.side, party.table.active().handle
        party.orders(handle, END if party.table.seats[side] == handle else {"do": "pass"})
    party.finish()
    return party


@pytest.fixture(
    scope="module",
    params=["played", "resigned", "put out", "trio left", "trio quarrel", "trio put out"],
)
def party(request: Any, tmp_path_factory: Any) -> Iterator[FateGroup]:
    with fixed_chance("second decks"):
        make = trio_of if request.param.startswith("trio") else party_of
        yield make(tmp_path_factory.mktemp("party"), request.param)


def lines(events: list[Event]) -> bytes:
    return b"".join(event.line + b"\n" for event in events)


@pytest.mark.parametrize("level", [1, 2])
def test_a_finished_game_has_no_finding(party: FateGroup, level: int) -> None:
    reader, finding = read(lines(party.events), level)
    assert finding is None
    assert len(reader.ids) == len(party.events)


def tried(event: Event) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield what everybody might write in the place of an event of a good log."""
    data = event.data
    everybody = ("ann", "bob", "cec", "uma")
    for by in everybody:
        yield by, event.kind, data
        yield by, "lay-open", {"masks": [{"deck": "fate#1", "scalar": SCALAR.hex()}]}
        yield by, "unmask", {"deck": "fate#1", "draws": [[4, OTHER, "00" * 64]]}
        yield by, "dice", {"proof": "00" * 80, "rolls": [], "then": "00" * 32}
        yield by, "answer", {"yes": True}
        yield by, "ruling", {"result": {"winner": None, "why": "victory"}}
        for who in everybody[:3]:
            sign = dealers.chance(f"{by} {who}").hex()
            new = {"handle": "eve", "sign": OTHER if by == "uma" else sign, "late": None}
            yield by, "ruling", {"out": who, "as": "replace", **new}
            yield by, "ruling", {"out": who, "as": "forfeit", "late": None}
    for field in data:
        for value in altered(data[field]):
            yield event.by, event.kind, {**data, field: value}


def altered(value: Any) -> Iterator[Any]:
    """Other values of the form of this one, and some of none."""
    match value:
        case str() if "#" in value:
            name, number = value.split("#")
            yield from (f"{name}#{int(number) + 1}", f"{name}#{number}0", f"{name}#0{number}")
        case str():
            yield from (value[:-1] + ("0" if value[-1:] != "0" else "1"), value[:-1])
        case int():
            yield from (value + 1, value - 1)
        case list():
            yield from (value[1:], value + value[-1:], value[::-1])
            for at in {0, len(value) - 1} if value else ():
                yield from ([*value[:at], one, *value[at + 1 :]] for one in altered(value[at]))
        case dict():
            for key in value:
                yield from ({**value, key: one} for one in altered(value[key]))


@pytest.mark.parametrize("level", [1, 2])
def test_both_say_the_same_of_what_everybody_might_write(party: FateGroup, level: int) -> None:
    """In some places of a game; in more where the long tests run.

    And no level refuses what the rules accept.
    """
    rules = Table(party.library)
    table, reader, reported = Table(party.library, level), Reader(level), Counter[str]()
    for seq, event in enumerate(party.events):
        dealt = event.kind in ("shuffle", "unmask", "lay-open") or "proofs" in event.data
        if seq > 2 and (dealt or level == 1) and seq % EVERY == EVERY - 1:
            at = party.branch(0)
            at.table, at.events = table, party.events[:seq]
            for by, kind, data in tried(event):
                one = at.forge(by, kind, data)
                if level == 2 and kind == "shuffle" and not reported_soon(reader, one, table):
                    continue
                said = by_table(table, one), by_reader(reader, one)
                assert said[0] == said[1], (seq, by, kind, data, said)
                assert said[0] is None or by_table(rules, one) is not None, (seq, by, kind, data)
                reported[said[0] or "valid"] += 1
        rules.take(event)
        table.take(event)
        reader.event(event_value(event))
    assert {"deck.turn", "valid"} <= set(reported), reported


def reported_soon(reader: Reader, event: Event, table: Table) -> bool:
    """Whether a shuffle is refused before its proof is looked at: in integers that takes long."""
    first = Reader(1)
    first.__dict__.update({**deepcopy(reader).__dict__, "level": 1})
    return by_reader(first, event) is not None


def event_value(event: Event) -> Any:
    return json.loads(event.line)


def by_table(table: Table, event: Event) -> str | None:
    try:
        table.copy().take(event)
    except BadLog as bad:
        return bad.finding.code
    return None


def by_reader(reader: Reader, event: Event) -> str | None:
    try:
        deepcopy(reader).event(event_value(event))
    except Finding as found:
        return found.code
    return None
