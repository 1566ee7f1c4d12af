"""How the outcomes of the mapboard change a position, and what other changes share with them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pbem.games.singapore.data.forms import Army
from pbem.games.singapore.data.tables import ARMY_OF
from pbem.games.singapore.rules import outcomes as o
from pbem.games.singapore.rules.cards.ch6_effects import FORCE, column
from pbem.games.singapore.rules.cards.changes_cards import new_turn
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
from pbem.games.singapore.rules.variants.changes_hidden import change
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


def _turn_begun(_setting: Setting, position: Position, reported: o.TurnBegun) -> None:
    war = open_war(position)
    position.phase = "refuel"
    if war.cards is not None:
        position.phase = "before-refuel"
        new_turn(war.cards)
    war.army, war.period = reported.army, reported.period
    war.moved, war.over, war.answered, war.barred = [], [], [], []
    war.entered, war.launches, war.barrage = {}, {}, {}
    war.steps, war.on_road, war.drive, war.offers = {}, [], "", {}
    if (veil := veil_of(war)) is not None:
        veil.offers, veil.die, veil.sent = {}, 0, []


def _phase_begun(_setting: Setting, position: Position, reported: o.PhaseBegun) -> None:
    position.phase = reported.phase
    open_window(position)


def _plane_moved(_setting: Setting, position: Position, reported: o.PlaneMoved) -> None:
    war = open_war(position)
    war.at[reported.unit], war.air[reported.unit] = reported.place, reported.state


def _units_moved(setting: Setting, position: Position, reported: o.UnitsMoved) -> None:
    war = open_war(position)
    end = reported.path[-1]
    came = (reported.start, *reported.path)[-2]
    for unit in reported.units:
        war.at[unit], war.entered[unit] = end, came
        if unit not in war.moved:
            war.moved.append(unit)
    _count_steps(setting, war, reported)
    launches = war.launches.get(end, [])
    if reported.attacks and came not in launches:
        war.launches[end] = [*launches, came]


def _count_steps(setting: Setting, war: War, reported: o.UnitsMoved) -> None:
    """[7.3, 6.D4] Count what vehicles have gone, and who has left by a misread order."""
    for unit in reported.units:
        if setting.tables.units[unit].kind == "vehicle":
            if reported.road and unit not in war.steps:
                war.on_road.append(unit)
            war.steps[unit] = war.steps.get(unit, 0) + len(reported.path)
    misread = None if war.cards is None else war.cards.misread
    if reported.paragraph == "6.D4" and misread is not None:
        misread.left -= len(reported.units)
    if war.drive == reported.start:
        war.drive = ""


def _control_changed(_setting: Setting, position: Position, reported: o.ControlChanged) -> None:
    open_war(position).control[reported.place] = reported.army


def _barrage_ordered(_setting: Setting, position: Position, reported: o.BarrageOrdered) -> None:
    open_war(position).barrage |= dict(zip(reported.units, reported.places, strict=True))


def _defence_ordered(_setting: Setting, position: Position, reported: o.DefenceOrdered) -> None:
    open_war(position).answered.append(reported.army)


def _battle_begun(_setting: Setting, position: Position, reported: o.BattleBegun) -> None:
    holder = open_war(position).holder
    every = {*reported.lines[DEFENDER], *reported.guns[ATTACKER], *reported.guns[DEFENDER]}
    battle = Battle(
        sector=reported.place,
        seats={role: list(reported.seats[role]) for role in SIDES},
        line={role: list(reported.lines[role]) for role in SIDES},
        guns={role: list(reported.guns[role]) for role in SIDES},
        planes={role: list(reported.planes[role]) for role in SIDES},
        edge=dict(reported.edge),
        held={unit: holder[unit] for unit in sorted(every) if unit in holder},
        unlined=[role for role in (DEFENDER, ATTACKER) if len(reported.lines[role]) > 1],
    )
    position.phase, position.battle = "fight", battle
    _set_stage(battle)
    open_window(position)


def _set_stage(battle: Battle) -> None:
    battle.stage = "air" if all(battle.planes[role] for role in SIDES) else "tactics"


def _line_ordered(_setting: Setting, position: Position, reported: o.LineOrdered) -> None:
    battle = open_battle(position)
    battle.line[reported.role] = list(reported.units)
    battle.unlined.remove(reported.role)


def _stayed(_setting: Setting, position: Position, reported: o.Stayed) -> None:
    open_battle(position).stays += reported.armies


def _retreat_agreed(_setting: Setting, position: Position, reported: o.RetreatAgreed) -> None:
    open_battle(position).agreed.append(reported.army)


def _retreat_begun(_setting: Setting, position: Position, reported: o.RetreatBegun) -> None:
    battle = open_battle(position)
    battle.flees, battle.falls_back = reported.role, list(reported.units)


def _pursuit_ordered(_setting: Setting, position: Position, reported: o.PursuitOrdered) -> None:
    battle = open_battle(position)
    battle.hunted.append(reported.army)
    battle.hunters |= dict(zip(reported.units, reported.targets, strict=True))


def _retreat_struck(_setting: Setting, position: Position, reported: o.RetreatStruck) -> None:
    battle = open_battle(position)
    battle.hunters.pop(reported.unit, None)
    spend(battle, reported.unit)


def _withdrew(_setting: Setting, position: Position, reported: o.Withdrew) -> None:
    war, battle = open_war(position), open_battle(position)
    war.at[reported.unit] = reported.place
    _out_of_battle(battle, reported.unit)


def _out_of_battle(battle: Battle, unit: str) -> None:
    battle.falls_back = [one for one in battle.falls_back if one != unit]
    battle.tired = [one for one in battle.tired if one != unit]
    battle.spent.pop(unit, None)
    for role in SIDES:
        battle.line[role] = [one for one in battle.line[role] if one != unit]
    leave_group(battle, unit)


def _unit_removed(_setting: Setting, position: Position, reported: o.UnitRemoved) -> None:
    war = open_war(position)
    del war.at[reported.unit]
    war.air.pop(reported.unit, None)
    war.holder.pop(reported.unit, None)
    war.barrage.pop(reported.unit, None)
    war.barred = [unit for unit in war.barred if unit != reported.unit]
    war.gone.append(reported.unit)
    if position.battle is not None:
        _out_of_battle(position.battle, reported.unit)


def _battery_captured(_setting: Setting, position: Position, reported: o.BatteryCaptured) -> None:
    war = open_war(position)
    _hold(war, reported.unit, reported.army)
    war.aside.append(reported.unit)


def _battery_settled(_setting: Setting, position: Position, reported: o.BatterySettled) -> None:
    war = open_war(position)
    war.aside.remove(reported.unit)
    _hold(war, reported.unit, reported.army)
    war.barred.append(reported.unit)


def _hold(war: War, unit: str, army: Army) -> None:
    if ARMY_OF[unit[0]] == army:
        war.holder.pop(unit, None)
    else:
        war.holder[unit] = army


def _battle_ended(setting: Setting, position: Position, reported: o.BattleEnded) -> None:
    position.battle, position.phase = None, "combat"
    war = open_war(position)
    war.over.append(reported.place)
    if not reported.contested and len(column(setting, war, reported.place)) >= FORCE:
        war.drive = reported.place


def _units_arrived(setting: Setting, position: Position, reported: o.UnitsArrived) -> None:
    war = open_war(position)
    for unit in reported.units:
        war.at[unit] = reported.place
        if setting.tables.units[unit].flies:
            war.air[unit] = "ready"
    axis = setting.tables.data.map.sectors[reported.place].axis is not None
    if axis and reported.place not in war.active:
        war.active = sorted([*war.active, reported.place])


# --- supply -----------------------------------------------------------------------------------


def _supply_paid(_setting: Setting, position: Position, reported: o.SupplyPaid) -> None:
    open_war(position).stock[reported.army] -= reported.tokens


def _depot_lost(_setting: Setting, position: Position, reported: o.DepotLost) -> None:
    open_war(position).debts.append(Debt(reported.place, reported.army, reported.to))


def _supply_lost(_setting: Setting, position: Position, reported: o.SupplyLost) -> None:
    war = open_war(position)
    war.debts.pop(0)
    change(war, reported.army, -reported.tokens)
    war.stock[reported.to] += reported.tokens


def _resupplied(_setting: Setting, position: Position, reported: o.Resupplied) -> None:
    change(open_war(position), reported.army, reported.tokens)


def _deployed(setting: Setting, position: Position, reported: o.UnitsDeployed) -> None:
    war = open_war(position)
    for unit in reported.units:
        war.at[unit] = reported.place
        if setting.tables.units[unit].flies:
            war.air[unit] = "ready"


def _activated(_setting: Setting, position: Position, reported: o.AxesActivated) -> None:
    open_war(position).active = sorted(reported.axes)


def _split_proposed(_setting: Setting, position: Position, reported: o.SplitProposed) -> None:
    open_war(position).offers["br"] = reported.tokens


def _pools_split(_setting: Setting, position: Position, reported: o.PoolsSplit) -> None:
    war = open_war(position)
    war.stock["au"], war.stock["br"], war.offers = reported.au, reported.br, {}
    if (veil := veil_of(war)) is not None:
        veil.settling = ""


def _offered(_setting: Setting, position: Position, reported: o.TransferOffered) -> None:
    open_war(position).offers[reported.army] = reported.tokens


def _given(_setting: Setting, position: Position, reported: o.TokensGiven) -> None:
    war = open_war(position)
    war.stock[reported.army] -= reported.tokens
    war.stock[reported.to] += reported.tokens
    war.offers = {reported.army: 0, reported.to: 0}


def _level_reached(_setting: Setting, position: Position, reported: o.LevelReached) -> None:
    open_war(position).reached = reported.level


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
