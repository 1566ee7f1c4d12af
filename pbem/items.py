"""Isolates one item of a batch, so that its failure does not stop the rest.

An item is a game in a round, a mail, an exhibit, an entry, a log, a request: one of many that come
from different people. `item` turns every error that nobody foresaw into one `UnforeseenError`, a
`PbemError` like any other for the loop outside. `Items` is that loop's list of what failed.

::

    items = Items()
    for path in paths:
        with items.take(path.name):
            read(path)
    if items.failed: ...  # name each of them, and exit with 1

A write is never such an item: between its first byte and its last no boundary catches anything
(`unbroken`). So what was half written is undone by the writer, and the item around it fails.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import NamedTuple

from pbem.crypto.text import escape
from pbem.errors import PbemError, UnforeseenError

SHOWN = 200
"""Characters of an error that are shown: some quote the whole of what they failed at."""

_writes: ContextVar[bool] = ContextVar("_writes", default=False)


@contextmanager
def item(name: str, again: Callable[[], object] | None = None) -> Iterator[None]:
    """Take one item: raise `UnforeseenError` for every error that is no `PbemError`.

    KeyboardInterrupt and SystemExit pass, and everything passes while something is written.

    Args:
        name: The name of the item in the message, as "the game saipan" or a file's name.
        again: Forgets what is in memory of the item, which may be half done. Called after an
            unforeseen error, before the message is raised.

    Raises:
        UnforeseenError: The item failed. The message names it and says what to do.

    """
    try:
        yield
    except PbemError:
        raise
    except BaseException as error:
        if _writes.get() or not _is_fault(error):
            raise
        if again is not None:
            again()
        raise UnforeseenError(name, _why(error)) from error


@contextmanager
def unbroken() -> Iterator[None]:
    """Write: no `item` that is begun inside catches anything, so that the write ends as a whole."""
    before = _writes.set(True)
    try:
        yield
    finally:
        _writes.reset(before)


class Failed(NamedTuple):
    """An item that failed: its name, and the whole message, which may name it too.

    ``unforeseen``: nobody foresaw it, so it says nothing of the item itself.
    """

    name: str
    message: str
    unforeseen: bool


def reported(one: Failed) -> str:
    """Return what is said of an item that failed: its message, and its name before, once."""
    return one.message if one.message.startswith(one.name) else f"{one.name}: {one.message}"


class Items:
    """Takes items one by one, and keeps which of them failed."""

    def __init__(self) -> None:
        self.failed: list[Failed] = []

    @contextmanager
    def take(self, name: str, again: Callable[[], object] | None = None) -> Iterator[None]:
        """Take one item, as `item` does: any error of it ends here, and stands in ``failed``.

        ``name``, ``again``: as for `item`.
        """
        try:
            with item(name, again):
                yield
        except PbemError as error:
            if _writes.get():
                raise
            self.failed.append(Failed(name, str(error), isinstance(error, UnforeseenError)))

    @property
    def unforeseen(self) -> bool:
        """Whether an item failed in a way that nobody foresaw: then the exit code is not 0."""
        return any(one.unforeseen for one in self.failed)


def _is_fault(error: BaseException) -> bool:
    # A library written in Rust that gives up raises its own BaseException, by this name.
    return isinstance(error, Exception) or type(error).__name__ == "PanicException"


def _why(error: BaseException) -> str:
    """Say what failed and what to do about it, and let go of what the error holds in memory."""
    if os.environ.get("PBEM_DEBUG"):
        traceback.print_exception(error, file=sys.stderr)
    if isinstance(error, OSError):
        where = f" ({escape(str(error.filename))})" if error.filename else ""
        return f"the system refuses: {escape(error.strerror or str(error))}{where}"
    at = [*traceback.walk_tb(error.__traceback__)][-1]
    where = f"{Path(at[0].f_code.co_filename).name} line {at[1]}"
    said = escape(str(error))[:SHOWN]
    kind = f"{type(error).__name__}: {said}" if said else type(error).__name__
    traceback.clear_frames(error.__traceback__)
    if isinstance(error, MemoryError):
        return (
            f"this computer has too little memory for it ({kind} in {where}). Nothing that you "
            "signed is lost. Try it alone, or on a computer with more memory."
        )
    return (
        f"pbem failed ({kind} in {where}). This is a fault of the program, not of the sender, and "
        "nothing that you signed is lost. Please report this text."
    )
