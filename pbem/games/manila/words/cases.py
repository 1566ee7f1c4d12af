"""Positions in the words of numbered cases (docs/cases.md), both ways."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from pbem.errors import FormError
from pbem.games.manila.data.tables import MARKERS, PAUSED, Event, Marker
from pbem.games.manila.rules import ch06_1_dawn as dawn
from pbem.games.manila.rules import ch06_2_events as events
from pbem.games.manila.rules import ch06_4_streets as streets
from pbem.games.manila.rules import ch08_movement as movement
from pbem.games.manila.rules import ch10_victory as victory
from pbem.games.manila.rules.ch05_setup import set_up
from pbem.games.manila.rules.ch08_movement import NICHOLS
from pbem.games.manila.rules.ch09_4_combat import attack_value, defense_value
from pbem.games.manila.rules.changes import apply
from pbem.games.manila.rules.position import Action, Position, contested
from pbem.games.manila.rules.setting import Setting
from pbem.games.manila.words.facts import AREA_FORM, HIDDEN
from pbem.kit import plain
from pbem.kit.cups import Cups
from pbem.kit.typed.given import known_names, no_phase, read_given
from pbem.kit.typed.suggest import did_you_mean

AMERICAN, ALL = "american", "all"
ALSO_NAMED: Mapping[str, tuple[str, ...]] = {}
PHASES = ("dawn", "event", "supply", "purchase", "streets", "combat")
BEFORE_THE_EVENT = ("dawn", "event")

_PLACE = re.compile(f"({AREA_FORM})( spent)?")
_WAITS = re.compile(r"turn ([1-9][0-9]?)")


class Active(msgspec.Struct, forbid_unknown_fields=True):
    """An Action Round that goes on; see `pbem.games.manila.rules.position.Action`."""

    area: int
    contested: list[int] | None = None
    entered: dict[str, int] = {}
    attacked: list[int] = []
    done: list[str] = []


class Given(msgspec.Struct, forbid_unknown_fields=True):
    """The content of a case; scenario and options are read by the maker of the game."""

    scenario: str | None = None
    options: dict[str, Any] = {}
    turn: Annotated[int, Meta(ge=1)] = 1
    phase: str = "combat"
    morale: Annotated[int, Meta(ge=0)] | None = None
    """0 to 19 (default)."""
    supply: Annotated[int, Meta(ge=0)] = 0
    """Points in hand."""
    event: Event | Literal[""] = ""
    last_event: Event | Literal[""] = ""
    markers: dict[Marker, Annotated[int, Meta(ge=0)]] = {}
    clear: bool = False
    units: dict[str, str | int] = {}
    """Unit -> ``9`` (fresh in Area 9), ``9 spent``, ``out`` (Out of Action since an earlier turn),
    ``out now``, ``turn 4`` (on the Turn Track), ``gone``, ``off``."""
    areas: dict[str, str] = {}
    """Number, or ``all`` for the others -> ``american``, ``hidden`` (Unrevealed), ``9 Fanatic``
    (Revealed), ``hidden 9 Fanatic`` (needs no die to be this unit)."""
    placing: list[str] | None = None
    bloody: list[int] = []
    """Areas that owe a unit to the Bloody Streets, in ``combat``."""
    active: int | Active | None = None
    """The Area of the Action Round; ``contested``: Areas Contested at its beginning, ``entered``:
    unit -> the Area from which it entered, ``attacked``: Areas, ``done``: units that attacked."""
    air_released: bool = False
    """Air was released (11.6)."""
    nichols_reached: bool | None = None


def arrange(setting: Setting, given: Mapping[str, Any], cups: Cups) -> Position:
    """Build the position that a case gives.

    A cup holds only what the case says lies face down, so it turns up without a die.

    Raises:
        FormError: No game can reach what the case gives.
    """
    case = read_given(given, Given)
    if case.phase not in PHASES:
        raise no_phase(case.phase, PHASES)
    cups.members.clear()
    cups.made = 0
    position = set_up(setting, cups)
    if case.turn > setting.tables.data.length.turns:
        raise FormError(f"given: the game has {setting.tables.data.length.turns} turns")
    position.turn = case.turn
    _bring_on(setting, position, case)
    _set_tracks(setting, position, case)
    for key in sorted(case.areas, key=lambda word: word != ALL):
        for area in position.defenders.copy() if key == ALL else (key,):
            _occupy(setting, position, cups, area, case.areas[key])
    for unit, place in case.units.items():
        _place(setting, position, case.phase, unit, str(place))
    reached = position.american(NICHOLS) or bool(position.units_in(NICHOLS))
    position.nichols_reached = reached if case.nichols_reached is None else case.nichols_reached
    _check(setting, position, case)
    _begin(setting, position, case)
    _set_streets(setting, position, case.bloody)
    _set_active(setting, position, case.active)
    _check_unrevealed(setting, position)
    return position


def _bring_on(setting: Setting, position: Position, case: Given) -> None:
    """[6.1] Let those stand in their Areas whom the schedule has brought, and those leave."""
    position.at = {}
    if case.clear:
        return
    data = setting.tables.data
    # The Dawn Phase of this turn does its work when it begins.
    until = case.turn - (case.phase == "dawn" and case.placing is None)
    # Nothing was taken, so those who may choose among American Areas have these.
    open_to = [area for area in data.landing.areas if position.american(area)]
    for name, unit in setting.tables.units.items():
        if name in data.withdrawal.battalion and data.withdrawal.turn <= until:
            position.gone.append(name)
        elif unit.turn <= max(1, until):
            chooses = unit.turn == data.landing.turn
            if not chooses or len(open_to) == 1:
                position.at[name] = open_to[0] if chooses else unit.area


def _set_tracks(setting: Setting, position: Position, case: Given) -> None:
    """Set morale, supply, support and events, as far as there is any of them."""
    data = setting.tables.data
    if case.morale is not None:
        if case.morale > data.morale.most:
            raise FormError(f"given: morale: the track ends at {data.morale.most} (3.3)")
        position.morale = case.morale
    for marker, number in case.markers.items():
        mix: int = getattr(data.markers, marker).mix
        if number > mix:
            raise FormError(f"given: markers: there are {mix} of {marker}, not {number}")
        if marker == "air" and number and not setting.options.air:
            raise FormError("given: markers: air needs the option air (11.6)")
        position.markers[marker] = number
    position.supply, position.air_released = case.supply, case.air_released
    position.event, position.last_event = case.event, case.last_event
    if not case.event:
        return
    if case.phase in BEFORE_THE_EVENT:
        raise FormError(
            f"given: event: no event is rolled before the phase {case.phase} ends (6.2)"
        )
    rolled = events.in_effect(setting, position, case.event)
    # Whether an Iwabuchi breakout finds an Area depends on what it has done since.
    if case.event not in (rolled, events.IWABUCHI):
        last = f" after {case.last_event}" if case.event in PAUSED and case.last_event else ""
        raise FormError(f"given: event: on turn {case.turn}{last} the event is {rolled} (6.2.1)")


def _begin(setting: Setting, position: Position, case: Given) -> None:
    """Begin the phase; a Dawn as far as nobody is asked and no die is due."""
    if case.placing is not None:
        if case.phase != "dawn":
            raise FormError("given: placing: units are placed only in the phase dawn (6.1)")
        away = [unit for unit in setting.tables.units if unit not in position.at]
        position.placing = known_names("placing", case.placing, away, "unit away from the map")
    elif case.phase == "dawn":
        for outcome in dawn.begin(setting, position, position.turn):
            apply(setting, position, outcome)
        return
    elif case.phase == "streets" and not streets.areas(setting, position):
        raise FormError("given: streets: no Urban or Fort Area is Contested (6.4.1)")
    position.phase = case.phase


def _set_streets(setting: Setting, position: Position, bloody: list[int]) -> None:
    """[6.4.1] Say which Areas owe a unit."""
    if bloody and position.phase != "combat":
        raise FormError(
            "given: bloody: units are lost only after the combat phase has begun (6.4.1)"
        )
    owing = [str(area) for area in streets.areas(setting, position)]
    known_names("bloody", map(str, bloody), owing, "Contested Urban or Fort Area")
    position.streets = bloody


def _set_active(setting: Setting, position: Position, given: int | Active | None) -> None:
    """[8.1] Say which Action Round goes on, and what has happened in it."""
    if given is None:
        return
    if position.phase != "combat":
        raise FormError("given: active: Areas are activated only in the combat phase (8.1)")
    active = given if isinstance(given, Active) else Active(given)
    areas = [str(area) for area in setting.tables.areas]
    japanese = [*position.defenders]
    known_names("active", [str(active.area)], areas, "Area")
    before = contested(position) if active.contested is None else active.contested
    known_names("active: contested", map(str, before), areas, "Area")
    known_names("active: attacked", map(str, active.attacked), areas, "Area")
    fresh = [unit for unit in position.at if position.fresh(unit)]
    inside = [unit for unit in fresh if str(position.at[unit]) in japanese]
    known_names("active: entered", active.entered, inside, "Fresh unit in a Japanese Area")
    known_names("active: done", active.done, setting.tables.units, "unit")
    for unit, origin in active.entered.items():
        if origin not in setting.tables.next_to[position.at[unit]]:
            raise FormError(f"given: active: {unit} cannot have come from Area {origin}")
    entered, origins = list(active.entered), dict(active.entered)
    position.action = Action(
        active.area, sorted(before), entered, origins, active.attacked, active.done
    )


def _occupy(setting: Setting, position: Position, cups: Cups, area: str, what: str) -> None:
    number = plain.number(area)
    if number not in setting.tables.areas:
        raise FormError(f"given: there is no Area {area!r}; write its number, or {ALL}")
    if what == AMERICAN:
        position.defenders.pop(area, None)
        return
    if number in setting.tables.home:
        raise FormError(f"given: no Japanese unit is ever in Area {area}")
    member = position.defenders.pop(area, "")
    if not member.startswith("?"):
        terrain = str(setting.tables.areas[number].terrain)
        member = cups.draw_blind(terrain)
    if what != HIDDEN:
        hidden, name = what.startswith(f"{HIDDEN} "), what.removeprefix(f"{HIDDEN} ")
        counter = _counter(setting, cups, position, number, name)
        cups.let_be(member, counter)
        member = member if hidden else counter
    position.defenders[area] = member


def _counter(setting: Setting, cups: Cups, position: Position, area: int, name: str) -> str:
    """Return a Japanese counter that is in no other Area: some have copies, the others none."""
    terrain = setting.tables.areas[area].terrain
    alike = [
        counter
        for counter in setting.tables.bags[str(terrain)]
        if setting.tables.counter_text(counter) == name
    ]
    if not alike:
        names = map(setting.tables.counter_text, setting.tables.bags[str(terrain)])
        hint = did_you_mean(name, names)
        raise FormError(
            f"given: there is no {terrain} counter {name!r}, as in {HIDDEN} or 9 Fanatic{hint}"
        )
    taken = set()
    for member in position.defenders.values():
        hidden = cups.members[member[1:]] if member.startswith("?") else [member]
        if len(hidden) == 1:
            taken.add(hidden[0])
    left = [counter for counter in alike if counter not in taken]
    if not left:
        raise FormError(f"given: Area {area}: there are {len(alike)} of {name} in {terrain}")
    return left[0]


def _lift(setting: Setting, position: Position, unit: str) -> None:
    """Take a unit away from where it is."""
    known_names("units", [unit], setting.tables.units, "American unit")
    position.at.pop(unit, None)
    if unit in position.gone:
        position.gone.remove(unit)


def _place(setting: Setting, position: Position, phase: str, unit: str, place: str) -> None:
    _lift(setting, position, unit)
    if place == "out":
        if position.turn == 1:
            raise FormError(f"given: {unit}: there was no turn before turn 1; write out now")
        position.out[unit] = position.turn - 1
    elif place == "out now":
        position.out[unit] = position.turn
    elif place == "gone":
        position.gone.append(unit)
    elif waits := _WAITS.fullmatch(place):
        _let_wait(position, phase, unit, int(waits[1]))
    elif (stands := _PLACE.fullmatch(place)) and int(stands[1]) in setting.tables.areas:
        position.at[unit] = int(stands[1])
        if stands[2]:
            _spend(position, phase, unit)
    elif place != "off":
        raise FormError(
            f"given: {unit} cannot be at {place!r}; write 9, 9 spent, out, turn 4, gone"
        )


def _let_wait(position: Position, phase: str, unit: str, back: int) -> None:
    """Put a unit on the Turn Track; it leaves that in the Dawn Phase of its turn."""
    if back < position.turn or (back == position.turn and phase != "dawn"):
        raise FormError(f"given: {unit} came back on turn {back}, and it is turn {position.turn}")
    position.track[unit] = back


def _spend(position: Position, phase: str, unit: str) -> None:
    if phase in BEFORE_THE_EVENT:
        raise FormError(f"given: {unit}: every unit is Fresh again in the phase {phase} (6.5)")
    position.spent.append(unit)


# --- positions that cannot be ----------------------------------------------------------------


def _check(setting: Setting, position: Position, case: Given) -> None:
    """[7.1, 6.1] Refuse full Areas, units before they come and after they have left for good."""
    data = setting.tables.data
    for area in sorted(set(position.at.values())):
        if movement.room(setting, position, area) < 0:
            full = movement.STACK
            raise FormError(f"given: Area {area} holds {full} Infantry and Armor units (7.1)")
    for unit in position.at:
        coming = setting.unit(unit).turn
        if coming > case.turn:
            raise FormError(f"given: {unit} does not come before turn {coming} (6.1.1)")
        if unit in data.withdrawal.battalion and case.turn > data.withdrawal.turn:
            raise FormError(f"given: {unit} leaves for good on turn {data.withdrawal.turn} (6.1.2)")


def _check_unrevealed(setting: Setting, position: Position) -> None:
    """[9.1] A unit that enters an Area with an Unrevealed unit attacks it in that Action Round."""
    entered = position.action.entered if position.action is not None else []
    for unit in setting.in_order(list(position.at)):
        area = position.at[unit]
        if position.hidden(area) and unit not in entered:
            raise FormError(
                f"given: {unit} is in Area {area} with an Unrevealed unit. A unit that "
                "enters there must attack at once. Write under areas what the Unrevealed "
                f"unit is, or under active that {unit} has entered (9.1)"
            )


# --- the words of `then` ---------------------------------------------------------------------


def facts_of(setting: Setting, position: Position) -> Mapping[str, Any]:
    """Return the position in the words of a case: what ``then`` compares with."""
    action = position.action
    return {
        "turn": position.turn,
        "phase": position.phase,
        "morale": position.morale,
        "supply": position.supply,
        "event": position.event,
        "last_event": position.last_event,
        "control": victory.control(setting, position),
        "markers": dict(position.markers),
        "used": {marker: setting.used(position, marker) for marker in MARKERS},
        "units": {unit: _where(position, unit) for unit in setting.tables.units},
        "areas": {str(area): _what(setting, position, area) for area in setting.tables.areas},
        "contested": contested(position),
        "placing": list(position.placing),
        "bloody": list(position.streets),
        "air_released": position.air_released,
        "nichols_reached": position.nichols_reached,
        "active": None if action is None else action.area,
        "contested_before": None if action is None else list(action.contested),
        "entered": {} if action is None else {u: action.origins[u] for u in action.entered},
        "attacked": [] if action is None else list(action.attacked),
        "done": [] if action is None else list(action.done),
        "strength": _strength(setting, position),
    }


def _strength(setting: Setting, position: Position) -> dict[str, int] | None:
    """[9.5.2, 9.5.3] Return AV and DV of the attack for which dice are due; None without one."""
    battle = position.battle
    if battle is None or battle.stage != "dice":
        return None
    return {
        "av": attack_value(setting, position, battle),
        "dv": defense_value(setting, position, battle, 0),
    }


def _where(position: Position, unit: str) -> str:
    if unit in position.at:
        return f"{position.at[unit]}{' spent' * (unit in position.spent)}"
    if unit in position.track:
        return f"turn {position.track[unit]}"
    if unit in position.out:
        return "out now" if position.out[unit] == position.turn else "out"
    return "gone" if unit in position.gone else "off"


def _what(setting: Setting, position: Position, area: int) -> str:
    member = position.defender(area)
    if member is None:
        return AMERICAN
    return HIDDEN if position.hidden(area) else setting.tables.counter_text(member)
