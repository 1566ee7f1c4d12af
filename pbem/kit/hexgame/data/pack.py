"""The file of a game, read: its own, or that of an owner."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pbem.kit.hexgame.data.faults import faults
from pbem.kit.hexgame.data.forms import HexData
from pbem.kit.hexgame.data.tables import Tables
from pbem.kit.hexgame.data.terms import COLUMN_FORM, EFFECT_FORM, FACE_FORM, SIDES_FORM, WORD_FORM
from pbem.kit.maps.hexes import HEX_FORM
from pbem.kit.maps.sheet import hexes_as_text
from pbem.kit.offer import CODE_WANTED
from pbem.kit.typed.pack import Packs

_WANTED = {
    HEX_FORM: "write a hex with four digits, column then row, as in 0802",
    SIDES_FORM: "write two hexes with a dash, as in 0302-0403",
    FACE_FORM: "write attack, defence and movement with dashes, as in 3-4-5",
    WORD_FORM: "write one word of small letters and digits",
    COLUMN_FORM: 'write odds such as "3:1", or a difference such as "-2"',
    **CODE_WANTED,
    EFFECT_FORM: "write `attacker loses 1`, `defender retreats 2` or `defender is lost`",
}

HIGHEST = 999
"""The highest number in a file; a hex without quotes is higher, or is text as 0102 is."""


class HexPacks(Packs[HexData, Tables]):
    """The packs of one game; ``beside`` reads a file of the folder of its data."""

    def __init__(self, file: str, beside: Callable[[str], bytes]) -> None:
        super().__init__(
            HexData, "", file, faults=faults, tables=Tables, wanted=_WANTED, ease=_ease
        )
        self._beside = beside

    def beside(self, file: str) -> bytes:
        """Return a file of the folder where the module's own data are."""
        return self._beside(file)


def _ease(raw: Any) -> None:
    """Let hexes, and columns that are numbers, stand without quotes.

    No number of a game is as high as that of a hex, so words of a game may be called like fields.
    """
    if isinstance(raw, dict):
        for key, value in raw.items():
            if key == "columns" and isinstance(value, list):
                raw[key] = hexes_as_text(value)
            elif key == "at" and _is_hex(value):
                raw[key] = str(value)
            else:
                _ease(value)
    elif isinstance(raw, list):
        raw[:] = [str(value) if _is_hex(value) else value for value in raw]
        for value in raw:
            _ease(value)


def _is_hex(value: Any) -> bool:
    return isinstance(value, int) and value > HIGHEST
