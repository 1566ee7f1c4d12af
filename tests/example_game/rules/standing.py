"""Standing orders: what Blue has said beforehand to the question whether Blue pursues."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct

from example_game.rules.setting import Setting
from pbem.errors import FormError
from pbem.kit.contract import Order
from pbem.kit.typed.standing import read_form


class Standing(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """``pursuit``: always, never, or when Red has one step left."""

    pursuit: Literal["always", "never", "last"] | None = None


def read(standing: Mapping[str, Any]) -> Standing:
    """Read the form of standing orders; raise `FormError` where it is none."""
    return read_form(Standing, standing, "The Ford")


def check_standing(_: Setting, side: str, standing: Mapping[str, Any]) -> None:
    """Raise `FormError` unless ``standing`` has the form of standing orders of ``side``."""
    read(standing)
    if side != "blue" and standing:
        raise FormError("standing orders: only blue is asked whether he pursues")


def left(standing: Mapping[str, Any], _: Order) -> Mapping[str, Any]:
    """Return what is left of standing orders: all of them."""
    return standing
