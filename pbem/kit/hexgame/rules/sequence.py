"""The sequence of play."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from pbem.kit.contract import Outcome
from pbem.kit.cups import Cups
from pbem.kit.hexgame.rules import victory
from pbem.kit.hexgame.rules.arrivals import CUP
from pbem.kit.hexgame.rules.outcomes import PhaseBegun
from pbem.kit.hexgame.rules.position import HexPosition
from pbem.kit.hexgame.rules.setting import HexSetting

PHASES = ("plan", "show", "draw", "movement", "combat")
"""The phases that a side can have in a turn, in their order."""


def set_up(setting: HexSetting, cups: Cups) -> HexPosition:
    """Return the position before the first decision."""
    data = setting.data
    if data.cup is not None:
        cups.fill(CUP, list(data.cup.units))
    first, phase = setting.tables.sides[0], phases(setting, 1, setting.tables.sides[0])[0]
    units = setting.tables.units.values()
    return HexPosition(
        first,
        phase,
        at={unit.name: unit.at for unit in units if unit.at is not None},
        steps={unit.name: len(unit.faces) for unit in units},
        held=dict(data.victory.held),
    )


def phases(setting: HexSetting, turn: int, side: str) -> list[str]:
    """Return the phases of a side in a turn."""
    return [phase for phase in PHASES if _has(setting, turn, side, phase)]


def _has(setting: HexSetting, turn: int, side: str, phase: str) -> bool:
    plan, cup = setting.data.plan, setting.data.cup
    match phase:
        case "plan":
            return plan is not None and (plan.side, plan.write) == (side, turn)
        case "show":
            return plan is not None and (plan.side, plan.show) == (side, turn)
        case "draw":
            return cup is not None and cup.side == side and turn in cup.turns
    return True


def every_phase(setting: HexSetting) -> list[tuple[int, str, str]]:
    """Return turn, side and phase of the whole game, in order."""
    turns = range(1, setting.data.about.turns + 1)
    return [
        (turn, side, phase)
        for turn, side in product(turns, setting.tables.sides)
        for phase in phases(setting, turn, side)
    ]


def following(setting: HexSetting, position: HexPosition) -> tuple[int, str, str] | None:
    """Return turn, side and phase that come after those of a position; None after the last."""
    every = every_phase(setting)
    at = every.index((position.turn, position.side, position.phase)) + 1
    return every[at] if at < len(every) else None


def go_on(setting: HexSetting, position: HexPosition) -> Iterator[Outcome]:
    """Begin the next phase, or end the game after the last."""
    coming = following(setting, position)
    if coming is None:
        yield from victory.end(setting, position)
        return
    turn, side, phase = coming
    paragraph = setting.data.about.sequence
    yield PhaseBegun(paragraph=paragraph, turn=turn, side=side, phase=phase)
