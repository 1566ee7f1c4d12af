"""Writing a file of one's own so that it is there whole or not at all, and keeping former ones.

The former content of a file is kept as ``NAME.1``, ``NAME.2``, ... beside it. A handle may have
dots in it, so the number stands after everything else: ``ann.1.key`` would be the key file of
``ann.1``.
"""

from __future__ import annotations

from pathlib import Path

from pbem.errors import KeyFileError
from pbem.files import make_folder, read_plain, writing
from pbem.system import name_new, sync, sync_directory

KEPT_BYTES = 8_192
"""Neither a key file nor a card is longer."""


def write_atomically(path: Path, data: bytes, *, overwrite: bool = False) -> None:
    """Write a file with mode 0600; a missing folder is made with mode 0700.

    The bytes are on the disk under another name before they get their own. A crash leaves the old
    file or the new one.

    Args:
        path: The file.
        data: Its bytes.
        overwrite: Replace a file that is there.

    Raises:
        KeyFileError: There is a file already, or the system refuses.
    """
    from secrets import token_hex  # noqa: PLC0415 - most commands write nothing

    temporary = path.with_name(f".{path.name}.{token_hex(8)}.tmp")
    try:
        make_folder(path.parent)
        try:
            _write_new(temporary, data)
            if overwrite:
                temporary.replace(path)
            else:
                name_new(temporary, path)
            sync_directory(path.parent)
        finally:
            temporary.unlink(missing_ok=True)
    except FileExistsError:
        raise KeyFileError(f"{path} already exists, and pbem does not overwrite it.") from None
    except OSError as error:
        raise KeyFileError(f"{path} cannot be written: {error.strerror}.") from error


def formers(path: Path) -> list[Path]:
    """Return what `keep_former` kept of ``path``, the newest first."""
    from glob import escape  # noqa: PLC0415 - who lists names has no use for it

    begin = f"{path.name}."
    kept = [
        (int(number), other)
        for other in path.parent.glob(f"{escape(path.name)}.*")
        if (number := other.name.removeprefix(begin)) != other.name
        and number.isascii()
        and number.isdecimal()
    ]
    return [other for _, other in sorted(kept, reverse=True)]


def keep_former(path: Path) -> Path:
    """Keep the file ``path`` as it is now under the next number; return the path of the copy.

    No copy is ever overwritten. Kept once more before it was changed, it is one copy: so a crash
    between keeping and changing leaves nothing. Raises `KeyFileError`.
    """
    try:
        data = read_plain(path, KEPT_BYTES, own=True)
        before = formers(path)
        if before and read_plain(before[0], KEPT_BYTES, own=True) == data:
            return before[0]
    except OSError as error:
        raise KeyFileError(f"{path} cannot be read: {error.strerror}.") from error
    last = int(before[0].name.rpartition(".")[2]) if before else 0
    kept = path.with_name(f"{path.name}.{last + 1}")
    write_atomically(kept, data)
    return kept


def _write_new(path: Path, data: bytes) -> None:
    with writing(path, new=True) as file:
        file.write(data)
        sync(file)
