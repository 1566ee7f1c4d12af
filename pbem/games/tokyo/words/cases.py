"""Positions in the words of numbered cases (docs/cases.md), both ways."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from pbem.errors import FormError
from pbem.games.tokyo.data.forms import WATER
from pbem.games.tokyo.rules import ch06_combat as combat
from pbem.games.tokyo.rules import ch08_towns as towns
from pbem.games.tokyo.rules import ch10_victory as victory
from pbem.games.tokyo.rules.ch03_turns import ECORPS_FROM, acts
from pbem.games.tokyo.rules.ch07_recon import POOL, RESERVE
from pbem.games.tokyo.rules.ch11_setup import ZONE, set_up
from pbem.games.tokyo.rules.changes import apply
from pbem.games.tokyo.rules.outcomes import PhaseBegun
from pbem.games.tokyo.rules.position import Position
from pbem.games.tokyo.rules.setting import FACE_DOWN, GROUPS, HOME, Setting
from pbem.kit.cups import Cups
from pbem.kit.maps.hexes import HexNumber
from pbem.kit.typed.given import known_names, no_phase, read_given
from pbem.kit.typed.suggest import did_you_mean

ALSO_NAMED: Mapping[str, tuple[str, ...]] = {"HEX": (towns.TAMA, towns.ACROSS)}
"""The possible triggers beside the hex of a city (13.1)."""
PHASES = ("setup", "ecorps", "recon", "movement", "combat")
BAG_OF = {"U": POOL, "Z": ZONE, "S": RESERVE}
"""First letter of a face-down name -> the cup that its counter was drawn from."""
NEVER_BACK = ("hq", "airborne")
"""Kinds of Americans that are out of the game when they are destroyed (7.12, 7.13)."""
IN_PHASE: Mapping[str, tuple[tuple[str, ...], bool]] = {
    "still": (("recon", "movement"), True),
    "entered": (("recon", "movement"), True),
    "moved": (("movement",), True),
    "rolled": (("movement",), True),
    "fought": (("combat",), True),
    "attacked": (("combat",), False),
}
"""Word for the middle of a phase -> those phases, and whether it names units of the army to act."""

Count = Annotated[int, Meta(ge=0)]
Boundary = Literal["east", "west"]
Group = Literal["1ag", "8ag"]


class Reserve(msgspec.Struct, forbid_unknown_fields=True):
    """The rest of the Strategic Reserve; its armor is where ``units`` leave it."""

    infantry: Count


class Given(msgspec.Struct, forbid_unknown_fields=True):
    """The content of a case; scenario and options are read by the maker of the game."""

    scenario: str | None = None
    options: dict[str, Any] = {}
    turn: Annotated[int, Meta(ge=1)] = 1
    phase: str | None = None
    clear: bool = False
    units: dict[str, str] = {}
    """Name -> hex, ``off`` (not arrived), ``box`` (may be reconstituted), ``gone``; ``U1``, ``Z1``,
    ``S1`` lie face down."""
    counters: dict[str, str] = {}
    """Face-down name -> counter (``140``, ``SR3``, ``201``), which then needs no die."""
    known: list[str] = []
    """Names that are turned up; in ``then``: name -> counter."""
    names: dict[Literal["U", "Z", "S"], Count] = {}
    """How many names of a letter are used, if more than on the map."""
    control: dict[HexNumber, Literal["1ag", "8ag", "jp"]] = {}
    palace_turn: Count = 0
    box: list[str] = []
    pool: list[str] | Count | None = None
    """Unseen counters in the pool, or their number; in ``then`` the number."""
    reserve: Reserve | None = None
    """Left in the Strategic Reserve; ``then`` calls it ``sr``, with ``armor``."""
    freed: list[str] | dict[str, str] = []
    """Units of the 36th Army already released, or unit -> army (so in ``then``)."""
    pending: dict[str, Count] = {}
    triggers: Count | list[str] = 0
    """Spent releases: hexes, ``tama``, ``across the tama``; or a number of cities that nobody
    enters."""
    ecorps: Literal["", "1ag", "8ag"] = ""
    quota: Count | None = None
    arrivals: dict[str, Count] | None = None
    late: dict[Boundary, Count] = {}
    carried: dict[Group, Count] = {}
    still: list[str] = []
    entered: list[str] = []
    moved: list[str] = []
    """Units that moved in this phase."""
    rolled: dict[str, Annotated[int, Meta(ge=1, le=6)]] = {}
    """Japanese armor -> its movement die."""
    fought: list[str] = []
    """Units that attacked in this phase."""
    attacked: list[str] = []
    """Units that were attacked in this phase."""
    strayed: dict[str, Count] = {}
    """American unit across the boundary -> player turns since (default 1)."""
    chits: list[int] | None = None
    called: dict[str, Count] = {}
    hq_lost: Count = 0


def arrange(setting: Setting, given: Mapping[str, Any], cups: Cups) -> Position:
    """Build the position that a case gives.

    The cup of a face-down name holds only what the case says it is.

    Raises:
        FormError: No game can reach what the case gives.
    """
    case = read_given(given, Given)
    cups.members.clear()
    cups.made = 0
    position = set_up(setting, cups)
    if case.turn > setting.tables.turns:
        raise FormError(f"given: the game has {setting.tables.turns} turns, not {case.turn}")
    if case.clear:
        _clear(setting, position, cups)
    army, phase = _phase_of(setting, case)
    position.turn, position.army, position.ecorps = case.turn, army, case.ecorps
    for unit, place in [*case.units.items(), *((unit, "box") for unit in case.box)]:
        _place(setting, position, cups, unit, place)
    _check_arrived(setting, position)
    _turn_faces(setting, position, cups, case)
    _fill_bags(setting, position, cups, case)
    _set_towns(setting, position, case)
    _set_36th(setting, position, case, army)
    _set_waiting(setting, position, case)
    _set_volunteers(setting, position, case)
    position.hq_lost = case.hq_lost
    apply(setting, position, PhaseBegun(paragraph="3.0", turn=case.turn, army=army, phase=phase))
    if phase != "setup":
        position.serial = 2 * case.turn
    _stray(setting, position, case.strayed)
    _set_middle(setting, position, case)
    _check(setting, position)
    position.zoned = towns.by_zone(setting, position)
    return position


# --- where units stand, and what they are ----------------------------------------------------


def _clear(setting: Setting, position: Position, cups: Cups) -> None:
    """Take every unit off the map; every counter is in its bag."""
    position.at, position.tokens, position.locked = {}, {}, []
    for bag, counters in setting.tables.bags.items():
        cups.members[bag] = list(counters)
    position.pool = len(setting.tables.bags[POOL])


def _place(setting: Setting, position: Position, cups: Cups, unit: str, place: str) -> None:
    tables = setting.tables
    face_down = _is_face_down(setting, unit)
    for where in (position.box, position.gone):
        if unit in where:
            where.remove(unit)
    position.at.pop(unit, None)
    position.locked = [other for other in position.locked if other != unit]
    if place == "box":
        _check_box(setting, unit)
        position.box = sorted([*position.box, unit])
    elif place == "gone":
        _check_gone(setting, unit)
        position.gone.append(unit)
        position.tokens.pop(unit, None)
        position.reserve = [other for other in position.reserve if other != unit]
    elif place in tables.terrain:
        _check_ground(setting, unit, place)
        position.at[unit] = place
        position.reserve = [other for other in position.reserve if other != unit]
        if face_down:
            _lay_down(position, cups, unit)
        if place in tables.zone and not setting.american(unit):
            position.locked = sorted([*position.locked, unit])
    elif place != "off":
        raise FormError(f"given: {unit} cannot be at {place!r}; write a hex, off, box or gone")


def _is_face_down(setting: Setting, unit: str) -> bool:
    """Whether a unit has a counter with a back; raises `FormError` where there is no such unit."""
    named = [*setting.tables.americans, *setting.tables.armor]
    if unit in named:
        return False
    if re.fullmatch(FACE_DOWN, unit) is None:
        raise FormError(f"given: there is no unit {unit!r}{did_you_mean(unit, named)}")
    return True


def _check_box(setting: Setting, unit: str) -> None:
    if not setting.american(unit):
        raise FormError(f"given: {unit} is Japanese, and only Americans are in the box (7.12)")
    if setting.tables.americans[unit].kind in NEVER_BACK:
        raise FormError(f"given: {unit} leaves the game when it is destroyed: write gone (7.13)")


def _check_gone(setting: Setting, unit: str) -> None:
    if setting.american(unit) and setting.tables.americans[unit].kind not in NEVER_BACK:
        raise FormError(
            f"given: {unit} goes into the box when it is destroyed, and is never gone (7.12)"
        )


def _check_ground(setting: Setting, unit: str, place: str) -> None:
    """[5.1, 4.0] Nobody stands in water, no Japanese unit in Central Tokyo."""
    terrain = setting.tables.terrain[place]
    if terrain in WATER:
        raise FormError(f"given: {place}, where {unit} is put, is {terrain} (5.1)")
    if terrain == "central_tokyo" and not setting.american(unit):
        raise FormError(
            f"given: no Japanese unit is ever in Central Tokyo, so {unit} cannot be there"
        )


def _lay_down(position: Position, cups: Cups, unit: str) -> None:
    if unit in position.tokens:
        return
    bag = BAG_OF[unit[0]]
    if not cups.members[bag]:
        raise FormError(f"given: {unit}: no more counters have a name with {unit[0]}")
    position.tokens[unit] = cups.draw_blind(bag)
    position.made[unit[0]] = max(position.made[unit[0]], int(unit[1:]))
    if bag == POOL:
        position.pool -= 1
    elif bag == RESERVE:
        position.infantry -= 1


def _turn_faces(setting: Setting, position: Position, cups: Cups, case: Given) -> None:
    """Let face-down units be what the case says, and turn up those that are known."""
    there: dict[str, str] = {}
    for unit, counter in case.counters.items():
        if counter not in setting.tables.counters:
            hint = did_you_mean(counter, setting.tables.counters)
            raise FormError(f"given: there is no counter {counter!r}{hint}")
        if unit not in position.tokens:
            raise FormError(f"given: {unit} is not a face-down unit on the map")
        if there.setdefault(counter, unit) != unit:
            raise FormError(f"given: {there[counter]} and {unit} cannot both be {counter}")
        bag = setting.tables.counters[counter].bag
        if bag != BAG_OF[unit[0]] and (unit[0] != "U" or bag == RESERVE):
            raise FormError(f"given: {unit} cannot be {counter}, which is in the bag {bag}")
        cups.let_be(position.tokens[unit], counter)
    for unit in case.known:
        if unit not in case.counters:
            raise FormError(f"given: write under counters what {unit} is")
        position.tokens[unit] = case.counters[unit]


def _fill_bags(setting: Setting, position: Position, cups: Cups, case: Given) -> None:
    """Let pool and reserve hold what the case says, and names go on where it says."""
    if isinstance(case.pool, int):
        _set_pool(position, cups, case.pool)
    elif case.pool is not None:
        inside = known_names("pool", case.pool, setting.tables.counters, "counter")
        for unit, counter in case.counters.items():
            if counter in inside:
                raise FormError(f"given: {counter} is {unit} on the map, so it is not in the pool")
        cups.members[POOL] = inside
        position.pool = len(inside)
    if case.reserve is not None:
        left = case.reserve.infantry
        if left > position.infantry:
            raise FormError(f"given: reserve: only {position.infantry} infantry are left")
        position.infantry = left
        cups.members[RESERVE] = cups.members[RESERVE][:left]
    for letter, number in case.names.items():
        if number < position.made[letter]:
            raise FormError(f"given: names: {letter}{position.made[letter]} is already on the map")
        position.made[letter] = number


def _set_pool(position: Position, cups: Cups, number: int) -> None:
    """Leave so many counters unseen in the pool; the 36th Army's may have come to it too."""
    members = cups.members[POOL]
    while len(members) < number and cups.members[ZONE]:
        members.append(cups.draw_blind(ZONE))
    if number > len(members):
        raise FormError(f"given: pool: at most {len(members)} counters can be in it")
    cups.members[POOL] = members[:number]
    position.pool = number


