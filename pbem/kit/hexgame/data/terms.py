"""The words and figures that the data of a hex-and-counter game are made of."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from pbem.kit.maps.hexes import HexNumber
from pbem.kit.typed.pack import UNIT_NAME

OWN = "project: made for this game"
"""The provenance of values whose author says nothing else."""

WORD_FORM = r"^[a-z][a-z0-9_-]{0,19}$(?!\n)"
SIDES_FORM = r"^[0-9]{4}-[0-9]{4}$(?!\n)"
FACE_FORM = r"^[0-9]{1,2}-[0-9]{1,2}-[0-9]{1,2}$(?!\n)"
EFFECT_FORM = (
    r"^(attacker|defender) (loses [1-9]|retreats [1-3]|is lost)$(?!\n)"  # so few ways are looked at
)
COLUMN_FORM = r"^[1-9][0-9]?:[1-9][0-9]?$(?!\n)|^[+-]?[0-9]{1,2}$(?!\n)"

Text = Annotated[str, Meta(min_length=1, max_length=300)]
Paragraph = Annotated[str, Meta(pattern=r"^[0-9A-Z][0-9A-Za-z.]{0,9}$(?!\n)")]
Word = Annotated[str, Meta(pattern=WORD_FORM)]
"""A side, a kind of unit, a terrain, a choice: small letters, digits, ``-`` and ``_``."""
Name = Annotated[str, Meta(pattern=UNIT_NAME)]
Hexside = Annotated[str, Meta(pattern=SIDES_FORM)]
"""Two hexes side by side: ``0304-0404``."""
Face = Annotated[str, Meta(pattern=FACE_FORM)]
"""Attack, defence and movement as a counter prints them: ``3-4-5``."""
Effect = Annotated[str, Meta(pattern=EFFECT_FORM)]
"""``defender loses 1`` (steps), ``attacker retreats 2`` (hexes), ``defender is lost``."""
Column = Annotated[str, Meta(pattern=COLUMN_FORM)]
"""The beginning of a column: odds such as ``3:1``, or a difference such as ``-2`` or ``+1``."""
Turn = Annotated[int, Meta(ge=1, le=99)]
Points = Annotated[int, Meta(ge=1, le=99)]
Shift = Annotated[int, Meta(ge=-9, le=9)]
Hexes = Annotated[tuple[HexNumber, ...], Meta(min_length=1, max_length=100)]


class Part(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A section of the data: the ``paragraph`` that it restates, and where its values are from."""

    paragraph: Paragraph
    provenance: Text = OWN
