"""Facts about copies that part: where, in what, who signed both, which counts."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from pbem.audit.differing import IN_WORDS
from pbem.court.facts.fact import Digest, Fact, Labels, ended, with_article
from pbem.kit.wording import quoted
from pbem.table.counts import decides_words
from pbem.table.handlers.forks import former_words, settled_words


class Side(msgspec.Struct, frozen=True, kw_only=True):
    """One side of a branch point: its first event and the copies that have it."""

    event: str
    by: str
    kind: str
    copies: tuple[Digest, ...]


class Parts(Fact, frozen=True, kw_only=True, tag="parts"):
    """Valid events of copies differ after one predecessor."""

    game: str
    seq: int
    prev: str
    sides: tuple[Side, ...]

    def says(self, labels: Labels) -> str:
        """Return the sentence."""
        sides = [
            f"{labels.of(one.copies)} {'goes' if len(one.copies) == 1 else 'go'} on with "
            f"{with_article(one.kind)} by {one.by} ({one.event[:16]}...)"
            for one in self.sides
        ]
        return f"The copies differ from event {self.seq} on: {'; '.join(sides)}."


class Differs(Fact, frozen=True, kw_only=True, tag="differs"):
    """A field in which events on one predecessor differ; ``values`` of the sides, null for none."""

    game: str
    seq: int
    sides: tuple[str, ...]
    field: str
    values: tuple[str | None, ...]

    def says(self, labels: Labels) -> str:  # noqa: ARG002
        """Return the sentence."""
        if self.field == IN_WORDS:
            said = [
                f"{side[:16]}... says: {quoted(value or '')}"
                for side, value in zip(self.sides, self.values, strict=True)
            ]
            return f"The events {self.seq} say different things. {'; '.join(said)}."
        reported = [
            f"{'nothing' if value is None else quoted(value)} in {side[:16]}..."
            for side, value in zip(self.sides, self.values, strict=True)
        ]
        return f"In event {self.seq} '{self.field}' differs: {', '.join(reported)}."


class Forked(Fact, frozen=True, kw_only=True, tag="fork"):
    """Two events by one author follow one event, or the second follows rulings on it.

    ``renewed``: the later event that changed the author's key with somebody's agreement, or null.
    ``rulings``: ids of the rulings between the predecessor and the second event. ``former``: the
    later event that changed the key without agreement; absent if there is none.
    """

    game: str
    by: str
    seq: int
    prev: str
    events: tuple[str, str]
    renewed: int | None = None
    rulings: tuple[str, ...] = ()
    former: int | UnsetType = UNSET

    def says(self, labels: Labels) -> str:  # noqa: ARG002
        """Return the sentence."""
        one, other = self.events
        many = len(self.rulings)
        former = former_words(self.by, None if self.former is UNSET else self.former)
        if self.renewed is not None:
            return settled_words(self.by, self.seq, self.events, self.renewed, many)
        if many:
            after = "a ruling" if many == 1 else f"{many} rulings"
            return (
                f"{self.by} forked: these are two histories of one game. {self.by} signed event "
                f"{self.seq} ({one[:16]}...), and another event ({other[:16]}...) after {after} on "
                f"the same predecessor, which did not put {self.by} out.{former}"
            )
        return (
            f"{self.by} forked: these are two histories of one game. {self.by} signed two "
            f"different events {self.seq} on the same predecessor, {one[:16]}... and "
            f"{other[:16]}....{former}"
        )


class Counts(Fact, frozen=True, kw_only=True, tag="counts"):
    """Which copies count (protocol, section 9).

    If nothing decides: ``umpire`` could, or all in ``choose`` together, by continuing one side.
    ``forked``: the author of two proved events after event ``seq``.
    """

    game: str
    copies: tuple[Digest, ...]
    seq: int
    head: str
    why: tuple[str, ...]
    umpire: str | None = None
    choose: tuple[str, ...] = ()
    forked: tuple[str, ...] = ()

    def says(self, labels: Labels) -> str:
        """Return the sentence."""
        why = "".join(f" {one[0].upper()}{ended(one[1:])}" for one in self.why)
        if self.copies:
            verb = "counts" if len(self.copies) == 1 else "count"
            return f"{labels.of(self.copies)} {verb}, up to event {self.seq}.{why}"
        nothing = f"Nothing decides yet which copy counts after event {self.seq}.{why}"
        return f"{nothing} {decides_words(self.umpire, self.choose, self.forked)}"
