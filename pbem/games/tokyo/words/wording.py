"""Words of Race to Tokyo that its sentences and its picture share."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from pbem.games.tokyo.data.forms import ARMIES, BAGS, japanese_bag
from pbem.games.tokyo.rules import ch08_towns as towns
from pbem.games.tokyo.rules.position import Position
from pbem.games.tokyo.rules.setting import GROUPS, Setting
from pbem.kit.wording import DOUBTS, counted, doubt, listed

ARMY = {side: f"the {name}" if side in GROUPS else name for side, name in ARMIES.items()}
"""Armies, and sides, which have the names of some."""
_SIDE = re.compile(rf"\b(?:{'|'.join(ARMIES)})\b", re.ASCII)
PHASE = {
    "setup": "Set-up",
    "ecorps": "Decision on E Corps",
    "recon": "Reconstitution Phase",
    "movement": "Movement Phase",
    "combat": "Combat Phase",
    "over": "the game is over",
}
RESULT = {
    "De": "the defender is eliminated",
    "Ae": "every attacker is eliminated",
    "Ex": "an exchange: the defender and the strongest attacker are eliminated",
    "Ar": "every attacker retreats",
    "Dr": "the defender retreats",
}


def heading(setting: Setting, position: Position) -> str:
    """Return turn, date and phase."""
    phase = PHASE[position.phase]
    if position.phase != "over":
        phase = f"{phase} of {army(setting, position.army)}"
    return f"{turn_of(setting, position)}, {date(setting, position.turn)}: {phase}"


def turn_of(setting: Setting, position: Position) -> str:
    """Return the number of the turn."""
    return f"Turn {position.turn} of {setting.tables.turns}"


def date(setting: Setting, turn: int) -> str:
    """Return the week of a turn."""
    return setting.tables.data.track.length.dates[turn - 1]


def army(setting: Setting, name: str) -> str:
    """Return an army, and who commands it where that is another name."""
    side = setting.commander(name)
    return ARMY[name] if side == name else f"{ARMY[name]} (played by {ARMY[side]})"


def place(setting: Setting, number: str) -> str:
    """Return a hex with the name of the place in it, if it has one."""
    name = setting.tables.names.get(number)
    return f"{number} ({name})" if name else number


def unit(setting: Setting, name: str) -> str:
    """Return a unit with its nation."""
    return f"{_nation(setting, name)} {name}"


def units(setting: Setting, names: Iterable[str]) -> str:
    """Return units of one nation with that nation, by name."""
    some = sorted(names)
    return f"{_nation(setting, some[0])} {listed(some)}" if some else "nobody"


def _nation(setting: Setting, name: str) -> str:
    return "U.S." if setting.american(name) else "Japanese"


def points(number: int) -> str:
    """Return Victory Points in words."""
    return counted(number, "Victory Point")


def score(totals: Mapping[str, int]) -> str:
    """Return Victory Points by side, as a part of a sentence."""
    return ", ".join(f"{ARMIES.get(side, side)} {total}" for side, total in totals.items())


def why_ended(why: str) -> str:
    """Return why a game ended with the names of the sides, which a position has by their ids."""
    return _SIDE.sub(lambda found: ARMY[found[0]], why)


def coming(arrivals: Mapping[str, int]) -> str:
    """Return how many of the Strategic Reserve may enter on which side of the map, or nothing.

    ``arrivals``: side of the map -> how many.
    """
    parts = [f"{number} in the {side}" for side, number in sorted(arrivals.items()) if number]
    return f"of the Strategic Reserve {listed(parts)}" if parts else ""


def known(setting: Setting, counter: str) -> str:
    """Return what a Japanese counter shows that lies face up: ``140, 2-4-3``."""
    face = setting.tables.counters[counter]
    return f"{counter}, {face.attack}-{face.defense}-{face.movement}"


def letters(setting: Setting, name: str) -> str:
    """Return what stands on a counter of Japanese armor."""
    return "D-D" if setting.tables.armor[name].division else "d-D"


def held(setting: Setting, position: Position) -> dict[str, list[str]]:
    """Return American group -> the towns and cities that count for it now, by hex."""
    found: dict[str, list[str]] = {group: [] for group in GROUPS}
    for number, by in towns.holders(setting, position).items():
        if by in found:
            found[by].append(number)
    return found


def bag_of(setting: Setting, counter: str) -> str:
    """Return where the figures of a Japanese counter come from."""
    bag = setting.tables.counters[counter].bag
    return japanese_bag(setting.tables.data, bag).provenance


def doubtful(setting: Setting) -> dict[str, list[str]]:
    """Return what was not read off the published game, by how sure it is."""
    data = setting.tables.data
    parts = [
        ("the map", data.map.provenance),
        ("the terrain chart", data.terrain.provenance),
        ("the Operational Boundary", data.boundary.provenance),
        ("what towns are worth", data.towns.provenance),
        ("roads", data.roads.provenance),
        ("rivers", data.rivers.provenance),
        *(("the beaches", beach.provenance) for beach in data.beaches.values()),
        ("the zone of the 36th Army", data.zone.provenance),
        ("entry hexes", data.entries.provenance),
        ("where Japan sets up", data.setup.provenance),
        ("the combat results table", data.combat.provenance),
        *(("the American counters", group.provenance) for group in data.american),
        *(("the Japanese counters", japanese_bag(data, bag).provenance) for bag in BAGS),
        ("Japanese armor", data.japanese.armor.provenance),
        ("the turns", data.track.length.provenance),
        ("quotas", data.track.recon.provenance),
        ("when the Strategic Reserve comes", data.track.reserve.provenance),
        ("what Central Tokyo is worth", data.track.palace.provenance),
        ("headquarters", data.headquarters.provenance),
        ("what E Corps costs", data.ecorps.provenance),
    ]
    if setting.options.volunteers:
        parts.append(("the Volunteer Corps", data.volunteers.provenance))
    unsure = {
        word: list(dict.fromkeys(what for what, provenance in parts if doubt(provenance) == word))
        for word in DOUBTS
    }
    return {word: found for word, found in unsure.items() if found}