def _stray(setting: Setting, position: Position, strayed: Mapping[str, int]) -> None:
    """[5.42] A unit on the wrong side has strayed, in the player turn before or as said."""
    for unit in sorted(position.at):
        if not setting.american(unit):
            continue
        home = HOME[setting.group(position, unit)]
        if setting.tables.side[position.at[unit]] not in {home, "both"}:
            position.strayed[unit] = position.serial - strayed.get(unit, 1)
    known_names("strayed", strayed, position.strayed, "American on the wrong side of the boundary")


# --- the turn --------------------------------------------------------------------------------


def _phase_of(setting: Setting, case: Given) -> tuple[str, str]:
    """Return the army and the phase that a case gives, where that army has such a phase then."""
    if case.phase is None:
        return setting.armies[0], "setup" if case.turn == 1 else "recon"
    army, _, phase = case.phase.partition(" ")
    if army not in setting.armies or phase not in PHASES:
        raise no_phase(case.phase, [f"{one} {name}" for one in setting.armies for name in PHASES])
    if phase in ("setup", "ecorps") and army not in GROUPS:
        raise FormError(f"given: the phase {case.phase!r} belongs only to the Americans")
    if phase == "setup" and case.turn > 1:
        raise FormError("given: the set-up is before turn 1 (11.0)")
    if phase == "ecorps" and (case.turn < ECORPS_FROM or case.ecorps):
        raise FormError(f"given: E Corps is called once, from turn {ECORPS_FROM} on (8.5)")
    if not acts(setting, army, case.turn):
        raise FormError(f"given: {army} has no part in turn {case.turn} (3.0)")
    if case.ecorps and case.turn < ECORPS_FROM:
        raise FormError(f"given: ecorps: no player can call it before turn {ECORPS_FROM} (8.5)")
    return army, phase


