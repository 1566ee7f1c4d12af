"""Cheapest paths: costs, closed places, places where a unit stops, ties."""

from __future__ import annotations

import random

import pytest

from pbem.kit.maps import moves
from pbem.kit.maps.moves import Walks, cheapest_paths, distances, routes

LINE = {"a": ("b",), "b": ("a", "c"), "c": ("b", "d"), "d": ("c",)}
ONE = dict.fromkeys("abcd", 1)


def paths(allowance: int, **change: object) -> dict[str, tuple[str, ...]]:
    given = {"neighbours": LINE, "cost": ONE, "closed": (), "stops": lambda _: False}
    return cheapest_paths("a", allowance, **{**given, **change})  # type: ignore[arg-type]


def test_as_far_as_the_points_reach() -> None:
    assert paths(2) == {"b": ("b",), "c": ("b", "c")}


def test_costs_are_paid_for_the_place_entered() -> None:
    assert set(paths(3, cost={**ONE, "b": 2, "a": 9})) == {"b", "c"}


def test_closed_places_are_not_entered() -> None:
    assert set(paths(9, closed={"c"})) == {"b"}


def test_a_unit_goes_no_farther_than_where_it_stops() -> None:
    assert set(paths(9, stops=lambda place: place == "b")) == {"b"}


def test_the_detour_is_taken_when_it_is_cheaper() -> None:
    net = {"a": ("b", "c"), "b": ("d",), "c": ("d",), "d": ()}
    assert paths(9, neighbours=net, cost={**ONE, "b": 3})["d"] == ("c", "d")


def test_equal_costs_go_by_the_number() -> None:
    net = {"a": ("c", "b"), "b": ("d",), "c": ("d",), "d": ()}
    assert paths(9, neighbours=net)["d"] == ("b", "d")


def test_the_start_is_no_place_to_move_to() -> None:
    assert "a" not in paths(9)


def test_distances_are_by_the_step_and_from_the_nearest_start() -> None:
    # A ford into 2 costs 3 from 1 and nothing more from 4; 5 leads nowhere, 6 is out of reach.
    steps = {1: [(2, 3)], 4: [(3, 1)], 3: [(2, 1), (5, 1)], 6: [(1, 1)]}
    assert distances([1, 4], steps.get) == {1: 0, 4: 0, 3: 1, 2: 2, 5: 2}
    assert list(distances([4, 1], steps.get)) == [1, 4, 3, 2, 5]


# --- paths remembered ------------------------------------------------------------------------

COUNTRY = 40


def country(rng: random.Random) -> dict[int, list[tuple[int, int]]]:
    """A map of places with steps of cost 1 to 4, not the same both ways."""
    return {
        here: [(there, rng.randint(1, 4)) for there in sorted(rng.sample(range(COUNTRY), 5))]
        for here in range(COUNTRY)
    }


def asked_every_time(
    steps: dict[int, list[tuple[int, int]]],
    start: int,
    allowance: int,
    shut: tuple[frozenset[int], frozenset[int], frozenset[int]],
) -> dict[int, tuple[int, ...]]:
    closed, stops, locked = shut

    def exits(here: int) -> list[tuple[int, int]]:
        if here in stops and here != start:
            return []
        first = locked if here == start and start in locked else frozenset()
        return [step for step in steps[here] if step[0] not in closed | first]

    return dict(routes(start, allowance, exits))


@pytest.mark.parametrize("seed", range(20))
def test_what_is_remembered_is_what_would_be_found(seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311 - no secret
    steps = country(rng)
    walks, ascending = Walks(steps), Walks(steps, ascending=True)
    for _ in range(60):
        shut = tuple(frozenset(rng.sample(range(COUNTRY), rng.randint(0, 12))) for _ in range(3))
        for _ in range(3):
            start, allowance = rng.randrange(6), rng.randint(0, 9)
            found = asked_every_time(steps, start, allowance, shut)  # type: ignore[arg-type]
            paths = walks.going(*shut).paths(start, allowance)
            assert list(paths.items()) == list(found.items())
            sorted_paths = ascending.going(*shut).paths(start, allowance)
            assert list(sorted_paths.items()) == sorted(found.items())


def test_a_search_is_made_again_only_where_its_range_has_changed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    searched: list[str] = []
    search = Walks._search

    def counted(self: Walks[str], start: str, *others: object) -> object:
        searched.append(start)
        return search(self, start, *others)  # type: ignore[arg-type]

    monkeypatch.setattr(Walks, "_search", counted)
    line = {"a": [("b", 1)], "b": [("c", 1)], "c": [("d", 1)], "d": []}
    walks, nothing = Walks(line), frozenset[str]()
    for closed in (nothing, frozenset("d"), frozenset("d"), nothing):  # d is out of range
        assert list(walks.going(closed, nothing).paths("a", 2)) == ["b", "c"]
    assert searched == ["a"]
    assert list(walks.going(frozenset("c"), nothing).paths("a", 2)) == ["b"]
    assert searched == ["a", "a"]


def test_no_more_is_remembered_than_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moves, "REMEMBERED", 3)
    steps = country(random.Random(1))  # noqa: S311 - no secret
    walks = Walks(steps)
    for allowance in range(1, 9):
        walks.going(frozenset(), frozenset()).paths(0, allowance)
        assert len(walks._known) <= 3


@pytest.mark.parametrize("most", [0, 1, 2, 3, None])
def test_no_farther_is_looked_than_is_asked_for(most: int | None) -> None:
    line = {"a": [("b", 1)], "b": [("c", 0)], "c": [("d", 2)], "d": [("e", 1)], "e": []}
    asked: list[str] = []

    def exits(here: str) -> list[tuple[str, int]]:
        asked.append(here)
        return line[here]

    whole = {"a": 0, "b": 1, "c": 1, "d": 3, "e": 4}
    found = distances(["a"], exits, most=most)
    assert found == {one: far for one, far in whole.items() if most is None or far <= most}
    assert asked == list(found)
