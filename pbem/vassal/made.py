"""Kinds of pieces that no palette has: those that other pieces place, and those of saved games."""

from __future__ import annotations

from pbem.vassal import refusal
from pbem.vassal.described import Type
from pbem.vassal.maps import Pieces
from pbem.vassal.refusal import ModuleRefused
from pbem.vassal.sequences import split
from pbem.vassal.traits import Definition, Trait
from pbem.vassal.types import Describer, layers_of


class Kinds:
    """All kinds of pieces of a module; `of` finds the kind of a piece, or makes it."""

    def __init__(self, pieces: Pieces, describer: Describer) -> None:
        self.pieces = pieces
        self.describer = describer
        self.made: dict[str, Type] = {}
        self._names: dict[tuple[str, str], str] = {}
        self._by_gpid: dict[str, str] = {}

    def __getitem__(self, name: str) -> Type:
        own = self.pieces
        return own.cards.get(name) or own.counters.get(name) or self.made[name]

    def add_placed(self) -> None:
        """Make the kinds that pieces place; raises `ModuleRefused`."""
        waiting = self.describer.placed
        while waiting:
            gpid, piece = waiting.pop()
            known = self.pieces.cards.keys() | self.pieces.counters.keys() | self._by_gpid.keys()
            if gpid not in known:
                self._by_gpid[gpid] = self._make(piece, (piece.type, piece.state))

    def of(self, piece: Definition, traits: list[Trait], gpid: str) -> str:
        """Return the kind of a piece: the slot or marker it comes from, if its layers fit.

        ``traits``: those of the piece, expanded. ``gpid``: the number by which a saved game names
        it.

        Raises:
            ModuleRefused: The module makes too many kinds.
        """
        layers = len(list(layers_of(traits)))
        name = self._by_gpid.get(gpid, gpid)
        slot = name in self.pieces.cards or name in self.pieces.counters or name in self.made
        if slot and len(self[name].layers) == layers:
            return name
        told = "\t".join(one.state for one in traits if one.name in ("mark", "label"))
        return self._make(piece, (piece.type, told))

    def _make(self, piece: Definition, key: tuple[str, str]) -> str:
        if key not in self._names:
            if len(self.made) >= refusal.MADE:
                raise ModuleRefused(f"Its pieces make more than {refusal.MADE:,} other kinds.")
            name = f"m{len(self.made) + 1}"
            self._names[key] = name
            self.made[name] = self.describer.describe(piece, [])
        return self._names[key]


def gpid_of(traits: list[Trait]) -> str:
    """Return the number of the slot from which a piece was made; nothing if it has none."""
    return [*split(traits[-1].state, ";"), "", "", "", ""][3]
