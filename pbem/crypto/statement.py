"""The input of a challenge: where a proof stands, and the whole of what it proves.

`docs/protocol-cards.md`, section 2. And the secret numbers of a prover, which no two proofs share.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from hashlib import sha512
from typing import NamedTuple

from pbem.crypto import group
from pbem.crypto.backend import bindings
from pbem.crypto.digest import tagged
from pbem.crypto.text import check_hex, check_name
from pbem.errors import FormError

ENTROPY_BYTES = 32
"""Random bytes for one proof, from the system's source, secret and never used twice."""

Part = bytes | str | int
"""A part of a hash: names, ids and numbers (in decimal) as text, points and scalars as bytes."""


class Where(NamedTuple):
    """The place of a proof in a log: game and predecessor (ids) and author of its event."""

    game: str
    prev: str
    by: str

    def check(self) -> None:
        """Raise `FormError` unless the ids are 64 hex digits and the author is a name."""
        check_hex(self.game, 32)
        check_hex(self.prev, 32)
        check_name(self.by, "handle")


def hash_parts(what: str, *parts: Part) -> bytes:
    """Return the 64 bytes Hs(what, parts ...): each part stands after its length.

    ``what``: the tag, which says the purpose of the hash.
    """
    reported: list[bytes] = []
    for part in parts:
        data = part if isinstance(part, bytes) else str(part).encode()
        reported += (len(data).to_bytes(4, "big"), data)
    return sha512(tagged(what, *reported)).digest()


def challenge(what: str, *parts: Part) -> bytes:
    """Return Hq(what, parts ...): the same, as a scalar modulo q."""
    return bindings.crypto_core_ed25519_scalar_reduce(hash_parts(what, *parts))


@lru_cache(maxsize=2048)
def to_group(what: str, text: str) -> bytes:
    """Return the point of a text; nobody knows its relation to that of another text.

    Args:
        what: The tag: the purpose of the point.
        text: The text, in ASCII.
    """
    return group.encode_to_curve(tagged(what), text.encode("ascii"))


def generator(index: int) -> bytes:
    """Return G_i, the base of place i in the proof of a shuffle."""
    return to_group("generator", str(index))


def blind() -> bytes:
    """Return H, the base that hides what a commitment commits to."""
    return to_group("generator", "H")


def nonces(entropy: bytes, *secret_and_statement: Part) -> Callable[[], bytes]:
    """Return a source of scalars that are as good as random for anyone who lacks ``entropy``.

    Bound to the secret and the whole statement: if a disk that is put back gives the same entropy
    once more, another statement still gets other numbers. Two proofs that share a nonce reveal the
    secret. Raises `FormError` unless ``entropy`` has 32 bytes.
    """
    if len(entropy) != ENTROPY_BYTES:
        raise FormError(f"a proof needs {ENTROPY_BYTES} random bytes, but got {len(entropy)}")
    seed = hash_parts("nonce-seed", entropy, *secret_and_statement)
    taken = 0

    def draw() -> bytes:
        nonlocal taken
        taken += 1
        return challenge("nonce", seed, taken)

    return draw
