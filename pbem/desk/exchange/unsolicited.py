"""Games that come by themselves: which of them are taken in without anybody having asked."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pbem.crypto.text import escape, is_name
from pbem.desk import people
from pbem.desk.desk import Desk
from pbem.log.event import Event, verify_signature
from pbem.log.file import read_stretch

New = Literal["known", "ask", "nobody"]
"""Of people whose cards are here; nobody's, and the owner is told; nobody's, without a word."""


def unwanted(desk: Desk, log: Path, handle: str | None, new: New) -> str | None:
    """Say why the game of a log is not taken in for ``handle``; None: it is.

    Nothing of the log was verified; only its first event is looked at. A card that lies beside it
    says nothing: whoever sends a game can send a card. Raises BadLog, NotFound.
    """
    first = next(read_stretch(log))
    signers = _signers(first)
    mine = people.find_card(desk, people.me(desk, handle))
    if mine is None or (mine.handle, mine.sign) not in signers:
        return "it does not name you with the key of your card"
    author = people.find_card(desk, first.by) if is_name(first.by) else None
    by = escape(first.by)
    if author is None:
        return f"it was opened by '{by}', as it says, whose card is not here"
    if (author.handle, author.sign) not in signers or not verify_signature(
        first, bytes.fromhex(author.sign)
    ):
        return f"its opening is not signed by the key on the card of {by} here"
    return None if new == "known" else f"it was opened by {by}, and new games are not taken in"


def _signers(first: Event) -> set[tuple[object, object]]:
    """Return handle and key of everybody whom an opening names, whatever else may stand there."""
    named = first.data.get("players") if first.kind == "open" else None
    signers = [*(named if isinstance(named, list) else []), first.data.get("umpire")]
    pairs = [(one.get("handle"), one.get("sign")) for one in signers if isinstance(one, dict)]
    return {pair for pair in pairs if all(isinstance(part, str) for part in pair)}
