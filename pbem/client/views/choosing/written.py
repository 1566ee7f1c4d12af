"""A list of orders as somebody writes it: what it does, and what each order is on the map."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from pbem.client.session.drafts import draft_in, rehearse_in, skipping
from pbem.client.session.reported import Reported
from pbem.client.views.choosing.choice import Choice, cost_of
from pbem.errors import PbemError
from pbem.play import guards
from pbem.play.listed import STOP
from pbem.play.outcomes import Settled
from pbem.play.play import Play

if TYPE_CHECKING:
    from pbem.kit.contract import Game, RawOrder
    from pbem.play.watched import Taken


class Written(NamedTuple):
    """A list of orders ``by`` somebody: as text, what they do, what each is on the map.

    - ``before``: The play before them.
    - ``after``: The play after them.
    - ``settled``: The answers of the table where the list ended.
    - ``numbers``: The line of each order.
    - ``skipping``: Waiting orders of an earlier list that this one skips.
    """

    by: str
    text: str
    before: Play
    after: Play
    reported: list[Reported]
    lines: list[Choice]
    orders: list[RawOrder]
    settled: Sequence[str]
    numbers: Sequence[int]
    skipping: list[str]

    @property
    def waits_at(self) -> int:
        """The place of the first order that waits where the list has come."""
        asked, last = self.before.asked, self.after.lists[-1] if self.after.lists else None
        if asked is None or last is None or (last.by, last.side) != (self.by, asked.side):
            return len(self.orders)
        return max(0, len(self.orders) - len(last.orders))

    def line_of(self, at: int) -> int:
        """Return the line in front of which one can stand so that it comes before an order.

        ``at``: the place of the order, from 0. 0: there is no such line, since the order is not the
        first of its line, or waits after a `stop`.
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
    """Carry out the orders written after a play, which stays as it is; raises OrderMistake."""
    if not written.strip():
        return Written(handle, written, play, play, [], [], [], [], [], skipping(play, handle, []))
    read, begun, watched = rehearse_in(play, handle, written.encode())
    game, after = play.game, begun.play
    lines = [
        _choice(game, line, raw, watched.taken(after.position, guards.check_form(raw, game)))
        for line, raw in zip(read.lines, read.orders, strict=True)
    ]
    return Written(
        handle,
        written,
        play,
        after,
        read.outcomes,
        lines,
        read.orders,
        _settled(after, handle),
        read.numbers,
        read.skipping,
    )


def _choice(game: Game[Any, Any], line: str, raw: RawOrder, taken: Taken) -> Choice:
    """Return an order as it is written; one with a guard is said by its line alone."""
    arrow, says = taken
    words = says if guards.bare(raw) is raw else ""
    cost = cost_of(game, arrow)
    return Choice(
        line,
        arrow.units,
        arrow.path,
        arrow.against,
        cost,
        says=words,
        storms=arrow.storms,
        order=raw,
        on=arrow.on or arrow.against,
    )


def ahead_of(list_: Written, line: str) -> Sequence[str]:
    """Return what has to stand in the list before an order, so that it is what it is asked for.

    ``line``: the order. At the end of a list, the table itself gives an answer that is the only
    one. If the list goes on, its next order answers that. As few of these answers as make the order
    legal there.
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
        for one in play.reported
        if isinstance(one, Settled) and one.how == "only" and play.seats[one.side] == handle
    ]
