"""Good logs of Saipan with the same keys and salts in every run, for faults to be put into."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, tzinfo
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Self
from unittest.mock import patch

from pbem.games import registry
from pbem.log.event import Event
from pbem.table.events import kinds
from pbem.table.library import Library, data_digest
from toy.boxes import sealed_with
from toy.group import Group, identity, signer

SAIPAN = registry.find("saipan", 1)


class StandingClock(datetime):
    """A clock that stands still."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> Self:
        return cls(2026, 11, 20, 12, tzinfo=tz)


@contextmanager
def fixed_chance(seed: str) -> Iterator[None]:
    """Let the system's random source give the same bytes in every run, at the same time of day.

    Dice come from what was signed before, and the time is a part of it.
    """
    drawn = 0

    def token_bytes(count: int | None = None) -> bytes:
        nonlocal drawn
        drawn += 1
        return hashlib.shake_256(f"{seed} {drawn}".encode()).digest(count or 32)

    def token_hex(count: int | None = None) -> str:
        return token_bytes(count).hex()

    def crypto_box_seal(data: bytes, public: bytes) -> bytes:
        return sealed_with(token_bytes(32), data, public)

    with (
        patch("secrets.token_bytes", token_bytes),
        patch("secrets.token_hex", token_hex),
        patch("pbem.crypto.backend.bindings.crypto_box_seal", crypto_box_seal),
        patch("pbem.table.own.writer.datetime", StandingClock),
    ):
        yield


def saipan_opening(**changes: Any) -> kinds.Open:
    """Ann plays the US, Bob the Japanese, Uma is the umpire."""
    fields: dict[str, Any] = {
        "rules": kinds.RulesId("saipan", 1, data_digest(SAIPAN.data())),
        "scenario": "historical",
        "options": {name: option.default for name, option in SAIPAN.options.items()},
        "players": (signer("ann"), signer("bob")),
        "seats": {"us": "ann", "jp": "bob"},
        "umpire": signer("uma"),
        "dice": "opponents",
        "clock": None,
    }
    return kinds.Open(**{**fields, **changes})


def saipan_group(folder: Path, seed: str, **changes: Any) -> Group:
    """A game of Saipan that all have joined."""
    group = Group(folder, saipan_opening(**changes), Library(registry.find))
    group.join_all()
    return group


def go_on(group: Group, until: Callable[[Group], bool]) -> Group:
    """Let sensible players play until something is so."""
    while not until(group):
        play, active = group.table.play, group.table.active()
        assert play is not None
        assert active.handle is not None
        orders = [] if play.asked is None else play.game.sensible(play.position, 1)
        raw = [play.game.write_order(order) for order in orders]
        if active.kinds[0] in ("dice", "reveal"):
            group.play(active.handle, active.kinds[0])
        elif active.kinds[0] == "seal":
            group.play(active.handle, "seal", raw[0])
        else:
            group.orders(active.handle, *raw)
    return group


def dice_due(group: Group) -> bool:
    return group.table.dicing is not None


def to_bytes(events: list[Event]) -> bytes:
    return b"".join(event.line + b"\n" for event in events)


@contextmanager
def workshop(seed: str) -> Iterator[Path]:
    """A folder for records that nobody keeps, and fixed chance."""
    with TemporaryDirectory() as folder, fixed_chance(seed):
        yield Path(folder)


__all__ = ["dice_due", "fixed_chance", "go_on", "identity", "saipan_group", "to_bytes", "workshop"]
