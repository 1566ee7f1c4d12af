"""Singapore in words for people: every outcome one sentence, every position a few short lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from pbem.games.singapore.rules import outcomes as o
from pbem.games.singapore.rules.position import ATTACKER, DEFENDER, Battle, Position
from pbem.games.singapore.rules.questions import need
from pbem.games.singapore.rules.setting import SCENARIOS, Setting
from pbem.games.singapore.words.tell_map import MAP_SENTENCES, describe_map
from pbem.games.singapore.words.wording import ARMY, FORCE, TACTIC, dice, half
from pbem.kit import plain
from pbem.kit.contract import Outcome, Question, Roll
from pbem.kit.wording import listed, sure

LOST = {"suppressed": "is suppressed", "eliminated": "is eliminated", "left": "leaves the sky"}


def tell(setting: Setting, outcome: Outcome) -> str:
    """Tell an outcome in one sentence."""
    told = _SENTENCES[type(outcome)](setting, outcome)
    names_a_unit = told.partition(" ")[0].rstrip(",") in setting.tables.units
    return (told if names_a_unit else plain.capital(told)) + "."


def describe(setting: Setting, position: Position) -> list[str]:
    """Tell a position in short lines: who fights, who is out, what is waited for."""
    lines = [f"{SCENARIOS[setting.scenario]}."]
    lines += [
        f"{plain.capital(side)}: {ARMY[army]}." for side, army in sorted(position.army.items())
    ]
    if position.war is not None:
        lines += describe_map(setting, position.war)
    if position.battle is not None:
        lines += fight(setting, position.battle)
    return lines + doing(setting, position)


def fight(setting: Setting, battle: Battle) -> list[str]:
    """Tell who stands where in a fight."""
    lines = [f"Round {battle.rounds + 1}."]
    for side in (DEFENDER, ATTACKER):
        lines += _side(setting, battle, side)
    if battle.point:
        by = f" with {battle.support} in support" if battle.support else ""
        tactic = TACTIC[battle.tactic]
        lines.append(f"{called(setting, battle.point)} attacks{by} by {tactic}.")
    if battle.lost:
        out = (f"{unit} {how}" for unit, how in sorted(battle.lost.items()))
        lines.append(f"Out of the fight: {', '.join(out)}.")
    return lines


def doing(setting: Setting, position: Position) -> list[str]:
    """Tell what the game waits for, or how it ended."""
    if (end := position.ended) is not None:
        told = o.GameEnded(paragraph=end.paragraph, winner=end.winner, why=end.why)
        return [tell(setting, told)]
    on_map = position.war is not None and position.phase != "fight"
    due = need(setting, position) if on_map or position.battle is not None else None
    if isinstance(due, Roll):
        return [f"To be rolled: {due.purpose}."]
    if isinstance(due, Question):
        return [due.prompt]
    return ["The deck is shuffled, or cards are drawn."] if due is not None else []


def called(setting: Setting, unit: str) -> str:
    """Name a unit with what it is."""
    piece = setting.tables.units[unit]
    return f"{unit} ({ARMY[piece.army]} {setting.tables.strength[piece.army][piece.kind].name})"


def _side(setting: Setting, battle: Battle, side: str) -> list[str]:
    parts = [
        ("line", battle.line[side]),
        ("guns", battle.guns[side]),
        ("planes", battle.planes[side]),
        ("set aside", battle.tired if side == ATTACKER else []),
    ]
    told = [f"{word}: {_units(setting, units)}" for word, units in parts if units]
    return [f"{plain.capital(side)}'s {'; '.join(told)}."] if told else []


def _units(setting: Setting, units: Iterable[str]) -> str:
    found = []
    for unit in units:
        piece = setting.tables.units[unit]
        found.append(f"{unit} {setting.tables.strength[piece.army][piece.kind].name}")
    return ", ".join(found)


# --- outcomes ---------------------------------------------------------------------------------


def _chosen(setting: Setting, told: o.UnitsChosen) -> str:
    others = f"; beside it {_units(setting, told.others)}" if told.others else ""
    line = _units(setting, told.line)
    return f"the {told.side} takes the {ARMY[told.army]} army; its line: {line}{others}"


def _lined_up(setting: Setting, told: o.LinedUp) -> str:
    others = f"; beside the line {_units(setting, told.others)}" if told.others else ""
    return f"the {told.side} lines up {_units(setting, told.units)}{others}"


def _fell(told: o.AirRound | o.RoundFought, who: str) -> str:
    added = getattr(told, "bonus", 0)
    plus = f" {half(added)}" if added else ""
    ours, theirs = max(told.attack), max(told.defence)
    return (
        f"{who}: {_faces(told.attack)} against {_faces(told.defence)}, "
        f"highest {ours} to {theirs}{plus}: {told.result}"
    )


def _faces(faces: Iterable[int]) -> str:
    return "-".join(map(str, faces))


def _air_round(_: Setting, told: o.AirRound) -> str:
    return _fell(told, f"in the air {told.attacker} meets {told.defender}")


def _group(setting: Setting, told: o.GroupFormed) -> str:
    lent = f", which lends a d{told.lent}" if told.lent else ""
    by = f" with {told.support} in support{lent}" if told.support else ""
    return f"{called(setting, told.point)} is the point{by}: {TACTIC[told.tactic]}"


def _declared(_: Setting, told: o.StrikesDeclared) -> str:
    parts = []
    if told.point:
        parts.append(f"{listed(told.point)} at the point")
    if told.support:
        parts.append(f"{listed(told.support)} at the supporting unit")
    return f"the {told.side} commits {listed(parts) if parts else 'no strike'}"


def _strike(setting: Setting, told: o.StrikeRolled) -> str:
    row = setting.tables.data.strikes[setting.tables.units[told.unit].kind]
    known = sure(row.provenance)
    result = "no effect" if told.result == "none" else told.result
    return f"{told.unit} strikes at {told.target}, die {told.die}: {result}{known}"


def _begun(_: Setting, told: o.RoundBegun) -> str:
    by = f" and {told.support}" if told.support else ""
    plus = f" {half(told.bonus)}" if told.bonus else ""
    ours, theirs = dice(told.attack), dice(told.defence)
    return f"{told.point}{by} with {ours} against {told.defender} with {theirs}{plus}"


def _round(_: Setting, told: o.RoundFought) -> str:
    by = f" and {told.support}" if told.support else ""
    return _fell(told, f"{told.point}{by} against {told.defender}")


def _ended(_: Setting, told: o.GameEnded) -> str:
    winner = told.winner or ""
    named = FORCE[winner] if winner in ARMY else f"the {winner}"
    wins = "win" if winner in ARMY else "wins"
    who = f"{named} {wins}" if winner else "a draw"
    return f"{who}: {told.why}"


def _lost(setting: Setting, told: o.UnitLost) -> str:
    by = {"strike": " by a strike", "air": " in the air"}.get(told.by, "")
    return f"{called(setting, told.unit)} {LOST[told.how]}{by}"


_SENTENCES: dict[type[Outcome], Callable[[Setting, Any], str]] = {
    o.UnitsChosen: _chosen,
    o.LinedUp: _lined_up,
    o.SetUpEnded: lambda _, told: f"the {told.side} has set up",
    o.PlaneNamed: lambda s, told: f"the {told.side}'s plane is {called(s, told.unit)}",
    o.AirRound: _air_round,
    o.GroupFormed: _group,
    o.StrikesSealed: lambda _, told: f"the {told.side} has sealed its strikes",
    o.StrikesDeclared: _declared,
    o.StrikeRolled: _strike,
    o.StrikesOver: lambda _, told: f"{told.point} and {told.defender} have had their strikes",
    o.DieDropped: lambda _, told: f"the flanked defender leaves out a d{told.die}",
    o.RoundBegun: _begun,
    o.RoundFought: _round,
    o.UnitLost: _lost,
    o.Fatigued: lambda s, told: f"{called(s, told.unit)} is fatigued and set aside",
    o.BrokeThrough: lambda _, told: f"a {told.how}: {listed(told.units)} too",
    o.GameEnded: _ended,
    **MAP_SENTENCES,
}
