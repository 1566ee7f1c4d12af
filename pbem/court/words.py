"""What the court's commands say, line by line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pbem.court import document, signature
from pbem.court.folder import HTML, JSON, MARKDOWN, SIGNATURE, Checked
from pbem.court.verdict import Answered, Case
from pbem.crypto.text import escape
from pbem.identity.identity import Identity

GROUNDS_MOST = 6
"""So many statements are told below an answer."""


def written(case: Case, where: Path, judge: Identity | None) -> Iterator[str]:
    """Tell what is in a case and where it lies."""
    verdict = next(part for part in document.outline(case) if part.heading == "Verdict")
    yield from map(_told, verdict.lines)
    for claim in case.claims:
        yield from map(_told, document.claim_lines(case, claim))
        yield from _grounds(case, claim)
    if len(case.unread) > document.UNREAD_SHOWN:
        yield f"NOT taken in, or not read: {len(case.unread)}"
        yield from (f"  {one}" for one in case.unread)
    yield f"Written to {escape(str(where))}: {MARKDOWN}, {HTML}, {JSON}, the evidence, the copies."
    if judge is not None:
        yield f"Signed in {SIGNATURE}; in that folder, this checks it without pbem:"
        yield f"  {signature.command(judge.handle)}"


def _told(line: document.Line) -> str:
    label = f"{line.label}: " if line.label else ""
    return escape(f"{label}{line.text}")


def _grounds(case: Case, claim: Answered) -> Iterator[str]:
    """Tell the statements on which the answer to a claim rests."""
    stated = [one for one in case.statements() if one.number in claim.rests_on]
    yield from (escape(f"  {one.label}: {one.says}") for one in stated[:GROUNDS_MOST])
    if len(stated) > GROUNDS_MOST:
        yield f"  and {len(stated) - GROUNDS_MOST} more, in {MARKDOWN}"


def checked(found: Checked) -> Iterator[str]:
    """Tell whether a case is the same when it is made again, and whose key signed it."""
    if found.same:
        yield "The same: verdict and copies follow from the evidence, byte by byte."
    else:
        yield "NOT the same as what follows from the evidence, by this version of the program:"
        yield from (f"  {one}" for one in found.differences)
    yield from found.besides
    if found.signed is not None:
        yield (
            f"The verdict is signed by the key {found.fingerprint}, which judge.pub says is that "
            f"of {found.signed}: whether it is, ask the judge."
        )
