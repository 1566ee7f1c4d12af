"""How much work the mail of one sender may cause in an hour (docs/agent.md)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import NamedTuple

MIB = 1 << 20
HOUR = timedelta(hours=1)
"""The time after which spending counts no more."""


class Spent(NamedTuple):
    """The cost of mail.

    ``unpacked``: bytes of the messages and of what was in them; ``work``: processor time in
    milliseconds; ``written``: reports to the owner and others because of it.
    """

    messages: int = 0
    unpacked: int = 0
    work: int = 0
    written: int = 0

    def plus(self, other: Spent) -> Spent:
        """Return both together."""
        return Spent(*(a + b for a, b in zip(self, other, strict=True)))

    def within(self, most: Spent) -> bool:
        """Whether nothing of it is more than ``most``."""
        return all(a <= b for a, b in zip(self, most, strict=True))


NOTHING = Spent()
SIGNED = Spent(2_000, 512 * MIB, 1_200_000, 500)
"""The budget of each key whose postmark is good."""

ADDRESS = Spent(200, 96 * MIB, 60_000, 30)
"""The budget of each address from which a message without a postmark says it is."""

FRIENDS = Spent(1_000, 192 * MIB, 240_000, 100)
"""The budget of all such addresses together that are on cards here."""

STRANGERS = Spent(400, 96 * MIB, 60_000, 30)
"""The budget of all others together."""


class Payer(NamedTuple):
    """The payer for a message: the key of its postmark, or the address that it claims."""

    key: str | None
    address: str


class Budget:
    """The rest of this hour's budget: ``known``: addresses on cards; ``spent``: what was spent."""

    def __init__(self, known: set[str], spent: Iterable[tuple[Payer, Spent]]) -> None:
        self._known = known
        self._spent: dict[str, Spent] = {}
        for payer, cost in spent:
            self.charge(payer, cost)

    def allows(self, payer: Payer, size: int) -> bool:
        """Whether a message of ``size`` bytes may be fetched now."""
        least = Spent(messages=1, unpacked=size, work=1)
        return all(self._of(name).plus(least).within(most) for name, most in self._pages(payer))

    def ever(self, payer: Payer, size: int) -> bool:
        """Whether a message of ``size`` bytes may be fetched in any hour."""
        return all(size <= most.unpacked for _, most in self._pages(payer))

    def most_work(self, payer: Payer) -> float:
        """Return the seconds of processor time that one message of this payer may take."""
        return min(most.work for _, most in self._pages(payer)) / 1000

    def left_to_write(self, payer: Payer) -> int:
        """Return how much may be written because of mail of this payer."""
        pages = self._pages(payer)
        return max(0, min(most.written - self._of(name).written for name, most in pages))

    def charge(self, payer: Payer, cost: Spent) -> None:
        """Count what a message cost."""
        for name, _ in self._pages(payer):
            self._spent[name] = self._of(name).plus(cost)

    def spent(self, payer: Payer) -> Spent:
        """Return what this payer has cost, by key or by address."""
        return self._of(self._pages(payer)[0][0])

    def is_known(self, payer: Payer) -> bool:
        """Whether it is signed, or says that it is from an address on a card here."""
        return payer.key is not None or payer.address in self._known

    def _of(self, name: str) -> Spent:
        return self._spent.get(name, NOTHING)

    def _pages(self, payer: Payer) -> tuple[tuple[str, Spent], ...]:
        if payer.key is not None:
            return ((f"key {payer.key}", SIGNED),)
        together = ("friends", FRIENDS) if payer.address in self._known else ("others", STRANGERS)
        return ((f"from {payer.address}", ADDRESS), together)
