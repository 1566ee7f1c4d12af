"""Race to Tokyo in words for people: every outcome one sentence, a position a few short lines.

A face-down unit is named by its number only. If a value that is not the publisher's decides
something, the sentence says so, as the data have it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from pbem.games.tokyo.rules import ch07_recon as recon
from pbem.games.tokyo.rules import ch10_victory as victory
from pbem.games.tokyo.rules import outcomes as o
from pbem.games.tokyo.rules.ch08_towns import ACROSS, TAMA
from pbem.games.tokyo.rules.position import Battle, Position
from pbem.games.tokyo.rules.questions import need
from pbem.games.tokyo.rules.setting import GROUPS, JAPANESE, Setting
from pbem.games.tokyo.words.wording import (
    ARMY,
    PHASE,
    RESULT,
    army,
    bag_of,
    coming,
    date,
    heading,
    held,
    known,
    place,
    points,
    score,
    unit,
    units,
    why_ended,
)
from pbem.kit import plain
from pbem.kit.contract import Outcome, Roll
from pbem.kit.wording import counted, listed, shut_in, sure

REMOVED = {
    "stacking": "two units shared the hex",
    "strayed": "it stayed on the wrong side of the Operational Boundary",
    "beach": "a Japanese unit stands on its beach",
}
DECLINED = {
    "ecorps": "does not call E Corps",
    "volunteer": "calls no Volunteer Corps: the die stands",
    "advance": "does not advance",
}
RIVER = {TAMA: "reached the Tama", ACROSS: "crossed the Tama"}


def report(setting: Setting, outcome: Outcome) -> str:
    """Describe an outcome in one sentence."""
    sentence = _SENTENCES[type(outcome)](setting, outcome)
    return plain.capital(sentence) + "."


def describe(setting: Setting, position: Position) -> list[str]:
    """Describe a position in short lines: phase, points, forces, what comes, what is waited for."""
    worth = sure(setting.tables.data.towns.provenance, "values")
    total = score(victory.points(setting, position))
    return [
        f"{heading(setting, position)}.",
        f"Victory Points now: {total}{worth}.",
        *_towns_held(setting, position),
        *_forces(setting, position),
        *_reserves(position),
        *_army36(position),
        *_ecorps(setting, position),
        *_limits(setting, position),
        *_doing(setting, position),
    ]


# --- a position --------------------------------------------------------------------------------


def _towns_held(setting: Setting, position: Position) -> Iterator[str]:
    for group, numbers in held(setting, position).items():
        if numbers:
            named = ", ".join(place(setting, number) for number in numbers)
            yield f"Held by {ARMY[group]}: {named}."


def _forces(setting: Setting, position: Position) -> Iterator[str]:
    for group in GROUPS:
        mine = [name for name in setting.tables.americans if setting.group(position, name) == group]
        parts = [f"{sum(name in position.at for name in mine)} on the map"]
        for names, where in (
            ([name for name in mine if name in position.box], "destroyed, to be reconstituted"),
            ([name for name in mine if name in position.gone], "lost for good"),
        ):
            if names:
                parts.append(f"{where}: {listed(names)}")
        away = {*position.at, *position.box, *position.gone}
        if later := [name for name in mine if name not in away]:
            parts.append(f"still to come: {listed(_when(setting, name) for name in later)}")
        yield f"{ARMY[group][4:]}: {'; '.join(parts)}."
    for name in ("jp",) if setting.scenario == "three" else ("jw", "je"):
        here = [unit_ for unit_ in setting.units_of(position, name) if unit_ not in position.locked]
        hidden = sum(not position.known(unit_) for unit_ in here)
        yield f"{army(setting, name)}: {len(here)} on the map, {hidden} of them face down."


def _when(setting: Setting, name: str) -> str:
    """Return a unit that has not come, with the turn from which it may."""
    turn = setting.tables.americans[name].turn
    return name if turn < 2 else f"{name} (turn {turn})"


def _reserves(position: Position) -> Iterator[str]:
    infantry, armor = position.infantry, len(position.reserve)
    left = f"{infantry} infantry and {armor} armor"
    yield f"Pool: {counted(position.pool, 'counter')}. Strategic Reserve left: {left}."


def _army36(position: Position) -> Iterator[str]:
    if not position.locked:
        return
    due = [f"{many} for {ARMY[name]}" for name, many in sorted(position.pending.items())]
    pending = f"; to be released next: {listed(due)}" if due else ""
    yield f"36th Army, not released: {', '.join(position.locked)}{pending}."


def _ecorps(setting: Setting, position: Position) -> Iterator[str]:
    if position.ecorps:
        yield f"{plain.capital(ARMY[position.ecorps])} called E Corps."
    for side, total in sorted(position.called.items()):
        limit = setting.tables.chit_limit
        yield f"{plain.capital(ARMY[side])} called Volunteer Corps: {total}; {limit} lose the game."


def _limits(setting: Setting, position: Position) -> Iterator[str]:
    """Describe what limits the phase: quotas, who does not move, what armor may spend."""
    track = setting.tables.data.track
    if position.phase == "recon":
        parts = [f"{position.quota} to reconstitute{sure(track.recon.provenance)}"]
        if reserve := coming(position.arrivals):
            parts.append(f"{reserve} to enter{sure(track.reserve.provenance)}")
        yield f"Left in this phase: {listed(parts)}."
    if late := coming(position.late):
        yield f"Shut out so far: {late}."
    for name, many in sorted(position.carried.items()):
        if many:
            yield f"{ARMY[name][4:]}: {many} more of an earlier quota, whose beach was full."
    if position.phase == "movement" and position.rolled:
        rolled = (f"{name} {die}" for name, die in sorted(position.rolled.items()))
        yield f"Movement points rolled: {', '.join(rolled)}."
    if position.phase in {"recon", "movement"} and position.still:
        yield f"Not moving in this turn: {', '.join(sorted(position.still))}."
    if position.strayed:
        yield f"Across the Operational Boundary: {', '.join(sorted(position.strayed))}."


def _doing(setting: Setting, position: Position) -> Iterator[str]:
    """Describe what the game waits for, and the attack that is open."""
    if position.ended is not None:
        end = position.ended
        totals = victory.points(setting, position)
        over = o.GameEnded(paragraph=end.paragraph, winner=end.winner, why=end.why, points=totals)
        yield report(setting, over)
        return
    if position.battle is not None:
        yield from _open_attack(setting, position.battle)
    due = need(setting, position)
    if isinstance(due, Roll):
        yield f"To be rolled: {due.purpose}."
    elif due is not None:
        yield due.prompt


def _open_attack(setting: Setting, battle: Battle) -> Iterator[str]:
    by = f", by {units(setting, battle.with_)}" if battle.with_ else ""
    yield f"Under attack: {place(setting, battle.hex)}{by}."
    if battle.result:
        yield f"Result {battle.result}: {RESULT[battle.result]}{_table(setting)}."


# --- phases and reinforcements -----------------------------------------------------------------


def _phase_begun(setting: Setting, reported: o.PhaseBegun) -> str:
    if reported.phase == "setup":
        return f"{ARMY[reported.army]} sets up"
    begun = f"turn {reported.turn}, {date(setting, reported.turn)}: the {PHASE[reported.phase]}"
    begun += f" of {army(setting, reported.army)} begins"
    if reported.phase in {"recon", "ecorps"} and reported.army == setting.armies[0]:
        begun += _palace(setting, reported.turn)
    return (
        begun + _due(setting, reported.army, reported.turn) if reported.phase == "recon" else begun
    )


def _palace(setting: Setting, turn: int) -> str:
    """Say what Central Tokyo is worth from a turn on, where that is less than before (10.2)."""
    worth = setting.tables.palace_points
    if turn < 2 or worth[turn - 1] == worth[turn - 2]:
        return ""
    return f"; Central Tokyo is worth {points(worth[turn - 1])} from now on"


def _due(setting: Setting, name: str, turn: int) -> str:
    """Return what the turn record track grants an army, with how sure that is."""
    track = setting.tables.data.track
    parts = [f"a quota of {recon.quota(setting, name, turn)}{sure(track.recon.provenance)}"]
    table, sides = setting.tables.reserve, recon.EAST_WEST.get(name, ())
    if reserve := coming({side: table[JAPANESE[side]][turn - 1] for side in sides}):
        parts.append(f"{reserve}{sure(track.reserve.provenance)}")
    return f", with {' and '.join(parts)}"


def _placed(setting: Setting, reported: o.Placed) -> str:
    verb = "is reconstituted" if reported.rebuilt else "arrives"
    return f"{unit(setting, reported.unit)} {verb} in {place(setting, reported.hex)}"


def _entered(setting: Setting, reported: o.Entered) -> str:
    how = ", face down," if reported.counter else ""
    who = unit(setting, reported.unit)
    return f"{who} enters{how} in {place(setting, reported.hex)}, from the Strategic Reserve"


def _freed(setting: Setting, reported: o.Freed) -> str:
    who = units(setting, reported.units)
    return f"the 36th Army releases {who} to {army(setting, reported.army)}"


def _triggered(setting: Setting, reported: o.Triggered) -> str:
    did = RIVER.get(reported.hex) or f"took {place(setting, reported.hex)}"
    cause = f"{ARMY[reported.by]} {did}"
    if not reported.number:
        return f"{cause}, but the 36th Army has nothing left to release"
    many = counted(reported.number, "unit")
    return f"{cause}, so the 36th Army will release {many} to {army(setting, reported.army)}"


def _called(setting: Setting, reported: o.ECorpsCalled) -> str:
    ecorps = setting.tables.data.ecorps
    cost = f"{points(ecorps.penalty)}{sure(ecorps.provenance)}"
    americans = setting.tables.americans
    corps = listed(sorted(name for name, one in americans.items() if one.group == "E"))
    calls = f"{ARMY[reported.side]} calls E Corps ({corps})"
    return f"{calls}, which costs it {cost} unless Central Tokyo is taken"


# --- movement ----------------------------------------------------------------------------------


def _roll_pledged(setting: Setting, reported: o.RollPledged) -> str:
    will = ""
    if reported.path:
        far = ", as far as the die allows" if reported.far else ""
        will = f", to move through {', '.join(reported.path)}{far}"
    return f"movement is rolled for {units(setting, reported.units)}{will}"


def _movement_rolled(setting: Setting, reported: o.MovementRolled) -> str:
    many = counted(reported.die, "movement point")
    return f"{unit(setting, reported.unit)} has {many} in this phase"


def _moved(setting: Setting, reported: o.Moved) -> str:
    who = unit(setting, reported.unit)
    if not reported.path:
        return f"{who} cannot move: the die is too low"
    by = f" through {', '.join(reported.path[:-1])}" if len(reported.path) > 1 else ""
    return f"{who} moves to {place(setting, reported.path[-1])}{by}"


def _removed(setting: Setting, reported: o.Removed) -> str:
    where = place(setting, reported.hex)
    return f"{unit(setting, reported.unit)} is removed from {where}: {REMOVED[reported.why]}"


# --- combat ------------------------------------------------------------------------------------


def _attacked(setting: Setting, reported: o.AttackDeclared) -> str:
    verb = "attacks" if len(reported.with_) == 1 else "attack"
    return f"{units(setting, reported.with_)} {verb} {place(setting, reported.hex)}"


def _turned_up(setting: Setting, reported: o.TurnedUp) -> str:
    what = f"{known(setting, reported.counter)}{sure(bag_of(setting, reported.counter))}"
    return f"{unit(setting, reported.unit)} is revealed: {what}"


def _strength(setting: Setting, reported: o.StrengthRolled) -> str:
    fights = f"fights with strength {reported.strength}"
    return f"{unit(setting, reported.unit)} {fights} (die {reported.die})"


def _deserted(setting: Setting, reported: o.Deserted) -> str:
    where = place(setting, reported.hex)
    return f"{unit(setting, reported.unit)} has no defense and is removed from {where}"


def _die_rolled(setting: Setting, reported: o.DieRolled) -> str:
    data = setting.tables.data
    if not reported.attack:
        weak = f"no strength against {reported.defense}, resolved at {reported.column}"
        return f"{weak}, die {reported.die}: {reported.result}{_table(setting)}"
    shifted = ""
    if reported.shift:
        way = "right" if reported.shift > 0 else "left"
        by = counted(abs(reported.shift), "column")
        shifted = f", shifted {by} to the {way}{sure(data.terrain.provenance)}"
    odds = f"{reported.attack} against {reported.defense}, odds {reported.odds}{shifted}"
    read = f" on column {reported.column}" if reported.column != reported.odds else ""
    return f"{odds}, die {reported.die}{read}: {reported.result}{_table(setting)}"


def _table(setting: Setting) -> str:
    """Say so where the combat results table is not the publisher's."""
    return sure(setting.tables.data.combat.provenance, "table")


