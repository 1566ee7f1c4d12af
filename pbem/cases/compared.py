"""Comparing what was expected with what there is, naming every place that differs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def differences(where: str, wanted: Any, got: Any) -> list[str]:
    """Return a line for every place in which ``got`` differs from ``wanted``; [] where none does.

    Mappings are compared only in the keys that ``wanted`` names; everything else must be equal.
    ``where``: what the lines call the whole, empty for no name.
    """
    if isinstance(wanted, Mapping) and isinstance(got, Mapping):
        lines: list[str] = []
        for key, value in wanted.items():
            place = f"{where}.{key}" if where else str(key)
            if key not in got:
                lines.append(f"{place}: expected {value!r}, but there is none")
            else:
                lines += differences(place, value, got[key])
        return lines
    if isinstance(got, tuple):
        got = list(got)
    if wanted == got and isinstance(wanted, bool) == isinstance(got, bool):
        return []
    return [f"{where}: expected {wanted!r}, got {got!r}"]
