"""Positions in the words of numbered cases (docs/cases.md), both ways, and facts for guards."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from pbem.errors import FormError
from pbem.games.saipan.data.tables import SIDES
from pbem.games.saipan.rules.ch03_setup import set_up
from pbem.games.saipan.rules.changes import apply
from pbem.games.saipan.rules.outcomes import PhaseBegun
from pbem.games.saipan.rules.position import Boat, Position
from pbem.games.saipan.rules.setting import Setting
from pbem.kit.contract import Fact, Names
from pbem.kit.hexes import HEX_FORM, HexNumber
from pbem.kit.urns import Urns

FACTS: Mapping[str, Fact] = {
    "empty": Fact(("HEX",), "no unit stands in HEX", "yes or no"),
    "alive": Fact(
        ("UNIT",), "UNIT, written us:NAME or jp:NAME, has not been eliminated", "yes or no"
    ),
    "at": Fact(("UNIT",), "the hex where UNIT stands, or nothing", "text", ("",), HEX_FORM),
    "turn": Fact((), "the Game-Turn", "number"),
    "gsp": Fact((), "ground support points left to the side to move", "number"),
    "beachhead": Fact(("HEX",), "a beachhead marker lies in HEX", "yes or no"),
}
PHASES = {
    "beaches": ("us", "beaches"),
    "deploy": ("jp", "deploy"),
    "reveal": ("us", "reveal"),
    "us movement": ("us", "movement"),
    "us combat": ("us", "combat"),
    "jp movement": ("jp", "movement"),
    "jp combat": ("jp", "combat"),
}
_AT_SEA = re.compile(r"sea ([0-9]{4}) for ([0-9]{4})")


class Given(msgspec.Struct, forbid_unknown_fields=True):
    """What a case may give; scenario and options are read by whoever makes the game."""

    scenario: str | None = None
    options: dict[str, Any] = {}
    turn: Annotated[int, Meta(ge=1)] = 1
    phase: str | None = None
    clear: bool = False
    units: dict[str, dict[str, str]] = {}
    beachheads: list[HexNumber] = []
    beaches: list[HexNumber] | None = None
    """Landing hexes of Game-Turn 1, where they are not those of the scenario."""


def arrange(setting: Setting, given: Mapping[str, Any], _: Urns) -> Position:
    """Build the position that a case gives; raise `FormError` where it makes none."""
    try:
        case = msgspec.convert(dict(given), Given)
    except msgspec.ValidationError as error:
        raise FormError(f"given: {error}") from None
    position = set_up(setting)
    if case.turn > setting.tables.turns:
        raise FormError(f"given: the game has {setting.tables.turns} turns, not {case.turn}")
    if case.clear:
        position.on = {"us": {}, "jp": {}}
    if case.beaches is not None:
        position.beaches = [_land_hex(setting, number) for number in case.beaches]
    position.beachheads = sorted(_land_hex(setting, number) for number in case.beachheads)
    _place_units(setting, position, case.units)
    if case.phase is None:
        position.turn = case.turn
        return position
    if case.phase not in PHASES:
        raise FormError(f"given: no phase {case.phase!r}; there are {', '.join(PHASES)}")
    side, phase = PHASES[case.phase]
    if (case.turn, side, phase) == (1, "us", "combat"):
        # Nobody was there before Game-Turn 1: who stands ashore or waits at sea has just come.
        position.landed = [*position.on["us"].values(), *position.sea]
    apply(setting, position, PhaseBegun(paragraph="4.0", turn=case.turn, side=side, phase=phase))
    return position


def _place_units(
    setting: Setting, position: Position, given: dict[str, dict[str, str]]
) -> None:  # fmt: skip
    """Take every unit named off the map first, so that units may change places."""
    for side, units in given.items():
        if side not in SIDES:
            raise FormError(f"given: no side {side!r}; there are us and jp")
        for name in units:
            if name not in setting.tables.units[side]:
                raise FormError(f"given: {side} has no unit {name!r}")
        here = position.on[side]
        position.on[side] = {number: name for number, name in here.items() if name not in units}
    for side, units in given.items():
        for name, place in units.items():
            _place(setting, position, side, name, place)


def _place(setting: Setting, position: Position, side: str, name: str, place: str) -> None:
    if place == "dead":
        position.dead[side].append(name)
    elif place == "off":
        return
    elif (waits := _AT_SEA.fullmatch(place)) and side == "us":
        sea, target = waits.groups()
        if sea not in setting.tables.shore.get(target, ()):
            raise FormError(f"given: {sea} is no sea hex beside the land hex {target}")
        if any(sea == boat.sea or target == boat.target for boat in position.sea.values()):
            raise FormError(f"given: {sea} or {target} is taken: one unit for each (12.32)")
        position.sea[name] = Boat(sea, target)
    else:
        number = _land_hex(setting, place)
        there = position.unit_at(number)
        if there is not None:
            raise FormError(f"given: {number} has {there[1]} in it, {name} cannot stand there")
        position.on[side][number] = name


def _land_hex(setting: Setting, number: str) -> str:
    if number not in setting.tables.cost:
        raise FormError(f"given: {number!r} is no land hex (nor dead, off, sea HEX for HEX)")
    return number


def facts_of(setting: Setting, position: Position) -> Mapping[str, Any]:
    """Return the position in the words of a case: what ``then`` compares with."""
    units: dict[str, dict[str, str]] = {}
    for side in SIDES:
        places = dict.fromkeys(setting.tables.units[side], "off")
        places.update(dict.fromkeys(position.dead[side], "dead"))
        places.update({name: number for number, name in position.on[side].items()})
        units[side] = places
    for name, boat in position.sea.items():
        units["us"][name] = f"sea {boat.sea} for {boat.target}"
    fought = position.phase in {"movement", "combat"}
    phase = f"{position.side} {position.phase}" if fought else position.phase
    return {
        "turn": position.turn,
        "phase": phase,
        "units": units,
        "beachheads": list(position.beachheads),
        "beaches": list(position.beaches),
        "gsp": dict(position.gsp),
    }


def names(setting: Setting) -> Mapping[str, Names]:
    """Return what `FACTS` can be asked about: both sides may have a unit of one name."""
    units = {f"{side}:{name}": side for side in SIDES for name in setting.tables.units[side]}
    return {"HEX": Names(setting.tables.terrain), "UNIT": Names(units)}


def fact(setting: Setting, position: Position, name: str, args: Sequence[str]) -> int | str | bool:  # noqa: ARG001
    """Answer one of `FACTS`."""
    match name:
        case "turn":
            return position.turn
        case "gsp":
            return position.gsp[position.side]
        case "empty" | "beachhead":
            number = args[0]
            if name == "beachhead":
                return number in position.beachheads
            waits = any(boat.sea == number for boat in position.sea.values())
            return position.unit_at(number) is None and not waits
    side, _, unit = args[0].partition(":")
    if name == "alive":
        return unit not in position.dead[side]
    return position.hex_of(side, unit) or ""
