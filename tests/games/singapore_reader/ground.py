"""The map and the charts of Singapore as a reader with rulebook and charts sees them.

Nothing here looks into the module, nor into its data: what the map, the charts and the rulebook say
is written down once more.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import pairwise
from typing import NamedTuple

MAP = """
Sarimbun: Buloh Murai Ama-Keng= Axis-A~ Axis-B~
Buloh: Ama-Keng Kranji~ Axis-B~
Murai: Ama-Keng= Pasir-Laba~ Axis-A~
Ama-Keng: Tengah= Kranji~
Tengah: Kranji~ Choa-Chu-Kang=> Bukit-Batok> Jurong Pasir-Laba
Pasir-Laba: Tuas Jurong=
Tuas: Jurong= Axis-G~
Jurong: Bukit-Batok=> Pandan~ Axis-G~
Kranji: Choa-Chu-Kang Woodlands= Mandai= Bukit-Panjang= Axis-C~
Woodlands: Mandai Sembawang= Axis-D~
Mandai: Bukit-Panjang Nee-Soon= Peirce Sembawang
Choa-Chu-Kang: Bukit-Panjang= Bukit-Batok
Bukit-Batok: Bukit-Panjang Bukit-Timah= Pandan
Bukit-Panjang: Bukit-Timah= Peirce
Bukit-Timah: Pandan= Tanglin= MacRitchie= Peirce
Pandan: Pasir-Panjang~= Tanglin
Pasir-Panjang: Tanglin= Alexandra= Axis-G~
Alexandra: Tanglin= Keppel=
Keppel: Tanglin Singapore-City= Axis-H~
Tanglin: Singapore-City= MacRitchie=
Singapore-City: MacRitchie= Kallang~= Paya-Lebar~= Axis-H~
MacRitchie: Peirce= Yio-Chu-Kang Paya-Lebar=
Peirce: Nee-Soon= Yio-Chu-Kang
Nee-Soon: Sembawang= Seletar~ Yio-Chu-Kang=
Sembawang: Seletar~ Axis-E~
Seletar: Yio-Chu-Kang= Punggol~ Axis-F~
Yio-Chu-Kang: Punggol~ Paya-Lebar=
Punggol: Paya-Lebar= Tampines~ Pulau-Ubin~ Axis-F~
Paya-Lebar: Kallang= Katong Tampines=<
Kallang: Katong=<
Katong: Tampines Bedok= Axis-H~
Tampines: Bedok Changi= Pulau-Ubin~
Bedok: Changi= Axis-I~
Changi: Pulau-Ubin~ Axis-I~
Pulau-Ubin: Axis-F~
"""
"""``~`` water, ``=`` a road, ``>`` spikes against who comes from the first, ``<`` the other."""


class Edge(NamedTuple):
    """Two sectors side by side: water, a road, and from which of them one runs into spikes."""

    water: bool
    road: bool
    spikes: str


def _edges() -> dict[frozenset[str], Edge]:
    found = {}
    for line in MAP.split("\n"):
        first, _, rest = line.partition(":")
        for other, marks in re.findall(r"([\w-]+\w)([~=<>]*)", rest):
            spikes = first if ">" in marks else other if "<" in marks else ""
            found[frozenset((first, other))] = Edge("~" in marks, "=" in marks, spikes)
    return found


EDGES = _edges()
PLACES = {place for edge in EDGES for place in edge}
BESIDE = {
    place: sorted(other for edge in EDGES if place in edge for other in edge - {place})
    for place in PLACES
}
LAND_AXES = {f"Axis-{letter}" for letter in "ABCDEF"}
SEA_AXES = {f"Axis-{letter}" for letter in "GHI"}
AXES = LAND_AXES | SEA_AXES
ISLAND = PLACES - AXES - {"Pulau-Ubin"}
DEPOTS = {"Kranji", "Bukit-Timah", "Alexandra", "Singapore-City", "Nee-Soon", "Changi"}
AIRFIELDS = {"Tengah", "Sembawang", "Seletar", "Kallang"}
OBJECTIVES = ("Bukit-Timah", "MacRitchie", "Singapore-City")
OFF_MAP, REPAIR = "Off-Map", "Repair"

ARMY = {"j": "jp", "a": "au", "b": "br"}
GROUND, PLANES = "ivgh", "fb"
STEPS = {"i": (2, 3), "v": (2, 4), "g": (1, 2), "h": (0, 0)}
"""Kind -> sectors by normal movement, and on the road."""
RANGE = {"g": 2, "h": 4}
STRIKES = {"g": (8, 11), "h": (11, 13), "f": (9, 12), "b": (7, 10)}
"""Kind -> the least face of a d12 that suppresses, and that eliminates."""
SHELLS = (6, 10)
"""The same of a battery with high explosive."""

_1942 = {
    "ji": ((6, 6, 4), (6, 6)), "jv": ((8, 8), (8, 6)), "jg": ((4,), (6,)),
    "jf": ((10,), (10,)), "jb": ((6,), (6,)),
    "ai": ((6, 6), (6, 6)), "av": ((8, 6), (6, 6)), "ag": ((4,), (6,)),
    "bi": ((6, 4), (6, 6)), "bv": ((6, 6), (6, 6, 4)), "bg": ((4,), (6,)), "bh": ((), (4,)),
    "bf": ((8,), (8,)),
}  # fmt: skip
_1945 = _1942 | {
    "bi": ((6, 6, 4), (6, 6)), "bv": ((8, 8), (8, 8)), "bf": ((10,), (10,)),
    "ji": ((6, 4), (6, 6)), "jf": ((8,), (8,)),
}  # fmt: skip
_HISTORIC_AT = """
Axis-A: ji6 jg2; Axis-B: ji6 jg3; Axis-C: ji4 jg2; Pulau-Ubin: ji1; Off-Map: jf4 jb4
Sarimbun: ai3; Buloh: ai1; Murai: ai2; Tengah: ai1 av1 ag1; Kranji: ai2 ag1; Woodlands: ai2
Choa-Chu-Kang: av1 ag1; Bukit-Panjang: ai1 av1 ag1; Tanglin: av1
Pasir-Laba: bi2 bh1; Jurong: bi2 bv1 bg1; Bukit-Timah: bi2 bv1 bg1; Pasir-Panjang: bi2
Alexandra: bh1; Keppel: bh2; Singapore-City: bi1 bv1; MacRitchie: bi1; Nee-Soon: bi1 bv1 bg1
Sembawang: bi3 bv1 bg1; Seletar: bi2 bv1; Punggol: bi1; Paya-Lebar: bi1 bg1
Changi: bi2 bv1 bg1 bh1; Bedok: bi1; Kallang: bf2
"""
_TIDERACE_AT = """
Axis-G: bi6 bv2 bg2; Axis-H: bi6 bv3 bg2; Axis-I: bi6 bv2 bg2; Off-Map: bf2
Singapore-City: ji4 jv1; Keppel: ji2 bh2; Alexandra: ji1 bh1; Pasir-Panjang: ji2; Jurong: ji1
Tuas: ji1; Bukit-Timah: ji2 jv2 jg2; MacRitchie: ji2 jg1; Katong: ji2; Bedok: ji2
Changi: ji2 bh1 jg1; Kallang: ji1 jg1 jf2; Tengah: ji1 jv1; Sembawang: ji1; Pasir-Laba: bh1
"""
_HISTORIC_DUE = """
jp 1 Axis-B: ji2; jp 2 Axis-C: ji3 jg1; jp 3 Axis-A: ji2; jp 3 Axis-B: jv2; jp 4 Axis-B: jv2
jp 4 Axis-C: jg1; jp 5 Axis-D: ji2 jv2; jp 7 Axis-D: jv2 jg1; jp 9 Axis-D: ji2
jp 11 Axis-D: jv2; jp 13 Axis-D: ji2
au 1 Tanglin: ai1; au 2 Tanglin: ai1; br 1 Singapore-City: bi1
"""
_TIDERACE_DUE = """
br 2 Axis-H: bi2; br 4 Axis-I: bi2; jp 3 Nee-Soon: ji2; jp 5 Woodlands: ji2
"""


def _forces(text: str) -> dict[str, Counter[str]]:
    found = {}
    for part in re.split("[;\n]", text.strip()):
        place, _, units = part.partition(":")
        found[place.strip()] = Counter({unit[:2]: int(unit[2:]) for unit in units.split()})
    return found


class Scenario(NamedTuple):
    """A scenario card: the order of armies, forces, arrivals, tokens, the last period."""

    armies: tuple[str, ...]
    dice: Mapping[str, tuple[tuple[int, ...], tuple[int, ...]]]
    forces: Mapping[str, Counter[str]]
    due: Mapping[str, Counter[str]]
    """ARMY PERIOD PLACE, the period from 0 -> units that come."""
    income: Mapping[str, tuple[int, ...]]
    active: frozenset[str]
    last: int
    taker: str
    """The army that has to take two objectives before the last period."""
    landlord: str
    """The army that has the axes, and the airfield off the map."""


HISTORIC = Scenario(
    armies=("jp", "au", "br"),
    dice=_1942,
    forces=_forces(_HISTORIC_AT),
    due=_forces(_HISTORIC_DUE),
    income={
        "jp": (4, 3, 4, 3, 4, 3, 4, 3, 4, *[2] * 12),
        "au": (*[2] * 9, *[1] * 12),
        "br": (2,) * 21,
    },
    active=frozenset({"Axis-A", "Axis-B", "Axis-C", "Axis-F"}),
    last=20,
    taker="jp",
    landlord="jp",
)
TIDERACE = Scenario(
    armies=("br", "jp"),
    dice=_1945,
    forces=_forces(_TIDERACE_AT),
    due=_forces(_TIDERACE_DUE),
    income={"br": (4,) * 16, "jp": (2,) * 16},
    active=frozenset(SEA_AXES),
    last=15,
    taker="br",
    landlord="br",
)


def between(here: str, there: str) -> Edge | None:
    """The edge of two sectors, if they lie side by side."""
    return EDGES.get(frozenset((here, there)))


def bonus(come_from: str, place: str) -> int:
    """Halves of a point for the defender of a place against who came from there: the largest."""
    edge = between(come_from, place)
    if edge is None:
        return 0
    axis = 2 if AXES & {come_from, place} else 1
    return max(axis if edge.water else 0, 2 if edge.spikes == come_from else 0)


@cache
def apart(start: str, end: str) -> int:
    """How many sectors one counts from one to another, its neighbours being 1."""
    reached, ring, steps = {start}, {start}, 0
    while end not in reached:
        ring = {other for place in ring for other in BESIDE[place]} - reached
        reached |= ring
        steps += 1
    return steps


def result(margin: int) -> str:
    """Return the result of a round, by so many halves of a point for the attacker."""
    if margin == 0:
        return "draw"
    loser = "defender" if margin > 0 else "attacker"
    return f"{loser} {'eliminated' if abs(margin) >= 6 else 'suppressed'}"


def strike(unit: str, die: int, *, shells: bool = False) -> str:
    """Return the result of a strike's die; ``shells``: a battery with high explosive (6.C1)."""
    suppresses, eliminates = SHELLS if shells else STRIKES[unit[1]]
    return "eliminated" if die >= eliminates else "suppressed" if die >= suppresses else "none"


def steps_of(path: Iterable[str]) -> list[tuple[str, str]]:
    """The single steps of a path that begins with its start."""
    return list(pairwise(path))
