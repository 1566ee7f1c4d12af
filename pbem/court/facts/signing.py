"""Facts about signatures, keys and confirmations."""

from __future__ import annotations

from pbem.court.facts.fact import Digest, Fact, Labels
from pbem.kit.wording import listed


class Signed(Fact, frozen=True, kw_only=True, tag="signed"):
    """An event has a valid signature by the key that its author had there."""

    game: str
    seq: int
    event: str
    kind: str
    by: str
    key: str
    card: bool

    def says(self, labels: Labels) -> str:  # noqa: ARG002
        """Return the sentence."""
        card = (
            f" A card in the name of {self.by} with this key was handed in. Nothing shows who "
            "made it."
            if self.card
            else ""
        )
        return (
            f"Event {self.seq} ({self.kind}, {self.event[:16]}...) is signed with the key of "
            f"{self.by} in this game, {self.key[:16]}....{card}"
        )


class BuiltOn(Fact, frozen=True, kw_only=True, tag="built-on"):
    """The author signed a later event, so they had this one."""

    game: str
    seq: int
    event: str
    by: str
    seq_after: int

    def says(self, labels: Labels) -> str:  # noqa: ARG002
        """Return the sentence."""
        return (
            f"{self.by} had event {self.seq} ({self.event[:16]}...), or at least its id. {self.by} "
            f"signed event {self.seq_after}, which comes after it in the chain of ids."
        )


class Confirmed(Fact, frozen=True, kw_only=True, tag="confirmed"):
    """A valid confirmation, and the copies that have what it confirms."""

    game: str
    by: str
    seq: int
    head: str
    copies: tuple[Digest, ...]

    def says(self, labels: Labels) -> str:
        """Return the sentence."""
        what = f"{self.by} confirms the game up to event {self.seq} ({self.head[:16]}...)"
        if not self.copies:
            return f"{what}, which no copy here has."
        return f"{what}, as in {labels.of(self.copies)}."


class Keys(Fact, frozen=True, kw_only=True, tag="keys"):
    """A signing key changed by agreement.

    ``offer``: the event that offered it. ``event``: the last yes, or the offer if nobody had to
    agree; from there on it is the key.
    """

    game: str
    by: str
    offer: int
    event: int
    was: str
    sign: str
    agreed: tuple[str, ...]

    def says(self, labels: Labels) -> str:  # noqa: ARG002
        """Return the sentence."""
        return (
            f"After event {self.event}, {self.by} signs with key {self.sign[:16]}... instead of "
            f"{self.was[:16]}...: changed {self.how()}."
        )

    def how(self) -> str:
        """Say by which events the key was changed, as part of a sentence."""
        offer = f"by the offer in event {self.offer}, signed with the old key"
        if not self.agreed:
            return f"{offer}, to which nobody had to agree"
        last = " " if len(self.agreed) == 1 else ", the last of them "
        return f"{offer}, to which {listed(self.agreed)} agreed{last}in event {self.event}"


class Stranger(Fact, frozen=True, kw_only=True, tag="stranger"):
    """A card of this handle names another key than the log."""

    game: str
    by: str
    card: Digest

    def says(self, labels: Labels) -> str:
        """Return the sentence."""
        return (
            f"The card {labels.exhibits[self.card]} of {self.by} has a different signing key than "
            f"{self.by} has in this game. Anyone can make a card with that handle."
        )
