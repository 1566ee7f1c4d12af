"""The parts of orders, outcomes, standing orders and positions of every game.

Orders, outcomes and standing orders are never changed after they were made, and what may be left
out of one says nothing.
"""

from __future__ import annotations

import inspect
from typing import Annotated, Any, get_args, get_origin

import msgspec
import pytest

from parts_of import rules_part
from pbem.games import registry
from pbem.games.manila.rules.position import Plan
from pbem.games.saipan.rules.position import Boat

Record = type[msgspec.Struct]

WRITTEN = ("orders", "standing")
"""GameModules whose records a player writes; they stand in events."""
KEPT = ("position", "setting")


def records(*modules: str) -> list[Any]:
    """Return game and record of modules of every game, as parameters."""
    return [
        pytest.param(game, found, id=f"{game}-{part}-{found.__name__}")
        for game in sorted(registry.names())
        for part in modules
        for module in [rules_part(game, part)]
        for found in vars(module).values()
        if isinstance(found, type)
        and issubclass(found, msgspec.Struct)
        and found.__module__.startswith("pbem")
    ]


# A unit that waits at sea and the plan of an attack are put into a position whole.
WHOLE = [
    pytest.param(game, part, id=f"{game}-{part.__name__}")
    for game, part in (("saipan", Boat), ("manila", Plan))
]


@pytest.mark.parametrize(("game", "record"), [*records(*WRITTEN, "outcomes"), *WHOLE])
def test_no_field_can_be_set(game: str, record: Record) -> None:
    assert record.__struct_config__.frozen, game


@pytest.mark.parametrize(("game", "record"), records(*WRITTEN))
def test_what_a_player_writes_has_one_spelling(game: str, record: Record) -> None:
    """No field that nobody knows, and none that says nothing."""
    assert record.__struct_config__.forbid_unknown_fields, game
    whole = all(field.required for field in msgspec.structs.fields(record))
    assert whole or record.__struct_config__.omit_defaults, game


@pytest.mark.parametrize(("game", "record"), records("outcomes"))
def test_an_outcome_names_its_fields(game: str, record: Record) -> None:
    """By their order nobody can distinguish two hexes or two numbers of it."""
    kinds = {one.kind for one in inspect.signature(record).parameters.values()}
    assert kinds <= {inspect.Parameter.KEYWORD_ONLY}, game


@pytest.mark.parametrize(("game", "record"), records(*WRITTEN, "outcomes"))
def test_what_is_left_out_says_nothing(game: str, record: Record) -> None:
    """It is None where it may be None; else no, zero, or empty."""
    for field in msgspec.structs.fields(record):
        if not field.required:
            value = default(field)
            assert not value, (game, field.name)
            assert (value is None) == may_be_none(field.type), (game, field.name)


def may_be_none(form: Any) -> bool:
    """Whether a type allows None; what is said about it stands around it."""
    while get_origin(form) is Annotated:
        form = get_args(form)[0]
    return type(None) in get_args(form)


@pytest.mark.parametrize(("game", "record"), records(*KEPT))
def test_what_is_left_out_is_of_the_type_of_its_field(game: str, record: Record) -> None:
    for field in msgspec.structs.fields(record):
        if not field.required:
            value = default(field)
            if value is msgspec.UNSET:
                continue  # it is not written
            again = msgspec.convert(msgspec.to_builtins(value), field.type)
            assert again == value, (game, field.name)
            assert type(again) is type(value), (game, field.name)


def default(field: msgspec.structs.FieldInfo) -> Any:
    if field.default_factory is not msgspec.NODEFAULT:
        return field.default_factory()
    return field.default
