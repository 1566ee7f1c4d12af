"""The statements of a verdict: one form for each kind of fact (docs/court.md, "Statements").

A fact names copies and exhibits by the SHA-256 of their bytes, so that it is the same whatever else
was handed in. Its sentence is made from its fields and from nothing else.
"""

from __future__ import annotations

from pbem.court.facts.branches import Counts, Differs, Forked, Parts, Side
from pbem.court.facts.copies import Begins, CopyFact, Fault, Short
from pbem.court.facts.dice import Dice, OrderOf
from pbem.court.facts.edits import Changed, Edited, NamedBy
from pbem.court.facts.fact import Digest, Fact, Labels, Weight, ended, tag_of, with_article
from pbem.court.facts.games import (
    Again,
    GoingOn,
    Opening,
    OtherPack,
    Outcome,
    PackFact,
    Resigned,
    Version,
    WithoutRules,
)
from pbem.court.facts.mails import Carries, MailFact, MailOdd
from pbem.court.facts.signing import BuiltOn, Confirmed, Keys, Signed, Stranger
from pbem.court.facts.umpire import Day, DaysDiffer, Ruling, TwoFaces

AnyFact = (
    CopyFact | Fault | Begins | Parts | Differs | Forked | Counts | Edited | Short | Signed
    | BuiltOn | Confirmed | Keys | Stranger | Dice | OrderOf | Ruling | Day | DaysDiffer | TwoFaces
    | Opening | Outcome | Resigned | GoingOn | PackFact | OtherPack | Version | MailFact
    | MailOdd | WithoutRules
)  # fmt: skip
"""Every kind of fact."""

__all__ = [
    "Again",
    "AnyFact",
    "Begins",
    "BuiltOn",
    "Carries",
    "Changed",
    "Confirmed",
    "CopyFact",
    "Counts",
    "Day",
    "DaysDiffer",
    "Dice",
    "Differs",
    "Digest",
    "Edited",
    "Fact",
    "Fault",
    "Forked",
    "GoingOn",
    "Keys",
    "Labels",
    "MailFact",
    "MailOdd",
    "NamedBy",
    "Opening",
    "OrderOf",
    "OtherPack",
    "Outcome",
    "PackFact",
    "Parts",
    "Resigned",
    "Ruling",
    "Short",
    "Side",
    "Signed",
    "Stranger",
    "TwoFaces",
    "Version",
    "Weight",
    "WithoutRules",
    "ended",
    "tag_of",
    "with_article",
]
