"""Positions in the words of numbered cases (docs/cases.md), both ways."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from pbem.errors import FormError
from pbem.games.singapore.data.forms import ARMIES, Army
from pbem.games.singapore.rules.fights.ch3_fight import begin, comes, round_due
from pbem.games.singapore.rules.position import (
    ATTACKER,
    ATTACKS,
    DEFENDER,
    PAIRS,
    SIDES,
    Battle,
    Position,
    open_battle,
)
from pbem.games.singapore.rules.setting import Setting
from pbem.games.singapore.words.cases_map import arrange_map, facts_of_map
from pbem.games.singapore.words.facts import PHASES
from pbem.games.singapore.words.wording import dice
from pbem.kit.cups import Cups
from pbem.kit.typed.given import known_names, no_phase, read_given

ALSO_NAMED: Mapping[str, tuple[str, ...]] = {}

Side = Literal["attacker", "defender"]
Lists = dict[Side, list[str]]


class Given(msgspec.Struct, forbid_unknown_fields=True):
    """The content of a case; scenario and options are read by the maker of the game."""

    scenario: str | None = None
    options: dict[str, Any] = {}
    phase: str | None = None
    army: dict[Side, Army] = {}
    line: Lists = {}
    """Side -> units in order; the first defender is the point, attackers wait after the group."""
    point: str = ""
    """The attacker's point, if there is a group."""
    support: str = ""
    """Its supporting unit."""
    tactic: Literal["", "standard", "concentrate", "flank"] = ""
    """Its tactic."""
    lent: Literal[0, 4, 6, 8, 10] = 0
    spent: dict[str, Annotated[int, Meta(ge=0, le=ATTACKS)]] = {}
    """Attacker -> attacks made (two: tired)."""
    tired: list[str] = []
    """Attackers set aside."""
    guns: Lists = {}
    """Side -> guns that have not struck."""
    planes: Lists = {}
    """Side -> planes that have not struck; while both sides have some, these fight."""
    used: list[str] = []
    """Guns and planes that have struck."""
    named: dict[Side, str] = {}
    declared: dict[Side, dict[str, str]] = {}
    faced: list[str] = []
    struck: bool = False
    dropped: Literal[0, 4, 6, 8, 10] = 0
    lost: dict[str, Literal["suppressed", "eliminated", "left"]] = {}
    rounds: Annotated[int, Meta(ge=0, le=999)] = 0


SAME = (
    "point",
    "support",
    "tactic",
    "lent",
    "tired",
    "used",
    "faced",
    "struck",
    "dropped",
    "rounds",
)
"""Words that a fight has under the same name."""
OF_SIDES = ("line", "guns", "planes")


def arrange(setting: Setting, given: Mapping[str, Any], _cups: Cups) -> Position:
    """Build the position that a case gives.

    If a case names lines, guns or planes, it is a fight; otherwise the defender begins.

    Raises:
        FormError: No game can reach what the case gives.
    """
    if setting.on_map:
        return arrange_map(setting, given)
    case = read_given(given, Given)
    phase = case.phase or ("fight" if case.line or case.point else DEFENDER)
    if phase not in PHASES[:3]:
        raise no_phase(phase, PHASES[:3])
    position = Position(phase, battle=Battle())
    for side, army in case.army.items():
        position.army[side] = army
    battle = open_battle(position)
    for word in OF_SIDES:
        for side, units in getattr(case, word).items():
            getattr(battle, word)[side] = _known(setting, word, units)
    for word in SAME:
        setattr(battle, word, getattr(case, word))
    battle.spent, battle.lost = dict(case.spent), dict(case.lost)
    for side, unit in case.named.items():
        battle.named[side] = unit
    battle.declared = {side: dict(targets) for side, targets in case.declared.items()}
    named = [*case.spent, *case.lost, *case.tired, *case.used, *case.named.values(), *battle.group]
    named += [*case.faced, *chain.from_iterable(case.declared.values())]
    _known(setting, "units", list(dict.fromkeys(named)))
    _check(setting, position)
    if phase == "fight":
        _set_stage(setting, position)
    return position


def _known(setting: Setting, word: str, units: list[str]) -> list[str]:
    return known_names(word, units, setting.tables.units, "unit")


def _set_stage(setting: Setting, position: Position) -> None:
    """A fight stands before planes, before a group, or before the dice of a round."""
    battle = open_battle(position)
    if all(battle.planes[side] for side in SIDES):
        battle.stage = "air"
        return
    waits = comes(setting, position)
    if waits in {"replace", "quiet", "over"}:
        raise FormError("given: no question and no dice are due here; write what comes next")
    battle.stage = "dice" if waits == "round" else "tactics"


# --- positions that cannot be -----------------------------------------------------------------


