"""Kept positions that a client knows to be its own, whatever others write to the database.

A position in the database is believed only with a message authentication code. It is HMAC-SHA256
under 32 bytes that the client alone has, over ``pbem/kept-position/v1``, a line feed, the canonical
form of {frozen, game, head, mark, release, seq, size}. ``frozen`` there is the SHA-256 of the bytes
of the position, ``head`` and ``seq`` name the last event in it, ``size`` says how many bytes the
log has up to there. An older one of the client's own stays good: the log says what came after it.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from pbem.crypto import canonical
from pbem.crypto.digest import sha256_hex, tagged
from pbem.errors import FormError

KEY_BYTES = 32


_SAID = ("game", "head", "mark", "release", "seq", "size")


def mac_of(key: bytes, row: Mapping[str, Any]) -> str:
    """Return the code under ``key`` of a row of ``heads``, as 64 hex digits."""
    said = {"frozen": sha256_hex(row["frozen"]), **{name: row[name] for name in _SAID}}
    message = tagged("kept-position", canonical.encode(said))
    return hmac.new(key, message, sha256).hexdigest()


def is_own(key: bytes, row: Mapping[str, Any]) -> bool:
    """Say whether the owner of ``key`` kept this position, with exactly the words of ``row``."""
    try:
        return hmac.compare_digest(mac_of(key, row).encode(), str(row["mac"]).encode())
    except (FormError, ValueError, TypeError):  # what no column of ours would hold
        return False
