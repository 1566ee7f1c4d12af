"""Positions in the words of numbered cases (docs/cases.md), both ways."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta

from pbem.errors import FormError
from pbem.games.meiktila.data.forms import EDGES, SIDES
from pbem.games.meiktila.rules import ch06_combat as combat
from pbem.games.meiktila.rules.ch04_turn import CUP
from pbem.games.meiktila.rules.ch10_setup import set_up
from pbem.games.meiktila.rules.position import PHASES, Activation, Position
from pbem.games.meiktila.rules.setting import Setting
from pbem.kit.cups import Cups
from pbem.kit.typed.given import known_names, no_phase, read_given

ALSO_NAMED: Mapping[str, tuple[str, ...]] = {}
IN_ACTIVATION = ("activation", "movement", "combat")
BEFORE_STATUS = ("setup", "air", "allot", "supply", "land", "allied status")
"""Phases in which level 0 may have left no Out of Supply markers yet."""
OF_SIDES = ("setup", "opener", *IN_ACTIVATION)
"""Phases that are reported with the side to which they belong."""
ASKED = {"allot": "al", "supply": "al", "land": "al", "allied status": "al", "edges": "jp",
         "japanese status": "jp", "air": "al"}  # fmt: skip
"""Phase -> the side of it, where that is always the same."""

Count = Annotated[int, Meta(ge=0, le=99)]
Side = Literal["al", "jp"]
Edge = Literal["north", "south"]


class Given(msgspec.Struct, forbid_unknown_fields=True):
    """The content of a case; scenario and options are read by the maker of the game."""

    scenario: str | None = None
    options: dict[str, Any] = {}
    turn: Annotated[int, Meta(ge=1)] = 1
    phase: str = "air"
    units: dict[str, str] = {}
    """Unit -> hex, or ``gone``; all others are ``off`` the map."""
    reduced: list[str] = []
    """Units on their backs."""
    dug: dict[str, Annotated[int, Meta(ge=1, le=20)]] = {}
    sheltered: list[str] = []
    level: Count | None = None
    """Allied Supply Level (default 4); at 0 after the Allied status, ``oos`` names every Allied
    unit on the map."""
    vp: dict[str, Count] = {}
    """Side -> victory points."""
    control: dict[str, Side] = {}
    sixes: Count = 0
    air: Annotated[int, Meta(ge=0, le=5)] = 0
    supply_air: Annotated[int, Meta(ge=0, le=2)] = 0
    """Allied air units on Air Supply."""
    interdiction: dict[str, Annotated[int, Meta(ge=0, le=5)]] = {}
    """``north``, ``south`` -> air units."""
    sentai: Literal["", "ready", "used"] = ""
    initiative: Literal["", "al", "jp"] = ""
    """The side; required in ``markers``, ``opener``, ``cup``, ``number``."""
    landing: Annotated[int, Meta(ge=0, le=2)] = 0
    points: Annotated[int, Meta(ge=0, le=2)] = 0
    oos: list[str] = []
    fired: list[str] = []
    """Units with a Fired marker."""
    edge: dict[str, Edge] = {}
    chosen: dict[str, Edge] = {}
    attacked: bool = False
    known: list[str] = []
    hidden: dict[str, Count] = {}
    """Side -> its unknown markers in the cup."""
    up: list[str] = []
    """Markers turned up in this turn, the last one active (default in movement and combat:
    ``A-ALL``, ``J-ALL``)."""
    passed: list[Side] = []
    """Sides that have passed."""
    number: Annotated[int, Meta(ge=0, le=6)] = 0
    mode: Literal["", "move-attack", "attack-move"] = ""
    """Default: ``move-attack``."""
    counted: list[str] = []
    moved: list[str] = []
    """Units that moved in this activation."""
    struck: list[str] = []
    """Units that attacked or fired in it."""
    targets: list[str] = []
    """Hexes attacked in it."""
    digging: list[str] = []
    """Units that dug in during it."""
    entering: list[str] = []
    tried: list[str] = []
    barred: list[str] = []
    landed: list[str] = []
    took: list[str] = []
    fought: list[str] = []
    stirred: list[str] = []
    marched: list[str] = []
    tries: dict[str, Annotated[int, Meta(ge=0, le=2)]] = {}
    """``north``, ``south`` -> Japanese dice for replacements in this turn."""


ON_MAP = ("sheltered", "reduced", "oos", "fired", "took", "fought", "stirred", "marched")
"""Words that name units on the map."""
ACTED = ("counted", "moved", "struck", "digging")
"""Words that name units of an activation, of which some may be gone since."""


def arrange(setting: Setting, given: Mapping[str, Any], cups: Cups) -> Position:
    """Build the position that a case gives.

    Raises:
        FormError: No game can reach what the case gives.
    """
    case = read_given(given, Given)
    cups.members.clear()
    cups.made = 0
    position = set_up(setting, cups)
    if case.turn > setting.tables.turns:
        raise FormError(f"given: the game has {setting.tables.turns} turns, not {case.turn}")
    for word, keys in (("vp", SIDES), ("hidden", SIDES), ("interdiction", EDGES), ("tries", EDGES)):
        known_names(word, getattr(case, word), keys, "side" if keys is SIDES else "map edge")
    position.turn = case.turn
    _set_phase(position, case)
    for unit, place in case.units.items():
        _place(setting, position, unit, place)
    _set_lists(setting, position, case)
    _set_ground(setting, position, case)
    _set_supply(setting, position, case)
    _set_cup(setting, position, case, cups)
    if position.phase in IN_ACTIVATION:
        _set_activation(setting, position, case)
    elif position.phase == "number" and not position.up:
        raise FormError("given: in this phase a marker is up; write it at `up`")
    _check(setting, position)
    return position


def _set_phase(position: Position, case: Given) -> None:
    word, _, side = case.phase.rpartition(" ")
    if side in SIDES and word in OF_SIDES:
        position.phase, position.side = word, side
        return
    phases = [phase for phase in PHASES if phase not in {*OF_SIDES, "requests", "over"}]
    if case.phase not in phases:
        known = [f"{phase} {side}" for phase in OF_SIDES for side in SIDES]
        raise no_phase(case.phase, [*phases, *known])
    position.phase, position.side = case.phase, ASKED.get(case.phase, "")


def _place(setting: Setting, position: Position, unit: str, place: str) -> None:
    known_names("units", [unit], setting.tables.units, "unit")
    if place == "gone":
        position.gone.append(unit)
    elif place in setting.tables.ground:
        position.at[unit] = place
    elif place != "off":
        raise FormError(f"given: {unit} cannot be at {place!r}; write a land hex, off or gone")


def _set_lists(setting: Setting, position: Position, case: Given) -> None:
    for word in ON_MAP:
        named = known_names(word, getattr(case, word), position.at, "unit on the map")
        setattr(position, word, named)
    for word in ACTED:
        here = {*position.at, *position.gone}
        known_names(word, getattr(case, word), here, "unit that is or was on the map")
    for unit in position.reduced:
        if setting.tables.units[unit].steps < 2:
            raise FormError(f"given: reduced: {unit} has only one step")
    landed = known_names("landed", case.landed, position.reduced, "reduced unit on the map")
    for unit in landed:
        if setting.tables.units[unit].entry != "air":
            raise FormError(f"given: landed: {unit} does not come by Air Supply (8.1.1)")
    position.landed = tuple(landed) or UNSET
    for unit in position.fired:
        if not setting.is_(unit, "artillery"):
            raise FormError(f"given: fired: {unit} is not a gun")
    off = [u for u in setting.tables.of("jp") if u not in position.gone]
    position.tried = known_names("tried", case.tried, off, "Japanese reinforcement")
    reserve = [u for u in off if setting.tables.units[u].entry == "reserve"]
    away = [u for u in reserve if u not in position.at]
    position.barred = known_names("barred", case.barred, away, "unit in the Strategic Reserve")
    for word in ("edge", "chosen"):
        named = getattr(case, word)
        known_names(word, named, setting.on_map(position, "jp"), "Japanese unit on the map")
        setattr(position, word, dict(named))


def _set_ground(setting: Setting, position: Position, case: Given) -> None:
    held = set(position.at.values())
    for here, number in case.dug.items():
        if here not in held:
            raise FormError(f"given: dug: there is no unit in {here} (8.4)")
        position.dug[here] = number
    known_names("control", case.control, setting.tables.objectives, "airfield, nor the city")
    position.control.update(case.control)
    position.vp.update(case.vp)


def _set_supply(setting: Setting, position: Position, case: Given) -> None:
    most = setting.tables.data.supply.most
    if case.level is not None:
        if case.level > most:
            raise FormError(f"given: the supply level is at most {most}")
        position.level = case.level
    for word in ("sixes", "air", "supply_air", "sentai", "initiative", "landing", "points",
                 "attacked"):  # fmt: skip
        setattr(position, word, getattr(case, word))
    position.interdiction.update(case.interdiction)
    position.tries.update(case.tries)
    position.passed = list(case.passed)


def _set_cup(setting: Setting, position: Position, case: Given, cups: Cups) -> None:
    """Put markers into the cup, and take what is known or up out of their sides' sets."""
    markers = setting.tables.marker_side
    for word in ("known", "up"):
        setattr(position, word, known_names(word, getattr(case, word), markers, "marker"))
    for marker in [*position.known, *position.up]:
        if marker not in cups.members[markers[marker]]:
            raise FormError(f"given: {marker} is known in the cup and also up")
        cups.members[markers[marker]].remove(marker)
    position.hidden.update(case.hidden)
    cups.members[CUP] = list(position.known)
    for side in SIDES:
        if position.hidden[side] > len(cups.members[side]):
            raise FormError(f"given: hidden: {side} does not have so many markers left")
        cups.members[CUP] += [f"?{side}"] * position.hidden[side]
    if case.known and {markers[marker] for marker in case.known} != {case.initiative}:
        raise FormError("given: known: only the side with the initiative has known markers")
    if position.phase == "number" and position.up:
        position.side = markers[position.up[-1]]
        position.activation = Activation(position.up[-1], position.side)


