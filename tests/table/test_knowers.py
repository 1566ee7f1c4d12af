"""The players who know a hidden pair after a transfer whose box was not opened: cards, 6.6."""

from __future__ import annotations

import json
from pathlib import Path

from msgspec import UNSET

from toy.depot_group import OUT, abandoned, ended_while_boxed, give, opened_by_all, started
from toy.group import END


def test_who_left_before_his_box_was_opened_has_nothing_to_open(tmp_path: Path) -> None:
    party = abandoned(tmp_path)
    assert party.table.stocks[1].by == ["cec"]
    party.take(party.forge("uli", "ruling", {"out": "cec", **OUT}))
    party.play("ann", "lay_open")
    assert party.table.active().handle == "cec"
    party.play("cec", "lay_open")
    assert party.table.active().handle is None
    party.check_all()


def test_the_ally_who_stays_opens_what_only_they_know(tmp_path: Path) -> None:
    party = abandoned(tmp_path)
    party.play("cec", "lay_open")
    assert party.table.stocks[1].open is True
    party.check_all()


def test_a_split_is_dropped_if_the_game_ends_before_the_answer(tmp_path: Path) -> None:
    party = ended_while_boxed(tmp_path, giving=False)
    pair = party.table.stocks[1]
    assert (pair.point, pair.moves, pair.open, pair.offered) == ("", [], True, UNSET)
    assert opened_by_all(party) == [("ann", 1)]
    party.check_all()


def test_a_hand_over_is_dropped_if_the_last_of_the_group_resigns(tmp_path: Path) -> None:
    """The giver was put out for a fork before, so the game ends with the one who was to answer."""
    party = started(tmp_path, trio=True, umpire="uli")
    party.orders("ann", END)
    party.orders("bob", END)
    other = party.forge("cec", "orders", party.written("cec", END))
    party.orders("cec", give(1, "blue.b"))
    fork = {"fork": [json.loads(other.line)], "then": "forfeit"}
    party.take(party.forge("uli", "ruling", fork))
    assert party.table.result is None
    party.play("bob", "resign")
    assert len(party.table.stocks[1].moves) == 1
    assert opened_by_all(party) == [("ann", 1), ("bob", 1)]
    party.check_all()
