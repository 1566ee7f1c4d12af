"""A sensible player: attacks when it is likelier to win than not, always on the last day."""

from __future__ import annotations

from example_game.rules import usual
from example_game.rules.orders import Attack, Barrage, End, Probe
from example_game.rules.position import Position
from example_game.rules.questions import need
from example_game.rules.setting import Setting
from pbem.kit.contract import Order, Question


def sensible(setting: Setting, position: Position, seed: int) -> list[Order]:
    """Return what a sensible player orders now; raise ValueError if nothing is asked."""
    asked = need(setting, position)
    match asked:
        case Question(name="barrage"):
            return [Barrage(1 + seed % setting.days)]
        case Question(name="pursuit"):
            return [usual.answer(setting, position, asked)]
        case Question():
            return [_of_a_day(setting, position)]
    raise ValueError("no question is open now")


def _of_a_day(setting: Setting, position: Position) -> Order:
    if position.turn == setting.days or 2 * _winning(setting, position) >= _ways(setting, position):
        return Attack()
    return Probe() if position.face_down else End("day")


def _garrisons(setting: Setting, position: Position) -> list[int]:
    counters: dict[str, int] = {**setting.data.garrisons.counters}
    return list(counters.values()) if position.face_down else [counters[position.garrison]]


def _ways(setting: Setting, position: Position) -> int:
    return 6 * len(_garrisons(setting, position))


def _winning(setting: Setting, position: Position) -> int:
    """Return in how many ways an attack of today takes the ford."""
    attack = setting.attack(position)
    return sum(
        attack + face >= garrison + position.dug
        for garrison in _garrisons(setting, position)
        for face in range(1, 7)
    )


def merit(_: Setting, position: Position, side: str) -> int:
    """Return how well a side stands: steps that Red has left, days that are gone, works."""
    red = 6 * position.steps - 2 * position.turn - position.dug
    return red if side == "red" else -red