def _volunteer(setting: Setting, reported: o.VolunteerCalled) -> str:
    volunteers = setting.tables.data.volunteers
    which = f"number {reported.number}{sure(volunteers.provenance)}"
    total = f"{reported.total} in all, and {volunteers.limit} lose the game"
    return f"{ARMY[reported.side]} calls a Volunteer Corps, {which}: {total}"


def _resolved(setting: Setting, reported: o.CombatResolved) -> str:
    if reported.paragraph == "6.63":
        gone = "no attacker is left" if reported.result == "Ae" else "the defender is gone"
        return f"there is no combat: {gone}"
    return f"result {reported.result}: {RESULT[reported.result]}{_table(setting)}"


def _eliminated(setting: Setting, reported: o.Eliminated) -> str:
    where = place(setting, reported.hex)
    return f"{unit(setting, reported.unit)} is eliminated in {where}{shut_in(reported.closed)}"


def _stepped(verb: str) -> Callable[[Setting, Any], str]:
    """Return the teller of a unit that goes from one hex to another."""

    def reported(setting: Setting, outcome: Any) -> str:
        where = place(setting, outcome.hex)
        return f"{unit(setting, outcome.unit)} {verb} from {outcome.origin} to {where}"

    return reported


def _advanced(setting: Setting, reported: o.Advanced) -> str:
    by = f" through {reported.path[0]}" if len(reported.path) > 1 else ""
    return f"{unit(setting, reported.unit)} advances to {place(setting, reported.path[-1])}{by}"


