"""The terminal: asking for a passphrase once, and a bar for work that takes long."""

from __future__ import annotations

import getpass
import os
import signal
import sys
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pbem.errors import KeyFileError
from pbem.files import read_plain
from pbem.log.disk import explaining

PASSPHRASE_FILE_BYTES = 1 << 16
"""The limit of a file whose first line is a passphrase."""
_ENDING = [
    getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGXCPU") if hasattr(signal, name)
]
SLOW_SECONDS = 1.0
"""Work that takes longer than this shows a progress bar."""


@contextmanager
def ending_cleanly() -> Iterator[None]:
    """Let a signal that ends the program end it as an error does: what it has made goes away."""

    def ends(number: int, _frame: object) -> None:
        sys.exit(128 + number)

    before = {one: signal.signal(one, ends) for one in _ENDING}
    try:
        yield
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)


class Passphrase:
    """Asks for a passphrase at most once.

    ``file`` has it on its first line; None: there is none.
    """

    def __init__(self, file: Path | None) -> None:
        self._file = file
        self._given: str | None = None

    @property
    def is_given(self) -> bool:
        """Whether nobody has to type it: a file has it, or PBEM_PASSPHRASE."""
        return self._file is not None or bool(os.environ.get("PBEM_PASSPHRASE"))

    def get(self, prompt: str = "Passphrase", *, confirm: bool = False) -> str:
        """Return the passphrase: of the file, of PBEM_PASSPHRASE, or as typed.

        ``confirm``: ask twice.

        Raises:
            KeyFileError: The file has none on its first line, or is not text.
        """
        if self._given is None:
            self._given = self._read() or ask(prompt, confirm=confirm)
        return self._given

    def _read(self) -> str:
        if self._file is None:
            return os.environ.get("PBEM_PASSPHRASE", "")
        with explaining(self._file, "Reading"):
            data = read_plain(self._file, PASSPHRASE_FILE_BYTES)
        try:
            first = data.decode("utf-8").partition("\n")[0].removesuffix("\r")
        except UnicodeDecodeError:
            raise KeyFileError(f"{self._file} is not a text file in UTF-8.") from None
        if not first:
            raise KeyFileError(f"{self._file} has no passphrase on its first line.")
        return first


def ask(prompt: str, *, confirm: bool = False) -> str:
    """Ask on the terminal, even if orders come from standard input.

    ``confirm``: ask twice.

    Raises:
        KeyFileError: There is no terminal, or the two texts differ.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", getpass.GetPassWarning)
            typed = getpass.getpass(f"{prompt}: ")
            if confirm and getpass.getpass(f"{prompt} again: ") != typed:
                raise KeyFileError("You typed two different texts, so nothing was changed.")
    except (getpass.GetPassWarning, EOFError):
        raise KeyFileError(
            "pbem cannot ask for the passphrase without a terminal. Set PBEM_PASSPHRASE, or use "
            "--passphrase-file."
        ) from None
    return typed


class Progress:
    """Counts on a bar, from the moment on which work has taken a second; only on a terminal.

    ``what``: what is done. ``unit``: what is counted.
    """

    def __init__(self, what: str, unit: str = "events") -> None:
        self._unit = unit
        self._clock = time.monotonic
        self._begun = time.monotonic()
        self._what = what
        self._steps = 0
        self._bar: Any = None
        self._task: Any = None

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def __call__(self, count: int) -> None:
        """Say how many are done."""
        if self._bar is None:
            if self._clock() - self._begun < SLOW_SECONDS or not sys.stderr.isatty():
                return
            # Not needed by most runs, and it takes as long to load as all the rest.
            from rich.console import Console
            from rich.progress import Progress as Bar
            from rich.progress import SpinnerColumn, TextColumn, TimeElapsedColumn

            self._bar = Bar(
                SpinnerColumn(),
                TextColumn(f"{{task.description}} {{task.completed:,.0f}} {self._unit}"),
                TimeElapsedColumn(),
                console=Console(stderr=True),
                transient=True,
            )
            self._task = self._bar.add_task(self._what, total=None)
            self._bar.start()
        self._bar.update(self._task, completed=count)

    def step(self) -> None:
        """Say that one more is done."""
        self._steps += 1
        self(self._steps)


def has_browser() -> bool:
    """Say whether a person sits at this terminal, on a computer that can show a browser."""
    if "SSH_CONNECTION" in os.environ or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    windows = ("DISPLAY", "WAYLAND_DISPLAY")
    return not sys.platform.startswith("linux") or any(os.environ.get(one) for one in windows)
