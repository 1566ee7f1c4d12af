"""A list of orders up to where its courses part: once for all that is asked about it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from pbem.kit.contract import RawOrder
from pbem.play.play import Play


class Begun(NamedTuple):
    """A list of ``orders`` of ``side``, carried out up to the first dice or question.

    So far all of its courses are one, and anyone who looks further goes on from here. ``play``
    stands there, and has reported what came of it.
    """

    play: Play
    side: str
    orders: Sequence[RawOrder]

    def again(self) -> Play:
        """Return an independent play that stands there too, and has reported the same."""
        twin = self.play.copy()
        twin.reported = list(self.play.reported)
        return twin


def hand_in(play: Play, orders: Sequence[RawOrder], *, strict: bool = False) -> Begun:
    """Carry out a list of the player who is asked; the play is changed.

    Args:
        play: The play.
        orders: The orders.
        strict: As for `Play.order`.

    Raises:
        FormError: An order is not in its form.
        IllegalOrder: An order is not legal, if strict.
    """
    assert play.asked is not None  # noqa: S101 - who hands in a list is asked
    side = play.asked.side
    play.forget()
    play.doing = None
    # Two equal orders are two objects from here on: what becomes of each is noted by its identity.
    orders = msgspec.msgpack.decode(msgspec.msgpack.encode(orders))
    play.order(play.seats[side], orders, strict=strict)
    return Begun(play, side, orders)
