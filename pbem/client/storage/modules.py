"""The places of another program's modules on this computer, and their pictures for one's own board.

Nothing of them is kept: a board reads pictures out of the owner's file, and shows them to its own
browser alone.
"""

from __future__ import annotations

from pathlib import Path

from pbem.client.client import Client
from pbem.kit.game import Pictured
from pbem.log.disk import explaining
from pbem.vassal.tables import clean

MODULES_MOST = 500
"""So many modules are remembered, the newest ones."""


def remember(client: Client, name: str, path: Path) -> None:
    """Remember where a module is; raises `LogFileError`."""
    called, now = clean(name), str(path.absolute())
    if client.config.modules.get(called) == now:
        return
    before = {one: file for one, file in client.config.modules.items() if one != called}
    client.config.modules = dict([*before.items(), (called, now)][-MODULES_MOST:])
    client.save_config()


def module_of(client: Client, pictured: Pictured) -> Path | None:
    """Return the file of the module that a game names; None if it is not here."""
    file = client.config.modules.get(pictured.module)
    path = None if file is None else Path(file)
    return path if path is not None and path.exists() else None


def pictures(path: Path, pictured: Pictured) -> dict[str, bytes]:
    """Return the pictures of a game that its owner's module has.

    Raises:
        ModuleRefused: pbem does not read this module.
        LogFileError: The file cannot be read.
    """
    from pbem.vassal import reading  # noqa: PLC0415 - inside a browser nothing reads XML

    with explaining(path, "Reading"):
        return reading.read_pictures(path, pictured.names)
