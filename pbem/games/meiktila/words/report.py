"""Outcomes and positions of Meiktila in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from pbem.games.meiktila.data.forms import EDGES, SIDES, MeiktilaData
from pbem.games.meiktila.rules import ch06_stacking as stacking
from pbem.games.meiktila.rules import outcomes as o
from pbem.games.meiktila.rules.position import Position
from pbem.games.meiktila.rules.setting import Setting
from pbem.kit.charts import signed
from pbem.kit.contract import Outcome
from pbem.kit.wording import as_points, counted, doubt, listed, sure

SIDE = {"al": "Allied", "jp": "Japanese"}
PEOPLE = {"al": "The Allies", "jp": "The Japanese"}
PHASES = {  # each is reported when it begins, and what happens in it is still to come
    "setup": "{people} set up.",
    "air": "Turn {turn}, {day}, begins with air power and initiative.",
    "allot": "The Allies allot their air units.",
    "supply": "Allied supply flies in.",
    "land": "Allied reinforcements may land.",
    "allied status": "The supply of the Allied units is checked.",
    "edges": "The Japanese declare the edges to which they trace supply.",
    "japanese status": "The supply of the Japanese units is checked.",
    "markers": "Each side draws its activation markers.",
    "opener": "{people} have the initiative.",
    "cup": "The next marker comes out of the cup.",
    "number": "The marker is revealed.",
    "activation": "{people} choose how to use the marker.",
    "requests": "Dice are rolled for reinforcements and replacements.",
    "movement": "The {side} movement begins.",
    "combat": "The {side} combat begins.",
    "stacking": "The turn ends: stacking is checked.",
    "end": "The Allied Supply Level falls.",
    "over": "The game is over.",
}
WHY = {
    "combat": "is eliminated",
    "stacking": "is lost to stacking",
    "retreat": "leaves the map and is lost",
    "banzai": "is spent in its charge",
}


def report(setting: Setting, outcome: Outcome) -> str:
    """Describe an outcome in one sentence."""
    return _REPORT[type(outcome)](setting, outcome)


def figures(setting: Setting, unit: str, *, reduced: bool = False) -> str:
    """Return the figures of a unit as printed, with how sure they are.

    ``reduced``: those of its reduced side.
    """
    one = setting.tables.units[unit]
    return one.printed[reduced] + sure(one.provenance)


def result_words(result: str) -> str:
    """Return what a result costs both sides: of ``1/-``, the attacker loses 1."""
    costs = {"E": "is eliminated", "1": "loses 1", "2": "loses 2"}
    parts = zip(("the attacker", "the defender"), result.split("/"), strict=True)
    return listed(f"{who} {costs[cost]}" for who, cost in parts if cost in costs)


def place(setting: Setting, here: str) -> str:
    """Return a hex with its name, if it has one."""
    name = setting.tables.places.get(here)
    return f"{here} ({name})" if name else here


def reconstructed(data: MeiktilaData) -> list[str]:
    """Return the parts of the data that are not the publisher's."""
    parts: dict[str, Any] = {
        "map": data.map,
        "places": data.places,
        "roads": data.roads,
        "railroads": data.railroads,
        "streams": data.streams,
        "costs of terrain": data.terrain,
        "costs of ways": data.ways,
        "combat results table": data.combat,
        "supply table": data.supply,
        "supply status table": data.status,
        "numbers of markers": data.counts,
        "set of markers": data.markers,
        "formations": data.formations,
        "number of turns": data.turns,
    }
    found = [name for name, part in parts.items() if doubt(part.provenance)]
    units = {**data.units.allied, **data.units.japanese}.values()
    if any(doubt(unit.provenance) for unit in units):
        found.append("figures of units")
    return found


# --- outcomes --------------------------------------------------------------------------------


def _phase(setting: Setting, one: o.PhaseBegun) -> str:
    day = setting.tables.data.turns.days[one.turn - 1]
    return PHASES[one.phase].format(
        turn=one.turn, day=day, side=SIDE.get(one.side, ""), people=PEOPLE.get(one.side, "")
    )


def _deployed(setting: Setting, one: o.Deployed) -> str:
    dug = ", in an Improved Position" if one.dug else ""
    left = f"; its Improved Position in {place(setting, one.left)} is gone" if one.left else ""
    return f"{one.unit} sets up in {place(setting, one.hex)}{dug}{left}."


def _air(_: Setting, one: o.AirRolled) -> str:
    if one.sentai:
        return f"The air die is {one.die}: the 64 Sentai flies for the Japanese."
    return f"The air die is {one.die}: the Allies get {counted(one.allied, 'air unit')}."


