"""Retreat chains against a plain search over every ordering."""

from __future__ import annotations

import random

import pytest

from pbem.errors import IllegalOrder
from pbem.kit.maps.chains import Ways, can_retreat, chains, check_chain, first_steps


def ways_of(free: dict[str, tuple[str, ...]], friends: dict[str, tuple[str, ...]]) -> Ways:
    return lambda place: (free.get(place, ()), friends.get(place, ()))


def test_free_places_come_before_friends() -> None:
    ways = ways_of({"a": ("x", "y")}, {"a": ("b",)})
    assert list(chains("a", ways)) == [("x",), ("y",)]


def test_a_friend_makes_room_and_another_for_him() -> None:
    ways = ways_of({"c": ("z",)}, {"a": ("b",), "b": ("a", "c"), "c": ("b",)})
    assert list(chains("a", ways)) == [("b", "c", "z")]


def test_nobody_is_displaced_into_nothing() -> None:
    ways = ways_of({"c": ("z",)}, {"a": ("b", "c")})
    assert list(chains("a", ways)) == [("c", "z")]
    assert first_steps(("a",), ways) == ("c",)


def test_without_any_way_there_is_no_retreat() -> None:
    ways = ways_of({}, {"a": ("b",), "b": ("a",)})
    assert not can_retreat("a", ways)
    assert list(chains("a", ways)) == []


def every(chain: tuple[str, ...], ways: Ways) -> set[tuple[str, ...]]:
    free, friends = ways(chain[-1])
    if free:
        return {(*chain[1:], place) for place in free}
    return {
        done for place in friends if place not in chain for done in every((*chain, place), ways)
    }


def test_against_a_search_without_any_shortcut() -> None:
    rng = random.Random(7)  # noqa: S311 - no secret
    for _ in range(300):
        places = "abcdef"
        friends = {p: tuple(q for q in places if q != p and rng.random() < 0.4) for p in places}
        free: dict[str, tuple[str, ...]] = {p: ("z",) for p in places[1:] if rng.random() < 0.25}
        ways = ways_of(free, friends)
        found = list(chains("a", ways))
        assert set(found) == every(("a",), ways)
        assert len(found) == len(set(found))
        assert can_retreat("a", ways) == bool(found)
        assert set(first_steps(("a",), ways)) == {chain[0] for chain in found}


WAYS = ways_of({"c": ("z",)}, {"a": ("b",), "b": ("a", "c"), "c": ("b",)})
STAND = {"a": "Ann", "b": "Bob", "c": "Cay"}


def refusal(*to: str) -> IllegalOrder:
    with pytest.raises(IllegalOrder) as refused:
        check(*to)
    return refused.value


def check(*to: str) -> None:
    check_chain(
        "Ann",
        "a",
        to,
        WAYS,
        occupant=STAND.get,
        why_not=lambda here, there, who: ("1.1", f"{who} cannot go from {here} to {there}"),
        paragraph="1.2",
    )


def test_a_retreat_is_followed_to_its_end() -> None:
    check("b", "c", "z")


@pytest.mark.parametrize(
    ("to", "paragraph", "why", "hint"),
    [
        ("z", "1.1", "Ann cannot go from a to z", "Ann can go to b."),
        ("ba", "1.1", "Bob cannot go from b to a", "Bob can go to c."),
        (
            "bc",
            "1.2",
            "Cay is displaced from c, and the order does not say to where",
            "It can go to z.",
        ),
        ("bczz", "1.2", "z is empty, so no unit is displaced from it", "Write only b c z."),
    ],
)
def test_what_is_wrong_with_a_retreat_is_reported(
    to: str, paragraph: str, why: str, hint: str
) -> None:
    error = refusal(*to)
    assert error.paragraph == paragraph
    assert why in str(error)
    assert hint in str(error)
