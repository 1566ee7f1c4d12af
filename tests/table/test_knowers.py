"""Who knows a hidden pair behind a hand-over whose box was not opened: cards, 6.6."""

from __future__ import annotations

from pathlib import Path

from toy.depot_group import OUT, abandoned


def test_who_left_before_his_box_was_opened_has_nothing_to_open(tmp_path: Path) -> None:
    party = abandoned(tmp_path)
    assert party.table.stocks[1].by == ["cec"]
    party.take(party.forge("uli", "ruling", {"out": "cec", **OUT}))
    party.play("ann", "lay_open")
    assert party.table.pen().handle == "cec"
    party.play("cec", "lay_open")
    assert party.table.pen().handle is None
    party.check_all()


def test_the_ally_who_stays_opens_what_only_they_know(tmp_path: Path) -> None:
    party = abandoned(tmp_path)
    party.play("cec", "lay_open")
    assert party.table.stocks[1].open is True
    party.check_all()
