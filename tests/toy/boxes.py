"""Sealed boxes whose one-time key is known: the same in every run."""

from __future__ import annotations

from hashlib import blake2b

from nacl import bindings


def sealed_with(once: bytes, data: bytes, public: bytes) -> bytes:
    """Return what `crypto_box_seal` does where its one-time secret is ``once``."""
    head = bindings.crypto_scalarmult_base(once)
    nonce = blake2b(head + public, digest_size=bindings.crypto_box_NONCEBYTES).digest()
    return head + bindings.crypto_box(data, nonce, public, once)
