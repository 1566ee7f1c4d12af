"""Meiktila as the table sees it: every paragraph bound to the contract of a rules module."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pbem.games.meiktila.data.forms import ENEMY
from pbem.games.meiktila.player import sensible
from pbem.games.meiktila.rules import (
    answers,
    changes,
    orders,
    outcomes,
    questions,
    standing,
    usual,
)
from pbem.games.meiktila.rules import ch04_turn as turn
from pbem.games.meiktila.rules import ch05_air as air
from pbem.games.meiktila.rules import ch06_activation as activation
from pbem.games.meiktila.rules import ch06_combat as combat
from pbem.games.meiktila.rules import ch06_movement as movement
from pbem.games.meiktila.rules import ch06_results as results
from pbem.games.meiktila.rules import ch06_stacking as stacking
from pbem.games.meiktila.rules import ch07_supply as supply
from pbem.games.meiktila.rules import ch08_positions as positions
from pbem.games.meiktila.rules import ch09_victory as victory
from pbem.games.meiktila.rules import ch10_setup as setup
from pbem.games.meiktila.rules.outcomes import ActivationEnded, Declined
from pbem.games.meiktila.rules.position import Position, acting, open_battle
from pbem.games.meiktila.rules.setting import Setting
from pbem.games.meiktila.words import (
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
from pbem.kit.typed.orders import Pass


class MeiktilaGame(ModularGame[Setting, Position]):
    """One game of Meiktila with its options and data; see `pbem.kit.contract.Game`."""

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
    position_type: type[Position] = Position
    tracks: tuple[str, ...] = ("level", "vp_al", "vp_jp")
    half_points: bool = True
    side_names: Mapping[str, str] = {"al": "Allies", "jp": "Japan"}

    def set_up(self, cups: Cups) -> Position:
        """Return the position before the Allies set up (10.1); fill the cups."""
        return setup.set_up(self.setting, cups)

    def adjudicate(self, position: Position, order: Order, cups: Cups) -> Iterator[Outcome]:
        """Carry out a legal order, up to the next need."""
        yield from _CARRY_OUT[type(order)](self.setting, position, order, cups)
        yield from self._go_on(position, cups, None)

    def roll(self, position: Position, dice: Dice, cups: Cups) -> Iterator[Outcome]:
        """Carry out what follows from the dice that are due, up to the next need."""
        yield from self._go_on(position, cups, dice)

    def _go_on(self, position: Position, cups: Cups, dice: Dice | None) -> Iterator[Outcome]:
        yield from results.run(self.setting, position, dice)
        yield from positions.clear(self.setting, position)
        yield from turn.run(self.setting, position, cups, dice)
        yield from positions.clear(self.setting, position)

    def price(self, position: Position, order: Order) -> Price | None:
        """[5.2] Return how many of the air units that can still fly in this turn an order takes.

        None if it takes none.
        """
        match order:
            case orders.Allot(supply, north, south):
                cost, have = supply + north + south, position.air
            case orders.Attack(air=cost):
                have = combat.planes(position, acting(position).side)
            case orders.Defend(air=cost):
                have = combat.planes(position, ENEMY[open_battle(position).side])
            case _:
                return None
        return Price(cost, have - cost, "air unit") if cost else None

    def scores(self, position: Position) -> dict[str, int]:
        """[9.2] Return the level of victory of each side."""
        return victory.scores(position)


def _end(_: Setting, position: Position, order: orders.End, cups: Cups) -> Iterator[Outcome]:
    """[4.3, 6.1] What follows when the set-up or a part of an activation is ended."""
    if order.phase == "setup":
        yield from setup.end(position)
    elif order.phase == "activation" or activation.last_part(position):
        side = acting(position).side
        yield ActivationEnded(paragraph="6.1.1", marker=acting(position).marker)
        if order.passing:
            yield from turn.pass_(position, side, cups)
        yield from turn.begin(position, "cup")
    else:
        yield from activation.second_part(position)


def _pass(setting: Setting, position: Position, _pass: Pass, cups: Cups) -> Iterator[Outcome]:
    """Decline a landing or an advance, add nothing to a defence, or pass out of the turn (A69)."""
    if position.battle is not None and position.battle.stage == "defend":
        yield from combat.defend(setting, position, orders.Defend())
    elif position.battle is not None:
        yield from results.decline(position)
    elif position.phase == "land":
        yield Declined(paragraph="8.1.1", side="al", question="land")
        yield from turn.begin(position, "allied status", "al")
    else:
        if position.phase == "activation":
            yield ActivationEnded(paragraph="4.3", marker=acting(position).marker)
        yield from turn.pass_(position, position.side, cups)
        yield from turn.begin(position, "cup")


def _allot(_: Setting, position: Position, order: orders.Allot, _cups: Cups) -> Iterator[Outcome]:
    yield from air.allot(position, order)
    yield from turn.begin(position, "supply", "al")


def _edges(setting: Setting, position: Position, order: orders.Edges, _: Cups) -> Iterator[Outcome]:
    yield from supply.declare_edges(setting, position, order)
    yield from turn.begin(position, "japanese status", "jp")


_CARRY_OUT: dict[type[Order], Callable[[Setting, Position, Any, Cups], Iterator[Outcome]]] = {
    orders.Deploy: lambda _, position, order, _cups: setup.deploy(position, order),
    orders.Allot: _allot,
    orders.Land: lambda setting, position, order, _: air.land(setting, position, order),
    orders.Edges: _edges,
    orders.Open: lambda _, position, order, cups: turn.open_(position, order.marker, cups),
    orders.Activate: lambda _, position, order, _cups: activation.activate(position, order),
    orders.Enter: lambda setting, position, order, _: movement.move(setting, position, order),
    orders.Move: lambda setting, position, order, _: movement.move(setting, position, order),
    orders.Dig: lambda _, position, order, _cups: positions.dig(position, order),
    orders.Attack: lambda setting, position, order, _: combat.declare(setting, position, order),
    orders.Defend: lambda setting, position, order, _: combat.defend(setting, position, order),
    orders.Plan: lambda _, position, order, _cups: results.plan(position, order),
    orders.Advance: lambda s, position, order, _: results.advance(s, position, order.units),
    orders.Remove: lambda s, position, order, _: stacking.remove(s, position, order.units),
    Pass: _pass,
    orders.End: _end,
}
