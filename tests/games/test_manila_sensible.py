"""The sensible American: legal, the same every time, quick, and better than chance."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

import msgspec
import pytest

from pbem.games.manila.game import ManilaGame
from pbem.games.manila.module import ManilaRules
from pbem.games.manila.player.sensible import sensible
from pbem.games.manila.rules import ch08_movement as movement
from pbem.games.manila.rules import ch09_5_support as support
from pbem.games.manila.rules.orders import Activate, Attack, Fight
from pbem.games.manila.rules.outcomes import AttackDeclared, CombatResolved, FightJoined
from pbem.games.manila.rules.position import Position
from pbem.games.manila.rules.usual_odds import WHOLE, against, at_least, odds_of
from pbem.kit.contract import Order, Outcome, Question, Roll
from pbem.kit.cups import Cups
from toy.growth import calls_of

RULES = ManilaRules()
DATA: Any = RULES.data()
STANDARD = {name: option.default for name, option in RULES.options.items()}


def some(table: Table, chance: random.Random) -> Order:
    """Return any of the first legal orders: there may be very many."""
    return chance.choice(list(islice(table.game.legal(table.position), 60)))


class Die:
    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)  # noqa: S311 - a test, not a table

    def uniform(self, n: int, purpose: str, paragraph: str) -> int:
        return self.chance.randrange(n)


class Table:
    """A game played by a sensible player: every order is checked before it is carried out."""

    def __init__(self, seed: int, **options: Any) -> None:
        game = RULES.game("campaign", STANDARD | options, DATA)
        assert isinstance(game, ManilaGame)
        self.game = game
        self.cups = Cups()
        self.position = self.game.set_up(self.cups)
        self.seed, self.die = seed, Die(seed)
        self.outcomes: list[Outcome] = []
        self.decisions = 0

    def think(self) -> list[Order]:
        orders = self.game.sensible(self.position, self.seed)
        self.decisions += 1
        return orders

    def run(self, outcomes: Iterator[Outcome]) -> None:
        for outcome in outcomes:
            self.game.apply(self.position, outcome)
            self.outcomes.append(outcome)

    def step(self) -> None:
        """Carry out the dice that are due, or the first order of a new plan."""
        need = self.game.need(self.position)
        if isinstance(need, Roll):
            self.run(self.game.roll(self.position, self.die, self.cups))
            return
        assert isinstance(need, Question)
        orders = self.think()
        assert orders[0].__struct_config__.tag in need.forms
        if not need.phase:
            assert len(orders) == 1
        self.carry_out(orders[0])

    def carry_out(self, order: Order) -> None:
        assert self.game.read_order(self.game.write_order(order)) == order
        self.game.check(self.position, order)
        self.run(self.game.adjudicate(self.position, order, self.cups))

    def play(self) -> Position:
        while self.game.need(self.position) is not None:
            self.step()
        return self.position

    def of(self, kind: type[Outcome]) -> list[Any]:
        return [outcome for outcome in self.outcomes if isinstance(outcome, kind)]


class Counted(Table):
    """Counts the calls that thinking takes: in the whole game, and at most for one decision."""

    work = most = 0

    def think(self) -> list[Order]:
        orders, calls = calls_of(super().think)
        self.work += calls
        self.most = max(self.most, calls)
        return orders


@pytest.mark.few(2)
@pytest.mark.parametrize("seed", range(5))
def test_a_game_ends_in_time_and_much_of_the_city_is_taken(seed: int) -> None:
    table = Counted(seed)
    position = table.play()
    assert position.turn <= 9
    assert position.ended is not None
    assert table.game.fact(position, "control", ()) >= 20
    assert len(table.of(CombatResolved)) >= 20
    assert table.work < 2_000_000
    assert table.most < 200_000
    assert table.decisions < 400


OPTIONS: list[dict[str, Any]] = [
    *(
        {name: choice}
        for name, option in RULES.options.items()
        for choice in option.choices[:: max(1, len(option.choices) // 4)]
        if choice != option.default
    ),
    {name: option.choices[-1] for name, option in RULES.options.items()},
]


@pytest.mark.few(2)
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_every_option_can_be_played(options: dict[str, Any]) -> None:
    for seed in range(2):
        assert Table(seed, **options).play().ended is not None


def test_all_the_orders_of_a_phase_are_legal_one_after_the_other() -> None:
    """Until the first die: what comes of the attacks is not known beforehand."""
    table, seen = Table(3), 0
    while table.game.need(table.position) is not None:
        need = table.game.need(table.position)
        if not isinstance(need, Question) or not need.phase:
            table.step()
            continue
        for order in table.think():
            table.carry_out(order)
            seen += 1
            if table.position.battle is not None:
                break
    assert seen > 100


def test_the_first_order_is_legal_wherever_chance_has_led() -> None:
    """Positions that it would never bring about: half moved, half attacked, badly supplied."""
    for seed in range(4):
        table, chance = Table(seed, air=True, early_lead=seed % 2 == 1), random.Random(seed)  # noqa: S311
        for _ in range(150):
            need = table.game.need(table.position)
            if isinstance(need, Question):
                table.game.check(table.position, table.think()[0])
                table.carry_out(some(table, chance))
            elif need is not None:
                table.step()


def test_the_same_position_gives_the_same_orders_and_stays_as_it_is() -> None:
    table = Table(2)
    for _ in range(120):
        if isinstance(table.game.need(table.position), Question):
            before = msgspec.json.encode(table.position)
            one = sensible(table.game.setting, table.position, 7)
            two = sensible(table.game.setting, table.position, 7)
            assert one == two
            assert msgspec.json.encode(table.position) == before
        table.step()


def test_what_is_hidden_is_not_looked_at() -> None:
    """The orders depend on the position alone, and the position does not know the counters."""
    table = Table(5)
    while table.position.phase != "combat":
        table.step()
    position = table.position
    assert all(member.startswith("?") for member in position.defenders.values())
    seen = table.game.view(position, "us")
    assert sensible(table.game.setting, seen, 1) == sensible(table.game.setting, position, 1)


def test_a_paused_division_attacks_nowhere() -> None:
    table = Table(1)
    while table.position.phase != "combat":
        table.step()
    table.position.event = "pause 37th infantry"
    units = table.game.setting.tables.units
    orders = sensible(table.game.setting, table.position, 1)
    sent = [u for o in orders if isinstance(o, Activate) for u in o.units]
    assert any(isinstance(order, Attack) for order in orders)
    assert all(units[unit].division != "37th Infantry" for unit in sent)


def test_he_attacks_with_combined_arms_and_a_leader_where_he_has_them() -> None:
    table = Table(4)
    table.play()
    units = table.game.setting.tables.units
    first = [outcome.units for outcome in table.of(AttackDeclared)][:3]
    kinds = [{units[unit].kind for unit in sent} for sent in first]
    assert {"infantry", "armor", "leader"} in kinds
    for sent in (outcome.units for outcome in table.of(AttackDeclared)):
        assert any(units[unit].kind != "leader" for unit in sent)


def test_early_lead_names_the_lead_beforehand_and_the_support_after() -> None:
    table = Table(6, early_lead=True)
    while table.position.phase != "combat":
        table.step()
    attacks = [order for order in table.think() if isinstance(order, Attack)]
    assert attacks
    assert all(order.lead is not None for order in attacks)
    assert not any(order.artillery or order.engineer for order in attacks)
    table.play()
    assert sum(o.artillery + o.engineer for o in table.of(FightJoined)) > 20


def test_support_is_never_more_than_there_is() -> None:
    table = Table(8)
    while table.game.need(table.position) is not None:
        battle = table.position.battle
        if battle is not None and battle.stage == "fight":
            (order,) = table.think()
            assert isinstance(order, Fight)
            able = support.most(table.game.setting, table.position, battle.area)
            assert order.artillery <= able["artillery"]
            assert order.artillery + order.engineer <= len(battle.units)
        table.step()
    assert sum(o.artillery + o.engineer for o in table.of(FightJoined)) > 20


def test_morale_is_kept_strong_while_that_can_be_paid() -> None:
    table = Table(1)
    while table.position.phase != "purchase":
        table.step()
    table.position.morale, table.position.supply = 9, 20
    for order in table.think()[:-1]:
        table.carry_out(order)
    assert table.position.morale >= 10


@pytest.mark.long
def test_he_does_better_than_chance() -> None:
    def control(*, at_random: bool) -> int:
        taken = 0
        for seed in range(4):
            table, chance = Table(seed), random.Random(seed)  # noqa: S311
            while (need := table.game.need(table.position)) is not None:
                if at_random and isinstance(need, Question):
                    table.carry_out(some(table, chance))
                else:
                    table.step()
            taken += int(table.game.fact(table.position, "control", ()))
        return taken

    assert control(at_random=False) > control(at_random=True) + 40


def test_nothing_asked_nothing_answered() -> None:
    table = Table(1)
    table.play()
    with pytest.raises(ValueError, match="no question is open"):
        sensible(table.game.setting, table.position, 1)


def test_standing_answers_have_the_form_of_standing_answers() -> None:
    table = Table(1)
    standing = table.game.sensible_standing("us")
    table.game.check_standing("us", standing)
    lines = table.game.standing_text(standing)
    assert lines
    assert all(table.game.parse_standing(table.position, "us", line) for line in lines)


def test_the_odds_of_the_example_of_play() -> None:
    """[13.4] AV 14, DV 9 + 3, before the strategy: 15 of 1296 Overrun, 846 Success, 310 Repulse."""
    edge = 14 - 3
    plain = against(9, "", edge, overruns=True)
    assert plain.capture == (15 + 846) * WHOLE // 1296
    assert plain.repulse == WHOLE - (15 + 846 + 125) * WHOLE // 1296
    fanatic = against(9, "Fanatic", edge, overruns=True)
    assert (fanatic.capture, fanatic.repulse) == (15 * WHOLE // 1296, plain.repulse)
    assert against(9, "Fanatic", edge, overruns=False).capture == 0
    assert against(9, "Elite", edge, overruns=True).capture < plain.capture
    assert against(9, "Barrage", edge, overruns=True).capture < plain.capture


def test_the_odds_of_dice() -> None:
    assert at_least(-10) == WHOLE
    assert at_least(11) == 0
    assert at_least(10) == WHOLE // 1296
    assert at_least(0) + at_least(1) in {WHOLE, WHOLE - 1}  # as often one as the other rolls higher
    odds = odds_of(RULES.game("campaign", STANDARD, DATA).setting.tables)
    easy, hard = (odds.unseen(terrain, 8, overruns=True) for terrain in ("Clear", "Fort"))
    assert easy.capture > hard.capture
    assert easy.repulse < hard.repulse


def test_what_is_owed_is_attacked_first() -> None:
    table = Table(2)
    while table.position.phase != "combat":
        table.step()
    table.carry_out(Activate(1, ("637/A", "1/129", "Fredrick"), (9,)))
    assert movement.owed(table.position) == [9]
    assert isinstance(table.think()[0], Attack)
    assert table.think()[0] == Attack(9)
