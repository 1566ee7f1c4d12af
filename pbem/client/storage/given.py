"""Modules that a person chooses on a page: kept whole in their home, and read by its games.

A page does not say where a file lies on the disk, so the lobby gets its bytes. The version in a
browser gets the file itself, and keeps none.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory
from typing import BinaryIO

import msgspec

from pbem.client.client import Client, NotFound
from pbem.client.storage.modules import OwnPictures, remember
from pbem.client.storage.packs import Pack, check_pack
from pbem.client.storage.tables import TABLE, Imported, import_module
from pbem.crypto.text import escape
from pbem.errors import FormError, PbemError
from pbem.files import MIB, inodes, make_folder, require_own_folder, writing
from pbem.kit.game import Pictured
from pbem.log.disk import explaining
from pbem.system import sync, sync_directory
from pbem.vassal.tables import clean

FOLDER = "modules"
"""The folder of a home with modules that were chosen on a page."""
MOST = 512 * MIB
"""Bytes that such a module may have; large ones have 90 MiB."""
SUFFIX, UNFINISHED = ".vmod", ".tmp"
OLD = 24 * 3600
"""Seconds since the last byte came, after which nobody writes an unfinished file any more."""


class Given(msgspec.Struct, frozen=True):
    """A module that was chosen.

    - ``module``: Its name; ``setups``: the set-ups that a new game may have.
    - ``games``: The games that show its pictures.
    - ``lines``: Sentences about it.
    """

    module: str
    setups: list[str]
    games: list[str]
    lines: list[str]


class Arriving:
    """A module on its way into the home.

    Args:
        path: The unfinished file.
        file: The same, open.
    """

    def __init__(self, path: Path, file: BinaryIO) -> None:
        self._path = path
        self._file = file
        self._digest = hashlib.sha256()

    def add(self, data: bytes) -> None:
        """Add the next bytes; raises `LogFileError`."""
        self._digest.update(data)
        with explaining(self._path.parent, "Writing"):
            self._file.write(data)

    def whole(self) -> Path:
        """Give the file its name, once all of it is on the disk; raises `LogFileError`."""
        path = self._path.with_name(f"{self._digest.hexdigest()}{SUFFIX}")
        with explaining(self._path.parent, "Writing"):
            self._file.flush()
            sync(self._file)
            self._file.close()  # not every system renames an open file
            self._path.replace(path)
            sync_directory(path.parent)
        return path


@contextmanager
def arriving(client: Client) -> Iterator[Arriving]:
    """Take a module in. It is there whole once it has a name, and else leaves nothing.

    Raises:
        LogFileError: The disk refuses.
    """
    folder = client.folder / FOLDER
    require_own_folder(folder)
    path = folder / f"{token_hex(8)}{UNFINISHED}"
    with explaining(folder, "Writing"):
        make_folder(folder)
        _sweep_unfinished(folder)
        file = writing(path, new=True)
    try:
        with file:
            yield Arriving(path, file)
    finally:
        path.unlink(missing_ok=True)


def _sweep_unfinished(folder: Path) -> None:
    """Remove what programs left that were ended: another lobby may write the newer ones now."""
    for name in inodes(folder, UNFINISHED):
        path = folder / name
        with suppress(FileNotFoundError):  # another lobby has named or removed it
            if time.time() - path.stat().st_mtime > OLD:
                path.unlink()


def sweep(client: Client) -> None:
    """Remove the modules that were chosen on a page and that no game shows any more."""
    folder, used = client.folder / FOLDER, set(client.config.modules.values())
    for name in inodes(folder, SUFFIX):
        if str((folder / name).absolute()) not in used:
            (folder / name).unlink(missing_ok=True)


def take(client: Client, file: Path, games: Mapping[str, Pictured], only: str = "") -> Given:
    """Show the pictures of a module from now on, in the games that were made from it.

    Another version of the module serves too, if it has any of the pictures.

    Args:
        client: The client.
        file: The module.
        games: The games that have pictures in modules.
        only: The game for which it was chosen; empty: any that names it.

    Raises:
        FormError: The module has no picture of the game for which it was chosen.
        ModuleRefused: pbem does not read this module.
        LogFileError: The file cannot be read.
    """
    from pbem.vassal import reading  # noqa: PLC0415 - half of a second, and few commands need it

    with explaining(file, "Reading"):
        label = reading.read_label(file)
    name, lines, shown = clean(label.name), list[str](), list[str]()
    for game, wanted in games.items():
        if game != only and (only or wanted.module != name):
            continue
        if wanted.build != label.build:
            if not OwnPictures(wanted, file).any():
                raise FormError(
                    f"This file has none of the pictures of {game}. Choose your file of "
                    f"{wanted.module}"
                )
            lines.append(
                f"{game} was made from another file of {wanted.module} (version "
                f"{wanted.version or 'unknown'}; yours: {escape(label.version) or 'unknown'}). "
                "Pictures with the same names are shown."
            )
        name = wanted.module
        shown.append(game)
    remember(client, name, file)
    if shown:
        lines.insert(0, f"The board shows the pictures of {name} in {', '.join(shown)}.")
    return Given(name, label.setups, shown, lines)


def made_table(client: Client, module: str, setup: str) -> tuple[Imported, Pack]:
    """Make the table file of a module that was chosen, and keep it for new games.

    ``module``, ``setup``: their names.

    Raises:
        NotFound: No such module was chosen here.
        ModuleRefused: The module, or this set-up of it, is refused.
        PackError: The table file would be too large, or cannot be played.
        LogFileError: A file cannot be read or written.
    """
    file = client.config.modules.get(module)
    if file is None or not Path(file).exists():
        raise NotFound(f"The module '{escape(module)}' is not here any more. Choose its file again")
    with TemporaryDirectory() as folder:
        try:
            made = import_module(Path(file), setup, Path(folder) / "table.yaml")
            return made, check_pack(client, Path(made.file), TABLE)
        except PbemError as error:
            raise type(error)(str(error).replace(file, "This module")) from None
