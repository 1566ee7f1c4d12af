"""Two turns of a card-driven war at the open table, by mail, and the log of it that is kept."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pytest

from pbem.audit.verify import verify
from pbem.games import registry
from pbem.log.file import read_events
from pbem.table.library import Library
from pbem.table.table import Table
from toy import salt_road

KEPT = Path(__file__).parents[2] / "logs" / "table" / "salt-road.pbem"
MECHANICS = {
    "seal", "place", "draw", "play", "discard", "remove", "recipe", "move", "roll", "pull", "set",
    "new", "pause", "lay", "reveal", "value", "add", "over", "result", "agree", "if",
}  # fmt: skip
"""Orders that two turns of such a war need."""


def orders_of(log: Path) -> set[str]:
    """Return the words of all orders in a log, sealed ones too."""
    found: set[str] = set()
    for event in read_events(log):
        data: Any = event.data
        for order in [*data.get("orders", ()), *([data["value"]] if "value" in data else ())]:
            found.add(order["do"])
    return found


@pytest.mark.long
def test_two_homes_play_the_war_and_nobody_reads_the_other_hand(tmp_path: Path) -> None:
    for war in salt_road.played(tmp_path):
        if not war.asked:
            break
        for side, other in itertools.permutations(salt_road.SIDES):
            mine = set(war.held(side))
            known = war.homes[side].sits().table.play.hands  # type: ignore[union-attr]
            assert set(known) == {side}
            theirs = b"".join(
                one.read_bytes()
                for one in (war.homes[other].folder / "private").rglob("*")
                if one.is_file()
            )
            assert not [title for title in mine if title.encode() in theirs]
    assert war.crown.log.read_bytes() == war.league.log.read_bytes()
    verdict = verify(war.crown.log, war.crown.client.library)
    assert verdict.ok, verdict
    assert "Crown (ann) wins (victory)" in str(verdict)
    assert orders_of(war.crown.log) >= MECHANICS
    position: Any = war.crown.sits().table.play.position  # type: ignore[union-attr]
    assert (position.pieces["n2"].at, position.pieces["n2"].card) == ("road/Kessel", None)
    assert war.mails["people"] <= 40, "a mail for each list that a person writes"
    assert war.mails["programs"] <= war.mails["people"]


def test_the_kept_war_has_every_mechanic_of_two_turns() -> None:
    table = Table(Library(registry.find))
    for event in read_events(KEPT):
        table.take(event)
    assert orders_of(KEPT) >= MECHANICS
    assert table.result is not None
    assert (table.result.winner, table.result.why) == ("crown", "victory")
    assert table.play is not None
    assert table.play.broken_duties() == []
