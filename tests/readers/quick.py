"""The second verifier with libsodium's arithmetic, for runs of many thousand logs.

Its verdict on a log stays its own. Only sums of points and the test of the subgroup, which its own
tests check, are calculated otherwise. A question about bytes alone is asked once: the form of a
line, the text of an event, a signature. A sample of all logs is read without this (`readers.run`).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any
from unittest.mock import patch

from nacl import bindings

from second import curve, form, masks, reader
from second.crypt import jcs, signed_by
from second.curve import L, Point

_slow_times = curve.times
spelled = lru_cache(1 << 14)(curve.spell)
PROOFS = ("equal", "shuffled", "in_range")
KEPT = 1 << 12
IDENTITY = curve.spell(curve.ZERO)
_read = lru_cache(1 << 14)(curve.read)


def read_prime(text: bytes) -> Point | None:
    """Do the same as `second.curve.read_prime`."""
    if len(text) != 32 or not bindings.crypto_core_ed25519_is_valid_point(text):
        return None
    return _read(text)


def spelt(*terms: tuple[int, Point]) -> bytes:
    """Do the same as `second.masks.spelt`; every point is one of the prime-order subgroup."""
    found = IDENTITY
    for k, point in terms:
        part = spelled(point)
        if k % L and part != IDENTITY:
            if k % L != 1:
                number = (k % L).to_bytes(32, "little")
                part = bindings.crypto_scalarmult_ed25519_noclamp(number, part)
            found = bindings.crypto_core_ed25519_add(found, part)
    return found


def total(*terms: tuple[int, Point]) -> Point:
    """Do the same as `second.masks.total`."""
    return _read(spelt(*terms)) or curve.ZERO


def times(k: int, point: Point) -> Point:
    """Do the same as `second.curve.times`; eight times a point is no matter of the subgroup."""
    return _slow_times(k, point) if k < 256 else total((k, point))


def _once(name: str) -> Any:
    """Ask once of the same proof: a ruling on a fork has the log read again."""
    return lru_cache(1 << 12)(getattr(masks, name))


class Spelt:
    """The canonical form of values that nobody changes: two levels spell the same ones."""

    def __init__(self) -> None:
        self.known: dict[int, tuple[object, str]] = {}

    def __call__(self, value: object) -> str:
        """Do the same as `second.crypt.jcs`."""
        found = self.known.get(id(value))
        if found is None:
            if len(self.known) > KEPT:
                self.known.clear()
            # The value is kept too: as long as it is, no other has its number.
            found = self.known[id(value)] = value, jcs(value)
        return found[1]


@contextmanager
def quick() -> Iterator[None]:
    """Let the second verifier calculate by libsodium, and ask once of the same bytes."""
    admit = lru_cache(KEPT)(form.admit)
    with (
        patch.object(curve, "read_prime", read_prime),
        patch.object(curve, "times", times),
        patch.multiple(masks, total=total, spelt=spelt, **{name: _once(name) for name in PROOFS}),
        patch.object(form, "admit", admit),
        patch.multiple(reader, admit=admit, jcs=Spelt(), signed_by=lru_cache(KEPT)(signed_by)),
    ):
        yield
