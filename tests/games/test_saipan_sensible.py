"""The sensible player: legal, the same every time, quick, and believable on both sides."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from pbem.errors import IllegalOrder
from pbem.games.saipan.data import pack
from pbem.games.saipan.data.tables import Tables
from pbem.games.saipan.game import SaipanGame
from pbem.games.saipan.player.sensible import sensible
from pbem.games.saipan.rules.outcomes import Eliminated
from pbem.games.saipan.rules.position import Position
from pbem.games.saipan.rules.setting import Setting
from pbem.kit.contract import Order, Outcome, Question, Roll
from pbem.kit.cups import Cups
from toy.growth import calls_of

TABLES = Tables(pack.load())


class Die:
    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)  # noqa: S311 - a test, not a table

    def uniform(self, n: int, purpose: str, paragraph: str) -> int:
        return self.chance.randrange(n)


class Table:
    """A game played by two sensible players; lists go on until an order of theirs is skipped."""

    def __init__(self, seed: int, scenario: str = "historical", **options: Any) -> None:
        self.game = SaipanGame(Setting(scenario, options, TABLES))
        self.position = self.game.set_up(Cups())
        self.seed, self.die = seed, Die(seed)
        self.outcomes: list[Outcome] = []

    def think(self) -> list[Order]:
        return self.game.sensible(self.position, self.seed)

    def run(self, outcomes: Iterator[Outcome]) -> None:
        for outcome in outcomes:
            self.game.apply(self.position, outcome)
            self.outcomes.append(outcome)

    def play(self) -> Position:
        lists: dict[str, list[Order]] = {"us": [], "jp": []}
        while (need := self.game.need(self.position)) is not None:
            if isinstance(need, Roll):
                self.run(self.game.roll(self.position, self.die, Cups()))
                continue
            order = self.next_order(need, lists)
            if need.secret and not need.opens:
                self.game.check_secret(self.position, need.secret, order)
                self.run(self.game.sealed(self.position, need.secret))
            else:
                self.run(self.game.adjudicate(self.position, order, Cups()))
        return self.position

    def next_order(self, need: Question, lists: dict[str, list[Order]]) -> Order:
        if need.phase and lists[need.side]:
            order = lists[need.side].pop(0)
            try:
                self.game.check(self.position, order)
            except IllegalOrder:
                lists[need.side].clear()
            else:
                return order
        orders = self.think()
        if need.phase:
            lists[need.side] = orders[1:]
        else:
            assert len(orders) == 1
        if not (need.secret and not need.opens):
            self.game.check(self.position, orders[0])
        assert orders[0].__struct_config__.tag in need.forms
        return orders[0]


class Counted(Table):
    """Counts the calls that thinking takes: in the whole game, and at most for one decision."""

    work = most = 0

    def think(self) -> list[Order]:
        orders, calls = calls_of(super().think)
        self.work += calls
        self.most = max(self.most, calls)
        return orders


@pytest.mark.few(2)
@pytest.mark.parametrize("seed", range(6))
def test_a_historical_game_ends_in_time_and_costs_both_sides(seed: int) -> None:
    table = Counted(seed)
    position = table.play()
    assert position.turn <= 15
    assert table.game.result(position) is not None
    assert position.ended is not None
    losses = [o.side for o in table.outcomes if isinstance(o, Eliminated)]
    assert losses.count("jp") >= 10
    assert 0 < losses.count("us") <= 20
    assert table.work < 3_000_000
    assert table.most < 300_000


@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("scenario", "options"),
    [
        ("free", {}),
        ("historical", {"landing": "H1"}),
        ("historical", {"landing": "H3", "us_gsp": 0, "jp_gsp": 10}),
        ("historical", {"retreat_by": "victor", "artillery_adjacent": "combat"}),
        ("historical", {"banzai": True, "us_gsp": 30}),
    ],
)
def test_every_scenario_and_option_can_be_played(scenario: str, options: dict[str, Any]) -> None:
    for seed in range(2):
        assert Table(seed, scenario, **options).play().ended is not None


def test_all_the_orders_of_a_movement_phase_are_legal_one_after_the_other() -> None:
    table = Table(3)
    for _ in range(6):
        while table.position.phase != "movement":
            step(table)
        for order in table.think():
            if table.position.phase == "movement":
                table.game.check(table.position, order)
                table.run(table.game.adjudicate(table.position, order, Cups()))


def step(table: Table) -> None:
    need = table.game.need(table.position)
    if isinstance(need, Roll):
        table.run(table.game.roll(table.position, table.die, Cups()))
    else:
        order = table.think()[0]
        table.run(table.game.adjudicate(table.position, order, Cups()))


def test_the_same_position_and_seed_give_the_same_orders_and_nothing_is_changed() -> None:
    table = Table(5)
    for _ in range(60):
        before = msgspec.json.encode(table.position)
        if isinstance(table.game.need(table.position), Question):
            one = sensible(table.game.setting, table.position, 7)
            two = sensible(table.game.setting, table.position, 7)
            assert one == two
            assert msgspec.json.encode(table.position) == before
        step(table)


def test_the_first_landing_takes_all_six_beaches() -> None:
    table = Table(1)
    orders = table.think()
    words = [str(order.__struct_config__.tag) for order in orders]
    assert words[:7] == ["land"] * 6 + ["end"]
    assert words[7:].count("attack") >= 2
    assert words[-1] == "end"


def nearest_american(table: Table, unit: str) -> int:
    here = table.position.where("jp", unit)
    return min(TABLES.distance(here, there) for there in table.position.on["us"])


def after_the_landing() -> Table:
    """Game-Turn 1, and the Japanese are to move."""
    table = Table(1)
    while (table.position.side, table.position.phase) != ("jp", "movement"):
        step(table)
    return table


FAR_OFF = ("1/118", "3/118", "1/18", "7", "2/118", "9", "3/136", "5-Base", "Yok/1")
"""The units that stand a march or more from the landing when it begins."""


def moved(table: Table) -> dict[str, int]:
    """How many hexes nearer to the Americans each of those comes in the movement that is due."""
    before = {unit: nearest_american(table, unit) for unit in FAR_OFF}
    for order in table.think():
        if table.position.phase == "movement":
            table.run(table.game.adjudicate(table.position, order, Cups()))
    return {unit: before[unit] - nearest_american(table, unit) for unit in FAR_OFF}


def test_the_japanese_close_in_on_a_weak_landing_from_everywhere() -> None:
    table = after_the_landing()
    assert len(table.position.on["us"]) <= 6
    assert min(moved(table).values()) > 0


def test_they_stay_away_from_a_strong_one() -> None:
    table = after_the_landing()
    waiting = [
        unit for unit in TABLES.units["us"] if unit in table.game.setting.not_landed(table.position)
    ]
    free = (n for n in sorted(TABLES.cost, key=lambda n: (int(n[:2]), n)) if int(n[:2]) < 12)
    taken = {*table.position.on["us"], *table.position.on["jp"]}
    for unit, number in zip(waiting[:20], (n for n in free if n not in taken), strict=False):
        table.position.put("us", unit, number)
    nearer = moved(table)
    assert sum(hexes > 2 for hexes in nearer.values()) <= 2


def test_nothing_asked_nothing_answered() -> None:
    table = Table(1)
    table.play()
    with pytest.raises(ValueError, match="no question is open"):
        sensible(table.game.setting, table.position, 1)


@pytest.mark.parametrize("side", ["us", "jp"])
def test_standing_answers_have_the_form_of_standing_answers(side: str) -> None:
    game = Table(1).game
    standing = game.sensible_standing(side)
    game.check_standing(side, standing)
    position = game.set_up(Cups())
    assert all(game.parse_standing(position, side, line) for line in game.standing_text(standing))
