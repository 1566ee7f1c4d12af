"""Positions in the words of numbered cases (docs/cases.md), both ways."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from pbem.errors import FormError
from pbem.games.saipan.data.tables import ENEMY, SIDES
from pbem.games.saipan.rules.ch03_setup import set_up
from pbem.games.saipan.rules.ch07_results import attack_strength, defence_strength
from pbem.games.saipan.rules.ch12_reinforcements import FIRST_LANDINGS
from pbem.games.saipan.rules.changes import apply
from pbem.games.saipan.rules.outcomes import PhaseBegun
from pbem.games.saipan.rules.position import Boat, Position
from pbem.games.saipan.rules.setting import Setting
from pbem.kit.cups import Cups
from pbem.kit.maps.hexes import Hex, HexNumber
from pbem.kit.typed.given import known_names, no_phase, read_given
from pbem.kit.typed.suggest import did_you_mean

ALSO_NAMED: Mapping[str, tuple[str, ...]] = {}
PHASES = {
    "beaches": ("us", "beaches"),
    "deploy": ("jp", "deploy"),
    "reveal": ("us", "reveal"),
    "us movement": ("us", "movement"),
    "us combat": ("us", "combat"),
    "jp movement": ("jp", "movement"),
    "jp combat": ("jp", "combat"),
}
BEFORE = ("beaches", "deploy", "reveal")
"""The phases before the first Player-Turn."""
FIGHTING = ("movement", "combat")
_AT_SEA = re.compile(r"sea ([0-9]{4}) for ([0-9]{4})")


IN_PHASE: Mapping[str, tuple[tuple[str, ...], bool, str]] = {
    "moved": (("movement",), True, ""),
    "landed": (("movement", "combat"), True, ""),
    "fought": (("combat",), True, ""),
    "shaken": (("combat",), True, "artillery"),
    "attacked": (("combat",), False, ""),
    "fired": (("combat",), False, "artillery"),
    "must_attack": (("combat",), True, ""),
    "must_be_attacked": (("combat",), False, ""),
}
"""Word for the middle of a phase -> those phases, whether it names units of the side to move (or
the enemy's), and of which kind."""


class Given(msgspec.Struct, forbid_unknown_fields=True):
    """The content of a case; scenario and options are read by the maker of the game."""

    scenario: str | None = None
    options: dict[str, Any] = {}
    turn: Annotated[int, Meta(ge=1)] = 1
    phase: str | None = None
    clear: bool = False
    units: dict[str, dict[str, str]] = {}
    """Side -> unit -> hex, ``dead``, ``off`` (not landed or deployed), or ``sea HEX for TARGETHEX``
    (turn 1)."""
    beachheads: list[HexNumber] = []
    beaches: list[HexNumber] | None = None
    gsp: dict[str, Annotated[int, Meta(ge=0)]] = {}
    moved: list[str] = []
    landed: list[str] | None = None
    fought: list[str] = []
    shaken: list[str] = []
    attacked: list[str] = []
    fired: list[str] = []
    must_attack: list[str] | None = None
    must_be_attacked: list[str] | None = None


def arrange(setting: Setting, given: Mapping[str, Any], _: Cups) -> Position:
    """Build the position that a case gives.

    Raises:
        FormError: No game can reach what the case gives.
    """
    case = read_given(given, Given)
    position = set_up(setting)
    if case.turn > setting.tables.turns:
        raise FormError(f"given: the game has {setting.tables.turns} turns, not {case.turn}")
    if case.clear:
        position.on = {"us": {}, "jp": {}}
    if case.beaches is not None:
        position.beaches = _landing_hexes(setting, case.beaches)
    _place_units(setting, position, case.units)
    if case.phase is not None or case.turn > 1:
        _begin(setting, position, case)
    position.beachheads = _beachheads(setting, position, case.beachheads)
    _check_first_turn(setting, position)
    _set_points(setting, position, case.gsp)
    if (position.turn, position.side, position.phase) == (1, "us", "combat"):
        # Nobody was there before Game-Turn 1: who stands ashore or waits at sea has just come.
        position.landed = [*position.on["us"].values(), *position.sea]
    for word in IN_PHASE:
        _set_units(setting, position, word, getattr(case, word))
    return position


def _begin(setting: Setting, position: Position, case: Given) -> None:
    """Begin a phase; what its beginning fixes is fixed by the position."""
    phase = case.phase or "us movement"
    if phase not in PHASES:
        raise no_phase(phase, PHASES)
    if phase in BEFORE and (setting.scenario, case.turn) != ("free", 1):
        raise FormError(f"given: the phase {phase} is only in turn 1 of the scenario free (14.2)")
    side, name = PHASES[phase]
    apply(setting, position, PhaseBegun(paragraph="4.0", turn=case.turn, side=side, phase=name))


def _landing_hexes(setting: Setting, given: list[Hex]) -> list[Hex]:
    """[14.22] Six different Beach hexes, or none where they are secret yet."""
    for number in given:
        if number not in setting.tables.beaches:
            raise FormError(f"given: beaches: {number} is not a Beach hex (14.22)")
    if given and (len(given) != 6 or len(set(given)) != 6):
        raise FormError(
            f"given: beaches: six different hexes are needed, but {len(given)} are given (14.22)"
        )
    return given


def _beachheads(setting: Setting, position: Position, given: list[Hex]) -> list[Hex]:
    """[12.34] Markers lie on Beach hexes, after the first US Player-Turn, under no Japanese."""
    for number in given:
        if number not in setting.tables.beaches:
            raise FormError(f"given: beachheads: {number} is not a Beach hex (12.34)")
        if number in position.on["jp"]:
            who = position.on["jp"][number]
            raise FormError(f"given: beachheads: {who} in {number} would have destroyed it (12.34)")
    if given and position.turn == 1 and position.side == "us":
        raise FormError(
            "given: beachheads: there is none before the Japanese part of turn 1 (12.34)"
        )
    if len(given) != len(set(given)):
        raise FormError("given: beachheads: a hex can have only one marker")
    return sorted(given)


def _check_first_turn(setting: Setting, position: Position) -> None:
    """[12.1, 12.32] On turn 1 six infantry units land, at sea only before an enemy."""
    for name, boat in position.sea.items():
        if position.turn > 1 or position.side != "us" or position.phase not in FIGHTING:
            raise FormError(
                f"given: {name} can wait at sea only in the U.S. part of turn 1 (12.32)"
            )
        if boat.target not in position.on["jp"]:
            raise FormError(f"given: nobody holds {boat.target}, so {name} lands there (12.32)")
        if boat.target not in position.beaches:
            raise FormError(f"given: {boat.target}, before {name}, is not a landing hex (12.32)")
    if position.turn > 1:
        return
    ashore = [*position.on["us"].values(), *position.sea]
    for name in ashore:
        if setting.unit("us", name).kind != "infantry":
            raise FormError(f"given: {name} is not infantry, so it lands from turn 2 on (12.1)")
    if len(ashore) > FIRST_LANDINGS:
        raise FormError(f"given: at most {FIRST_LANDINGS} U.S. units land on turn 1 (12.1)")


def _set_points(setting: Setting, position: Position, given: dict[str, int]) -> None:
    for side, points in given.items():
        most = setting.gsp.get(side)
        if most is None:
            raise _no_side(side)
        if points > most:
            raise FormError(f"given: gsp: {side} has {most} points a turn in this game (9.0)")
        position.gsp[side] = points


def _set_units(setting: Setting, position: Position, word: str, given: list[str] | None) -> None:
    """Set who has done something in this phase, or whom something was done to."""
    if given is None or (not given and not getattr(position, word)):
        return
    phases, own, kind = IN_PHASE[word]
    if position.phase not in phases or (word == "landed" and position.side != "us"):
        us = "us " * (word == "landed")
        raise FormError(f"given: {word} belongs to a {us}{' or '.join(phases)} phase")
    side = position.side if own else ENEMY[position.side]
    known = [*position.on[side].values(), *position.dead[side]]
    if side == "us":
        known += position.sea
    known = [name for name in known if not kind or setting.unit(side, name).kind == kind]
    what = f"{kind or 'unit'} of {side} that has been in play"
    setattr(position, word, known_names(word, given, known, what))


def _no_side(side: str) -> FormError:
    return FormError(f"given: there is no side {side!r}{did_you_mean(side, SIDES)} (use us or jp)")


def _place_units(
    setting: Setting, position: Position, given: dict[str, dict[str, str]]
) -> None:  # fmt: skip
    """Take every unit named off the map first, so that units may change places."""
    for side, units in given.items():
        if side not in SIDES:
            raise _no_side(side)
        for name in units:
            if name not in setting.tables.units[side]:
                hint = did_you_mean(name, setting.tables.units[side])
                raise FormError(f"given: {side} has no unit {name!r}{hint}")
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
            raise FormError(f"given: {sea} is not a sea hex next to the land hex {target}")
        if any(sea == boat.sea or target == boat.target for boat in position.sea.values()):
            raise FormError(
                f"given: {sea} or {target} is taken, and each has room for one unit (12.32)"
            )
        position.sea[name] = Boat(sea, target)
    else:
        number = _land_hex(setting, place)
        there = position.unit_at(number)
        if there is not None:
            raise FormError(
                f"given: {number} has {there[1]} in it, so {name} cannot be there (5.0)"
            )
        position.on[side][number] = name


def _land_hex(setting: Setting, number: str) -> str:
    if number not in setting.tables.cost:
        raise FormError(f"given: {number!r} is not a land hex (nor dead, off, sea HEX for HEX)")
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
    phase = f"{position.side} {position.phase}" if position.phase in FIGHTING else position.phase
    return {
        "turn": position.turn,
        "phase": phase,
        "units": units,
        "beachheads": list(position.beachheads),
        "beaches": list(position.beaches),
        "gsp": dict(position.gsp),
        **{word: list(getattr(position, word)) for word in IN_PHASE},
        "strength": _strength(setting, position),
    }


def _strength(setting: Setting, position: Position) -> dict[str, int] | None:
    """Return the strengths of the attack that is being made; None where none is, or it is over."""
    battle = position.battle
    if battle is None or battle.result is not None:
        return None
    attack = attack_strength(setting, position, battle)
    defence = defence_strength(setting, position, battle)
    return {"attack": attack, "defence": defence, "differential": attack - defence}
