"""My Game as pbem sees it: its data, its rules, and the defaults of the kit for all else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from pbem.kit.contract import Order, Outcome
from pbem.kit.cups import Cups
from pbem.kit.defaults.made import for_game
from pbem.kit.defaults.sensible import OneStepAhead
from pbem.kit.defaults.standing import form_of
from pbem.kit.dice import Dice, die
from pbem.kit.game import ModularGame
from pbem.kit.module import RulesFromData
from pbem.kit.modules import GameModules
from pbem.kit.offer import CODE_WANTED, Offer, agreed, offer_faults
from pbem.kit.typed.pack import Packs

from . import changes, orders, outcomes, questions
from .position import Position


class Data(Offer, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """All data: sides and scenarios (`Offer`), and how many ``turns`` there are."""

    turns: Annotated[int, Meta(ge=1, le=99)]


class Setting:
    """The setting that every function may look up; it never changes in play."""

    def __init__(self, scenario: str, options: Mapping[str, Any], data: Data) -> None:
        here = agreed(data, scenario, options)
        self.sides, self.side_names = here.sides, here.side_names
        self.turns = data.turns


class Player(OneStepAhead):
    """The computer player: it counts miles."""

    def merit(self, _setting: Any, position: Position, side: str) -> int:
        """Return what a position is worth to a side."""
        return 2 * position.miles[side] - sum(position.miles.values())


class MygameGame(ModularGame[Setting, Position]):
    """One game."""

    modules = GameModules(
        changes=changes,
        orders=orders,
        outcomes=outcomes,
        questions=questions,
        sensible=for_game(Player),
    )
    position_type: type[Position] = Position

    def set_up(self, cups: Cups) -> Position:  # noqa: ARG002 - nothing lies face down
        """Return the position before the first turn (1.1)."""
        return Position(1, self.setting.sides[0], dict.fromkeys(self.setting.sides, 0))

    def adjudicate(
        self,
        position: Position,
        order: Order,
        cups: Cups,  # noqa: ARG002
    ) -> Iterator[Outcome]:
        """Carry out a legal order, up to the next need."""
        if isinstance(order, orders.Run):
            yield outcomes.RunBegun(paragraph="2.3")
            return
        if isinstance(order, orders.March):
            yield outcomes.MilesGone(paragraph="2.2", side=position.side, miles=1)
        yield self._next(position)

    def roll(
        self,
        position: Position,
        dice: Dice,
        cups: Cups,  # noqa: ARG002
    ) -> Iterator[Outcome]:
        """Carry out what follows from the dice that are due (2.3)."""
        miles = 2 if die(dice, 6, "the run", "2.3") >= 4 else 0
        yield outcomes.MilesGone(paragraph="2.3", side=position.side, miles=miles)
        yield self._next(position)

    def _next(self, position: Position) -> Outcome:
        """[2.1, 3.1] Return what ends a turn."""
        first, last = self.setting.sides
        if position.side == first:
            return outcomes.TurnBegun(paragraph="2.1", side=last, turn=position.turn)
        if position.turn < self.setting.turns:
            return outcomes.TurnBegun(paragraph="2.1", side=first, turn=position.turn + 1)
        best = [s for s, miles in position.miles.items() if miles == max(position.miles.values())]
        return outcomes.GameEnded(paragraph="3.1", winner=best[0] if len(best) == 1 else None)

    def scores(self, position: Position) -> dict[str, int]:
        """Return the miles of each side."""
        return dict(position.miles)


class MygameRules(RulesFromData[Data]):
    """The entry point: version 1 of the game."""

    name = "mygame"
    version = 1
    title = "My Game"
    reconstructed: tuple[str, ...] = ()
    packs = Packs(
        Data,
        __package__,
        "mygame.yaml",
        faults=offer_faults,
        tables=lambda data: data,
        wanted=CODE_WANTED,
    )
    types: ClassVar[Mapping[str, Any]] = {
        "order": orders.FORMS.union,
        "position": Position,
        "standing": form_of(),
    }

    @staticmethod
    def bind(scenario: str, options: Mapping[str, Any], data: Data) -> MygameGame:
        """Make the game of a scenario."""
        return MygameGame(Setting(scenario, options, data))
