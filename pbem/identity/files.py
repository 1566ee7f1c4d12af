"""Writing a file of one's own so that it is there whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path
from secrets import token_hex

from pbem.errors import KeyFileError


def write_atomically(path: Path, data: bytes, *, overwrite: bool = False) -> None:
    """Write ``data`` to ``path`` with mode 0600; a folder that is missing is made with mode 0700.

    The bytes are on the disk under another name before they get their own, so a crash leaves the
    old file or the new one. Raises `KeyFileError` if there is a file already and ``overwrite`` is
    not given, or if the system refuses.
    """
    temporary = path.with_name(f".{path.name}.{token_hex(8)}.tmp")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            _write_new(temporary, data)
            if overwrite:
                temporary.replace(path)
            else:
                # Unlike a rename, a link never replaces a file that somebody made meanwhile.
                path.hardlink_to(temporary)
            _sync_folder(path.parent)
        finally:
            temporary.unlink(missing_ok=True)
    except FileExistsError:
        raise KeyFileError(f"{path} is there already and is not overwritten") from None
    except OSError as error:
        raise KeyFileError(f"{path} cannot be written: {error.strerror}") from None


def _write_new(path: Path, data: bytes) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    # The name is as durable as the bytes only once the folder is on the disk, where a folder can
    # be opened at all.
    if os.name == "posix":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
