"""How each outcome changes a position: nothing else in this module changes one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pbem.games.saipan.data.tables import ENEMY
from pbem.games.saipan.rules import ch07_obligations as obligations
from pbem.games.saipan.rules import ch08_fire as fire
from pbem.games.saipan.rules import outcomes as o
from pbem.games.saipan.rules.position import Battle, Boat, Position, open_battle
from pbem.games.saipan.rules.setting import Setting
from pbem.kit.contract import Outcome, Result

DEFENDER_LOSES = ("Dr", "De", "Ex")
ATTACKER_LOSES = ("Ar", "Ae")


def apply(setting: Setting, position: Position, outcome: Outcome) -> None:
    """Change a position by one outcome."""
    _CHANGES[type(outcome)](setting, position, outcome)


def _nothing(_setting: Setting, _position: Position, _outcome: Outcome) -> None:
    """A fact that changes no piece: the phase that follows it does."""


def _beaches_chosen(_: Setting, position: Position, outcome: o.BeachesChosen) -> None:
    position.beaches = list(outcome.hexes)


def _deployed(_: Setting, position: Position, outcome: o.Deployed) -> None:
    _take_off(position, "jp", outcome.unit)
    position.put("jp", outcome.unit, outcome.hex)


def _landed(_: Setting, position: Position, outcome: o.Landed) -> None:
    position.landed.append(outcome.unit)
    if outcome.sea is None:
        position.put("us", outcome.unit, outcome.hex)
    else:
        position.sea[outcome.unit] = Boat(outcome.sea, outcome.hex)


def _moved(_: Setting, position: Position, outcome: o.Moved) -> None:
    _take_off(position, outcome.side, outcome.unit)
    position.put(outcome.side, outcome.unit, outcome.path[-1])
    position.moved.append(outcome.unit)


def _phase_begun(setting: Setting, position: Position, outcome: o.PhaseBegun) -> None:
    position.turn, position.side, position.phase = outcome.turn, outcome.side, outcome.phase
    for spent in (position.moved, position.fought, position.attacked):
        spent.clear()
    if outcome.phase != "combat":
        position.landed.clear()
    for spent in (position.fired, position.shaken):
        spent.clear()
    position.must_attack, position.must_be_attacked = [], []
    position.gsp.update(setting.gsp)
    if outcome.phase == "combat":
        obligations.begin(setting, position)


def _beachhead_placed(_: Setting, position: Position, outcome: o.BeachheadPlaced) -> None:
    position.beachheads = sorted({*position.beachheads, outcome.hex})


def _beachhead_destroyed(_: Setting, position: Position, outcome: o.BeachheadDestroyed) -> None:
    position.beachheads.remove(outcome.hex)


def _attack_declared(setting: Setting, position: Position, outcome: o.AttackDeclared) -> None:
    position.fought += [*outcome.with_, *outcome.barrage]
    position.attacked += outcome.on
    position.gsp[outcome.side] -= outcome.gsp
    position.battle = battle = Battle(
        on=list(outcome.on),
        attackers=list(outcome.with_),
        guns=list(outcome.barrage),
        gsp=outcome.gsp,
        banzai=outcome.banzai,
        fpf_open=False,
    )
    battle.fpf_open = fire.could_fire(setting, position, battle)


def _final_fire(setting: Setting, position: Position, outcome: o.FinalProtectiveFire) -> None:
    battle = open_battle(position)
    strength = sum(setting.unit(outcome.side, unit).fpf for unit in outcome.with_)
    battle.fire[outcome.unit] = strength + outcome.gsp
    position.fired += outcome.with_
    position.gsp[outcome.side] -= outcome.gsp
    battle.fpf_open = fire.could_fire(setting, position, battle)


def _declined(_: Setting, position: Position, outcome: o.Declined) -> None:
    battle = open_battle(position)
    if outcome.question == "fpf":
        battle.fpf_open = False
    else:
        battle.victors = []
        _close(position)


def _combat_resolved(setting: Setting, position: Position, outcome: o.CombatResolved) -> None:
    """Write down whom the result strikes, and who may advance if they are gone."""
    battle = open_battle(position)
    battle.result = outcome.result
    side = position.side
    at_sea = [unit for unit in battle.attackers if side == "us" and unit in position.sea]
    ashore = [unit for unit in battle.attackers if unit not in at_sea]
    if outcome.result in DEFENDER_LOSES:
        battle.losers, battle.victors = ENEMY[side], list(battle.attackers)
    else:
        battle.losers = side
        battle.victors = list(battle.on) if outcome.result in ATTACKER_LOSES else []
    match outcome.result:
        case "Dr":
            battle.retreating = list(battle.on)
        case "Ar":
            battle.retreating, battle.doomed = ashore, at_sea
        case "De":
            battle.doomed = list(battle.on)
        case "Ae":
            battle.doomed = list(battle.attackers)
        case "Ex":
            battle.doomed = list(battle.on)
            battle.owed = sum(setting.unit(ENEMY[side], u).defence for u in battle.on)
        case _:
            battle.doomed = at_sea
    _close(position)


def _retreated(_: Setting, position: Position, outcome: o.Retreated) -> None:
    battle = open_battle(position)
    _take_off(position, outcome.side, outcome.unit)
    _push_in(position, battle, outcome)
    battle.retreating.remove(outcome.unit)
    battle.vacated.append(outcome.origin)
    _close(position)


def _displaced(setting: Setting, position: Position, outcome: o.Displaced) -> None:
    """[7.7] Artillery displaced before it has barraged may not barrage in this phase."""
    battle = open_battle(position)
    side, unit = outcome.side, outcome.unit
    battle.pushed.remove(unit)
    _push_in(position, battle, outcome)
    gun = setting.unit(side, unit).kind == "artillery"
    if gun and side == position.side and unit not in position.shaken:
        position.shaken.append(unit)
    _close(position)


def _push_in(position: Position, battle: Battle, outcome: o.Retreated | o.Displaced) -> None:
    """Put a unit into its hex; a friend who stands there is off the map until it moves on."""
    own = position.on[outcome.side]
    if outcome.hex in own:
        battle.pushed.append(own[outcome.hex])
    position.put(outcome.side, outcome.unit, outcome.hex)


def _eliminated(setting: Setting, position: Position, outcome: o.Eliminated) -> None:
    side, unit = outcome.side, outcome.unit
    position.dead[side].append(unit)
    at_sea = side == "us" and position.sea.pop(unit, None) is not None
    if not at_sea:
        _take_off(position, side, unit)
    battle = position.battle
    if battle is None:
        return
    if side == battle.losers:
        for struck in (battle.doomed, battle.retreating):
            if unit in struck:
                struck.remove(unit)
        if not at_sea:
            battle.vacated.append(outcome.hex)
    else:
        battle.owed -= setting.attack_strength(side, unit)
        battle.victors.remove(unit)
    if side == position.side:
        battle.attackers.remove(unit)
    _close(position)


def _advanced(_: Setting, position: Position, outcome: o.Advanced) -> None:
    battle = open_battle(position)
    side, unit = outcome.side, outcome.unit
    if side == "us" and unit in position.sea:
        del position.sea[unit]
    else:
        _take_off(position, side, unit)
    position.put(side, unit, outcome.hex)
    battle.vacated.remove(outcome.hex)
    battle.victors.remove(unit)
    _close(position)


def _game_ended(_: Setting, position: Position, outcome: o.GameEnded) -> None:
    position.phase = "over"
    position.battle = None
    position.ended = Result(outcome.winner, outcome.why, outcome.paragraph)


def _take_off(position: Position, side: str, unit: str) -> None:
    number = position.hex_of(side, unit)
    if number is not None:
        del position.on[side][number]


def _close(position: Position) -> None:
    """Forget an attack that owes nothing more."""
    battle = open_battle(position)
    struck = (
        battle.doomed
        or battle.retreating
        or battle.pushed
        or (battle.owed > 0 and battle.attackers)
    )
    if not struck and not (battle.vacated and battle.victors):
        position.battle = None


_CHANGES: dict[type[Outcome], Callable[[Setting, Position, Any], None]] = {
    o.BeachesSealed: _nothing,
    o.BeachesChosen: _beaches_chosen,
    o.Deployed: _deployed,
    o.Landed: _landed,
    o.Moved: _moved,
    o.PhaseBegun: _phase_begun,
    o.BeachheadPlaced: _beachhead_placed,
    o.BeachheadDestroyed: _beachhead_destroyed,
    o.AttackDeclared: _attack_declared,
    o.FinalProtectiveFire: _final_fire,
    o.Declined: _declined,
    o.CombatResolved: _combat_resolved,
    o.Retreated: _retreated,
    o.Displaced: _displaced,
    o.Eliminated: _eliminated,
    o.Advanced: _advanced,
    o.GameEnded: _game_ended,
}
