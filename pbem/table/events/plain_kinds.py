"""The texts and numbers of which the data of events is made (protocol section 4)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

# In Python "$" also matches before a line feed at the end; elsewhere what follows it is idle.
Hex32 = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$(?!\n)")]
Hex64 = Annotated[str, Meta(pattern=r"^[0-9a-f]{128}$(?!\n)")]
Hex80 = Annotated[str, Meta(pattern=r"^[0-9a-f]{160}$(?!\n)")]

DeckName = Annotated[
    str, Meta(pattern=r"^[a-z0-9][a-z0-9._-]{0,31}#[1-9][0-9]{0,5}$(?!\n)")
]  # fmt: skip
CardNumber = Annotated[int, Meta(ge=0, le=249)]
"""A card in the data's list, or a place of a deck."""

Name = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9._-]{0,31}$(?!\n)")]
