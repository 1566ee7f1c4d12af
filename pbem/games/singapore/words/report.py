"""Singapore in words for people: every outcome one sentence, every position a few short lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from pbem.games.singapore.rules import outcomes as o
from pbem.games.singapore.rules.position import ATTACKER, DEFENDER, Battle, Position
from pbem.games.singapore.rules.questions import need
from pbem.games.singapore.rules.setting import SCENARIOS, Setting
from pbem.games.singapore.words.report_map import MAP_SENTENCES, describe_map
from pbem.games.singapore.words.wording import ARMY, FORCE, TACTIC, half
from pbem.kit import plain
from pbem.kit.contract import Outcome, Question, Roll
from pbem.kit.wording import listed, sure

LOST = {"suppressed": "is suppressed", "eliminated": "is eliminated", "left": "leaves the sky"}


def report(setting: Setting, outcome: Outcome) -> str:
    """Describe an outcome in one sentence."""
    reported = _SENTENCES[type(outcome)](setting, outcome)
    names_a_unit = reported.partition(" ")[0].rstrip(",") in setting.tables.units
    return (reported if names_a_unit else plain.capital(reported)) + "."


def describe(setting: Setting, position: Position) -> list[str]:
    """Describe a position in short lines: who fights, who is out, what is waited for."""
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
    """Describe who stands where in a fight."""
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
    """Describe what the game waits for, or how it ended."""
    if (end := position.ended) is not None:
        reported = o.GameEnded(paragraph=end.paragraph, winner=end.winner, why=end.why)
        return [report(setting, reported)]
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


def _who(side: str) -> str:
    """Return an army, or a role in a battle, before a verb in the past."""
    return FORCE.get(side, f"the {side}")


def _side(setting: Setting, battle: Battle, side: str) -> list[str]:
    parts = [
        ("line", battle.line[side]),
        ("guns", battle.guns[side]),
        ("planes", battle.planes[side]),
        ("set aside", battle.tired if side == ATTACKER else []),
    ]
    reported = [f"{word}: {_units(setting, units)}" for word, units in parts if units]
    return [f"{plain.capital(side)}'s {'; '.join(reported)}."] if reported else []


def _units(setting: Setting, units: Iterable[str]) -> str:
    found = []
    for unit in units:
        piece = setting.tables.units[unit]
        found.append(f"{unit} {setting.tables.strength[piece.army][piece.kind].name}")
    return ", ".join(found)


# --- outcomes ---------------------------------------------------------------------------------


def _chosen(setting: Setting, reported: o.UnitsChosen) -> str:
    others = f"; beside it {_units(setting, reported.others)}" if reported.others else ""
    line = _units(setting, reported.line)
    return f"{_who(reported.side)} took the {ARMY[reported.army]} army; the line: {line}{others}"


def _lined_up(setting: Setting, reported: o.LinedUp) -> str:
    others = f"; beside the line {_units(setting, reported.others)}" if reported.others else ""
    return f"{_who(reported.side)} lined up {_units(setting, reported.units)}{others}"


def _fell(reported: o.AirRound | o.RoundFought, who: str) -> str:
    added = getattr(reported, "bonus", 0)
    plus = f" {half(added)}" if added else ""
    ours, theirs = max(reported.attack), max(reported.defence)
    return (
        f"{who}: {_faces(reported.attack)} against {_faces(reported.defence)}, "
        f"highest {ours} to {theirs}{plus}: {reported.result}"
    )


def _faces(faces: Iterable[int]) -> str:
    return "-".join(map(str, faces))


def _air_round(_: Setting, reported: o.AirRound) -> str:
    return _fell(reported, f"in the air {reported.attacker} meets {reported.defender}")


def _group(setting: Setting, reported: o.GroupFormed) -> str:
    lent = f", which lends a d{reported.lent}" if reported.lent else ""
    by = f" with {reported.support} in support{lent}" if reported.support else ""
    return f"{called(setting, reported.point)} is the point{by}: {TACTIC[reported.tactic]}"


def _declared(_: Setting, reported: o.StrikesDeclared) -> str:
    parts = []
    if reported.point:
        parts.append(f"{listed(reported.point)} at the point")
    if reported.support:
        parts.append(f"{listed(reported.support)} at the supporting unit")
    return f"{_who(reported.side)} committed {listed(parts) if parts else 'no strike'}"


def _strike(setting: Setting, reported: o.StrikeRolled) -> str:
    row = setting.tables.data.strikes[setting.tables.units[reported.unit].kind]
    known = sure(row.provenance)
    result = "no effect" if reported.result == "none" else reported.result
    return f"{reported.unit} strikes at {reported.target}, die {reported.die}: {result}{known}"


def _begun(_: Setting, reported: o.RoundBegun) -> str:
    by = f" and {reported.support}" if reported.support else ""
    plus = f" {half(reported.bonus)}" if reported.bonus else ""
    ours, theirs = (
        listed([f"d{face}" for face in faces]) for faces in (reported.attack, reported.defence)
    )
    fight = "fights" if not by else "fight"
    return (
        f"{reported.point}{by} {fight} with {ours} against {reported.defender} with {theirs}{plus}"
    )


def _round(_: Setting, reported: o.RoundFought) -> str:
    by = f" and {reported.support}" if reported.support else ""
    return _fell(reported, f"{reported.point}{by} against {reported.defender}")


def _ended(_: Setting, reported: o.GameEnded) -> str:
    winner = reported.winner or ""
    named = FORCE[winner] if winner in ARMY else f"the {winner}"
    wins = "win" if winner in ARMY else "wins"
    who = f"{named} {wins}" if winner else "a draw"
    return f"{who}: {reported.why}"


def _lost(setting: Setting, reported: o.UnitLost) -> str:
    by = {"strike": " by a strike", "air": " in the air"}.get(reported.by, "")
    return f"{called(setting, reported.unit)} {LOST[reported.how]}{by}"


_SENTENCES: dict[type[Outcome], Callable[[Setting, Any], str]] = {
    o.UnitsChosen: _chosen,
    o.LinedUp: _lined_up,
    o.SetUpEnded: lambda _, reported: f"{_who(reported.side)} finished the set-up",
    o.PlaneNamed: lambda s, reported: f"the {reported.side}'s plane is {called(s, reported.unit)}",
    o.AirRound: _air_round,
    o.GroupFormed: _group,
    o.StrikesSealed: lambda _, reported: f"{_who(reported.side)} sealed the strikes",
    o.StrikesDeclared: _declared,
    o.StrikeRolled: _strike,
    o.StrikesOver: lambda _, reported: (
        f"the strikes at {reported.point} and {reported.defender} are over"
    ),
    o.DieDropped: lambda _, reported: f"the flanked defender drops a d{reported.die}",
    o.RoundBegun: _begun,
    o.RoundFought: _round,
    o.UnitLost: _lost,
    o.Fatigued: lambda s, reported: f"{called(s, reported.unit)} is fatigued and set aside",
    o.BrokeThrough: lambda _, reported: f"a {reported.how} also hits {listed(reported.units)}",
    o.GameEnded: _ended,
    **MAP_SENTENCES,
}
