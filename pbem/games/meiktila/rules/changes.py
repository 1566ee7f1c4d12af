"""The effect of each outcome on a position."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import UNSET

from pbem.games.meiktila.data.forms import ENEMY
from pbem.games.meiktila.rules import ch06_results as results
from pbem.games.meiktila.rules import outcomes as o
from pbem.games.meiktila.rules.position import Activation, Battle, Position, acting, open_battle
from pbem.games.meiktila.rules.setting import Setting
from pbem.kit.contract import Outcome, Result


def apply(setting: Setting, position: Position, outcome: Outcome) -> None:
    """Change the position by one outcome."""
    _CHANGES[type(outcome)](setting, position, outcome)


def _phase_begun(_: Setting, position: Position, outcome: o.PhaseBegun) -> None:
    if outcome.turn != position.turn:
        _new_turn(position)
    elif outcome.phase == "air":
        position.sheltered = []
    position.turn, position.phase, position.side = outcome.turn, outcome.phase, outcome.side
    if outcome.phase in {"cup", "stacking"}:
        position.activation = None
    if outcome.phase == "allied status":
        position.landing = 0


def _new_turn(position: Position) -> None:
    """[4.4] Take away what lasts for a turn."""
    for name in ("known", "up", "passed", "tried", "took", "fought", "stirred",
                 "marched"):  # fmt: skip
        setattr(position, name, [])
    position.air = position.supply_air = position.landing = position.points = 0
    position.sentai = position.initiative = ""
    position.edge, position.chosen = {}, {}
    position.interdiction, position.tries = {"north": 0, "south": 0}, {"north": 0, "south": 0}
    position.hidden = {"al": 0, "jp": 0}
    position.activation = None
    position.landed = UNSET


def _deployed(_: Setting, position: Position, outcome: o.Deployed) -> None:
    unit, here = outcome.unit, position.at.get(outcome.unit, "")
    if unit in position.sheltered:
        position.sheltered.remove(unit)
        _undig(position, here)
    position.at[unit] = outcome.hex
    if outcome.dug:
        position.sheltered.append(unit)
        position.dug[outcome.hex] = position.dug.get(outcome.hex, 0) + 1


def _undig(position: Position, here: str) -> None:
    position.dug[here] -= 1
    if not position.dug[here]:
        del position.dug[here]


def _air_rolled(_: Setting, position: Position, outcome: o.AirRolled) -> None:
    position.air = outcome.allied
    position.sixes += outcome.die == 6
    position.sentai = "ready" if outcome.sentai else ""


def _initiative_rolled(_: Setting, position: Position, outcome: o.InitiativeRolled) -> None:
    position.initiative = outcome.side


def _allotted(_: Setting, position: Position, outcome: o.Allotted) -> None:
    position.air = outcome.combat
    position.supply_air = position.points = position.landing = outcome.supply
    position.interdiction = {"north": outcome.north, "south": outcome.south}


def _supply_rolled(_: Setting, position: Position, outcome: o.SupplyRolled) -> None:
    position.level = outcome.level


def _landed(setting: Setting, position: Position, outcome: o.Landed) -> None:
    position.at[outcome.unit] = outcome.hex
    steps = setting.tables.units[outcome.unit].steps
    if not outcome.full and steps > 1:
        position.reduced.append(outcome.unit)
        position.landed = (*position.just_landed(), outcome.unit)
    position.landing -= steps if outcome.full else 1


def _status_rolled(_: Setting, position: Position, outcome: o.StatusRolled) -> None:
    if outcome.edge:
        position.edge[outcome.unit] = outcome.edge
    if not outcome.supplied:
        position.oos.append(outcome.unit)


def _cut_off(_: Setting, position: Position, outcome: o.CutOff) -> None:
    position.oos.append(outcome.unit)


def _out_of_supply(_: Setting, position: Position, outcome: o.OutOfSupply) -> None:
    position.oos += outcome.units


def _edges_declared(_: Setting, position: Position, outcome: o.EdgesDeclared) -> None:
    position.chosen = dict.fromkeys(outcome.north, "north") | dict.fromkeys(outcome.south, "south")


def _markers_drawn(_: Setting, position: Position, outcome: o.MarkersDrawn) -> None:
    position.known += outcome.known
    position.hidden[outcome.side] = outcome.hidden


def _marker_up(setting: Setting, position: Position, outcome: o.MarkerUp) -> None:
    if outcome.marker in position.known:
        position.known.remove(outcome.marker)
    else:
        position.hidden[outcome.side] -= 1
    position.up.append(outcome.marker)
    position.activation = Activation(outcome.marker, outcome.side)
    if setting.options.forced_march == "activation":
        position.stirred, position.marched = [], []


def _number_rolled(_: Setting, position: Position, outcome: o.NumberRolled) -> None:
    acting(position).number = outcome.number


def _marker_idle(_: Setting, position: Position, _outcome: o.MarkerIdle) -> None:
    position.activation = None


def _passed(_: Setting, position: Position, outcome: o.Passed) -> None:
    position.passed.append(outcome.side)
    position.hidden[outcome.side] = 0
    if position.initiative == outcome.side:
        position.known = []


def _activated(_: Setting, position: Position, outcome: o.Activated) -> None:
    now = acting(position)
    now.mode = outcome.mode
    if now.side == "jp":
        now.enter, now.replace = list(outcome.enter), list(outcome.replace)
        now.commit = list(outcome.commit)
    for unit in outcome.replace:
        _count(position, unit)


def _count(position: Position, unit: str) -> None:
    """[A71] Count a unit that acts."""
    counted = acting(position).counted
    if unit not in counted:
        counted.append(unit)


def _activation_ended(_: Setting, position: Position, _outcome: o.ActivationEnded) -> None:
    position.activation = None


def _entry_rolled(_: Setting, position: Position, outcome: o.EntryRolled) -> None:
    now = acting(position)
    now.enter.remove(outcome.unit)
    _tried(position, outcome.unit, enters=outcome.enters)


def _commit_rolled(_: Setting, position: Position, outcome: o.CommitRolled) -> None:
    acting(position).commit.remove(outcome.unit)
    _tried(position, outcome.unit, enters=outcome.enters)
    if outcome.barred:
        position.barred.append(outcome.unit)


def _tried(position: Position, unit: str, *, enters: bool) -> None:
    position.tried.append(unit)
    if enters:
        acting(position).entering.append(unit)


def _replacement_rolled(_: Setting, position: Position, outcome: o.ReplacementRolled) -> None:
    acting(position).replace.remove(outcome.unit)
    position.tries[outcome.edge] += 1


def _replaced(setting: Setting, position: Position, outcome: o.Replaced) -> None:
    position.reduced.remove(outcome.unit)
    position.took.append(outcome.unit)
    if setting.side(outcome.unit) == "al":
        position.points -= 1


def _moved(setting: Setting, position: Position, outcome: o.Moved) -> None:
    unit, now = outcome.unit, acting(position)
    position.at[unit] = outcome.path[-1]
    now.moved.append(unit)
    _count(position, unit)
    if outcome.entered:
        now.entering.remove(unit)
        south = setting.tables.units[unit].entry == "south"
        position.edge[unit] = "south" if south else "north"
    if outcome.zone and unit not in position.stirred:
        position.stirred.append(unit)
    if outcome.forced and unit not in position.marched:
        position.marched.append(unit)


def _control_changed(_: Setting, position: Position, outcome: o.ControlChanged) -> None:
    position.control[outcome.hex] = outcome.by


def _dug(_: Setting, position: Position, outcome: o.Dug) -> None:
    position.dug[outcome.hex] = position.dug.get(outcome.hex, 0) + 1
    acting(position).dug.append(outcome.unit)
    _count(position, outcome.unit)


def _positions_gone(_: Setting, position: Position, outcome: o.PositionsGone) -> None:
    del position.dug[outcome.hex]


def _attack_declared(setting: Setting, position: Position, outcome: o.AttackDeclared) -> None:
    now = acting(position)
    position.attacked = position.attacked or outcome.side == "jp"
    now.targets.append(outcome.hex)
    for unit in outcome.with_:
        now.fought.append(unit)
        _count(position, unit)
        if unit not in position.fought:
            position.fought.append(unit)
    there = setting.here(position, ENEMY[outcome.side], outcome.hex)
    position.battle = Battle(
        outcome.side,
        outcome.hex,
        list(outcome.with_),
        banzai=list(outcome.banzai),
        guns=list(outcome.guns),
        air=outcome.air,
        advance=None if outcome.advance is None else list(outcome.advance),
        oos=list(outcome.oos),
        anti_tank=any(setting.is_(unit, "anti-tank") for unit in there),
    )
    _fly(position, outcome.side, outcome.air)


def _fly(position: Position, side: str, number: int) -> None:
    if side == "al":
        position.air -= number
    elif number:
        position.sentai = "used"


def _fired(_: Setting, position: Position, outcome: o.Fired) -> None:
    position.fired.append(outcome.unit)
    if outcome.attacking:
        acting(position).fought.append(outcome.unit)
        _count(position, outcome.unit)
        position.fought.append(outcome.unit)


def _level_fell(_: Setting, position: Position, outcome: o.LevelFell) -> None:
    position.level = outcome.level


def _defended(_: Setting, position: Position, outcome: o.Defended) -> None:
    battle = open_battle(position)
    battle.def_guns, battle.def_air = list(outcome.guns), outcome.air
    battle.town, battle.covered = outcome.town, list(outcome.dug)
    battle.stage = "dice"
    _fly(position, outcome.side, outcome.air)


def _combat_rolled(_: Setting, position: Position, outcome: o.CombatRolled) -> None:
    battle = open_battle(position)
    battle.result, battle.stage = outcome.result, "hold"
    battle.owed = _number(outcome.result.split("/")[1])


def _number(half: str) -> int:
    """Return the number of half a result, 0 of ``-`` and ``E``."""
    return int(half) if half in {"1", "2"} else 0


def _losses_planned(_: Setting, position: Position, outcome: o.LossesPlanned) -> None:
    open_battle(position).plan = list(outcome.parts)


def _plan_stopped(_: Setting, position: Position, _outcome: o.PlanStopped) -> None:
    open_battle(position).plan = []


def _combat_went_on(_: Setting, position: Position, outcome: o.CombatWentOn) -> None:
    battle = open_battle(position)
    battle.stage, battle.plan, battle.owed = outcome.stage, [], 0
    if outcome.stage == "losses":
        battle.owed = _number(battle.result.split("/")[0])


def _retreated(setting: Setting, position: Position, outcome: o.Retreated) -> None:
    battle = open_battle(position)
    position.at[outcome.unit] = outcome.path[-1]
    battle.retreated.append(outcome.unit)
    if battle.plan and battle.plan[0].unit == outcome.unit:
        battle.plan.pop(0)
    if results.by_units(setting, battle):
        _pay(battle, outcome.unit, 1)


def _pay(battle: Battle, unit: str, steps: int) -> None:
    battle.owed = max(0, battle.owed - steps)
    battle.paid.append(unit)


def _lose(setting: Setting, position: Position, unit: str, steps: int) -> None:
    """[6.5.3, 9.1] Score lost steps, and count them in the combat that asks for them."""
    position.vp[ENEMY[setting.side(unit)]] += steps
    battle = position.battle
    if battle is None or battle.stage not in {"hold", "losses"}:
        return
    if setting.side(unit) != results.asked(position):
        return
    _pay(battle, unit, 1 if results.by_units(setting, battle) else steps)
    if battle.plan and battle.plan[0].unit == unit:
        battle.plan.pop(0)


def _step_lost(setting: Setting, position: Position, outcome: o.StepLost) -> None:
    position.reduced.append(outcome.unit)
    _lose(setting, position, outcome.unit, 1)


def _eliminated(setting: Setting, position: Position, outcome: o.Eliminated) -> None:
    unit = outcome.unit
    _lose(setting, position, unit, outcome.steps)
    del position.at[unit]
    position.gone.append(unit)
    for units in (position.reduced, position.oos, position.fired, position.took, position.fought,
                  position.stirred, position.marched):  # fmt: skip
        if unit in units:
            units.remove(unit)
    position.landed = tuple(one for one in position.just_landed() if one != unit) or UNSET
    for edges in (position.edge, position.chosen):
        edges.pop(unit, None)
    if (battle := position.battle) is not None:
        for units in (battle.with_, battle.banzai):
            if unit in units:
                units.remove(unit)


def _advanced(_: Setting, position: Position, outcome: o.Advanced) -> None:
    position.at[outcome.unit] = outcome.hex


def _banzai_checked(_: Setting, position: Position, outcome: o.BanzaiChecked) -> None:
    open_battle(position).banzai.remove(outcome.unit)


def _combat_ended(_: Setting, position: Position, _outcome: o.CombatEnded) -> None:
    position.battle = None


def _markers_removed(_: Setting, position: Position, _outcome: o.MarkersRemoved) -> None:
    position.oos, position.fired = [], []


def _scored(_: Setting, position: Position, outcome: o.Scored) -> None:
    position.vp[outcome.side] += outcome.points


def _game_ended(_: Setting, position: Position, outcome: o.GameEnded) -> None:
    position.phase = "over"
    position.ended = Result(outcome.winner, outcome.why, outcome.paragraph)


def _nothing(_: Setting, _position: Position, _outcome: Outcome) -> None:
    """Some outcomes change nothing."""


_CHANGES: dict[type[Outcome], Callable[[Setting, Position, Any], None]] = {
    o.PhaseBegun: _phase_begun,
    o.Deployed: _deployed,
    o.AirRolled: _air_rolled,
    o.InitiativeRolled: _initiative_rolled,
    o.Allotted: _allotted,
    o.SupplyRolled: _supply_rolled,
    o.Landed: _landed,
    o.StatusRolled: _status_rolled,
    o.CutOff: _cut_off,
    o.OutOfSupply: _out_of_supply,
    o.EdgesDeclared: _edges_declared,
    o.MarkersDrawn: _markers_drawn,
    o.MarkerUp: _marker_up,
    o.NumberRolled: _number_rolled,
    o.MarkerIdle: _marker_idle,
    o.Passed: _passed,
    o.Activated: _activated,
    o.ActivationEnded: _activation_ended,
    o.EntryRolled: _entry_rolled,
    o.CommitRolled: _commit_rolled,
    o.ReplacementRolled: _replacement_rolled,
    o.Replaced: _replaced,
    o.Moved: _moved,
    o.ControlChanged: _control_changed,
    o.Dug: _dug,
    o.PositionsGone: _positions_gone,
    o.AttackDeclared: _attack_declared,
    o.Fired: _fired,
    o.LevelFell: _level_fell,
    o.Defended: _defended,
    o.CombatRolled: _combat_rolled,
    o.LossesPlanned: _losses_planned,
    o.PlanStopped: _plan_stopped,
    o.RetreatRolled: _nothing,
    o.CombatWentOn: _combat_went_on,
    o.Retreated: _retreated,
    o.StepLost: _step_lost,
    o.Eliminated: _eliminated,
    o.Advanced: _advanced,
    o.Declined: _nothing,
    o.BanzaiChecked: _banzai_checked,
    o.CombatEnded: _combat_ended,
    o.MarkersRemoved: _markers_removed,
    o.Scored: _scored,
    o.GameEnded: _game_ended,
}
