"""The group: what is read, what is computed, and that the identity and zero are computed with."""

from __future__ import annotations

import pytest

from pbem.crypto import group
from second import curve
from toy.dealers import Q, number, outside

A, B = (group.times_base(group.scalar(number(name))) for name in "ab")


def test_points_that_are_admitted() -> None:
    assert all(map(group.admissible_point, (group.BASE, A, B)))
    assert not any(map(group.admissible_point, outside()))


@pytest.mark.parametrize("bad", [0, Q, Q + 1, 2**256 - 1])
def test_scalars_that_are_not(bad: int) -> None:
    assert not group.admissible_scalar(bad.to_bytes(32, "little"))


def test_scalars_that_are() -> None:
    assert group.admissible_scalar(group.scalar(1))
    assert group.admissible_scalar(group.scalar(-1))
    assert not group.admissible_scalar(group.scalar(1)[:31])
    assert not group.admissible_scalar(group.scalar(1) + b"\0")
    assert group.scalar(Q + 5) == group.scalar(5) == b"\x05" + bytes(31)


def test_what_is_strict_refuses_what_is_outside() -> None:
    for bad in outside():
        if len(bad) == 32:
            for scalar in (bytes(32), group.scalar(1), group.scalar(8)):
                with pytest.raises(group.OutsideSubgroupError):
                    group.times(scalar, bad)
    assert group.times(bytes(32), A) == group.IDENTITY


def test_the_identity_and_zero_are_computed_with() -> None:
    two = group.scalar(2)
    assert group.multiple(two, group.IDENTITY) == group.IDENTITY
    assert group.multiple(bytes(32), A) == group.IDENTITY == group.times_base(bytes(32))
    assert group.add(A, group.IDENTITY) == A == group.subtract(A, group.IDENTITY)
    assert group.subtract(A, A) == group.IDENTITY == group.total([])
    assert group.total([A, A]) == group.multiple(two, A) == group.add(A, A)
    assert group.weighed([two, bytes(32)], [A, B]) == group.add(A, A)
    with pytest.raises(ValueError, match="argument 2 is longer"):
        group.weighed([two], [A, B])


def test_it_computes_as_plain_integers_do() -> None:
    point, k = curve.read(A), number("k")
    assert point is not None
    assert group.times(group.scalar(k), A) == curve.spell(curve.times(k, point))
    assert group.times_base(group.scalar(k)) == curve.spell(curve.times(k, curve.BASE))
    assert group.encode_to_curve(b"salt", b"text") == curve.spell(curve.to_curve(b"salt", b"text"))
    assert curve.spell(curve.BASE) == group.BASE
    assert group.scalar_times(group.scalar_inverse(group.scalar(k)), group.scalar(k)) == (
        group.scalar(1)
    )
