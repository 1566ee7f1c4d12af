"""The common part of every fact of a verdict, and the labels of copies and exhibits."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Literal, NamedTuple

import msgspec

from pbem.kit.wording import listed, quoted

Digest = str
"""SHA-256 in 64 hex digits."""
Weight = Literal["proved", "word", "open"]
"""``proved``: anyone who repeats it sees it; ``word``: somebody says so; ``open``: nothing shows
it.
"""


class Labels(NamedTuple):
    """The labels of copies, exhibits and sides in a verdict: digest -> ``C1``, ``E1``.

    ``files``: digest of a copy -> the exhibits that it follows from, with the names of their files.
    ``sides``: id of a game -> side -> its display name. ``packed``: copies and games that are
    played with an owner's pack: one of the parties may have written the words of its rules.
    """

    copies: Mapping[Digest, str]
    exhibits: Mapping[Digest, str]
    files: Mapping[Digest, str]
    sides: Mapping[str, Mapping[str, str]]
    packed: Collection[str] = ()

    def side(self, game: str, side: str) -> str:
        """Return what a side of a game is called; its id if the rules are not here."""
        return self.sides.get(game, {}).get(side, side)

    def words(self, of: str, said: str) -> str:
        """Return what the rules of a copy or a game say, in quotation marks with an owner's pack.

        ``of``: digest of the copy, or id of the game.
        """
        return quoted(said.removesuffix(".")) if said and of in self.packed else said

    def of(self, digests: Sequence[Digest]) -> str:
        """Return copies by their labels, in their order."""
        known = sorted((self.copies[one] for one in digests), key=lambda label: int(label[1:]))
        return listed(known)

    def with_files(self, digests: Sequence[Digest]) -> str:
        """Return copies by their labels, each with the files that it was read from."""
        known = sorted(digests, key=lambda one: int(self.copies[one][1:]))
        return listed(f"{self.copies[one]} ({self.files[one]})" for one in known)


class Fact(msgspec.Struct, frozen=True, kw_only=True, tag_field="fact"):
    """One fact."""

    def says(self, labels: Labels) -> str:
        """Return the sentence that states it."""
        raise NotImplementedError


def tag_of(fact: Fact) -> str:
    """Return the word that a kind of fact has in ``verdict.json``."""
    return str(fact.__struct_config__.tag)


def ended(sentence: str) -> str:
    """Return a sentence with a full stop."""
    return sentence if sentence.endswith((".", "?", "!")) else f"{sentence}."


def with_article(noun: str) -> str:
    """Return a kind of event as it stands in a sentence."""
    if noun in ("orders", "dice"):
        return noun
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"
