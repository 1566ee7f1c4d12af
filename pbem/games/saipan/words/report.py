"""Saipan in words for people: every outcome one sentence, every position a few short lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, timedelta
from typing import Any

from pbem.games.saipan.data.tables import ENEMY, SIDES, SaipanData
from pbem.games.saipan.rules import outcomes as o
from pbem.games.saipan.rules.position import Battle, Position
from pbem.games.saipan.rules.setting import Setting
from pbem.kit import plain
from pbem.kit.contract import Outcome
from pbem.kit.wording import MONTHS, counted, doubt, listed, shut_in

SIDE = {"us": "the U.S.", "jp": "the Japanese"}
PHASE = {
    "beaches": "the U.S. writes down its landing hexes",
    "deploy": "the Japanese deploy",
    "reveal": "the U.S. shows its landing hexes",
    "movement": "Movement Phase",
    "combat": "Combat Phase",
    "over": "the game is over",
}
RESULT = {
    "=": "nothing happens",
    "Dr": "the defender retreats",
    "Ar": "the attacker retreats",
    "De": "the defender is eliminated",
    "Ae": "the attacker is eliminated",
    "Ex": "an exchange: the defender is eliminated, and the attacker pays",
}
LANDING_DAY = date(1944, 6, 15)
"""The first day of Game-Turn 1; a Game-Turn is two days."""


def report(setting: Setting, outcome: Outcome) -> str:
    """Describe an outcome in one sentence."""
    sentence = _SENTENCES[type(outcome)](setting, outcome)
    return plain.capital(sentence) + "."


def describe(setting: Setting, position: Position) -> list[str]:
    """Describe a position in short lines: turn, phase, forces, beachheads, open attack."""
    turn = position.turn
    lines = [f"{turn_of(setting, position)}, {dates(turn)}: {phase_of(position)}."]
    lines += [_force(setting, position, side) for side in SIDES]
    if position.turn == 1 and position.beaches:
        lines.append(f"Landing hexes: {', '.join(position.beaches)}.")
    if position.beachheads:
        marks = (f"{h}{'' if h in position.on['us'] else ' (vacant)'}" for h in position.beachheads)
        lines.append(f"Beachheads: {', '.join(marks)}.")
    elif turn > 1:
        lines.append("No beachhead is left: no more reinforcements can arrive.")
    if position.battle is not None:
        lines += _open_attack(position, position.battle)
    if position.ended is not None:
        lines.append(report(setting, _ending(position)))
    return lines


def reconstructed(data: SaipanData) -> tuple[str, ...]:
    """Return what of the data is not the publisher's, in words, by the data's own provenance."""
    parts = [
        ("the map", data.map.provenance),
        ("the terrain key", data.terrain.provenance),
        ("the beaches", data.beaches.provenance),
        ("the combat results table", data.combat.provenance),
        ("the order of the figures on a counter", data.counters.infantry.provenance),
        ("the order of the figures on an artillery counter", data.counters.artillery.provenance),
    ]
    for side, words in (("us", "the U.S. counters"), ("jp", "the Japanese counters")):
        groups = getattr(data.counters, side)
        if any(is_reconstructed(group.provenance) for group in groups):
            parts.append((words, "reconstructed"))
    return (
        *(words for words, provenance in parts if is_reconstructed(provenance)),
        "the number of ground support points",
    )


def is_reconstructed(provenance: str) -> bool:
    """Whether a value is not the publisher's."""
    return doubt(provenance) == "reconstructed"


def dates(turn: int) -> str:
    """Return the two days of a Game-Turn: ``15-16 June 1944``."""
    first = LANDING_DAY + timedelta(days=2 * (turn - 1))
    last = first + timedelta(days=1)
    month = "" if first.month == last.month else f" {MONTHS[first.month - 1]}"
    return f"{first.day}{month}-{last.day} {MONTHS[last.month - 1]} {last.year}"


def place(setting: Setting, number: str) -> str:
    """Return a hex with the name of the place in it, if it has one."""
    name = setting.tables.data.map.places.get(number)
    return f"{number} ({name})" if name else number


def side_of(side: str) -> str:
    """Return the word for what belongs to a side."""
    return "U.S." if side == "us" else "Japanese"


def unit(side: str, name: str) -> str:
    """Return a unit with its side."""
    return f"{side_of(side)} {name}"


def _units(side: str, names: Sequence[str]) -> str:
    return f"{side_of(side)} {listed(names)}"


def points(gsp: int) -> str:
    """Return ground support points in words."""
    return counted(gsp, "ground support point")


def on_the_map(position: Position, side: str) -> str:
    """Return how many units of a side are on the map."""
    return f"{len(position.on[side])} on the map"


def lost(position: Position, side: str) -> str:
    """Return how many units a side has lost."""
    return f"{len(position.dead[side])} lost"


def turn_of(setting: Setting, position: Position) -> str:
    """Return the number of the turn."""
    return f"Game-Turn {position.turn} of {setting.tables.turns}"


def phase_of(position: Position) -> str:
    """Return the phase, with the side whose it is."""
    who = "" if position.phase not in {"movement", "combat"} else f"{side_of(position.side)} "
    return f"{who}{PHASE[position.phase]}"


def _force(setting: Setting, position: Position, side: str) -> str:
    parts = [on_the_map(position, side)]
    if side == "us":
        if position.sea:
            parts.append(f"{len(position.sea)} at sea")
        if waiting := len(setting.not_landed(position)):
            parts.append(f"{waiting} not landed yet")
    parts.append(lost(position, side))
    line = f"{side_of(side)}: {', '.join(parts)}"
    if position.phase == "combat" and setting.gsp[side]:
        line += f"; {points(position.gsp[side])} left in this phase"
    return line + "."


