"""The places of a ladder: section 4 of docs/tournaments.md."""

from __future__ import annotations

from second.cup_order import Board


class Places:
    """The moves of places, event after event; the places are made again each time.

    ``start``: who has a place when the lots are drawn, the best first; ``idle``: after how many
    rounds without a game one falls, 0 for never.
    """

    def __init__(self, start: list[int], idle: int) -> None:
        self.start, self.idle = start, idle
        self.steps: list[int | Board | set[int]] = []
        """A new entrant, a board where it was first decided, and the busy ones at a pairing."""

    def now(self) -> list[int]:
        """Give the entrants by their places, as the boards are decided now."""
        places = list(self.start)
        without = dict.fromkeys(places, 0)
        for step in self.steps:
            if isinstance(step, int):
                places.append(step)
                without[step] = 0
            elif isinstance(step, Board):
                climb(places, step)
            else:
                without = {who: 0 if who in step else count + 1 for who, count in without.items()}
                self.let_fall(places, without)
        return places

    def let_fall(self, places: list[int], without: dict[int, int]) -> None:
        """Move everybody who has been idle too long down by one, but not past another of them."""
        if not self.idle:
            return
        falls = {who for who, count in without.items() if count >= self.idle}
        for at in range(len(places) - 2, -1, -1):
            if places[at] in falls and places[at + 1] not in falls:
                places[at], places[at + 1] = places[at + 1], places[at]
        without.update(dict.fromkeys(falls, 0))


def climb(places: list[int], board: Board) -> None:
    """Give the winner of a board the place of the loser, if that is better."""
    if board.outcome not in ("first", "second"):
        return
    pair = board.pair()
    winner, loser = pair if board.outcome == "first" else pair[::-1]
    mine, his = places.index(winner), places.index(loser)
    if mine > his:
        places.insert(his, places.pop(mine))
