"""Raids as the table sees it."""

from __future__ import annotations

from collections.abc import Iterator

from data_game import changes, orders, outcomes, questions
from data_game.position import Position
from data_game.setting import Setting
from pbem.kit.contract import Order, Outcome
from pbem.kit.cups import Cups
from pbem.kit.defaults.made import for_game
from pbem.kit.defaults.sensible import OneStepAhead
from pbem.kit.defaults.usual import PassOrFirst
from pbem.kit.dice import Dice, die
from pbem.kit.game import ModularGame
from pbem.kit.modules import GameModules
from pbem.kit.typed.orders import Pass


class Responses(PassOrFirst):
    """Any side can be raided."""

    def asked(self, _setting: object, side: str) -> tuple[str, ...]:
        """Return the one question that interrupts."""
        return ("raid",)


class Player(OneStepAhead):
    """A player who counts points."""

    def merit(self, _setting: object, position: Position, side: str) -> int:
        """Return by how many points a side is ahead of the best other one."""
        others = [points for other, points in position.points.items() if other != side]
        return position.points[side] - max(others)


class RaidsGame(ModularGame[Setting, Position]):
    """One scenario with its options and data."""

    modules = GameModules(
        changes=changes,
        orders=orders,
        outcomes=outcomes,
        questions=questions,
        sensible=for_game(Player),
        usual=for_game(Responses),
    )
    position_type: type[Position] = Position

    def set_up(self, cups: Cups) -> Position:
        """Return the position before the first turn (1.1)."""
        first = self.setting.sides[0]
        return Position(1, first, dict.fromkeys(self.setting.sides, self.setting.points))

    def adjudicate(self, position: Position, order: Order, cups: Cups) -> Iterator[Outcome]:
        """Carry out a legal order, up to the next need."""
        side = position.side
        match order:
            case orders.Raid():
                yield outcomes.RaidDeclared(paragraph="3.1", on=order.on, stake=order.force)
                return
            case Pass():
                yield outcomes.RaidFought(paragraph="3.1")
                return
            case orders.Gather():
                points = 1 + self.setting.options.rich
                yield outcomes.PointsGathered(paragraph="2.0", side=side, points=points)
            case orders.Yield():
                points = min(1, position.points[position.raided])
                yield outcomes.PointsTaken(paragraph="3.1", side=side, points=points)
        yield self._next(position)

    def roll(self, position: Position, dice: Dice, cups: Cups) -> Iterator[Outcome]:
        """Carry out what follows from the dice that are due (3.2)."""
        side, stake = position.side, position.stake
        if die(dice, self.setting.options.die, "the raid", "3.2") + stake >= 6:
            points = min(2, position.points[position.raided])
            yield outcomes.PointsTaken(paragraph="3.2", side=side, points=points)
        else:
            yield outcomes.StakeLost(paragraph="3.2", side=side, points=stake)
        yield self._next(position)

    def _next(self, position: Position) -> Outcome:
        """[2.0, 4.0] Return what ends a turn."""
        at = self.setting.sides.index(position.side) + 1
        if at < len(self.setting.sides):
            side = self.setting.sides[at]
            return outcomes.TurnBegun(paragraph="2.0", side=side, turn=position.turn)
        if position.turn < self.setting.rounds:
            side = self.setting.sides[0]
            return outcomes.TurnBegun(paragraph="2.0", side=side, turn=position.turn + 1)
        most = max(position.points.values())
        best = [side for side, points in position.points.items() if points == most]
        return outcomes.GameEnded(paragraph="4.0", winner=best[0] if len(best) == 1 else None)

    def scores(self, position: Position) -> dict[str, int]:
        """Return the points of each side (4.0)."""
        return dict(position.points)
