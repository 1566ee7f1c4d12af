"""The verdicts on kept logs, and what a deep log does, on either side."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import msgspec

from pbem.api.logs import verify
from pbem.errors import PbemError


def verdicts(folder: Path, names: Iterable[str]) -> dict[str, object]:
    """Return the verdict on each log at level 3, or the error, without paths."""
    return {name: _verdict(folder / name) for name in names}


def _verdict(path: Path) -> object:
    try:
        found = msgspec.to_builtins(verify(path))
    except PbemError as error:
        return f"{type(error).__name__}: {error}".replace(str(path), path.name)
    del found["path"]
    return found
