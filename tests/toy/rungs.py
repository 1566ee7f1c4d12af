"""A small model of a ladder, written from the page of tournaments alone: places as a mapping."""

from __future__ import annotations

from typing import Any


class Rungs:
    """``reported`` is what happened: entries, boards first decided, rounds with who was busy."""

    def __init__(self, idle: int) -> None:
        self.idle = idle
        self.reported: list[tuple[str, Any]] = []
        self.stands: dict[Any, tuple[int, int]] = {}

    def decided(self, board: Any, winner: int, loser: int) -> None:
        """Take how a board is decided; both 0 where that moves nobody."""
        if board not in self.stands:
            self.reported.append(("board", board))
        self.stands[board] = winner, loser

    def order(self) -> list[int]:
        """Return everybody by their place, all reckoned from the first event on."""
        place: dict[int, int] = {}
        waits: dict[int, int] = {}
        for what, of in self.reported:
            if what == "enter":
                place[of], waits[of] = len(place) + 1, 0
            elif what == "round":
                waits = {one: 0 if one in of else n + 1 for one, n in waits.items()}
                self._fall(place, {one for one, n in waits.items() if n == self.idle > 0})
                waits = {one: 0 if n == self.idle else n for one, n in waits.items()}
            else:
                winner, loser = self.stands[of]
                mine, his = place.get(winner, 0), place.get(loser, 0)
                if mine > his > 0:
                    moved = {one: at + 1 for one, at in place.items() if his <= at < mine}
                    place |= {**moved, winner: his}
        return sorted(place, key=lambda one: place[one])

    def _fall(self, place: dict[int, int], falls: set[int]) -> None:
        for at in range(len(place) - 1, 0, -1):
            one, following = (next(o for o, p in place.items() if p == q) for q in (at, at + 1))
            if one in falls and following not in falls:
                place[one], place[following] = at + 1, at
