"""A list of orders as somebody writes it: what it does, and what each order is on the map."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from pbem.desk.look.choice import Choice, cost_of
from pbem.desk.seat.drafts import draft_in, lapsing
from pbem.desk.seat.told import Told, tell_all
from pbem.errors import PbemError
from pbem.play import guards
from pbem.play.listed import STOP
from pbem.play.outcomes import Settled
from pbem.play.play import Play
from pbem.play.watched import Watched

if TYPE_CHECKING:
    from pbem.kit.contract import Arrow, Game, RawOrder


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

    def unsettled(self, line: str) -> str:
        """Return a line without the answers before its order that the table has given already."""
        for at in range(len(self.settled)):
            if line.startswith(ahead := f"{'; '.join(self.settled[at:])}; "):
                return line.removeprefix(ahead)
        return line


def write(play: Play, handle: str, written: str) -> Written:
    """Have a play carry out the orders written."""
    if not written.strip():
        return Written(handle, written, play, [], [], [], [], [], lapsing(play, handle, []))
    before = play.copy()
    read = draft_in(play, handle, written.encode())
    if read.standing is not None:
        play.standing[handle] = read.standing
    game = play.game
    watched = Watched(game)
    play.game = watched.game
    play.order(handle, read.orders)
    play.game = game
    lines = [
        _choice(game, line, watched.on_map(play.position, guards.check_form(raw, game)))
        for line, raw in zip(read.lines, read.orders, strict=True)
    ]
    told = tell_all(play, play.told)
    settled = _settled(play, handle)
    return Written(
        handle, written, before, told, lines, read.orders, settled, read.numbers, read.lapsing
    )


def _choice(game: Game[Any, Any], line: str, arrow: Arrow) -> Choice:
    return Choice(line, arrow.units, arrow.path, arrow.against, cost_of(game, arrow))


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
