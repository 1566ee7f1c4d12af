"""From the keepers' outputs to the numbers on the dice (protocol section 6)."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha512

from pbem.crypto.digest import tagged
from pbem.crypto.text import check_hex
from pbem.crypto.vrf import OUTPUT_BYTES
from pbem.errors import FormError

SEED_BYTES = 64
MOST_FACES = 65_536
"""Two bytes of the stream distinguish at most so many numbers."""


def alpha(game: str, trigger: str) -> bytes:
    """Return the VRF input for a trigger; both ids are 64 hex digits, else `FormError`.

    ``game``: the id of the game. ``trigger``: the id of the event that the dice are for.
    """
    check_hex(game, 32)
    check_hex(trigger, 32)
    return tagged("dice", f"{game}\n{trigger}".encode("ascii"))


def seed(alpha: bytes, betas: Sequence[bytes]) -> bytes:
    """Return the 64-byte seed of a stream from the input and the outputs of all keepers in turn.

    Raises `FormError` without an output, or if one has not 64 bytes.

    Args:
        alpha: The VRF input.
        betas: The output of each keeper in turn, 64 bytes.
    """
    if not betas or any(len(beta) != OUTPUT_BYTES for beta in betas):
        raise FormError(f"a seed needs one output of {OUTPUT_BYTES} bytes from every dice keeper")
    return sha512(tagged("seed", alpha, *betas)).digest()


class Stream:
    """The dice that one trigger gives, taken one after the other.

    ``seed``: the 64 bytes of `seed`. ``rolls`` lists ``[n, got]`` for every `uniform` taken, in
    order.
    """

    __slots__ = ("_block", "_bytes", "_seed", "rolls")

    def __init__(self, seed: bytes) -> None:
        if len(seed) != SEED_BYTES:
            raise FormError(f"a seed has {SEED_BYTES} bytes, but this one has {len(seed)}")
        self.rolls: list[list[int]] = []
        self._seed = seed
        self._block = 0
        self._bytes = iter(b"")

    def uniform(self, n: int) -> int:
        """Return a number from 0 to n-1, each as likely as the other; 1 <= n <= 65536.

        ``uniform(1)`` takes nothing from the stream and is not listed. Raises `FormError` for any
        other ``n``, which is an error of the rules module.
        """
        if type(n) is not int or not 1 <= n <= MOST_FACES:
            raise FormError(f"uniform({n!r}): a whole number from 1 to {MOST_FACES} is required")
        if n == 1:
            return 0
        values = 256 if n <= 256 else MOST_FACES
        # The numbers that would make the first faces likelier than the last are dropped.
        limit = values - values % n
        while True:
            number = self._byte()
            if values == MOST_FACES:
                number = number << 8 | self._byte()
            if number < limit:
                self.rolls.append([n, number % n])
                return number % n

    def _byte(self) -> int:
        for byte in self._bytes:
            return byte
        block = sha512(self._seed + self._block.to_bytes(4, "big")).digest()
        self._block += 1
        self._bytes = iter(block)
        return next(self._bytes)
