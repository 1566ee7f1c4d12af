"""Two turns of a war at the open table, by mail: no more mails and clicks than with a dice server.

The same script was played with a published game (docs/decisions/0074-the-open-table-tried.md).
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pbem.audit.verify import verify
from pbem.games.table import data
from toy.two_turns import Cast, Side, played

MOST = 1.2
"""So many times the mails and clicks of VASSAL with ACTS at most."""

OURS = Cast(
    Path(data.__file__).with_name("table.yaml"),
    Side("crown", "crown", (4, 4), ("f1", "h1"), ("Kessel", "Ostrel", "Vell")),
    Side("league", "league", (4, 4), ("f2",), ("Ostrel", "Kessel", "Vell")),
    "check",
)


@pytest.mark.long
def test_two_turns_take_no_more_than_with_a_server_for_dice(tmp_path: Path) -> None:
    """Our own war, with decks that are shuffled late, as `pbem table import` writes them."""
    pack = tmp_path / "war.yaml"
    pack.write_text(f"{OURS.pack.read_text()}shuffle: late\n")
    war = played(tmp_path, replace(OURS, pack=pack))
    assert war.pbem.mails <= MOST * war.vassal.mails
    assert war.pbem.clicks.total() <= MOST * war.vassal.clicks.total()
    assert war.pbem.programs <= 15, "mails that no person writes"
    assert verify(war.first.log, war.first.client.library).finding is None
