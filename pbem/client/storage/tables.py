"""Table files: what a module of another program has, as data for the rules called `table`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import yaml

from pbem.client.output_files import place
from pbem.client.storage.packs import show_pack
from pbem.errors import PackError
from pbem.kit.typed import strict_yaml
from pbem.log.disk import explaining, write_new
from pbem.vassal import described, reading, tables
from pbem.vassal.refusal import AREA, ModuleRefused
from pbem.vassal.tables import is_picture

LIMIT = strict_yaml.LIMIT
"""Bytes that a table file may have."""

TABLE = "table"
"""The rules that play a table file."""

Read = TypeVar("Read")

_HEAD = """\
# A table file, made by pbem from a module: names, sizes, places and numbers.
# It has no pictures and no texts of cards. You may edit it before you open a game with it.
"""


class Imported(msgspec.Struct, frozen=True):
    """A table file that was written, and what its module has.

    ``found``: what there is -> how many. ``left_out``: a line for each thing that is not there.
    """

    file: str
    size: int
    module: str
    title: str
    version: str
    setup: str
    sides: list[str]
    found: dict[str, int]
    left_out: list[str]
    others: list[str]


def import_module(module: Path, setup: str | None, out: Path | None) -> Imported:
    """Write the table file of a module's set-up.

    Args:
        module: A `.vmod` file, or a folder with the same files.
        setup: The name of a set-up; None if there is only one.
        out: The file to write, or a folder for it; None: this folder.

    Raises:
        ModuleRefused: The module, or this set-up of it, is refused; the message says why.
        PackError: The table file would be too large, or cannot be played.
        LogFileError: A file cannot be read or written.

    """
    found, name, made = _reading(module, lambda: reading.read_table(module, setup))
    data = as_yaml(made.data)
    if len(data) > LIMIT:
        made = tables.smaller(made)
        data = as_yaml(made.data)
    if len(data) > LIMIT:
        raise PackError(
            f"The table file would have {len(data):,} bytes; {LIMIT:,} are allowed. "
            "Choose a smaller set-up."
        )
    try:
        show_pack(TABLE, data)
    except PackError as error:
        raise PackError(
            f"pbem cannot make a table file of {module} that can be played. Please report this. "
            f"{error}"
        ) from None
    path = place(out, f"{tables.code(found.name, (), 'table')}.yaml")
    write_new(path, data, shared=True)
    return Imported(
        file=str(path),
        size=len(data),
        module=found.name,
        title=made.data["title"],
        version=found.version,
        setup=name,
        sides=list(made.data["sides"].values()),
        found=counts(made.data),
        left_out=[*made.left_out, *_left_out(found)],
        others=[one for one in found.setups if one != name],
    )


def read_module(module: Path) -> described.Module:
    """Read a module; raises `ModuleRefused`, whose text names the file, and `LogFileError`."""
    return _reading(module, lambda: reading.read(module))


def _reading(module: Path, read: Callable[[], Read]) -> Read:
    with explaining(module, "Reading"):
        try:
            return read()
        except ModuleRefused as error:
            raise ModuleRefused(f"{module} is refused. {error}") from None


def as_yaml(data: dict[str, Any]) -> bytes:
    """Return a table file as YAML that people can edit."""
    dumper = getattr(yaml, "CSafeDumper", yaml.SafeDumper)
    text: str = yaml.dump(
        data, Dumper=dumper, allow_unicode=True, sort_keys=False, default_flow_style=None, width=100
    )
    return (_HEAD + text).encode()


def counts(data: dict[str, Any]) -> dict[str, int]:
    """Return what a table file has: the name of each kind of thing -> how many."""
    maps = data.get("maps", {}).values()
    return {
        "maps": len(maps),
        "places": sum(len(one["places"]) for one in maps),
        "kinds of pieces": len(data.get("types", {})),
        "pieces on the maps": len(data.get("setup", {})),
        "decks": len(data.get("decks", {})),
        "cards in decks": sum(
            len(one.get(heap, ()))
            for one in data.get("decks", {}).values()
            for heap in ("cards", "discards", "removed")
        ),
        "cups": len(data.get("cups", {})),
        "dice": len(data.get("dice", {})) + len(data.get("faces", {})),
    }


def _left_out(found: described.Module) -> list[str]:
    """Return what was not read of a module, a line for each kind of thing."""
    gone = found.left_out
    lines = {
        "scripts, menus and drawing of pieces, which players do by hand": sum(gone.traits.values()),
        "traits that pbem does not know": sum(gone.unknown.values()),
        f"texts of more than {described.SHORT} characters": gone.texts,
        "programs of its own": len(gone.classes),
        "pictures that the module names and does not have": len(gone.images),
        f"pictures of more than {AREA:,} pixels, which no board shows": len(gone.large),
        "prototypes that the module names and does not have": len(gone.prototypes),
        "charts that are no pictures": sum(not is_picture(one) for one in found.charts.values()),
    }
    said = [f"{what}: {many:,}" for what, many in lines.items() if many]
    for name, one in found.setups.items():
        if one.missing:
            said.append(f"set-up {name}: its file is not in the module")
        if one.refused:
            said.append(f"set-up {name}: {one.refused}")
    return said


def imported_lines(made: Imported) -> list[str]:
    """Return what was imported, and what will be mailed."""
    width = max(len(what) for what in made.found)
    lines = [
        f"{made.title} {made.version}".rstrip(),
        f"  set-up: {made.setup}",
        f"  sides:  {', '.join(made.sides)}",
        *(f"  {what.ljust(width)} {many:6,}" for what, many in made.found.items() if many),
    ]
    if made.left_out:
        lines += ["Left out:", *(f"  {line}" for line in made.left_out)]
    if made.others:
        lines.append(f"Other set-ups: {', '.join(made.others)}")
    return [
        *lines,
        f"Wrote {made.file} ({made.size:,} bytes).",
        "Players mail this file when they open a game: names, sizes, places and numbers.",
        "Pictures and texts of cards stay in the module. Each player uses their own copy.",
    ]
