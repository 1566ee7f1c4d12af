"""Standing orders of a table: what a side says beforehand to pauses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct

from pbem.games.table.rules.setting import Setting
from pbem.kit.contract import Order
from pbem.kit.typed.standing import read_form


class Standing(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """All standing orders of one side; every part may be left out."""

    reaction: Literal["pass"] | None = None


def read(standing: Mapping[str, Any]) -> Standing:
    """Read the form of standing orders; raise `FormError` where it is none."""
    return read_form(Standing, standing, "a table")


def check_standing(_: Setting, __: str, standing: Mapping[str, Any]) -> None:
    """Raise `FormError` unless ``standing`` has the form of standing orders."""
    read(standing)


def left(standing: Mapping[str, Any], _: Order) -> Mapping[str, Any]:
    """Return all of them: no answer has a limit."""
    return standing
