"""How each outcome changes a position: the only code that does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pbem.games.singapore.data.forms import Army
from pbem.games.singapore.data.tables import ARMY_OF
from pbem.games.singapore.rules import outcomes as o
from pbem.games.singapore.rules.position import (
    ATTACKER,
    DEFENDER,
    SIDES,
    Battle,
    Debt,
    Position,
    War,
    open_battle,
    open_war,
)
from pbem.games.singapore.rules.setting import Setting
from pbem.kit.contract import Outcome, Result


def apply(setting: Setting, position: Position, outcome: Outcome) -> None:
    """Change the position by one outcome."""
    _CHANGES[type(outcome)](setting, position, outcome)


def _units_chosen(setting: Setting, position: Position, told: o.UnitsChosen) -> None:
    position.army[told.side] = told.army
    _place(setting, position, told.side, told.line, told.others)


def _lined_up(setting: Setting, position: Position, told: o.LinedUp) -> None:
    _place(setting, position, told.side, told.units, told.others)


def _place(
    setting: Setting, position: Position, side: str, line: tuple[str, ...], others: tuple[str, ...]
) -> None:
    battle = open_battle(position)
    battle.line[side] = list(line)
    flies = setting.tables.units
    battle.planes[side] = [unit for unit in others if flies[unit].flies]
    battle.guns[side] = [unit for unit in others if not flies[unit].flies]


def _set_up_ended(_setting: Setting, position: Position, told: o.SetUpEnded) -> None:
    position.phase = ATTACKER if told.side == DEFENDER else "fight"
    if told.side == ATTACKER:
        battle = open_battle(position)
        battle.stage = "air" if all(battle.planes[one] for one in SIDES) else "tactics"


def _plane_named(_setting: Setting, position: Position, told: o.PlaneNamed) -> None:
    open_battle(position).named[told.side] = told.unit


def _air_round(_setting: Setting, position: Position, _told: o.AirRound) -> None:
    open_battle(position).named = {}
    open_battle(position).rounds += 1


def _group_formed(_setting: Setting, position: Position, told: o.GroupFormed) -> None:
    battle = open_battle(position)
    battle.point, battle.support = told.point, told.support
    battle.tactic, battle.lent = told.tactic, told.lent
    battle.struck, battle.dropped = False, 0
    line = battle.line[ATTACKER]
    battle.line[ATTACKER] = [unit for unit in line if unit not in battle.group]


def _strikes_sealed(_setting: Setting, position: Position, told: o.StrikesSealed) -> None:
    open_battle(position).sealed.append(told.side)


def _strikes_declared(_setting: Setting, position: Position, told: o.StrikesDeclared) -> None:
    battle = open_battle(position)
    attacks = battle.role(told.side) == ATTACKER
    point = battle.defender if attacks else battle.point
    targets = dict.fromkeys(told.point, point) | dict.fromkeys(told.support, battle.support)
    battle.declared[told.side] = targets


def _strike_rolled(_setting: Setting, position: Position, told: o.StrikeRolled) -> None:
    battle = open_battle(position)
    _spend(battle, told.unit)


def _spend(battle: Battle, striker: str) -> None:
    """A strike unit has struck."""
    for ready in (battle.guns, battle.planes):
        for role in SIDES:
            ready[role] = [unit for unit in ready[role] if unit != striker]
    battle.used.append(striker)


def _strikes_over(_setting: Setting, position: Position, told: o.StrikesOver) -> None:
    open_battle(position).faced = [told.point, told.defender]
    open_battle(position).declared = {}
    open_battle(position).sealed = []


def _die_dropped(_setting: Setting, position: Position, told: o.DieDropped) -> None:
    open_battle(position).dropped = told.die


def _round_begun(_setting: Setting, position: Position, _told: o.RoundBegun) -> None:
    open_battle(position).stage = "dice"


def _round_fought(_setting: Setting, position: Position, _told: o.RoundFought) -> None:
    battle = open_battle(position)
    battle.stage = "tactics"
    battle.rounds += 1
    battle.fought, battle.stays, battle.agreed = bool(battle.sector), [], []
    for unit in battle.group:
        battle.spent[unit] = battle.spent.get(unit, 0) + 1


def _unit_lost(setting: Setting, position: Position, told: o.UnitLost) -> None:
    battle = open_battle(position)
    battle.lost[told.unit] = told.how
    battle.spent.pop(told.unit, None)
    if told.unit == battle.defender:
        battle.dropped = 0
    for standing in (battle.line, battle.planes):
        for side in SIDES:
            standing[side] = [unit for unit in standing[side] if unit != told.unit]
    if position.war is not None:
        battle.tired = [unit for unit in battle.tired if unit != told.unit]
        battle.falls_back = [unit for unit in battle.falls_back if unit != told.unit]
        if told.how == "suppressed" and _walks(setting, told.unit):
            battle.falls_back.append(told.unit)
    battle.struck = battle.struck or (told.by == "strike" and told.unit == battle.point)
    _leave_group(battle, told.unit)
    if battle.stage == "air" and not all(battle.planes[side] for side in SIDES):
        battle.stage, battle.named = "tactics", {}


def _fatigued(_setting: Setting, position: Position, told: o.Fatigued) -> None:
    battle = open_battle(position)
    _leave_group(battle, told.unit)
    battle.tired.append(told.unit)


def _leave_group(battle: Battle, unit: str) -> None:
    if unit == battle.point:
        battle.point = ""
    if unit == battle.support:
        battle.support = ""
    if not battle.group:
        battle.tactic, battle.lent, battle.struck, battle.dropped = "", 0, False, 0


def _nothing(_setting: Setting, _position: Position, _told: Outcome) -> None:
    """What is told besides, and changes nothing by itself."""


def _game_ended(_setting: Setting, position: Position, told: o.GameEnded) -> None:
    position.phase = "over"
    position.ended = Result(told.winner, told.why, told.paragraph)


def _walks(setting: Setting, unit: str) -> bool:
    piece = setting.tables.units[unit]
    return not piece.flies and piece.kind != "fixed"


# --- on the map -------------------------------------------------------------------------------


def _turn_begun(_setting: Setting, position: Position, told: o.TurnBegun) -> None:
    war = open_war(position)
    position.phase = "refuel"
    war.army, war.period = told.army, told.period
    war.moved, war.over, war.answered, war.barred = [], [], [], []
    war.entered, war.launches, war.barrage = {}, {}, {}


def _phase_begun(_setting: Setting, position: Position, told: o.PhaseBegun) -> None:
    position.phase = told.phase


def _plane_moved(_setting: Setting, position: Position, told: o.PlaneMoved) -> None:
    war = open_war(position)
    war.at[told.unit], war.air[told.unit] = told.place, told.state


def _units_moved(_setting: Setting, position: Position, told: o.UnitsMoved) -> None:
    war = open_war(position)
    end = told.path[-1]
    came = (told.start, *told.path)[-2]
    for unit in told.units:
        war.at[unit], war.entered[unit] = end, came
        war.moved.append(unit)
    launches = war.launches.get(end, [])
    if told.attacks and came not in launches:
        war.launches[end] = [*launches, came]


def _control_changed(_setting: Setting, position: Position, told: o.ControlChanged) -> None:
    open_war(position).control[told.place] = told.army


def _barrage_ordered(_setting: Setting, position: Position, told: o.BarrageOrdered) -> None:
    open_war(position).barrage |= dict(zip(told.units, told.places, strict=True))


def _defence_ordered(_setting: Setting, position: Position, told: o.DefenceOrdered) -> None:
    open_war(position).answered.append(told.army)


def _battle_begun(_setting: Setting, position: Position, told: o.BattleBegun) -> None:
    holder = open_war(position).holder
    every = {*told.lines[DEFENDER], *told.guns[ATTACKER], *told.guns[DEFENDER]}
    battle = Battle(
        sector=told.place,
        seats={role: list(told.seats[role]) for role in SIDES},
        line={role: list(told.lines[role]) for role in SIDES},
        guns={role: list(told.guns[role]) for role in SIDES},
        planes={role: list(told.planes[role]) for role in SIDES},
        edge=dict(told.edge),
        held={unit: holder[unit] for unit in sorted(every) if unit in holder},
        unlined=[role for role in (DEFENDER, ATTACKER) if len(told.lines[role]) > 1],
    )
    position.phase, position.battle = "fight", battle
    _set_stage(battle)


def _set_stage(battle: Battle) -> None:
    battle.stage = "air" if all(battle.planes[role] for role in SIDES) else "tactics"


def _line_ordered(_setting: Setting, position: Position, told: o.LineOrdered) -> None:
    battle = open_battle(position)
    battle.line[told.role] = list(told.units)
    battle.unlined.remove(told.role)


def _stayed(_setting: Setting, position: Position, told: o.Stayed) -> None:
    open_battle(position).stays += told.armies


def _retreat_agreed(_setting: Setting, position: Position, told: o.RetreatAgreed) -> None:
    open_battle(position).agreed.append(told.army)


def _retreat_begun(_setting: Setting, position: Position, told: o.RetreatBegun) -> None:
    battle = open_battle(position)
    battle.flees, battle.falls_back = told.role, list(told.units)


def _pursuit_ordered(_setting: Setting, position: Position, told: o.PursuitOrdered) -> None:
    battle = open_battle(position)
    battle.hunted.append(told.army)
    battle.hunters |= dict(zip(told.units, told.targets, strict=True))


def _retreat_struck(_setting: Setting, position: Position, told: o.RetreatStruck) -> None:
    battle = open_battle(position)
    battle.hunters.pop(told.unit, None)
    _spend(battle, told.unit)


def _withdrew(_setting: Setting, position: Position, told: o.Withdrew) -> None:
    war, battle = open_war(position), open_battle(position)
    war.at[told.unit] = told.place
    _out_of_battle(battle, told.unit)


def _out_of_battle(battle: Battle, unit: str) -> None:
    battle.falls_back = [one for one in battle.falls_back if one != unit]
    battle.tired = [one for one in battle.tired if one != unit]
    battle.spent.pop(unit, None)
    for role in SIDES:
        battle.line[role] = [one for one in battle.line[role] if one != unit]
    _leave_group(battle, unit)


def _unit_removed(_setting: Setting, position: Position, told: o.UnitRemoved) -> None:
    war = open_war(position)
    del war.at[told.unit]
    war.air.pop(told.unit, None)
    war.holder.pop(told.unit, None)
    war.barrage.pop(told.unit, None)
    war.barred = [unit for unit in war.barred if unit != told.unit]
    war.gone.append(told.unit)
    if position.battle is not None:
        _out_of_battle(position.battle, told.unit)


def _battery_captured(_setting: Setting, position: Position, told: o.BatteryCaptured) -> None:
    war = open_war(position)
    _hold(war, told.unit, told.army)
    war.aside.append(told.unit)


def _battery_settled(_setting: Setting, position: Position, told: o.BatterySettled) -> None:
    war = open_war(position)
    war.aside.remove(told.unit)
    _hold(war, told.unit, told.army)
    war.barred.append(told.unit)


def _hold(war: War, unit: str, army: Army) -> None:
    if ARMY_OF[unit[0]] == army:
        war.holder.pop(unit, None)
    else:
        war.holder[unit] = army


def _battle_ended(_setting: Setting, position: Position, told: o.BattleEnded) -> None:
    position.battle, position.phase = None, "combat"
    open_war(position).over.append(told.place)


def _units_arrived(setting: Setting, position: Position, told: o.UnitsArrived) -> None:
    war = open_war(position)
    for unit in told.units:
        war.at[unit] = told.place
        if setting.tables.units[unit].flies:
            war.air[unit] = "ready"
    axis = setting.tables.data.map.sectors[told.place].axis is not None
    if axis and told.place not in war.active:
        war.active = sorted([*war.active, told.place])


# --- supply -----------------------------------------------------------------------------------


def _supply_paid(_setting: Setting, position: Position, told: o.SupplyPaid) -> None:
    open_war(position).stock[told.army] -= told.tokens


def _depot_lost(_setting: Setting, position: Position, told: o.DepotLost) -> None:
    open_war(position).debts.append(Debt(told.place, told.army, told.to))


def _supply_lost(_setting: Setting, position: Position, told: o.SupplyLost) -> None:
    war = open_war(position)
    war.debts.pop(0)
    war.stock[told.army] -= told.tokens
    war.stock[told.to] += told.tokens


def _resupplied(_setting: Setting, position: Position, told: o.Resupplied) -> None:
    open_war(position).stock[told.army] += told.tokens


_CHANGES: dict[type[Outcome], Callable[[Setting, Position, Any], None]] = {
    o.UnitsChosen: _units_chosen,
    o.LinedUp: _lined_up,
    o.SetUpEnded: _set_up_ended,
    o.PlaneNamed: _plane_named,
    o.AirRound: _air_round,
    o.GroupFormed: _group_formed,
    o.StrikesSealed: _strikes_sealed,
    o.StrikesDeclared: _strikes_declared,
    o.StrikeRolled: _strike_rolled,
    o.StrikesOver: _strikes_over,
    o.DieDropped: _die_dropped,
    o.RoundBegun: _round_begun,
    o.RoundFought: _round_fought,
    o.UnitLost: _unit_lost,
    o.Fatigued: _fatigued,
    o.BrokeThrough: _nothing,
    o.TurnBegun: _turn_begun,
    o.PhaseBegun: _phase_begun,
    o.PlaneMoved: _plane_moved,
    o.UnitsMoved: _units_moved,
    o.ControlChanged: _control_changed,
    o.BarrageOrdered: _barrage_ordered,
    o.DefenceOrdered: _defence_ordered,
    o.BattleBegun: _battle_begun,
    o.LineOrdered: _line_ordered,
    o.Stayed: _stayed,
    o.RetreatAgreed: _retreat_agreed,
    o.RetreatBegun: _retreat_begun,
    o.PursuitOrdered: _pursuit_ordered,
    o.RetreatStruck: _retreat_struck,
    o.Withdrew: _withdrew,
    o.UnitRemoved: _unit_removed,
    o.BatteryCaptured: _battery_captured,
    o.BatterySettled: _battery_settled,
    o.BattleEnded: _battle_ended,
    o.UnitsArrived: _units_arrived,
    o.SupplyPaid: _supply_paid,
    o.DepotLost: _depot_lost,
    o.SupplyLost: _supply_lost,
    o.Resupplied: _resupplied,
    o.GameEnded: _game_ended,
}
