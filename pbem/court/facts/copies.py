"""Facts about single copies and their lengths."""

from __future__ import annotations

from pbem.audit.report import says_nobody
from pbem.court.facts.fact import Digest, Fact, Labels, ended
from pbem.kit.wording import counted, listed


class CopyFact(Fact, frozen=True, kw_only=True, tag="copy"):
    """These copies hold the same valid events."""

    game: str
    copies: tuple[Digest, ...]
    events: int
    head: str
    level: int
    whole: bool

    def says(self, labels: Labels) -> str:
        """Return the sentence."""
        has = "has" if len(self.copies) == 1 else "have"
        rest = "" if self.whole else ". The rest is not valid"
        return (
            f"{labels.with_files(self.copies)} {has} {counted(self.events, 'good event')}, "
            f"verified at level {self.level} of 3, up to {self.head[:16]}...{rest}."
        )


class Fault(Fact, frozen=True, kw_only=True, tag="fault"):
    """A copy has a finding (docs/findings.md)."""

    copies: tuple[Digest, ...]
    code: str
    seq: int | None
    event: str | None
    line: int | None
    good: int
    message: str
    blame: tuple[str, ...]

    def says(self, labels: Labels) -> str:
        """Return the sentence."""
        where = "" if self.seq is None else f" at event {self.seq}"
        message = ended(labels.words(self.copies[0], self.message))
        reported = f"{labels.with_files(self.copies)}: {self.code}{where}. {message}"
        return f"{reported} {self._blame()}".rstrip()

    def _blame(self) -> str:
        """Say who is to blame, and each for what; nothing where the message says it."""
        if not self.blame:
            return "" if says_nobody(self.message) else "This proves nobody's fault."
        first, *others = self.blame
        seconds = f", then {listed(others)}, who rolled the dice for it" if others else ""
        return f"At fault: {first}{seconds}."


class Begins(Fact, frozen=True, kw_only=True, tag="begins"):
    """Copies are the beginning of others."""

    copies: tuple[Digest, ...]
    of: tuple[Digest, ...]
    events: int

    def says(self, labels: Labels) -> str:
        """Return the sentence."""
        good = "event 0 is" if self.events == 1 else f"events 0 to {self.events - 1} are"
        return (
            f"In {labels.with_files(self.copies)} the good {good} the beginning of "
            f"{labels.with_files(self.of)}."
        )


class Short(Fact, frozen=True, kw_only=True, tag="short"):
    """Copies end before an event that somebody confirms (their word)."""

    copies: tuple[Digest, ...]
    events: int
    shown: str

    def says(self, labels: Labels) -> str:
        """Return the sentence."""
        verb = "ends" if len(self.copies) == 1 else "end"
        return (
            f"{labels.of(self.copies)} {verb} with event {self.events - 1}. Only this confirmation "
            f"says that the game went on: {ended(self.shown)}"
        )