def _check(setting: Setting, position: Position) -> None:
    battle = open_battle(position)
    sides = [[*battle.line[s], *battle.guns[s], *battle.planes[s]] for s in SIDES]
    everybody = [*sides[0], *sides[1], *battle.group, *battle.tired, *battle.used, *battle.lost]
    for unit in everybody:
        if everybody.count(unit) > 1:
            raise FormError(f"given: {unit} is in two places")
    if position.phase == DEFENDER and everybody:
        raise FormError("given: before the defender has chosen, no unit is on the board")
    if position.phase == ATTACKER and not battle.line[DEFENDER]:
        raise FormError("given: when the attacker chooses, the defender has a line; give it")
    if position.phase == ATTACKER and sides[0]:
        raise FormError("given: when the attacker chooses, no attacker is on the board")
    if position.phase == "fight":
        _check_fight(battle)
        _check_strikers(battle)
    _check_kinds(setting, battle)
    practice = setting.practice is not None
    for side, army in position.army.items():
        if not practice:
            raise FormError("given: army: in a board scenario, no player chooses an army")
        if army not in ARMIES or list(position.army.values()).count(army) > 1:
            raise FormError(f"given: army: {side} cannot be {army}: colours differ (1.4)")


def _check_kinds(setting: Setting, battle: Battle) -> None:
    """[3.5] Guns are guns and planes fly; nobody else is among them."""
    pieces = setting.tables.units
    for side in SIDES:
        for unit in battle.planes[side]:
            if not pieces[unit].flies:
                raise FormError(f"given: planes: {unit} is not a plane")
        for unit in battle.guns[side]:
            if pieces[unit].kind not in {"field", "fixed"}:
                raise FormError(f"given: guns: {unit} is not a gun")
        for unit in battle.line[side]:
            if not setting.in_line(unit):
                raise FormError(f"given: line: {unit} does not belong in the line (3.5)")


def _check_fight(battle: Battle) -> None:
    """[2.6] Both sides stand in line; a group has a tactic, and has attacked less than twice."""
    if not battle.line[DEFENDER] or not (battle.group or battle.line[ATTACKER]):
        raise FormError("given: line: both sides must have a unit there, or the fight is over")
    if bool(battle.group) != bool(battle.tactic):
        raise FormError("given: a point needs a tactic, and a tactic needs a point; give both")
    if battle.support and battle.tactic not in PAIRS:
        raise FormError("given: support: only concentrate or flank has it (2.6)")
    if battle.struck and (battle.point or not battle.support):
        raise FormError("given: struck: a supporting unit is alone then (3.8.4)")
    if (battle.lent > 0) != (battle.tactic == "concentrate"):
        raise FormError("given: lent: only a Force Concentration lends a die")
    attackers = battle.attackers()
    for unit in attackers:
        if (battle.spent.get(unit, 0) == ATTACKS) != (unit in battle.tired):
            raise FormError(f"given: spent: {unit} is tired only after {ATTACKS} attacks")
    for unit in battle.spent:
        if unit not in attackers:
            raise FormError(f"given: spent: {unit} does not attack here")


def _check_strikers(battle: Battle) -> None:
    """[3.7, 3.8] What is named flies; what is declared can strike at whom it is aimed."""
    for side, unit in battle.named.items():
        if unit not in battle.planes[side]:
            raise FormError(f"given: named: {unit} is not a plane of the {side}")
    for side, targets in battle.declared.items():
        able = battle.strikers(side)
        aims = [battle.defender] if side == ATTACKER else list(battle.group)
        for unit, target in targets.items():
            if unit not in able or target not in aims:
                raise FormError(f"given: declared: {unit} cannot strike at {target} here (3.8)")


# --- the words of `then` ----------------------------------------------------------------------


def facts_of(setting: Setting, position: Position) -> Mapping[str, Any]:
    """Return the position in the words of a case: what ``then`` compares with."""
    if position.war is not None:
        return {**facts_of_map(setting, position), "strength": _strength(setting, position)}
    battle = open_battle(position)
    return {
        "phase": position.phase,
        "army": dict(position.army),
        **{word: {s: list(getattr(battle, word)[s]) for s in SIDES} for word in OF_SIDES},
        **{word: getattr(battle, word) for word in SAME},
        "spent": dict(battle.spent),
        "named": dict(battle.named),
        "declared": {side: dict(targets) for side, targets in battle.declared.items()},
        "lost": dict(battle.lost),
        "strength": _strength(setting, position),
    }


def _strength(setting: Setting, position: Position) -> dict[str, Any] | None:
    """[1.9] Return the dice of the round that is due, and the bonus in halves; None without one."""
    if not round_due(setting, position):
        return None
    reported = begin(setting, open_battle(position))
    return {
        "attack": dice(reported.attack),
        "defence": dice(reported.defence),
        "bonus": reported.bonus,
    }
