"""Striking secrets out of a text of somebody else: servers and drivers repeat what they got."""

from __future__ import annotations

import base64
from collections.abc import Iterable
from urllib.parse import quote, quote_plus

STRUCK = "***"

_LEAST = 4
"""Characters of base64 that are struck: fewer could be anything."""


def strike(text: str, secrets: Iterable[str]) -> str:
    """Return ``text`` with three stars for each of ``secrets``, however it is spelled there.

    As it is, percent-encoded, in base64 (twice too), and in base64 of a longer text that holds it.
    An empty secret is none.
    """
    spelled = {one for secret in secrets if secret for one in _spellings(secret)}
    # The longest first: what is struck of a short one must not hide a long one from us.
    for one in sorted(spelled, key=len, reverse=True):
        text = text.replace(one, STRUCK)
    return text


def _spellings(secret: str) -> set[str]:
    raw = secret.encode("utf-8", "surrogatepass")
    once = _in_base64(raw)
    twice = {other for one in once for other in _in_base64(one.encode())}
    return {secret, quote(secret, safe=""), quote_plus(secret), *once, *twice}


def _in_base64(raw: bytes) -> set[str]:
    """Return what stands in base64 for ``raw`` wherever it begins, without what others share."""
    found = set[str]()
    for shift in range(3):
        # Of six bits that also hold bits of a neighbour nothing is known.
        first = -(-shift * 8 // 6)
        last = (shift + len(raw)) * 8 // 6
        for encode in (base64.b64encode, base64.urlsafe_b64encode):
            piece = encode(b"\0" * shift + raw).decode()[first:last]
            if len(piece) >= _LEAST:
                found.add(piece)
    return found
