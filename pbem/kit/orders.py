"""Reading and writing orders as they stand in events: one spelling for each order."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

import msgspec

from pbem.errors import FormError
from pbem.kit.contract import Order, RawOrder

O = TypeVar("O", bound=Order)  # noqa: E741 - as in the contract
T = TypeVar("T")


class OrderForms(Generic[O]):
    """Every form of order of one game; ``union`` is the type of them all."""

    def __init__(self, union: Any) -> None:
        self.union = union
        # Through bytes, because they can be compared at once, and because `msgspec.convert` looks
        # at all forms of the union anew each time: ten times the cost.
        self._decode = msgspec.json.Decoder(union).decode
        self._encode = msgspec.json.Encoder(order="sorted").encode

    def read(self, raw: RawOrder) -> O:
        """Return the order that ``raw`` spells.

        Raises `FormError` where it is no form of this game, or the same order in another spelling
        (a default written out): two spellings of one order would be two different events.
        """
        data = self._encode(raw)
        try:
            order: O = self._decode(data)
        except msgspec.ValidationError as error:
            raise FormError(f"not an order of this game: {error}") from None
        if self._encode(order) != data:
            raise FormError("this order has a shorter spelling: leave empty parts out")
        return order

    def write(self, order: O) -> RawOrder:
        """Return the one spelling of ``order``."""
        raw: RawOrder = msgspec.json.decode(self._encode(order))
        return raw


def twice(names: tuple[T, ...]) -> T | None:
    """Return the first name that a list holds twice, or None."""
    if len(set(names)) == len(names):
        return None
    return next(name for i, name in enumerate(names) if name in names[:i])
