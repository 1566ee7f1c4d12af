"""A mailbox that is a Maildir on this machine."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from stat import S_ISREG

from pbem.agent.sender.heading import HEAD_BYTES
from pbem.agent.servers.mailbox import Arrived, GoneError, InboxError
from pbem.crypto.text import escape
from pbem.files import from_home, open_plain, read_plain
from pbem.mail.reading import MESSAGE_BYTES

LOOK_SECONDS = 1.0
_STAMP = re.compile(r"^([0-9]{9,11})\.")
_FIRST, _LAST = 0.0, 253_370_764_800.0
"""Seconds: 1970, and the year 9999; file systems have dates beyond, Python has none."""


class MaildirInbox:
    """The folders ``new`` and ``cur`` of a Maildir."""

    def __init__(self, path: Path) -> None:
        self._path = from_home(path)

    def new(self, since: datetime, seen: Callable[[str], set[str]]) -> Iterator[Arrived]:
        """Yield the messages of `Inbox.new`. Raises `InboxError`."""
        box = f"maildir {self._path}"
        known = seen(box)
        found: list[tuple[Arrived, Path]] = []
        for entry in self._files():
            # Programs move a message from new to cur and write flags after the colon.
            key = _key(entry.name)
            if key in known:  # most of a mailbox, and not worth a look at the disk
                continue
            try:
                stat = entry.stat()
            except OSError:  # moved just now: the next look finds it
                continue
            if not S_ISREG(stat.st_mode):
                continue
            at = _delivered(entry.name, stat.st_mtime)
            if at >= since:
                one = Arrived(box, key, at, stat.st_size, partial(self._load, key))
                found.append((one, Path(entry.path)))
        for one, path in sorted(found, key=lambda pair: (pair[0].at, pair[0].key)):
            head = _head(path)
            if head is not None:
                yield one._replace(head=head)

    def _files(self) -> Iterator[os.DirEntry[str]]:
        for name in ("new", "cur"):
            try:
                with os.scandir(self._path / name) as entries:
                    yield from (one for one in entries if not one.name.startswith("."))
            except OSError as error:
                raise InboxError(
                    f"pbem cannot read the Maildir {escape(str(self._path))}: {error.strerror}"
                ) from None

    def _load(self, key: str) -> bytes:
        for entry in self._files():
            if _key(entry.name) == key:
                with suppress(OSError):
                    return read_plain(Path(entry.path), MESSAGE_BYTES)
        raise GoneError(f"pbem cannot read message {escape(key)} in {escape(str(self._path))}")

    def wait(self, seconds: float) -> None:
        """Look at the folder until it changes, or for so many seconds."""
        until = time.monotonic() + seconds
        before = self._mark()
        while time.monotonic() < until and self._mark() == before:
            time.sleep(min(LOOK_SECONDS, seconds))

    def _mark(self) -> int:
        try:
            return (self._path / "new").stat().st_mtime_ns
        except OSError:
            return 0

    def close(self) -> None:
        """Nothing is held."""


def _head(path: Path) -> bytes | None:
    """Return how a message begins; nothing where it cannot be read, None where it was moved."""
    try:
        with open_plain(path) as file:
            return file.read(HEAD_BYTES)
    except FileNotFoundError:  # the next look finds it
        return None
    except OSError:  # fetching it says why
        return b""


def _key(name: str) -> str:
    """Return what a message keeps when it is moved; names need not be text."""
    return os.fsencode(name).decode("utf-8", "backslashreplace").split(":", 1)[0]


def _delivered(name: str, changed: float) -> datetime:
    """Return when a message was delivered: its name begins with that, as programs make them."""
    stamp = _STAMP.match(name)
    seconds = float(stamp[1]) if stamp else changed
    return datetime.fromtimestamp(min(max(seconds, _FIRST), _LAST), UTC)