def _initiative(_: Setting, one: o.InitiativeRolled) -> str:
    bonus = f" + {one.bonus}" if one.bonus else ""
    dice = f"(Allies {one.allied}{bonus}, Japanese {one.japanese})"
    if one.side:
        return f"{PEOPLE[one.side]} win the initiative {dice}."
    return f"The initiative is a tie {dice}, so both sides roll again."


def _allotted(_: Setting, one: o.Allotted) -> str:
    units = f"{counted(one.supply, 'air unit')} for Air Supply"
    interdiction = f"{one.north} for interdiction in the north, {one.south} in the south"
    return f"The Allies use {units}, {interdiction}, and keep {one.combat} for combat."


def _supply(_: Setting, one: o.SupplyRolled) -> str:
    modified = f", modified to {one.modified}" if one.modified != one.die else ""
    return f"The Allied Supply Level is {one.level} (die {one.die}{modified})."


def _landed(setting: Setting, one: o.Landed) -> str:
    how = "at full strength" if one.full else "with one step"
    return f"{one.unit} lands at {place(setting, one.hex)} {how}."


def _status(_: Setting, one: o.StatusRolled) -> str:
    edge = f" traces supply to the {one.edge} and" if one.edge else ""
    how = "in supply" if one.supplied else "out of supply"
    return f"{one.unit}{edge} is {how} ({_die(one)})."


def _die(one: o.StatusRolled | o.ReplacementRolled | o.RetreatRolled) -> str:
    """Return a die with what is added to it."""
    modified = f" + {one.modified - one.die}" if one.modified != one.die else ""
    return f"die {one.die}{modified}"


def _edges(_: Setting, one: o.EdgesDeclared) -> str:
    both = (("north", one.north), ("south", one.south))
    edges = [f"to the {edge} for {listed(units)}" for edge, units in both if units]
    return f"The Japanese trace supply {', and '.join(edges) or 'to no edge'}."


def _markers(_: Setting, one: o.MarkersDrawn) -> str:
    if one.known:
        return f"{SIDE[one.side]} markers in play: {listed(one.known)}."
    return f"{PEOPLE[one.side]} have {counted(one.hidden, 'marker')} in play, face down."


def _up(_: Setting, one: o.MarkerUp) -> str:
    how = "acts first" if one.opened else "comes out of the cup"
    return f"{one.marker} {how}."


def _activated(_: Setting, one: o.Activated) -> str:
    asked = (("to enter", one.enter), ("for a replacement", one.replace),
             ("to leave the reserve", one.commit))  # fmt: skip
    rolls = [(units, "rolls" if len(units) == 1 else "roll", what) for what, units in asked]
    more = "".join(f"; {listed(units)} {roll} {what}" for units, roll, what in rolls if units)
    order = "move, then attack" if one.mode == "move-attack" else "attack, then move"
    return f"Units of {one.marker} {order}{more}."


def _entry(_: Setting, one: o.EntryRolled) -> str:
    return f"{one.unit} {'may enter' if one.enters else 'waits'} (die {one.die})."


def _commit(_: Setting, one: o.CommitRolled) -> str:
    how = "stays in the Strategic Reserve" + (" for good" if one.barred else "")
    if one.enters:
        how = "is committed from the Strategic Reserve"
    return f"{one.unit} {how} (die {one.die})."


def _replacement(_: Setting, one: o.ReplacementRolled) -> str:
    how = "gets a step" if one.taken else "gets no replacement"
    return f"{one.unit} {how} from the {one.edge} ({_die(one)})."


def _moved(_: Setting, one: o.Moved) -> str:
    how = "enters and moves" if one.entered else "force-marches" if one.forced else "moves"
    return f"{one.unit} {how} {_way(one.path)} (cost {as_points(one.spent)})."


def _way(path: Sequence[str]) -> str:
    """Return where a path leads, and through which hexes."""
    through = f" through {', '.join(path[:-1])}" if len(path) > 1 else ""
    return f"to {path[-1]}{through}"


def _control(setting: Setting, one: o.ControlChanged) -> str:
    return f"{PEOPLE[one.by]} take {place(setting, one.hex)}."


def _gone(_: Setting, one: o.PositionsGone) -> str:
    lost = (
        f"{counted(one.number, 'Improved Position')} {'is' if one.number == 1 else 'are'} removed"
    )
    return f"The last unit left {one.hex}, so {lost}."


