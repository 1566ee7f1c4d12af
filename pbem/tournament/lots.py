"""Lots: a random sequence that nobody can choose if one keeper is honest.

Source: docs/tournaments.md.
"""

from __future__ import annotations

from collections.abc import Sequence

from pbem.crypto import digest, vrf
from pbem.crypto.dice import Stream, seed


def keep_alpha(tournament: str, handle: str) -> bytes:
    """Return the VRF input by which a lot keeper proves their key.

    ``tournament``: its id.
    """
    return digest.tagged("keep", f"{tournament}\n{handle}".encode())


def lot_alpha(tournament: str, closed: str) -> bytes:
    """Return the VRF input of the lots over the ``closed`` event with this id.

    ``tournament``: its id.
    """
    return digest.tagged("lots", f"{tournament}\n{closed}".encode())


def stream(tournament: str, closed: str, proofs: Sequence[str]) -> Stream:
    """Return the stream that the keepers' proofs give, in order; they are known to be good.

    ``tournament``: its id. ``closed``: the id of that event. ``proofs``: in hex digits.
    """
    betas = [vrf.output(bytes.fromhex(proof)) for proof in proofs]
    return Stream(seed(lot_alpha(tournament, closed), betas))


def draw(keys: Sequence[str], lots: Stream) -> list[str]:
    """Return ``keys`` in an order drawn by lots, each order as likely as any other.

    The last place is drawn first: of n things the one at number ``uniform(n)`` goes there, and
    what stood there takes its place.
    """
    drawn = sorted(keys)
    for last in range(len(drawn) - 1, 0, -1):
        other = lots.uniform(last + 1)
        drawn[last], drawn[other] = drawn[other], drawn[last]
    return drawn