def _set_activation(setting: Setting, position: Position, case: Given) -> None:
    side = position.side
    marker = position.up[-1] if position.up else f"{'A' if side == 'al' else 'J'}-ALL"
    if setting.tables.marker_side.get(marker) != side:
        raise FormError(f"given: {marker} is not a marker of {side}")
    if bool(case.number) != (setting.tables.markers[marker].units == "die"):
        raise FormError(f"given: number: {marker} has {'a' if not case.number else 'no'} die")
    mode = "" if position.phase == "activation" else case.mode or "move-attack"
    position.activation = now = Activation(marker, side, case.number, mode)
    now.counted, now.moved = list(case.counted), list(case.moved)
    now.fought, now.dug = list(case.struck), list(case.digging)
    now.targets = known_names("targets", case.targets, setting.tables.ground, "land hex")
    off = [u for u in setting.tables.of("jp") if u not in position.at and u not in position.gone]
    now.entering = known_names("entering", case.entering, off, "Japanese unit off the map")
    for unit in (*now.counted, *now.moved, *now.fought, *now.dug):
        if setting.side(unit) != side:
            raise FormError(f"given: {unit} does not belong to {side}")


def _check(setting: Setting, position: Position) -> None:
    """Refuse what no game comes to."""
    for here in set(position.at.values()):
        if all(setting.here(position, side, here) for side in SIDES):
            raise FormError(f"given: both sides are in {here} (6.3)")
    for unit in position.at:
        if setting.tables.units[unit].entry == "reserve" and not setting.options.kimura:
            raise FormError(f"given: {unit} comes only with the option kimura (11.2)")
    if position.level == 0 and position.phase not in BEFORE_STATUS:
        unmarked = [u for u in setting.on_map(position, "al") if u not in position.oos]
        if unmarked:
            raise FormError(
                "given: level: at 0, every Allied unit on the map is out of supply "
                f"(7.1.1); write {', '.join(unmarked)} at `oos` too"
            )
    if position.phase == "allot" and not position.air:
        raise FormError("given: allot: there are no Allied air units; write `air`")
    if position.phase in {"markers", "opener", "cup", "number"} and not position.initiative:
        raise FormError("given: name the side with the initiative")
    if position.phase == "opener" and not (position.known or any(position.hidden.values())):
        raise FormError("given: opener: no marker is in play; write `known` or `hidden`")


