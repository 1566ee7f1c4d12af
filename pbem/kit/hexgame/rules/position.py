"""A position of a hex-and-counter game."""

from __future__ import annotations

from msgspec import Struct

from pbem.kit.contract import Result
from pbem.kit.maps.hexes import Hex

RECKONING = "reckoning"
"""The phase after the end in which a plan is shown that is still sealed."""


class Battle(Struct):
    """An attack on a hex until nothing is open in it.

    - ``attackers``, ``defenders``: units that are still in it, in the order of the data;
    - ``result``: of the table, empty until the die has fallen;
    - ``effects``: what the result still does, in this order;
    - ``owes``: steps that the side ``losing`` has to lose now;
    - ``retreating``: units of the side ``losing`` that have to retreat now, ``far`` hexes each.
    """

    hex: Hex
    attackers: list[str]
    defenders: list[str]
    result: str = ""
    effects: list[str] = []
    losing: str = ""
    owes: int = 0
    retreating: list[str] = []
    far: int = 0


class HexPosition(Struct):
    """The whole table; nothing in it is hidden.

    - ``phase``: ``plan`` (it is written), ``show`` (it is shown), ``draw`` (dice for the cup),
      ``movement``, ``combat``, ``reckoning`` (the plan is shown after the end) or ``over``;
    - ``at``: units on the map; ``steps``: of every unit that is not lost; ``lost`` and ``left``:
      units that were lost, and that left the map, in this order;
    - ``plan``: the choice that was shown; ``sealed``: one is written down and not shown;
    - ``drawn``: units that were drawn from the cup;
    - ``moved``, ``fought``, ``attacked``: units and hexes, in this phase;
    - ``held``: who holds the hexes that count.
    """

    side: str
    phase: str
    turn: int = 1
    at: dict[str, Hex] = {}
    steps: dict[str, int] = {}
    lost: list[str] = []
    left: list[str] = []
    plan: str = ""
    sealed: bool = False
    drawn: list[str] = []
    moved: list[str] = []
    fought: list[str] = []
    attacked: list[Hex] = []
    held: dict[Hex, str] = {}
    battle: Battle | None = None
    ended: Result | None = None


def open_battle(position: HexPosition) -> Battle:
    """Return the battle of a position that has one."""
    assert position.battle is not None  # noqa: S101 - asked only where there is one
    return position.battle
