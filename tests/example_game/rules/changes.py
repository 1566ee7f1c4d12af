"""How each outcome changes a position: nothing else changes one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from example_game.rules import outcomes as o
from example_game.rules.position import Position
from example_game.rules.setting import Setting
from pbem.kit.contract import Outcome, Result


def apply(setting: Setting, position: Position, outcome: Outcome) -> None:
    """Change a position by one outcome."""
    _CHANGES[type(outcome)](setting, position, outcome)


def _nothing(_setting: Setting, _position: Position, _outcome: Outcome) -> None:
    """A fact that changes nothing: another follows it."""


def _waits_for(what: str) -> Callable[[Setting, Position, Any], None]:
    def change(_: Setting, position: Position, __: Outcome) -> None:
        position.waits = what

    return change


def _attack_declared(setting: Setting, position: Position, _: o.AttackDeclared) -> None:
    closed = setting.options.barrage and not position.barrage
    position.waits = "opening" if closed else "assault"


def _barrage_opened(_: Setting, position: Position, outcome: o.BarrageOpened) -> None:
    position.barrage = outcome.day
    position.waits = "assault"


def _turned_up(_: Setting, position: Position, outcome: o.TurnedUp) -> None:
    position.garrison = outcome.counter


def _step_lost(_: Setting, position: Position, __: o.StepLost) -> None:
    position.steps -= 1
    position.waits = "pursuit"


def _pursued(_: Setting, position: Position, outcome: o.Pursued) -> None:
    if outcome.result == "works lost":
        position.dug = 0


def _dug_in(_: Setting, position: Position, outcome: o.DugIn) -> None:
    position.dug += outcome.points


def _day_begun(_: Setting, position: Position, outcome: o.DayBegun) -> None:
    position.turn, position.waits = outcome.day, "day"


def _game_ended(_: Setting, position: Position, outcome: o.GameEnded) -> None:
    position.waits = "over"
    position.ended = Result(outcome.winner, outcome.why, outcome.paragraph)


_CHANGES: dict[type[Outcome], Callable[[Setting, Position, Any], None]] = {
    o.BarrageSealed: _waits_for("day"),
    o.BarrageOpened: _barrage_opened,
    o.ProbeSent: _waits_for("probe"),
    o.TurnedUp: _turned_up,
    o.AttackDeclared: _attack_declared,
    o.Assaulted: _nothing,
    o.StepLost: _step_lost,
    o.PursuitBegun: _waits_for("chase"),
    o.PursuitDeclined: _nothing,
    o.Pursued: _pursued,
    o.Waited: _nothing,
    o.DugIn: _dug_in,
    o.DayBegun: _day_begun,
    o.LastDayOver: _waits_for("reckoning"),
    o.GameEnded: _game_ended,
}
