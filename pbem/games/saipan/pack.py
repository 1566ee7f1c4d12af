"""The rules data as people edit them: one YAML file, the module's own or an owner's.

A pack that cannot be played with is refused with the file's line, the field, what is wrong with it
and what would be right: whoever types a combat table in from paper will slip somewhere.
"""

from __future__ import annotations

import pkgutil
import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any, NoReturn, get_args

import msgspec

from pbem.errors import FormError, PackError
from pbem.games.saipan.data import (
    Code,
    CounterField,
    CounterKey,
    Kind,
    SaipanData,
    Tables,
    UnitGroup,
)
from pbem.kit import strict_yaml
from pbem.kit.suggest import did_you_mean

Path = tuple[str | int, ...]

OWN = "data/saipan.yaml"
_HEX = re.compile(r"[0-9]{4}")
_FIGURES = {"infantry": "3-4-8", "armour": "2-1-8", "artillery": "2-1-10/1-4"}
_WANTED = {
    "^[0-9]{4}$": "a hex is four digits, column then row, as in 0802",
    "^[0-9]{1,2}([-/][0-9]{1,2}){2,5}$": (
        "a counter reads like 3-4-8 or 2-1-10/1-4, each figure from 0 to 99"
    ),
    "^[0-9A-Za-z][0-9A-Za-z/.-]{0,15}$": (
        "a unit's name has letters, digits, / . and -, no spaces, at most 16 signs"
    ),
}


def load(pack: bytes | None = None, *, name: str = "the pack") -> SaipanData:
    """Return the rules data: the module's own, or those of an owner's ``pack``.

    ``name`` is the file's name for messages. Raises `PackError` with line, field and cure.
    """
    if pack is None:
        return _convert(export(), OWN)
    return check(pack, name=name)


def export() -> bytes:
    """Return the module's own data as a pack, with the remarks that help to edit it."""
    own = pkgutil.get_data(__package__, OWN)
    if own is None:  # pragma: no cover - the file belongs to the package
        raise PackError(f"{OWN} is missing; install pbem again")
    return own


def check(pack: bytes, *, name: str = "the pack") -> SaipanData:
    """Return the data of a pack after every check that the tables of a game would make.

    Raises `PackError`.
    """
    data = _convert(pack, name)
    for path, what in _contradictions(data):
        _refuse(pack, name, path, what)
    try:
        Tables(data)
    except PackError as error:
        words = re.findall(r"[A-Za-z0-9]+", str(error))
        path = tuple(words[:1]) if words and words[0] in SaipanData.__struct_fields__ else ()
        _refuse(pack, name, path, str(error))
    return data


def _convert(pack: bytes, name: str) -> SaipanData:
    try:
        raw = strict_yaml.read(pack, name=name)
    except FormError as error:
        raise PackError(str(error)) from None
    if not isinstance(raw, dict):
        raise PackError(f"{name}: a pack begins with `map:`; start from an exported one")
    _hexes_to_text(raw)
    try:
        return msgspec.convert(raw, SaipanData)
    except msgspec.ValidationError as error:
        path, what = _culprit(raw, error)
        _refuse(pack, name, path, what)


def _hexes_to_text(raw: dict[str, Any]) -> None:
    """Let hexes stand without quotes: 0802 reads as text anyway, 1203 as a number."""
    landing = raw.get("landing")
    lists = [raw.get("beaches"), raw.get("setup")]
    lists += landing.values() if isinstance(landing, dict) else []
    for entry in lists:
        hexes = entry.get("hexes") if isinstance(entry, dict) else None
        places: Any = hexes.items() if isinstance(hexes, dict) else enumerate(hexes or ())
        if isinstance(hexes, dict | list):
            for key, number in list(places):
                if isinstance(number, int) and not isinstance(number, bool):
                    hexes[key] = str(number)


def _refuse(pack: bytes, name: str, path: Path, what: str) -> NoReturn:
    """Raise the error about the value at ``path``."""
    place = strict_yaml.locate(pack, path)
    where = f"{name}, {place}" if place is not None else name
    field = ".".join(str(step + 1) if isinstance(step, int) else step for step in path)
    raise PackError(f"{where}{f' ({field})' if field else ''}: {what}") from None


