"""The verdict as another program reads it (``schemas/case.json``; docs/court.md, "Form")."""

from __future__ import annotations

from typing import Literal

import msgspec

from pbem.court.claims import Claim
from pbem.court.exhibits import Exhibit
from pbem.court.facts import AnyFact, Digest, Weight

Answer = Literal[
    "proved", "by the umpire's word", "refuted", "not shown", "cannot be proved", "not examined",
]  # fmt: skip


class EventRef(msgspec.Struct, frozen=True):
    """An event by its number and id."""

    seq: int
    id: str


class Statement(msgspec.Struct, frozen=True, kw_only=True):
    """One sentence of a verdict and what it rests on.

    - ``number``: 1 for ``S1``; ``fact``: what is stated; ``says``: the same in a sentence;
    - ``weight``: how far it is sure;
    - ``exhibits``: digests of those from which alone it follows; ``events``: those it rests on;
    - ``blames``: who signed what is at fault; nobody else ever;
    - ``check``: the command that shows it, typed in the folder of the case; null where none can.
    """

    number: int
    fact: AnyFact
    says: str
    weight: Weight
    exhibits: tuple[Digest, ...]
    events: tuple[EventRef, ...] = ()
    blames: tuple[str, ...] = ()
    check: str | None = None

    @property
    def label(self) -> str:
        """The label in the verdict."""
        return f"S{self.number}"


class CopyRef(msgspec.Struct, frozen=True, kw_only=True):
    """A copy: ``number``, 1 for ``C1``; its file in ``copies``; digests of its exhibits.

    ``also``: digests of those with which it follows in another way too.
    """

    number: int
    digest: Digest
    name: str
    game: str | None
    exhibits: tuple[Digest, ...]
    also: tuple[Digest, ...] = ()

    @property
    def label(self) -> str:
        """The label in the verdict."""
        return f"C{self.number}"


class GameVerdict(msgspec.Struct, frozen=True, kw_only=True):
    """The statements on one game; ``counting``: digest of the copy that counts, null for none."""

    game: str
    counting: Digest | None
    statements: tuple[Statement, ...]


class Answered(msgspec.Struct, frozen=True, kw_only=True):
    """A claim and its answer: ``why`` in sentences, ``rests_on``: numbers of statements."""

    claim: Claim
    exhibit: Digest
    answer: Answer
    why: str
    rests_on: tuple[int, ...]


class Follows(msgspec.Struct, frozen=True, kw_only=True):
    """The policy of a club on a statement (number) or a claim (digest of its exhibit)."""

    says: str
    statement: int | None
    claim: Digest | None


class Policy(msgspec.Struct, frozen=True, kw_only=True):
    """A club's policy: its ``name``, the exhibit, and what follows by it."""

    name: str
    exhibit: Digest
    follows: tuple[Follows, ...]


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """A whole verdict; ``others``: statements about no game, ``unread``: what was not accepted."""

    v: int
    program: str
    exhibits: tuple[Exhibit, ...]
    copies: tuple[CopyRef, ...]
    games: tuple[GameVerdict, ...]
    others: tuple[Statement, ...]
    claims: tuple[Answered, ...]
    policies: tuple[Policy, ...]
    unread: tuple[str, ...]

    def statements(self) -> list[Statement]:
        """Return all statements by their numbers."""
        of_games = [one for game in self.games for one in game.statements]
        return sorted([*of_games, *self.others], key=lambda one: one.number)
