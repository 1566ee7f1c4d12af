"""Copies of positions: the same, and nothing in them is anybody else's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

import msgspec
import pytest

from games.walking import asked
from pbem.kit.copying import copied
from pbem.play.play import Play
from pbem.selfplay.unsigned import rules_of

GAMES = ["saipan", "manila", "meiktila", "tokyo", "singapore"]


class Lost(msgspec.Struct, frozen=True):
    units: tuple[str, ...]


class Listed(msgspec.Struct, frozen=True):
    units: list[str]


class Inner(msgspec.Struct):
    steps: dict[str, list[int]] = {}


class Outer(msgspec.Struct):
    """One field of every sort that a position may have."""

    name: str
    kind: Literal["one", "other"]
    units: list[str]
    stacks: dict[str, list[str]]
    inner: Inner
    maybe: Inner | None
    unset: Inner | msgspec.UnsetType
    either: list[int] | None
    anything: Any
    lost: Lost
    listed: Listed
    many: list[Inner]
    held: set[str]
    rows: tuple[list[int], ...]
    pair: tuple[str, list[int]]


def changing(value: Any) -> Iterator[Any]:
    """Yield whatever can be changed in a value, itself included."""
    if isinstance(value, msgspec.Struct):
        inside = [getattr(value, name) for name in value.__struct_fields__]
    elif isinstance(value, list | tuple | set | dict):
        inside = list(value.values() if isinstance(value, dict) else value)
    else:
        return
    frozen = isinstance(value, msgspec.Struct) and value.__struct_config__.frozen
    if not frozen and not isinstance(value, tuple):
        yield value
    for one in inside:
        yield from changing(one)


def assert_apart(one: Any, other: Any) -> int:
    """Have two be equal and share nothing that can be changed; return how much there is of it."""
    assert one == other
    ours = [id(value) for value in changing(one)]
    assert not set(ours) & {id(value) for value in changing(other)}
    return len(ours)


def test_of_every_sort_of_field_the_copy_has_its_own() -> None:
    inner = Inner({"a": [1]})
    whole = Outer(
        "n", "one", ["u"], {"h": ["u"]}, inner, inner, msgspec.UNSET, [1], {"x": [2]},
        Lost(("u",)), Listed(["u"]), [Inner({"b": [2]})], {"s"}, ([1], [2]), ("p", [3]),
    )  # fmt: skip
    made = copied(whole)
    assert assert_apart(whole, made) == 22
    assert made.lost is whole.lost, "what cannot change is shared"
    assert made.unset is msgspec.UNSET
    whole.maybe = None
    assert copied(whole).maybe is None


@pytest.mark.parametrize("name", GAMES)
def test_positions_of_games_are_copied_as_through_bytes(name: str) -> None:
    scenario, looked = next(iter(rules_of(name).scenarios)), 0
    for play in asked(name, scenario, seed=7, steps=60):
        position = play.position
        made = copied(position)
        assert assert_apart(position, made) > 5
        kept = msgspec.msgpack.encode(position)
        assert msgspec.msgpack.encode(made) == kept
        assert msgspec.msgpack.decode(kept, type=type(position)) == made
        looked += 1
    assert looked > 10


def test_a_play_is_copied_without_its_position_in_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    *_, play = asked("singapore", "brigade", seed=1, steps=40)
    seen, encode = list[Any](), msgspec.msgpack.encode
    monkeypatch.setattr(
        msgspec.msgpack, "encode", lambda *of, **how: seen.append(of) or encode(*of, **how)
    )
    twin: Play = play.copy()
    assert_apart(play.position, twin.position)
    assert not any(position is play.position for (position,) in seen)
