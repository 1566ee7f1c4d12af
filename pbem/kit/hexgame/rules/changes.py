"""How each outcome changes a position: nothing else changes one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pbem.kit.contract import Outcome, Result
from pbem.kit.hexgame.rules import outcomes as o
from pbem.kit.hexgame.rules.orders import OFF
from pbem.kit.hexgame.rules.position import Battle, HexPosition, open_battle
from pbem.kit.hexgame.rules.setting import HexSetting

Change = Callable[[HexSetting, HexPosition, Any], None]


def nothing(_setting: HexSetting, _position: HexPosition, _outcome: Outcome) -> None:
    """A fact that changes nothing: another follows it."""


def _phase_begun(_: HexSetting, position: HexPosition, outcome: o.PhaseBegun) -> None:
    position.turn, position.side, position.phase = outcome.turn, outcome.side, outcome.phase
    position.moved, position.fought, position.attacked = [], [], []
    position.battle = None


def _plan_written(_: HexSetting, position: HexPosition, __: o.PlanWritten) -> None:
    position.sealed = True


def _plan_shown(_: HexSetting, position: HexPosition, outcome: o.PlanShown) -> None:
    position.plan, position.sealed = outcome.choice, False


def _drawn(_: HexSetting, position: HexPosition, outcome: o.Drawn) -> None:
    position.drawn.append(outcome.unit)


def _moved(_: HexSetting, position: HexPosition, outcome: o.Moved) -> None:
    position.moved.append(outcome.unit)
    if outcome.path[-1] == OFF:
        position.at.pop(outcome.unit, None)
        position.left.append(outcome.unit)
    else:
        position.at[outcome.unit] = outcome.path[-1]


def _taken(_: HexSetting, position: HexPosition, outcome: o.Taken) -> None:
    position.held[outcome.hex] = outcome.side


def _attacked(_: HexSetting, position: HexPosition, outcome: o.Attacked) -> None:
    position.fought += outcome.attackers
    position.attacked.append(outcome.hex)
    position.battle = Battle(outcome.hex, [*outcome.attackers], [*outcome.defenders])


def _resolved(setting: HexSetting, position: HexPosition, outcome: o.Resolved) -> None:
    battle = open_battle(position)
    battle.result = outcome.result
    battle.effects = [*setting.data.combat.results[outcome.result].effects]


def _loss_due(_: HexSetting, position: HexPosition, outcome: o.LossDue) -> None:
    battle = open_battle(position)
    battle.effects.pop(0)
    battle.losing, battle.owes = outcome.side, outcome.steps


def _step_lost(_: HexSetting, position: HexPosition, outcome: o.StepLost) -> None:
    position.steps[outcome.unit] -= 1
    _pay(position)


def _unit_lost(_: HexSetting, position: HexPosition, outcome: o.UnitLost) -> None:
    unit = outcome.unit
    _pay(position, position.steps.pop(unit))
    position.lost.append(unit)
    position.at.pop(unit, None)
    _out_of_battle(position, unit)


def _pay(position: HexPosition, steps: int = 1) -> None:
    battle = position.battle
    if battle is not None:
        battle.owes = max(0, battle.owes - steps)


def _out_of_battle(position: HexPosition, unit: str) -> None:
    """Take a unit out of the battle, and with the last one of a side what is still due to it."""
    battle = position.battle
    if battle is None:
        return
    for units in (battle.attackers, battle.defenders, battle.retreating):
        if unit in units:
            units.remove(unit)
    for word, units in (("attacker", battle.attackers), ("defender", battle.defenders)):
        if not units:
            battle.effects = [one for one in battle.effects if not one.startswith(word)]


def _retreat_due(_: HexSetting, position: HexPosition, outcome: o.RetreatDue) -> None:
    battle = open_battle(position)
    battle.effects.pop(0)
    battle.losing, battle.retreating = outcome.side, [*outcome.units]
    battle.far = outcome.hexes


def _retreated(_: HexSetting, position: HexPosition, outcome: o.Retreated) -> None:
    position.at[outcome.unit] = outcome.path[-1]
    _out_of_battle(position, outcome.unit)


def _shut_in(_: HexSetting, position: HexPosition, outcome: o.ShutIn) -> None:
    open_battle(position).retreating.remove(outcome.unit)


def _advanced(_: HexSetting, position: HexPosition, outcome: o.Advanced) -> None:
    for unit in outcome.units:
        position.at[unit] = outcome.hex


def _battle_over(_: HexSetting, position: HexPosition, __: o.BattleOver) -> None:
    position.battle = None


def _game_ended(_: HexSetting, position: HexPosition, outcome: o.GameEnded) -> None:
    position.phase, position.battle = "over", None
    position.ended = Result(outcome.winner, outcome.why, outcome.paragraph)


CHANGES: Mapping[type[Outcome], Change] = {
    o.PhaseBegun: _phase_begun,
    o.PlanWritten: _plan_written,
    o.PlanShown: _plan_shown,
    o.Drawn: _drawn,
    o.Moved: _moved,
    o.Taken: _taken,
    o.Attacked: _attacked,
    o.Resolved: _resolved,
    o.LossDue: _loss_due,
    o.StepLost: _step_lost,
    o.UnitLost: _unit_lost,
    o.RetreatDue: _retreat_due,
    o.Retreated: _retreated,
    o.ShutIn: _shut_in,
    o.Advanced: _advanced,
    o.Stayed: nothing,
    o.BattleOver: _battle_over,
    o.GameEnded: _game_ended,
}


def applying(changes: Mapping[type[Outcome], Change]) -> Change:
    """Return the function that changes a position by one outcome."""

    def apply(setting: HexSetting, position: HexPosition, outcome: Outcome) -> None:
        changes[type(outcome)](setting, position, outcome)

    return apply


apply = applying(CHANGES)
