"""Dice that fell once more: the same rolls on a copy of the game, with what stood before each.

Between two questions the table may roll several times, each time on another position and with
other cups; anyone who asks what a roll promised has to know both.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from pbem.errors import RulesFault
from pbem.kit.contract import Outcome, Roll
from pbem.kit.copying import copied
from pbem.kit.cups import Cups
from pbem.kit.dice import Dice
from pbem.play.outcomes import Rolled
from pbem.play.play import Play


class Thrown(NamedTuple):
    """Dice that were due at once: what for, and the position and the cups before they fell.

    - ``outcomes``: The dice (`Rolled`) and all that came up to the next roll, oldest first.
    - ``first``: The number of the first of these among all outcomes of the event, from 0.
    - ``doing``: The order that is carried out, with the side that gave it, if one is known.
    """

    roll: Roll
    position: Any
    cups: Cups
    outcomes: tuple[Outcome, ...]
    first: int
    doing: tuple[str, dict[str, Any]] | None


class Again:
    """Dice that show what they showed, ``got`` of 0 .. n-1 in order."""

    def __init__(self, got: Sequence[int]) -> None:
        self._left = list(got)

    def uniform(self, n: int, purpose: str, paragraph: str) -> int:  # noqa: ARG002
        """Return the next number of 0 .. n-1; for ``n`` 1 it is 0, and not taken from them."""
        return self._left.pop(0) if n > 1 else 0


def thrown(play: Play, outcomes: Sequence[Outcome]) -> list[Thrown]:
    """Return the rolls that brought ``outcomes`` of a play whose dice are due, one after the other.

    The play stays as it is. ``outcomes`` are all that came of it, as the table reported them.
    """
    twin = play.copy()
    watched = _Watched(twin)
    twin.game = watched
    twin.roll(Again([one.got for one in outcomes if isinstance(one, Rolled) and one.n > 1]))
    return watched.closed()


class _Watched:
    """A game that notes what stands before each of its rolls, and what comes of it."""

    def __init__(self, play: Play) -> None:
        self._game = play.game
        self._play = play
        self._noted: list[Thrown] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def roll(self, position: Any, dice: Dice, cups: Cups) -> Iterator[Outcome]:
        """Roll as the game does."""
        need = self._game.need(position)
        if not isinstance(need, Roll):
            raise RulesFault("dice fell where none were due")
        before, reported = copied(position), len(self._play.reported)
        self._noted.append(Thrown(need, before, cups.copy(), (), reported, self._play.doing))
        yield from self._game.roll(position, dice, cups)

    def closed(self) -> list[Thrown]:
        """Return all rolls, each with what came of it: up to the next one, or to the end."""
        reported = self._play.reported
        ends = [one.first for one in self._noted[1:]] + [len(reported)]
        return [
            one._replace(outcomes=tuple(reported[one.first : end]))
            for one, end in zip(self._noted, ends, strict=True)
        ]
