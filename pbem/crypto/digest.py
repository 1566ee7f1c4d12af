"""SHA-256 and the tag that begins everything signed, hashed or drawn (protocol section 2)."""

from __future__ import annotations

from hashlib import sha256 as _sha256


def sha256(data: bytes) -> bytes:
    """Return the 32 bytes of SHA-256 (FIPS 180-4) of ``data``."""
    return _sha256(data).digest()


def sha256_hex(data: bytes) -> str:
    """Return SHA-256 of ``data`` as 64 lower-case hex digits, the form of every digest in a log."""
    return _sha256(data).hexdigest()


def tagged(what: str, *parts: bytes) -> bytes:
    """Return ``pbem/<what>/v1`` and a line feed, followed by ``parts``.

    The tag keeps a signature or hash made for one purpose from serving another. ``what`` is one
    of the names that the protocol lists; it is written in the program, never read from input.
    """
    return b"".join((b"pbem/", what.encode("ascii"), b"/v1\n", *parts))
