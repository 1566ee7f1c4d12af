"""Bunches of orders: counted, made one by one, and the same as the list."""

from __future__ import annotations

from itertools import combinations

import pytest

from pbem.kit.bunches import Bunch, bunched, chosen, combination, flat, form_of
from pbem.kit.contract import Order
from pbem.kit.typed.orders import Pass


class Step(Order, frozen=True, tag="step"):
    to: int


def counting() -> tuple[Bunch[Step], list[int]]:
    made: list[int] = []

    def make(place: int) -> Step:
        made.append(place)
        return Step(place)

    return Bunch(Step, 1_000, make), made


def test_a_bunch_makes_no_more_than_it_is_asked_for() -> None:
    bunch, made = counting()
    assert len(bunch) == 1_000
    assert form_of(bunch) is Step
    assert not made
    assert bunch[7] == Step(7)
    assert made == [7]


def test_a_bunch_is_a_sequence_with_an_end() -> None:
    bunch, _ = counting()
    assert list(bunch) == [Step(place) for place in range(1_000)]
    assert bunch[-1] == Step(999)
    assert bunch[2:4] == [Step(2), Step(3)]
    with pytest.raises(IndexError):
        bunch[1_000]


def test_all_of_a_bunch_may_be_made_in_another_way_than_one() -> None:
    made: list[int] = []

    def make(place: int) -> Step:
        made.append(place)
        return Step(place)

    bunch = Bunch(Step, 3, make, lambda: map(Step, range(3)))
    assert list(bunch) == [Step(0), Step(1), Step(2)]
    assert not made
    assert bunch[1] == Step(1)
    assert made == [1]


def test_chosen_keeps_the_order_of_the_ways() -> None:
    ways = {"c": 3, "a": 1, "b": 2, "d": 4}
    bunch = chosen(Step, ways, {"a", "c", "d"}, Step)
    assert len(bunch) == 3
    assert bunch[1] == Step(1)
    assert list(bunch) == [Step(3), Step(1), Step(4)]


def test_a_list_is_bunched_by_form_and_flat_again() -> None:
    orders = [Step(1), Step(2), Pass(), Step(3)]
    bunches = list(bunched(orders))
    assert [len(bunch) for bunch in bunches] == [2, 1, 1]
    assert [form_of(bunch) for bunch in bunches] == [Step, Pass, Step]
    assert list(flat(bunches)) == orders


@pytest.mark.parametrize("size", [0, 1, 3, 6])
def test_combinations_by_their_place(size: int) -> None:
    members = "abcdef"
    every = list(combinations(members, size))
    assert [combination(members, size, place) for place in range(len(every))] == every
    with pytest.raises(IndexError):
        combination(members, size, len(every))
