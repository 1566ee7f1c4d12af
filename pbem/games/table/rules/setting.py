"""The setting of every paragraph, from a table file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from pbem.games.table.data.forms import TableData
from pbem.games.table.data.pack import PACKS, groups
from pbem.games.table.rules.maps import maps_of
from pbem.games.table.rules.position import Position, masked
from pbem.kit import plain
from pbem.kit.offer import agreed

ANY_DICE = re.compile(r"([1-9][0-9]?)d([1-9][0-9]{0,3})")
"""Dice in their one spelling: ``2d6``."""

_FILE_DICE = re.compile(r"([0-9]*)d([0-9]+)([+-][0-9]+)?")
DIE_MOST = 50
"""Dice of one roll at most."""


class Dice(NamedTuple):
    """Dice of one kind: how many, how many faces each has, what is added, what the faces say."""

    many: int
    faces: int
    plus: int = 0
    says: tuple[str, ...] = ()


class Setting:
    """A table file, and what follows from it."""

    def __init__(self, scenario: str, options: Mapping[str, Any], data: TableData) -> None:
        here = agreed(data, scenario, options)
        self.data = data
        self.sides, self.side_names = here.sides, here.side_names
        self.groups = groups(data)
        self.cards = PACKS.tables(data).cards
        self.maps = maps_of(data, self.cards)

    def team(self, side: str) -> tuple[str, ...]:
        """Return the sides that see the cards of a side, itself among them."""
        return next(group for group in self.groups if side in group)

    def others(self, side: str) -> list[str]:
        """Return the sides of the other teams, in order."""
        team = self.team(side)
        return [one for one in self.sides if one not in team]

    def dice(self, name: str) -> Dice | None:
        """Return dice by the name in the file or as ``2d6``; None for none."""
        if name in self.data.faces:
            says = self.data.faces[name]
            return Dice(1, len(says), says=says)
        said = self.data.dice.get(name)
        found = _FILE_DICE.fullmatch(said) if said else ANY_DICE.fullmatch(name)
        if found is None:
            return None
        plus = plain.signed(found[3] or "") or 0 if said else 0
        many, faces = plain.number(found[1]), plain.number(found[2])
        return Dice(1 if many is None else many, faces or 0, plus)

    def later(self, deck: str, name: str) -> range:
        """Return the cards of a deck that are added later under a name."""
        data = self.data.decks[deck]
        first = data.begins
        for one in data.names_later:
            if one == name:
                return range(first, first + data.later[one])
            first += data.later[one]
        return range(0)

    def lying_open(self, position: Position, deck: str) -> set[int]:
        """Return the cards of a deck that everybody sees, or that wait to be added."""
        pile = position.piles[deck]
        waiting = (card for name in pile.waiting for card in self.later(deck, name))
        return {*pile.discards, *pile.removed, *pile.aside, *waiting}

    def unseen(self, position: Position, deck: str) -> list[int]:
        """Return the cards of a deck that are held or undrawn."""
        seen = self.lying_open(position, deck)
        return [card for card in range(len(self.cards[deck])) if card not in seen]

    def holds(self, position: Position, deck: str) -> list[tuple[str, int]]:
        """Return the places of a deck, of all its parts, that somebody holds."""
        return [
            at
            for side in self.sides
            for at in position.held[side]
            if at[0].partition("#")[0] == deck
        ]

    def doubles(self, position: Position, side: str) -> Iterator[tuple[str, int]]:
        """Yield the places that a side has to call dead, as far as the viewer knows."""
        cards = {(deck, place): card for deck, place, card in position.known}
        for at in position.fresh[side]:
            deck, number = masked(at[0])
            part = position.piles[deck].parts[number - 1]
            again = {cards.get((one[0], one[1])) for one in part.doubles}
            if at in cards and cards[at] in again:
                yield at
