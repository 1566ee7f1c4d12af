"""The paragraphs of a rulebook, and the rulings on it, as a list with what each is about."""

from __future__ import annotations

import msgspec

from pbem.errors import FormError
from pbem.kit import strict_yaml

FILE = "paragraphs.yaml"
"""What the list is called, in the data of a game and beside numbered cases."""


class Paragraphs(msgspec.Struct, forbid_unknown_fields=True):
    """Every paragraph and ruling that decides something, with what it is about.

    ``heads`` are those that outcomes and refusals name and that decide nothing by themselves.
    """

    paragraphs: dict[str, str]
    heads: dict[str, str] = {}
    game: str = ""

    @property
    def names(self) -> list[str]:
        """All that there are, in the order of the list."""
        return [*self.paragraphs, *self.heads]


def read_paragraphs(data: bytes, name: str) -> Paragraphs:
    """Read a list of paragraphs; raises `FormError` with the ``name`` of its file."""
    try:
        return msgspec.convert(strict_yaml.read(data, name=name), Paragraphs)
    except msgspec.ValidationError as error:
        raise FormError(f"{name}: {error}") from None
