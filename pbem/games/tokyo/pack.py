"""The rules data as people edit them (`pbem.kit.pack`): what a pack of Race to Tokyo may say wrongly.

`load`, `export` and `check` are those of `pbem.kit.pack.Packs`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pbem.games.tokyo.data import Tables
from pbem.games.tokyo.forms import COUNTER_FORM, TokyoData
from pbem.kit.hexes import HEX_FORM
from pbem.kit.pack import Fault, Packs
from pbem.kit.sheet import hexes_as_text, sheet_faults

_WANTED = {
    HEX_FORM: "a hex is four digits, column then row, as in 0802",
    COUNTER_FORM: "a counter reads like 6-7-5: attack, defense, movement, each from 0 to 99",
}
_HEX_PARTS = ("roads", "rivers", "beaches", "zone", "entries", "setup")


def _ease(raw: dict[str, Any]) -> None:
    """Let hexes stand without quotes."""
    for part in _HEX_PARTS:
        if part in raw:
            raw[part] = hexes_as_text(raw[part])


def _faults(data: TokyoData) -> Iterator[Fault]:
    """Yield where the data contradict themselves, and how; the first one is told."""
    yield from sheet_faults(data.map, {row.token for row in data.terrain.kinds.values()})


PACKS = Packs(
    TokyoData,
    __package__,
    "data/tokyo.yaml",
    faults=_faults,
    tables=Tables,
    wanted=_WANTED,
    ease=_ease,
)
load, export, check = PACKS.load, PACKS.export, PACKS.check
