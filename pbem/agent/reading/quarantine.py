"""What cannot be read is kept for the owner to look at, within a limit."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from pbem.identity.files import write_atomically

KEPT_BYTES = 200 << 20
"""Of quarantine and files kept."""

NO_ROOM = "there is no room in quarantine; it lies in the mailbox"


class Quarantine:
    """The folders ``quarantine`` and ``kept`` beside the book of an agent, in ``folder``."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def keep(self, data: bytes) -> str:
        """Keep a message; say where it is now."""
        path = self._folder / "quarantine" / f"{digest(data)}.eml"
        if not self.has_room(len(data)):
            return NO_ROOM
        if not path.exists():
            write_atomically(path, data)
        return f"kept as {path}"

    def has_room(self, size: int) -> bool:
        """Whether there is room for another ``size`` bytes."""
        files = [
            path for name in ("quarantine", "kept") for path in (self._folder / name).glob("*")
        ]
        return sum(path.stat().st_size for path in files) + size <= KEPT_BYTES


def digest(data: bytes) -> str:
    """Return a short name for bytes: the first 24 digits of their SHA-256."""
    return sha256(data).hexdigest()[:24]
