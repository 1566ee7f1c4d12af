"""The second verifier and the program say the same of logs with stocks, and of what is tried."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import UNSET

from hostile.base import fixed_chance
from long import far
from pbem.log.event import Event
from pbem.table.events import kinds
from pbem.table.table import Table
from second.crypt import digest
from second.reader import Reader, read
from second.test_decks import OTHER, SCALAR, altered, by_reader, by_table, event_value, lines
from toy import dealers
from toy.depot_group import EARN, LEVY, ROLL, DepotGroup, give, pay, spend, split, started
from toy.group import END

EVERY = far(6, of=4)
SALT = "0" * 64
LIST = {"side": "blue", "orders": [{"do": "end"}], "state": SALT}
DICE = {"proof": "00" * 80}


def played(folder: Path) -> DepotGroup:
    """Two players, everything that a stock can do, and the opening at the end."""
    party = started(folder, umpire="uma")
    party.orders("ann", EARN, spend(3), spend(1, "red.b"))
    party.orders("ann", give(2, "red.b"))
    party.orders("ann", LEVY)
    party.orders("bob", pay(3))
    party.orders("ann", ROLL)
    party.roll()
    party.orders("ann", END)
    party.orders("bob", give(0, "blue.b"))
    party.finish()
    return party


def allied(folder: Path) -> DepotGroup:
    """Two of three share a pair; a box does not open; one of them is put out while dice are due."""
    party = started(folder, umpire="uma", trio=True)
    party.orders("ann", END)
    party.orders("bob", give(2, "blue.a"))
    party.boxes()
    party.orders("bob", give(1, "blue.a"))
    party.take(party.forge("cec", "answer", {"yes": False}))
    party.orders("bob", END)
    party.orders("cec", spend(3, "blue.b"))
    party.orders("cec", ROLL)
    party.play("ann", "dice")
    party.play("uma", "ruling", kinds.PutOut(out="bob", as_="forfeit", late=None))
    party.play("cec", "lay_open")
    party.roll()
    party.finish()
    return party


def refused(folder: Path) -> DepotGroup:
    """A split whose box does not open, an ally who resigns, and the end by it."""
    party = DepotGroup(folder, umpire="uma", trio=True)
    party.join_all()
    party.orders("ann", split(3))
    party.orders("bob", split(8))
    party.take(party.forge("cec", "answer", {"yes": False}))
    party.orders("ann", spend(2))
    party.orders("ann", END)
    party.play("bob", "resign")
    party.orders("cec", END)
    party.play("ann", "resign")
    party.finish()
    return party


@pytest.fixture(scope="module", params=[played, allied, refused])
def party(request: Any, tmp_path_factory: Any) -> Iterator[DepotGroup]:
    with fixed_chance("second stocks"):
        yield request.param(tmp_path_factory.mktemp("party"))


@pytest.mark.parametrize("level", [1, 2])
def test_a_finished_game_has_no_finding(party: DepotGroup, level: int) -> None:
    reader, finding = read(lines(party.events), level)
    assert finding is None
    assert len(reader.ids) == len(party.events)


def tried(event: Event) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield what everybody might write in the place of an event of a good log."""
    data, everybody = event.data, ("ann", "bob", "cec", "uma")
    opening = {"of": event.prev, "amount": 5, "scalar": SCALAR.hex()}
    for by in everybody:
        yield by, event.kind, data
        yield by, "lay-open", {"stocks": [opening]}
        yield by, "lay-open", {"masks": [{"deck": "fate#1", "scalar": SCALAR.hex()}]}
        yield by, "lay-open", {}
        yield by, "dice", {"proof": "00" * 80, "rolls": [], "then": "00" * 32}
        for yes in (True, False):
            yield by, "answer", {"yes": yes}
        yield by, "resign", {}
        yield by, "ruling", {"result": {"winner": None, "why": "victory"}}
        for who in everybody[:3]:
            sign = dealers.chance(f"{by} {who}").hex()
            new = {"handle": "eve", "sign": OTHER if by == "uma" else sign, "late": None}
            yield by, "ruling", {"out": who, "as": "replace", **new}
            yield by, "ruling", {"out": who, "as": "forfeit", "late": None}
    for field in data:
        for value in altered(data[field]):
            yield event.by, event.kind, {**data, field: value}


