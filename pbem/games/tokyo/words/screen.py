"""The screen of Race to Tokyo; the rest of it is the kit's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.games.tokyo.data.forms import ARMIES
from pbem.games.tokyo.rules import ch10_victory as victory
from pbem.games.tokyo.rules import orders as o
from pbem.games.tokyo.rules.position import Position
from pbem.games.tokyo.rules.setting import Setting
from pbem.games.tokyo.words.wording import place, turn_of
from pbem.kit import plain
from pbem.kit.contract import Order
from pbem.kit.defaults.screen import FromTheRest
from pbem.kit.screen import ScoreLine, ScorePart
from pbem.kit.wording import counted, listed


class Screen(FromTheRest):
    """The screen of one game."""

    DECLINED: Mapping[str, str] = {
        **FromTheRest.DECLINED,
        "ecorps": "Do not call E Corps",
        "volunteer": "Call no Volunteer Corps",
    }

    def turn(self, setting: Setting, position: Position) -> str:
        """Return the number of the turn."""
        return turn_of(setting, position)

    def standing(self, setting: Setting, position: Position) -> tuple[ScoreLine, ...]:
        """Return the Victory Points of each side, a line each."""
        return tuple(
            ScoreLine(
                "", (ScorePart(ARMIES.get(side, side), counted(total, "Victory Point"), side),)
            )
            for side, total in victory.points(setting, position).items()
        )

    def losses(self, setting: Setting, position: Position) -> tuple[ScorePart, ...]:
        """Return who is lost for good, by group."""
        found: dict[str, list[str]] = {}
        for name in setting.tables.americans:
            if name in position.gone:
                found.setdefault(setting.group(position, name), []).append(name)
        return tuple(
            ScorePart(ARMIES.get(group, group), f"{listed(names)} lost", group)
            for group, names in found.items()
        )

    def order_words(self, setting: Setting, position: Any, order: Order) -> str:
        """Return what an order does."""
        said = ""
        match order:
            case o.Deploy(unit, hex_) | o.Place(unit, hex_):
                said = f"{unit} in {place(setting, hex_)}"
            case o.Call():
                said = "Call E Corps"
            case o.Recon(hex_):
                said = f"Draw a unit for {place(setting, hex_)}"
            case o.Enter(kind, hex_):
                said = f"{plain.capital(kind)} enters at {place(setting, hex_)}"
            case o.Free(units):
                said = f"Release {listed(units)}"
            case o.Move(unit, path, far):
                goes = ", as far as it goes" if far else ""
                said = f"{unit} to {place(setting, path[-1])}{goes}"
            case o.RollFor(units):
                said = f"Roll for {listed(units) or 'all armor'}"
            case o.Remove(unit):
                said = f"Remove {unit}"
            case o.Exchange(unit):
                said = f"{unit} is lost"
        return said or _fought(setting, order) or super().order_words(setting, position, order)


def _fought(setting: Setting, order: Order) -> str:
    said = ""
    match order:
        case o.Attack(hex_, with_):
            said = f"Attack {place(setting, hex_)} with {listed(with_)}"
        case o.Retreat(unit, to):
            others = f", and those there go to {listed(to[1:])}" if to[1:] else ""
            said = f"{unit} retreats to {place(setting, to[0])}{others}"
        case o.Advance(unit, path):
            said = f"{unit} advances to {place(setting, path[-1])}"
        case o.Volunteer():
            said = "Call a Volunteer Corps"
    return said
