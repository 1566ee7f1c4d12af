"""The pen: who may write now, and what (protocol section 5)."""

from __future__ import annotations

import msgspec


class Pen(msgspec.Struct, frozen=True):
    """``handle`` may write events of ``kinds`` now; None: nobody may (the umpire's ruling apart).

    ``why`` is the sentence shown to people.
    """

    handle: str | None
    kinds: tuple[str, ...]
    why: str