def _open_attack(position: Position, battle: Battle) -> list[str]:
    side, foe = position.side, ENEMY[position.side]
    lines = [f"Under attack: {_units(foe, battle.on)}, by {_forces(battle)}."]
    if battle.result is not None:
        lines.append(f"Result {battle.result}: {RESULT[battle.result]}.")
    if battle.retreating:
        lines.append(f"These must still retreat: {_units(battle.losers, battle.retreating)}.")
    if battle.owed > 0 and battle.attackers:
        lines.append(f"{side_of(side)} attackers must still lose {battle.owed} attack points.")
    return lines


def _forces(battle: Battle) -> str:
    return taking_part(battle.attackers, battle.guns, battle.gsp)


def taking_part(units: Sequence[str], barrage: Sequence[str], gsp: int) -> str:
    """Name what takes part in an attack."""
    parts = [*units]
    if barrage:
        parts.append(f"the barrage of {listed(barrage)}")
    if gsp:
        parts.append(points(gsp))
    return listed(parts)


def _ending(position: Position) -> o.GameEnded:
    if position.ended is None:
        raise ValueError("the game goes on")
    ended = position.ended
    return o.GameEnded(paragraph=ended.paragraph, winner=ended.winner, why=ended.why)


def _landed(setting: Setting, outcome: o.Landed) -> str:
    who = unit("us", outcome.unit)
    if outcome.sea is not None:
        return f"{who} waits in {outcome.sea} to storm {place(setting, outcome.hex)}"
    return f"{who} lands at {place(setting, outcome.hex)}"


def _moved(setting: Setting, outcome: o.Moved) -> str:
    by = f" through {', '.join(outcome.path[:-1])}" if len(outcome.path) > 1 else ""
    who = unit(outcome.side, outcome.unit)
    return f"{who} moves to {place(setting, outcome.path[-1])}{by}"


def _phase_begun(_: Setting, outcome: o.PhaseBegun) -> str:
    if outcome.phase not in {"movement", "combat"}:
        return f"before Game-Turn {outcome.turn}, {PHASE[outcome.phase]}"
    what = f"the {side_of(outcome.side)} {PHASE[outcome.phase]} begins"
    return f"Game-Turn {outcome.turn}, {dates(outcome.turn)}: {what}"


def _attack_declared(_: Setting, outcome: o.AttackDeclared) -> str:
    target = _units(ENEMY[outcome.side], outcome.on)
    means = taking_part(outcome.with_, outcome.barrage, outcome.gsp)
    banzai = ", a Banzai charge (reconstructed rule)" if outcome.banzai else ""
    verb = "attack" if outcome.side == "jp" else "attacks"
    return f"{SIDE[outcome.side]} {verb} {target} with {means}{banzai}"


def _final_fire(_: Setting, outcome: o.FinalProtectiveFire) -> str:
    means = [*outcome.with_, *([points(outcome.gsp)] if outcome.gsp else [])]
    return f"final protective fire for {unit(outcome.side, outcome.unit)}: {listed(means)}"


def _declined(_: Setting, outcome: o.Declined) -> str:
    what = "final protective fire" if outcome.question == "fpf" else "to advance"
    return f"{SIDE[outcome.side]} {'decline' if outcome.side == 'jp' else 'declines'} {what}"


def _combat_resolved(setting: Setting, outcome: o.CombatResolved) -> str:
    odds = f"{outcome.attack} against {outcome.defence}, differential {outcome.differential:+d}"
    table = " (reconstructed table)" * is_reconstructed(setting.tables.data.combat.provenance)
    reported = f"die {outcome.die}: {outcome.result}, {RESULT[outcome.result]}"
    return f"{odds}, {reported}{table}"


def _eliminated(setting: Setting, outcome: o.Eliminated) -> str:
    who, where = unit(outcome.side, outcome.unit), place(setting, outcome.hex)
    return f"{who} is eliminated in {where}{shut_in(outcome.closed)}"


def _stepped(verb: str) -> Callable[[Setting, Any], str]:
    """Return the teller of a unit that goes from one hex to another."""

    def reported(setting: Setting, outcome: Any) -> str:
        who = unit(outcome.side, outcome.unit)
        return f"{who} {verb} from {outcome.origin} to {place(setting, outcome.hex)}"

    return reported


def _game_ended(_: Setting, outcome: o.GameEnded) -> str:
    if outcome.winner is None:
        return f"the game is a draw: {outcome.why}"
    return f"{SIDE[outcome.winner]} {'wins' if outcome.winner == 'us' else 'win'}: {outcome.why}"


_SENTENCES: dict[type[Outcome], Callable[[Setting, Any], str]] = {
    o.BeachesSealed: lambda _, __: "the U.S. wrote down its six landing hexes and sealed them",
    o.BeachesChosen: lambda _, reported: f"the U.S. will land at {listed(reported.hexes)}",
    o.Deployed: lambda s, reported: (
        f"{unit('jp', reported.unit)} deploys in {place(s, reported.hex)}"
    ),
    o.Landed: _landed,
    o.Moved: _moved,
    o.PhaseBegun: _phase_begun,
    o.BeachheadPlaced: lambda s, reported: f"a beachhead is marked in {place(s, reported.hex)}",
    o.BeachheadDestroyed: lambda s, reported: (
        f"the beachhead in {place(s, reported.hex)} is destroyed"
    ),
    o.AttackDeclared: _attack_declared,
    o.FinalProtectiveFire: _final_fire,
    o.Declined: _declined,
    o.CombatResolved: _combat_resolved,
    o.Retreated: _stepped("retreats"),
    o.Displaced: _stepped("makes room and moves"),
    o.Eliminated: _eliminated,
    o.Advanced: _stepped("advances"),
    o.GameEnded: _game_ended,
}
