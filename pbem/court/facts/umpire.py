"""Facts about rulings and the umpire's days."""

from __future__ import annotations

from pbem.court.facts.fact import Digest, Fact, Labels, ended
from pbem.kit.wording import quoted
from pbem.table.counts import two_faced_words


class Ruling(Fact, frozen=True, kw_only=True, tag="ruling"):
    """An umpire ruled, in a valid event ``id``.

    ``late``: the days that the ruling names (the umpire's word). ``note``: the reason that it
    gives. ``first``: no ruling comes before it. ``back_in``: the copies with the ruling that it
    takes back, or null. ``counts``: whether it stands on what counts; null if nothing decides.
    """

    game: str
    by: str
    event: int
    id: str
    copies: tuple[Digest, ...]
    out: str | None
    late: bool
    said: str
    note: str
    first: bool
    back_in: tuple[Digest, ...] | None
    counts: bool | None

    def says(self, labels: Labels) -> str:
        """Return the sentence."""
        reported = [
            f"In event {self.event} of {labels.of(self.copies)} {self.by} {ended(self.said)}"
        ]
        if self.back_in is not None:
            where = labels.of(self.back_in)
            reported.append(
                f"That ruling is in {where}." if where else "No copy here has that ruling."
            )
        if self.note:
            reported.append(f"{self.by} gives this reason: {quoted(self.note)}.")
        elif self.out is not None or self.back_in is not None:
            reported.append(f"{self.by} gives no reason.")
        held = {
            True: "The ruling is valid and counts.",
            False: "The ruling is valid, but its copy does not count.",
            None: "The ruling is valid. Nothing decides yet whether its copy counts.",
        }
        reported.append(held[self.counts])
        if self.first:
            reported.append("From there on, the log rests on the umpire's word.")
        return " ".join(reported)


class Day(Fact, frozen=True, kw_only=True, tag="days"):
    """Signed days agree with a ruling that somebody was late."""

    game: str
    by: str
    ruling: int
    out: str

    def says(self, labels: Labels) -> str:  # noqa: ARG002
        """Return the sentence."""
        return (
            f"The days of arrival that {self.by} signed agree with the ruling in event "
            f"{self.ruling} about {self.out}."
        )


class DaysDiffer(Fact, frozen=True, kw_only=True, tag="days-differ"):
    """Signed days convict the umpire, or a ruling names other days than were signed.

    ``ruling``: the number of that ruling; null for days that convict. ``out``: the player put out.
    ``in_time``: by the signed days, that player was not late.
    """

    game: str
    by: str
    message: str
    ruling: int | None = None
    out: str | None = None
    in_time: bool = False

    def says(self, labels: Labels) -> str:  # noqa: ARG002
        """Return the sentence."""
        return ended(f"{self.message[0].upper()}{self.message[1:]}")


class TwoFaces(Fact, frozen=True, kw_only=True, tag="two-faces"):
    """An umpire ruled for two branches, or wrote two rulings on one predecessor."""

    game: str
    by: str

    def says(self, labels: Labels) -> str:  # noqa: ARG002
        """Return the sentence."""
        reported = two_faced_words(self.by)
        return f"{reported[0].upper()}{reported[1:]}."
