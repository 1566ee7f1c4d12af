"""The need of a position, and which orders answer it."""

from __future__ import annotations

from collections.abc import Iterator

from example_game.rules import ch02_setup as setup
from example_game.rules import ch03_days as days
from example_game.rules.orders import Attack, Barrage, End, Probe, Pursue
from example_game.rules.position import Position
from example_game.rules.setting import Setting
from pbem.errors import IllegalOrder
from pbem.kit.asking import Asking
from pbem.kit.contract import Need, Order, Question, Roll

_SHOW = "Show the day for which you wrote down your barrage."
_OPENED = Question(
    "blue", "barrage", _SHOW, "4.1", ("barrage",), secret=setup.LABEL, opens=True
)  # fmt: skip
NEEDS: dict[str, Need] = {
    "barrage": Question(
        "blue", "barrage", "Write down the day of your barrage.", "2.2", ("barrage",),
        secret=setup.LABEL,
    ),
    "day": Question(
        "red", "day", "Attack, probe or end the day.", "3.0", ("attack", "probe", "end"), phase=True
    ),
    "probe": Roll("probe of the ford", "3.1"),
    "opening": _OPENED,
    "reckoning": _OPENED,
    "assault": Roll("attack on the ford", "4.1"),
    "pursuit": Question("blue", "pursuit", "Do you pursue?", "4.2", ("pursue", "pass")),
    "chase": Roll("pursuit", "4.2"),
    "over": None,
}  # fmt: skip
"""The meaning of each word of `Position.waits`."""


def need(_: Setting, position: Position) -> Need:
    """Say what the position waits for; None when the game is over."""
    return NEEDS[position.waits]


def _days(setting: Setting, _: Position) -> Iterator[Order]:
    return map(Barrage, range(1, setting.days + 1))


def _of_a_day(setting: Setting, position: Position) -> Iterator[Order]:
    yield Attack()
    try:
        days.check_probe(setting, position, None)
    except IllegalOrder:
        pass
    else:
        yield Probe()


ASKING = Asking(
    need,
    answers={
        "barrage": _days,
        "day": _of_a_day,
        "pursuit": lambda _, __: iter((Pursue(),)),
    },
    checks={Barrage: setup.check_barrage, Probe: days.check_probe},
    end=lambda _: End("day"),
    over="5.0",
)
check = ASKING.check
legal = ASKING.legal
legal_in_bunches = ASKING.legal_in_bunches