def _culprit(raw: dict[str, Any], error: msgspec.ValidationError) -> tuple[Path, str]:
    """Return where and what the first value of the wrong form is, in words for a person.

    msgspec does not say which key of a mapping is to blame; leaving all but one out does.
    """
    what, _, where = str(error).partition(" - at ")
    path: Path = ()
    for field, index in re.findall(r"\.([A-Za-z0-9_]+)|\[([0-9]+|\.\.\.)\]", where):
        if index == "...":
            path = (*path, _blamed_key(raw, path, str(error)))
        else:
            path = (*path, field or int(index))
    if where.startswith("`key` in "):
        key = _blamed_key(raw, path, str(error))
        return (*path, key), _in_words(what, key, path)
    if unknown := re.fullmatch(r"Object contains unknown field `(.*)`", what):
        hint = did_you_mean(unknown[1], _known_fields(path))
        return (
            *path,
            unknown[1],
        ), f"there is no field `{unknown[1]}` here{hint or '; leave it out'}"
    return path, _in_words(what, _at(raw, path), path)


def _blamed_key(raw: dict[str, Any], path: Path, message: str) -> str:
    mapping = _at(raw, path)
    for key in list(mapping):
        try:
            msgspec.convert(_replaced(raw, path, {key: mapping[key]}), SaipanData)
        except msgspec.ValidationError as error:
            if str(error) == message:
                return str(key)
    return str(next(iter(mapping)))  # pragma: no cover - one of them was to blame


def _at(raw: Any, path: Path) -> Any:
    """Return the value at ``path``."""
    for step in path:
        raw = raw[step]
    return raw


def _replaced(raw: Any, path: Path, value: Any) -> Any:
    """Return ``raw`` with another value at ``path``, copied as far as the path goes."""
    if not path:
        return value
    copy = raw.copy()
    copy[path[0]] = _replaced(raw[path[0]], path[1:], value)
    return copy


def _in_words(what: str, value: Any, path: Path) -> str:
    """Return what is wrong with a value, and what would be right."""
    if missing := re.fullmatch(r"Object missing required field `(.*)`", what):
        return f"`{missing[1]}` is missing here; add it as in an exported pack"
    for pattern, wanted in _WANTED.items():
        if pattern in what:
            return f"{value!r}: {wanted}"
    if what.startswith("Invalid enum value"):
        return f"{value!r} is not among the words allowed: {_words_allowed(path)}"
    if limit := re.fullmatch(r"Expected `int` ([<>]=) (-?[0-9]+)", what):
        return f"{value!r} is out of range; it must be {limit[1]} {limit[2]}"
    kinds = {"int": "a whole number", "str": "text", "array": "a list", "object": "a mapping"}
    wanted = re.sub(r"[a-z]+", lambda m: kinds.get(m[0], m[0]), what.replace("`", ""))
    wanted = wanted.replace(" | ", " or ")
    return f"{value!r}: {wanted.replace('Expected', 'expected')}"


def _known_fields(path: Path) -> tuple[str, ...]:
    """Return the field names that may stand at ``path``, as the module's own data have them."""
    here: Any = strict_yaml.read(export())
    for step in path:
        if isinstance(here, dict):
            here = here.get(step, next(iter(here.values())))
        elif isinstance(here, list) and here:
            here = here[0]
    return tuple(here) if isinstance(here, dict) else ()


def _words_allowed(path: Path) -> str:
    if "rows" in path:
        return ", ".join(get_args(Code))
    if "fields" in path:
        return ", ".join(get_args(CounterField))
    if "kind" in path:
        return ", ".join(get_args(Kind))
    return "even, odd" if "low_columns" in path else "H1, H2, H3"


def _contradictions(data: SaipanData) -> Iterator[tuple[Path, str]]:
    """Yield where the data contradict themselves, and how; the first one is told."""
    yield from _map_faults(data)
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
                yield (*path, i), f"{number} is not among the beaches; put it in both or none"


