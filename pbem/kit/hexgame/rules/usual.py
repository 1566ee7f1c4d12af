"""The default responses, when a phase is interrupted; a part of the version of the rules."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pbem.kit.contract import Game, Order, Question
from pbem.kit.hexgame.rules import losses, retreats
from pbem.kit.hexgame.rules.orders import Advance, Lose, Retreat
from pbem.kit.hexgame.rules.position import HexPosition, open_battle
from pbem.kit.hexgame.rules.setting import HexSetting
from pbem.kit.hexgame.rules.worth import stand_worth, step_worth


class Usual:
    """The default responses of one game: the legal answer that is worth most."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self._game = game

    def asked(self, setting: HexSetting, _side: str) -> tuple[str, ...]:
        """Return the questions that can interrupt a side."""
        data = setting.data
        parts = {"retreat": data.retreat, "lose": losses.are_chosen(data), "advance": data.advance}
        return tuple(name for name, part in parts.items() if part)

    def answer(self, setting: HexSetting, position: HexPosition, _: Question) -> Order:
        """Return the default response to the open question."""
        return self.best(setting, position)

    def best(self, setting: HexSetting, position: HexPosition) -> Order:
        """Return the answer that is worth most; of equals the first that is listed."""
        legal: Iterable[Order] = self._game.legal(position)
        return max(legal, key=lambda order: weight(setting, position, order))

    def worth(self, setting: HexSetting, position: HexPosition, _: Question, order: Order) -> int:
        """Return what a legal answer to the open question weighs."""
        return weight(setting, position, order)


def weight(setting: HexSetting, position: HexPosition, order: Order) -> int:
    """Return what an answer weighs."""
    match order:
        case Retreat(unit, path):
            safe = stand_worth(setting, position, unit, path[-1])
            owner = retreats.policy(setting).by == "owner"
            return safe if owner else -safe
        case Lose(units):
            return -_cost(setting, position, units)
        case Advance(units):
            hex_ = open_battle(position).hex
            return sum(_gain(setting, position, unit, hex_) for unit in units)
    return 0


def _cost(setting: HexSetting, position: HexPosition, units: tuple[str, ...]) -> int:
    """Return what these steps are worth; a unit that is lost costs as much again."""
    first = sum(step_worth(setting, position, unit) for unit in units)
    gone = (unit for unit in set(units) if units.count(unit) == position.steps[unit])
    return first + sum(step_worth(setting, position, unit) for unit in gone)


def _gain(setting: HexSetting, position: HexPosition, unit: str, hex_: str) -> int:
    there = stand_worth(setting, position, unit, hex_)
    return there - stand_worth(setting, position, unit, position.at[unit])
