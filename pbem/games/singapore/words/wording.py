"""Words of Singapore that tellings, odds and pictures share."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.games.singapore.rules.fights.ch1_combat import POINT
from pbem.games.singapore.rules.position import OFF_MAP, REPAIR

ARMY = {"jp": "Japanese", "au": "Australian", "br": "British"}
FORCE = {"jp": "the Japanese", "au": "the Australians", "br": "the British"}
"""The subject of a sentence: each takes a verb of many."""
TACTIC = {
    "standard": "a Standard Attack",
    "concentrate": "Force Concentration",
    "flank": "a Flanking Manoeuvre",
}


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
