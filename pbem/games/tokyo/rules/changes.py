"""How each outcome changes a position: the only code that does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pbem.games.tokyo.rules import ch06_combat as combat
from pbem.games.tokyo.rules import ch06_results as results
from pbem.games.tokyo.rules import ch07_recon as recon
from pbem.games.tokyo.rules import outcomes as o
from pbem.games.tokyo.rules.position import Battle, Position, open_battle
from pbem.games.tokyo.rules.setting import GROUPS, HOME, Setting
from pbem.kit.contract import Outcome, Result
from pbem.kit.maps.hexes import Hex


def apply(setting: Setting, position: Position, outcome: Outcome) -> None:
    """Change the position by one outcome."""
    _CHANGES[type(outcome)](setting, position, outcome)


def _phase_begun(setting: Setting, position: Position, outcome: o.PhaseBegun) -> None:
    before = setting.commander(position.army)
    if position.phase != "setup" and before != setting.commander(outcome.army):
        position.serial += 1
    if outcome.phase == "movement" and outcome.army in GROUPS:
        _carry(setting, position, outcome.army)
    if outcome.phase == "movement":
        position.late.update(recon.waiting(setting, position))
    position.turn, position.army, position.phase = outcome.turn, outcome.army, outcome.phase
    match outcome.phase:
        case "recon":
            more = position.carried.pop(outcome.army, 0)
            position.quota = recon.quota(setting, outcome.army, outcome.turn) + more
            position.arrivals = {
                side: number + position.late.pop(side, 0)
                for side, number in recon.arrivals(setting, outcome.army, outcome.turn).items()
            }
            position.still, position.entered = [], []
        case "movement":
            position.rolled, position.moved = {}, []
            position.quota, position.arrivals = 0, {}
        case "combat":
            position.fought, position.attacked = [], []


def _carry(setting: Setting, position: Position, group: str) -> None:
    late = recon.carried(setting, position)
    if late:
        position.carried[group] = late


def _deployed(_: Setting, position: Position, outcome: o.Deployed) -> None:
    position.at[outcome.unit] = outcome.hex


def _placed(setting: Setting, position: Position, outcome: o.Placed) -> None:
    position.at[outcome.unit] = outcome.hex
    if outcome.rebuilt:
        position.box.remove(outcome.unit)
        position.quota -= 1
    airborne = setting.tables.americans[outcome.unit].kind == "airborne"
    _arrive(setting, position, outcome.unit, outcome.hex, still=airborne)


def _reconstituted(setting: Setting, position: Position, outcome: o.Reconstituted) -> None:
    position.made["U"] += 1
    position.pool -= 1
    position.quota -= 1
    position.at[outcome.unit] = outcome.hex
    position.tokens[outcome.unit] = outcome.counter
    _arrive(setting, position, outcome.unit, outcome.hex)


def _entered(setting: Setting, position: Position, outcome: o.Entered) -> None:
    position.arrivals[setting.tables.side[outcome.hex]] -= 1
    position.at[outcome.unit] = outcome.hex
    position.entered.append(outcome.unit)
    if outcome.counter:
        position.made["S"] += 1
        position.infantry -= 1
        position.tokens[outcome.unit] = outcome.counter
    else:
        position.reserve.remove(outcome.unit)
    _arrive(setting, position, outcome.unit, outcome.hex)


def _arrive(
    setting: Setting, position: Position, unit: str, here: Hex, *, still: bool = False
) -> None:
    """[7.26] Who comes on in an enemy zone of control does not move in this player turn."""
    american = not setting.american(unit)
    enemies = setting.where(position).held(setting.tables, american=american)
    if still or not enemies.isdisjoint(setting.tables.next_to[here]):
        position.still.append(unit)


def _freed(_: Setting, position: Position, outcome: o.Freed) -> None:
    position.pending.pop(outcome.army, None)
    for unit in outcome.units:
        position.locked.remove(unit)
        position.freed[unit] = outcome.army


def _triggered(_: Setting, position: Position, outcome: o.Triggered) -> None:
    position.triggers.append(outcome.hex)
    if outcome.number:
        position.pending[outcome.army] = position.pending.get(outcome.army, 0) + outcome.number


def _ecorps_called(_: Setting, position: Position, outcome: o.ECorpsCalled) -> None:
    position.ecorps = outcome.side


def _declined(_: Setting, position: Position, outcome: o.Declined) -> None:
    if outcome.question == "advance":
        position.battle = None


def _roll_pledged(_: Setting, position: Position, outcome: o.RollPledged) -> None:
    position.pledged = list(outcome.units)
    position.going, position.far = list(outcome.path), outcome.far


def _movement_rolled(_: Setting, position: Position, outcome: o.MovementRolled) -> None:
    position.rolled[outcome.unit] = outcome.die
    position.pledged.remove(outcome.unit)
    position.going, position.far = [], False


def _moved(setting: Setting, position: Position, outcome: o.Moved) -> None:
    position.moved.append(outcome.unit)
    if outcome.path:
        _put(setting, position, outcome.unit, outcome.path[-1])


def _put(setting: Setting, position: Position, unit: str, here: Hex) -> None:
    """Let a unit stand in another hex, and see on which side of the boundary that is."""
    position.at[unit] = here
    if here not in setting.tables.zone:
        position.freed.pop(unit, None)
    if not setting.american(unit):
        return
    if setting.tables.side[here] in {HOME[setting.group(position, unit)], "both"}:
        position.strayed.pop(unit, None)
    else:
        position.strayed.setdefault(unit, position.serial)


def _removed(setting: Setting, position: Position, outcome: o.Removed) -> None:
    _take_off(setting, position, outcome.unit)
    position.hq_lost += outcome.why == "beach"
    battle = position.battle
    if battle is not None:
        _strike(battle, outcome.unit)
        if battle.stage == "advance":
            _close(setting, position)


def _take_off(setting: Setting, position: Position, unit: str) -> None:
    """[7.11 to 7.13] Where a unit goes that leaves the map."""
    tables = setting.tables
    if setting.american(unit):
        kind = tables.americans[unit].kind
        lost = kind in {"hq", "airborne"}
        (position.gone if lost else position.box).append(unit)
    else:
        position.pool += results.returns(setting, position, unit)
        position.tokens.pop(unit, None)
        position.gone.append(unit)
    del position.at[unit]
    position.strayed.pop(unit, None)
    position.freed.pop(unit, None)
    if unit in position.locked:
        position.locked.remove(unit)
        _shrink_pending(setting, position)


def _shrink_pending(setting: Setting, position: Position) -> None:
    """Cut the number of units that can be released, if some are destroyed before.

    The army whose Reconstitution comes last finds fewer (ruling S9).
    """
    over = sum(position.pending.values()) - len(position.locked)
    now = setting.armies.index(position.army)
    for army in setting.armies[: now + 1][::-1] + setting.armies[now + 1 :][::-1]:
        if army not in position.pending:
            continue
        cut = max(0, min(over, position.pending[army]))
        position.pending[army] -= cut
        over -= cut
        if not position.pending[army]:
            del position.pending[army]


def _attack_declared(_: Setting, position: Position, outcome: o.AttackDeclared) -> None:
    target = position.unit_at(outcome.hex)
    assert target is not None  # noqa: S101 - `check_attack` has seen it
    position.battle = Battle(position.army, outcome.hex, target, list(outcome.with_))
    position.fought += outcome.with_
    position.attacked.append(target)


def _turned_up(_: Setting, position: Position, outcome: o.TurnedUp) -> None:
    position.tokens[outcome.unit] = outcome.counter


def _strength_rolled(_: Setting, position: Position, outcome: o.StrengthRolled) -> None:
    open_battle(position).strength[outcome.unit] = outcome.strength


def _deserted(setting: Setting, position: Position, outcome: o.Deserted) -> None:
    battle = open_battle(position)
    _take_off(setting, position, outcome.unit)
    if outcome.unit == battle.target:
        battle.target = ""
    else:
        battle.with_.remove(outcome.unit)
    battle.vacated.append(outcome.hex)


def _die_rolled(setting: Setting, position: Position, outcome: o.DieRolled) -> None:
    """Deserters among others open no way: only a whole side that vanishes does (ruling 12)."""
    battle = open_battle(position)
    battle.vacated = []
    odds = outcome.column.split(":")
    battle.column = int(odds[0]) - 1 if odds[1] == "1" else 1 - int(odds[1])
    battle.result = outcome.result
    if setting.options.volunteers and position.chits:
        battle.stage = "volunteer"


def _die_rolled_again(_: Setting, position: Position, outcome: o.DieRolledAgain) -> None:
    open_battle(position).result = outcome.result


def _die_voided(_: Setting, position: Position, _outcome: o.DieVoided) -> None:
    open_battle(position).stage = "again"


def _volunteer_called(_: Setting, position: Position, outcome: o.VolunteerCalled) -> None:
    position.chits.remove(outcome.number)
    position.called[outcome.side] = outcome.total


def _combat_resolved(setting: Setting, position: Position, outcome: o.CombatResolved) -> None:
    battle = open_battle(position)
    battle.result = outcome.result
    battle.stage = "advance"
    attackers = sorted(battle.with_)
    match outcome.result:
        case "De":
            battle.victors = attackers
        case "Ae":
            battle.victors = [battle.target]
        case "Ex":
            battle.victors = attackers
            battle.tied = combat.strongest(setting, position, attackers)
            battle.stage = "exchange" if len(battle.tied) > 1 else "advance"
        case "Ar":
            battle.victors, battle.retreating = [battle.target], list(battle.with_)
            battle.stage = "retreat"
        case "Dr":
            battle.victors, battle.retreating = attackers, [battle.target]
            battle.stage = "retreat"
    if battle.vacated:
        _close(setting, position)


def _eliminated(setting: Setting, position: Position, outcome: o.Eliminated) -> None:
    _take_off(setting, position, outcome.unit)
    american = setting.tables.americans.get(outcome.unit)
    position.hq_lost += american is not None and american.kind == "hq"
    battle = position.battle
    if battle is None:
        return
    _strike(battle, outcome.unit)
    if battle.stage == "exchange" and outcome.unit in battle.tied:
        battle.stage = "advance"
    lost = battle.result in {"Ae", "Ar"} or outcome.unit == battle.target
    if lost:
        battle.vacated.append(outcome.hex)
    if outcome.unit == battle.target:
        battle.target = ""
    if not _owes_losses(battle):
        _close(setting, position)


def _strike(battle: Battle, unit: str) -> None:
    """Let a unit that has left the map do nothing more in a combat."""
    for units in (battle.with_, battle.victors, battle.retreating):
        if unit in units:
            units.remove(unit)


def _owes_losses(battle: Battle) -> bool:
    """Whether the result itself still removes somebody."""
    if battle.result == "Ae":
        return bool(battle.with_)
    if battle.result == "Ex":
        return bool(battle.target) or all(unit in battle.with_ for unit in battle.tied)
    return False


def _retreated(setting: Setting, position: Position, outcome: o.Retreated) -> None:
    battle = open_battle(position)
    _put(setting, position, outcome.unit, outcome.hex)
    battle.retreating.remove(outcome.unit)
    battle.vacated.append(outcome.origin)
    _close(setting, position)


def _displaced(setting: Setting, position: Position, outcome: o.Displaced) -> None:
    _put(setting, position, outcome.unit, outcome.hex)


def _advanced(setting: Setting, position: Position, outcome: o.Advanced) -> None:
    _put(setting, position, outcome.unit, outcome.path[-1])
    position.battle = None


def _controlled_by_zone(_: Setting, position: Position, outcome: o.ControlledByZone) -> None:
    if outcome.by:
        position.zoned[outcome.hex] = outcome.by
    else:
        del position.zoned[outcome.hex]


def _control_changed(setting: Setting, position: Position, outcome: o.ControlChanged) -> None:
    position.zoned.pop(outcome.hex, None)
    if outcome.by in GROUPS:
        position.control[outcome.hex] = outcome.by
        if outcome.hex == setting.tables.palace:
            position.palace_turn = position.turn
    else:
        position.control.pop(outcome.hex, None)


def _game_ended(_: Setting, position: Position, outcome: o.GameEnded) -> None:
    position.phase = "over"
    position.battle = None
    position.ended = Result(outcome.winner, outcome.why, outcome.paragraph)


def _close(setting: Setting, position: Position) -> None:
    """Forget an attack that owes nothing more and lets nobody advance."""
    battle = open_battle(position)
    if battle.stage == "retreat" and not battle.retreating:
        battle.stage = "advance"
    if battle.stage == "advance" and next(results.legal_advances(setting, position), None) is None:
        position.battle = None


_CHANGES: dict[type[Outcome], Callable[[Setting, Position, Any], None]] = {
    o.PhaseBegun: _phase_begun,
    o.Deployed: _deployed,
    o.Placed: _placed,
    o.Reconstituted: _reconstituted,
    o.Entered: _entered,
    o.Freed: _freed,
    o.Triggered: _triggered,
    o.ECorpsCalled: _ecorps_called,
    o.Declined: _declined,
    o.RollPledged: _roll_pledged,
    o.MovementRolled: _movement_rolled,
    o.Moved: _moved,
    o.Removed: _removed,
    o.AttackDeclared: _attack_declared,
    o.TurnedUp: _turned_up,
    o.StrengthRolled: _strength_rolled,
    o.Deserted: _deserted,
    o.DieRolled: _die_rolled,
    o.DieRolledAgain: _die_rolled_again,
    o.DieVoided: _die_voided,
    o.VolunteerCalled: _volunteer_called,
    o.CombatResolved: _combat_resolved,
    o.Eliminated: _eliminated,
    o.Retreated: _retreated,
    o.Displaced: _displaced,
    o.Advanced: _advanced,
    o.ControlChanged: _control_changed,
    o.ControlledByZone: _controlled_by_zone,
    o.GameEnded: _game_ended,
}
