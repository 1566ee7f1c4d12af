"""Manila as the table sees it: every paragraph bound to the contract of a rules module."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pbem.games.manila.data.tables import RULES_SIDE, SIDE
from pbem.games.manila.player import sensible
from pbem.games.manila.rules import answers, changes, orders, outcomes, questions, standing, usual
from pbem.games.manila.rules import ch05_setup as setup
from pbem.games.manila.rules import ch06_1_dawn as dawn
from pbem.games.manila.rules import ch06_2_events as events
from pbem.games.manila.rules import ch06_3_supply as supply
from pbem.games.manila.rules import ch06_4_streets as streets
from pbem.games.manila.rules import ch06_5_turns as turns
from pbem.games.manila.rules import ch08_movement as movement
from pbem.games.manila.rules import ch09_4_combat as combat
from pbem.games.manila.rules import ch09_5_retreats as retreats
from pbem.games.manila.rules import ch09_attacks as attacks
from pbem.games.manila.rules import ch10_victory as victory
from pbem.games.manila.rules.position import Position
from pbem.games.manila.rules.setting import Setting
from pbem.games.manila.words import (
    arrows,
    cases,
    charts,
    facts,
    listing,
    news,
    odds,
    picture,
    report,
    screen,
    standing_text,
    text,
)
from pbem.kit.contract import Order, Outcome, Price
from pbem.kit.cups import Cups
from pbem.kit.defaults.made import for_game
from pbem.kit.dice import Dice
from pbem.kit.game import ModularGame
from pbem.kit.modules import GameModules


class ManilaGame(ModularGame[Setting, Position]):
    """One game of Manila with its options and data; see `pbem.kit.contract.Game`."""

    modules = GameModules(
        answers=answers,
        arrows=arrows,
        cases=cases,
        changes=changes,
        charts=charts,
        facts=facts,
        listing=listing,
        news=news,
        odds=odds,
        orders=orders,
        outcomes=outcomes,
        picture=picture,
        questions=questions,
        report=report,
        screen=for_game(screen.Screen),
        sensible=sensible,
        standing=standing,
        standing_text=standing_text,
        text=text,
        usual=usual,
    )
    sides: tuple[str, ...] = (SIDE,)
    side_names: Mapping[str, str] = {SIDE: "U.S.", RULES_SIDE: "Japan"}
    position_type: type[Position] = Position
    tracks: tuple[str, ...] = ("morale", "control")

    def set_up(self, cups: Cups) -> Position:
        """Return the position before the first roll (5.0); fill the cups of 5.4."""
        return setup.set_up(self.setting, cups)

    def adjudicate(self, position: Position, order: Order, cups: Cups) -> Iterator[Outcome]:
        """Carry out a legal order, up to the next need."""
        if isinstance(order, orders.Breakout):
            return events.break_out(self.setting, position, order.area, cups)
        return _CARRY_OUT[type(order)](self.setting, position, order)

    def roll(self, position: Position, dice: Dice, cups: Cups) -> Iterator[Outcome]:
        """Carry out what follows from the dice that are due, up to the next need."""
        setting = self.setting
        if position.battle is not None:
            if position.battle.stage == "reveal":
                return combat.reveal(setting, position, dice, cups)
            return combat.resolve(setting, position, dice)
        match position.phase:
            case "dawn":
                return dawn.roll_mortality(setting, position, dice)
            case "event":
                return events.roll(setting, position, dice, cups)
            case "supply":
                return supply.roll(setting, position, dice)
        return streets.roll(setting, position, dice)

    def price(self, position: Position, order: Order) -> Price | None:
        """[6.3] Return what is paid in Supply Points; None if the order costs none."""
        match order:
            case orders.Buy():
                cost = supply.price(self.setting, order)
            case orders.Return():
                cost = supply.fare(self.setting, order.unit)
            case _:
                return None
        return Price(cost, position.supply - cost, "Supply Point")

    def scores(self, position: Position) -> dict[str, int]:
        """[5.2] Return how many Areas are American Controlled: the rules count no other score."""
        return {SIDE: victory.control(self.setting, position)}


def _attack(setting: Setting, position: Position, order: orders.Attack) -> Iterator[Outcome]:
    """[9.5] Declare the attack; where the defender is known already, join it at once."""
    yield from attacks.declare(setting, position, order)
    yield from combat.go_on(setting, position)


def _end(setting: Setting, position: Position, order: orders.End) -> Iterator[Outcome]:
    if order.phase == "supply":
        return supply.end(position)
    return turns.end_combat(setting, position)


_CARRY_OUT: dict[type[Order], Callable[[Setting, Position, Any], Iterator[Outcome]]] = {
    orders.Place: dawn.place,
    orders.Buy: supply.buy,
    orders.Return: lambda setting, _, order: supply.return_to_play(setting, order),
    orders.End: _end,
    orders.Streets: lambda _, _position, order: streets.lose(order),
    orders.Activate: lambda _, position, order: movement.activate(position, order),
    orders.Move: lambda _, position, order: movement.move(position, order),
    orders.Attack: _attack,
    orders.Fight: lambda _, position, order: combat.join(position, order),
    orders.Barrage: combat.answer_barrage,
    orders.Sniper: combat.answer_sniper,
    orders.Retreat: retreats.answer,
}