def _attack(setting: Setting, one: o.AttackDeclared) -> str:
    reported = f"{listed(one.with_)} attack {place(setting, one.hex)}"
    for what, units in (("charging", one.banzai), ("guns", one.guns), ("advancing if it is empty",
                        one.advance or ()), ("out of supply", one.oos)):  # fmt: skip
        if units:
            reported += f"; {what}: {', '.join(units)}"
    if one.advance == ():
        reported += "; nobody will advance"
    return f"{reported}; {counted(one.air, 'air unit')}." if one.air else f"{reported}."


def _fired(_: Setting, one: o.Fired) -> str:
    return f"{one.unit} fires in the {'attack' if one.attacking else 'defence'}."


def _fell(_: Setting, one: o.LevelFell) -> str:
    die = f" (die {one.die})" if one.die else ""
    return f"The Allied Supply Level is {one.level}{die}."


def _defended(_: Setting, one: o.Defended) -> str:
    reported = [f"guns {', '.join(one.guns)}"] if one.guns else []
    if one.air:
        reported.append(counted(one.air, "air unit"))
    if one.town:
        reported.append(f"the town for {one.town}")
    if one.dug:
        reported.append(f"Improved Positions for {', '.join(one.dug)}")
    return f"The defence adds {'; '.join(reported) or 'nothing'}."


def _rolled(setting: Setting, one: o.CombatRolled) -> str:
    odds = f"{one.attack} against {one.defence} is {one.odds}"
    shift = f", shifted {signed(one.shift)} to {one.column}" if one.shift else ""
    doubtful = sure(setting.tables.data.combat.provenance, "table")
    return f"In {one.hex}, {odds}{shift}; die {one.die} gives {one.result}{doubtful}."


def _planned(_: Setting, one: o.LossesPlanned) -> str:
    paid = []
    for part in one.parts:
        to = f"to {part.to[-1]}" if part.to else "off the map"
        loses = not part.to and not part.off
        paid.append(f"{part.unit} {'loses a step' if loses else f'retreats {to}'}")
    return f"{PEOPLE[one.side]} plan their losses: {', '.join(paid)}."


def _retreat_rolled(_: Setting, one: o.RetreatRolled) -> str:
    how = "can retreat" if one.passed else "cannot retreat"
    return f"{one.unit} {how} ({_die(one)} against {one.factor})."


def _went_on(_: Setting, one: o.CombatWentOn) -> str:
    what = {
        "losses": "the attackers take their half of the result next",
        "advance": "both sides have taken their losses",
        "banzai": "nobody else advances",
    }
    return f"In {one.hex}, {what[one.stage]}."


def _eliminated(_: Setting, one: o.Eliminated) -> str:
    return f"{one.unit} in {one.hex} {WHY[one.why]} ({counted(one.steps, 'step')})."


def _banzai(_: Setting, one: o.BanzaiChecked) -> str:
    how = "loses a step in its charge" if one.lost else "comes through its charge"
    return f"{one.unit} {how} (die {one.die} against {one.factor})."


def _removed(setting: Setting, one: o.MarkersRemoved) -> str:
    units = setting.ordered({*one.oos, *one.fired})
    return f"Out of Supply and Fired markers are removed from {listed(units)}."


def _scored(_: Setting, one: o.Scored) -> str:
    why = re.sub("^holds ", "they hold ", one.why)
    return f"{PEOPLE[one.side]} score {counted(one.points, 'point')}: {why}."


_REPORT: dict[type[Outcome], Callable[[Setting, Any], str]] = {
    o.PhaseBegun: _phase,
    o.Deployed: _deployed,
    o.AirRolled: _air,
    o.InitiativeRolled: _initiative,
    o.Allotted: _allotted,
    o.SupplyRolled: _supply,
    o.Landed: _landed,
    o.StatusRolled: _status,
    o.CutOff: lambda _, one: f"{one.unit} has no supply line and is out of supply.",
    o.OutOfSupply: lambda _, one: f"Supply level 0 puts {listed(one.units)} out of supply.",
    o.EdgesDeclared: _edges,
    o.MarkersDrawn: _markers,
    o.MarkerUp: _up,
    o.NumberRolled: lambda _, one: f"{one.marker} activates {counted(one.number, 'unit')}.",
    o.MarkerIdle: lambda _, one: f"{one.marker} can activate nobody and is set aside.",
    o.Passed: lambda _, one: f"{PEOPLE[one.side]} pass and void {counted(one.void, 'marker')}.",
    o.Activated: _activated,
    o.ActivationEnded: lambda _, one: f"{one.marker} is done.",
    o.EntryRolled: _entry,
    o.CommitRolled: _commit,
    o.ReplacementRolled: _replacement,
    o.Replaced: lambda _, one: f"{one.unit} is at full strength and cannot attack in this turn.",
    o.Moved: _moved,
    o.ControlChanged: _control,
    o.Dug: lambda _, one: f"{one.unit} digs in, in {one.hex}.",
    o.PositionsGone: _gone,
    o.AttackDeclared: _attack,
    o.Fired: _fired,
    o.LevelFell: _fell,
    o.Defended: _defended,
    o.CombatRolled: _rolled,
    o.LossesPlanned: _planned,
    o.PlanStopped: lambda _, one: f"{one.unit} cannot go as planned, so the plan ends before it.",
    o.RetreatRolled: _retreat_rolled,
    o.CombatWentOn: _went_on,
    o.Retreated: lambda _, one: f"{one.unit} retreats {_way(one.path)}.",
    o.StepLost: lambda _, one: f"{one.unit} in {one.hex} loses a step.",
    o.Eliminated: _eliminated,
    o.Advanced: lambda setting, one: f"{one.unit} advances into {place(setting, one.hex)}.",
    o.Declined: lambda _, one: f"{PEOPLE[one.side]} do not advance.",
    o.BanzaiChecked: _banzai,
    o.CombatEnded: lambda _, one: f"The combat for {one.hex} is over.",
    o.MarkersRemoved: _removed,
    o.Scored: _scored,
    o.GameEnded: lambda _, one: f"The game is over: {one.why}.",
}


