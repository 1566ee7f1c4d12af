"""The parts of the data as rows of charts: every value, with its paragraph and its provenance."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from pbem.kit.charts import Row, cell, row
from pbem.kit.hexgame.data.terms import Part

COLUMNS = ("what", "paragraph", "value")


def part_rows(name: str, part: Part) -> Iterator[Row]:
    """Yield a row for each value of a part, called ``name``; parts inside it have other rows."""
    for field in part.__struct_fields__:
        value = getattr(part, field)
        if field in {"provenance", "paragraph"} or _is_nested(value) or value in (None, "", ()):
            continue
        if isinstance(value, dict):
            for key, one in value.items():
                yield row(part.provenance, f"{name}, {field} {key}", part.paragraph, spelled(one))
        else:
            yield row(part.provenance, f"{name}, {field}", part.paragraph, spelled(value))
    if all(field in {"provenance", "paragraph"} for field in part.__struct_fields__):
        yield row(part.provenance, name, part.paragraph, "in this game")


def _is_nested(value: object) -> bool:
    """Say whether a value is made of parts."""
    if isinstance(value, dict):
        return any(isinstance(one, msgspec.Struct) for one in value.values())
    if isinstance(value, tuple):
        return any(isinstance(one, msgspec.Struct | tuple) for one in value)
    return isinstance(value, msgspec.Struct)


def spelled(value: object) -> str:
    """Return a value as it stands in a chart; the entries of a list with spaces between."""
    return " ".join(map(cell, value)) if isinstance(value, tuple) else cell(value)


def filled(value: str) -> str:
    """Return a cell that is not empty."""
    return value or "-"
