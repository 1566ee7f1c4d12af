"""A list of orders as somebody writes it: what it does, and what each order is on the map."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from typing import TYPE_CHECKING, Any, NamedTuple

from pbem.desk.look.choice import Choice, cost_of
from pbem.desk.seat.drafts import draft_in, lapsing
from pbem.desk.seat.told import Told, tell_all
from pbem.errors import IllegalOrder, PbemError, RulesFault
from pbem.kit.contract import Arrow
from pbem.play import guards
from pbem.play.outcomes import Settled
from pbem.play.play import STOP, Play

if TYPE_CHECKING:
    from pbem.kit.contract import Game, Outcome, RawOrder
    from pbem.kit.urns import Urns


class Written(NamedTuple):
    """A list of orders ``by`` somebody: as text, what they do, what each is on the map.

    ``before``: the play before them; ``settled``: what the table answered where the list ended;
    ``numbers``: the line of each order; ``lapsing``: what waits of an earlier list and lapses by
    this one.
    """

    by: str
    text: str
    before: Play
    told: list[Told]
    lines: list[Choice]
    orders: list[RawOrder]
    settled: Sequence[str]
    numbers: Sequence[int]
    lapsing: list[str]

    def waits_at(self, play: Play) -> int:
        """Return the place of the first order that waits where a play has come by the list."""
        asked, last = self.before.asked, play.lists[-1] if play.lists else None
        if asked is None or last is None or (last.by, last.side) != (self.by, asked.side):
            return len(self.orders)
        return max(0, len(self.orders) - len(last.orders))

    def line_of(self, at: int) -> int:
        """Return the line in front of which one can stand so that it comes before an order.

        0: there is none, since the order is not the first of its line, or waits behind a `stop`.
        """
        ends_before = self.orders[at - 1]["do"] == STOP or self.numbers[at - 1] == self.numbers[at]
        return 0 if ends_before else self.numbers[at]


def write(play: Play, handle: str, written: str) -> Written:
    """Have a play carry out the orders written."""
    if not written.strip():
        return Written(handle, written, play, [], [], [], [], [], lapsing(play, handle, []))
    before = play.copy()
    read = draft_in(play, handle, written.encode())
    if read.standing is not None:
        play.standing[handle] = read.standing
    game = play.game
    watched = _Watched(game)
    play.game = watched.game
    play.order(handle, read.orders)
    play.game = game
    lines = [
        watched.on_map(play.position, line, guards.check_form(raw, game))
        for line, raw in zip(read.lines, read.orders, strict=True)
    ]
    told = tell_all(play, play.told)
    settled = _settled(play, handle)
    return Written(
        handle, written, before, told, lines, read.orders, settled, read.numbers, read.lapsing
    )


class _Watched:
    """A game that keeps what each order is on the map when it comes to its turn."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = copy(game)
        self._plain = game
        self._done: list[tuple[Any, Arrow]] = []
        self.game.adjudicate = self._adjudicate  # type: ignore[method-assign]

    def _adjudicate(self, position: Any, order: Any, urns: Urns) -> Iterator[Outcome]:
        self._done.append((order, self._arrow(position, order)))
        return self._plain.adjudicate(position, order, urns)

    def on_map(self, position: Any, line: str, raw: RawOrder) -> Choice:
        """Return what an order of the list is on the map, the first one first.

        One that has not come to its turn, behind a die or a question, is looked at as things lie.
        """
        if raw["do"] == STOP:
            return Choice(line)
        order = self._plain.read_order(raw)
        at = next((at for at, (done, _) in enumerate(self._done) if done == order), None)
        if at is None:
            return self._choice(line, self._arrow(position, order))
        del self._done[:at]
        return self._choice(line, self._done.pop(0)[1])

    def _choice(self, line: str, arrow: Arrow) -> Choice:
        cost = cost_of(self._plain, arrow)
        return Choice(line, arrow.units, arrow.path, arrow.against, cost)

    def _arrow(self, position: Any, order: Any) -> Arrow:
        try:
            return self._plain.arrow(position, order) or Arrow(())
        except (IllegalOrder, RulesFault):  # as things lie, it may be none that is legal
            return Arrow(())


def ahead_of(list_: Written, line: str) -> Sequence[str]:
    """Return what has to stand in the list before an order, so that it is what it is asked for.

    Where a list ends, the table answers by itself what has one answer only; where it goes on, its
    next order answers that. As few of these answers as make the order legal there.
    """
    for count in range(len(list_.settled) + 1):
        ahead = list_.settled[len(list_.settled) - count :]
        text = "\n".join([list_.text, *ahead, line])
        try:
            draft_in(list_.before, list_.by, text.encode())
        except PbemError:
            continue
        return ahead
    return ()


def _settled(play: Play, handle: str) -> list[str]:
    """Return, as orders are written, what the table answered by itself where a list ended."""
    return [
        play.game.text(play.game.read_order(one.order))
        for one in play.told
        if isinstance(one, Settled) and one.how == "only" and play.seats[one.side] == handle
    ]
