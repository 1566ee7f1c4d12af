"""Cheapest paths: costs, closed places, places where a unit stops, ties."""

from __future__ import annotations

from pbem.kit.moves import cheapest_paths, distances

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
