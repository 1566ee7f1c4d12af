"""Files to mail, in a folder that a person names."""

from __future__ import annotations

from pathlib import Path

from pbem.errors import LogFileError


def place(to: Path | None, name: str) -> Path:
    """Return where a file is written: ``to`` itself, or ``name`` in it if it is a folder.

    ``to`` None is the folder where one is. Every file for the mail has an ending. So a path without
    one that does not exist is a missing folder: raises `LogFileError`.
    """
    path = to or Path()
    if path.is_dir():
        return path / name
    if not path.suffix and not path.exists():
        raise LogFileError(f"{path} is not a folder. Create it, or name another one with --to")
    return path
