"""Guards whose form, or whose words, are read differently by different programs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hostile.base import go_on, saipan_opening
from pbem.games import registry
from pbem.table.events.kinds import RulesId
from pbem.table.library import Library, data_digest
from toy.cheat import attack
from toy.group import END, PASS, Group, move, signer
from toy.group import attack as assault


def manila(folder: Path) -> Group:
    """A game of Manila in its first Combat Phase: Ann plays, Uma keeps the dice."""
    rules = registry.find("manila", 1)
    assert rules is not None
    data = saipan_opening(
        rules=RulesId("manila", 1, data_digest(rules.data())),
        scenario=next(iter(rules.scenarios)),
        options={name: option.default for name, option in rules.options.items()},
        players=(signer("ann"),),
        seats={"us": "ann"},
        dice="umpire",
    )
    group = Group(folder, data, Library(registry.find))
    group.join_all()

    def fighting(now: Group) -> bool:
        play = now.table.play
        return play is not None and play.asked is not None and play.asked.name == "combat"

    return go_on(group, fighting)


def after_dice(group: Group, when: Any) -> list[Any]:
    """A list whose guard is not looked at before dice have fallen."""
    play = group.table.play
    assert play is not None
    raw = [play.game.write_order(order) for order in play.game.sensible(play.position, 1)]
    return [*raw, {"do": "if", "when": when, "then": {"do": "end", "phase": "combat"}}]


def refused(group: Group, orders: list[Any]) -> None:
    side = "us" if "us" in group.table.seats else "red"
    event = group.forge("ann", "orders", group.orders_data(side, *orders))
    group.refused(event, "orders.form", blame=["ann"])


@attack(
    "P10",
    "write a condition about Area 999...9 of 5,000 digits, which is read only after dice",
    "`orders.form`",
)
def test_a_name_too_long_for_a_number(tmp_path):
    group = manila(tmp_path)
    refused(group, after_dice(group, {"fact": "american", "args": ["9" * 5_000]}))


@attack("P10", "write a condition in digits that only some Pythons know", "`orders.form`")
def test_digits_of_another_script(tmp_path):
    group = manila(tmp_path)
    for nine in ("\u0669", "\U00011f59", "\uff19", "\u2468"):
        refused(group, after_dice(group, {"fact": "contested", "args": [nine]}))
        at = {"fact": "at", "args": ["Whitcomb"], "op": "=", "value": nine}
        refused(group, after_dice(group, at))


@attack("P10", "spell one condition in two ways: other capitals, a leading zero", "`orders.form`")
def test_a_second_spelling_of_a_name(tmp_path):
    group = manila(tmp_path)
    for word in ("WHITCOMB", "Whitcomb ", "Whitcomb\n"):
        refused(group, after_dice(group, {"fact": "fresh", "args": [word]}))
    for word in ("09", "9\n", "+9"):
        refused(group, after_dice(group, {"fact": "contested", "args": [word]}))


ROUND = {"fact": "round", "args": [], "op": "=", "value": 1}


@attack("P10", "write nonsense that only some programs read", "`orders.form`")
@pytest.mark.parametrize(
    "nonsense",
    [
        {"fact": "strength", "args": ["pink"], "op": "=", "value": 3},
        {"fact": "round", "args": []},
        {"fact": "round", "args": [], "op": "=", "value": True},
        {"fact": "round", "args": [], "op": "=", "value": "1"},
        {"fact": "round", "args": [], "op": "<", "value": "one"},
    ],
)
def test_nonsense_after_what_decides_already(tmp_path, nonsense):
    group = Group.joined(tmp_path)
    never = {**ROUND, "op": "!="}
    for when in (
        {"any": [ROUND, nonsense]}, {"any": [nonsense, ROUND]}, {"all": [never, nonsense]},
        {"all": [nonsense, never]}, {"not": {"any": [ROUND, nonsense]}},
    ):  # fmt: skip
        guarded = {"do": "if", "when": when, "then": END}
        for orders in ([guarded], [move(1), guarded], [assault("blue"), PASS, END, guarded]):
            refused(group, orders)
