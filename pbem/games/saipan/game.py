"""Saipan as the table sees it: every paragraph bound to the contract of a rules module."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pbem.errors import IllegalOrder
from pbem.games.saipan.data.tables import ENEMY, SIDE_NAMES, SIDES
from pbem.games.saipan.player import sensible
from pbem.games.saipan.rules import answers, changes, orders, outcomes, questions, standing, usual
from pbem.games.saipan.rules import ch03_setup as setup
from pbem.games.saipan.rules import ch04_phases as phases
from pbem.games.saipan.rules import ch05_movement as movement
from pbem.games.saipan.rules import ch07_combat as combat
from pbem.games.saipan.rules import ch07_results as results
from pbem.games.saipan.rules import ch08_fire as fire
from pbem.games.saipan.rules import ch12_reinforcements as reinforcements
from pbem.games.saipan.rules.position import Position, open_battle
from pbem.games.saipan.rules.setting import Setting
from pbem.games.saipan.words import (
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


class SaipanGame(ModularGame[Setting, Position]):
    """One scenario of Saipan with its options and data; see `pbem.kit.contract.Game`."""

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
    sides: tuple[str, ...] = SIDES
    side_names: Mapping[str, str] = SIDE_NAMES
    position_type: type[Position] = Position

    def set_up(self, cups: Cups) -> Position:  # noqa: ARG002 - nothing lies face down in Saipan
        """Return the position before the first decision (14.0)."""
        return setup.set_up(self.setting)

    def adjudicate(
        self,
        position: Position,
        order: Order,
        cups: Cups,  # noqa: ARG002 - nothing lies face down in Saipan
    ) -> Iterator[Outcome]:
        """Carry out a legal order, up to the next need."""
        return _CARRY_OUT[type(order)](self.setting, position, order)

    def roll(self, position: Position, dice: Dice, cups: Cups) -> Iterator[Outcome]:  # noqa: ARG002
        """Resolve the attack for which dice are due (7.4)."""
        return results.resolve(self.setting, position, dice)

    def check_secret(self, position: Position, label: str, order: Order) -> None:  # noqa: ARG002
        """Raise `IllegalOrder` unless ``order`` could have been sealed legally (14.22)."""
        if label != setup.LABEL or not isinstance(order, orders.Beaches):
            raise IllegalOrder("14.22", "the secret choice must be one of the six beach hexes")
        setup.check_beaches(self.setting, order)

    def sealed(self, position: Position, label: str) -> Iterator[Outcome]:
        """Go on after the landing hexes were sealed (14.22).

        Raises:
            IllegalOrder: The game has no secret choice with this label.
        """
        if label != setup.LABEL:
            raise IllegalOrder("14.22", f"this game has no secret choice {label!r}")
        return setup.seal(position)

    def price(self, position: Position, order: Order) -> Price | None:
        """[9.0] Return how many ground support points of this phase an order takes.

        None if it takes none.
        """
        if not isinstance(order, orders.Attack | orders.FinalFire) or not order.gsp:
            return None
        side = position.side if isinstance(order, orders.Attack) else ENEMY[position.side]
        return Price(order.gsp, position.gsp[side] - order.gsp, "ground support point")


def _end(setting: Setting, position: Position, order: orders.End) -> Iterator[Outcome]:
    """[4.0] What follows when a phase is ended."""
    match order.phase:
        case "deployment":
            return setup.end_deployment(position)
        case "movement":
            return phases.end_movement(position)
        case "combat":
            return phases.end_combat(setting, position)


def _pass(_: Setting, position: Position, _order: Pass) -> Iterator[Outcome]:
    battle = open_battle(position)
    return fire.decline(position) if battle.fpf_open else results.decline(battle)


_CARRY_OUT: dict[type[Order], Callable[[Setting, Position, Any], Iterator[Outcome]]] = {
    orders.Move: lambda _, position, order: movement.move(position, order),
    orders.Land: lambda _, position, order: reinforcements.land(position, order),
    orders.Attack: lambda _, position, order: combat.declare(position, order),
    orders.End: _end,
    orders.Deploy: lambda _, _position, order: setup.deploy(order),
    orders.Beaches: lambda _, position, order: setup.reveal(position, order),
    orders.FinalFire: lambda _, position, order: fire.fire(position, open_battle(position), order),
    orders.Retreat: results.retreat_and_settle,
    orders.Lose: results.lose,
    orders.Advance: lambda _, position, order: results.advance(position, order),
    Pass: _pass,
}