def _set_towns(setting: Setting, position: Position, case: Given) -> None:
    """[10.0] Say who controls which town; Central Tokyo since when."""
    known_names("control", case.control, setting.tables.towns, "hex with a town or city")
    position.control = {town: by for town, by in case.control.items() if by != "jp"}
    if case.palace_turn and setting.tables.palace not in position.control:
        raise FormError("given: palace_turn: nobody controls Central Tokyo")
    if case.palace_turn > case.turn:
        raise FormError(f"given: palace_turn: it is turn {case.turn}")
    position.palace_turn = case.palace_turn


def _set_36th(setting: Setting, position: Position, case: Given, army: str) -> None:
    """[8.2] Say which units are released to whom, which will be, and what has released them."""
    if isinstance(case.freed, dict):
        freed = case.freed
    else:
        freed = {}
        for unit in case.freed:
            here = position.at.get(unit, "")
            freed[unit] = setting.japanese(here) if army in GROUPS and here else army
    known_names("freed", freed, position.locked, "unit in the zone of the 36th Army")
    japanese = [one for one in setting.armies if one not in GROUPS]
    known_names("freed", {*freed.values()}, japanese, "Japanese army")
    position.locked = [unit for unit in position.locked if unit not in freed]
    position.freed = dict(freed)
    known_names("pending", case.pending, japanese, "Japanese army")
    if sum(case.pending.values()) > len(position.locked):
        raise FormError(f"given: pending: only {len(position.locked)} units are not released yet")
    position.pending = {one: number for one, number in case.pending.items() if number}
    if isinstance(case.triggers, int):
        # Which cities those were is left open: none that anybody may still enter.
        position.triggers = ["elsewhere"] * case.triggers
        if case.triggers and setting.options.chinese_trigger:
            position.triggers[0] = towns.TAMA
    else:
        known = [*sorted(setting.tables.cities), towns.TAMA, towns.ACROSS]
        position.triggers = known_names("triggers", case.triggers, known, "trigger")


