"""The data as people may edit them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from pbem.kit.offer import CODE_WANTED, Code, Offer, offer_faults
from pbem.kit.typed.pack import Fault, Packs

Few = Annotated[int, Meta(ge=1, le=99)]


class RaidsData(Offer, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """All data: ``rounds`` of each scenario, ``points`` with which each side begins."""

    rounds: dict[Code, Few]
    points: Few


def _faults(data: RaidsData) -> Iterator[Fault]:
    yield from offer_faults(data)
    for scenario in data.scenarios:
        if scenario not in data.rounds:
            yield ("rounds",), f"{scenario} is missing; write its rounds"


PACKS = Packs(
    RaidsData,
    __package__,
    "raids.yaml",
    faults=_faults,
    tables=lambda data: data,
    wanted=CODE_WANTED,
)
