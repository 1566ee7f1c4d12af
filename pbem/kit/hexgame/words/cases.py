"""Positions in the words of numbered cases, both ways."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from pbem.errors import FormError
from pbem.kit.cups import Cups
from pbem.kit.hexgame.data.terms import Name, Turn, Word
from pbem.kit.hexgame.rules import combat
from pbem.kit.hexgame.rules.arrivals import CUP
from pbem.kit.hexgame.rules.changes import apply
from pbem.kit.hexgame.rules.outcomes import PhaseBegun
from pbem.kit.hexgame.rules.position import RECKONING, HexPosition
from pbem.kit.hexgame.rules.sequence import every_phase, set_up
from pbem.kit.hexgame.rules.setting import HexSetting
from pbem.kit.hexgame.rules.supply import out_of_supply
from pbem.kit.hexgame.rules.victory import points
from pbem.kit.maps.hexes import Hex, HexNumber
from pbem.kit.typed.given import known_names, no_phase, read_given
from pbem.kit.typed.suggest import did_you_mean

ALSO_NAMED: Mapping[str, tuple[str, ...]] = {}
PLACE_FORM = r"^([0-9]{4}|lost|left|off)( [1-6])?$(?!\n)"

Where = Annotated[str, Meta(pattern=PLACE_FORM)]
"""A hex, ``lost``, ``left`` (the map) or ``off`` (not here yet); the steps left may follow."""


class Given(msgspec.Struct, forbid_unknown_fields=True):
    """The content of a case; scenario and options are read by the maker of the game."""

    scenario: str | None = None
    options: dict[str, Any] = {}
    turn: Turn = 1
    phase: str | None = None
    clear: bool = False
    units: dict[Name, Where] = {}
    """Unit -> hex, ``lost``, ``off`` (not here yet) or ``left`` (left the map); steps left may
    follow: ``0302 1``."""
    held: dict[HexNumber, Word] = {}
    plan: Word | None = None
    drawn: list[Name] = []
    moved: list[Name] = []
    fought: list[Name] = []
    attacked: list[HexNumber] = []


def arrange(setting: HexSetting, given: Mapping[str, Any], cups: Cups) -> HexPosition:
    """Build the position that a case gives; raise `FormError` where it makes none."""
    case = read_given(given, Given)
    position = set_up(setting, Cups())
    if case.clear:
        position.at = {}
    _begin(setting, position, case)
    _plan(setting, position, case)
    _place(setting, position, case.units)
    _draw(setting, position, case.drawn, cups)
    _check_stacks(setting, position)
    for hex_, side in case.held.items():
        known_names("held", [hex_], setting.tables.watched, "hex that counts")
        known_names("held", [side], setting.tables.sides, "side")
        position.held[hex_] = side
    _done(setting, position, case)
    return position


def _begin(setting: HexSetting, position: HexPosition, case: Given) -> None:
    """Begin the turn and the phase; the first phase in which anybody moves, if none is given."""
    if case.turn > setting.data.about.turns:
        raise FormError(f"given: the game has {setting.data.about.turns} turns")
    known = {f"{side} {phase}": (turn, side, phase) for turn, side, phase in every_phase(setting)
             if turn == case.turn}  # fmt: skip
    if setting.data.plan is not None:
        known[RECKONING] = (case.turn, setting.data.plan.side, RECKONING)
    word = case.phase or f"{setting.tables.sides[0]} movement"
    if word not in known:
        raise no_phase(word, known)
    turn, side, phase = known[word]
    paragraph = setting.data.about.sequence
    apply(setting, position, PhaseBegun(paragraph=paragraph, turn=turn, side=side, phase=phase))


def _plan(setting: HexSetting, position: HexPosition, case: Given) -> None:
    """The plan is sealed from when it is written until it is shown."""
    plan = setting.data.plan
    if plan is None:
        if case.plan is not None:
            raise FormError("given: this game has no plan")
        return
    written, shown = _passed(setting, position, "plan"), _passed(setting, position, "show")
    if case.plan is not None:
        known_names("plan", [case.plan], plan.choices, "choice of the plan")
        if not shown:
            raise FormError("given: nobody has shown the plan yet, so a case cannot say it")
    elif shown:
        raise FormError("given: the plan has been shown; say which it is with `plan`")
    position.plan, position.sealed = case.plan or "", written and not shown


def _passed(setting: HexSetting, position: HexPosition, phase: str) -> bool:
    """Say whether a phase of the plan is over; at the reckoning it has not been shown."""
    if position.phase == RECKONING:
        return phase == "plan"
    every = every_phase(setting)
    (at,) = (i for i, one in enumerate(every) if one[2] == phase)
    return at < every.index((position.turn, position.side, position.phase))


def _draw(setting: HexSetting, position: HexPosition, drawn: list[str], cups: Cups) -> None:
    """Take units out of the cup: those that were drawn, and others that the case puts in play."""
    cup = setting.data.cup
    if cup is None:
        if drawn:
            raise FormError("given: this game has no cup")
        return
    position.drawn = known_names("drawn", drawn, cup.units, "unit of the cup")
    out = {*drawn, *position.at, *position.lost, *position.left}
    cups.members[CUP] = [unit for unit in cup.units if unit not in out]


def _place(setting: HexSetting, position: HexPosition, given: Mapping[str, str]) -> None:
    tables = setting.tables
    for unit, words in given.items():
        if unit not in tables.units:
            hint = did_you_mean(unit, tables.units)
            raise FormError(f"given: units: there is no unit {unit}{hint}")
        where, _, steps = words.partition(" ")
        position.at.pop(unit, None)
        if where == "lost":
            position.lost.append(unit)
            del position.steps[unit]
            continue
        if steps:
            if int(steps) > len(tables.faces[unit]):
                raise FormError(f"given: units: {unit} has {len(tables.faces[unit])} steps")
            position.steps[unit] = int(steps)
        if where == "left":
            position.left.append(unit)
        elif where != "off":
            _stand(setting, position, unit, where)


def _stand(setting: HexSetting, position: HexPosition, unit: str, hex_: Hex) -> None:
    tables = setting.tables
    if hex_ not in tables.terrain:
        raise FormError(f"given: units: {hex_} is off the map")
    if tables.entering(tables.units[unit].kind, hex_) is None:
        raise FormError(f"given: units: {hex_} is closed to {unit}")
    position.at[unit] = hex_


def _check_stacks(setting: HexSetting, position: HexPosition) -> None:
    tables = setting.tables
    for hex_ in sorted(set(position.at.values())):
        units = setting.there(position, hex_)
        if len({tables.side_of[unit] for unit in units}) > 1:
            raise FormError(f"given: units: both sides are in {hex_}")
        if sum(tables.units[unit].size for unit in units) > setting.data.stacking.limit:
            raise FormError(f"given: units: too many are in {hex_}: {', '.join(units)}")


def _done(setting: HexSetting, position: HexPosition, case: Given) -> None:
    """Say who has moved or fought in this phase, and what was attacked."""
    in_play = {*position.at, *position.left, *position.lost}
    own = [unit.name for unit in setting.data.units[position.side] if unit.name in in_play]
    for word, phase in (("moved", "movement"), ("fought", "combat"), ("attacked", "combat")):
        found: list[str] = getattr(case, word)
        if not found:
            continue
        if position.phase != phase:
            raise FormError(f"given: {word} belongs to a {phase} phase")
        known = setting.tables.terrain if word == "attacked" else own
        what = "hex" if word == "attacked" else f"unit of {position.side} in play"
        setattr(position, word, known_names(word, found, known, what))


def facts_of(setting: HexSetting, position: HexPosition) -> Mapping[str, Any]:
    """Return the position in the words of a case: what ``then`` compares with."""
    phase, sides = position.phase, setting.tables.sides
    cut_off = [unit for side in sides for unit in out_of_supply(setting, position, side)]
    return {
        "turn": position.turn,
        "phase": phase if phase in {RECKONING, "over"} else f"{position.side} {phase}",
        "units": dict(_places(setting, position)),
        "held": dict(position.held),
        "plan": position.plan or None,
        "drawn": list(position.drawn),
        "moved": list(position.moved),
        "fought": list(position.fought),
        "attacked": list(position.attacked),
        "points": {side: points(setting, position, side) for side in sides},
        **({} if setting.data.supply is None else {"out_of_supply": cut_off}),
        "strength": _strength(setting, position),
    }


def _places(setting: HexSetting, position: HexPosition) -> Iterator[tuple[str, str]]:
    for unit, faces in setting.tables.faces.items():
        if unit in position.lost:
            yield unit, "lost"
            continue
        where = "left" if unit in position.left else position.at.get(unit, "off")
        steps = position.steps[unit]
        yield unit, where if steps == len(faces) else f"{where} {steps}"


def _strength(setting: HexSetting, position: HexPosition) -> dict[str, Any] | None:
    """Return strengths and column of the attack for which dice are due; None if none are."""
    battle = position.battle
    if battle is None or battle.result:
        return None
    return {
        "attack": combat.attack_strength(setting, position, battle),
        "defence": combat.defence_strength(setting, position, battle),
        "column": setting.data.combat.columns[combat.column_of(setting, position, battle)],
    }
