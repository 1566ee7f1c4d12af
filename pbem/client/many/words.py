"""The client's words about dice for many games, line by line.

Text of others is escaped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pbem.client.exchange.words import STATUS
from pbem.client.session.words import people_words, sentence
from pbem.crypto.text import escape

if TYPE_CHECKING:
    from pbem.client.many.dice_for_all import Did, Kept


def kept_line(kept: Kept) -> str:
    """Describe the result for one game, or for a file that was refused."""
    what, active = escape(kept.what), escape(kept.active)
    if kept.did == "refused":
        proof = f" Proof: {escape(kept.proof)}" if kept.proof else ""
        return f"{what}: REFUSED. {sentence(kept.why)}{proof}"
    if kept.did == "passed":
        return f"{what}: {STATUS['passed']}."
    mail = kept.mail
    to = "" if mail is None else f" Mail {escape(mail.file)} to {people_words(mail.to)}"
    numbers = ", ".join(str(seq) for seq in kept.events)
    rolled = ", ".join(str(got + 1) for _, got in kept.rolls)
    reported = {
        "gave": f"dice given in event {numbers}{f', rolled {rolled}' if rolled else ''}.",
        "joined": f"joined in event {numbers}.",
        "again": f"nothing new to sign. {active}",
        "nothing": f"nothing to do. {active}",
    }[kept.did]
    note = f" {escape(kept.file)} counts, not the other files." if kept.file else ""
    note += f" {escape(kept.note)}" if kept.note else ""
    return f"{what}: {reported}{note}{to}"


def kept_summary(games: Sequence[Kept]) -> str:
    """How many games were answered, and how many files were refused."""
    if not games:
        return "You have no dice to roll in any game."
    count = Counter(kept.did for kept in games)
    words: dict[Did, str] = {
        "gave": "answered with dice", "joined": "joined", "again": "sent again",
        "nothing": "with nothing to do", "refused": "REFUSED", "passed": "skipped",
    }  # fmt: skip
    return (
        ", ".join(f"{count[did]} {reported}" for did, reported in words.items() if count[did]) + "."
    )
