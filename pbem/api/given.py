"""Read the files that a caller names."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TypeAlias

from pbem.errors import PackError
from pbem.files import read_plain
from pbem.games import registry
from pbem.kit.typed import strict_yaml
from pbem.log.disk import explaining
from pbem.play import fence
from pbem.table.library import Library, data_digest

AnyPath: TypeAlias = str | os.PathLike[str]
"""A path as Python's own functions take it."""


def read_pack(path: AnyPath) -> bytes:
    """Return the bytes of a pack.

    Raises:
        LogFileError: The file cannot be read.
    """
    place = Path(path)
    with explaining(place, "Reading"):
        return read_plain(place, strict_yaml.LIMIT)


def library_with(packs: Iterable[Path]) -> Library:
    """Return the rules of this release, and data packs by the digests that logs name.

    Args:
        packs: The files of the data packs.

    Raises:
        PackError: A file is not a data pack of any game.
        LogFileError: A file cannot be read.
    """
    known: dict[str, bytes] = {}
    for path in packs:
        data = read_pack(path)
        digests = _digests(data)
        if not digests:
            raise PackError(
                f"{path} is not a data pack of {' or '.join(registry.names())}. "
                "'pbem pack check FILE' says why."
            )
        known |= dict.fromkeys(digests, data)
    return Library(registry.find, known.get)


def _digests(data: bytes) -> list[str]:
    """Return the digest of a pack for each version of the rules that can load it."""
    found = []
    for name, version in registry.versions():
        rules = registry.find(name, version)
        assert rules is not None  # noqa: S101 - the registry has what it lists
        try:
            found.append(data_digest(fence.asked(rules, "data", data)))
        except PackError:
            continue
    return found