def _set_waiting(setting: Setting, position: Position, case: Given) -> None:
    """[8.1, 7.25] Say who waits outside the map for room."""
    for side, number in case.late.items():
        if number > position.infantry + len(position.reserve):
            raise FormError(f"given: late: {side}: not so many are left in the reserve")
    for group, number in case.carried.items():
        if number > sum(setting.group(position, unit) == group for unit in position.box):
            raise FormError(f"given: carried: {group}: not so many are in its box")
    position.late = {side: number for side, number in case.late.items() if number}
    position.carried = {group: number for group, number in case.carried.items() if number}


def _set_volunteers(setting: Setting, position: Position, case: Given) -> None:
    """[13.2] Say which Volunteer Corps are left, and what each side has taken."""
    if (case.chits is not None or case.called) and not setting.options.volunteers:
        raise FormError("given: chits and called need the option volunteers (13.2)")
    if case.chits is not None:
        left = list(setting.tables.chits)
        for chit in case.chits:
            if chit not in left:
                raise FormError(
                    f"given: chits: there are {setting.tables.chits}, and no more {chit}"
                )
            left.remove(chit)
        position.chits = sorted(case.chits)
    commanders = {setting.commander(army) for army in setting.armies if army not in GROUPS}
    known_names("called", case.called, sorted(commanders), "side that commands Japanese units")
    taken = sum(setting.tables.chits) - sum(position.chits)
    if sum(case.called.values()) > taken:
        raise FormError(f"given: called: the called Volunteer Corps are worth {taken} together")
    position.called = dict(case.called)