def _map_faults(data: SaipanData) -> Iterator[tuple[Path, str]]:
    """Every row has its columns, every symbol its terrain."""
    sheet = data.map
    tokens = {kind.token for kind in data.terrain.kinds.values()}
    for row, line in enumerate(sheet.grid):
        symbols = line.split()
        for column, token in enumerate(symbols, 1):
            if token not in tokens:
                what = (
                    f"row {row + 1:02d}, column {column:02d}: no terrain has the symbol {token!r}"
                )
                yield ("map", "grid", row), f"{what}; there are {' '.join(sorted(tokens))}"
        if len(symbols) != sheet.columns:
            what = f"row {row + 1:02d} has {len(symbols)} symbols for {sheet.columns} columns"
            yield ("map", "grid", row), f"{what}; write one for each, with blanks between"
    if len(sheet.grid) != sheet.rows:
        yield (
            ("map", "grid"),
            f"{len(sheet.grid)} lines for {sheet.rows} rows; write one line for each row",
        )
    for number in sheet.places:
        column, row = int(number[:2]), int(number[2:])
        if not (1 <= column <= sheet.columns and 1 <= row <= sheet.rows):
            yield ("map", "places", number), f"{number} is off the map"


def _combat_faults(data: SaipanData) -> Iterator[tuple[Path, str]]:
    """Six rows, each with a result for each column; the columns ascend."""
    combat = data.combat
    for i, row in enumerate(combat.rows):
        if len(row) != len(combat.lowest):
            what = f"the row of die {i + 1} has {len(row)} results"
            cure = f"`lowest` names {len(combat.lowest)} columns; write one result for each"
            yield ("combat", "rows", i), f"{what}; {cure}"
    if len(combat.rows) != 6:
        yield ("combat", "rows"), f"{len(combat.rows)} rows; a die has six faces, write six rows"
    if combat.lowest[:1] != (None,):
        yield ("combat", "lowest"), "the first column is open below: write null first"
    floors = combat.lowest[1:]
    for i, (low, high) in enumerate(pairwise(floors), 2):
        if low is None or high is None or low >= high:
            yield (
                ("combat", "lowest", i),
                f"{high} does not come after {low}; the columns ascend from left to right",
            )


def _counter_faults(data: SaipanData) -> Iterator[tuple[Path, str]]:
    """Figures fit the kind of unit, a name stands once, a unit that is set up exists."""
    for side in ("us", "jp"):
        seen: set[str] = set()
        for i, group in enumerate(getattr(data.counters, side)):
            path: Path = ("counters", side, i)
            key = data.counters.artillery if group.kind == "artillery" else data.counters.infantry
            yield from _figure_faults((*path, "counter"), group, key)
            for name in group.units:
                if name.casefold() in seen:
                    yield (*path, "units", name), f"the unit {name} stands here twice; keep one"
                if _HEX.fullmatch(name):
                    what = f"{name} would be read as a hex; add a letter, a dash or a stroke"
                    yield (*path, "units", name), what
                seen.add(name.casefold())
    names = [name for group in data.counters.jp for name in group.units]
    for name in data.setup.hexes:
        if name not in names:
            yield ("setup", "hexes", name), f"no Japanese unit {name}{did_you_mean(name, names)}"
    for name in names:
        if name not in data.setup.hexes:
            yield ("setup", "hexes"), f"the Japanese unit {name} has no hex; add it"


def _figure_faults(path: Path, group: UnitGroup, key: CounterKey) -> Iterator[tuple[Path, str]]:
    """A counter has the figures of its kind, and the unit can move."""
    figures = [int(figure) for figure in re.split("[-/]", group.counter)]
    if len(figures) != len(key.fields):
        what = f"{group.counter} is no counter of {group.kind}"
        yield path, f"{what}, which has {', '.join(key.fields)}, as in {_FIGURES[group.kind]}"
    elif dict(zip(key.fields, figures, strict=True)).get("movement", 1) == 0:
        yield path, f"{group.counter} could never move; a movement allowance is 1 at least"


def _hex_faults(path: Path, hexes: Mapping[Any, str], land: set[str]) -> Iterator[tuple[Path, str]]:
    """Every hex of a list is land, and none stands there twice."""
    seen: set[str] = set()
    for key, number in hexes.items():
        if number not in land:
            hint = did_you_mean(number, sorted(land))
            yield (*path, key), f"{number} is no land hex of the map{hint}"
        if number in seen:
            yield (*path, key), f"{number} is in the list a second time; keep one"
        seen.add(number)
