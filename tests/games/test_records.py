"""Orders, outcomes and standing answers are never changed after they were made."""

from __future__ import annotations

import importlib

import msgspec
import pytest

from pbem.games import registry

RECORDS = [
    (game, found)
    for game in sorted(registry.names())
    for room in ("orders", "outcomes", "standing")
    for module in [importlib.import_module(f"pbem.games.{game}.rules.{room}")]
    for found in vars(module).values()
    if isinstance(found, type) and issubclass(found, msgspec.Struct) and found is not msgspec.Struct
]


@pytest.mark.parametrize(
    ("game", "record"), RECORDS, ids=[f"{game}-{found.__name__}" for game, found in RECORDS]
)
def test_no_field_can_be_set(game: str, record: type[msgspec.Struct]) -> None:
    assert record.__struct_config__.frozen, game
