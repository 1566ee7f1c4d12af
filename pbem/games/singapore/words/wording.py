"""Words of Singapore that tellings, odds and pictures share."""

from __future__ import annotations

from collections.abc import Iterable
from string import ascii_lowercase

from pbem.games.singapore.rules.fights.ch1_combat import POINT
from pbem.games.singapore.rules.position import OFF_MAP, REPAIR
from pbem.games.singapore.rules.setting import Setting
from pbem.kit.wording import listed

ARMY = {"jp": "Japanese", "au": "Australian", "br": "British"}
FORCE = {"jp": "the Japanese", "au": "the Australians", "br": "the British"}
"""The subject of a sentence: each takes a verb of many."""
TACTIC = {
    "standard": "a Standard Attack",
    "concentrate": "Force Concentration",
    "flank": "a Flanking Manoeuvre",
}


KIND = {
    "infantry": ("infantry", "infantry"), "vehicle": ("vehicle", "vehicles"),
    "field": ("field gun", "field guns"), "fixed": ("fixed gun", "fixed guns"),
    "fighter": ("fighter", "fighters"), "bomber": ("bomber", "bombers"),
}  # fmt: skip
"""Kind of unit -> one of it, and several."""
NAMED_MOST = 3
"""So many units of a kind are named by their numbers; more are counted."""


def units_words(setting: Setting, names: Iterable[str], named: int = NAMED_MOST) -> str:
    """Name units as people do: ``infantry 3``, ``infantry 1, 2 and 3``, ``5 infantry``.

    Up to ``named`` units of a kind are called by their numbers; more are counted.
    """
    kinds: dict[str, list[str]] = {}
    parts: list[str] = []
    for name in names:
        found = setting.tables.units.get(name)
        if found is None:
            parts.append(name)
        else:
            kinds.setdefault(found.kind, []).append(name.lstrip(ascii_lowercase))
    for kind, numbers in kinds.items():
        one, several = KIND[kind]
        if len(numbers) > named:
            parts.append(f"{len(numbers)} {several}")
        else:
            parts.append(f"{one if len(numbers) == 1 else several} {listed(numbers)}")
    return listed(parts)


def dice(faces: Iterable[int]) -> str:
    """Describe dice by their faces: ``d6 d6 d4``."""
    return " ".join(f"d{face}" for face in faces)


def half(halves: int) -> str:
    """Describe a number of halves as points with a sign: ``+1/2``, ``-1``, ``+2 1/2``."""
    whole, rest = divmod(abs(halves), POINT)
    reported = " ".join(
        filter(None, [str(whole) if whole or not rest else "", "1/2" if rest else ""])
    )
    return f"{'-' if halves < 0 else '+'}{reported}"


def place_name(place: str) -> str:
    """Name a place as people do."""
    if place == OFF_MAP:
        return "the airfield off the map"
    return "the repair box" if place == REPAIR else place.replace("-", " ")
