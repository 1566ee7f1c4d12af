"""The words of parties: claims in files, in words that a court can answer (docs/court.md)."""

from __future__ import annotations

from typing import Any

import msgspec

from pbem.court.claim_words import WORDS
from pbem.crypto.text import check_name
from pbem.errors import FormError
from pbem.kit.typed import strict_yaml
from pbem.kit.typed.suggest import did_you_mean

_SENTENCES = {
    "edited": "{event} was changed after it was signed",
    "cut-short": "a copy that somebody calls complete is cut short",
    "two-histories": "{whom} signed two histories",
    "never-signed": "{by} did not sign {event}",
    "never-got": "{by} did not receive {event}",
    "dice": "the dice were chosen",
    "saw-dice": "the author of {event} knew the roll before choosing",
    "late": "{whom} did not answer in time",
    "illegal": "{event} is against the rules",
    "pack": "the game was played with changed data",
    "umpire": "the umpire was not fair",
    "stolen-key": "somebody else signed with the key of {by}",
    "other-key": "{whom} signs with a different key than before",
    "resigned": "{whom} gave up",
    "replaced": "{whom} was put out or replaced",
    "version": "the players' programs differ",
    "result": "the game is over",
}
assert _SENTENCES.keys() == WORDS.keys()  # noqa: S101 - each claim is reported in a sentence

_PROVED = {
    "edited": "{event} was changed",
    "cut-short": "a copy ends before the last event that was signed",
    "dice": "somebody gave dice that do not follow from the proofs",
    "umpire": "the umpire signed two things that contradict each other",
    "version": "an event was written for a position that this version of pbem does not reach",
}
"""The finding of a court if the words of the claim say more than any log can."""

_REFUTED = {"never-signed": "{event} lacks the signature of {by}'s key"}
"""The contrary of what a court finds, where that of the claim says more than any log can."""

NEEDS_EVENT = ("edited", "never-signed", "never-got", "saw-dice", "illegal")
BYTES_MOST = 16_384
_FIELDS = {"claim", "by", "against", "event", "game", "says"}


class Claim(msgspec.Struct, frozen=True, kw_only=True):
    """A claim of ``by``: ``claim`` is a key of `WORDS`, about ``against`` and event ``event``.

    ``game``: the beginning of its id, empty where it is the only one; ``says``: their own words.
    """

    claim: str
    by: str
    against: str | None = None
    event: int | None = None
    game: str = ""
    says: str = ""


OF_ITS_AUTHOR = ("never-signed", "never-got", "stolen-key")
"""The claims that people make about themselves."""


def clause(claim: Claim, answer: str = "") -> str:
    """Return what is claimed, as a clause after "that"; ``answer``: the part that it answers."""
    reported = _SENTENCES[claim.claim]
    reported = {"proved": _PROVED, "refuted": _REFUTED}.get(answer, {}).get(claim.claim, reported)
    if claim.claim == "result" and claim.against is not None:
        reported = "the game is over, and {whom} won it"
    whom = claim.against or "somebody"
    where = "" if claim.event is None or "{event}" in reported else f" (event {claim.event})"
    return reported.format(by=claim.by, whom=whom, event=f"event {claim.event}") + where


def sentence(claim: Claim) -> str:
    """Return a claim as a sentence in the name of its party, without their own words.

    Nobody signed it: the person who handed it in may have written any name into it.
    """
    about = "{whom}" in _SENTENCES[claim.claim] or claim.claim == "result"
    of = "" if claim.against is None or about else f", against {claim.against}"
    return f"In {claim.by}'s name{of}: {clause(claim)}."


def read_claim(data: bytes) -> Claim:
    """Read a claim from YAML.

    Raises:
        FormError: A field is unknown, missing or in a wrong form. The message names it.

    Source: docs/court.md, "Claims".
    """
    fields = strict_yaml.read(data, name="the claim", limit=BYTES_MOST)
    if not isinstance(fields, dict):
        raise FormError("a claim has lines like 'claim: late' and 'by: bob'")
    for name in fields:
        if name not in _FIELDS:
            near = did_you_mean(name, _FIELDS)
            fields_ = near or f". Its fields are: {', '.join(sorted(_FIELDS))}"
            raise FormError(f"a claim has no field '{name}'{fields_}")
    word = _text(fields, "claim")
    if word not in WORDS:
        near = did_you_mean(word, WORDS)
        raise FormError(f"there is no claim '{word}'{near or ''}. Claims are: {', '.join(WORDS)}")
    event = fields.get("event")
    if event is not None and (type(event) is not int or event < 0):
        raise FormError("'event' must be the number of an event, as 'event: 12'")
    if event is None and word in NEEDS_EVENT:
        raise FormError(f"a claim '{word}' needs the number of an event, as 'event: 12'")
    by, against = _text(fields, "by"), _text(fields, "against", "") or None
    check_name(by, "'by'")
    if against is not None:
        check_name(against, "'against'")
    return Claim(
        claim=word,
        by=by,
        against=against,
        event=event,
        game=_text(fields, "game", "").lower(),
        says=_text(fields, "says", ""),
    )


def _text(fields: dict[str, Any], name: str, otherwise: str | None = None) -> str:
    value = fields.get(name, otherwise)
    if type(value) is int and name == "game":  # an id may begin with digits alone
        return str(value)
    if not isinstance(value, str):
        raise FormError(f"'{name}' is missing" if value is None else f"'{name}' must be text")
    return value
