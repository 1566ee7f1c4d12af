"""Facts about mail, as its headers say."""

from __future__ import annotations

import msgspec

from pbem.court.facts.fact import Digest, Fact, Labels, ended
from pbem.kit.wording import listed, quoted, span


class Carries(msgspec.Struct, frozen=True):
    """Events ``first`` to ``last`` of a game that a message carries."""

    game: str
    first: int
    last: int


class MailFact(Fact, frozen=True, kw_only=True, tag="mail"):
    """The headers of a message: words of the people who sent or carried it.

    ``message``: its number in the exhibit, from 1. ``id``: its Message-ID. ``to``: To, Cc and Bcc.
    ``received``: its stations, the last one first.
    """

    exhibit: Digest
    message: int
    id: str
    sender: str
    to: tuple[str, ...]
    date: str
    received: tuple[str, ...]
    carries: tuple[Carries, ...]

    def says(self, labels: Labels) -> str:
        """Return the sentence."""
        carries = listed(
            [f"{span(one.first, one.last)} of {one.game[:16]}..." for one in self.carries]
        )
        relays = "".join(f"; received: {quoted(one)}" for one in self.received)
        return (
            f"{labels.exhibits[self.exhibit]}, message {self.message} "
            f"({quoted(self.id) if self.id else 'no id'}) carries {carries}. Its headers say: from "
            f"{quoted(self.sender) if self.sender else 'nobody'}, to "
            f"{listed(map(quoted, self.to)) or 'nobody'}, date "
            f"{quoted(self.date) if self.date else 'none'}{relays}."
        )


class MailOdd(Fact, frozen=True, kw_only=True, tag="mail-odd"):
    """Headers of messages contradict each other; nobody knows who caused it."""

    exhibit: Digest
    message: str

    def says(self, labels: Labels) -> str:
        """Return the sentence."""
        return f"{labels.exhibits[self.exhibit]}: {ended(self.message)}"
