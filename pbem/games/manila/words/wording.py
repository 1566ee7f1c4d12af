"""Words of Manila that its sentences and its picture share: places, phases, events, doubts."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.games.manila.data.tables import MARKERS
from pbem.games.manila.rules.position import Position
from pbem.games.manila.rules.setting import Setting
from pbem.kit import plain
from pbem.kit.wording import doubt, listed, sure

PHASE = {
    "dawn": "Dawn Phase",
    "event": "Random Event Phase",
    "breakout": "Random Event Phase",
    "supply": "Supply Phase",
    "purchase": "Supply Phase",
    "streets": "Combat Phase",
    "combat": "Combat Phase",
    "end": "End Phase",
    "over": "the game is over",
}
EVENT = {
    "kembu breakout": "Kembu Group Breakout",
    "kembu offensive": "Kembu Group Offensive",
    "pause 1st cavalry": "Pause 1st Cavalry",
    "pause 37th infantry": "Pause 37th Infantry",
    "pause 11th airborne": "Pause 11th Airborne",
    "civilians": "Civilians and Refugees",
    "iwabuchi breakout": "Iwabuchi Orders Breakout",
    "shimbu offensive": "Shimbu Group Offensive",
    "shimbu breakout": "Shimbu Group Breakout",
    "no result": "no result",
}


def heading(setting: Setting, position: Position) -> str:
    """Return turn, dates and phase."""
    length = setting.tables.data.length
    dates = length.dates[position.turn - 1]
    return f"{turn_of(setting, position)}, {dates}, 1945: {PHASE[position.phase]}"


def turn_of(setting: Setting, position: Position) -> str:
    """Return the number of the turn."""
    return f"Turn {position.turn} of {setting.tables.data.length.turns}"


def mood(setting: Setting, position: Position) -> str:
    """Return what the Morale of the attacker adds."""
    return "Strong (AV +1)" if setting.strong(position) else "Shaken (DV +1)"


def goal(setting: Setting) -> str:
    """Return what an Operational Victory asks for (10.2)."""
    goal = setting.tables.data.victory.must_hold
    return f"{setting.wanted()} win, {place(setting, goal)} among them"


def place(setting: Setting, area: int) -> str:
    """Return an Area's number with its name."""
    return f"{area} ({setting.tables.areas[area].name})"


def defender(setting: Setting, position: Position, area: int) -> str:
    """Return the Japanese unit in an Area as players know it."""
    member = position.defender(area)
    if member is None:
        return ""
    return "Unrevealed" if position.hidden(area) else setting.tables.counter_text(member)


def support(setting: Setting, position: Position) -> list[str]:
    """Return the Available Support Units, by kind; Air only where it is played with."""
    return [
        f"{position.markers[kind]} {plain.capital(kind)}"
        for kind in MARKERS
        if kind != "air" or setting.options.air
    ]


def waiting(setting: Setting, position: Position) -> dict[int, list[str]]:
    """Return turn -> the units that arrive or come back on it, in order."""
    due = {n: unit.turn for n, unit in setting.tables.units.items() if unit.turn > position.turn}
    due = {n: turn for n, turn in due.items() if n not in {*position.at, *position.out}}
    due |= position.track
    able = [name for name in setting.in_order(list(due)) if name not in position.gone]
    return {
        turn: [name for name in able if due[name] == turn]
        for turn in sorted({due[name] for name in able})
    }


def losses(setting: Setting, position: Position) -> list[str]:
    """Describe who will not come back."""
    return [f"{LOST}: {gone(setting, position)}."] if position.gone else []


LOST = "Killed or withdrawn for good"
"""The words for units that will not come back."""


def gone(setting: Setting, position: Position) -> str:
    """Name who will not come back."""
    return ", ".join(setting.in_order(position.gone))


def effect(setting: Setting, event: str) -> str:
    """Return an event with what it does this turn, and how sure that is."""
    supply, events = setting.tables.data.supply, setting.tables.data.events
    does = ""
    if event.startswith("pause"):
        does = "its units may move, not attack"
    elif event == "civilians":
        does = "AV -1 in Mandatory Attacks"
    elif event.endswith("offensive"):
        does = f"Supply is rolled with {supply.offensive_dice} dice{sure(supply.provenance)}"
    elif event == "iwabuchi breakout":
        does = f"it happens from a die of {events.iwabuchi_from}{sure(events.provenance)}"
    elif event.endswith("breakout"):
        gone = listed(setting.tables.data.withdrawal.battalion)
        does = f"{gone} are withdrawn until the next turn"
    return f"{EVENT[event]}: {does}" if does else EVENT[event]


def markers(numbers: Mapping[str, int]) -> list[str]:
    """Return support markers in words, those that there are; ``numbers``: kind -> how many."""
    return [f"{numbers[k]} {plain.capital(k)}" for k in MARKERS if numbers.get(k)]


def doubtful(setting: Setting) -> list[str]:
    """Return what was not read off the published game, each with how sure it is."""
    data = setting.tables.data
    parts = [
        ("the costs of units and Morale, and what an offensive does", data.supply.provenance),
        ("late breakouts, and when and how the Iwabuchi breakout happens", data.events.provenance),
        ("the map", data.map.provenance),
        ("the terrain", data.terrain.provenance),
        ("the Japanese counters", data.japanese.provenance),
        *((f"the {kind} markers", getattr(data.markers, kind).provenance) for kind in MARKERS[:2]),
        ("Morale", data.morale.provenance),
        ("the turns", data.length.provenance),
        ("victory", data.victory.provenance),
    ]
    if setting.options.air:
        parts.append(("the cost of Air", data.markers.air.provenance))
    unsure = sorted({doubt(group.provenance) for group in data.american} - {""})
    parts += [("some American counters", word) for word in unsure]
    return [
        *(f"{what}{sure(provenance)}" for what, provenance in parts if doubt(provenance)),
        "who picks the Area of the Iwabuchi breakout (reconstructed)",
        "the details of Sniper and Barrage (second-hand)",
    ]
