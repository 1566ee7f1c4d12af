"""What only one player knows: sealed choices and their salts, in that player's own file.

No function that digests, prompts, lists or reports to others imports this module.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import msgspec

from pbem.errors import KeyFileError
from pbem.log.disk import sync_directory, told


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
            return msgspec.json.decode(self.path.read_bytes(), type=list[Secret])
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
        with told(self.path, "Writing"):
            self._put(secret)

    def _put(self, secret: Secret) -> None:
        from filelock import FileLock  # noqa: PLC0415 - who only reads needs no lock

        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        new = self.path.with_name(self.path.name + ".new")
        with FileLock(f"{self.path}.lock"):
            descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(descriptor, "wb") as file:
                file.write(msgspec.json.encode([*self.secrets(), secret]))
                file.flush()
                os.fsync(file.fileno())
            new.replace(self.path)
            sync_directory(self.path.parent)
