"""Attacks on what an opponent has to write: dice and cards that fit into no event, and no log."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.games.table.rules import room
from pbem.log.finding import BadLog
from pbem.play.play import NUMBERS_MOST
from toy.cheat import attack
from toy.group import read
from toy.tables import TableGroup, started, written

DECK = b"""\
table: box
title: A deck each
sides: [us, jp]
decks:
  us: {for: us, cards: [U1, U2, U3, U4, U5, U6, U7, U8]}
  jp: {for: jp, cards: [J1, J2, J3, J4, J5, J6, J7, J8]}
"""


def draws_without_end(party: TableGroup) -> None:
    """Draw a card, discard it and shuffle it back, again and again."""
    while True:
        party.says("ann", "draw 1")
        party.says("ann", f"discard {party.titles('ann')[0]}")
        party.says("ann", "shuffle us")


@attack(
    "P11",
    "roll so many dice in one list that the dice keeper's event cannot hold them",
    f"after {NUMBERS_MOST:,} numbers the rest of each list is skipped",
)
def test_more_dice_than_an_event_holds(tmp_path: Path) -> None:
    party = started(tmp_path, umpire="uma")
    party.says("ann", "roll 50d6 for a siege\n" * 200)
    rolls = [read(one).rolls for one in party.events if one.kind == "dice"][-1]
    assert NUMBERS_MOST <= len(rolls) < NUMBERS_MOST + 50
    assert party.table.active().handle == "ann"
    party.check_all()


@attack(
    "P11",
    "draw and shuffle without end, so that what your opponent owes for it fills their share",
    "`orders.illegal`: what a table's cards may take of a log leaves room for all else",
)
def test_cards_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "ROOM", 60_000)
    party = started(tmp_path, DECK)
    with pytest.raises(BadLog, match="room"):
        draws_without_end(party)
    for handle in ("ann", "bob"):
        assert written(party, handle) <= room.ROOM
    party.check_all()
