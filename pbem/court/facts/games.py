"""Facts about a game: how it was opened, how it stands, its data and version."""

from __future__ import annotations

from typing import NamedTuple

from pbem.audit.report import says_nobody
from pbem.court.facts.fact import Digest, Fact, Labels, ended
from pbem.kit.wording import named, quoted
from pbem.table.events.kinds import Dice


class Opening(Fact, frozen=True, kw_only=True, tag="opening"):
    """The game, its players, options, umpire, clock and pack, as it was opened."""

    game: str
    rules: str
    scenario: str
    seats: dict[str, str]
    options: dict[str, str | int | bool]
    umpire: str | None
    policy: Dice
    clock: str | None
    opened: str
    signers: dict[str, str]

    def says(self, labels: Labels) -> str:
        """Return the sentence."""
        seats = ", ".join(
            f"{who} plays {labels.side(self.game, side)}" for side, who in self.seats.items()
        )
        options = ", ".join(
            f"{named(name)} {_plain(value)}" for name, value in self.options.items()
        )
        umpire = "no umpire" if self.umpire is None else f"umpire {self.umpire}"
        clock = "no clock" if self.clock is None else f"clock: {self.clock}"
        keys = ", ".join(f"{who} {key[:16]}..." for who, key in self.signers.items())
        return (
            f"{self.rules}, scenario {self.scenario}: {seats}; {umpire}; dice kept by: "
            f"{self.policy}; {clock}; options: {options or 'none'}. Opened {self.opened} by its "
            f"author's clock. Keys at the start: {keys}. Game id: {self.game[:16]}...."
        )


class Outcome(Fact, frozen=True, kw_only=True, tag="result"):
    """How the game ended in the copy that counts."""

    game: str
    words: str
    winner: str | None
    waits: str

    def says(self, labels: Labels) -> str:  # noqa: ARG002
        """Return the sentence."""
        waits = f" It counts only after {self.waits}." if self.waits else ""
        return f"Result: {ended(self.words)}{waits}"


class Again(NamedTuple):
    """How many events rolled dice for one purpose in the words of the player who asked for them."""

    by: str
    purpose: str
    times: int


class WithoutRules(Fact, frozen=True, kw_only=True, tag="without-rules"):
    """pbem knows no rules of the game. ``again``: who rolled more than once for one purpose."""

    game: str
    rules: str
    again: tuple[Again, ...]

    def says(self, labels: Labels) -> str:  # noqa: ARG002
        """Return the sentence."""
        rolled = [f"{one.by} for {quoted(one.purpose)}, {one.times} times" for one in self.again]
        again = f" Rolled more than once: {'; '.join(rolled)}." if rolled else ""
        return (
            f"pbem knows no rules of this game ({self.rules}), so it refused no move. The log "
            "proves who did what, in which order, and what each roll was for. No piece, card or "
            "die came from elsewhere. Whether the rulebook allows a move, a person has to judge."
            f"{again}"
        )


class Resigned(Fact, frozen=True, kw_only=True, tag="resigned"):
    """Somebody gave up, in a signed event."""

    game: str
    by: str
    seq: int
    event: str

    def says(self, labels: Labels) -> str:  # noqa: ARG002
        """Return the sentence."""
        return (
            f"{self.by} resigned in event {self.seq} ({self.event[:16]}...), signed by {self.by}."
        )


class GoingOn(Fact, frozen=True, kw_only=True, tag="going-on", rename={"active": "pen"}):
    """The game goes on."""

    game: str
    active: str

    def says(self, labels: Labels) -> str:
        """Return the sentence."""
        active = ended(labels.words(self.game, self.active))
        return f"By these copies, the game is not over. {active}"


class PackFact(Fact, frozen=True, kw_only=True, tag="pack"):
    """The data that the opening names; ``handed``: the exhibit with them, or null."""

    game: str
    digest: Digest
    own: bool
    handed: Digest | None
    differs: tuple[str, ...]

    def says(self, labels: Labels) -> str:
        """Return the sentence."""
        if self.own:
            return f"The game uses the data of this program ({self.digest[:16]}...)."
        reported = f"The game uses an owner's data pack ({self.digest[:16]}...)"
        if self.handed is None:
            return f"{reported}, which was not handed in."
        where = (
            f". These values differ from this program's: {', '.join(map(named, self.differs))}"
            if self.differs
            else ""
        )
        return f"{reported}, which is {labels.exhibits[self.handed]}{where}."


class OtherPack(Fact, frozen=True, kw_only=True, tag="other-pack"):
    """A pack that no game here uses."""

    exhibit: Digest
    digest: Digest
    rules: str
    differs: tuple[str, ...]

    def says(self, labels: Labels) -> str:
        """Return the sentence."""
        where = f" It changes: {', '.join(map(named, self.differs))}." if self.differs else ""
        return (
            f"{labels.exhibits[self.exhibit]} is a data pack of {self.rules} ({self.digest[:16]}..."
            f"). No game here uses it.{where}"
        )


class Version(Fact, frozen=True, kw_only=True, tag="version"):
    """An event names a position that this version of the program does not reach."""

    copies: tuple[Digest, ...]
    code: str
    seq: int
    message: str

    def says(self, labels: Labels) -> str:
        """Return the sentence."""
        message = ended(labels.words(self.copies[0], self.message))
        reported = f"{labels.of(self.copies)}: {self.code} at event {self.seq}. {message}"
        if says_nobody(self.message):
            return reported
        third = "Nobody is at fault until another copy of the named version has replayed the log."
        return f"{reported} {third}"


def _plain(value: object) -> str:
    """Return a value of an option: one word as it is, what its author wrote beyond that quoted."""
    if isinstance(value, bool):
        return {True: "yes", False: "no"}[value]
    return named(str(value))
