"""How each outcome changes a position: the only code that does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pbem.games.manila.rules import ch06_1_dawn as dawn
from pbem.games.manila.rules import ch06_4_streets as streets
from pbem.games.manila.rules import outcomes as o
from pbem.games.manila.rules.ch08_movement import NICHOLS
from pbem.games.manila.rules.position import (
    Action,
    Battle,
    Plan,
    Position,
    Retreat,
    contested,
    open_action,
    open_battle,
)
from pbem.games.manila.rules.setting import Setting
from pbem.kit.contract import Outcome, Result


def apply(setting: Setting, position: Position, outcome: Outcome) -> None:
    """Change the position by one outcome."""
    _CHANGES[type(outcome)](setting, position, outcome)


def _phase_begun(setting: Setting, position: Position, outcome: o.PhaseBegun) -> None:
    position.turn = outcome.turn
    match outcome.phase:
        case "dawn":
            position.placing = dawn.due(setting, position)
        case "end":
            position.spent = []
            position.action = None
            position.last_event, position.event = position.event, ""
    position.phase = outcome.phase
    if outcome.phase == "combat" and streets.areas(setting, position):
        position.phase = "streets"


def _arrived(_: Setting, position: Position, outcome: o.Arrived) -> None:
    position.at[outcome.unit] = outcome.area
    position.track.pop(outcome.unit, None)
    if outcome.unit in position.placing:
        position.placing.remove(outcome.unit)


def _withdrawn(_: Setting, position: Position, outcome: o.Withdrawn) -> None:
    _take_off(position, outcome.unit)
    position.out.pop(outcome.unit, None)
    position.track.pop(outcome.unit, None)
    if outcome.until is None:
        position.gone.append(outcome.unit)
    else:
        position.track[outcome.unit] = outcome.until


def _mortality_rolled(_: Setting, position: Position, outcome: o.MortalityRolled) -> None:
    del position.out[outcome.unit]
    match outcome.fate:
        case "killed":
            position.gone.append(outcome.unit)
        case "wounded":
            position.track[outcome.unit] = position.turn + 1
        case "returns":
            position.placing.append(outcome.unit)


def _event_rolled(_: Setting, position: Position, outcome: o.EventRolled) -> None:
    position.event = "" if outcome.event == "no result" else outcome.event


def _breakout_rolled(setting: Setting, position: Position, outcome: o.BreakoutRolled) -> None:
    if outcome.happens and setting.options.iwabuchi_target == "player":
        position.phase = "breakout"


def _broke_out(_: Setting, position: Position, outcome: o.BrokeOut) -> None:
    there = position.units_in(outcome.area)
    position.defenders[str(outcome.area)] = outcome.counter
    if there:
        position.retreat = Retreat(outcome.area, there, dict.fromkeys(there, 0))


def _supply_rolled(_: Setting, position: Position, outcome: o.SupplyRolled) -> None:
    position.supply = outcome.supply
    position.phase = "purchase"


def _bought(_: Setting, position: Position, outcome: o.Bought) -> None:
    position.supply -= outcome.cost
    for marker in position.markers:
        position.markers[marker] += getattr(outcome, marker)


def _returned_to_play(_: Setting, position: Position, outcome: o.ReturnedToPlay) -> None:
    position.supply -= outcome.cost
    del position.out[outcome.unit]
    position.at[outcome.unit] = outcome.area


def _morale_changed(_: Setting, position: Position, outcome: o.MoraleChanged) -> None:
    position.morale = outcome.morale


def _air_released(_: Setting, position: Position, _outcome: o.AirReleased) -> None:
    position.air_released = True


def _streets_rolled(_: Setting, position: Position, outcome: o.StreetsRolled) -> None:
    """All Areas are rolled for in one go, so nothing waits for the second roll."""
    position.phase = "combat"
    if outcome.effect == "loss":
        position.streets.append(outcome.area)


def _activated(_: Setting, position: Position, outcome: o.Activated) -> None:
    position.action = Action(outcome.area, contested(position))


def _moved(_: Setting, position: Position, outcome: o.Moved) -> None:
    *_before, goal = outcome.path
    position.at[outcome.unit] = goal
    if not position.american(goal):
        came_from = outcome.path[-2] if len(outcome.path) > 1 else outcome.origin
        action = open_action(position)
        action.entered.append(outcome.unit)
        action.origins[outcome.unit] = came_from


def _became_spent(_: Setting, position: Position, outcome: o.BecameSpent) -> None:
    for unit in outcome.units:
        if unit not in position.spent:
            position.spent.append(unit)
        if position.action is not None:
            _leave_group(position.action, unit)


def _attack_declared(_: Setting, position: Position, outcome: o.AttackDeclared) -> None:
    action = open_action(position)
    plan = Plan(
        lead=outcome.lead,
        artillery=outcome.artillery,
        engineer=outcome.engineer,
        air=outcome.air,
        barrage=outcome.barrage,
        sniper=outcome.sniper,
        retreat=outcome.retreat,
    )
    origins = {u: action.origins[u] for u in outcome.units} if outcome.mandatory else {}
    stage = "reveal" if position.hidden(outcome.area) else "fight"
    position.battle = Battle(outcome.area, list(outcome.units), origins, plan, stage)
    action.attacked.append(outcome.area)
    action.done += outcome.units
    for unit in outcome.units:
        _leave_group(action, unit)


def _leave_group(action: Action, unit: str) -> None:
    if unit in action.entered:
        action.entered.remove(unit)
        del action.origins[unit]


def _revealed(_: Setting, position: Position, outcome: o.Revealed) -> None:
    battle = open_battle(position)
    position.defenders[str(outcome.area)] = outcome.counter
    battle.strategy = outcome.strategy
    battle.stage = "barrage" if outcome.strategy == "Barrage" else "fight"


def _broken_off(_: Setting, position: Position, _outcome: o.BrokenOff) -> None:
    _end_battle(position, retreats=True)


def _fight_joined(_: Setting, position: Position, outcome: o.FightJoined) -> None:
    battle = open_battle(position)
    battle.lead = outcome.lead
    battle.stage = "dice"
    for marker in position.markers:
        battle.support[marker] = getattr(outcome, marker)
        position.markers[marker] -= battle.support[marker]


def _combat_resolved(setting: Setting, position: Position, outcome: o.CombatResolved) -> None:
    """The battle is over, unless a Sniper has several Leaders to choose from."""
    battle = open_battle(position)
    if outcome.area == NICHOLS and outcome.result != "Repulse":
        position.nichols_reached = True
    leaders = [unit for unit in battle.units if setting.leader(unit)]
    asked = battle.strategy == "Sniper" and len(leaders) > 1 and battle.plan.sniper not in leaders
    if asked:
        battle.stage = "sniper"
        _retreat(position, battle, retreats=outcome.result == "Repulse")
    else:
        _end_battle(position, retreats=outcome.result == "Repulse")


def _end_battle(position: Position, *, retreats: bool) -> None:
    _retreat(position, open_battle(position), retreats=retreats)
    position.battle = None


def _retreat(position: Position, battle: Battle, *, retreats: bool) -> None:
    """[9.1, 9.3] Only units of a failed Mandatory Attack retreat: the others have no origins."""
    if retreats and battle.origins:
        origins = {unit: battle.origins[unit] for unit in battle.units}
        position.retreat = Retreat(battle.area, list(origins), origins, battle.plan.retreat)


def _out_of_action(setting: Setting, position: Position, outcome: o.OutOfAction) -> None:
    unit, battle = outcome.unit, position.battle
    _take_off(position, unit)
    position.out[unit] = position.turn
    if outcome.area in position.streets:
        position.streets.remove(outcome.area)
    if battle is not None and unit in battle.units:
        battle.units.remove(unit)
        if battle.stage == "barrage":
            battle.stage = "fight"
        elif battle.stage == "sniper" and setting.leader(unit):
            position.battle = None


def _captured(_: Setting, position: Position, outcome: o.Captured) -> None:
    del position.defenders[str(outcome.area)]


def _retreated(_: Setting, position: Position, outcome: o.Retreated) -> None:
    position.at[outcome.unit] = outcome.area
    _leave_retreat(position, outcome.unit)


def _game_ended(_: Setting, position: Position, outcome: o.GameEnded) -> None:
    position.phase = "over"
    position.ended = Result(outcome.winner, outcome.why, outcome.paragraph)


def _take_off(position: Position, unit: str) -> None:
    position.at.pop(unit, None)
    if unit in position.spent:
        position.spent.remove(unit)
    _leave_retreat(position, unit)


def _leave_retreat(position: Position, unit: str) -> None:
    retreat = position.retreat
    if retreat is not None:
        if unit in retreat.units:
            retreat.units.remove(unit)
            del retreat.origins[unit]
        if not retreat.units:
            position.retreat = None


_CHANGES: dict[type[Outcome], Callable[[Setting, Position, Any], None]] = {
    o.PhaseBegun: _phase_begun,
    o.Arrived: _arrived,
    o.Withdrawn: _withdrawn,
    o.MortalityRolled: _mortality_rolled,
    o.EventRolled: _event_rolled,
    o.BreakoutRolled: _breakout_rolled,
    o.BrokeOut: _broke_out,
    o.SupplyRolled: _supply_rolled,
    o.Bought: _bought,
    o.ReturnedToPlay: _returned_to_play,
    o.MoraleChanged: _morale_changed,
    o.AirReleased: _air_released,
    o.StreetsRolled: _streets_rolled,
    o.Activated: _activated,
    o.Moved: _moved,
    o.BecameSpent: _became_spent,
    o.AttackDeclared: _attack_declared,
    o.Revealed: _revealed,
    o.BrokenOff: _broken_off,
    o.FightJoined: _fight_joined,
    o.CombatResolved: _combat_resolved,
    o.OutOfAction: _out_of_action,
    o.Captured: _captured,
    o.Retreated: _retreated,
    o.GameEnded: _game_ended,
}