# --- towns and the end -------------------------------------------------------------------------


def _control(setting: Setting, reported: o.ControlChanged) -> str:
    held = f"{ARMY[reported.by]} now controls {place(setting, reported.hex)}"
    worth = setting.tables.points.get(reported.hex, 0)
    if not worth or reported.by not in GROUPS:
        return held
    return f"{held}: {points(worth)}{sure(setting.tables.data.towns.provenance)}"


def _by_zone(setting: Setting, reported: o.ControlledByZone) -> str:
    where = place(setting, reported.hex)
    if not reported.by:
        return f"{where} counts again for its last holder: no side's zone alone reaches it"
    worth = setting.tables.points.get(reported.hex, 0)
    counts = f"{where} counts for {ARMY[reported.by]}: its zone of control alone reaches it"
    return (
        f"{counts}: {points(worth)}{sure(setting.tables.data.towns.provenance)}"
        if worth
        else counts
    )


def _ended(setting: Setting, reported: o.GameEnded) -> str:
    won = "the game is a draw" if reported.winner is None else f"{ARMY[reported.winner]} wins"
    total = f"Victory Points: {score(reported.points)}"
    worth = sure(setting.tables.data.towns.provenance, "values")
    return f"{won}: {why_ended(reported.why).rstrip('.')}; {total}{worth}"


