"""[3.0] What a day is; [5.0] how the last one ends."""

from __future__ import annotations

from collections.abc import Iterator

from example_game.rules.outcomes import (
    DayBegun,
    DugIn,
    GameEnded,
    LastDayOver,
    ProbeSent,
    TurnedUp,
    Waited,
)
from example_game.rules.position import Position
from example_game.rules.setting import Setting
from pbem.errors import IllegalOrder
from pbem.kit.contract import Outcome
from pbem.kit.cups import Cups
from pbem.kit.dice import Dice

HELD = "the last day is over, and the ford is held"


def check_probe(_: Setting, position: Position, __: object) -> None:
    """[3.1] What lies face up needs no probe."""
    if not position.face_down:
        why = f"the garrison is turned up: the {position.garrison}"
        raise IllegalOrder("3.1", why, "Write `attack` or `end day`.")


def let_pass(setting: Setting, position: Position) -> Iterator[Outcome]:
    """[3.0] Nothing is done today."""
    yield Waited(paragraph="3.0")
    yield from end_day(setting, position)


def probe() -> Iterator[Outcome]:
    """[3.1] A probe goes out."""
    yield ProbeSent(paragraph="3.1")


def probed(
    setting: Setting, position: Position, dice: Dice, cups: Cups
) -> Iterator[Outcome]:  # fmt: skip
    """[3.1] The garrison is turned up, and the day is over."""
    yield turn_up("3.1", position, dice, cups)
    yield from end_day(setting, position)


def turn_up(paragraph: str, position: Position, dice: Dice, cups: Cups) -> TurnedUp:
    """Have the dice say which counter the garrison is."""
    counter = cups.turn_up(position.garrison, dice, "which garrison", paragraph)
    return TurnedUp(paragraph=paragraph, counter=counter)


def end_day(setting: Setting, position: Position) -> Iterator[Outcome]:
    """[3.0] The garrison digs in and the next day begins, or the game ends (5.0)."""
    if position.turn < setting.days:
        yield DugIn(paragraph="3.0", points=setting.data.days.dug_in)
        yield DayBegun(paragraph="3.0", day=position.turn + 1)
    elif setting.options.barrage and not position.barrage:
        yield LastDayOver(paragraph="5.0")
    else:
        yield blue_wins(HELD)


def blue_wins(why: str) -> GameEnded:
    """[5.0] Blue wins."""
    return GameEnded(paragraph="5.0", winner="blue", why=why)
