"""The tables of a game: units by name, strengths by unit and role."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from pbem.games.singapore.data.forms import (
    ARMIES,
    GROUND,
    KINDS,
    Army,
    Edge,
    Kind,
    Setup,
    SingaporeData,
)

ARMY_LETTER: Mapping[Army, str] = {"jp": "j", "au": "a", "br": "b"}
ARMY_OF: Mapping[str, Army] = {letter: army for army, letter in ARMY_LETTER.items()}
KIND_LETTER: Mapping[Kind, str] = {
    "infantry": "i", "vehicle": "v", "field": "g", "fixed": "h", "fighter": "f", "bomber": "b",
}  # fmt: skip
FACES_OF_A_STRIKE = 12
COPY = "abcdefghi"
"""The letters of the copies of a card."""


class Unit(NamedTuple):
    """A piece: whose it is and of which kind."""

    army: Army
    kind: Kind

    @property
    def flies(self) -> bool:
        """Whether it is a plane."""
        return self.kind in {"fighter", "bomber"}


def unit_name(army: Army, kind: Kind, number: int) -> str:
    """Return the name of a piece: ``ji3`` is the third infantry of the Japanese."""
    return f"{ARMY_LETTER[army]}{KIND_LETTER[kind]}{number}"


class Tables:
    """Look-ups made of the data once for each game.

    ``units``: name -> piece, all in the box; ``ground``: those that do not fly, in order;
    ``mobile``: those of them that move (4.4); ``coloured``: army -> its pieces. ``beside``: sector
    -> its neighbours, ``overland``: those of them that no water parts from it. ``setup``: the
    set-up on the map that is played, the historic one where none is named; ``control``: whose
    sectors are then; ``held``: batteries of another colour. ``strength``: the unit strength charts
    that are in use.
    """

    def __init__(self, data: SingaporeData, setup: Setup | None = None) -> None:
        self.data = data
        self.setup = data.historic if setup is None else setup
        self.units: dict[str, Unit] = dict(_pieces(data))
        self.order = {name: at for at, name in enumerate(self.units)}
        self.ground = {name: unit for name, unit in self.units.items() if unit.kind in GROUND}
        self.coloured = {
            army: frozenset(name for name in self.units if ARMY_OF[name[0]] == army)
            for army in ARMIES
        }
        normal = data.movement.normal
        self.mobile = frozenset(name for name in self.ground if normal.get(self.units[name].kind))
        self.edges: dict[tuple[str, str], Edge] = {}
        for edge in data.map.edges:
            one, other = edge.between
            self.edges[one, other] = self.edges[other, one] = edge
        beside: dict[str, list[str]] = {place: [] for place in data.map.sectors}
        for here, other in self.edges:
            beside[here].append(other)
        self.beside = {place: tuple(sorted(others)) for place, others in beside.items()}
        self.overland = {
            place: tuple(other for other in others if not self.edges[place, other].water)
            for place, others in self.beside.items()
        }
        self.periods = periods(self.setup.periods.first, self.setup.periods.last)
        self.deployed, self.arrivals, self.held = _sent(data, self.setup)
        new = self.setup.strength
        self.strength = {a: {**kinds, **new.get(a, {})} for a, kinds in data.strength.items()}
        self.control = _control(data, self.setup)
        out = () if self.setup.left_out is None else self.setup.left_out.cards
        self.copies: dict[str, tuple[str, ...]] = {
            name: tuple(f"{name}{COPY[copy]}" for copy in range(card.copies))
            for name, card in data.situation.cards.items()
            if name not in out
        }
        self.labels = tuple(label for labels in self.copies.values() for label in labels)
        self.card_number = {label: at for at, label in enumerate(self.labels)}
        self._within: dict[str, dict[str, int]] = {}

    def distance(self, start: str) -> Mapping[str, int]:
        """[4.7, R17] Return how far every sector is from one, over water and axes too."""
        if start not in self._within:
            found = {start: 0}
            for here in (queue := [start]):
                for there in self.beside[here]:
                    if there not in found:
                        found[there] = found[here] + 1
                        queue.append(there)
            self._within[start] = found
        return self._within[start]

    def given(self, place: str, other: str) -> int:
        """[R4, R5] Return the halves that a defender of ``place`` gets, attacked from ``other``."""
        edge, bonus = self.edges[place, other], self.data.bonus
        found = [0]
        if edge.water:
            found.append(bonus.river.halves)
        if self.data.map.sectors[other].axis is not None:
            found.append(bonus.axis.halves)
        if edge.spikes == other:
            found.append(bonus.spikes.halves)
        return max(found)

    def on_road(self, place: str) -> bool:
        """[4.4.2] Whether a road runs through a sector."""
        return any(self.edges[place, other].road for other in self.beside[place])

    def attack(self, unit: str) -> tuple[int, ...]:
        """[1.9] Return the dice of an attacking unit."""
        piece = self.units[unit]
        return self.strength[piece.army][piece.kind].attack.dice

    def defence(self, unit: str) -> tuple[int, ...]:
        """[1.9] Return the dice of a defending unit."""
        piece = self.units[unit]
        return self.strength[piece.army][piece.kind].defence.dice

    def armoured(self, unit: str) -> bool:
        """[7.4] Whether a unit can break through."""
        piece = self.units[unit]
        return self.strength[piece.army][piece.kind].armoured

    def called(self, unit: str) -> str:
        """Return a unit's name with what it is: ``ji3, infantry``."""
        piece = self.units[unit]
        return f"{unit}, {self.strength[piece.army][piece.kind].name}"

    def called_card(self, label: str) -> str:
        """Return a card's name: ``C1 HE shells``."""
        name = label[:-1]
        return f"{name} {self.data.situation.cards[name].name}"  # type: ignore[index]


