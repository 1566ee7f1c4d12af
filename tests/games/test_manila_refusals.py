"""Manila's words to an order that it refuses, and the parts of a value before the dice."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.errors import IllegalOrder
from pbem.games.manila.data import pack
from pbem.games.manila.data.tables import Tables
from pbem.games.manila.game import ManilaGame
from pbem.games.manila.rules.ch08_movement import paths
from pbem.games.manila.rules.ch09_4_combat import attack_parts, attack_value
from pbem.games.manila.rules.orders import Return
from pbem.games.manila.rules.position import Battle, Plan, Position
from pbem.games.manila.rules.setting import Setting
from pbem.kit.cups import Cups

GAME = ManilaGame(Setting("campaign", {}, Tables(pack.load())))


def at(**given: Any) -> Position:
    return GAME.arrange({"turn": 3, "phase": "combat", "clear": True, **given}, Cups())


def refused(line: str, position: Position) -> IllegalOrder:
    with pytest.raises(IllegalOrder) as caught:
        GAME.check(position, GAME.parse(position, "us", line))
    return caught.value


def test_6_1_1_who_arrives_is_told_where() -> None:
    given = {"turn": 1, "units": {"1/511": "29", "1/145": "9"}}
    position = at(**given, areas={"9": "american", "28": "american", "29": "american"})
    for outcome in GAME.adjudicate(position, GAME.parse(position, "us", "end combat"), Cups()):
        GAME.apply(position, outcome)
    reported = refused("place 1/187 27", position)
    assert reported.paragraph == "6.1.1"
    assert "1/187 cannot be placed in Area 27" in reported.why
    assert reported.instead == "Place it in 28 or 30."


def test_a_leader_who_would_have_to_lead_is_reported_who_may() -> None:
    units = {"1/145": "9", "Whitcomb": "9"}
    position = at(units=units, areas={"9": "american", "10": "9 Fanatic"})
    reported = refused("activate 9: Whitcomb to 10", position)
    assert reported.paragraph == "4.2.3"
    assert reported.instead
    GAME.check(position, GAME.parse(position, "us", "activate 9: 1/145 Whitcomb to 10"))


def test_no_way_is_looked_for_before_an_area_is_active() -> None:
    position = at(units={"1/145": "9"}, areas={"9": "american", "8": "american"})
    with pytest.raises(IllegalOrder) as caught:
        paths(GAME.setting, position, "1/145")
    assert caught.value.paragraph == "8.1"
    assert paths(GAME.setting, position, "1/145", 9)[8] == (8,)


@pytest.mark.parametrize(("supply", "back"), [(1, []), (2, ["1/145"]), (3, ["1/145", "637/A"])])
def test_6_3_every_unit_that_can_be_paid_for_is_offered(supply: int, back: list[str]) -> None:
    """Infantry for two points, Armor for three."""
    units = {"1/145": "out", "637/A": "out", "1/129": "9"}
    position = at(phase="purchase", supply=supply, units=units, areas={"9": "american"})
    offered = [order for order in GAME.legal(position) if isinstance(order, Return)]
    assert [order.unit for order in offered if order.area == 9] == back
    assert [order.unit for order in offered if order.area == 1] == back
    assert len(offered) == 2 * len(back)


def test_13_4_every_part_of_the_attack_value_is_named() -> None:
    """The example of play: 14."""
    units = ["637/A", "1/145", "Whitcomb"]
    position = at(morale=17, units=dict.fromkeys(units, "9"), areas={"9": "american"})
    support = {"artillery": 2, "engineer": 1, "air": 0}
    battle = Battle(10, units, {}, Plan(), "dice", lead="637/A", support=support)
    parts = [part for part in attack_parts(GAME.setting, position, battle) if part.adds]
    assert [(part.adds, part.paragraph) for part in parts] == [
        (6, "9.5.2A"),
        (2, "9.5.2B"),
        (2, "9.5.2C"),
        (2, "9.5.2C"),
        (1, "9.5.2D"),
        (1, "9.5.2E"),
    ]
    assert all(isinstance(part.what, str) for part in parts)
    assert len({part.what for part in parts}) == len(parts)
    assert attack_value(GAME.setting, position, battle) == 14
