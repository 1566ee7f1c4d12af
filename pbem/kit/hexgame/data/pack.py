"""The file of a game, read: its own, or that of an owner."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from pbem.kit.hexgame.data.doubts import doubts
from pbem.kit.hexgame.data.faults import faults
from pbem.kit.hexgame.data.forms import HexData
from pbem.kit.hexgame.data.offer import PARTS
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
    COLUMN_FORM: 'write odds such as "3:1", or differences such as "-1" and "+3"',
    **CODE_WANTED,
    EFFECT_FORM: "write `attacker loses 1`, `defender retreats 2` or `defender is lost`",
}

PAGE = "docs/hex-games.md"
"""The page that explains every part of the file."""
HIGHEST = 999
"""The highest number in a file; a hex without quotes is higher, or is text as 0102 is."""


class HexPacks(Packs[HexData, Tables]):
    """The packs of one game, whose own data are in ``file``.

    ``beside`` reads a file of the folder of these data, by its name.
    """

    def __init__(self, file: str, beside: Callable[[str], bytes]) -> None:
        super().__init__(
            HexData, "", file, faults=faults, tables=Tables, wanted=_WANTED, ease=_ease,
            doubts=doubts, several=True, explained=PAGE,
        )  # fmt: skip
        self._beside = beside

    def beside(self, file: str) -> bytes:
        """Return a file of the folder where the module's own data are."""
        return self._beside(file)


def _ease(raw: dict[str, Any]) -> None:
    """Let people write less: parts of scenarios and options, and text without quotes."""
    for variant in _variants(raw):
        for part in PARTS:
            given, whole = variant.get(part), raw.get(part)
            if isinstance(given, dict) and "paragraph" not in given and isinstance(whole, dict):
                variant[part] = {**whole, **given}
    _unquote(raw)


def _variants(raw: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield what each scenario, and each choice of an option, makes different."""
    scenarios, options = raw.get("scenarios"), raw.get("options")
    found = list(scenarios.values()) if isinstance(scenarios, dict) else []
    for option in options.values() if isinstance(options, dict) else ():
        choices = option.get("choices") if isinstance(option, dict) else None
        found += choices.values() if isinstance(choices, dict) else ()
    yield from (variant for variant in found if isinstance(variant, dict))


def _unquote(raw: Any) -> None:
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
                _unquote(value)
    elif isinstance(raw, list):
        raw[:] = [str(value) if _is_hex(value) else value for value in raw]
        for value in raw:
            _unquote(value)


def _is_hex(value: Any) -> bool:
    return isinstance(value, int) and value > HIGHEST
