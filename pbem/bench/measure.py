"""Measuring: cases interleaved in one run, medians, ratios; absolute times drift on any machine."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Mapping
from statistics import median
from time import perf_counter

import msgspec


class Row(msgspec.Struct, frozen=True):
    """One line of the table: what was measured, the goal where there is one, whether it is met."""

    name: str
    value: float
    unit: str
    goal: str = ""
    met: bool | None = None
    note: str = ""


def interleaved(cases: Mapping[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """Run all cases in turn, ``rounds`` times; return the median seconds of each.

    ``cases``: name -> what is run. Every second round goes backwards, so that what follows a dear
    case is not always the same one.
    """
    times: dict[str, list[float]] = {name: [] for name in cases}
    for number in range(rounds):
        order = list(cases) if number % 2 == 0 else list(cases)[::-1]
        for name in order:
            gc.collect()
            begun = perf_counter()
            cases[name]()
            times[name].append(perf_counter() - begun)
    return {name: median(taken) for name, taken in times.items()}


def processor_seconds(call: Callable[[], object]) -> float:
    """Return the processor time of the processes that ``call`` starts and sees end."""
    before = os.times()
    call()
    after = os.times()
    spent = after.children_user - before.children_user
    return spent + after.children_system - before.children_system


def at_most(name: str, value: float, goal: float, unit: str = "times", note: str = "") -> Row:
    """Return a row whose value must not be above the goal; ``note``: what else to say of it."""
    return Row(name, value, unit, f"<= {goal:g}", value <= goal, note)


def at_least(name: str, value: float, goal: float, unit: str = "times", note: str = "") -> Row:
    """Return a row whose value must not be below the goal; ``note``: what else to say of it."""
    return Row(name, value, unit, f">= {goal:g}", value >= goal, note)
