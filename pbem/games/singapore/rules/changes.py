"""How each outcome changes a position: the only code that does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pbem.games.singapore.rules import outcomes as o
from pbem.games.singapore.rules.cards.changes_cards import CARD_CHANGES
from pbem.games.singapore.rules.changes_map import MAP_CHANGES, leave_group, open_window, spend
from pbem.games.singapore.rules.position import (
    ATTACKER,
    DEFENDER,
    SIDES,
    Battle,
    Position,
    open_battle,
)
from pbem.games.singapore.rules.setting import Setting
from pbem.games.singapore.rules.variants.changes_hidden import HIDDEN_CHANGES
from pbem.kit.contract import Outcome, Result


def apply(setting: Setting, position: Position, outcome: Outcome) -> None:
    """Change the position by one outcome."""
    _CHANGES[type(outcome)](setting, position, outcome)


def _units_chosen(setting: Setting, position: Position, reported: o.UnitsChosen) -> None:
    position.army[reported.side] = reported.army
    _place(setting, position, reported.side, reported.line, reported.others)


def _lined_up(setting: Setting, position: Position, reported: o.LinedUp) -> None:
    _place(setting, position, reported.side, reported.units, reported.others)


def _place(
    setting: Setting, position: Position, side: str, line: tuple[str, ...], others: tuple[str, ...]
) -> None:
    battle = open_battle(position)
    battle.line[side] = list(line)
    flies = setting.tables.units
    battle.planes[side] = [unit for unit in others if flies[unit].flies]
    battle.guns[side] = [unit for unit in others if not flies[unit].flies]


def _set_up_ended(_setting: Setting, position: Position, reported: o.SetUpEnded) -> None:
    position.phase = ATTACKER if reported.side == DEFENDER else "fight"
    if reported.side == ATTACKER:
        battle = open_battle(position)
        battle.stage = "air" if all(battle.planes[one] for one in SIDES) else "tactics"


def _plane_named(_setting: Setting, position: Position, reported: o.PlaneNamed) -> None:
    open_battle(position).named[reported.side] = reported.unit


def _air_round(_setting: Setting, position: Position, _reported: o.AirRound) -> None:
    open_battle(position).named = {}
    open_battle(position).rounds += 1


def _group_formed(_setting: Setting, position: Position, reported: o.GroupFormed) -> None:
    battle = open_battle(position)
    battle.point, battle.support = reported.point, reported.support
    battle.tactic, battle.lent = reported.tactic, reported.lent
    battle.struck, battle.dropped = False, 0
    line = battle.line[ATTACKER]
    battle.line[ATTACKER] = [unit for unit in line if unit not in battle.group]


def _strikes_sealed(_setting: Setting, position: Position, reported: o.StrikesSealed) -> None:
    open_battle(position).sealed.append(reported.side)


def _strikes_declared(_setting: Setting, position: Position, reported: o.StrikesDeclared) -> None:
    battle = open_battle(position)
    attacks = battle.role(reported.side) == ATTACKER
    point = battle.defender if attacks else battle.point
    targets = dict.fromkeys(reported.point, point) | dict.fromkeys(reported.support, battle.support)
    battle.declared[reported.side] = targets


def _strike_rolled(_setting: Setting, position: Position, reported: o.StrikeRolled) -> None:
    battle = open_battle(position)
    spend(battle, reported.unit)


def _strikes_over(_setting: Setting, position: Position, reported: o.StrikesOver) -> None:
    open_battle(position).faced = [reported.point, reported.defender]
    open_battle(position).declared = {}
    open_battle(position).sealed = []
    open_window(position)


def _die_dropped(_setting: Setting, position: Position, reported: o.DieDropped) -> None:
    open_battle(position).dropped = reported.die


def _round_begun(_setting: Setting, position: Position, _reported: o.RoundBegun) -> None:
    open_battle(position).stage = "dice"


def _round_fought(_setting: Setting, position: Position, _reported: o.RoundFought) -> None:
    battle = open_battle(position)
    battle.stage = "tactics"
    battle.rounds += 1
    battle.fought, battle.stays, battle.agreed = bool(battle.sector), [], []
    _forget_cards(battle)
    open_window(position)
    for unit in battle.group:
        battle.spent[unit] = battle.spent.get(unit, 0) + 1


def _forget_cards(battle: Battle) -> None:
    """Forget what cards did to a round."""
    battle.rolled, battle.again, battle.stood = None, "", False
    battle.disguised, battle.ambushed, battle.joined = False, False, 0


def _unit_lost(setting: Setting, position: Position, reported: o.UnitLost) -> None:
    battle = open_battle(position)
    battle.lost[reported.unit] = reported.how
    open_window(position)
    battle.spent.pop(reported.unit, None)
    if reported.unit == battle.defender:
        battle.dropped = 0
    for standing in (battle.line, battle.planes):
        for side in SIDES:
            standing[side] = [unit for unit in standing[side] if unit != reported.unit]
    if position.war is not None:
        battle.tired = [unit for unit in battle.tired if unit != reported.unit]
        battle.falls_back = [unit for unit in battle.falls_back if unit != reported.unit]
        if reported.how == "suppressed" and _walks(setting, reported.unit):
            battle.falls_back.append(reported.unit)
    battle.struck = battle.struck or (reported.by == "strike" and reported.unit == battle.point)
    leave_group(battle, reported.unit)
    if battle.stage == "air" and not all(battle.planes[side] for side in SIDES):
        battle.stage, battle.named = "tactics", {}


def _fatigued(_setting: Setting, position: Position, reported: o.Fatigued) -> None:
    battle = open_battle(position)
    leave_group(battle, reported.unit)
    battle.tired.append(reported.unit)


def _nothing(_setting: Setting, _position: Position, _reported: Outcome) -> None:
    """Change nothing: the outcome is only reported."""


def _game_ended(_setting: Setting, position: Position, reported: o.GameEnded) -> None:
    position.phase = "over"
    position.ended = Result(reported.winner, reported.why, reported.paragraph)


def _walks(setting: Setting, unit: str) -> bool:
    piece = setting.tables.units[unit]
    return not piece.flies and piece.kind != "fixed"


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
    o.GameEnded: _game_ended,
    **MAP_CHANGES,
    **CARD_CHANGES,
    **HIDDEN_CHANGES,
}
