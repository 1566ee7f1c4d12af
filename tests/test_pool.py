"""Items go to processes in batches of like weight, and come back in order (`pbem.pool`)."""

from __future__ import annotations

from concurrent.futures import Future
from typing import Any

import pytest

from pbem.pool import AHEAD, MOST, _batched, each


class Here:
    """Workers that do a batch at once, and note the batches."""

    def __init__(self) -> None:
        self.batches: list[list[int]] = []

    def submit(self, batch: Any, work: Any, items: list[int]) -> Future[Any]:
        self.batches.append(list(items))
        future: Future[Any] = Future()
        future.set_result(batch(work, items))
        return future


def half(number: int) -> int:
    if number == 13:
        raise ValueError("thirteen")
    return number // 2


def batches(weights: list[int], processes: int = 2) -> list[list[int]]:
    workers: Any = Here()
    items = list(range(100, 100 + len(weights)))
    made = list(_batched(workers, half, items, processes, weights))
    assert made == [number // 2 for number in items]
    return [list(batch) for batch in workers.batches]


def test_results_come_in_order_from_several_processes() -> None:
    items = [*range(20, 120)]
    assert list(each(half, items, 2)) == [number // 2 for number in items]


def test_few_items_go_out_one_by_one() -> None:
    assert batches([1] * 8) == [[number] for number in range(100, 108)]


def test_batches_are_few_and_grow_smaller() -> None:
    sizes = [len(batch) for batch in batches([1] * 1000)]
    assert sizes[0] == 125
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[-1] == 1
    assert len(sizes) < 50


def test_a_heavy_item_goes_out_alone() -> None:
    weights = [1] * 100 + [10_000] + [1] * 100
    alone = next(batch for batch in batches(weights) if 200 in batch)
    assert alone == [200]


def test_no_batch_is_heavier_than_the_most() -> None:
    weights = [MOST // 10] * 400
    assert max(len(batch) for batch in batches(weights)) == 10


def test_not_all_batches_are_out_at_once() -> None:
    workers: Any = Here()
    results = _batched(workers, half, list(range(100, 1100)), 2, [1] * 1000)
    next(results)
    assert len(workers.batches) == AHEAD * 2


def test_what_was_made_before_an_error_comes_first() -> None:
    results = each(half, [*range(14)], 2)
    assert [next(results) for _ in range(13)] == [number // 2 for number in range(13)]
    with pytest.raises(ValueError, match="thirteen"):
        next(results)
