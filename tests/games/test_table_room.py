"""The room that a log has for cards at an open table."""

from __future__ import annotations

from pathlib import Path

from pbem.games.table.rules import room
from pbem.table.handlers import shares
from toy.tables import SHARED, started, written


def test_what_cards_take_is_counted_in_full(tmp_path: Path) -> None:
    """Whatever is drawn and shuffled, nobody writes more for it than is counted."""
    party = started(tmp_path, SHARED)
    for line in (
        *("draw 1 from events", "draw 2 from events", "play EVENT", "discard EVENT"),
        *("shuffle events", "draw 1 from events", "add second to events", "draw 1 from events"),
        *("draw 1 from events open", "draw 3 from events", "draw 1 from seen", "end"),
    ):
        held = party.titles(str(party.table.active().handle))
        party.says(str(party.table.active().handle), line.replace("EVENT", (*held, "")[0]))
        assert party.table.play is not None
        for handle in ("ann", "bob"):
            assert written(party, handle) <= room.taken(party.table.play.position), line


def test_the_room_for_cards_leaves_room_for_orders() -> None:
    assert room.ROOM + shares.MIB <= shares.PLAYER
