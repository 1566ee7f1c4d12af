"""How the outcomes of the mapboard change a position, and what other changes share with them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pbem.games.singapore.data.forms import Army
from pbem.games.singapore.data.tables import ARMY_OF
from pbem.games.singapore.rules import outcomes as o
from pbem.games.singapore.rules.ch6_effects import FORCE, column
from pbem.games.singapore.rules.changes_cards import new_turn
from pbem.games.singapore.rules.changes_hidden import change
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
    veil_of,
)
from pbem.games.singapore.rules.setting import Setting
from pbem.kit.contract import Outcome


def open_window(position: Position) -> None:
    """Another window for cards is open: nobody has declined there yet (6.7)."""
    if position.war is not None and position.war.cards is not None:
        position.war.cards.passed = []


def spend(battle: Battle, striker: str) -> None:
    """A strike unit has struck."""
    for ready in (battle.guns, battle.planes):
        for role in SIDES:
            ready[role] = [unit for unit in ready[role] if unit != striker]
    battle.used.append(striker)


def leave_group(battle: Battle, unit: str) -> None:
    """A unit stands in the group no more; without anybody there is none."""
    if unit == battle.point:
        battle.point = ""
    if unit == battle.support:
        battle.support = ""
    if not battle.group:
        battle.tactic, battle.lent, battle.struck, battle.dropped = "", 0, False, 0


def _turn_begun(_setting: Setting, position: Position, told: o.TurnBegun) -> None:
    war = open_war(position)
    position.phase = "refuel"
    if war.cards is not None:
        position.phase = "before-refuel"
        new_turn(war.cards)
    war.army, war.period = told.army, told.period
    war.moved, war.over, war.answered, war.barred = [], [], [], []
    war.entered, war.launches, war.barrage = {}, {}, {}
    war.steps, war.on_road, war.drive, war.offers = {}, [], "", {}
    if (veil := veil_of(war)) is not None:
        veil.offers, veil.die, veil.sent = {}, 0, []


def _phase_begun(_setting: Setting, position: Position, told: o.PhaseBegun) -> None:
    position.phase = told.phase
    open_window(position)


def _plane_moved(_setting: Setting, position: Position, told: o.PlaneMoved) -> None:
    war = open_war(position)
    war.at[told.unit], war.air[told.unit] = told.place, told.state


def _units_moved(setting: Setting, position: Position, told: o.UnitsMoved) -> None:
    war = open_war(position)
    end = told.path[-1]
    came = (told.start, *told.path)[-2]
    for unit in told.units:
        war.at[unit], war.entered[unit] = end, came
        if unit not in war.moved:
            war.moved.append(unit)
    _count_steps(setting, war, told)
    launches = war.launches.get(end, [])
    if told.attacks and came not in launches:
        war.launches[end] = [*launches, came]


def _count_steps(setting: Setting, war: War, told: o.UnitsMoved) -> None:
    """[7.3, 6.D4] Count what vehicles have gone, and who has left by a misread order."""
    for unit in told.units:
        if setting.tables.units[unit].kind == "vehicle":
            if told.road and unit not in war.steps:
                war.on_road.append(unit)
            war.steps[unit] = war.steps.get(unit, 0) + len(told.path)
    misread = None if war.cards is None else war.cards.misread
    if told.paragraph == "6.D4" and misread is not None:
        misread.left -= len(told.units)
    if war.drive == told.start:
        war.drive = ""


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
    open_window(position)


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
    spend(battle, told.unit)


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
    leave_group(battle, unit)


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


def _battle_ended(setting: Setting, position: Position, told: o.BattleEnded) -> None:
    position.battle, position.phase = None, "combat"
    war = open_war(position)
    war.over.append(told.place)
    if not told.contested and len(column(setting, war, told.place)) >= FORCE:
        war.drive = told.place


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
    change(war, told.army, -told.tokens)
    war.stock[told.to] += told.tokens


def _resupplied(_setting: Setting, position: Position, told: o.Resupplied) -> None:
    change(open_war(position), told.army, told.tokens)


def _deployed(setting: Setting, position: Position, told: o.UnitsDeployed) -> None:
    war = open_war(position)
    for unit in told.units:
        war.at[unit] = told.place
        if setting.tables.units[unit].flies:
            war.air[unit] = "ready"


def _activated(_setting: Setting, position: Position, told: o.AxesActivated) -> None:
    open_war(position).active = sorted(told.axes)


def _split_proposed(_setting: Setting, position: Position, told: o.SplitProposed) -> None:
    open_war(position).offers["br"] = told.tokens


def _pools_split(_setting: Setting, position: Position, told: o.PoolsSplit) -> None:
    war = open_war(position)
    war.stock["au"], war.stock["br"], war.offers = told.au, told.br, {}
    if (veil := veil_of(war)) is not None:
        veil.settling = ""


def _offered(_setting: Setting, position: Position, told: o.TransferOffered) -> None:
    open_war(position).offers[told.army] = told.tokens


def _given(_setting: Setting, position: Position, told: o.TokensGiven) -> None:
    war = open_war(position)
    war.stock[told.army] -= told.tokens
    war.stock[told.to] += told.tokens
    war.offers = {told.army: 0, told.to: 0}


def _level_reached(_setting: Setting, position: Position, told: o.LevelReached) -> None:
    open_war(position).reached = told.level


MAP_CHANGES: dict[type[Outcome], Callable[[Setting, Position, Any], None]] = {
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
    o.UnitsDeployed: _deployed,
    o.AxesActivated: _activated,
    o.SplitProposed: _split_proposed,
    o.PoolsSplit: _pools_split,
    o.TransferOffered: _offered,
    o.TokensGiven: _given,
    o.LevelReached: _level_reached,
}
