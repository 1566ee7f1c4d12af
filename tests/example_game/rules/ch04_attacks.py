"""[4.0] Attacks and pursuits."""

from __future__ import annotations

from collections.abc import Iterator

from example_game.rules import ch03_days as days
from example_game.rules.orders import Barrage
from example_game.rules.outcomes import (
    Assaulted,
    AttackDeclared,
    BarrageOpened,
    GameEnded,
    Pursued,
    PursuitBegun,
    PursuitDeclined,
    StepLost,
)
from example_game.rules.position import Position
from example_game.rules.setting import Setting
from pbem.kit.contract import Outcome
from pbem.kit.cups import Cups
from pbem.kit.dice import Dice, die

TAKEN = "the ford is taken"
GONE = "nothing is left of Red's battalion"


def attack() -> Iterator[Outcome]:
    """[4.1] Declare the attack."""
    yield AttackDeclared(paragraph="4.1")


def open_barrage(setting: Setting, position: Position, order: Barrage) -> Iterator[Outcome]:
    """[4.1, 5.0] Show the day; after the last day the game is over then."""
    late = position.waits == "reckoning"
    yield BarrageOpened(paragraph="5.0" if late else "4.1", day=order.day)
    if late:
        yield from days.end_day(setting, position)


def assault(setting: Setting, position: Position, dice: Dice, cups: Cups) -> Iterator[Outcome]:
    """[4.1] Turn the garrison up, roll, and see who has the ford."""
    if position.face_down:
        yield days.turn_up("4.1", position, dice, cups)
    face = die(dice, 6, "attack on the ford", "4.1")
    attack, defence = setting.attack(position) + face, defence_of(setting, position)
    result = "taken" if attack >= defence else "held"
    yield Assaulted(paragraph="4.1", attack=attack, defence=defence, die=face, result=result)
    if result == "taken":
        yield GameEnded(paragraph="5.0", winner="red", why=TAKEN)
    else:
        yield from _lose_a_step(setting, position, "4.1")


def defence_of(setting: Setting, position: Position) -> int:
    """[4.1] Return the strength of a garrison that is turned up, with its works, in points."""
    counters: dict[str, int] = {**setting.data.garrisons.counters}
    return counters[position.garrison] + position.dug


def pursue() -> Iterator[Outcome]:
    """[4.2] Go after Red."""
    yield PursuitBegun(paragraph="4.2")


def decline(setting: Setting, position: Position) -> Iterator[Outcome]:
    """[4.2] Let Red go."""
    yield PursuitDeclined(paragraph="4.2")
    yield from days.end_day(setting, position)


def chase(setting: Setting, position: Position, dice: Dice) -> Iterator[Outcome]:
    """[4.2] Roll for a pursuit; then the day is over, if the game is not."""
    face = die(dice, 6, "pursuit", "4.2")
    result = setting.data.pursuit.results[face - 1]
    yield Pursued(paragraph="4.2", die=face, result=result)
    if result == "step lost":
        yield from _lose_a_step(setting, position, "4.2")
    if position.steps:
        yield from days.end_day(setting, position)


def _lose_a_step(setting: Setting, position: Position, paragraph: str) -> Iterator[Outcome]:
    yield StepLost(paragraph=paragraph, unit=setting.data.battalion.name)
    if not position.steps:
        yield days.blue_wins(GONE)
