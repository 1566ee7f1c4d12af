"""Manila in words for people: every outcome one sentence, every position a few short lines.

The text of the player aid card was not read off the published game. If such a value decides
something, the sentence says whether it is second-hand or reconstructed, as the data have it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from pbem.games.manila.data.tables import MARKERS, RULES_SIDE
from pbem.games.manila.rules import outcomes as o
from pbem.games.manila.rules.position import Position, contested
from pbem.games.manila.rules.questions import need
from pbem.games.manila.rules.setting import Setting
from pbem.games.manila.words.wording import (
    EVENT,
    PHASE,
    defender,
    effect,
    goal,
    heading,
    losses,
    markers,
    mood,
    place,
    support,
    waiting,
)
from pbem.kit import plain
from pbem.kit.contract import Outcome, Roll
from pbem.kit.wording import counted, doubt, listed, sure

FATE = {
    "killed": "killed in action",
    "wounded": "lightly wounded, back at the next dawn",
    "returns": "back in play at once",
}
STREETS = {
    "none": "no effect",
    "loss": "a unit is lost",
    "morale": "Morale falls",
    "spent": "the units there become Spent and Morale falls",
}


def report(setting: Setting, outcome: Outcome) -> str:
    """Describe an outcome in one sentence."""
    sentence = _SENTENCES[type(outcome)](setting, outcome)
    return plain.capital(sentence) + "."


def describe(setting: Setting, position: Position) -> list[str]:
    """Describe a position in short lines: turn, tracks, boxes, control, losses, question."""
    points = counted(position.supply, "point")
    lines = [
        f"{heading(setting, position)}.",
        f"American Morale: {position.morale}, {mood(setting, position)}.",
        f"Supply: {points}; available: {listed(support(setting, position))}.",
    ]
    if position.event:
        lines.append(f"Random Event: {effect(setting, position.event)}.")
    lines.append(f"American Controlled: {_held(setting, position)}; {goal(setting)}.")
    if fought := contested(position):
        reported = (f"{place(setting, n)}, {defender(setting, position, n)}" for n in fought)
        lines.append(f"Contested: {'; '.join(reported)}.")
    if position.out:
        lines.append(f"Out of Action: {', '.join(setting.in_order(list(position.out)))}.")
    for turn, units in waiting(setting, position).items():
        lines.append(f"On the Turn Track for turn {turn}: {', '.join(units)}.")
    lines += losses(setting, position)
    if position.action is not None:
        lines.append(f"Active Area: {place(setting, position.action.area)}.")
    return lines + doing(setting, position)


def doing(setting: Setting, position: Position) -> list[str]:
    """Describe what the game waits for, and what is open beside it."""
    if position.ended is not None:
        end = position.ended
        winner = end.winner or RULES_SIDE
        return [report(setting, o.GameEnded(paragraph=end.paragraph, winner=winner, why=end.why))]
    lines = []
    if position.action is not None and position.action.entered:
        lines.append(f"In a Japanese Area, not yet fought: {', '.join(position.action.entered)}.")
    if position.battle is not None:
        battle = position.battle
        means = listed([*battle.units, *markers(battle.support)])
        lines.append(f"Under attack: {place(setting, battle.area)}, by {means}.")
    due = need(setting, position)
    if isinstance(due, Roll):
        lines.append(f"To be rolled: {due.purpose}.")
    elif due is not None:
        lines.append(due.prompt)
    return lines


# --- control ---------------------------------------------------------------------------------


def _held(setting: Setting, position: Position) -> str:
    """Return how many Areas are American Controlled, and the fewer: these or the others."""
    areas = setting.tables.areas
    ours = [str(area) for area in areas if position.american(area)]
    others = [area for area in map(str, areas) if area not in ours]
    reported = "all" if not others else f"all but {listed(others)}"
    if len(ours) < len(others):
        reported = ", ".join(ours)
    return f"{counted(len(ours), 'Area')} ({reported})"


# --- outcomes ----------------------------------------------------------------------------------


def _support(outcome: o.Bought | o.AttackDeclared | o.FightJoined) -> list[str]:
    return markers({kind: getattr(outcome, kind) for kind in MARKERS})


def _phase_begun(setting: Setting, outcome: o.PhaseBegun) -> str:
    dates = setting.tables.data.length.dates[outcome.turn - 1]
    fresh = "; every unit is Fresh again" if outcome.phase == "end" else ""
    return f"turn {outcome.turn}, {dates}: the {PHASE[outcome.phase]} begins{fresh}"


def _withdrawn(_: Setting, outcome: o.Withdrawn) -> str:
    if outcome.until is None:
        return f"{outcome.unit} is withdrawn for good"
    return f"{outcome.unit} is withdrawn until turn {outcome.until}"


def _event_rolled(setting: Setting, outcome: o.EventRolled) -> str:
    reported = f"Random Event, roll {outcome.roll}: {EVENT[outcome.chart]}"
    if outcome.event == outcome.chart:
        return f"Random Event, roll {outcome.roll}: {effect(setting, outcome.event)}"
    if outcome.event == "no result":
        return f"{reported}, no result this turn"
    known = sure(setting.tables.data.events.provenance)
    return f"{reported}, so late in the game{known} {effect(setting, outcome.event)}"


def _breakout_rolled(setting: Setting, outcome: o.BreakoutRolled) -> str:
    events = setting.tables.data.events
    reported = "happens" if outcome.happens else "does not happen"
    wanted = f"it needs {events.iwabuchi_from} or more{sure(events.provenance)}"
    return f"die {outcome.die}: the Iwabuchi breakout {reported}; {wanted}"


def _broke_out(setting: Setting, outcome: o.BrokeOut) -> str:
    how = "drawn at random (who picks it is reconstructed)"
    if setting.options.iwabuchi_target == "player":
        how = "picked by the player (who picks it is reconstructed)"
    return f"an Unrevealed Japanese unit breaks out in {place(setting, outcome.area)}, {how}"


def _supply_rolled(_: Setting, outcome: o.SupplyRolled) -> str:
    raised = "" if outcome.points == outcome.roll else f", raised to {outcome.points}"
    return f"supply roll {outcome.roll}{raised}: {counted(outcome.supply, 'Supply Point')} to spend"


def _bought(setting: Setting, outcome: o.Bought) -> str:
    data = setting.tables.data
    parts = [*_support(outcome), *([f"{outcome.morale} Morale"] if outcome.morale else [])]
    doubts = []
    if outcome.air and doubt(data.markers.air.provenance):
        doubts.append(f"the cost of Air is {doubt(data.markers.air.provenance)}")
    if outcome.morale and doubt(data.supply.provenance):
        doubts.append(f"the cost of Morale is {doubt(data.supply.provenance)}")
    known = f" ({', '.join(doubts)})" if doubts else ""
    return f"the U.S. buys {listed(parts)} for {counted(outcome.cost, 'Supply Point')}{known}"


def _returned(setting: Setting, outcome: o.ReturnedToPlay) -> str:
    word = doubt(setting.tables.data.supply.provenance)
    reported = f" (the cost is {word})" if word else ""
    paid = f"for {counted(outcome.cost, 'Supply Point')}{reported}"
    return f"{outcome.unit} comes back from Out of Action in {place(setting, outcome.area)} {paid}"


def _morale_changed(setting: Setting, outcome: o.MoraleChanged) -> str:
    strong = outcome.morale >= setting.tables.data.morale.strong_from
    mood = "Strong" if strong else "Shaken"
    changes = f"{'rises' if outcome.by > 0 else 'falls'} by {abs(outcome.by)}"
    return f"American Morale {changes} to {outcome.morale}: {mood}"


def _streets_rolled(setting: Setting, outcome: o.StreetsRolled) -> str:
    where = place(setting, outcome.area)
    return f"Bloody Streets in {where}, die {outcome.die}: {STREETS[outcome.effect]}"


def _moved(setting: Setting, outcome: o.Moved) -> str:
    by = f" through {', '.join(map(str, outcome.path[:-1]))}" if len(outcome.path) > 1 else ""
    return f"{outcome.unit} moves from {outcome.origin} to {place(setting, outcome.path[-1])}{by}"


def _became_spent(setting: Setting, outcome: o.BecameSpent) -> str:
    verb = "becomes" if len(outcome.units) == 1 else "become"
    # Whether a breakout does so is not in the rulebook.
    known = sure(setting.tables.data.events.provenance) if outcome.paragraph == "6.2" else ""
    return f"{listed(outcome.units)} {verb} Spent{known}"


def _attack_declared(setting: Setting, outcome: o.AttackDeclared) -> str:
    verb = "attacks" if len(outcome.units) == 1 else "attack"
    sort = "a Mandatory Attack" if outcome.mandatory else "by choice"
    plan = []
    if outcome.lead:
        plan.append(f"lead {listed([outcome.lead, *_support(outcome)])}")
    if outcome.barrage:
        plan.append("break off at a Barrage" if outcome.barrage == "break off"
                    else f"{outcome.barrage} is given up to a Barrage")  # fmt: skip
    if outcome.sniper:
        plan.append(f"{outcome.sniper} to a Sniper")
    if outcome.retreat:
        plan.append(f"retreat to {', '.join(map(str, outcome.retreat))}")
    planned = f"; planned: {', '.join(plan)}" if plan else ""
    where = place(setting, outcome.area)
    return f"{listed(outcome.units)} {verb} {where}, {sort}{planned}"


def _revealed(setting: Setting, outcome: o.Revealed) -> str:
    what = f"Defense Factor {outcome.factor}, {outcome.strategy}"
    return f"the Japanese unit in {place(setting, outcome.area)} is revealed: {what}"


def _fight_joined(setting: Setting, outcome: o.FightJoined) -> str:
    means = _support(outcome)
    reported = f"with {listed(means)}" if means else "without support"
    return f"{outcome.lead} leads the attack on {place(setting, outcome.area)} {reported}"


def _combat_resolved(setting: Setting, outcome: o.CombatResolved) -> str:
    ours = f"AV {outcome.av} and dice {_dice(outcome.american)} make {outcome.at}"
    air = f" (Air Support took {outcome.air} off)" if outcome.air else ""
    dropped = ", the lowest dropped," if len(outcome.japanese) > 2 else ""
    theirs = f"DV {outcome.dv}{air} and dice {_dice(outcome.japanese)}{dropped} make {outcome.dt}"
    reported = f"attack on {place(setting, outcome.area)}: {ours}, {theirs}: {outcome.raw}"
    if outcome.raw != outcome.result:
        reported += f", which the Fanatic turns into a {outcome.result}"
    return reported


def _dice(faces: Iterable[int]) -> str:
    return "+".join(map(str, faces))


def _out_of_action(setting: Setting, outcome: o.OutOfAction) -> str:
    by = f" to the {outcome.by}" if outcome.by else ""
    return f"{outcome.unit} is lost{by} in {place(setting, outcome.area)} and is Out of Action"


def _retreated(setting: Setting, outcome: o.Retreated) -> str:
    return f"{outcome.unit} retreats from {outcome.origin} to {place(setting, outcome.area)}"


def _game_ended(_: Setting, outcome: o.GameEnded) -> str:
    who = "the Japanese win" if outcome.winner == RULES_SIDE else "the U.S. wins"
    return f"{who}: {outcome.why.rstrip('.')}"


_SENTENCES: dict[type[Outcome], Callable[[Setting, Any], str]] = {
    o.PhaseBegun: _phase_begun,
    o.Arrived: lambda s, reported: f"{reported.unit} arrives in {place(s, reported.area)}",
    o.Withdrawn: _withdrawn,
    o.MortalityRolled: lambda _, reported: (
        f"{reported.unit}, die {reported.die}: {FATE[reported.fate]}"
    ),
    o.EventRolled: _event_rolled,
    o.BreakoutRolled: _breakout_rolled,
    o.BrokeOut: _broke_out,
    o.SupplyRolled: _supply_rolled,
    o.Bought: _bought,
    o.ReturnedToPlay: _returned,
    o.MoraleChanged: _morale_changed,
    o.AirReleased: lambda _, __: "the U.S. may buy Air Support from now on",
    o.StreetsRolled: _streets_rolled,
    o.Activated: lambda s, reported: f"{place(s, reported.area)} is the Active Area",
    o.Moved: _moved,
    o.BecameSpent: _became_spent,
    o.AttackDeclared: _attack_declared,
    o.Revealed: _revealed,
    o.BrokenOff: lambda s, reported: f"the attack on {place(s, reported.area)} is broken off",
    o.FightJoined: _fight_joined,
    o.CombatResolved: _combat_resolved,
    o.OutOfAction: _out_of_action,
    o.Captured: lambda s, reported: f"the U.S. captures {place(s, reported.area)}",
    o.Retreated: _retreated,
    o.GameEnded: _game_ended,
}
