"""Striking secrets out of a text of somebody else: servers and drivers repeat what they got."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable
from urllib.parse import quote, quote_plus

STRUCK = "***"

RUN = 8
"""So many characters of a spelling in a row are struck; of a shorter one all of it."""

_LEAST = 4
"""Characters of base64 that are struck: fewer could be anything."""

_HIT = re.compile(r"\0(?:\s*\0)*")


def strike(text: str, secrets: Iterable[str]) -> str:
    """Return ``text`` with three stars for each of ``secrets``, however it is spelled there.

    As it is, as Python escapes it, percent-encoded, in base64 (twice too), and in base64 of a
    longer text that holds it; cut off, or broken by blanks and line ends. An empty secret is none.
    """
    letters = list(text)
    solid = [place for place, letter in enumerate(letters) if not letter.isspace()]
    line = "".join(letters[place] for place in solid)
    for form in {form for secret in secrets if secret for form in _spellings(secret)}:
        for place in _places(line, form):
            letters[solid[place]] = "\0"
    return _HIT.sub(STRUCK, "".join(letters))


def _places(line: str, form: str) -> Iterable[int]:
    """Yield the place of each character of ``line`` that belongs to a run of ``form``."""
    run = min(RUN, len(form))
    for begin in range(len(form) - run + 1):
        piece = form[begin : begin + run]
        found = line.find(piece)
        while found >= 0:
            yield from range(found, found + run)
            found = line.find(piece, found + 1)


def _spellings(secret: str) -> set[str]:
    """Return the spellings of a secret, without blanks, none of them empty."""
    raw = secret.encode("utf-8", "surrogatepass")
    once = _in_base64(raw)
    twice = {other for one in once for other in _in_base64(one.encode())}
    escaped = repr(secret)[1:-1]
    percent = {quote(raw, safe=""), quote_plus(raw)}
    plain = {"".join(form.split()) for form in (secret, escaped, *percent)}
    return {form for form in (*plain, *once, *twice) if form}


def _in_base64(raw: bytes) -> set[str]:
    """Return what stands in base64 for ``raw`` wherever it begins, without what others share."""
    found = set[str]()
    for shift in range(3):
        # Nothing is known about six bits that also hold bits of a neighbour.
        first = -(-shift * 8 // 6)
        last = (shift + len(raw)) * 8 // 6
        for encode in (base64.b64encode, base64.urlsafe_b64encode):
            piece = encode(b"\0" * shift + raw).decode()[first:last]
            if len(piece) >= _LEAST:
                found.add(piece)
    return found
