"""The words of the court's commands, line by line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pbem.court import document, signature
from pbem.court.folder import HTML, JSON, MARKDOWN, SIGNATURE, Checked
from pbem.court.verdict import Answered, Case
from pbem.crypto.text import escape
from pbem.identity.identity import Identity

GROUNDS_MOST = 6
"""So many statements are reported below an answer."""


def written(case: Case, where: Path, judge: Identity | None) -> Iterator[str]:
    """Yield what is in a case, and its folder; ``judge``: who signed it, None if nobody did."""
    verdict = next(part for part in document.outline(case) if part.heading == "Verdict")
    yield from map(_reported, verdict.lines)
    for claim in case.claims:
        yield from map(_reported, document.claim_lines(case, claim))
        yield from _grounds(case, claim)
    if len(case.unread) > document.UNREAD_SHOWN:
        yield f"NOT read: {len(case.unread)}"
        yield from (f"  {one}" for one in case.unread)
    yield (
        f"Written to {escape(str(where))}: {MARKDOWN}, {HTML}, {JSON}, the evidence and the copies."
    )
    if judge is not None:
        yield f"Signed in {SIGNATURE}. Check it without pbem, in that folder:"
        yield f"  {signature.command(judge.handle)}"


def _reported(line: document.Line) -> str:
    label = f"{line.label}: " if line.label else ""
    return escape(f"{label}{line.text}")


def _grounds(case: Case, claim: Answered) -> Iterator[str]:
    """Describe the statements on which the answer to a claim rests."""
    stated = [one for one in case.statements() if one.number in claim.rests_on]
    yield from (escape(f"  {one.label}: {one.says}") for one in stated[:GROUNDS_MOST])
    if len(stated) > GROUNDS_MOST:
        yield f"  and {len(stated) - GROUNDS_MOST} more, in {MARKDOWN}"


def checked(found: Checked) -> Iterator[str]:
    """Say whether a case is the same when it is made again, and whose key signed it."""
    if found.same:
        yield "The same: verdict and copies follow from the evidence, byte for byte."
    else:
        yield "NOT the same: by this version of pbem, the evidence gives something else."
        yield from (f"  {one}" for one in found.differences)
    yield from found.besides
    if found.signed is not None:
        yield (
            f"The verdict is signed with the key {found.fingerprint}. By judge.pub this is the key "
            f"of {found.signed}. Ask the judge to confirm it."
        )