def _set_quotas(setting: Setting, position: Position, case: Given) -> None:
    """[7.2, 8.1] Say who may still come on: no more than are due now or have waited."""
    if (case.quota is not None or case.arrivals is not None) and position.phase != "recon":
        raise FormError("given: quota and arrivals belong to a recon phase")
    if case.quota is not None:
        group = [u for u, unit in setting.tables.americans.items() if unit.group == position.army]
        most = position.quota + len(group)
        if case.quota > most:
            raise FormError(f"given: quota: at most {most} units, with those that waited (7.2)")
        position.quota = case.quota
    if case.arrivals is not None:
        known_names("arrivals", case.arrivals, position.arrivals, "side where reserves arrive")
        left = position.infantry + len(position.reserve)
        if sum(case.arrivals.values()) > left:
            raise FormError(f"given: arrivals: {left} units are left in the reserve (8.1)")
        position.arrivals = dict(case.arrivals)


def _set_middle(setting: Setting, position: Position, case: Given) -> None:
    """Say what has happened in this phase so far."""
    _set_quotas(setting, position, case)
    for word, (phases, own) in IN_PHASE.items():
        names = getattr(case, word)
        if not names:
            continue
        if position.phase not in phases:
            raise FormError(f"given: {word} belongs to a {' or '.join(phases)} phase")
        american = (position.army in GROUPS) == own
        known = [
            unit
            for unit in (*position.at, *position.box, *position.gone)
            if setting.american(unit) == american
        ]
        if word == "rolled":
            known = [unit for unit in known if unit in setting.tables.armor]
        whose = "the army to act" if own else "its enemy"
        known_names(word, names, known, f"unit of {whose}")
        setattr(position, word, names)


# --- positions that cannot be ----------------------------------------------------------------


