"""The places of another program's modules on this computer, and their pictures for one's own board.

Nothing of them is kept: a board reads pictures out of the owner's file, and shows them to its own
browser alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pbem.client.client import Client
from pbem.kit.game import Pictured
from pbem.log.disk import explaining
from pbem.vassal.tables import clean

MODULES_MOST = 500
"""So many modules are remembered, the newest ones."""
KEPT_MOST = 192 << 20
"""Once so many bytes of pictures are in memory, no more are read."""


def remember(client: Client, name: str, path: Path) -> None:
    """Remember where a module is, by its name; raises `LogFileError`.

    ``path``: its file or folder.
    """
    called, now = clean(name), str(path.absolute())
    if client.config.modules.get(called) == now:
        return
    with client.remembering() as config:
        before = [(one, file) for one, file in config.modules.items() if one != called]
        config.modules = dict([*before, (called, now)][-MODULES_MOST:])


def module_of(client: Client, pictured: Pictured) -> Path | None:
    """Return the file of the module that a game names; None if it is not here."""
    file = client.config.modules.get(pictured.module)
    path = None if file is None else Path(file)
    return path if path is not None and path.exists() else None


class OwnPictures:
    """The pictures of one game, out of its owner's file: read some at a time, and kept in memory.

    Args:
        pictured: The pictures that the game has.
        path: The owner's module.
    """

    def __init__(self, pictured: Pictured, path: Path) -> None:
        self.path = path
        self._left = dict.fromkeys(pictured.names)
        self._here: dict[str, bytes] = {}
        self._bytes = 0

    def ready(self, name: str) -> bytes | None:
        """Return a picture that was read already; nothing (b"") if there is none of this name.

        None if it is still to be read.
        """
        none = None if name in self._left and self._bytes < KEPT_MOST else b""
        return self._here.get(name, none)

    def read(self, name: str) -> bytes | None:
        """Return a picture; of the others, as many as there is room for are read with it.

        None if the module does not have it, or there is no room.

        Raises:
            ModuleRefused: pbem does not read this module.
            LogFileError: The file cannot be read.
        """
        if self.ready(name) is None:
            self._add([name, *(one for one in self._left if one != name)])
        return self._here.get(name)

    def together(self, names: Sequence[str]) -> tuple[dict[str, bytes], list[str]]:
        """Return the first of several pictures, as many as are read at a time.

        Returns:
            The pictures that the module has, by name, and the names of those that had no room.

        Raises:
            ModuleRefused: pbem does not read this module.
            LogFileError: The file cannot be read.
        """
        from pbem.vassal.reading import TOGETHER_MOST  # noqa: PLC0415 - most commands read none

        if unread := [name for name in names if self.ready(name) is None]:
            self._add(unread)
        found, later, room = dict[str, bytes](), list[str](), TOGETHER_MOST
        for name in dict.fromkeys(names):
            data = self.ready(name)
            if data is None or (found and len(data) > room):
                later.append(name)
            elif data:
                found[name] = data
                room -= len(data)
        return found, later

    def any(self) -> bool:
        """Whether the module has any of them; raises as `read` does."""
        while self._left and not self._here:
            self._add(list(self._left))
        return bool(self._here)

    def _add(self, names: list[str]) -> None:
        from pbem.vassal import reading  # noqa: PLC0415 - most commands read no module

        with explaining(self.path, "Reading"):
            found = reading.read_pictures(self.path, names)
        self._here |= found.pictures
        self._bytes += sum(map(len, found.pictures.values()))
        read = {*names} - {*found.later}
        self._left = dict.fromkeys(name for name in self._left if name not in read)
