"""The input of a challenge, and the source of a prover's secret numbers."""

from __future__ import annotations

from hashlib import sha512

import pytest

from pbem.crypto import group, statement
from pbem.crypto.statement import Where, challenge, hash_parts, nonces
from pbem.errors import FormError
from toy.dealers import Q, chance, where


def test_parts_stand_after_their_lengths() -> None:
    text = b"pbem/unmask/v1\n" + b"\0\0\0\x02ab" + b"\0\0\0\x03\0\x01\x02" + b"\0\0\0\x0217"
    digest = sha512(text).digest()
    assert hash_parts("unmask", "ab", b"\0\x01\x02", 17) == digest
    expected = int.from_bytes(digest, "little") % Q
    assert challenge("unmask", "ab", b"\0\x01\x02", 17) == group.scalar(expected)


def test_no_part_runs_into_another() -> None:
    several = [("ab", "c"), ("a", "bc"), ("abc",), ("abc", ""), ("", "abc")]
    assert len({hash_parts("show", *parts) for parts in several}) == len(several)
    assert hash_parts("show", "a") != hash_parts("mark", "a")


def test_bases_have_no_known_relation_and_are_always_the_same() -> None:
    points = [statement.blind(), *(statement.generator(i) for i in range(250)), group.BASE]
    assert len(set(points)) == 252
    assert all(map(group.admissible_point, points))


@pytest.mark.parametrize(
    "bad",
    [
        where()._replace(game="A" * 64),
        where()._replace(prev="0" * 63),
        where()._replace(by="ann\nbob"),
        where()._replace(by="Ann"),
    ],
)
def test_a_place_that_is_none(bad: Where) -> None:
    with pytest.raises(FormError):
        bad.check()


def test_nonces_differ_with_whatever_they_are_bound_to() -> None:
    several = [("x", "a"), ("y", "a"), ("x", "b")]
    draws = [nonces(chance(1), *parts) for parts in several] + [nonces(chance(2), "x", "a")]
    found = [draw() for draw in draws for _ in range(3)]
    assert len(set(found)) == 12
    assert [again() for again in [nonces(chance(1), "x", "a")] * 3] == found[:3]
    with pytest.raises(FormError, match="32 random bytes, but got 31"):
        nonces(bytes(31), "x")
