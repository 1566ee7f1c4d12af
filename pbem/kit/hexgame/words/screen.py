"""The screen of a hex-and-counter game besides its map."""

from __future__ import annotations

from typing import Any

from pbem.kit import plain
from pbem.kit.contract import Order
from pbem.kit.defaults.screen import LABEL_MOST, FromTheRest
from pbem.kit.hexgame.rules.arrivals import the_plan
from pbem.kit.hexgame.rules.orders import OFF, Advance, Attack, Lose, Move, Plan, Retreat
from pbem.kit.hexgame.rules.position import HexPosition
from pbem.kit.hexgame.rules.setting import HexSetting
from pbem.kit.hexgame.rules.victory import points
from pbem.kit.hexgame.words.picture import look, whole
from pbem.kit.hexgame.words.report import lost, on_the_map, place, turn_of
from pbem.kit.picture import Tray, Waiting
from pbem.kit.screen import ScoreLine, ScorePart
from pbem.kit.wording import counted, each, listed


class HexScreen(FromTheRest):
    """The screen of one game: the turn and the points of both sides, and who left the map."""

    def order_words(self, setting: HexSetting, position: Any, order: Order) -> str:
        """Return what an order does."""
        said = ""
        match order:
            case Plan(choice):
                said = plain.capital(the_plan(setting).choices[choice].text)
            case Move(unit, path) if path[-1] == OFF:
                said = f"{unit} leaves the map"
            case Move(unit, path):
                said = f"{unit} to {place(setting, path[-1])}"
            case Attack(hex_, with_):
                said = f"Attack {place(setting, hex_)} with {listed(with_)}"
            case Lose(units):
                each_once = {unit: units.count(unit) for unit in units}
                said = listed(f"{u} loses {counted(n, 'step')}" for u, n in each_once.items())
            case Retreat(unit, path):
                said = f"{unit} retreats to {place(setting, path[-1])}"
            case Advance(units):
                said = each(units, "advances", "advance")
        return said or super().order_words(setting, position, order)

    def score(self, setting: HexSetting, position: HexPosition) -> tuple[ScorePart, ...]:
        """Return the turn, and the points of each side, if there are any to win."""
        turn = ScorePart("Turn", f"{position.turn}/{setting.data.about.turns}")
        if not setting.data.victory.points:
            return (turn,)
        return (turn, *(_points(setting, position, side) for side in setting.sides))

    def turn(self, setting: HexSetting, position: HexPosition) -> str:
        """Return the number of the turn."""
        return turn_of(setting, position)

    def standing(self, setting: HexSetting, position: HexPosition) -> tuple[ScoreLine, ...]:
        """Return of each side who is on the map, with its points if there are any to win."""
        scored = bool(setting.data.victory.points)
        made = []
        for side in setting.tables.sides:
            parts = [on_the_map(setting, position, side)]
            if scored:
                parts.append(counted(points(setting, position, side), "point"))
            made.append(ScoreLine("", (ScorePart(_name(setting, side), ", ".join(parts), side),)))
        return tuple(made)

    def losses(self, setting: HexSetting, position: HexPosition) -> tuple[ScorePart, ...]:
        """Return the units that each side has lost."""
        gone = {side: lost(setting, position, side) for side in setting.tables.sides}
        return tuple(
            ScorePart(_name(setting, side), f"{', '.join(units)} lost", side)
            for side, units in gone.items()
            if units
        )

    def drawers(self, setting: HexSetting, position: HexPosition) -> tuple[Tray, ...]:
        """Return the trays of the picture, and the units that left the map."""
        trays = super().drawers(setting, position)
        gone = (_left(setting, position, side) for side in setting.sides)
        return (*trays, *(tray for tray in gone if tray is not None))


def _name(setting: HexSetting, side: str) -> str:
    return plain.capital(setting.tables.side_names[side])


def _points(setting: HexSetting, position: HexPosition, side: str) -> ScorePart:
    label = _name(setting, side)
    short = label if len(label) <= LABEL_MOST else plain.capital(side)
    return ScorePart(short, str(points(setting, position, side)), side)


def _left(setting: HexSetting, position: HexPosition, side: str) -> Tray | None:
    units = [unit for unit in position.left if setting.tables.side_of[unit] == side]
    if not units:
        return None
    holds = (Waiting(u, whole(setting, position, u), look(setting, position, u)) for u in units)
    return Tray(f"{plain.capital(setting.side_names[side])}, off the map", side, tuple(holds))
