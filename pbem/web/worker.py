"""The functions that the worker of a page calls: the browser's files in Python, and requests.

Only a browser imports this module.
"""

from __future__ import annotations

import errno
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pbem.web.absent  # noqa: F401 - before what asks for it
from pbem.web.boot import Page


class BrowserFile:
    """A file of the browser; its functions return -1 where the browser refuses.

    ``file``: what the worker gave for it. Otherwise as `pbem.web.journal.Medium`.
    """

    def __init__(self, file: Any) -> None:
        self._file = file

    def size(self) -> int:
        """Return how many bytes it has."""
        return int(self._file.size())

    def read(self, at: int, size: int) -> bytes:
        """Return so many bytes of it."""
        return bytes(self._file.read(at, size).to_bytes())

    def write(self, data: bytes, at: int) -> int:
        """Write bytes and return how many were written; raises OSError."""
        return _checked(self._file.write(data, at))

    def truncate(self, size: int) -> None:
        """Cut it to so many bytes; raises OSError."""
        _checked(self._file.truncate(size))

    def flush(self) -> None:
        """Put it on the disk; raises OSError."""
        _checked(self._file.flush())


def _checked(found: int) -> int:
    if found < 0:
        raise OSError(errno.ENOSPC, "the browser has no room for more, or does not write")
    return int(found)


class WorkerPage:
    """The program, with values that both languages know.

    ``path``, ``query``, ``body``: as for `pbem.web.boot.Page.ask`; a body is a JavaScript array of
    bytes.
    """

    def __init__(self, page: Page) -> None:
        self._page = page

    async def ask(self, method: str, path: str, query: str, body: Any) -> tuple[object, ...]:
        """Answer a request: status, headers, body."""
        return tuple(await self._page.ask(method, path, query, bytes(body.to_bytes())))

    async def hold(self, path: str, query: str, file: str) -> tuple[object, ...]:
        """Answer a request that brings a file of the player's, which stays where it is."""
        return tuple(await self._page.ask("POST", path, query, Path(file)))

    def mark(self, path: str) -> str:
        """Return what changes when what a board shows does."""
        return self._page.mark(path)


def begin(files: Iterable[Any]) -> WorkerPage:
    """Begin, with the two files of the journal."""
    return WorkerPage(Page([BrowserFile(file) for file in files]))
