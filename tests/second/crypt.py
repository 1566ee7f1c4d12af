"""Tagged texts, signatures, VRF outputs, box keys and dice streams: sections 2 and 6."""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b, sha256, sha512

import nacl.bindings
import nacl.exceptions
import nacl.signing
import rfc8785

from second import curve


def tagged(what: str, *lines: str) -> bytes:
    """Join a tag and what follows it by newlines."""
    return "\n".join([f"pbem/{what}/v1", *lines]).encode()


def digest(what: str, *lines: str) -> str:
    """Hash a tagged text."""
    return sha256(tagged(what, *lines)).hexdigest()


def jcs(value: object) -> str:
    """Spell a value in its canonical form."""
    return rfc8785.dumps(value).decode()


class Stream:
    """The dice of one trigger: uniform numbers out of a seed."""

    def __init__(self, alpha: bytes, betas: list[bytes]) -> None:
        self.seed = sha512(b"pbem/seed/v1\n" + alpha + b"".join(betas)).digest()
        self.block, self.at = 0, 0
        self.bytes = b""

    def byte(self) -> int:
        """Take the next byte."""
        if self.at == len(self.bytes):
            self.bytes = sha512(self.seed + self.block.to_bytes(4, "big")).digest()
            self.block, self.at = self.block + 1, 0
        self.at += 1
        return self.bytes[self.at - 1]

    def uniform(self, n: int) -> int:
        """Draw a number below ``n``."""
        if n == 1:
            return 0
        room = 256 if n <= 256 else 65_536
        while True:
            got = self.byte() if room == 256 else self.byte() * 256 + self.byte()
            if got < room - room % n:
                return got % n


def signed_by(key: str, sig: str, text: bytes) -> bool:
    """Verify a signature as libsodium does."""
    try:
        nacl.signing.VerifyKey(bytes.fromhex(key)).verify(text, bytes.fromhex(sig))
    except nacl.exceptions.BadSignatureError:
        return False
    return True


@lru_cache(maxsize=4096)
def output(key: str, proof: str, alpha: bytes) -> bytes | None:
    """Verify a VRF proof; logs are read again for every fork that is ruled on."""
    return curve.vrf_verify(bytes.fromhex(key), bytes.fromhex(proof), alpha)


def unsealed(secret: bytes, sealed: bytes) -> bytes:
    """Open a sealed box: a one-time key, and what is in it under a nonce of both keys."""
    once, own = sealed[:32], nacl.bindings.crypto_scalarmult_base(secret)
    nonce = blake2b(once + own, digest_size=24).digest()
    return nacl.bindings.crypto_box_open(sealed[32:], nonce, once, secret)


def good_box(key: str) -> bool:
    """Whether a box key is reduced and not of small order."""
    point = bytes.fromhex(key)
    if int.from_bytes(point, "little") >= curve.P:
        return False
    try:
        nacl.bindings.crypto_scalarmult(bytes([8] * 32), point)
    except nacl.exceptions.CryptoError:
        return False
    return True