def _check_arrived(setting: Setting, position: Position) -> None:
    """[8.3, 8.5] Refuse Americans before their turn, and E Corps before anybody has called it."""
    for unit in (*position.at, *position.box):
        american = setting.tables.americans.get(unit)
        if american is None:
            continue
        if american.group == "E" and not position.ecorps:
            raise FormError(
                f"given: {unit} belongs to E Corps, but ecorps does not say who called it"
            )
        if american.turn > position.turn:
            raise FormError(f"given: {unit} does not come before turn {american.turn} (8.3)")


def _check(setting: Setting, position: Position) -> None:
    """Refuse what no game can come to: stacking, a game that is over."""
    _check_stacking(setting, position)
    over = victory.at_once(setting, position)
    if over is not None:
        raise FormError(f"given: the game is over in this position: {over.why} [{over.paragraph}]")


def _check_stacking(setting: Setting, position: Position) -> None:
    """[5.3] One unit a hex; those of the army that acts may share one until its movement ends."""
    standing: dict[str, list[str]] = {}
    for unit, here in sorted(position.at.items()):
        standing.setdefault(here, []).append(unit)
    for here, units in standing.items():
        if len(units) == 1:
            continue
        armies = {setting.army(position, unit) for unit in units}
        moving = position.phase in ("recon", "movement") and armies == {position.army}
        if not moving:
            who = ", ".join(units)
            raise FormError(
                f"given: {here} has {who} in it, and only one unit can be in a hex (5.3)"
            )


# --- the words of `then` ---------------------------------------------------------------------


def facts_of(setting: Setting, position: Position) -> Mapping[str, Any]:
    """Return the position in the words of a case: what ``then`` compares with."""
    tables = setting.tables
    names = {**tables.americans, **tables.armor, **position.tokens}
    for letter, number in position.made.items():
        names |= dict.fromkeys(f"{letter}{n}" for n in range(1, number + 1))
    known = {u: counter for u, counter in position.tokens.items() if position.known(u)}
    phase = position.phase if position.phase == "over" else f"{position.army} {position.phase}"
    return {
        "turn": position.turn,
        "phase": phase,
        "units": {unit: _where(position, unit) for unit in names},
        "known": known,
        "names": dict(position.made),
        "control": {town: position.control.get(town, "jp") for town in sorted(tables.towns)},
        "palace_turn": position.palace_turn,
        "points": victory.points(setting, position),
        "pool": position.pool,
        "sr": {"infantry": position.infantry, "armor": len(position.reserve)},
        "ecorps": position.ecorps,
        "strayed": {u: position.serial - since for u, since in position.strayed.items()},
        "strength": _strength(setting, position),
        **{word: _copy(getattr(position, word)) for word in _AS_IT_STANDS},
    }


_AS_IT_STANDS = (
    "freed", "pending", "triggers", "quota", "arrivals", "late", "carried", *IN_PHASE,
    "chits", "called", "hq_lost",
)  # fmt: skip
"""Words of a case that are fields of a position."""


def _copy(value: Any) -> Any:
    return value if isinstance(value, int) else type(value)(value)


def _where(position: Position, unit: str) -> str:
    if unit in position.at:
        return position.at[unit]
    if unit in position.box:
        return "box"
    return "gone" if unit in position.gone else "off"


def _strength(setting: Setting, position: Position) -> dict[str, Any] | None:
    """[6.1] Return what is known of the attack for which a die is due; None where it is not all."""
    battle = position.battle
    if battle is None or battle.stage != "dice" or not _seen(setting, position, battle.with_):
        return None
    if not _seen(setting, position, [battle.target]):
        return None
    ratio = combat.ratio_of(setting, position, battle)
    column = max(combat.LOWEST, min(combat.HIGHEST, ratio.column + ratio.shift))
    return {
        "attack": ratio.attack,
        "defense": ratio.defense,
        "odds": combat.odds_of(ratio),
        "shift": ratio.shift,
        "column": combat.odds(column),
    }


def _seen(setting: Setting, position: Position, units: Iterable[str]) -> bool:
    """Whether everybody sees what units are worth before a die: Japanese armor rolls for it."""
    return all(position.known(unit) and unit not in setting.tables.armor for unit in units)