# --- the other way ----------------------------------------------------------------------------


def facts_of(setting: Setting, position: Position) -> Mapping[str, Any]:
    """Return the position in the words of a numbered case."""
    now = position.activation
    facts: dict[str, Any] = {
        "turn": position.turn,
        "phase": _phase(position),
        "units": _units(setting, position),
        **{
            word: list(getattr(position, word))
            for word in ("sheltered", "reduced", "oos", "fired", "tried", "barred", "took",
                         "fought", "stirred", "marched", "known", "up", "passed")
        },
        **{
            word: dict(getattr(position, word))
            for word in ("dug", "vp", "control", "interdiction", "edge", "chosen", "hidden",
                         "tries")
        },
        **{
            word: getattr(position, word)
            for word in ("level", "sixes", "air", "supply_air", "sentai", "initiative", "landing",
                         "points", "attacked")
        },
        "landed": list(position.just_landed()),
        "number": now.number if now else 0,
        "mode": now.mode if now else "",
        "counted": list(now.counted) if now else [],
        "moved": list(now.moved) if now else [],
        "struck": list(now.fought) if now else [],
        "targets": list(now.targets) if now else [],
        "digging": list(now.dug) if now else [],
        "entering": list(now.entering) if now else [],
        "strength": _strength(setting, position),
    }  # fmt: skip
    return facts


def _phase(position: Position) -> str:
    if position.phase in OF_SIDES:
        return f"{position.phase} {position.side}"
    return position.phase


def _units(setting: Setting, position: Position) -> dict[str, str]:
    gone = dict.fromkeys(position.gone, "gone")
    return {unit: position.at.get(unit) or gone.get(unit, "off") for unit in setting.tables.units}


def _strength(setting: Setting, position: Position) -> dict[str, Any] | None:
    """Return the odds of an attack that waits for its defender or its die."""
    battle = position.battle
    if battle is None or battle.stage not in {"defend", "dice"}:
        return None
    now, columns = combat.odds(setting, position), setting.tables.columns
    return {
        "attack": now.attack,
        "defence": now.defence,
        "odds": columns[now.raw],
        "shift": now.shift,
        "column": columns[now.column],
    }
