"""A range proof, read as docs/protocol-cards.md writes it (sections 2 and 4.1)."""

from __future__ import annotations

from hashlib import sha512

import pytest

from pbem.crypto import group
from pbem.crypto.statement import blind
from pbem.crypto.stocks import ranges, stock
from pbem.crypto.stocks.ranges import Opening, commit
from pbem.crypto.stocks.stock import Stock
from toy.dealers import chance, held, where

BITS = 3


def challenge(*parts: bytes | str) -> int:
    """Hq of the page: each part stands after its length, in four bytes."""
    data = [part if isinstance(part, bytes) else part.encode() for part in parts]
    said = b"".join(len(one).to_bytes(4, "big") + one for one in data)
    return int.from_bytes(sha512(b"pbem/bit/v1\n" + said).digest(), "little") % group.ORDER


@pytest.mark.parametrize("amount", [0, 5, 7])
def test_each_bit_has_the_challenge_of_the_page(amount: int) -> None:
    """It hashes the place, the names, the size, which bit it is, and the whole statement."""
    own = held(amount)
    proof = ranges.prove(where(), ("left", "brown"), BITS, own, chance("p"))
    fields = [proof[at : at + 32] for at in range(0, len(proof), 32)]
    bits = [fields[at : at + 5] for at in range(0, len(fields), 5)]
    points = [bit[0] for bit in bits]
    for i, (point, e0, s0, e1, s1) in enumerate(bits):
        one = group.subtract(point, group.BASE)
        first = group.subtract(group.times(s0, blind()), group.times(e0, point))
        second = group.subtract(group.times(s1, blind()), group.times(e1, one))
        statement = (str(BITS), str(i), commit(own), *points, first, second)
        sum_of_both = int.from_bytes(e0, "little") + int.from_bytes(e1, "little")
        assert challenge(*where(), "left", "brown", *statement) == sum_of_both % group.ORDER


def test_a_stock_of_one_bit_is_spent() -> None:
    own = Opening(1, held(0).scalar)
    only = Stock("brown", 1, commit(own))
    proof = stock.prove_spending(where(), only, own, 1, chance("s"))
    assert stock.spend(where(), only, 1, proof) is not None
