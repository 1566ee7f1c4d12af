"""The screen of Meiktila; the rest of it is the kit's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pbem.games.meiktila.data.forms import SIDES
from pbem.games.meiktila.rules import orders as o
from pbem.games.meiktila.rules.position import Part, Position
from pbem.games.meiktila.rules.setting import Setting
from pbem.games.meiktila.words.report import SIDE, place
from pbem.kit import plain
from pbem.kit.contract import Order
from pbem.kit.defaults.screen import FromTheRest
from pbem.kit.screen import ScoreLine, ScorePart
from pbem.kit.wording import counted, each, listed

MODE = {"move-attack": "Move, then attack", "attack-move": "Attack, then move"}


class Screen(FromTheRest):
    """The screen of one game."""

    DECLINED: Mapping[str, str] = {**FromTheRest.DECLINED, "defend": "Commit nothing"}

    def turn(self, setting: Setting, position: Position) -> str:
        """Return the number of the turn."""
        return f"Turn {position.turn} of {setting.tables.turns}"

    def standing(self, setting: Setting, position: Position) -> tuple[ScoreLine, ...]:
        """Return the Supply Level, and the Victory Points of both sides."""
        level = f"{position.level} of {setting.tables.data.supply.most}"
        points = (ScorePart(SIDE[side], str(position.vp[side]), side) for side in SIDES)
        return (
            ScoreLine("", (ScorePart("Allied Supply Level", level),)),
            ScoreLine("Victory Points", tuple(points)),
        )

    def losses(self, setting: Setting, position: Position) -> tuple[ScorePart, ...]:
        """Return who is eliminated, side by side."""
        found = {side: [u for u in setting.ordered(position.gone) if setting.side(u) == side]
                 for side in SIDES}  # fmt: skip
        return tuple(
            ScorePart(SIDE[side], f"{', '.join(units)} eliminated", side)
            for side, units in found.items()
            if units
        )

    def order_words(self, setting: Setting, position: Any, order: Order) -> str:
        """Return what an order does."""
        said = ""
        match order:
            case o.Deploy(unit, hex_, dug):
                said = f"{unit} in {place(setting, hex_)}{', dug in' if dug else ''}"
            case o.Allot(supply, north, south):
                flown = {"fly supply": supply, "in the north": north, "in the south": south}
                parts = [f"{many} {where}" for where, many in flown.items() if many]
                said = ", ".join(parts) or "All planes fly in combat"
            case o.Land(unit, hex_, full):
                said = f"{unit} lands at {place(setting, hex_)}{', both steps' if full else ''}"
            case o.Open(marker):
                said = f"{marker} acts first"
            case o.Activate(mode, enter, replace, commit):
                asked = {"enter": enter, "be replaced": replace, "be committed": commit}
                more = (f"; {listed(units)} may {what}" for what, units in asked.items() if units)
                said = MODE[mode] + "".join(more)
            case o.Enter(unit, path) | o.Move(unit, path):
                said = f"{unit} to {place(setting, path[-1])}"
            case o.Dig(unit):
                said = f"{unit} digs in"
            case o.Remove(units):
                said = f"Lose {listed(units)}"
            case o.End(phase, passing) if passing:
                said = f"End {phase} and pass"
        return said or _fought(setting, order) or super().order_words(setting, position, order)


def _fought(setting: Setting, order: Order) -> str:
    said = ""
    match order:
        case o.Attack():
            said = ", ".join(_attack(setting, order))
        case o.Defend(guns, air, town, dug):
            parts = [each(guns, "fires", "fire")] if guns else []
            parts += [counted(air, "air unit")] if air else []
            parts += [f"{town} has the town"] if town else []
            parts += [each(dug, "is dug in", "are dug in")] if dug else []
            said = plain.capital(", ".join(parts))
        case o.Plan(parts):
            said = ", ".join(_paid(setting, one) for one in parts)
        case o.Advance(units):
            said = each(units, "advances", "advance")
    return said


def _attack(setting: Setting, order: o.Attack) -> Iterator[str]:
    yield f"Attack {place(setting, order.hex)} with {listed(order.with_)}"
    if order.guns:
        yield f"guns {listed(order.guns)}"
    if order.air:
        yield counted(order.air, "air unit")
    if order.banzai:
        yield f"Banzai by {listed(order.banzai)}"
    if order.advance:
        yield f"then {each(order.advance, 'advances', 'advance')}"
    if order.stay:
        yield "then nobody advances"


def _paid(setting: Setting, part: Part) -> str:
    if part.off:
        return f"{part.unit} leaves the map"
    where = place(setting, part.to[-1]) if part.to else ""
    return f"{part.unit} retreats to {where}" if where else f"{part.unit} loses a step"
