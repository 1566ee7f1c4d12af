"""A hex-and-counter game as the table sees it, made of the modules of the base."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem.errors import IllegalOrder
from pbem.kit.contract import Order, Outcome
from pbem.kit.cups import Cups
from pbem.kit.defaults.made import for_game
from pbem.kit.dice import Dice
from pbem.kit.game import ModularGame, outcomes_in
from pbem.kit.hexgame.player.sensible import Player
from pbem.kit.hexgame.rules import (
    answers,
    arrivals,
    carrying,
    changes,
    orders,
    outcomes,
    questions,
    sequence,
    standing,
)
from pbem.kit.hexgame.rules.position import HexPosition
from pbem.kit.hexgame.rules.setting import HexSetting
from pbem.kit.hexgame.rules.usual import Usual
from pbem.kit.hexgame.words import (
    arrows,
    cases,
    charts,
    facts,
    listing,
    news,
    odds,
    picture,
    report,
    standing_text,
    text,
)
from pbem.kit.hexgame.words.screen import HexScreen
from pbem.kit.modules import GameModules

MODULES = GameModules(
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
    questions=for_game(questions.Questions),
    report=report,
    screen=for_game(HexScreen),
    sensible=for_game(Player),
    standing=standing,
    standing_text=standing_text,
    text=text,
    usual=for_game(Usual),
)
"""The modules of the base; a game replaces those that differ (``dataclasses.replace``)."""


class HexGame(ModularGame[HexSetting, HexPosition]):
    """One hex-and-counter game with its data; see `pbem.kit.contract.Game`."""

    modules = MODULES
    position_type: type[HexPosition] = HexPosition
    tracks: tuple[str, ...] = ("lead",)
    carriers: Mapping[type[Order], carrying.Carrier] = carrying.CARRIERS
    """How each order is carried out."""

    def __init__(self, setting: HexSetting) -> None:
        super().__init__(setting)
        self.track_names = {"lead": f"lead of {self.side_names[setting.data.victory.side]}"}
        self.outcomes = tuple(dict.fromkeys((*outcomes_in(outcomes), *self.outcomes)))

    def set_up(self, cups: Cups) -> HexPosition:
        """Return the position before the first decision."""
        return sequence.set_up(self.setting, cups)

    def adjudicate(
        self,
        position: HexPosition,
        order: Order,
        cups: Cups,  # noqa: ARG002 - orders draw nothing
    ) -> Iterator[Outcome]:
        """Carry out a legal order, up to the next need."""
        return carrying.carry_out(self.setting, position, order, self.carriers)

    def roll(self, position: HexPosition, dice: Dice, cups: Cups) -> Iterator[Outcome]:
        """Carry out what follows from the dice that are due, up to the next need."""
        return carrying.rolled(self.setting, position, dice, cups)

    def check_secret(self, position: HexPosition, label: str, order: Order) -> None:
        """Raise `IllegalOrder` unless ``order`` could have been sealed legally."""
        plan = self.setting.data.plan
        if plan is None or label != arrivals.LABEL or not isinstance(order, orders.Plan):
            raise IllegalOrder("secret", "the secret choice must be one of the plan")
        arrivals.check_plan(self.setting, position, order)

    def sealed(self, position: HexPosition, label: str) -> Iterator[Outcome]:
        """Go on after the plan was sealed.

        Raises:
            IllegalOrder: The game has no plan, or none with this label.
        """
        if self.setting.data.plan is None or label != arrivals.LABEL:
            raise IllegalOrder("secret", f"this game has no secret choice {label!r}")
        return carrying.sealed(self.setting, position)
