"""The fact that a line was changed."""

from __future__ import annotations

import msgspec

from pbem.audit.differing import IN_WORDS
from pbem.court.facts.fact import Digest, Fact, Labels
from pbem.kit.wording import counted, named, quoted


class Changed(msgspec.Struct, frozen=True, kw_only=True):
    """A field of an event as it was ``signed``, and as it ``stands`` in a copy; null for none."""

    field: str
    signed: str | None
    stands: str | None

    def says(self, copy: str) -> str:
        """Return a part of a sentence; ``copy``: the label of the copy where it stands."""
        what = "" if self.field == IN_WORDS else f"{named(self.field)} "
        signed = f"no {what}".rstrip() if self.signed is None else f"{what}{quoted(self.signed)}"
        stands = "none" if self.stands is None else quoted(self.stands)
        return f"the author signed {signed}, {copy} has {stands}"


CHANGES_REPORTED = 6
"""So many changed fields stand in a sentence."""


class NamedBy(msgspec.Struct, frozen=True, kw_only=True):
    """A signed event ``event``, number ``seq``, that names another one as its predecessor."""

    seq: int
    by: str
    event: str


class Edited(Fact, frozen=True, kw_only=True, tag="edited"):
    """A line stands in place of a signed event, and its author did not sign it.

    ``changes``: the fields that differ from what was signed; null if it is no event. ``only``:
    nothing else that is signed differs. ``named_by``: the next event, which also stands in the
    changed copy and names the signed event; null if it does not.
    """

    copy: Digest
    seq: int
    line: int | None
    event: str
    good: Digest
    changes: tuple[Changed, ...] | None
    only: bool
    named_by: NamedBy | None

    def says(self, labels: Labels) -> str:
        """Return the sentence."""
        copy, good = labels.of([self.copy]), labels.of([self.good])
        return (
            f"In {labels.with_files([self.copy])} event {self.seq} was changed after it was "
            f"signed. {labels.with_files([self.good])} has it with a valid signature "
            f"({self.event[:16]}...). {self._what(copy)}{self._named(copy, good)} Nothing shows "
            "who changed the file: anyone who had it could have done it."
        )

    def _named(self, copy: str, good: str) -> str:
        """State the strongest that there is: a signature over the id of what was signed."""
        if self.named_by is None:
            return ""
        return (
            f" Event {self.named_by.seq}, signed by {self.named_by.by}, names the signed event "
            f"{self.seq} as its predecessor, both in {copy} and in {good}."
        )

    def _what(self, copy: str) -> str:
        if self.changes is None:
            return "The line there is no event."
        if not self.changes:
            if self.only:
                return "Only the signature differs."
            return "The difference cannot be shown here."
        reported = [one.says(copy) for one in self.changes[:CHANGES_REPORTED]]
        more = len(self.changes) - len(reported)
        besides = f"; and {counted(more, 'more field')}" if more else ""
        nothing = " Nothing else in the event differs." if self.only else ""
        return f"{'; '.join(reported)[0].upper()}{'; '.join(reported)[1:]}{besides}.{nothing}"
