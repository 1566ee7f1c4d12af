"""Counters that lie face down for everybody (protocol section 7.1).

Nothing is drawn before it is turned up, not even *which* counter was taken. A cup is an ordered
list of members; a member is a counter, or a place that holds "one of cup u", written ``"?u"``.
A pool, such as a bag, is a cup like any other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

import msgspec

from pbem.kit import plain
from pbem.kit.dice import Dice

Member = str
"""A counter's id, or ``"?u"`` for one of cup ``u``. No counter's id begins with ``"?"``."""


class Cups(msgspec.Struct):
    """Every cup of a table: ``members`` of each by name, ``made`` blind draws so far."""

    members: dict[str, list[Member]] = {}
    made: int = 0

    def fill(self, cup: str, counters: list[Member]) -> None:
        """Make a bag of the set-up: all its counters, in the order of the data.

        Raises:
            ValueError: There is a cup of that name, or a blind draw will make one.
        """
        if cup in self.members or plain.number(cup) is not None:
            raise ValueError(f"there is a cup {cup} already, or a blind draw will make one")
        self.members[cup] = list(counters)

    def draw_blind(self, pool: str) -> Member:
        """Take one of ``pool`` unseen: makes a cup, returns "one of" it.

        Raises ValueError on an empty pool.
        """
        members = self.members[pool]
        if not members:
            raise ValueError(f"nothing is left in {pool}")
        self.made += 1
        cup = str(self.made)
        self.members[cup] = members
        self.members[pool] = ["?" + cup] * (len(members) - 1)
        return "?" + cup

    def turn_up(self, member: Member, dice: Dice, purpose: str, paragraph: str) -> str:
        """Turn up one member: dice decide now which counter it is.

        Args:
            member: The member of a cup.
            dice: The dice.
            purpose: The purpose of the die, in words.
            paragraph: The rulebook paragraph.
        """
        while member.startswith("?"):
            members = self.members[member[1:]]
            member = members.pop(dice.uniform(len(members), purpose, paragraph))
        return member

    def chances(self, member: Member) -> Iterator[tuple[str, Fraction, tuple[int, ...]]]:
        """Yield each counter that a member may be, its chance, and numbers that turn it up.

        Members alike are one: the numbers are those of the first of them.
        """
        open_: list[tuple[str, int, int, tuple[int, ...]]] = [(member, 1, 1, ())]
        while open_:
            one, ways, of, numbers = open_.pop()
            if not one.startswith("?"):
                yield one, Fraction(ways, of), numbers
                continue
            members = self.members[one[1:]]
            alone = len(members) == 1
            open_ += [
                (
                    each,
                    ways * many,
                    of * len(members),
                    numbers if alone else (*numbers, members.index(each)),
                )
                for each, many in reversed(Counter(members).items())
            ]

    def let_be(self, member: Member, counter: str) -> None:
        """Let a face-down member be a counter that it may be, as if somebody had peeked.

        No other can be that counter then. A counter that it could not be (from elsewhere) is put
        there all the same. For positions that somebody makes up; in play nobody knows.
        """
        cup = member[1:]
        rest = list(self.members[cup])
        if not self._take_out(rest, counter):
            self.members[cup] = [counter]
            return
        self.made += 1
        new = str(self.made)
        for members in self.members.values():
            members[:] = [f"?{new}" if one == member else one for one in members]
        self.members[new] = rest
        self.members[cup] = [counter]

    def _take_out(self, members: list[Member], counter: str) -> bool:
        """Take a counter out of ``members`` or of what one of them is one of."""
        if counter in members:
            members.remove(counter)
            return True
        for one in dict.fromkeys(members):
            if one.startswith("?") and self._take_out(self.members[one[1:]], counter):
                members.remove(one)
                return True
        return False

    def copy(self) -> Cups:
        """Return independent cups that hold the same."""
        members = self.members
        return Cups(dict(zip(members, map(list, members.values()), strict=True)), self.made)

    def put_back(self, pool: str, member: Member) -> None:
        """Return a member to a pool: by its id if everybody has seen it, else as one of its cup."""
        self.members[pool].append(member)