# --- positions -------------------------------------------------------------------------------


def describe(setting: Setting, position: Position) -> list[str]:
    """Describe the position in short lines."""
    return list(_lines(setting, position))


def _lines(setting: Setting, position: Position) -> Iterator[str]:
    tables = setting.tables
    day = tables.data.turns.days[position.turn - 1]
    who = f" ({SIDE[position.side]})" if position.side else ""
    yield f"Turn {position.turn} of {tables.turns}, {day}: {position.phase}{who}."
    yield f"Allied Supply Level: {position.level} of {tables.data.supply.most}."
    yield f"Victory Points: Allied {position.vp['al']}, Japanese {position.vp['jp']}."
    yield from _air_lines(position)
    yield from _cup_lines(position)
    held = [place(setting, h) for h in tables.objectives if position.control[h] == "jp"]
    if held:
        yield f"In Japanese hands: {listed(held)}."
    for what, units in (
        ("Reduced", position.reduced),
        ("Out of supply", position.oos),
        ("Fired", position.fired),
        ("Eliminated", position.gone),
    ):
        if units:
            yield f"{what}: {', '.join(setting.ordered(units))}."
    crowded = [here for side in SIDES for here in stacking.crowded(setting, position, side)]
    if crowded and position.phase != "setup":
        yield f"Too many stand in {listed(crowded)} for the end of the turn (6.3)."
    if position.dug:
        dug = (f"{here} {number}" for here, number in sorted(position.dug.items()))
        yield f"Improved Positions: {', '.join(dug)}."
    yield from _coming_lines(setting, position)


def _air_lines(position: Position) -> Iterator[str]:
    tasks = [f"{position.supply_air} on Air Supply"] if position.supply_air else []
    tasks += [
        f"{position.interdiction[edge]} on interdiction {edge}"
        for edge in EDGES
        if position.interdiction[edge]
    ]
    if position.air or tasks:
        yield f"Allied air: {', '.join([*tasks, f'{position.air} for combat'])}."
    if position.sentai:
        yield f"The 64 Sentai: {position.sentai}."


def _cup_lines(position: Position) -> Iterator[str]:
    cup = list(position.known)
    cup += [f"{position.hidden[s]} {SIDE[s]}, unseen" for s in SIDES if position.hidden[s]]
    if cup:
        yield f"In the cup: {', '.join(cup)}."
    if position.up:
        yield f"Markers turned up: {', '.join(position.up)}."
    if position.passed:
        yield f"Passed: {listed(SIDE[side] for side in position.passed)}."


def to_come(setting: Setting, position: Position) -> dict[str, list[str]]:
    """Return side -> the units that are not on the map yet and may still come, in their order."""
    away = [u for u in setting.tables.units if u not in position.at and u not in position.gone]
    return {
        side: [unit for unit in away if setting.side(unit) == side and _comes(setting, unit)]
        for side in SIDES
    }


def _coming_lines(setting: Setting, position: Position) -> Iterator[str]:
    for side, units in to_come(setting, position).items():
        if units:
            yield f"{SIDE[side]} units still to come: {', '.join(units)}."
    if position.barred:
        yield f"In the Strategic Reserve for good: {', '.join(position.barred)}."


def _comes(setting: Setting, unit: str) -> bool:
    return setting.tables.units[unit].entry != "reserve" or setting.options.kimura
