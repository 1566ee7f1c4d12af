"""Unreadable mail is kept for the owner to look at, within a limit."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from pbem.identity.files import write_atomically

KEPT_BYTES = 100 << 20
"""The limit of quarantine, and also of files kept: unreadable mail takes no room from readable
mail."""

NO_ROOM = "there is no room to store it, so it stays in the mailbox"


class Quarantine:
    """The folders ``quarantine`` and ``kept`` beside the agent database, in ``folder``."""

    def __init__(self, folder: Path) -> None:
        self._quarantine = folder / "quarantine"
        self.kept = folder / "kept"

    def keep(self, data: bytes) -> str:
        """Keep a message; say where it is now."""
        path = self._quarantine / f"{digest(data)}.eml"
        if not _has_room(self._quarantine, len(data)):
            return NO_ROOM
        if not path.exists():
            write_atomically(path, data)
        return f"stored as {path}"

    def has_room(self, size: int) -> bool:
        """Whether there is room for files of another ``size`` bytes."""
        return _has_room(self.kept, size)


def _has_room(folder: Path, size: int) -> bool:
    return sum(path.stat().st_size for path in folder.glob("*")) + size <= KEPT_BYTES


def digest(data: bytes) -> str:
    """Return a short name for bytes: the first 24 digits of their SHA-256."""
    return sha256(data).hexdigest()[:24]
