"""A player who finds a fault in the rules module cannot end a game by it, theirs or another."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.errors import RulesFault
from pbem.table.events.kinds import RulesId
from pbem.table.library import Library, data_digest
from toy.brittle import FAILS, BrittleRules
from toy.cheat import attack
from toy.group import END, PASS, Group, move, opening
from toy.group import attack as assault
from toy.rules import Move


@pytest.fixture
def group(tmp_path, monkeypatch):
    """A game in which the rules fail at a move of two."""
    monkeypatch.setitem(FAILS, "adjudicate", lambda _position, order, _cups: order == Move(2))
    return begun(tmp_path)


def begun(folder: Any) -> Group:
    rules = BrittleRules()
    library = Library(lambda name, version: {("brittle", 1): rules}.get((name, version)))
    named = RulesId("brittle", 1, data_digest(rules.data()))
    group = Group(folder, opening(rules=named), library)
    group.join_all()
    return group


@attack(
    "P11",
    "losing: write orders on which the rules module fails",
    "refused; their author writes others",
)
def test_orders_that_the_program_cannot_carry_out(group):
    event = group.forge("ann", "orders", group.orders_data("red", move(2)))
    with pytest.raises(RulesFault, match="rules of brittle version 1 have a fault, and no player"):
        group.table.copy().take(event)
    with pytest.raises(RulesFault, match="adjudicate failed with ZeroDivisionError"):
        group.orders("ann", move(2))  # ann's own program signs nothing either
    group.orders("ann", move(1), END)
    assert group.table.active().handle == "bob"


@attack(
    "P11",
    "losing: write orders on which the rules module fails after the dice",
    "the log waits, and nobody is ruled out",
)
def test_dice_that_the_program_cannot_carry_out(group, monkeypatch):
    group.orders("ann", assault("blue"), move(2), END)
    group.rig("bob", "orders", group.orders_data("blue", PASS), 1)  # bob misses: ann's list goes on
    before, active = len(group.events), group.table.active()
    assert active.kinds == ("dice",)
    with pytest.raises(RulesFault, match="continue with the release that fixes it"):
        group.roll()
    assert (len(group.events), group.table.active()) == (before, active)
    monkeypatch.delitem(FAILS, "adjudicate")
    group.roll()
    assert len(group.events) == before + 1
