"""The rules data as people edit them (`typed.pack`): what a pack of Saipan may say wrongly.

`load`, `export` and `check` are those of `pbem.kit.typed.pack.Packs`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from pbem.games.saipan.data.tables import COUNTER_FORM, CounterKey, SaipanData, Tables, UnitGroup
from pbem.kit.maps.hexes import HEX_FORM
from pbem.kit.maps.sheet import hexes_as_text, sheet_faults
from pbem.kit.typed.pack import Fault, Packs, Path, name_faults
from pbem.kit.typed.suggest import did_you_mean

_FIGURES = {"infantry": "3-4-8", "armour": "2-1-8", "artillery": "2-1-10/1-4"}
_WANTED = {
    HEX_FORM: "write a hex with four digits, column then row, as in 0802",
    COUNTER_FORM: ("write a counter like 3-4-8 or 2-1-10/1-4, each figure from 0 to 99"),
}

_WORDS = "to from with barrage gsp banzai for any none in all toward weakest"
"""Words of the order text (docs/games/saipan.md) that would hide a unit of that name."""


def _hexes_to_text(raw: dict[str, Any]) -> None:
    """Let hexes stand without quotes."""
    for part in ("beaches", "setup", "landing"):
        if part in raw:
            raw[part] = hexes_as_text(raw[part])


def _contradictions(data: SaipanData) -> Iterator[Fault]:
    """Yield where the data contradict themselves, and how; the first one is reported."""
    yield from sheet_faults(data.map, {kind.token for kind in data.terrain.kinds.values()})
    yield from _combat_faults(data)
    yield from _counter_faults(data)
    tokens = {kind.token: kind.cost for kind in data.terrain.kinds.values()}
    land = {
        f"{column:02d}{row:02d}"
        for row, line in enumerate(data.map.grid, 1)
        for column, token in enumerate(line.split(), 1)
        if tokens.get(token) is not None
    }
    yield from _hex_faults(("beaches", "hexes"), dict(enumerate(data.beaches.hexes)), land)
    yield from _hex_faults(("setup", "hexes"), data.setup.hexes, land)
    for name, entry in data.landing.items():
        path: Path = ("landing", name, "hexes")
        yield from _hex_faults(path, dict(enumerate(entry.hexes)), land)
        for i, number in enumerate(entry.hexes):
            if number not in data.beaches.hexes:
                yield (*path, i), f"{number} is not among the beaches; put it in both or in neither"


def _combat_faults(data: SaipanData) -> Iterator[Fault]:
    """Six rows, each with a result for each column; the columns ascend."""
    combat = data.combat
    for i, row in enumerate(combat.rows):
        if len(row) != len(combat.lowest):
            what = f"the row of die {i + 1} has {len(row)} results"
            cure = f"`lowest` has {len(combat.lowest)} columns; write one result for each"
            yield ("combat", "rows", i), f"{what}; {cure}"
    if len(combat.rows) != 6:
        yield ("combat", "rows"), f"{len(combat.rows)} rows; a die has six faces, write six rows"
    if combat.lowest[:1] != (None,):
        yield ("combat", "lowest"), "the first column has no lower limit: write null first"
    floors = combat.lowest[1:]
    for i, (low, high) in enumerate(pairwise(floors), 2):
        if low is None or high is None or low >= high:
            yield (
                ("combat", "lowest", i),
                f"{high} does not come after {low}; write the columns in ascending order",
            )


def _counter_faults(data: SaipanData) -> Iterator[Fault]:
    """Figures fit the kind of unit, a name stands once, a unit that is set up exists."""
    for side in ("us", "jp"):
        names: list[tuple[Path, str]] = []
        for i, group in enumerate(getattr(data.counters, side)):
            path: Path = ("counters", side, i)
            key = data.counters.artillery if group.kind == "artillery" else data.counters.infantry
            yield from _figure_faults((*path, "counter"), group, key)
            names += [((*path, "units", name), name) for name in group.units]
        yield from name_faults(names, _WORDS.split(), "a hex", HEX_FORM)
    japanese = [name for group in data.counters.jp for name in group.units]
    for name in data.setup.hexes:
        if name not in japanese:
            yield (
                ("setup", "hexes", name),
                f"there is no Japanese unit {name}{did_you_mean(name, japanese)}",
            )
    for name in japanese:
        if name not in data.setup.hexes:
            yield ("setup", "hexes"), f"the Japanese unit {name} has no hex; add it"


def _figure_faults(path: Path, group: UnitGroup, key: CounterKey) -> Iterator[Fault]:
    """A counter has the figures of its kind, and the unit can move."""
    figures = [int(figure) for figure in re.split("[-/]", group.counter)]
    if len(figures) != len(key.fields):
        what = f"{group.counter} is not a counter of {group.kind}"
        yield path, f"{what}, which has {', '.join(key.fields)}, as in {_FIGURES[group.kind]}"
    elif dict(zip(key.fields, figures, strict=True)).get("movement", 1) == 0:
        yield path, f"{group.counter} could never move; its movement allowance must be 1 or more"


def _hex_faults(path: Path, hexes: Mapping[Any, str], land: set[str]) -> Iterator[Fault]:
    """Every hex of a list is land, and none stands there twice."""
    seen: set[str] = set()
    for key, number in hexes.items():
        if number not in land:
            hint = did_you_mean(number, sorted(land))
            yield (*path, key), f"{number} is not a land hex of the map{hint}"
        if number in seen:
            yield (*path, key), f"{number} is in the list twice; keep one"
        seen.add(number)


PACKS = Packs(
    SaipanData,
    __package__,
    "saipan.yaml",
    faults=_contradictions,
    tables=Tables,
    wanted=_WANTED,
    ease=_hexes_to_text,
)
load, export, check = PACKS.load, PACKS.export, PACKS.check
