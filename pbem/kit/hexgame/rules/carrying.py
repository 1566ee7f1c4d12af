"""How each order is carried out, and what follows after orders and rolls."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from typing import Any

from pbem.kit.contract import Order, Outcome
from pbem.kit.cups import Cups
from pbem.kit.dice import Dice
from pbem.kit.hexgame.rules import (
    advances,
    arrivals,
    combat,
    losses,
    movement,
    results,
    retreats,
    victory,
)
from pbem.kit.hexgame.rules import orders as o
from pbem.kit.hexgame.rules.outcomes import PhaseBegun
from pbem.kit.hexgame.rules.position import RECKONING, HexPosition
from pbem.kit.hexgame.rules.sequence import go_on
from pbem.kit.hexgame.rules.setting import HexSetting
from pbem.kit.typed.orders import Pass

Carrier = Callable[[HexSetting, HexPosition, Any], Iterator[Outcome]]


def _plan(setting: HexSetting, position: HexPosition, order: o.Plan) -> Iterator[Outcome]:
    last = position.phase == RECKONING
    yield from arrivals.show(setting, order)
    yield from (victory.end if last else go_on)(setting, position)


def _lose(setting: HexSetting, position: HexPosition, order: o.Lose) -> Iterator[Outcome]:
    yield from losses.lose(setting, position, order)
    yield from results.settle(setting, position)


def _retreat(setting: HexSetting, position: HexPosition, order: o.Retreat) -> Iterator[Outcome]:
    yield from retreats.retreat(setting, position, order)
    yield from results.settle(setting, position)


def _advance(setting: HexSetting, position: HexPosition, order: o.Advance) -> Iterator[Outcome]:
    yield from advances.advance(setting, position, order)
    yield from results.finish(setting, position)


def _pass(setting: HexSetting, position: HexPosition, _: Pass) -> Iterator[Outcome]:
    yield from advances.stay(setting, position)
    yield from results.finish(setting, position)


CARRIERS: Mapping[type[Order], Carrier] = {
    o.Plan: _plan,
    o.Move: movement.move,
    o.Attack: combat.attack,
    o.Lose: _lose,
    o.Retreat: _retreat,
    o.Advance: _advance,
    o.End: lambda setting, position, _: go_on(setting, position),
    Pass: _pass,
}


def carry_out(
    setting: HexSetting,
    position: HexPosition,
    order: Order,
    carriers: Mapping[type[Order], Carrier] = CARRIERS,
) -> Iterator[Outcome]:
    """Carry out a legal order, up to the next need; ``carriers``: how each kind is carried out."""
    outcomes = carriers[type(order)](setting, position, order)
    return with_end(setting, position, followed(setting, position, outcomes))


def rolled(
    setting: HexSetting, position: HexPosition, dice: Dice, cups: Cups
) -> Iterator[Outcome]:  # fmt: skip
    """Carry out what follows from the dice that are due, up to the next need."""
    outcomes = _rolled(setting, position, dice, cups)
    return with_end(setting, position, followed(setting, position, outcomes))


def sealed(setting: HexSetting, position: HexPosition) -> Iterator[Outcome]:
    """Go on after the plan was sealed."""
    outcomes = chain(arrivals.written(setting), go_on(setting, position))
    return with_end(setting, position, followed(setting, position, outcomes))


def _rolled(
    setting: HexSetting, position: HexPosition, dice: Dice, cups: Cups
) -> Iterator[Outcome]:  # fmt: skip
    if position.battle is None:
        yield from arrivals.draw(setting, dice, cups)
        yield from go_on(setting, position)
    else:
        yield from combat.resolve(setting, position, dice)
        yield from results.settle(setting, position)


def followed(
    setting: HexSetting, position: HexPosition, outcomes: Iterator[Outcome]
) -> Iterator[Outcome]:  # fmt: skip
    """Yield outcomes, each with what the game says follows from it."""
    for outcome in outcomes:
        yield outcome
        yield from setting.hooks.follows(setting, position, outcome)


def with_end(
    setting: HexSetting, position: HexPosition, outcomes: Iterator[Outcome]
) -> Iterator[Outcome]:  # fmt: skip
    """Yield outcomes, and the end of the game if something has won it at once."""
    for outcome in outcomes:
        yield outcome
        if isinstance(outcome, PhaseBegun) and outcome.phase == RECKONING:
            return
    if position.phase != "over" and victory.at_once(setting, position) is not None:
        yield from victory.end(setting, position)
