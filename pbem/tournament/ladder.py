"""The places of a ladder, made from what happens on it (docs/tournaments.md)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

Key = tuple[int, int]
"""A board: its round, and its number there."""


class Step(NamedTuple):
    """A cause of moves: ``board`` decided first, a round with ``numbers`` busy, or a newcomer."""

    what: str
    numbers: tuple[int, ...]
    board: Key = (0, 0)


@dataclass
class Ladder:
    """``order``: everybody on it, the first place first; ``idle``: rounds after which one falls.

    A later ruling on a board counts where that was decided first, so all steps are kept.
    """

    idle: int
    order: list[int] = field(default_factory=list)
    rests: dict[int, int] = field(default_factory=dict)
    """How many rounds one after the other somebody has been idle, since they fell or came."""
    steps: list[Step] = field(default_factory=list)
    outcomes: dict[Key, str] = field(default_factory=dict)

    def enter(self, number: int) -> None:
        """Put an entrant, by their number, after all others."""
        self._add(Step("enter", (number,)))

    def pair(self, busy: Sequence[int]) -> None:
        """Take a round: all but ``busy`` are idle in it, and may fall."""
        self._add(Step("pair", tuple(sorted(busy))))

    def decide(self, board: Key, pair: tuple[int, int], outcome: str) -> None:
        """Take the ``outcome`` of the board of ``pair``, for the first time or again."""
        known = board in self.outcomes
        self.outcomes[board] = outcome
        if not known:
            self._add(Step("board", pair, board))
            return
        self.order, self.rests = [], {}
        for step in self.steps:
            self._take(step)

    def _add(self, step: Step) -> None:
        self.steps.append(step)
        self._take(step)

    def _take(self, step: Step) -> None:
        if step.what == "enter":
            self.order += step.numbers
            self.rests.update(dict.fromkeys(step.numbers, 0))
        elif step.what == "pair":
            self._rest(step.numbers)
        else:
            self._climb(step.numbers, self.outcomes[step.board])

    def _climb(self, pair: Sequence[int], outcome: str) -> None:
        """Give the winner the place of the loser, if that is above theirs."""
        if outcome not in ("first", "second"):
            return
        winner, loser = pair if outcome == "first" else reversed(pair)
        place = self.order.index(loser)
        if self.order.index(winner) > place:
            self.order.remove(winner)
            self.order.insert(place, winner)

    def _rest(self, busy: Sequence[int]) -> None:
        """Count a round: who is idle long enough changes places with the one after them.

        The last is looked at first, and of two who fall neither passes the other.
        """
        there = {*busy}
        for number in self.order:
            self.rests[number] = 0 if number in there else self.rests[number] + 1
        falls = {number for number in self.order if self.idle and self.rests[number] == self.idle}
        for place in range(len(self.order) - 2, -1, -1):
            one, following = self.order[place : place + 2]
            if one in falls and following not in falls:
                self.order[place : place + 2] = following, one
        self.rests.update(dict.fromkeys(falls, 0))