class Coming(NamedTuple):
    """Units that come in a period, counted from 0, in a place."""

    army: Army
    period: int
    place: str
    units: tuple[str, ...]


def periods(first: str, last: str) -> tuple[str, ...]:
    """[4.18] Return the periods from ``first`` to ``last``: a date and D or N, day before night."""
    halves = [f"{date:02d}{half}" for date in range(1, 32) for half in "DN"]
    return tuple(halves[halves.index(first) : halves.index(last) + 1])


def _control(data: SingaporeData, setup: Setup) -> Mapping[str, Army]:
    """[4.15] Return whose every sector is at the start."""
    found = {
        place: setup.deployment.control or its.control for place, its in data.map.sectors.items()
    }
    return {**found, **dict.fromkeys(setup.deployment.active, setup.turns.armies[0])}


def colour(data: SingaporeData, army: Army, kind: Kind) -> Army:
    """Return of which army the pieces of a kind are that an army sets up."""
    own = kind in data.pieces[army].kinds
    others = (one for one in ARMIES if kind in data.pieces[one].kinds)
    return army if own else next(others, army)


def _sent(
    data: SingaporeData, setup: Setup
) -> tuple[Mapping[str, str], tuple[Coming, ...], Mapping[str, Army]]:
    """[4.17] Number the pieces as they are set up and arrive.

    Return unit -> place, who comes, and battery -> the army that holds it, where it is another's.
    """
    count: dict[tuple[Army, Kind], int] = {}
    held: dict[str, Army] = {}

    def named(army: Army, units: Mapping[Kind, int]) -> tuple[str, ...]:
        names = []
        for kind in KINDS:
            if kind not in units:
                continue
            piece = colour(data, army, kind)
            for _ in range(units[kind]):
                count[piece, kind] = count.get((piece, kind), 0) + 1
                names.append(unit_name(piece, kind, count[piece, kind]))
                if piece != army:
                    held[names[-1]] = army
        return tuple(names)

    every = periods(setup.periods.first, setup.periods.last)
    deployed: dict[str, str] = {}
    coming: list[Coming] = []
    for army in ARMIES:
        for place, units in getattr(setup.deployment, army).items():
            deployed |= dict.fromkeys(named(army, units), place)
    deployed |= dict.fromkeys(named(setup.turns.armies[0], setup.deployment.off_map), "Off-Map")
    for army in ARMIES:
        for one in getattr(setup.reinforcements, army):
            at = every.index(one.period)
            coming.append(Coming(army, at, one.place, named(army, one.units)))
    return deployed, tuple(coming), held


def _pieces(data: SingaporeData) -> Iterator[tuple[str, Unit]]:
    for army in ARMIES:
        for kind in KINDS:
            for number in range(1, data.pieces[army].kinds.get(kind, 0) + 1):
                yield unit_name(army, kind, number), Unit(army, kind)
