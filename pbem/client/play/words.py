"""The content of an offer, line by line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.client.session.words import entry_lines
from pbem.crypto.text import escape

if TYPE_CHECKING:
    from pbem.client.play.offering import Preview


def offered_lines(preview: Preview) -> list[str]:
    """Describe what is about to be offered, with the events that an undo would take back."""
    return [escape(preview.says), *entry_lines(preview.takes_back)]