@pytest.mark.parametrize("level", [1, 2])
def test_both_say_the_same_of_what_everybody_might_write(party: DepotGroup, level: int) -> None:
    """In some places of a game; in more where the long tests run.

    And no level refuses what the rules accept.
    """
    rules = Table(party.library)
    table, reader, reported = Table(party.library, level), Reader(level), Counter[str]()
    for seq, event in enumerate(party.events):
        moved = event.kind in ("lay-open", "answer") or "proofs" in event.data
        if seq > 2 and (moved or level == 1) and seq % EVERY == EVERY - 1:
            at = DepotGroup.__new__(DepotGroup)
            at.table, at.events = table, party.events[:seq]
            for by, kind, data in tried(event):
                one = at.forge(by, kind, data)
                said = by_table(table, one), by_reader(reader, one)
                assert said[0] == said[1], (said, seq, by, kind, data)
                assert said[0] is None or by_table(rules, one) is not None, (seq, by, kind, data)
                reported[said[0] or "valid"] += 1
        rules.take(event)
        table.take(event)
        reader.event(event_value(event))
    assert "valid" in reported, reported


def in_doubt(folder: Path, level: int) -> tuple[DepotGroup, Reader]:
    """Bob of two allies may be out, as far as levels below the rules know: a seal was opened."""
    party = started(folder, umpire="uma", trio=True)
    party.orders("ann", END)
    party.table = Table(party.library, level)
    reader = Reader(level)
    for event in party.events:
        party.table.take(event)
        reader.event(event_value(event))
    commit = digest("commit", party.table.game_id, "bob", party.events[-1].id, "plan", SALT, "{}")
    both_take(party, reader, "bob", "seal", {"label": "plan", "commit": commit})
    opened = {"of": party.events[-1].id, "salt": SALT, "value": {}}
    both_take(party, reader, "bob", "reveal", opened)
    return party, reader


def both_say(party: DepotGroup, reader: Reader, by: str, kind: str, data: Any) -> str | None:
    """Return what both readers say of an event that is then not there."""
    one = party.forge(by, kind, data)
    said = by_table(party.table, one), by_reader(reader, one)
    assert said[0] == said[1]
    return said[0]


def both_take(party: DepotGroup, reader: Reader, by: str, kind: str, data: Any) -> None:
    assert both_say(party, reader, by, kind, data) is None
    party.take(party.forge(by, kind, data))
    reader.event(event_value(party.events[-1]))


def opening(party: DepotGroup, handle: str, *names: str) -> dict[str, Any]:
    """Return what somebody opens of pairs whose first supply has one of these names."""
    kept = party.keeper(handle).openings
    made = [made for made in party.table.moved if made.names[0] in names]
    own = [(made.of, kept.find(made.point)) for made in made]
    return {"stocks": [{"of": of, "amount": it.amount, "scalar": it.scalar} for of, it in own]}


@pytest.mark.parametrize("level", [1, 2])
def test_who_may_have_lost_an_ally_opens_at_once_or_not(tmp_path: Path, level: int) -> None:
    """If bob is out cec opens, before dice that are owed too; if not, nobody does."""
    party, reader = in_doubt(tmp_path, level)
    assert both_say(party, reader, "cec", "orders", LIST) is None
    assert both_say(party, reader, "bob", "lay-open", opening(party, "bob", "blue.a")) is None
    assert both_say(party, reader, "cec", "lay-open", opening(party, "cec")) is not None
    if level == 1:
        assert both_say(party, reader, "ann", "dice", DICE) is None
    both_take(party, reader, "cec", "lay-open", opening(party, "cec", "blue.a"))
    assert both_say(party, reader, "bob", "lay-open", opening(party, "bob", "blue.a")) is not None
    assert both_say(party, reader, "ann", "orders", LIST) is None
    assert both_say(party, reader, "ann", "lay-open", opening(party, "ann", "red.a")) is None
    if level == 1:
        assert both_say(party, reader, "ann", "dice", DICE) is None


@pytest.mark.parametrize("level", [1, 2])
def test_who_has_surely_lost_nobody_opens_after_another(tmp_path: Path, level: int) -> None:
    party, reader = in_doubt(tmp_path, level)
    both_take(party, reader, "bob", "offer", {"what": "tie"})
    assert both_say(party, reader, "cec", "lay-open", opening(party, "cec", "blue.a")) is not None


def test_an_opening_at_the_end_drops_a_box_of_somebody_in_doubt(tmp_path: Path) -> None:
    """It opens what was owed before: bob has perhaps never opened the box."""
    party, reader = in_doubt(tmp_path, 1)
    sizes = (1, 1, party.table.stocks[1].bits)
    part = {
        "stock": "blue.a",
        "to": "blue.b",
        "changed": 0,
        "cap": 1,
        "point": OTHER,
        "proofs": ["ab" * 160 * bits for bits in sizes],
        "boxes": {"bob": "ab" * 84},
    }
    both_take(party, reader, "cec", "orders", {**LIST, "proofs": [{"give": part}]})
    both_take(party, reader, "ann", "lay-open", opening(party, "ann", "red.a"))
    assert party.table.stocks[1].offered is UNSET
    both_take(party, reader, "bob", "lay-open", opening(party, "bob", "blue.a"))
