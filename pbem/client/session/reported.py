"""Reports of results, at a game or in a draft, for which no session is needed."""

from __future__ import annotations

import msgspec

from pbem.kit.contract import Outcome
from pbem.play.play import Play
from pbem.table.words import reporting


class Reported(msgspec.Struct, frozen=True):
    """An outcome in words, and the rulebook paragraph that caused it."""

    text: str
    paragraph: str


def report_all(play: Play, outcomes: list[Outcome]) -> list[Reported]:
    """Return outcomes in words."""
    return [
        Reported(one.text, one.paragraph)
        for one in reporting.report_all(play, outcomes, short=True)
    ]
