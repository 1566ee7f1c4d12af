"""An explanation as lines for people."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.audit.explaining.explain import Explanation
from pbem.audit.explaining.story import Cause
from pbem.cells import wrap
from pbem.crypto.text import escape

_CITED = ("refused", "answer", "step", "chances", "allowed", "against")
"""Causes whose sentence does not name the paragraph itself."""


def lines(found: Explanation, width: int) -> Iterator[str]:
    """Yield an explanation as lines, folded to ``width`` columns."""
    yield from wrap(escape(head_words(found)), width, subsequent_indent="  ")
    if found.finding is not None:
        what = f"NOT valid: {found.finding.code}, {found.finding.title}."
        yield from _folded(what, width)
        if found.finding.blame:
            who = ", then ".join(found.finding.blame)
            yield from _folded(f"At fault, as far as the log proves it: {who}.", width)
    for cause in found.causes:
        yield from _folded(cause_words(cause), width)
    if found.steps:
        yield "Results, each with its number for 'pbem explain':"
    for step in found.steps:
        place, paragraph = step.cites
        following = f" [{paragraph}]" if paragraph else ""
        yield from _folded(f"{place}  {step.text}{following}", width)


def head_words(found: Explanation) -> str:
    """Return what is explained."""
    who = f" ({found.kind} by {found.by})" if found.kind else ""
    reported = f": {found.reported}" if found.reported else who
    return f"{'Event ' if '.' not in found.at else ''}{found.at}{reported}"


def cause_words(cause: Cause) -> str:
    """Return a cause with what it cites, paragraphs in brackets."""
    if cause.about == "before":
        place, paragraph = cause.cites
        return f"Earlier, {place}: {cause.text}{f' [{paragraph}]' if paragraph else ''}"
    cites = ", ".join(cause.cites) if cause.about in _CITED else ""
    return f"{cause.text}{f' [{cites}]' if cites else ''}"


def _folded(text: str, width: int) -> list[str]:
    return wrap(escape(text), width, initial_indent="  ", subsequent_indent="    ")
