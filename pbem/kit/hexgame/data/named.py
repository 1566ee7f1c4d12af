"""Names in the data: whether they exist, and every paragraph with its place."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import msgspec

from pbem.kit.hexgame.data.forms import HexData
from pbem.kit.typed.pack import Fault, Path
from pbem.kit.typed.suggest import did_you_mean


def unknown(path: Path, name: str, known: Collection[str], what: str) -> Iterator[Fault]:
    """Yield a fault if a name is none of those that are known; ``what`` it should name."""
    if name not in known:
        hint = did_you_mean(name, known) or f"; write one of {', '.join(known)}"
        yield path, f"there is no {what} {name}{hint}"


def named(data: HexData) -> Iterator[tuple[Path, str]]:
    """Yield the place of every paragraph that the data name, and the paragraph."""
    yield ("about", "sequence"), data.about.sequence
    yield from _named_in((), data)


def _named_in(path: Path, value: object) -> Iterator[tuple[Path, str]]:
    if isinstance(value, msgspec.Struct):
        for field in value.__struct_fields__:
            one = getattr(value, field)
            if field == "paragraph" and one:
                yield (*path, field), one
            elif field not in {"paragraphs", "rulings", "glossary"}:
                yield from _named_in((*path, field), one)
    elif isinstance(value, dict):
        for key, one in value.items():
            yield from _named_in((*path, key), one)
    elif isinstance(value, tuple):
        for i, one in enumerate(value):
            yield from _named_in((*path, i), one)
