"""The Ford as the table sees it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from example_game.data.tables import SIDES
from example_game.player import sensible
from example_game.rules import answers, changes, orders, outcomes, questions, standing, usual
from example_game.rules import ch02_setup as setup
from example_game.rules import ch03_days as days
from example_game.rules import ch04_attacks as attacks
from example_game.rules.position import Position
from example_game.rules.setting import Setting
from example_game.words import (
    arrows,
    cases,
    charts,
    odds,
    picture,
    report,
    standing_text,
)
from pbem.errors import IllegalOrder
from pbem.kit.contract import Order, Outcome
from pbem.kit.cups import Cups
from pbem.kit.dice import Dice
from pbem.kit.game import ModularGame
from pbem.kit.modules import GameModules
from pbem.kit.typed.orders import Pass


class ExampleGame(ModularGame[Setting, Position]):
    """The one scenario with its options and data; see `pbem.kit.contract.Game`."""

    modules = GameModules(
        answers=answers,
        arrows=arrows,
        cases=cases,
        changes=changes,
        charts=charts,
        odds=odds,
        orders=orders,
        outcomes=outcomes,
        picture=picture,
        questions=questions,
        sensible=sensible,
        standing=standing,
        standing_text=standing_text,
        report=report,
        usual=usual,
    )
    sides: tuple[str, ...] = SIDES
    position_type: type[Position] = Position
    tracks: tuple[str, ...] = ("turn", "steps", "dug")

    def set_up(self, cups: Cups) -> Position:
        """Return the position before the first decision (2.0)."""
        return setup.set_up(self.setting, cups)

    def adjudicate(self, position: Position, order: Order, cups: Cups) -> Iterator[Outcome]:
        """Carry out a legal order, up to the next need."""
        return _CARRY_OUT[type(order)](self.setting, position, order)

    def roll(self, position: Position, dice: Dice, cups: Cups) -> Iterator[Outcome]:
        """Carry out what follows from the dice that are due."""
        match position.waits:
            case "probe":
                return days.probed(self.setting, position, dice, cups)
            case "assault":
                return attacks.assault(self.setting, position, dice, cups)
        return attacks.chase(self.setting, position, dice)

    def check_secret(self, position: Position, label: str, order: Order) -> None:
        """Raise `IllegalOrder` unless ``order`` could have been sealed legally (2.2)."""
        if label != setup.LABEL or not isinstance(order, orders.Barrage):
            raise IllegalOrder("2.2", "the secret choice is the day of the barrage")
        setup.check_barrage(self.setting, position, order)

    def sealed(self, position: Position, label: str) -> Iterator[Outcome]:
        """Go on after the day of the barrage was sealed (2.2)."""
        if label != setup.LABEL:
            raise IllegalOrder("2.2", f"this game has no secret choice {label!r}")
        return setup.sealed()


_CARRY_OUT: dict[type[Order], Callable[[Setting, Position, Any], Iterator[Outcome]]] = {
    orders.Barrage: attacks.open_barrage,
    orders.Attack: lambda _, __, ___: attacks.attack(),
    orders.Probe: lambda _, __, ___: days.probe(),
    orders.End: lambda setting, position, _: days.let_pass(setting, position),
    orders.Pursue: lambda _, __, ___: attacks.pursue(),
    Pass: lambda setting, position, _: attacks.decline(setting, position),
}