_SENTENCES: dict[type[Outcome], Callable[[Setting, Any], str]] = {
    o.PhaseBegun: _phase_begun,
    o.Deployed: lambda s, reported: f"{unit(s, reported.unit)} lands in {place(s, reported.hex)}",
    o.Placed: _placed,
    o.Reconstituted: lambda s, reported: (
        f"{reported.unit} comes out of the pool and enters, face down, in {place(s, reported.hex)}"
    ),
    o.Entered: _entered,
    o.Freed: _freed,
    o.Triggered: _triggered,
    o.ECorpsCalled: _called,
    o.Declined: lambda _, reported: f"{ARMY[reported.side]} {DECLINED[reported.question]}",
    o.RollPledged: _roll_pledged,
    o.MovementRolled: _movement_rolled,
    o.Moved: _moved,
    o.Removed: _removed,
    o.AttackDeclared: _attacked,
    o.TurnedUp: _turned_up,
    o.StrengthRolled: _strength,
    o.Deserted: _deserted,
    o.DieRolled: _die_rolled,
    o.DieRolledAgain: lambda setting, reported: (
        f"the new die in the column {reported.column} is {reported.die}: {reported.result}"
        f"{_table(setting)}"
    ),
    o.DieVoided: lambda _, reported: (
        f"{ARMY[reported.side]} voids the die and must call a Volunteer Corps"
    ),
    o.VolunteerCalled: _volunteer,
    o.CombatResolved: _resolved,
    o.Eliminated: _eliminated,
    o.Retreated: _stepped("retreats"),
    o.Displaced: _stepped("makes room and moves"),
    o.Advanced: _advanced,
    o.ControlChanged: _control,
    o.ControlledByZone: _by_zone,
    o.GameEnded: _ended,
}
