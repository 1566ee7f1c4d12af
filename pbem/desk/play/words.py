"""What an offer says, line by line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.crypto.text import escape
from pbem.desk.seat.words import entry_lines

if TYPE_CHECKING:
    from pbem.desk.play.offering import Preview


def offered_lines(preview: Preview) -> list[str]:
    """What is about to be offered, with the events that an undo would take back."""
    return [escape(preview.says), *entry_lines(preview.takes_back)]
