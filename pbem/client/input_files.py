"""Files that a person names, which may not be there."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from pbem.client.client import NotFound
from pbem.crypto.text import escape
from pbem.files import real_path
from pbem.kit.typed.suggest import nearest

SHOWN = 3


def found(path: Path) -> Path:
    """Return a path that is there; raises NotFound with the files that were meant, perhaps."""
    if path.exists():
        return path
    if path.is_symlink():
        raise NotFound(f"{escape(str(path))} is a link that leads to itself, or to no file")
    folder = path.parent
    if not folder.is_dir():
        raise NotFound(f"There is no folder {escape(str(folder))}, so no {escape(path.name)} in it")
    there = [one for one in folder.iterdir() if not one.name.startswith(".")]
    near = _like(path.name, there)
    also = f". Perhaps you mean: {', '.join(escape(name) for name in near)}" if near else ""
    raise NotFound(f"There is no {escape(path.name)} in {escape(str(real_path(folder)))}{also}")


def _like(name: str, there: Iterable[Path]) -> list[str]:
    """Return the names like ``name``, newest first: an ending more, less or other, or a slip."""
    files = {one.name: one for one in there}
    stem = _stem(name)
    like = {other for other in files if _stem(other) == stem} | set(nearest(name, files))
    return sorted(like, key=lambda other: -files[other].lstat().st_mtime)[:SHOWN]


def _stem(name: str) -> str:
    """Return a name without endings, and without the number of a copy that browsers add."""
    return name.casefold().partition(".")[0].partition(" (")[0]
