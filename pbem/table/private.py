"""What only one player knows: sealed choices and their salts, in that player's own file.

No function that digests, prompts, lists or reports to others imports this module.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import msgspec

from pbem.errors import KeyFileError
from pbem.files import make_folder, read_plain, sync_directory, writing
from pbem.log.disk import explaining

BYTES_MOST = 16 << 20
"""Of one player's secrets in one game: each is an order."""


class Secret(msgspec.Struct, frozen=True):
    """A sealed choice: the order it stands for, the salt and the commitment, 64 hex digits each."""

    label: str
    salt: str
    value: dict[str, Any]
    commit: str


class PrivateFile:
    """The secrets of one player in one game, in ``path`` (mode 0600)."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def secrets(self) -> list[Secret]:
        """Return every secret, oldest first; raises KeyFileError if the file was damaged."""
        if not self.path.exists():
            return []
        try:
            data = read_plain(self.path, BYTES_MOST, own=True)
            return msgspec.json.decode(data, type=list[Secret])
        except msgspec.DecodeError as error:
            raise KeyFileError(
                f"{self.path} has been damaged ({error}): restore it from a copy, or the sealed "
                "choice cannot be opened"
            ) from None

    def find(self, label: str, commit: str) -> Secret:
        """Return the secret behind a commitment; raises KeyFileError if there is none.

        The label alone would not do: a choice may have been sealed, taken back and sealed again.
        """
        for secret in self.secrets():
            if (secret.label, secret.commit) == (label, commit):
                return secret
        raise KeyFileError(
            f"the sealed '{label}' is not in {self.path}: it was sealed on another machine; "
            "copy the file from there"
        )

    def add(self, secret: Secret) -> None:
        """Keep a secret; it is on disk when this returns. Raises `LogFileError`."""
        with explaining(self.path, "Writing"):
            self._put(secret)

    def _put(self, secret: Secret) -> None:
        from filelock import FileLock  # noqa: PLC0415 - who only reads needs no lock

        make_folder(self.path.parent)
        new = self.path.with_name(self.path.name + ".new")
        with FileLock(f"{self.path}.lock", mode=0o600):
            with writing(new) as file:
                file.write(msgspec.json.encode([*self.secrets(), secret]))
                file.flush()
                os.fsync(file.fileno())
            new.replace(self.path)
            sync_directory(self.path.parent)
