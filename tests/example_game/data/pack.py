"""The data as people may edit them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from example_game.data.tables import Counter, ExampleData
from pbem.kit.typed.pack import Fault, Packs


def _contradictions(data: ExampleData) -> Iterator[Fault]:
    """Yield what no type can say."""
    for counter in get_args(Counter):
        if counter not in data.garrisons.counters:
            yield ("garrisons", "counters"), f"{counter} is missing; write its strength"


PACKS = Packs(
    ExampleData, __package__, "ford.yaml", faults=_contradictions, tables=lambda data: data
)  # fmt: skip
