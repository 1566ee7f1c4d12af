"""The terms that orders of games on hex maps name, and how a line is read."""

from __future__ import annotations

from collections.abc import Collection

from pbem.kit.maps.hexes import Hex
from pbem.kit.maps.hexwords import HexWords
from pbem.kit.typed.terms import Term


def _hexes(line: HexWords, stop: Collection[str]) -> tuple[Hex, ...]:
    return line.hexes(stop)


def _way(line: HexWords, stop: Collection[str]) -> tuple[Hex, ...]:
    line.take_if("to")
    return line.hexes(stop)


UNIT: Term[HexWords] = Term("UNIT", lambda line, stop: line.unit(others=stop))
HEX: Term[HexWords] = Term("HEX", lambda line, _: line.hex())
HEXES: Term[HexWords] = Term("HEX ...", _hexes)
WAY: Term[HexWords] = Term("[to] HEX ...", _way)
